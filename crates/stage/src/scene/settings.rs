//! Display settings, and overrides of how the file is read.

use glam::Vec3;

use super::Scene;
use super::camera::View;
use marey::body::Unit;
use marey::look::Theme;
use marey::model::{Axis, PositionMode};
use marey::pose::Interpolation;

impl Scene {
    /// Sets the colours: light or dark.
    pub fn set_theme(&mut self, theme: Theme) {
        self.theme = theme;
        self.changed();
    }

    /// Sets whether the background is transparent.
    pub fn set_transparent(&mut self, transparent: bool) {
        self.transparent = transparent;
        self.changed();
    }

    /// Whether the background is transparent.
    pub fn is_transparent(&self) -> bool {
        self.transparent
    }

    /// Shows the floor's grid and shadow. Both are shown initially.
    pub fn set_floor(&mut self, grid: bool, shadow: bool) {
        self.gridless = !grid;
        self.shadowless = !shadow;
        self.changed();
    }

    /// Distinguishes left and right also by pattern.
    pub fn set_patterns(&mut self, patterns: bool) {
        self.patterns = patterns;
        self.changed();
    }

    /// Highlights a joint.
    pub fn highlight(&mut self, joint: Option<usize>) {
        self.highlighted = joint;
        self.dirty = true;
    }

    /// The highlighted joint.
    pub fn highlighted(&self) -> Option<usize> {
        self.highlighted
    }

    /// Shows the centre of mass, if the clip has masses.
    pub fn set_mass_centre(&mut self, on: bool) {
        self.mass_centre = on;
        self.changed();
    }

    /// The centre of mass, file space, as of the last [`advance`](Self::advance); `None` while hidden.
    pub fn mass_centre(&self) -> Option<Vec3> {
        self.figure.as_ref().filter(|_| self.mass_centre)?.mass_centre()
    }

    /// Shows the skin, if the clip has one. It is shown initially.
    pub fn set_skin(&mut self, on: bool) {
        self.skinless = !on;
        self.changed();
    }

    /// Shows the shapes of segments, if the clip has any. They are shown initially.
    pub fn set_segments(&mut self, on: bool) {
        self.segmentless = !on;
        self.changed();
    }

    /// Shows sites, if the skeleton has any. `None`, the initial value: if the clip has no skin.
    pub fn set_sites(&mut self, on: Option<bool>) {
        self.sites = on;
        self.changed();
    }

    /// Shows the bones inside skin and segments. They are hidden initially, but always shown if skin and segments are missing or
    /// cover only a few joints.
    pub fn set_bones(&mut self, on: bool) {
        self.bones = on;
        self.changed();
    }

    /// Sets the interpolation between frames.
    pub fn set_interpolation(&mut self, interpolation: Interpolation) {
        self.interpolation = interpolation;
        self.changed();
    }

    /// Keeps the figure in place: cancels its horizontal travel.
    pub fn set_in_place(&mut self, in_place: bool) {
        self.in_place = in_place;
        self.followed = None;
        self.refresh();
    }

    /// Overrides the unit; `None`: the file's or the guess.
    pub fn set_unit(&mut self, unit: Option<Unit>) {
        if let Some(figure) = &mut self.figure {
            figure.set_unit(unit);
        }
        self.placement_changed();
    }

    /// Overrides the up axis; `None`: the file's or the guess.
    pub fn set_up(&mut self, up: Option<Axis>) {
        if let Some(figure) = &mut self.figure {
            figure.set_up(up);
        }
        self.placement_changed();
    }

    /// Puts the floor at the file's zero; otherwise it is where the feet stand, or below the body.
    pub fn set_floor_at_zero(&mut self, at_zero: bool) {
        if let Some(figure) = &mut self.figure
            && figure.set_floor_at_zero(at_zero)
        {
            self.placement_changed();
        }
    }

    /// Overrides the meaning of position channels; `None`: the default, from the data.
    pub fn set_position_mode(&mut self, mode: Option<PositionMode>) {
        if let Some(figure) = &mut self.figure {
            figure.set_position_mode(mode);
        }
        self.placement_changed();
    }

    /// Frames again after size or axes changed, since the camera's position has lost its meaning.
    fn placement_changed(&mut self) {
        self.followed = None;
        // A viewpoint moves with the placement.
        if self.viewpoint.is_none() {
            self.framed = Some(self.framed.unwrap_or(View::Home));
        }
        self.refresh();
    }
}

#[cfg(test)]
mod tests;
