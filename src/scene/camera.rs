//! An orbit camera on the stage: where it looks from, how it gets there, what a pixel is.
//!
//! Stage space is in metres, Y up. Angles are radians: yaw 0 looks from +Z, yaw 90° from +X; pitch is how far the
//! camera is above the horizon. Screen coordinates are CSS pixels from the top left.

use std::f32::consts::{FRAC_PI_2, LOG2_E, PI, TAU};

use glam::{Mat4, Vec2, Vec3, Vec4};

use crate::decimal;
use crate::fast_maths::{exp2, log2, sin_cos, yaw};
use crate::model::Bounds;

/// Vertical field of view of the free area, about that of a 50 mm lens.
const FIELD_OF_VIEW: f32 = 0.61;
/// Seconds in which an eased move covers 63 % of what is left.
const EASE: f32 = 0.09;
/// Straight down, a hair short of it so that "right" stays defined.
const STEEPEST: f32 = FRAC_PI_2 - 1e-3;
/// From just below the ground, no lower.
const LOWEST: f32 = -0.35;
/// Metres across, of what can be looked at.
const LARGEST: f32 = 1e12;
/// How far the view across a way is turned towards the face, radians.
const TOWARDS_FACE: f32 = 0.3;
/// How far there is something before and behind the target of an orthographic camera, in distances from it and sizes of what
/// is looked at.
const DEEP: f32 = 16.0;
/// Room left around the figure, as a factor of the distance.
const MARGIN: f32 = 1.08;

/// Where the camera stands: it looks at `target` from `distance` metres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Orbit {
    /// Radians about Y; 0 is on +Z, growing towards +X.
    pub yaw: f32,
    /// Radians above the horizon.
    pub pitch: f32,
    /// Metres.
    pub distance: f32,
    /// What is in the middle of the free area, stage space.
    pub target: Vec3,
    /// Without a vanishing point: what is far is as large as what is near. At the target nothing changes its size.
    pub orthographic: bool,
}

impl Orbit {
    /// Unit vector from the target to the eye.
    fn backwards(&self) -> Vec3 {
        let (sin_yaw, cos_yaw) = sin_cos(self.yaw);
        let (sin_pitch, cos_pitch) = sin_cos(self.pitch);
        Vec3::new(sin_yaw * cos_pitch, sin_pitch, cos_yaw * cos_pitch)
    }

    pub(super) fn eye(&self) -> Vec3 {
        self.target + self.backwards() * self.distance
    }

    /// Right and up of the picture, unit vectors.
    fn plane(&self) -> (Vec3, Vec3) {
        let (sine, cosine) = sin_cos(self.yaw);
        let right = Vec3::new(cosine, 0.0, -sine);
        (right, self.backwards().cross(right))
    }

    fn is_finite(&self) -> bool {
        self.yaw.is_finite() && self.pitch.is_finite() && self.distance.is_finite() && self.target.is_finite()
    }

    fn is_near(&self, other: &Self) -> bool {
        let tolerance = 1e-4 * other.distance;
        (self.yaw - other.yaw).abs() < 1e-4
            && (self.pitch - other.pitch).abs() < 1e-4
            && (self.distance - other.distance).abs() < tolerance
            && self.target.distance(other.target) < tolerance
    }
}

/// Named directions to look from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum View {
    /// The figure's face.
    Front,
    /// Its back.
    Back,
    /// Its left side.
    Left,
    /// Its right side.
    Right,
    /// From above.
    Top,
    /// Where a clip starts: from the front, a little to the side and above; across the way of a figure that goes about.
    Home,
}

impl View {
    /// The view of that name (`front`, `back`, `left`, `right`, `side`, `top`, `home`).
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "front" => Self::Front,
            "back" => Self::Back,
            "left" | "side" => Self::Left,
            "right" => Self::Right,
            "top" => Self::Top,
            "home" => Self::Home,
            _ => return None,
        })
    }

    /// Yaw against the figure's facing, and pitch.
    fn angles(self) -> (f32, f32) {
        match self {
            Self::Front => (0.0, 0.0),
            Self::Back => (PI, 0.0),
            Self::Left => (FRAC_PI_2, 0.0),
            Self::Right => (-FRAC_PI_2, 0.0),
            Self::Top => (0.0, STEEPEST),
            Self::Home => (0.6, 0.2),
        }
    }
}

