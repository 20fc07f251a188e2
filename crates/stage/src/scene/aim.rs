//! Where the camera looks: at all of the motion, at the figure that it follows, or where the user has put it.

use std::ops::RangeInclusive;

use glam::Vec3;

use super::Scene;
use super::camera::{Camera, Orbit, View};
use super::course::Course;
use super::viewpoints::PREFIX;
use marey::model::Bounds;

/// In heights of the figure: what is no standing about,
const GOES_ABOUT: f32 = 0.7;
/// and what is a long way.
const FAR: f32 = 3.5;
/// A part of the free picture's width or height. A figure that goes about and would be smaller than this is followed rather
/// than shown with all of its way.
const SMALL: f32 = 0.6;
/// A part of the free picture's height. No figure is smaller than this: in a narrow picture it is followed, and what reaches
/// far out is not shown at every moment.
const LEAST: f32 = 0.42;

/// Parts of the free picture's height: what a figure takes in the pose that is tallest there, from its feet to the highest point.
const TALLEST: RangeInclusive<f32> = 0.64..=0.75;

impl Scene {
    /// Another picture size: frames again at once, if nobody has moved the camera.
    pub(super) fn reframe(&mut self) {
        self.dirty = true;
        if let Some(view) = self.framed {
            // What has not been seen yet has not set out either.
            let resting = self.last.is_none() || !self.camera.is_moving();
            self.frame(view);
            if resting {
                self.camera.jump();
            }
        }
    }

    /// Looks at everything from a named direction: at the whole motion, or at the figure when it is followed.
    pub fn frame(&mut self, view: View) {
        self.leave_viewpoint();
        self.framed = Some(view);
        self.dirty = true;
        let Some(figure) = &mut self.figure else { return };
        let Course { way, climbing, mut poses, about_joint, usual } = figure.course();
        let (height, moment) = (figure.height(), self.clock.time());
        self.camera.set_way(way.yaw.filter(|_| !self.in_place && way.length > GOES_ABOUT * height));
        self.climbing = climbing;
        let off = |at: Vec3| if climbing { at } else { at.with_y(0.0) };
        let about = |at: Vec3| about_joint.iter().map(|one| one.shifted(off(at))).collect::<Vec<_>>();
        let may = self.follow.is_none() && !self.in_place;
        self.following = self.follow.unwrap_or(may && way.length > FAR * height && height > 0.0);
        if !self.following {
            if self.in_place {
                poses = about(figure.start_on_stage());
                self.camera.frame(&[Bounds::around(&poses)], view);
            } else {
                self.camera.frame(&figure.motion_boxes(), view);
            }
            let goes = way.length.max(way.climb) > GOES_ABOUT * height;
            let [most, upright] = self.camera.shares_of(usual);
            self.following = may && (goes && most < SMALL || upright < LEAST);
        }
        if self.following {
            let at = figure.carrier_at(moment, self.interpolation, self.in_place);
            self.followed = Some(at);
            poses = about(at);
            self.camera.frame(&[Bounds::around(&poses)], view);
        }
        if self.following || self.follow.is_none() {
            self.camera.come_nearer(usual, LEAST);
        }
        self.camera.keep_height(&poses, TALLEST);
    }

    /// The user moves the camera: from now on it stays where they put it.
    pub fn touch_camera(&mut self) {
        self.leave_viewpoint();
        self.framed = None;
        self.dirty = true;
    }

    /// Whether the camera goes where the figure goes. `None`: where the figure goes so far that a picture of its whole way
    /// would show little of it.
    pub fn set_follow(&mut self, follow: Option<bool>) {
        if self.follow != follow {
            self.follow = follow;
            let view = self.framed.unwrap_or(View::Home);
            // Keep the direction that the user chose, only frame the other box.
            let kept = self.framed.is_none().then(|| self.camera.goal());
            self.frame(view);
            if let Some(kept) = kept {
                let framed = self.camera.goal();
                self.camera.set_goal(Orbit { yaw: kept.yaw, pitch: kept.pitch, ..framed });
                self.framed = None;
            }
        }
    }

    /// Takes a camera as text, as [`Camera::set_text`] does: the place it has is meant for the moment of the next step. Or the
    /// name of a view, which frames everything. Or `view:` and the name of one of the clip's viewpoints, to see through that. A projection may follow on each, or stand alone; views keep the one there is.
    /// `false` and no change when it is none of these.
    pub fn set_camera(&mut self, text: &str) -> bool {
        if let Some(name) = text.strip_prefix(PREFIX) {
            return self.see_through(name);
        }
        let (place, orthographic) = Camera::projection(text);
        let view = View::from_name(place);
        if view.is_none() && !(place.is_empty() && orthographic.is_some()) {
            let understood = self.camera.set_text(text);
            if understood {
                let goal = self.camera.goal();
                self.touch_camera();
                self.camera.set_goal(goal);
                self.followed = None;
            }
            return understood;
        }
        self.leave_viewpoint();
        let goal = self.camera.goal();
        self.camera.set_goal(Orbit { orthographic: orthographic.unwrap_or(goal.orthographic), ..goal });
        self.dirty = true;
        if let Some(view) = view.or(self.framed) {
            self.frame(view);
        }
        true
    }

    /// Whether the camera goes where the figure goes.
    pub fn follows(&self) -> bool {
        self.following
    }

    /// Puts a joint in the middle.
    pub fn centre_on(&mut self, joint: usize) {
        if let Some(at) = self.joint_on_stage(joint) {
            self.touch_camera();
            self.camera.set_goal(Orbit { target: at, ..self.camera.goal() });
        }
    }
}

#[cfg(test)]
mod tests;
