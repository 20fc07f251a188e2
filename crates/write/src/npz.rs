//! Writes arrays for NumPy: a zip of `.npy` files, which `numpy.load` opens without pickles.

use std::fmt::Write;

use crc::{CRC_32_ISO_HDLC, Crc, Table};

use super::arrays::{Arrays, arrays};
use super::{WriteError, behaviour};
use marey::checked::Checked;
use marey::model::{Axis, Clip};

/// Writes a behaviour as the bytes of an `.npz`.
///
/// | array | shape | type | |
/// |---|---|---|---|
/// | `positions` | frames, joints, 3 | `float32` | world positions, x y z; NaN for a joint that was not seen |
/// | `rotations` | frames, joints, 4 | `float32` | relative to the parent: unit quaternions, x y z w (SciPy's order) |
/// | `translations` | frames, joints, 3 | `float32` | offsets from the parent, in its space |
/// | `times` | frames | `float64` | seconds from the first frame |
/// | `frame_time` | | `float64` | seconds from frame to frame; the mean if frames are uneven |
/// | `names` | joints | text | unique: repeated names get `_2`, `_3`, .. |
/// | `parents` | joints | `int32` | -1 for roots; parents come before children |
/// | `kinds` | joints | text | `joint`, `end`, `site` or `frame` |
/// | `offsets` | joints, 3 | `float32` | `translations` at rest |
/// | `rest_rotations` | joints, 4 | `float32` | `rotations` at rest |
/// | `metres_per_unit` | | `float64` | unit of positions; NaN if the clip does not [state](marey::model::Source) it |
/// | `up` | | text | `x`, `y`, `z`, `-x`, `-y` or `-z`; empty if the clip does not state it |
/// | `name` | | text | the clip's name |
/// | `mended` | | text | what was done to [mend](crate::MENDED) the motion; only where something was |
///
/// Scales have no array; `positions` include them.
///
/// # Errors
/// [`WriteError::NoBehaviour`] and [`WriteError::TooLarge`].
pub fn npz(clip: &Clip, behaviour: usize) -> Result<Vec<u8>, WriteError> {
    let motion = self::behaviour(clip, behaviour)?;
    let bytes = motion.frame_count() as u64 * clip.skeleton.len() as u64 * 40;
    if bytes + LARGEST_HEAD > u64::from(u32::MAX) {
        return Err(WriteError::TooLarge);
    }
    let Arrays {
        positions,
        rotations,
        translations,
        times,
        frame_time,
        names,
        parents,
        kinds,
        offsets,
        rest_rotations,
        metres_per_unit,
        up,
    } = arrays(clip, behaviour)?;
    let (frames, joints) = (times.len(), parents.len());
    let mut zip = Zip::default();
    zip.add("positions", NpzArray::numbers("<f4", &[frames, joints, 3], positions, f32::to_le_bytes))?;
    zip.add("rotations", NpzArray::numbers("<f4", &[frames, joints, 4], rotations, f32::to_le_bytes))?;
    zip.add("translations", NpzArray::numbers("<f4", &[frames, joints, 3], translations, f32::to_le_bytes))?;
    zip.add("times", NpzArray::numbers("<f8", &[frames], times, f64::to_le_bytes))?;
    zip.add("frame_time", NpzArray::numbers("<f8", &[], vec![frame_time], f64::to_le_bytes))?;
    zip.add("names", NpzArray::texts(&names, true))?;
    zip.add("parents", NpzArray::numbers("<i4", &[joints], parents, i32::to_le_bytes))?;
    zip.add("kinds", NpzArray::texts(&kinds, true))?;
    zip.add("offsets", NpzArray::numbers("<f4", &[joints, 3], offsets, f32::to_le_bytes))?;
    zip.add("rest_rotations", NpzArray::numbers("<f4", &[joints, 4], rest_rotations, f32::to_le_bytes))?;
    let metres = vec![metres_per_unit.unwrap_or(f64::NAN)];
    zip.add("metres_per_unit", NpzArray::numbers("<f8", &[], metres, f64::to_le_bytes))?;
    zip.add("up", NpzArray::texts(&[up.map_or("", Axis::name)], false))?;
    zip.add("name", NpzArray::texts(&[clip.name.as_str()], false))?;
    if let Some(done) = crate::mended::mended(clip) {
        zip.add("mended", NpzArray::texts(&[done.as_str()], false))?;
    }
    zip.finish()
}

