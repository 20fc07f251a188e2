//! What of a clip is shown, how it looks, and how its file is read.

use glam::Vec3;

use super::Scene;
use super::camera::View;
use marey::body::Unit;
use marey::look::Theme;
use marey::model::{Axis, PositionMode};
use marey::pose::Interpolation;

impl Scene {
    /// Light or dark.
    pub fn set_theme(&mut self, theme: Theme) {
        self.theme = theme;
        self.dirty = true;
    }

    /// Without a background.
    pub fn set_transparent(&mut self, transparent: bool) {
        self.transparent = transparent;
        self.dirty = true;
    }

    /// Shows the lines of the floor, and the shadow on it. At first both are shown.
    pub fn set_floor(&mut self, grid: bool, shadow: bool) {
        self.gridless = !grid;
        self.shadowless = !shadow;
        self.dirty = true;
    }

    /// Tell left and right apart without colour.
    pub fn set_patterns(&mut self, patterns: bool) {
        self.patterns = patterns;
        self.dirty = true;
    }

    /// Makes a joint glow.
    pub fn highlight(&mut self, joint: Option<usize>) {
        self.highlighted = joint;
        self.dirty = true;
    }

    /// The joint that glows.
    pub fn highlighted(&self) -> Option<usize> {
        self.highlighted
    }

    /// Shows the centre of mass, where the clip has masses.
    pub fn set_mass_centre(&mut self, on: bool) {
        self.mass_centre = on;
        self.dirty = true;
    }

    /// Where the centre of mass is, file space, as of the last [`advance`](Self::advance); `None` while it is not shown.
    pub fn mass_centre(&self) -> Option<Vec3> {
        self.figure.as_ref().filter(|_| self.mass_centre)?.mass_centre()
    }

    /// Shows the skin, where the clip has one. At first it is shown.
    pub fn set_skin(&mut self, on: bool) {
        self.skinless = !on;
        self.dirty = true;
    }

    /// Shows the shapes of segments, where the clip has any. At first they are shown.
    pub fn set_segments(&mut self, on: bool) {
        self.segmentless = !on;
        self.dirty = true;
    }

    /// Shows sites, where the skeleton has any. `None`, as at first: where no skin and no segment hides the joints.
    pub fn set_sites(&mut self, on: Option<bool>) {
        self.sites = on;
        self.dirty = true;
    }

    /// Shows the bones inside skin and segments. At first they are not; without both, or with those of a few joints only,
    /// they always are.
    pub fn set_bones(&mut self, on: bool) {
        self.bones = on;
        self.dirty = true;
    }

    /// What lies between two frames.
    pub fn set_interpolation(&mut self, interpolation: Interpolation) {
        self.interpolation = interpolation;
        self.dirty = true;
    }

    /// Keeps the figure over one spot of the ground.
    pub fn set_in_place(&mut self, in_place: bool) {
        self.in_place = in_place;
        self.followed = None;
        self.refresh();
    }

    /// Overrules the unit; `None` goes back to the file's own or the guess.
    pub fn set_unit(&mut self, unit: Option<Unit>) {
        if let Some(figure) = &mut self.figure {
            figure.set_unit(unit);
        }
        self.placed_anew();
    }

    /// Overrules the up axis; `None` goes back to the file's own or the guess.
    pub fn set_up(&mut self, up: Option<Axis>) {
        if let Some(figure) = &mut self.figure {
            figure.set_up(up);
        }
        self.placed_anew();
    }

    /// Puts the floor at the file's zero; otherwise it is where the feet stand, or below the body.
    pub fn set_floor_at_zero(&mut self, at_zero: bool) {
        if let Some(figure) = &mut self.figure
            && figure.set_floor_at_zero(at_zero)
        {
            self.placed_anew();
        }
    }

    /// Overrules what position channels mean; `None` goes back to what the data told.
    pub fn set_position_mode(&mut self, mode: Option<PositionMode>) {
        if let Some(figure) = &mut self.figure {
            figure.set_position_mode(mode);
        }
        self.placed_anew();
    }

    /// Size or axes changed: where the camera was means nothing any more.
    fn placed_anew(&mut self) {
        self.followed = None;
        // A camera of the file goes where its file is put.
        if self.viewpoint.is_none() {
            self.framed = Some(self.framed.unwrap_or(View::Home));
        }
        self.refresh();
    }
}

#[cfg(test)]
mod tests;