/// The camera of one stage.
#[derive(Debug, Clone, PartialEq)]
pub struct Camera {
    now: Orbit,
    goal: Orbit,
    smooth: bool,
    viewport: Vec2,
    /// top, right, bottom, left
    insets: [f32; 4],
    facing_yaw: f32,
    /// The main direction in which the figure goes, forwards or backwards.
    way_yaw: Option<f32>,
    /// Size of what is looked at, metres: zooming stops at fractions and multiples of it.
    scale: f32,
}

impl Default for Camera {
    fn default() -> Self {
        let target = Vec3::new(0.0, 0.85, 0.0);
        let orbit = Orbit { yaw: 0.6, pitch: 0.2, distance: 4.5, target, orthographic: false };
        Self {
            now: orbit,
            goal: orbit,
            smooth: true,
            viewport: Vec2::new(1280.0, 720.0),
            insets: [0.0; 4],
            facing_yaw: 0.0,
            way_yaw: None,
            scale: 1.7,
        }
    }
}

impl Camera {
    /// The size of the picture in CSS pixels. Nonsense is ignored.
    pub fn set_viewport(&mut self, width: f32, height: f32) {
        if width.is_finite() && height.is_finite() && width >= 1.0 && height >= 1.0 {
            self.viewport = Vec2::new(width, height);
        }
    }

    /// CSS pixels at the top, right, bottom and left that controls cover: the target is in the middle of the rest.
    pub fn set_insets(&mut self, insets: [f32; 4]) {
        if insets.iter().all(|inset| inset.is_finite() && *inset >= 0.0) {
            self.insets = insets;
        }
    }

    /// Whether moves ease or jump.
    pub fn set_smooth(&mut self, smooth: bool) {
        self.smooth = smooth;
        if !smooth {
            self.jump();
        }
    }

    /// Where it is on its way to.
    pub fn goal(&self) -> Orbit {
        self.goal
    }

    /// Where it is now.
    pub fn now(&self) -> Orbit {
        self.now
    }

    /// Goes there. Not finite: ignored.
    pub fn set_goal(&mut self, mut goal: Orbit) {
        goal.pitch = goal.pitch.clamp(LOWEST, STEEPEST);
        goal.distance = goal.distance.max(self.scale * 0.05).min(self.scale * 500.0);
        if !goal.is_finite() {
            return;
        }
        self.goal = goal;
        if !self.smooth {
            self.jump();
        }
    }

    /// Is there at once.
    pub fn jump(&mut self) {
        // Whole turns mean nothing any more, and would cost precision.
        self.goal.yaw = without_turns(self.goal.yaw);
        self.now = self.goal;
    }

    /// Which way the figure faces (stage space); `None` is +Z.
    pub fn set_facing(&mut self, facing: Option<Vec3>) {
        self.facing_yaw = facing.map_or(0.0, |direction| yaw(direction.x, direction.z));
    }

    /// In which direction the figure goes about, as a yaw, forwards or backwards; `None`: nowhere, or all about.
    pub fn set_way(&mut self, yaw: Option<f32>) {
        self.way_yaw = yaw;
    }

    /// Where a view looks from: its yaw on the stage, and its pitch.
    fn angles(&self, view: View) -> (f32, f32) {
        let (turn, pitch) = view.angles();
        let yaw = self.facing_yaw + turn;
        let Some(way) = self.way_yaw.filter(|_| view == View::Home) else { return (yaw, pitch) };
        // Of the two sides the one that shows more of the face, and a little towards it. Along its way a figure only
        // grows and shrinks.
        let sides = [way + FRAC_PI_2, way - FRAC_PI_2].map(|side| nearest_turn(side, yaw));
        let [side, other] = sides;
        let side = if (side - yaw).abs() <= (other - yaw).abs() { side } else { other };
        (side + (yaw - side).clamp(-TOWARDS_FACE, TOWARDS_FACE), pitch)
    }

