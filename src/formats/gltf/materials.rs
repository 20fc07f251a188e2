//! The colour and the picture of a material (glTF 2.0, 3.9).

use super::accessors::Accessors;
use super::json::Json;
use super::uris::file_name;
use crate::checked::Checked;
use crate::codes::base64;
use crate::compact::maths::{exp2, log2};

/// Most bytes of a file's name. Longer ones are taken for damage.
const LONGEST_NAME: usize = 1_000;

/// The places of the pictures of materials.
pub(super) struct MaterialReader<'a> {
    root: &'a Json<'a>,
    /// For each image that was needed its number among the pictures; `None` inside if it cannot be shown.
    known: Vec<Option<Option<u16>>>,
    /// File names, or `data:` URLs of pictures in the file.
    pub(super) pictures: Vec<String>,
}

/// The look of a material.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Look {
    /// Linear red, green, blue; `None` without a material.
    pub(super) colour: Option<[f32; 3]>,
    pub(super) picture: Option<u16>,
}

impl<'a> MaterialReader<'a> {
    pub(super) fn new(root: &'a Json<'a>) -> Self {
        Self { root, known: vec![None; root.list("images").len()], pictures: Vec::new() }
    }

    /// The look of a primitive.
    pub(super) fn look(&mut self, primitive: &Json<'_>, accessors: &Accessors<'_>) -> Look {
        let material = primitive.index("material").and_then(|index| self.root.list("materials").get(index));
        let Some(material) = material else { return Look { colour: None, picture: None } };
        let surface = material.get("pbrMetallicRoughness");
        let factor = surface.and_then(|surface| surface.numbers::<4>("baseColorFactor"));
        let [red, green, blue, _] = factor.unwrap_or([1.0; 4]).map(|part| part.clamp(0.0, 1.0) as f32);
        let texture = surface.and_then(|surface| surface.get("baseColorTexture")?.index("index"));
        let image = texture.and_then(|texture| self.root.list("textures").get(texture)?.index("source"));
        let picture = image.and_then(|image| self.picture(image, accessors));
        Look { colour: Some([red, green, blue]), picture }
    }

    fn picture(&mut self, image: usize, accessors: &Accessors<'_>) -> Option<u16> {
        if let Some(number) = self.known.get(image).copied()? {
            return number;
        }
        let address = self.root.list("images").get(image).and_then(|image| address(image, accessors));
        let number = address.and_then(|address| {
            self.pictures.push(address);
            u16::try_from(self.pictures.len() - 1).ok()
        });
        self.known.put(image, Some(number));
        number
    }
}

/// The place of an image: a file's name or a `data:` URL. `None` without room for it.
fn address(image: &Json<'_>, accessors: &Accessors<'_>) -> Option<String> {
    if let Some(uri) = image.text("uri") {
        if !uri.starts_with("data:") {
            return Some(file_name(uri)).filter(|name| !name.is_empty() && name.len() <= LONGEST_NAME);
        }
        let is_picture =
            uri.starts_with("data:image/") && uri.split(',').next().is_some_and(|head| head.ends_with(";base64"));
        return (is_picture && accessors.charge(uri.len() as u64)).then(|| uri.to_owned());
    }
    let bytes = accessors.view(image.index("bufferView")?).ok()?;
    let kind = match bytes {
        [0x89, b'P', b'N', b'G', ..] => "png",
        [0xFF, 0xD8, 0xFF, ..] => "jpeg",
        [b'R', b'I', b'F', b'F', ..] => "webp",
        _ => return None,
    };
    let mut url = format!("data:image/{kind};base64,");
    accessors.charge(bytes.len() as u64 * 2).then(|| base64(bytes, &mut url))?;
    Some(url)
}

/// Linear light from 0 to 1 as a byte of sRGB (IEC 61966-2-1).
pub(super) fn srgb(light: f32) -> u8 {
    let light = light.clamp(0.0, 1.0);
    let value = if light <= 0.003_130_8 { light * 12.92 } else { 1.055 * exp2(log2(light) / 2.4) - 0.055 };
    (value * 255.0).round() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn light_becomes_srgb() {
        assert_eq!([0.0, 0.002, 0.214_041_14, 1.0, 7.0].map(srgb), [0, 7, 128, 255, 255]);
    }
}
