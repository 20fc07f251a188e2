//! A small picture of one moment of a figure for lists of clips.

use super::scene::{FigureParts, HEIGHT, OnSheet, Painter, SheetScene, SvgUse};
use super::shapes::PictureView;
use super::{Figure, PictureError};
use marey::look::Theme;

/// Width and height of a poster.
pub const POSTER_SIZE: (u32, u32) = (360, 240);

/// The most that the figure takes of the height and of the width.
const SHARES: (f64, f64) = (0.8, 0.84);
/// The camera is turned this far from the figure's front and raised over the horizon: radians.
pub(super) const TURN: f64 = 0.62;
pub(super) const PITCH: f64 = 0.2;

impl Figure<'_> {
    /// Draws the figure, or the [body](Self::wear_body) that it wears, at a moment (seconds) from its front and a little above: an SVG of 360 by
    /// 240, a few kilobytes, with light and dark colours by the reader's scheme (`prefers-color-scheme`). It refers to nothing outside, and contains no name.
    ///
    /// # Errors
    /// [`PictureError::Nothing`] if there is no figure with a finite size, [`PictureError::TooFar`].
    pub fn poster(&mut self, moment: f64) -> Result<String, PictureError> {
        let view = self.poster_view();
        Ok(self.poster_scene(moment, &view)?.svg(POSTER_SIZE, SvgUse::Page))
    }

    /// Draws the same picture in the light colours on a painter: for programs that show no SVG.
    ///
    /// # Errors
    /// As [`poster`](Self::poster).
    pub fn paint_poster(&mut self, moment: f64, painter: &mut dyn Painter) -> Result<(), PictureError> {
        let view = self.poster_view();
        self.poster_scene(moment, &view)?.paint(Theme::Light, painter);
        Ok(())
    }

    fn poster_view(&self) -> PictureView {
        let facing = self.facing();
        PictureView::from_above(facing.x.atan2(facing.z) + TURN, PITCH)
    }

    /// The figure at a moment (seconds), as large as the poster allows.
    fn poster_scene<'v>(&mut self, moment: f64, view: &'v PictureView) -> Result<SheetScene<'v>, PictureError> {
        let parts = FigureParts::new(self, moment, view)?;
        let (size, middle) = (parts.high - parts.low, 0.5 * (parts.low + parts.high));
        let width = f64::from(POSTER_SIZE.0);
        let scale = (SHARES.0 * HEIGHT / size.y).min(SHARES.1 * width / size.x);
        if !scale.is_finite() || scale <= 0.0 {
            return Err(PictureError::Nothing);
        }
        Ok(SheetScene::new(self, moment, parts, view, OnSheet { scale, middle, width }, None))
    }
}