    /// How much of the free area a box of that size takes at the target: of its width or height, whichever is more, and of
    /// its height alone with the longest side.
    pub fn shares_of(&self, size: Vec3) -> [f32; 2] {
        let shares = Vec2::new(size.x.max(size.z), size.y) / self.reach();
        [shares.max_element(), size.max_element() / self.reach().y]
    }

    /// Comes nearer, where a box of that size would take less than `share` of the free height with its longest side.
    pub fn come_nearer(&mut self, size: Vec3, share: f32) {
        let [_, now] = self.shares_of(size);
        if now > 0.0 && now < share {
            self.set_goal(Orbit { distance: self.goal.distance * now / share, ..self.goal });
        }
    }

    /// Metres that the free area shows at the target, across and up.
    fn reach(&self) -> Vec2 {
        self.tangents() * 2.0 * self.goal.distance
    }

    /// The free area's left, top, width, height.
    pub(super) fn free(&self) -> (f32, f32, f32, f32) {
        let [top, right, bottom, left] = self.insets;
        // Controls that cover nearly everything leave nothing to frame in: then the whole picture counts.
        let (width, height) = (self.viewport.x - left - right, self.viewport.y - top - bottom);
        if width < 0.25 * self.viewport.x || height < 0.25 * self.viewport.y {
            return (0.0, 0.0, self.viewport.x, self.viewport.y);
        }
        (left, top, width, height)
    }

    /// Tangents of half the free area's angles of view, across and up.
    fn tangents(&self) -> Vec2 {
        let (_, _, width, height) = self.free();
        let half = (FIELD_OF_VIEW / 2.0).tan();
        // On a tall phone the width is what is scarce: hold the field of view on the shorter side.
        if width < height { Vec2::new(half, half * height / width) } else { Vec2::new(half * width / height, half) }
    }

