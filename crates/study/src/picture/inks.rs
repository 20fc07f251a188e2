//! Fills and outlines on paper, which tell left from right without colour.

use marey::body::Side;
use marey::look::{Palette, Theme, Tint};

/// Colours that do not belong to a figure.
#[derive(Debug, Clone, Copy)]
pub(super) struct Paper {
    pub(super) background: [u8; 3],
    /// Texts.
    pub(super) text: &'static str,
    /// The path, the scale bar and the axis.
    pub(super) line: &'static str,
    /// The ground, and the lines from it to the axis.
    pub(super) faint: &'static str,
}

impl Paper {
    pub(super) fn new(theme: Theme) -> Self {
        match theme {
            Theme::Light => Self { background: [255; 3], text: "#1a2132", line: "#3a4152", faint: "#aab1c0" },
            Theme::Dark => Self { background: [16, 21, 30], text: "#e9ecf4", line: "#c9d3e6", faint: "#4b5468" },
        }
    }
}

/// The share of the paper's colour in the fills of left limbs and of the spine.
const LIGHT: f32 = 0.72;
const MIDDLE: f32 = 0.45;
/// How much darker than the player's the fills of right limbs are on light paper, and all outlines there.
const DARK: f32 = 0.14;
const OUTLINE: f32 = 0.5;
/// How much brighter the fills of right limbs are on dark paper: viridis begins with a dark violet.
const BRIGHT: f32 = 0.25;

/// How one side of a figure is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ink {
    pub(super) fill: [u8; 3],
    pub(super) stroke: [u8; 3],
    pub(super) is_dashed: bool,
}

/// The inks of a figure, in the order of [`Side`]: left, right, middle.
pub(super) fn inks(theme: Theme, tint: &Tint) -> [Ink; 3] {
    let Palette { left, right, middle, .. } = tint.palette(theme.palette());
    let paper = Paper::new(theme).background;
    // A share of 1 is a solid colour, which does not fade the outlines.
    let own = if tint.share < 1.0 { 1.0 - tint.share } else { 1.0 };
    let outline = |colour| match theme {
        Theme::Light => mixed(colour, [0; 3], OUTLINE * own),
        Theme::Dark => colour,
    };
    let right_fill = match theme {
        Theme::Light => mixed(right, [0; 3], DARK * own),
        Theme::Dark => mixed(right, [255; 3], BRIGHT),
    };
    [
        Ink { fill: mixed(left, paper, LIGHT), stroke: outline(left), is_dashed: true },
        Ink { fill: right_fill, stroke: mixed(right, [0; 3], OUTLINE * own), is_dashed: false },
        Ink { fill: mixed(middle, paper, MIDDLE), stroke: outline(middle), is_dashed: false },
    ]
}

/// The place of a side in [`inks`].
pub(super) fn ink_of(inks: &[Ink; 3], side: Side) -> Ink {
    let [left, right, middle] = *inks;
    match side {
        Side::Left => left,
        Side::Right => right,
        Side::Middle => middle,
    }
}

fn mixed(colour: [u8; 3], other: [u8; 3], share: f32) -> [u8; 3] {
    let mut out = colour;
    for (value, other) in out.iter_mut().zip(other) {
        *value = (f32::from(*value) + (f32::from(other) - f32::from(*value)) * share).round() as u8;
    }
    out
}
