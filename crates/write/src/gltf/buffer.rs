//! The buffer with its views and accessors.

use std::fmt::Write;

use super::json::list;

/// The content of a part of the buffer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum BufferUse {
    /// Times and values of animations.
    Keys,
    /// Inverse bind matrices.
    Binds,
    /// Vertex attributes.
    Vertices,
    /// Vertex indices of triangles.
    Indices,
    /// The file of a picture.
    Other,
}

/// Component types of accessors.
#[derive(Debug, Clone, Copy)]
pub(super) enum Component {
    U8 = 5121,
    U16 = 5123,
    U32 = 5125,
    F32 = 5126,
}

#[derive(Debug, Default)]
pub(super) struct Buffer {
    pub(super) bytes: Vec<u8>,
    views: Vec<(usize, usize, BufferUse)>,
    /// JSON objects.
    accessors: Vec<String>,
}

impl Buffer {
    /// Adds floats, `width` for each element, and returns the accessor's index. `bounds` adds minimum and maximum. glTF allows
    /// only finite numbers; products of scales may overflow, and then become 0.
    pub(super) fn floats(&mut self, view: BufferUse, width: usize, values: &[f32], bounds: bool) -> usize {
        let finite = |value: &f32| if value.is_finite() { *value + 0.0 } else { 0.0 };
        let kind = match width {
            1 => "SCALAR",
            2 => "VEC2",
            3 => "VEC3",
            4 => "VEC4",
            _ => "MAT4",
        };
        let mut more = String::new();
        if bounds {
            let of = |pick: fn(f32, f32) -> f32| {
                let column =
                    |at: usize| values.iter().skip(at).step_by(width).map(finite).reduce(pick).unwrap_or_default();
                list((0..width).map(column))
            };
            let _ = write!(more, ",\"min\":{},\"max\":{}", of(f32::min), of(f32::max));
        }
        let bytes = values.iter().flat_map(|value| finite(value).to_le_bytes());
        self.push(view, Component::F32, kind, values.len() / width.max(1), bytes, &more)
    }

    /// Adds bytes of any component type and returns the accessor's index.
    pub(super) fn push(
        &mut self,
        view: BufferUse,
        component: Component,
        kind: &str,
        count: usize,
        bytes: impl Iterator<Item = u8>,
        more: &str,
    ) -> usize {
        let (view, offset) = self.view(view, bytes);
        let offset = if offset > 0 { format!(",\"byteOffset\":{offset}") } else { String::new() };
        self.accessors.push(format!(
            "{{\"bufferView\":{view}{offset},\"componentType\":{},\"count\":{count},\"type\":\"{kind}\"{more}}}",
            component as u32
        ));
        self.accessors.len() - 1
    }

    /// Adds bytes without an accessor, and returns the view's index and their offset in it.
    pub(super) fn view(&mut self, view: BufferUse, bytes: impl Iterator<Item = u8>) -> (usize, usize) {
        let start = self.bytes.len();
        self.bytes.extend(bytes);
        let length = self.bytes.len() - start;
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        // All keys share a view, because there are many lists of them.
        let offset = match self.views.last_mut() {
            Some((first, size, BufferUse::Keys)) if view == BufferUse::Keys => {
                *size = start + length - *first;
                start - *first
            }
            _ => {
                self.views.push((start, length, view));
                0
            }
        };
        (self.views.len() - 1, offset)
    }

    /// Writes accessors and views, but not the buffer itself.
    pub(super) fn tables(&self, out: &mut String) {
        let view = |(start, length, view): &(usize, usize, BufferUse)| {
            let target = match view {
                BufferUse::Keys | BufferUse::Binds | BufferUse::Other => "",
                BufferUse::Vertices => ",\"target\":34962",
                BufferUse::Indices => ",\"target\":34963",
            };
            let offset = if *start > 0 { format!(",\"byteOffset\":{start}") } else { String::new() };
            format!("{{\"buffer\":0{offset},\"byteLength\":{length}{target}}}")
        };
        let _ = write!(out, "\"accessors\":[{}],", self.accessors.join(","));
        let views: Vec<String> = self.views.iter().map(view).collect();
        let _ = write!(out, "\"bufferViews\":[{}],", views.join(","));
    }
}
