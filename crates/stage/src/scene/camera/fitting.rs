//! Fits boxes into the picture.

use std::ops::RangeInclusive;

use glam::{Vec2, Vec3};

use super::orbit::nearest_turn;
use super::{Camera, Orbit, View};
use marey::model::Bounds;
use marey::within::Within;

/// Smallest and largest size of a framed object, metres.
const SMALLEST: f32 = 1e-6;
const LARGEST: f32 = 1e12;
/// Margin around the figure, as a factor of the distance.
const MARGIN: f32 = 1.08;
/// The share of the distance with margin that still keeps everything in the picture.
const SPARED: f32 = 1.02 / MARGIN;

impl Camera {
    /// Frames all of `boxes` (stage space) from a named direction, from the smallest distance.
    pub fn frame(&mut self, boxes: &[Bounds], view: View) {
        let (yaw, pitch) = self.angles(view);
        self.frame_from(boxes, yaw, pitch);
    }

    /// Frames all of `boxes` from a yaw and a pitch on the stage, radians.
    pub fn frame_from(&mut self, boxes: &[Bounds], yaw: f32, pitch: f32) {
        let all = Bounds::around(boxes);
        let yaw = nearest_turn(yaw, self.goal.yaw);
        let mut orbit = Orbit { yaw, pitch, target: all.centre(), distance: 1.0, ..self.goal };
        // Differences of a file's numbers may overflow.
        self.scale = (all.size().length() * 0.5).clamp(SMALLEST, LARGEST);
        let (right, up) = orbit.plane();
        let back = orbit.backwards();
        let tangents = self.tangents();
        // With the camera at distance d and moved sideways by a, a point (x across, z towards the camera) is in the picture when
        // -t (d - z) <= x - a <= t (d - z), t the tangent of half the field of view: both sides are linear in a and d, so only the
        // largest x + tz and -x + tz count. The same holds upwards. In orthographic projection z does not count.
        let (mut most, mut least) = (Vec2::NEG_INFINITY, Vec2::NEG_INFINITY);
        for one in boxes.iter().filter(|one| !one.is_empty()) {
            let (centre, half) = (one.centre() - all.centre(), one.size() * 0.5);
            for corner in 0..8_u8 {
                let sign = |bit: u8| if corner >> bit & 1 == 0 { -1.0 } else { 1.0 };
                let offset = centre + half * Vec3::new(sign(0), sign(1), sign(2));
                let across = Vec2::new(offset.dot(right), offset.dot(up));
                let towards = if orbit.orthographic { Vec2::ZERO } else { tangents * offset.dot(back) };
                most = most.max(across + towards);
                least = least.max(towards - across);
            }
        }
        if most.is_finite() {
            let fits = (most + least) / (tangents * 2.0);
            let aside = (most - least) * 0.5;
            orbit.target += right * aside.x + up * aside.y;
            orbit.distance = (fits.max_element() * MARGIN).max(self.scale * 0.2);
        }
        self.set_goal(orbit);
    }

    /// Shares of the free area that a box of this size takes at the target: of width or height, whichever is more, and of the
    /// height with the box's longest side.
    pub fn shares_of(&self, size: Vec3) -> [f32; 2] {
        let shares = Vec2::new(size.x.max(size.z), size.y) / self.reach();
        [shares.max_element(), size.max_element() / self.reach().y]
    }

    /// Moves nearer if a box of this size would take less than `share` of the free height with its longest side.
    pub fn come_nearer(&mut self, size: Vec3, share: f32) {
        let [_, now] = self.shares_of(size);
        if now > 0.0 && now < share {
            self.set_goal(Orbit { distance: self.goal.distance * now / share, ..self.goal });
        }
    }

    /// Moves nearer or farther to bring the tallest box's share of the free height into `range`; nearer only within the margin of
    /// [`frame`](Self::frame), so that nothing leaves the picture.
    pub fn keep_height(&mut self, boxes: &[Bounds], range: RangeInclusive<f32>) {
        let tallest = boxes.iter().map(|one| self.height_of(one)).fold(0.0, f32::max);
        if tallest > 0.0 {
            let wanted = tallest / tallest.within(*range.start(), *range.end());
            self.set_goal(Orbit { distance: self.goal.distance * wanted.max(SPARED), ..self.goal });
        }
    }

    /// Share of the free height that a vertical line takes in the middle of a box, from its bottom to its top.
    fn height_of(&self, one: &Bounds) -> f32 {
        let goal = self.goal;
        let nearer = if goal.orthographic { 0.0 } else { (one.centre() - goal.target).dot(goal.backwards()) };
        let shown = self.tangents().y * 2.0 * (goal.distance - nearer);
        if shown > 0.0 { one.size().y * goal.plane().1.y / shown } else { 0.0 }
    }

    /// Width and height of the free area at the target, metres.
    fn reach(&self) -> Vec2 {
        self.tangents() * 2.0 * self.goal.distance
    }
}
