//! Projection from the stage to the picture, and the free area between the controls.

use glam::{Mat4, Vec2, Vec3, Vec4};

use super::{Camera, FIELD_OF_VIEW, Orbit};

/// Depth range of an orthographic camera on each side of the target, in units of its distance plus the framed size.
const DEPTH_RANGE: f32 = 16.0;
/// The least shares of the picture's width and height for the figure.
const LEAST_WIDTH: f32 = 0.15;
const LEAST_HEIGHT: f32 = 0.25;
/// In a picture lower than this, CSS pixels, the least height would be too small for a figure.
const LOW: f32 = 320.0;

impl Camera {
    /// The free area's left, top, width, height.
    pub(in crate::scene) fn free(&self) -> (f32, f32, f32, f32) {
        let [top, right, bottom, left] = self.insets;
        let Vec2 { x: wide, y: high } = self.viewport;
        let (width, height, least) = (wide - left - right, high - top - bottom, LEAST_HEIGHT * high);
        // If controls cover nearly all of the width, or of a low picture, the figure is behind them.
        if width < LEAST_WIDTH * wide || (height < least && high < LOW) {
            return (0.0, 0.0, wide, high);
        }
        (left, top.min(high - least), width, height.max(least))
    }

    /// Tangents of half the free area's fields of view from an orbit, across and up.
    pub(super) fn tangents(&self) -> Vec2 {
        self.spread((FIELD_OF_VIEW / 2.0).tan())
    }

    /// Tangents across and up from `half`, the one along the shorter side of the free area.
    fn spread(&self, half: f32) -> Vec2 {
        let (_, _, width, height) = self.free();
        // On a tall phone the width limits the view: keep the field of view along the shorter side.
        if width < height { Vec2::new(half, half * height / width) } else { Vec2::new(half * width / height, half) }
    }

    pub(super) fn metres_per_pixel(&self, orbit: &Orbit) -> f32 {
        2.0 * orbit.distance * self.tangents().y / self.free().3
    }

    /// Stage space to clip space: right-handed, depth 1 at the near plane to 0 at infinity (orthographic: to 0 at the far end of
    /// the depth range), the target in the middle of the free area.
    pub fn view_projection(&self) -> Mat4 {
        let orbit = self.now;
        let shot = self.shot();
        let [right, up, back] = shot.axes();
        let eye = shot.eye;
        let view = Mat4::from_cols(
            Vec4::new(right.x, up.x, back.x, 0.0),
            Vec4::new(right.y, up.y, back.y, 0.0),
            Vec4::new(right.z, up.z, back.z, 0.0),
            Vec4::new(-eye.dot(right), -eye.dot(up), -eye.dot(back), 1.0),
        );
        let tangents = self.spread(shot.tangent);
        // Depth and w are linear in the view's z: `into * z + one`, each the depth's factor first, then that of w.
        let (mut scale, mut into, mut one) = (1.0, [0.0, -1.0], [shot.near, 0.0]);
        if orbit.orthographic {
            // A depth range around the target that holds everything.
            let room = 0.5 / (DEPTH_RANGE * (orbit.distance + self.scale));
            (scale, into, one) = (orbit.distance, [room, 0.0], [0.5 + room * orbit.distance, 1.0]);
        }
        let projection = Mat4::from_cols(
            Vec4::new(1.0 / (tangents.x * scale), 0.0, 0.0, 0.0),
            Vec4::new(0.0, 1.0 / (tangents.y * scale), 0.0, 0.0),
            Vec4::new(0.0, 0.0, into[0], into[1]),
            Vec4::new(0.0, 0.0, one[0], one[1]),
        );
        // Scale and move the picture into the free area.
        let (left, top, width, height) = self.free();
        let (sx, sy) = (width / self.viewport.x, height / self.viewport.y);
        let (mx, my) = ((2.0 * left + width) / self.viewport.x - 1.0, 1.0 - (2.0 * top + height) / self.viewport.y);
        let place = Mat4::from_cols(
            Vec4::new(sx, 0.0, 0.0, 0.0),
            Vec4::new(0.0, sy, 0.0, 0.0),
            Vec4::new(0.0, 0.0, 1.0, 0.0),
            Vec4::new(mx, my, 0.0, 1.0),
        );
        place * projection * view
    }

    /// Projects a point of the stage to the picture, CSS pixels; `None` behind the camera.
    pub fn to_screen(&self, view_projection: &Mat4, point: Vec3) -> Option<Vec2> {
        let clip = *view_projection * point.extend(1.0);
        (clip.w > 1e-6).then(|| {
            let ndc = Vec2::new(clip.x, clip.y) / clip.w;
            Vec2::new(ndc.x + 1.0, 1.0 - ndc.y) * 0.5 * self.viewport
        })
    }
}
