//! Materials, textures and images.

use std::fmt::Write;

use super::buffer::{Buffer, BufferUse};
use super::json::{list, quoted};
use marey::compact::maths::{exp2, log2};

/// Materials, textures and images of the document, as JSON objects.
#[derive(Debug, Default)]
pub(super) struct Materials {
    materials: Vec<String>,
    /// One image for each texture, in the same order.
    images: Vec<String>,
}

/// Matte, as in the player.
const MATTE: &str = "\"metallicFactor\":0,\"roughnessFactor\":0.7";

impl Materials {
    /// Adds a material of one sRGB colour and returns its index.
    pub(super) fn plain(&mut self, name: &str, colour: [u8; 3]) -> usize {
        let [r, g, b] = colour.map(|part| linear(f32::from(part) / 255.0));
        self.push(name, &format!("\"baseColorFactor\":{},{MATTE}", list([r, g, b, 1.0])), "")
    }

    /// Adds a white, two-sided material, which the colours of vertices tint, and returns its index.
    pub(super) fn vertex_coloured(&mut self, name: &str) -> usize {
        self.push(name, MATTE, ",\"doubleSided\":true")
    }

    /// Adds a material with the picture in `file`, a PNG or a JPEG, and returns its index; `None` for other formats. Pixels that are
    /// more than half transparent are cut out, as in the player.
    pub(super) fn with_picture(&mut self, name: &str, file: &[u8], buffer: &mut Buffer) -> Option<usize> {
        let (kind, more) = match file {
            [0x89, b'P', b'N', b'G', ..] => ("png", ",\"alphaMode\":\"MASK\",\"doubleSided\":true"),
            [0xFF, 0xD8, 0xFF, ..] => ("jpeg", ",\"doubleSided\":true"),
            _ => return None,
        };
        let texture = self.images.len();
        let (view, _) = buffer.view(BufferUse::Other, file.iter().copied());
        self.images.push(format!("{{\"name\":{},\"mimeType\":\"image/{kind}\",\"bufferView\":{view}}}", quoted(name)));
        Some(self.push(name, &format!("\"baseColorTexture\":{{\"index\":{texture}}},{MATTE}"), more))
    }

    fn push(&mut self, name: &str, surface: &str, more: &str) -> usize {
        self.materials.push(format!("{{\"name\":{},\"pbrMetallicRoughness\":{{{surface}}}{more}}}", quoted(name)));
        self.materials.len() - 1
    }

    pub(super) fn write(&self, out: &mut String) {
        let _ = write!(out, "\"materials\":[{}],", self.materials.join(","));
        if !self.images.is_empty() {
            let textures: Vec<String> = (0..self.images.len()).map(|image| format!("{{\"source\":{image}}}")).collect();
            let _ = write!(out, "\"textures\":[{}],\"images\":[{}],", textures.join(","), self.images.join(","));
        }
    }
}

/// An sRGB value from 0 to 1 as linear light (IEC 61966-2-1).
pub(super) fn linear(value: f32) -> f32 {
    if value <= 0.04045 { value / 12.92 } else { exp2(2.4 * log2((value + 0.055) / 1.055)) }
}