/// Writes a behaviour as the `.npz` of upc-pymotion (`names`, `offsets`, `parents`, `rotations`, `positions`, `frame_time`), which differs
/// from [`npz`]: quaternions are w x y z, the root is its own parent, `positions` are relative to the parent, and there are neither end
/// sites nor sites.
///
/// # Errors
/// [`WriteError::NoBehaviour`], [`WriteError::SeveralRoots`] and [`WriteError::TooLarge`].
pub fn pymotion_npz(clip: &Clip, behaviour: usize) -> Result<Vec<u8>, WriteError> {
    let motion = self::behaviour(clip, behaviour)?;
    let bytes = motion.frame_count() as u64 * clip.skeleton.len() as u64 * 28;
    if bytes + LARGEST_HEAD > u64::from(u32::MAX) {
        return Err(WriteError::TooLarge);
    }
    let Arrays { rotations, translations, times, frame_time, names, parents, kinds, offsets, .. } =
        arrays(clip, behaviour)?;
    let roots = parents.iter().filter(|parent| **parent < 0).count();
    if roots > 1 {
        return Err(WriteError::SeveralRoots { roots });
    }
    let is_kept: Vec<bool> = kinds.iter().map(|kind| *kind == "joint").collect();
    // Indices without the joints that are left out; these carry no joints.
    let mut kept = 0;
    let own = is_kept.iter().map(|is_kept| {
        kept += i32::from(*is_kept);
        kept - 1
    });
    let own: Vec<i32> = own.collect();
    let parent_of =
        |parent: &i32| usize::try_from(*parent).ok().and_then(|parent| own.get(parent).copied()).unwrap_or(0);
    let parents: Vec<i32> =
        parents.iter().zip(&is_kept).filter(|(_, kept)| **kept).map(|(one, _)| parent_of(one)).collect();
    let names: Vec<String> = names.into_iter().zip(&is_kept).filter(|(_, kept)| **kept).map(|(one, _)| one).collect();
    let (frames, joints) = (times.len(), names.len());
    let mut zip = Zip::default();
    zip.add("names", NpzArray::texts(&names, true))?;
    zip.add("offsets", NpzArray::numbers("<f4", &[joints, 3], rows(&offsets, &is_kept, [0, 1, 2]), f32::to_le_bytes))?;
    zip.add("parents", NpzArray::numbers("<i4", &[joints], parents, i32::to_le_bytes))?;
    let rotations = rows(&rotations, &is_kept, [3, 0, 1, 2]);
    zip.add("rotations", NpzArray::numbers("<f4", &[frames, joints, 4], rotations, f32::to_le_bytes))?;
    let positions = rows(&translations, &is_kept, [0, 1, 2]);
    zip.add("positions", NpzArray::numbers("<f4", &[frames, joints, 3], positions, f32::to_le_bytes))?;
    zip.add("frame_time", NpzArray::numbers("<f8", &[], vec![frame_time], f64::to_le_bytes))?;
    zip.finish()
}

/// Writes the world positions of a behaviour's joints as the bytes of an `.npy`: `float32` of the shape frames, joints, 3, in the clip's unit and
/// axes, in the skeleton's order. End sites and sites are left out.
///
/// # Errors
/// [`WriteError::NoBehaviour`].
pub fn npy(clip: &Clip, behaviour: usize) -> Result<Vec<u8>, WriteError> {
    let Arrays { positions, times, kinds, .. } = arrays(clip, behaviour)?;
    let is_kept: Vec<bool> = kinds.iter().map(|kind| *kind == "joint").collect();
    let shape = [times.len(), is_kept.iter().filter(|is_kept| **is_kept).count(), 3];
    let NpzArray(bytes) = NpzArray::numbers("<f4", &shape, rows(&positions, &is_kept, [0, 1, 2]), f32::to_le_bytes);
    Ok(bytes)
}

