//! Materials, and the pictures that they wear.

use std::fmt::Write;

use super::buffer::{Buffer, View};
use super::json::{list, quoted};
use crate::fast_maths::{exp2, log2};

/// Materials, textures and images of the document, as JSON objects.
#[derive(Debug, Default)]
pub(super) struct Materials {
    materials: Vec<String>,
    /// A texture for each image, in their order.
    images: Vec<String>,
}

/// Dull, as the player draws everything.
const DULL: &str = "\"metallicFactor\":0,\"roughnessFactor\":0.7";

impl Materials {
    /// A material of one colour, sRGB. Its index.
    pub(super) fn plain(&mut self, name: &str, colour: [u8; 3]) -> usize {
        let [r, g, b] = colour.map(|part| linear(f32::from(part) / 255.0));
        self.push(name, &format!("\"baseColorFactor\":{},{DULL}", list([r, g, b, 1.0])), "")
    }

    /// A material whose corners have colours, or that is white. Both sides of it are seen.
    pub(super) fn of_corners(&mut self, name: &str) -> usize {
        self.push(name, DULL, ",\"doubleSided\":true")
    }

    /// A material that wears the picture in `file`, a PNG or a JPEG; `None` for any other. What is more than half transparent in
    /// it is not there, as in the player.
    pub(super) fn pictured(&mut self, name: &str, file: &[u8], buffer: &mut Buffer) -> Option<usize> {
        let (kind, more) = match file {
            [0x89, b'P', b'N', b'G', ..] => ("png", ",\"alphaMode\":\"MASK\",\"doubleSided\":true"),
            [0xFF, 0xD8, 0xFF, ..] => ("jpeg", ",\"doubleSided\":true"),
            _ => return None,
        };
        let texture = self.images.len();
        let (view, _) = buffer.view(View::Other, file.iter().copied());
        self.images.push(format!("{{\"name\":{},\"mimeType\":\"image/{kind}\",\"bufferView\":{view}}}", quoted(name)));
        Some(self.push(name, &format!("\"baseColorTexture\":{{\"index\":{texture}}},{DULL}"), more))
    }

    fn push(&mut self, name: &str, surface: &str, more: &str) -> usize {
        self.materials.push(format!("{{\"name\":{},\"pbrMetallicRoughness\":{{{surface}}}{more}}}", quoted(name)));
        self.materials.len() - 1
    }

    pub(super) fn write(&self, out: &mut String) {
        // Writing to a String cannot fail.
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
