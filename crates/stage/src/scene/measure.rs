//! One edge of a square of the ground, beside the figure: for the eye to measure by.

use glam::{Mat4, Vec2, Vec3};

use super::Camera;
use marey::model::Bounds;

/// How many squares off the figure are looked at.
const FARTHEST: i32 = 8;
/// CSS pixels: shorter it cannot be read, longer it is no help.
const SHORTEST: f32 = 28.0;
const LONGEST: f32 = 260.0;
/// CSS pixels about the figure and inside the free picture that stay clear.
const CLEAR: f32 = 22.0;

/// An edge from `start` to `end`, stage space, on lines of the grid.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measure {
    /// On the ground.
    pub start: Vec3,
    /// On the ground, one square away.
    pub end: Vec3,
}

impl Measure {
    /// Its ends in the picture, CSS pixels, where it can be seen whole and lies on nothing.
    fn seen(&self, camera: &Camera, view_projection: &Mat4, figure: &Bounds) -> Option<[Vec2; 2]> {
        let [a, b] = [self.start, self.end].map(|end| camera.to_screen(view_projection, end));
        let (a, b) = (a?, b?);
        let (left, top, width, height) = camera.free();
        let within = |at: Vec2| {
            at.x > left + CLEAR && at.x < left + width - CLEAR && at.y > top + CLEAR && at.y < top + height - CLEAR
        };
        let (low, high) = (a.min(b), a.max(b));
        let clear = high.x < figure.min.x - CLEAR
            || low.x > figure.max.x + CLEAR
            || high.y < figure.min.y - CLEAR
            || low.y > figure.max.y + CLEAR;
        (within(a) && within(b) && clear && (SHORTEST..LONGEST).contains(&a.distance(b))).then_some([a, b])
    }

    /// An edge beside what stands at `foot`, to its right in the picture before its left, near before far. `cell`: metres
    /// of the grid. The one `before` stays as long as it can.
    pub fn beside(
        foot: Vec3,
        cell: f32,
        camera: &Camera,
        view_projection: &Mat4,
        figure: &Bounds,
        before: Option<Self>,
    ) -> Option<(Self, [Vec2; 2])> {
        let kept = before.filter(|one| (one.start.distance(one.end) - cell).abs() < 1e-3 * cell);
        // Along the axis that goes more into the picture, in the square at its side.
        let right = camera.right();
        let (side, along) = if right.x.abs() > right.z.abs() {
            (Vec3::X * right.x.signum(), Vec3::Z)
        } else {
            (Vec3::Z * right.z.signum(), Vec3::X)
        };
        let corner = (foot / cell).with_y(0.0).round() * cell;
        if let Some(one) = kept
            && let Some(ends) = one.seen(camera, view_projection, figure)
        {
            return Some((one, ends));
        }
        // Seen straight along that axis, an edge on the other one.
        for edge in [along, side] {
            for n in 0..FARTHEST * 8 {
                let (far, sign, deep) = (n / 8 + 1, 1 - (n & 1) * 2, (n >> 1 & 3) - 1);
                let start = corner + (side * (sign * far) as f32 + along * deep as f32) * cell;
                let one = Self { start, end: start + edge * cell };
                if let Some(ends) = one.seen(camera, view_projection, figure) {
                    return Some((one, ends));
                }
            }
        }
        None
    }
}