/// The numbers of the joints that are kept, in another order.
fn rows<const WIDTH: usize>(numbers: &[f32], is_kept: &[bool], order: [usize; WIDTH]) -> Vec<f32> {
    let joints = numbers.as_chunks::<WIDTH>().0.iter().zip(is_kept.iter().cycle());
    let kept = joints.filter(|(_, is_kept)| **is_kept);
    kept.flat_map(|(joint, _)| order.map(|at| joint.at(at))).collect()
}

/// An `.npz` of any arrays, one after the other.
///
/// ```
/// use marey_write::NpzWriter;
///
/// let mut npz = NpzWriter::default();
/// npz.floats("speeds", &[2, 1], vec![1.0, f64::NAN])?;
/// npz.texts("names", &["speed Hips"])?;
/// assert!(npz.finish()?.starts_with(b"PK"));
/// # Ok::<(), marey_write::WriteError>(())
/// ```
#[derive(Default)]
pub struct NpzWriter(Zip);

impl NpzWriter {
    /// Adds an array of `float64`, row by row. `shape` has the length of each dimension; its product is the count of numbers.
    ///
    /// # Errors
    /// [`WriteError::TooLarge`] where the file would be larger than 4 GB.
    pub fn floats(&mut self, name: &str, shape: &[usize], numbers: Vec<f64>) -> Result<(), WriteError> {
        self.0.add(name, NpzArray::numbers("<f8", shape, numbers, f64::to_le_bytes))
    }

    /// Adds a list of `int32`.
    ///
    /// # Errors
    /// As [`floats`](Self::floats).
    pub fn integers(&mut self, name: &str, numbers: Vec<i32>) -> Result<(), WriteError> {
        self.0.add(name, NpzArray::numbers("<i4", &[numbers.len()], numbers, i32::to_le_bytes))
    }

    /// Adds a list of texts.
    ///
    /// # Errors
    /// As [`floats`](Self::floats).
    pub fn texts<T: AsRef<str>>(&mut self, name: &str, texts: &[T]) -> Result<(), WriteError> {
        self.0.add(name, NpzArray::texts(texts, true))
    }

    /// The bytes of the file.
    ///
    /// # Errors
    /// As [`floats`](Self::floats).
    pub fn finish(self) -> Result<Vec<u8>, WriteError> {
        self.0.finish()
    }
}

/// Bytes reserved for everything that is not per frame.
const LARGEST_HEAD: u64 = 1 << 28;

/// The bytes of a `.npy` file, version 1.0.
struct NpzArray(Vec<u8>);

impl NpzArray {
    /// The header of a little-endian, row-major array; the items follow.
    fn new(kind: &str, shape: &[usize]) -> Self {
        let mut dict = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': (");
        for length in shape {
            let _ = write!(dict, "{length},");
        }
        dict.push_str("), }");
        // NumPy's format aligns items to 64 bytes.
        while (10 + dict.len() + 1) % 64 != 0 {
            dict.push(' ');
        }
        dict.push('\n');
        let mut bytes = b"\x93NUMPY\x01\0".to_vec();
        bytes.extend((dict.len() as u16).to_le_bytes());
        bytes.extend(dict.as_bytes());
        Self(bytes)
    }

    /// An array with these numbers.
    fn numbers<T: Copy, const SIZE: usize>(
        kind: &str,
        shape: &[usize],
        numbers: Vec<T>,
        bytes: fn(T) -> [u8; SIZE],
    ) -> Self {
        let mut array = Self::new(kind, shape);
        array.0.try_reserve(numbers.len() * SIZE).ok();
        numbers.into_iter().for_each(|number| array.0.extend(bytes(number)));
        array
    }

