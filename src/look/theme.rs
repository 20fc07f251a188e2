/// Colours of a figure on a stage, sRGB.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Palette {
    /// The figure's left limbs.
    pub left: [u8; 3],
    /// Its right limbs.
    pub right: [u8; 3],
    /// Spine and head.
    pub middle: [u8; 3],
    /// The skin's colours left, right and middle, from 0 to 1.
    pub skin: [[f32; 3]; 3],
    /// The skin shows these colours in place of its own.
    pub tinted: bool,
    /// From 0, invisible, to 255.
    pub opacity: u8,
}

/// Background of the stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Theme {
    /// Deep blue-grey.
    #[default]
    Dark,
    /// Near white.
    Light,
}

impl Theme {
    /// The figure's colours on this background.
    pub fn palette(self) -> Palette {
        match self {
            Self::Dark => Palette {
                left: [0x2c, 0xb5, 0xa6],
                right: [0xe8, 0xa0, 0x3c],
                middle: [0xc6, 0xcb, 0xd8],
                skin: [[0.712, 0.788, 0.739], [0.860, 0.772, 0.656], [0.847, 0.808, 0.761]],
                tinted: false,
                opacity: 255,
            },
            Self::Light => Palette {
                left: [0x17, 0xa6, 0x97],
                right: [0xe6, 0x96, 0x24],
                middle: [0x5a, 0x62, 0x75],
                skin: [[0.627, 0.707, 0.664], [0.789, 0.695, 0.574], [0.761, 0.722, 0.682]],
                tinted: false,
                opacity: 255,
            },
        }
    }
}
