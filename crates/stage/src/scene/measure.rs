//! Chooses an edge of a grid square beside the figure as a scale bar.

use glam::{Mat4, Vec2, Vec3};

use super::Camera;
use marey::model::Bounds;

/// Farthest square that is tried, in squares from the figure.
const FARTHEST: i32 = 8;
/// Length on screen, CSS pixels: shorter is unreadable, longer is no help.
const SHORTEST: f32 = 28.0;
const LONGEST: f32 = 260.0;
/// Margin around the figure and inside the free area, CSS pixels.
const CLEAR: f32 = 22.0;

/// A scale bar on grid lines, stage space.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ScreenMeasure {
    /// On the ground.
    pub start: Vec3,
    /// On the ground, one square away.
    pub end: Vec3,
}

impl ScreenMeasure {
    /// The ends on screen, CSS pixels, if all of it is visible and clear of the figure.
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

    /// A scale bar beside the figure at `foot`, preferably right and near on screen. `cell`: the grid's spacing, metres. Keeps the
    /// previous bar `before` while it is visible.
    pub fn beside(
        foot: Vec3,
        cell: f32,
        camera: &Camera,
        view_projection: &Mat4,
        figure: &Bounds,
        before: Option<Self>,
    ) -> Option<(Self, [Vec2; 2])> {
        let kept = before.filter(|one| (one.start.distance(one.end) - cell).abs() < 1e-3 * cell);
        // Prefer the grid axis that points more into the picture, in a square at its side.
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
        // If the view is along that axis, use the other one.
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
