//! Aims the camera: at the whole motion, at the followed figure, or where the user put it.

use std::ops::RangeInclusive;

use glam::Vec3;

use super::Scene;
use super::actors::PITCH;
use super::camera::{Camera, Orbit, View};
use super::course::FigureCourse;
use super::viewpoints::PREFIX;
use marey::model::Bounds;

/// A longer way counts as going about: heights of the figure.
const GOES_ABOUT: f32 = 0.7;
/// A longer way is always followed: heights of the figure.
const LONG_WAY: f32 = 3.5;
/// A figure that goes about and would be smaller than this is followed instead of showing all of its way: share of the free
/// area's width or height.
const SMALL: f32 = 0.6;
/// Figures stay near each other if they take less space about the first one than on the stage: the share of its diagonal.
const NEAR: f32 = 0.7;
/// Smallest size of a figure: share of the free area's height. In a narrow picture a smaller figure is followed, and
/// far-reaching limbs may leave the picture.
const MIN_SIZE: f32 = 0.42;

/// Height of the figure's tallest pose, as a share of the free area's height.
const TALLEST: RangeInclusive<f32> = 0.64..=0.75;

impl Scene {
    /// Frames again after the picture's size changed, unless the user moved the camera.
    pub(super) fn reframe(&mut self) {
        self.dirty = true;
        if let Some(view) = self.framed {
            // Before the first step nothing was drawn, so nothing is in motion.
            let resting = self.last.is_none() || !self.camera.is_moving();
            self.frame(view);
            if resting {
                self.camera.jump();
            }
        }
    }

    /// Frames the whole motion, or the followed figure, from a named direction.
    pub fn frame(&mut self, view: View) {
        self.leave_viewpoint();
        self.framed = Some(view);
        self.dirty = true;
        let angles = self.camera.angles(view);
        if let Some((boxes, yaw)) = self.standing_boxes() {
            let boxes = boxes.to_vec();
            self.following = false;
            let (yaw, pitch) = if view == View::Home { (yaw, PITCH) } else { angles };
            self.camera.frame_from(&boxes, yaw, pitch);
            return;
        }
        let place = self.own_place();
        let Some(figure) = &mut self.figure else { return };
        let FigureCourse { way, climbing, mut poses, mut about_joint, usual } = figure.course();
        let [others, others_about_joint] = self.other_boxes(climbing);
        let Some(figure) = &mut self.figure else { return };
        // Beside a single point nothing would show that a camera which follows it moves.
        let (height, moment, is_point) = (figure.height(), self.clock.time(), figure.is_point());
        self.camera.set_way(way.yaw.filter(|_| !self.in_place && way.length > GOES_ABOUT * height));
        self.climbing = climbing;
        let off = |at: Vec3| if climbing { at } else { at.with_y(0.0) };
        let about = |all: &[Bounds], at: Vec3| all.iter().map(|one| one.shifted(off(at))).collect::<Vec<_>>();
        let alone = others.is_empty();
        // Figures that stay near each other are followed together.
        let together =
            Bounds::around(&others_about_joint).size().length() < NEAR * Bounds::around(&others).size().length();
        let may = self.follow.is_none() && !self.in_place && !is_point && (alone || together);
        self.following = self.follow.unwrap_or(may && alone && way.length > LONG_WAY * height && height > 0.0);
        if !self.following {
            if self.in_place {
                poses = about(&about_joint, place.transform_point3(figure.start_on_stage()));
                poses.extend(others);
                self.camera.frame(&[Bounds::around(&poses)], view);
            } else {
                let mut boxes = figure.motion_boxes();
                boxes.extend(others);
                self.camera.frame(&boxes, view);
            }
            let goes = way.length.max(way.climb) > GOES_ABOUT * height;
            let [most, upright] = self.camera.shares_of(usual);
            self.following = may && (goes && most < SMALL || upright < MIN_SIZE);
        }
        if self.following {
            let at = place.transform_point3(figure.carrier_at(moment, self.interpolation, self.in_place));
            self.followed = Some(at);
            if together {
                about_joint.extend(others_about_joint);
            }
            poses = about(&about_joint, at);
            self.camera.frame(&[Bounds::around(&poses)], view);
        }
        if alone && !is_point && (self.following || self.follow.is_none()) {
            self.camera.come_nearer(usual, MIN_SIZE);
        }
        self.camera.keep_height(&poses, TALLEST);
    }

    /// The user moved the camera: it is no longer framed automatically.
    pub fn touch_camera(&mut self) {
        self.leave_viewpoint();
        self.framed = None;
        self.dirty = true;
    }

    /// Sets whether the camera follows the figure. `None`: if the figure travels so far that it would be small in a picture of
    /// its whole way.
    pub fn set_follow(&mut self, follow: Option<bool>) {
        if self.follow != follow {
            self.follow = follow;
            let view = self.framed.unwrap_or(View::Home);
            // Keep the user's direction.
            let kept = self.framed.is_none().then(|| self.camera.goal());
            self.frame(view);
            if let Some(kept) = kept {
                let framed = self.camera.goal();
                self.camera.set_goal(Orbit { yaw: kept.yaw, pitch: kept.pitch, ..framed });
                self.framed = None;
            }
        }
    }

    /// Sets the camera from text: the format of [`Camera::set_text`] for the next step, or the name of a view, which frames
    /// everything, or `view:` and the name of a viewpoint of the clip. A projection may follow the first two or stand alone; a view
    /// keeps the current projection. Other text returns `false` and changes nothing.
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

    /// Whether the camera follows the figure.
    pub fn follows(&self) -> bool {
        self.following
    }

    /// Centres the picture on a joint.
    pub fn centre_on(&mut self, joint: usize) {
        if let Some(at) = self.joint_on_stage(joint) {
            self.touch_camera();
            self.camera.set_goal(Orbit { target: at, ..self.camera.goal() });
        }
    }
}

#[cfg(test)]
mod tests;