    /// Looks at all of `boxes` (stage space) from a named direction, from as near as that goes.
    pub fn frame(&mut self, boxes: &[Bounds], view: View) {
        let all = boxes.iter().fold(Bounds::EMPTY, |all, one| all.union(*one));
        let (yaw, pitch) = self.angles(view);
        let yaw = nearest_turn(yaw, self.goal.yaw);
        let mut orbit = Orbit { yaw, pitch, target: all.centre(), distance: 1.0, ..self.goal };
        // A file may hold numbers whose differences are past the range.
        self.scale = (all.size().length() * 0.5).clamp(1e-3, LARGEST);
        let (right, up) = orbit.plane();
        let back = orbit.backwards();
        let tangents = self.tangents();
        // With the camera at distance d and moved sideways by a, a point (x across, z towards the camera) is in the
        // picture when -t (d - z) <= x - a <= t (d - z), t the tangent of half the angle of view: both sides are
        // linear in a and d, so only the largest x + tz and -x + tz count. The same upwards. Without a vanishing point z
        // does not count.
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

    /// Turns about the target: radians to the right and up.
    pub fn orbit(&mut self, yaw: f32, pitch: f32) {
        let goal = self.goal;
        self.set_goal(Orbit { yaw: goal.yaw + yaw, pitch: goal.pitch + pitch, ..goal });
    }

    /// Drags the scene by CSS pixels: what is at the target's depth stays under the pointer.
    pub fn pan(&mut self, dx: f32, dy: f32) {
        let goal = self.goal;
        let (right, up) = goal.plane();
        let metres = self.metres_per_pixel(&goal);
        self.set_goal(Orbit { target: goal.target + (up * dy - right * dx) * metres, ..goal });
    }

    /// Comes `factor` times nearer (below 1: farther) while the point under (x, y) stays there.
    pub fn zoom(&mut self, factor: f32, x: f32, y: f32) {
        if !(factor.is_finite() && factor > 0.0 && x.is_finite() && y.is_finite()) {
            return;
        }
        let before = self.goal;
        self.set_goal(Orbit { distance: before.distance / factor, ..before });
        let after = self.goal;
        let (left, top, width, height) = self.free();
        let offset = Vec2::new(x - left - width / 2.0, top + height / 2.0 - y);
        let (right, up) = before.plane();
        let slip = self.metres_per_pixel(&before) - self.metres_per_pixel(&after);
        self.set_goal(Orbit { target: after.target + (right * offset.x + up * offset.y) * slip, ..after });
    }

    /// Metres that one CSS pixel covers at the target.
    fn metres_per_pixel(&self, orbit: &Orbit) -> f32 {
        2.0 * orbit.distance * self.tangents().y / self.free().3
    }

    /// Moves the target without turning or easing (a followed figure).
    pub fn carry(&mut self, by: Vec3) {
        if by.is_finite() {
            self.now.target += by;
            self.goal.target += by;
        }
    }

    /// Eases on by `seconds`. Returns whether it moved.
    pub fn advance(&mut self, seconds: f32) -> bool {
        if self.now == self.goal {
            return false;
        }
        let share = if self.smooth { 1.0 - exp2(-seconds.max(0.0) / EASE * LOG2_E) } else { 1.0 };
        let (now, goal) = (self.now, self.goal);
        self.now = Orbit {
            yaw: now.yaw + (goal.yaw - now.yaw) * share,
            pitch: now.pitch + (goal.pitch - now.pitch) * share,
            // Even steps of the logarithm look even.
            distance: now.distance * exp2(log2(goal.distance / now.distance) * share),
            target: now.target.lerp(goal.target, share),
            orthographic: goal.orthographic,
        };
        // Far out a step may be too small for the numbers there.
        if self.now.is_near(&goal) || self.now == now {
            self.jump();
        }
        true
    }

    /// Whether it is still on its way.
    pub fn is_moving(&self) -> bool {
        self.now != self.goal
    }

    /// The eye, stage space.
    pub fn eye(&self) -> Vec3 {
        self.now.eye()
    }

    /// Stage space to clip space: right-handed, depth 1 at the near plane to 0 at infinity (orthographic: where nothing is
    /// any more), the target in the middle of the free area.
    pub fn view_projection(&self) -> Mat4 {
        let orbit = self.now;
        let (right, up) = orbit.plane();
        let back = orbit.backwards();
        let eye = orbit.eye();
        let view = Mat4::from_cols(
            Vec4::new(right.x, up.x, back.x, 0.0),
            Vec4::new(right.y, up.y, back.y, 0.0),
            Vec4::new(right.z, up.z, back.z, 0.0),
            Vec4::new(-eye.dot(right), -eye.dot(up), -eye.dot(back), 1.0),
        );
        let near = (orbit.distance * 0.02).max(1e-4);
        let tangents = self.tangents();
        // Depth and w, each of the way into the picture and of 1.
        let (mut scale, mut into, mut one) = (1.0, [0.0, -1.0], [near, 0.0]);
        if orbit.orthographic {
            // Before and behind the target there is as much room as anything needs.
            let room = 0.5 / (DEEP * (orbit.distance + self.scale));
            (scale, into, one) = (orbit.distance, [room, 0.0], [0.5 + room * orbit.distance, 1.0]);
        }
        let projection = Mat4::from_cols(
            Vec4::new(1.0 / (tangents.x * scale), 0.0, 0.0, 0.0),
            Vec4::new(0.0, 1.0 / (tangents.y * scale), 0.0, 0.0),
            Vec4::new(0.0, 0.0, into[0], into[1]),
            Vec4::new(0.0, 0.0, one[0], one[1]),
        );
        // The free area is a part of the picture: shrink to its size and move to its place.
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

    /// Where a point of the stage is in the picture, CSS pixels; `None` behind the camera.
    pub fn to_screen(&self, view_projection: &Mat4, point: Vec3) -> Option<Vec2> {
        let clip = *view_projection * point.extend(1.0);
        (clip.w > 1e-6).then(|| {
            let ndc = Vec2::new(clip.x, clip.y) / clip.w;
            Vec2::new(ndc.x + 1.0, 1.0 - ndc.y) * 0.5 * self.viewport
        })
    }

    /// The camera as text: `yaw,pitch,distance,x,y,z` in degrees and metres, and `,ortho` where it is that; for links.
    pub fn to_text(&self) -> String {
        let Orbit { yaw, pitch, distance, target, orthographic } = self.goal;
        let yaw = without_turns(yaw).to_degrees();
        let [x, y, z] = target.to_array();
        let mut out = String::new();
        let numbers = [(yaw, 1), (pitch.to_degrees(), 1), (distance, 3), (x, 3), (y, 3), (z, 3)];
        for (index, (value, places)) in numbers.into_iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            decimal::write(&mut out, f64::from(value), places);
        }
        if orthographic {
            out.push_str(",ortho");
        }
        out
    }

    /// A text for a camera, or the name of a view, without the projection that it may end with: `ortho` or `perspective`.
    /// Whether it is orthographic; `None` where it says nothing of that.
    pub fn projection(text: &str) -> (&str, Option<bool>) {
        let (before, last) = text.rsplit_once(',').unwrap_or(("", text));
        match last {
            "ortho" => (before, Some(true)),
            "perspective" => (before, Some(false)),
            _ => (text, None),
        }
    }

    /// To the right in the picture, on the stage: level, of length 1.
    pub fn right(&self) -> Vec3 {
        self.now.plane().0
    }

    /// Takes [`to_text`](Self::to_text)'s format; `false` and no change when it is not that.
    pub fn set_text(&mut self, text: &str) -> bool {
        let (text, orthographic) = Self::projection(text);
        let mut numbers = text.split(',').map(decimal::read);
        let mut next = || numbers.next().flatten();
        let (Some(yaw), Some(pitch), Some(distance)) = (next(), next(), next()) else {
            return false;
        };
        let target = match (next(), next(), next()) {
            (Some(x), Some(y), Some(z)) => Vec3::new(x, y, z),
            _ => self.goal.target,
        };
        if distance <= 0.0 {
            return false;
        }
        self.set_goal(Orbit {
            yaw: nearest_turn(yaw.to_radians(), self.goal.yaw),
            pitch: pitch.to_radians(),
            distance,
            target,
            orthographic: orthographic == Some(true),
        });
        true
    }
}

/// `yaw` plus as many whole turns as bring it nearest to `reference`: the short way round.
fn nearest_turn(yaw: f32, reference: f32) -> f32 {
    yaw + ((reference - yaw) / TAU).round_ties_even() * TAU
}

/// `yaw` within ±π. So far out that the next number is turns away, any direction is as good as another.
fn without_turns(yaw: f32) -> f32 {
    nearest_turn(yaw, 0.0).clamp(-PI, PI)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn camera(width: f32, height: f32, insets: [f32; 4]) -> Camera {
        let mut camera = Camera::default();
        camera.set_smooth(false);
        camera.set_viewport(width, height);
        camera.set_insets(insets);
        camera
    }

    fn person() -> Bounds {
        Bounds { min: Vec3::new(-0.9, 0.0, -0.2), max: Vec3::new(0.9, 1.8, 3.0) }
    }

    fn corners(bounds: &Bounds) -> Vec<Vec3> {
        let pick =
            |i: usize, bit: usize, axis: usize| if i >> bit & 1 == 0 { bounds.min[axis] } else { bounds.max[axis] };
        (0..8).map(|i| Vec3::new(pick(i, 0, 0), pick(i, 1, 1), pick(i, 2, 2))).collect()
    }

    #[test]
    fn everything_framed_is_in_the_free_area_and_fills_it() {
        for (w, h) in [(1280.0, 720.0), (390.0, 780.0), (280.0, 220.0)] {
            let insets = [20.0, 10.0, 70.0, 30.0];
            for view in [View::Front, View::Left, View::Top, View::Home, View::Back, View::Right] {
                let mut camera = camera(w, h, insets);
                camera.frame(&[person()], view);
                let vp = camera.view_projection();
                let mut area = Bounds::EMPTY;
                for corner in corners(&person()) {
                    let at = camera.to_screen(&vp, corner).unwrap();
                    assert!(at.x > 30.0 && at.x < w - 10.0 && at.y > 20.0 && at.y < h - 70.0, "{view:?} {w}x{h}: {at}");
                    area.include(at.extend(0.0));
                }
                let share = (area.size().x / (w - 40.0)).max(area.size().y / (h - 90.0));
                assert!(share > 0.8, "{view:?} {w}x{h} fills only {share}");
            }
        }
    }

    #[test]
    fn without_a_vanishing_point_what_is_far_is_as_large_as_what_is_near() {
        let mut camera = camera(800.0, 600.0, [0.0, 0.0, 80.0, 0.0]);
        camera.set_goal(Orbit { orthographic: true, ..camera.goal() });
        for view in [View::Front, View::Left, View::Top, View::Home] {
            camera.frame(&[person()], view);
            let vp = camera.view_projection();
            let mut area = Bounds::EMPTY;
            for corner in corners(&person()) {
                let at = camera.to_screen(&vp, corner).unwrap();
                area.include(at.extend(0.0));
                assert!((vp.project_point3(corner).z - 0.5).abs() < 0.5, "{view:?}: not between near and far");
            }
            let share = (area.size().x / 800.0).max(area.size().y / 520.0);
            assert!(share > 0.9 && share < 1.0, "{view:?} fills {share}");
        }
        camera.frame(&[person()], View::Front);
        let vp = camera.view_projection();
        assert!((wide_of(&camera, 0.0) - wide_of(&camera, 3.0)).abs() < 1e-3);
        // What is nearer hides what is farther, and the target is where and as large as it was.
        assert!(vp.project_point3(Vec3::Z).z > vp.project_point3(Vec3::ZERO).z);
        let target = camera.now().target;
        let before = [target, target + Vec3::Y].map(|at| camera.to_screen(&vp, at).unwrap());
        camera.set_goal(Orbit { orthographic: false, ..camera.goal() });
        let vp = camera.view_projection();
        for (before, at) in before.into_iter().zip([target, target + Vec3::Y]) {
            assert!(camera.to_screen(&vp, at).unwrap().distance(before) < 0.01);
        }
        assert!((wide_of(&camera, 0.0) - wide_of(&camera, 3.0)).abs() > 20.0);
    }

    fn wide_of(camera: &Camera, z: f32) -> f32 {
        let vp = camera.view_projection();
        let [a, b] = [-0.5, 0.5].map(|x| camera.to_screen(&vp, Vec3::new(x, 1.0, z)).unwrap());
        b.x - a.x
    }

    #[test]
    fn front_shows_the_figures_left_on_the_right_of_the_picture() {
        let mut camera = camera(800.0, 600.0, [0.0; 4]);
        camera.set_facing(Some(Vec3::Z));
        camera.frame(&[person()], View::Front);
        let vp = camera.view_projection();
        assert!(camera.to_screen(&vp, Vec3::new(0.5, 1.0, 0.0)).unwrap().x > 400.0);
        camera.frame(&[person()], View::Left);
        assert!(camera.eye().x > 1.0, "the left of a figure facing +Z is at +X");
    }

    #[test]
    fn depth_is_one_near_and_falls_with_distance() {
        let mut camera = camera(800.0, 600.0, [0.0; 4]);
        camera.frame(&[person()], View::Front);
        let vp = camera.view_projection();
        let depth = |p: Vec3| vp.project_point3(p).z;
        assert!(depth(person().centre()) > depth(person().centre() - camera.now().backwards()));
        assert!(depth(person().centre()) > 0.0 && depth(person().centre()) < 1.0);
    }

    #[test]
    fn panning_and_zooming_keep_the_point_under_the_pointer() {
        pan_and_zoom(false);
        pan_and_zoom(true);
    }

    fn pan_and_zoom(orthographic: bool) {
        let mut camera = camera(800.0, 600.0, [0.0, 0.0, 80.0, 0.0]);
        camera.set_goal(Orbit { orthographic, ..camera.goal() });
        camera.frame(&[person()], View::Home);
        let target = camera.now().target;
        let at = camera.to_screen(&camera.view_projection(), target).unwrap();
        camera.pan(100.0, 50.0);
        let moved = camera.to_screen(&camera.view_projection(), target).unwrap();
        assert!(moved.distance(at + Vec2::new(100.0, 50.0)) < 0.5, "{at} {moved}");
        camera.zoom(1.5, moved.x, moved.y);
        let kept = camera.to_screen(&camera.view_projection(), target).unwrap();
        assert!(kept.distance(moved) < 0.5, "{moved} {kept}");
    }

    #[test]
    fn what_is_past_the_range_does_not_break_it() {
        let mut camera = Camera::default();
        let huge = Bounds { min: Vec3::splat(-3e38), max: Vec3::splat(3e38) };
        camera.frame(&[huge], View::Home);
        camera.pan(3e38, -3e38);
        camera.orbit(f32::INFINITY, f32::NAN);
        camera.zoom(1e-38, 0.0, 0.0);
        camera.advance(0.02);
        assert!(camera.now().is_finite() && camera.goal().is_finite());
        camera.orbit(1e9, 0.0);
        for _ in 0..300 {
            camera.advance(0.02);
        }
        assert!(!camera.is_moving() && camera.now().yaw.abs() < 4.0);
        let person = Bounds { min: Vec3::ZERO, max: Vec3::ONE };
        camera.frame(&[person], View::Home);
        camera.jump();
        assert!(camera.now().distance < 10.0 && camera.now().target.distance(person.centre()) < 1.0);
    }

    #[test]
    fn a_camera_survives_as_text() {
        let mut a = camera(800.0, 600.0, [0.0; 4]);
        a.frame(&[person()], View::Home);
        a.orbit(9.0, 0.1);
        let text = a.to_text();
        let mut b = camera(800.0, 600.0, [0.0; 4]);
        assert!(b.set_text(&text));
        assert_eq!(b.to_text(), text);
        assert!(a.eye().distance(b.eye()) < 0.02);
        for bad in ["", "1,2", "1,2,x", "1,2,-3", "NaN,1,1", "1,2,inf"] {
            assert!(!b.set_text(bad), "{bad}");
        }
        assert_eq!(b.to_text(), text);
        assert!(b.set_text(&format!("{text},ortho")) && b.goal().orthographic);
        assert_eq!(b.to_text(), format!("{text},ortho"));
        assert!(b.set_text(&text) && !b.goal().orthographic, "all of it is said");
    }

    #[test]
    fn easing_arrives_and_then_rests() {
        let mut camera = Camera::default();
        camera.orbit(1.0, 0.2);
        let mut steps = 0;
        while camera.advance(1.0 / 60.0) {
            steps += 1;
            assert!(steps < 200);
        }
        assert!(steps > 10 && !camera.is_moving());
    }

    #[test]
    fn nonsense_moves_nothing() {
        let mut camera = camera(800.0, 600.0, [0.0; 4]);
        let before = camera.clone();
        camera.orbit(f32::NAN, 0.0);
        camera.pan(f32::INFINITY, 0.0);
        camera.zoom(0.0, 1.0, 1.0);
        camera.zoom(f32::NAN, 1.0, 1.0);
        camera.set_viewport(0.0, f32::NAN);
        camera.set_insets([f32::NAN, 0.0, 0.0, 0.0]);
        assert_eq!(camera, before);
    }
}
