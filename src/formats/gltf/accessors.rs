//! The numbers of accessors (glTF 2.0, 3.6.2): six types of components, strides, sparse values, normalized integers.
//!
//! Every count is compared with the bytes that are there before anything is reserved. Many accessors may name the same bytes, so that
//! the numbers that a file asks for are counted, and a file gets only as many as its size justifies.

use std::cell::Cell;

use super::buffers::Buffers;
use super::json::Json;
use super::problem::Problem;
use crate::error::{ErrorKind, Limits};
use crate::formats::reading::wording::Count;

/// Bytes of memory that a number takes.
const NUMBER: u64 = 4;

/// The accessors of a file.
#[derive(Debug)]
pub(super) struct Accessors<'a> {
    list: &'a [Json<'a>],
    views: &'a [Json<'a>],
    buffers: &'a Buffers<'a>,
    /// Bytes of numbers that may still be asked for.
    left: Cell<u64>,
}

/// The type of a component.
#[derive(Debug, Clone, Copy, PartialEq)]
enum ComponentType {
    I8,
    U8,
    I16,
    U16,
    U32,
    F32,
}

impl ComponentType {
    fn of(code: usize) -> Option<Self> {
        Some(match code {
            5120 => Self::I8,
            5121 => Self::U8,
            5122 => Self::I16,
            5123 => Self::U16,
            5125 => Self::U32,
            5126 => Self::F32,
            _ => return None,
        })
    }

    fn bytes(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::U32 | Self::F32 => 4,
        }
    }

    /// The number at the start of the bytes. `normalized`: as a fraction from -1 to 1.
    fn read(self, bytes: &[u8], normalized: bool) -> f32 {
        fn first<const N: usize>(bytes: &[u8]) -> [u8; N] {
            bytes.first_chunk().copied().unwrap_or([0; N])
        }
        let (number, most) = match self {
            Self::F32 => return f32::from_le_bytes(first(bytes)),
            Self::I8 => (f64::from(i8::from_le_bytes(first(bytes))), 127.0),
            Self::U8 => (f64::from(u8::from_le_bytes(first(bytes))), 255.0),
            Self::I16 => (f64::from(i16::from_le_bytes(first(bytes))), 32_767.0),
            Self::U16 => (f64::from(u16::from_le_bytes(first(bytes))), 65_535.0),
            Self::U32 => (f64::from(u32::from_le_bytes(first(bytes))), f64::from(u32::MAX)),
        };
        if normalized { (number / most).max(-1.0) as f32 } else { number as f32 }
    }

    /// The whole number at the start of the bytes; 0 for what is none.
    fn index(self, bytes: &[u8], _normalized: bool) -> u32 {
        match (self, bytes) {
            (Self::U32, _) => bytes.first_chunk().map_or(0, |four| u32::from_le_bytes(*four)),
            (Self::U16, [low, high, ..]) => u32::from(u16::from_le_bytes([*low, *high])),
            (Self::U8, [byte, ..]) => u32::from(*byte),
            // Of numbers with a sign or a fraction, which are not allowed here, the value counts.
            _ => self.read(bytes, false) as u32,
        }
    }
}

/// A run of items in a buffer.
struct Run<'a> {
    bytes: &'a [u8],
    stride: usize,
}

impl Run<'_> {
    fn item(&self, index: usize) -> &[u8] {
        self.bytes.get(index * self.stride..).unwrap_or_default()
    }
}

impl<'a> Accessors<'a> {
    /// `file_bytes`: the size of the file and of its companions.
    pub(super) fn new(root: &'a Json<'a>, buffers: &'a Buffers<'a>, file_bytes: usize) -> Self {
        let left = Cell::new(Limits::justified_by(file_bytes as u64));
        Self { list: root.list("accessors"), views: root.list("bufferViews"), buffers, left }
    }

