//! Viewing the stage through the file's cameras.

use super::Scene;
use super::camera::Shot;

/// Prefix of a viewpoint's name in a camera's text.
pub(super) const PREFIX: &str = "view:";
/// Near plane, in heights of the figure: a camera on a head or hand must see near objects, but not the inside of the head.
const NEAR: f32 = 0.02;
/// The camera does not look at its figure if that is nearer than this, in heights of the figure.
const BESIDE: f32 = 0.3;

impl Scene {
    /// The camera as text for [`set_camera`](Self::set_camera): `view:` and the name of the viewpoint in use, or
    /// [`Camera::to_text`](super::Camera::to_text).
    pub fn camera_text(&self) -> String {
        let through = self.figure.as_ref().zip(self.viewpoint);
        let viewpoint = through.and_then(|(figure, index)| figure.clip().viewpoints.get(index));
        viewpoint.map_or_else(|| self.camera.to_text(), |viewpoint| [PREFIX, &viewpoint.name].concat())
    }

    /// Sees through the viewpoint of that name from the next step until the camera is moved. Returns false, without a change, if
    /// there is none.
    pub(super) fn see_through(&mut self, name: &str) -> bool {
        let all = self.figure.as_ref().map_or(&[][..], |figure| &figure.clip().viewpoints);
        let Some(index) = all.iter().position(|viewpoint| viewpoint.name == name) else { return false };
        self.camera.start_transition();
        self.viewpoint = Some(index);
        self.framed = None;
        self.dirty = true;
        true
    }

    pub(super) fn leave_viewpoint(&mut self) {
        self.viewpoint = None;
        self.camera.leave();
    }

    pub(super) fn ride_viewpoint(&mut self) {
        let Some((figure, index)) = self.figure.as_ref().zip(self.viewpoint) else { return };
        let Some((camera, field_of_view)) = figure.viewpoint_on_stage(index, self.in_place) else { return };
        let height = figure.height();
        let shot = Shot::through(&camera, field_of_view, (height * NEAR).max(1e-4));
        let [_, _, back] = shot.axes();
        let away = (shot.eye - figure.carrier_on_stage(self.in_place)).dot(back);
        self.camera.ride(shot, if away > height * BESIDE { away } else { height });
    }
}

#[cfg(test)]
mod tests;
