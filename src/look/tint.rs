//! Colours of one of several figures in a picture.

use super::Palette;

/// A colour that a figure's own colours are mixed with.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tint {
    /// The colour, sRGB from 0 to 255.
    pub colour: [f32; 3],
    /// The share of that colour, from 0 to 1.
    pub share: f32,
    /// The share of their saturation that the figure's own colours lose.
    pub greyed: f32,
    /// The brightness of right limbs, from 0 to 1, if the mixed colours do not tell the sides apart; the spine is in the middle.
    pub right: f32,
    /// The share of light that the figure keeps from what is behind it, from 0 to 1.
    pub opacity: f32,
}

impl Default for Tint {
    /// The figure's own colours.
    fn default() -> Self {
        Self { colour: [0.0; 3], share: 0.0, greyed: 0.0, right: 1.0, opacity: 1.0 }
    }
}

impl Tint {
    /// The mixed colours.
    pub fn palette(&self, own: Palette) -> Palette {
        let middle = (1.0 + self.right) * 0.5;
        let mixed = |colour, brightness| self.mixed(colour, brightness);
        let bones = |colour: [u8; 3], brightness| mixed(colour.map(f32::from), brightness).map(|value| value as u8);
        let skin = |colour: [f32; 3], brightness| {
            mixed(colour.map(|value| value * 255.0), brightness).map(|value| value / 255.0)
        };
        Palette {
            left: bones(own.left, 1.0),
            right: bones(own.right, self.right),
            middle: bones(own.middle, middle),
            skin: [skin(own.skin[0], 1.0), skin(own.skin[1], self.right), skin(own.skin[2], middle)],
            tinted: self.share > 0.0,
            opacity: (self.opacity * 255.0) as u8,
        }
    }

    #[inline(never)]
    fn mixed(&self, colour: [f32; 3], brightness: f32) -> [f32; 3] {
        let grey = (colour[0] + 2.0 * colour[1] + colour[2]) * 0.25;
        let mut out = colour;
        for (value, other) in out.iter_mut().zip(self.colour) {
            *value = mix(mix(*value, grey, self.greyed), other, self.share) * brightness;
        }
        out
    }
}

fn mix(a: f32, b: f32, share: f32) -> f32 {
    a + (b - a) * share
}