    /// The bytes of a view.
    pub(super) fn view(&self, index: usize) -> Result<&'a [u8], Problem> {
        self.view_with_stride(index).map(|(bytes, _)| bytes)
    }

    fn view_with_stride(&self, index: usize) -> Result<(&'a [u8], Option<usize>), Problem> {
        let at = format_args!("/bufferViews/{index}").to_string();
        let view = self.views.get(index).ok_or_else(|| Problem::wrong("gltf.index", format!("there is no {at}")))?;
        let buffers: &'a Buffers<'a> = self.buffers;
        let bytes = buffers.bytes(view.index("buffer").unwrap_or(usize::MAX))?;
        let (start, length) = (view.index("byteOffset").unwrap_or(0), view.index("byteLength").unwrap_or(0));
        let inside = start.checked_add(length).and_then(|end| bytes.get(start..end));
        let inside = inside.ok_or_else(|| {
            let message =
                format!("{at} has {} from {start} on, and its buffer only {}", Count(length, "byte"), bytes.len());
            Problem::wrong("gltf.out-of-bounds", message)
        })?;
        Ok((inside, view.index("byteStride").filter(|stride| *stride > 0)))
    }

    /// The number of items of an accessor.
    pub(super) fn count(&self, index: usize) -> Option<usize> {
        self.list.get(index)?.index("count")
    }

    /// Charges the numbers of an accessor.
    fn take(&self, index: usize, count: usize, width: usize) -> Result<(), Problem> {
        if self.charge((count as u64).saturating_mul(width as u64).saturating_mul(NUMBER)) {
            return Ok(());
        }
        let message = format!(
            "/accessors/{index} has too many numbers for a file of this size, or the file uses the same ones too often"
        );
        Err(Problem::new(ErrorKind::Limit, "gltf.too-many-numbers", message))
    }

    /// Takes so many bytes of memory. False if fewer are left; then later requests fail, too, so that they cost no time.
    pub(super) fn charge(&self, bytes: u64) -> bool {
        let left = self.left.get().checked_sub(bytes);
        self.left.set(left.unwrap_or(0));
        left.is_some()
    }

    /// The numbers of an accessor with `width` numbers an item, item after item, of no more than `most` items.
    pub(super) fn numbers(&self, index: usize, width: usize, most: usize) -> Result<Vec<f32>, Problem> {
        self.items(index, width, most, ComponentType::read)
    }

    /// As [`numbers`](Self::numbers), for indices: whole numbers, one or four an item.
    pub(super) fn indices(&self, index: usize, width: usize, most: usize) -> Result<Vec<u32>, Problem> {
        self.items(index, width, most, ComponentType::index)
    }

    fn items<T: Copy + Default>(
        &self,
        index: usize,
        width: usize,
        most: usize,
        read: fn(ComponentType, &[u8], bool) -> T,
    ) -> Result<Vec<T>, Problem> {
        let wrong = |what: &str| Problem::wrong("gltf.accessor", format!("/accessors/{index} {what}"));
        let accessor = self.list.get(index);
        let accessor =
            accessor.ok_or_else(|| Problem::wrong("gltf.index", format!("there is no /accessors/{index}")))?;
        let component = accessor.index("componentType").and_then(ComponentType::of);
        let component = component.ok_or_else(|| wrong("has no componentType that glTF knows"))?;
        if accessor.text("type").and_then(width_of) != Some(width) {
            let found = accessor.text("type").unwrap_or("none").chars().take(20).collect::<String>();
            return Err(wrong(&format!("should have {} an item, and its type is {found}", Count(width, "number"))));
        }
        let count = accessor.index("count").ok_or_else(|| wrong("has no count"))?.min(most);
        self.take(index, count, width)?;
        let normalized = accessor.is_true("normalized");
        let size = component.bytes();
        let mut items: Vec<T> = Vec::new();
        items.try_reserve_exact(count * width).map_err(|_| Problem::no_memory())?;
        match accessor.index("bufferView") {
            Some(view) => {
                let start = accessor.index("byteOffset").unwrap_or(0);
                let run = self.run(index, view, start, count, width * size)?;
                for item in 0..count {
                    items.extend(
                        run.item(item).chunks_exact(size).take(width).map(|bytes| read(component, bytes, normalized)),
                    );
                }
            }
            None => items.resize(count * width, T::default()),
        }
        if let Some(sparse) = accessor.get("sparse") {
            let changed = sparse.index("count").unwrap_or(0);
            self.take(index, changed, width + 1)?;
            let side = |name: &str| sparse.get(name).ok_or_else(|| wrong("has sparse values without a list"));
            let (places, values) = (side("indices")?, side("values")?);
            let of = places.index("componentType").and_then(ComponentType::of);
            let of = of.ok_or_else(|| wrong("has sparse indices without a componentType"))?;
            let view = |side: &Json<'_>, bytes: usize| {
                let start = side.index("byteOffset").unwrap_or(0);
                self.run(index, side.index("bufferView").unwrap_or(usize::MAX), start, changed, bytes)
            };
            let (places, values) = (view(places, of.bytes())?, view(values, width * size)?);
            for item in 0..changed {
                let place = of.index(places.item(item), false) as usize;
                // Past `most` nobody asks.
                let to = items.get_mut(place.saturating_mul(width)..).unwrap_or_default();
                let new = values.item(item).chunks_exact(size).take(width);
                to.iter_mut().zip(new).for_each(|(to, bytes)| *to = read(component, bytes, normalized));
            }
        }
        Ok(items)
    }

    /// `count` items of `bytes` each from `start` on in a view.
    fn run(&self, index: usize, view: usize, start: usize, count: usize, bytes: usize) -> Result<Run<'a>, Problem> {
        let (all, stride) = self.view_with_stride(view)?;
        let stride = stride.unwrap_or(bytes);
        let end = count
            .checked_sub(1)
            .map_or(Some(start), |last| last.checked_mul(stride)?.checked_add(start)?.checked_add(bytes));
        match end.filter(|end| *end <= all.len()) {
            Some(_) => Ok(Run { bytes: all.get(start..).unwrap_or_default(), stride }),
            None => {
                let message =
                    format!("/accessors/{index} has {}, past the end of /bufferViews/{view}", Count(count, "item"));
                Err(Problem::wrong("gltf.out-of-bounds", message))
            }
        }
    }
}

