//! Chronophotographs for paper: figures of a clip at several moments in one picture, as SVG.
//!
//! ```
//! use marey_study::picture::{Figure, Reading, Selection, Sheet};
//! # let file = b"HIERARCHY ROOT Hips { OFFSET 0 90 0 CHANNELS 3 Xposition Yposition Zposition JOINT Chest { OFFSET 0 60 0
//! #     End Site { OFFSET 0 10 0 } } } MOTION\nFrames: 2\nFrame Time: 0.5\n0 90 0\n400 90 0";
//! # let clip = marey::formats::parse("a.bvh", file, marey::Limits::default())?;
//!
//! let mut figure = Figure::new(&clip, 0, &Reading::default())?;
//! let layout = figure.choose(&Selection::default().count(3))?;
//! let svg = figure.draw(&layout, &Sheet::default())?;
//! assert!(svg.starts_with("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The view is orthographic and from the side, so that the motion goes to the right and one scale holds for the whole picture. Limbs are
//! opaque and drawn in the order of their depth. Left limbs are light with a dashed outline, right limbs dark (on dark paper dark and
//! bright), so that they differ without colour.
//!
//! A person can [wear a body](Figure::wear_body), which is drawn as silhouettes with the lines at which its surface turns away.
//!
//! A [poster](Figure::poster) is a small picture of one moment for a list of clips; a [reel](Figure::reel) draws the frames of a film.

mod choose;
mod depth_map;
mod draw;
mod figure;
mod film;
mod inks;
mod outline;
mod pieces;
mod poster;
mod scene;
mod shapes;
mod silhouettes;
pub(crate) mod svg;
mod telling;
mod ticks;

pub use choose::{Colouring, Layout, Selection, Spacing, Still};
pub use draw::Sheet;
pub use figure::{Figure, Reading};
pub use film::{FilmCamera, FilmLook, Reel};
pub use pieces::parts_of_joints;
pub use poster::POSTER_SIZE;
pub use scene::{Painter, SHEET_HEIGHT};
pub use telling::Telling;

use std::fmt;

use glam::DVec2;

/// Most figures of a picture.
pub const MOST_FIGURES: usize = 100;

/// Why there is no picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PictureError {
    /// The clip has no such behaviour, or the behaviour has no frame.
    NoMotion,
    /// No foot comes down on the ground, or the body has no feet that are recognised.
    NoContacts,
    /// The figure has no bones and no joints of a finite size.
    Nothing,
    /// The figure reaches farther than a million kilometres from the origin.
    TooFar,
}

/// Farthest place that is drawn: metres from the origin.
const FARTHEST: f64 = 1e9;

/// Whether the box of what is drawn is within what can be drawn.
fn check(low: DVec2, high: DVec2) -> Result<(), PictureError> {
    if !(high - low).is_finite() {
        return Err(PictureError::Nothing);
    }
    if low.abs().max(high.abs()).max_element() > FARTHEST { Err(PictureError::TooFar) } else { Ok(()) }
}

impl fmt::Display for PictureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoMotion => "there is no motion",
            Self::NoContacts => "no foot was found that comes down on the ground",
            Self::Nothing => "the figure has nothing to draw",
            Self::TooFar => "the figure is more than a million kilometres away: check the unit of its lengths",
        })
    }
}

impl std::error::Error for PictureError {}

impl From<marey::body::NoMotion> for PictureError {
    fn from(_: marey::body::NoMotion) -> Self {
        Self::NoMotion
    }
}