    /// An array of texts as wide as the longest, or a single text without dimensions.
    fn texts<T: AsRef<str>>(texts: &[T], is_list: bool) -> Self {
        let width = texts.iter().map(|text| text.as_ref().chars().count()).max().unwrap_or(0).max(1);
        let shape = [texts.len()];
        let mut array = Self::new(&format!("<U{width}"), if is_list { &shape } else { &[] });
        for text in texts {
            let letters = text.as_ref().chars().chain(std::iter::repeat('\0')).take(width);
            letters.for_each(|letter| array.0.extend(u32::from(letter).to_le_bytes()));
        }
        array
    }
}

static CRC: Crc<u32, Table<1>> = Crc::<u32, Table<1>>::new(&CRC_32_ISO_HDLC);

/// A zip file (PKWARE's APPNOTE 6.3) with uncompressed entries.
#[derive(Default)]
struct Zip {
    bytes: Vec<u8>,
    directory: Vec<u8>,
    count: u16,
}

/// 1 January 1980, the earliest date of a zip. A fixed date makes equal clips equal files.
const DAY: u16 = 1 << 5 | 1;

impl Zip {
    fn add(&mut self, name: &str, array: NpzArray) -> Result<(), WriteError> {
        let (name, NpzArray(content)) = (format!("{name}.npy"), array);
        let size = u32::try_from(content.len()).map_err(|_| WriteError::TooLarge)?;
        let offset = u32::try_from(self.bytes.len()).map_err(|_| WriteError::TooLarge)?;
        // Version needed (2.0), flags, method (stored), time (midnight), date.
        let mut about: Vec<u8> = Vec::new();
        [20_u16, 0, 0, 0, DAY].iter().for_each(|number| about.extend(number.to_le_bytes()));
        [CRC.checksum(&content), size, size].iter().for_each(|number| about.extend(number.to_le_bytes()));
        [name.len() as u16, 0].iter().for_each(|number| about.extend(number.to_le_bytes()));
        self.bytes.extend(b"PK\x03\x04");
        self.bytes.extend(&about);
        self.bytes.extend(name.as_bytes());
        self.bytes.extend(content);
        self.directory.extend(b"PK\x01\x02\x14\0");
        self.directory.extend(&about);
        // No comment, disk 0, no attributes.
        self.directory.extend([0; 10]);
        self.directory.extend(offset.to_le_bytes());
        self.directory.extend(name.as_bytes());
        self.count += 1;
        Ok(())
    }

    fn finish(mut self) -> Result<Vec<u8>, WriteError> {
        let start = u32::try_from(self.bytes.len()).map_err(|_| WriteError::TooLarge)?;
        let size = u32::try_from(self.directory.len()).map_err(|_| WriteError::TooLarge)?;
        self.bytes.append(&mut self.directory);
        self.bytes.extend(b"PK\x05\x06\0\0\0\0");
        [self.count; 2].iter().for_each(|number| self.bytes.extend(number.to_le_bytes()));
        [size, start].iter().for_each(|number| self.bytes.extend(number.to_le_bytes()));
        self.bytes.extend([0; 2]);
        Ok(self.bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn array_headers_match_numpys() {
        let NpzArray(bytes) = NpzArray::new("<f4", &[2, 3, 4]);
        assert_eq!(bytes.len() % 64, 0);
        assert!(
            bytes.starts_with(b"\x93NUMPY\x01\0\x76\0{'descr': '<f4', 'fortran_order': False, 'shape': (2,3,4,), }")
        );
        let NpzArray(bytes) = NpzArray::texts(&["a", "\u{e9}x"], true);
        assert!(bytes.ends_with(b"a\0\0\0\0\0\0\0\xe9\0\0\0x\0\0\0"));
    }
}