/// Numbers of an item.
fn width_of(name: &str) -> Option<usize> {
    Some(match name {
        "SCALAR" => 1,
        "VEC2" => 2,
        "VEC3" => 3,
        "VEC4" | "MAT2" => 4,
        "MAT3" => 9,
        "MAT4" => 16,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::gltf::companions::GltfCompanions;
    use crate::formats::gltf::json;

    fn with<T>(accessor: &str, bytes: &[u8], ask: impl Fn(&Accessors<'_>) -> T) -> T {
        let text = format!(
            "{{\"accessors\":[{accessor}],\"bufferViews\":[{{\"buffer\":0,\"byteLength\":{0}}},\
             {{\"buffer\":0,\"byteOffset\":2,\"byteLength\":4,\"byteStride\":3}}],\"buffers\":[{{\"byteLength\":{0}}}]}}",
            bytes.len()
        );
        let root = json::read(text.as_bytes(), &[]).unwrap();
        let companions = GltfCompanions::default();
        let buffers = Buffers::new(&root, Some(bytes), &companions);
        ask(&Accessors::new(&root, &buffers, bytes.len()))
    }

    #[test]
    fn integers_are_fractions_if_they_are_normalized() {
        let of = |kind: u32, bytes: &[u8]| {
            let text = format!(
                "{{\"bufferView\":0,\"componentType\":{kind},\"count\":2,\"type\":\"SCALAR\",\"normalized\":true}}"
            );
            with(&text, bytes, |accessors| accessors.numbers(0, 1, 9)).unwrap()
        };
        assert_eq!(of(5120, &[127, 0x80]), [1.0, -1.0]);
        assert_eq!(of(5121, &[255, 51]), [1.0, 0.2]);
        assert_eq!(of(5122, &[0xFF, 0x7F, 0, 0x80]), [1.0, -1.0]);
        assert_eq!(of(5123, &[0xFF, 0xFF, 0, 0]), [1.0, 0.0]);
    }

    #[test]
    fn strides_offsets_and_sparse_values_are_followed() {
        let text = "{\"bufferView\":1,\"componentType\":5121,\"count\":2,\"type\":\"SCALAR\"}";
        assert_eq!(with(text, &[9, 9, 1, 2, 3, 4], |all| all.indices(0, 1, 9)).unwrap(), [1, 4]);
        let text = "{\"componentType\":5121,\"count\":4,\"type\":\"SCALAR\",\"sparse\":{\"count\":2,\
                    \"indices\":{\"bufferView\":0,\"componentType\":5121},\"values\":{\"bufferView\":0,\"byteOffset\":4}}}";
        assert_eq!(with(text, &[1, 3, 0, 0, 7, 8], |all| all.indices(0, 1, 9)).unwrap(), [0, 7, 0, 8]);
    }

    #[test]
    fn more_items_than_bytes_are_refused_before_they_take_memory() {
        let code = |accessor: &str| with(accessor, &[0; 8], |all| all.numbers(0, 1, usize::MAX)).unwrap_err().code;
        let of =
            |count: u64| format!("{{\"bufferView\":0,\"componentType\":5126,\"count\":{count},\"type\":\"SCALAR\"}}");
        assert_eq!(code(&of(3)), "gltf.out-of-bounds");
        assert_eq!(code(&of(4_000_000_000)), "gltf.too-many-numbers");
        assert_eq!(code("{\"componentType\":5126,\"count\":4000000000,\"type\":\"SCALAR\"}"), "gltf.too-many-numbers");
        assert_eq!(code("{\"componentType\":5126,\"count\":1,\"type\":\"VEC3\"}"), "gltf.accessor");
        assert_eq!(with(&of(2), &[0; 8], |all| all.numbers(0, 1, 1)).unwrap().len(), 1);
    }
}
