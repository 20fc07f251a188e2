//! Seeing through the cameras that a file has.

use super::Scene;
use super::camera::Shot;

/// Before the name of a viewpoint, where a camera is told as text.
pub(super) const PREFIX: &str = "view:";
/// In heights of the figure. A camera on a head or a hand sees what is as near as this, and not the inside of what it is in.
const NEAR: f32 = 0.02;
/// A figure nearer than this part of its height is not what a camera on it looks at.
const BESIDE: f32 = 0.3;

impl Scene {
    /// The camera as text, for [`set_camera`](Self::set_camera): `view:` and the name of the viewpoint that it sees through, or
    /// what [`Camera::to_text`](super::Camera::to_text) says.
    pub fn camera_text(&self) -> String {
        let through = self.figure.as_ref().zip(self.viewpoint);
        let viewpoint = through.and_then(|(figure, index)| figure.clip().viewpoints.get(index));
        viewpoint.map_or_else(|| self.camera.to_text(), |viewpoint| [PREFIX, &viewpoint.name].concat())
    }

    /// Sees through the viewpoint of that name, from the next step on, until the camera is moved. `false` and no change where
    /// the clip has none.
    pub(super) fn see_through(&mut self, name: &str) -> bool {
        let all = self.figure.as_ref().map_or(&[][..], |figure| &figure.clip().viewpoints);
        let Some(index) = all.iter().position(|viewpoint| viewpoint.name == name) else { return false };
        self.camera.part();
        self.viewpoint = Some(index);
        self.framed = None;
        self.dirty = true;
        true
    }

    /// The camera is its own again.
    pub(super) fn leave_viewpoint(&mut self) {
        self.viewpoint = None;
        self.camera.leave();
    }

    /// Brings the camera to where its viewpoint is in the pose.
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
