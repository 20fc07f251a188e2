//! A figure's bones, joints, head and hands as flat shapes.

use glam::{DVec2, DVec3};

use marey::body::Side;
use marey::compact::maths::sin_cos_exact;
use marey::look::{BoneInstance, FigureLook, Instances, LEFT_PATTERN, RIGHT_PATTERN, Theme};

/// Position of a bone's widest point in start radii, and its width there and at its start and end, as shares of the radii there. The
/// page's filmstrips have the same outlines (`www/share/vector-figure.js`).
const BULGE_AT: f64 = 1.4;
const BULGE: f64 = 0.95;
const NECK: f64 = 0.5;
const END: f64 = 0.8;
/// Ends on the surface of a head are in it: a share of its radius.
const ROUNDING: f64 = 1e-3;
/// A shorter way is seen end-on: metres.
const END_ON: f64 = 1e-5;

/// An orthographic view.
#[derive(Debug, Clone, Copy)]
pub(super) struct PictureView {
    /// Where the picture's right is on the stage.
    pub(super) right: DVec3,
    /// Where the picture's top is on the stage.
    up: DVec3,
    /// The direction to the camera.
    towards: DVec3,
    /// What to write of a figure.
    pub(super) look: FigureLook,
}

/// What a shape looks like: metres, y up.
#[derive(Debug, Clone, Copy)]
pub(super) enum FlatForm {
    /// A bone.
    Outline([DVec2; 6]),
    /// A ball, a head or a hand: an ellipse; `turn`: of its first radius, radians.
    Ellipse { at: DVec2, radii: DVec2, turn: f64 },
}

/// A part of one figure.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shape {
    pub(super) figure: usize,
    pub(super) side: Side,
    /// Nearer shapes have more.
    pub(super) depth: f64,
    pub(super) form: FlatForm,
}

impl PictureView {
    /// A view from the side. `yaw`: the direction to the camera, radians from +Z towards +X.
    pub(super) fn new(yaw: f64) -> Self {
        Self::from_above(yaw, 0.0)
    }

    /// `pitch`: how high the camera stands over the horizon, radians.
    pub(super) fn from_above(yaw: f64, pitch: f64) -> Self {
        let (sine, cosine) = sin_cos_exact(yaw);
        let (raised, level) = sin_cos_exact(pitch);
        let look = FigureLook {
            palette: Theme::Light.palette(),
            patterns: true,
            highlighted: None,
            skin: false,
            segments: false,
            sites: false,
            bones: true,
        };
        Self {
            right: DVec3::new(cosine, 0.0, -sine),
            up: DVec3::new(-sine * raised, level, -cosine * raised),
            towards: DVec3::new(sine * level, raised, cosine * level),
            look,
        }
    }

    pub(super) fn flat(&self, at: DVec3) -> DVec2 {
        DVec2::new(at.dot(self.right), at.dot(self.up))
    }

    /// How near a place is to the camera.
    pub(super) fn depth(&self, at: DVec3) -> f64 {
        at.dot(self.towards)
    }

    /// The shapes of a figure that is displaced by `offset`. Shapes without a size, or at no finite place, are left out.
    pub(super) fn shapes(&self, instances: &Instances, figure: usize, offset: DVec3) -> Vec<Shape> {
        let bones = instances.bones.iter().map(|bone| (bone, true));
        let rounds = instances.joints.iter().chain(&instances.solids).map(|round| (round, false));
        let solids: Vec<Capsule> = instances.solids.iter().map(|solid| Capsule::new(solid, offset)).collect();
        let shapes = bones.chain(rounds).filter(|(one, _)| one.start_radius > 0.0).map(|(one, is_bone)| {
            let [start, end] = [one.start, one.end].map(|at| glam::Vec3::from(at).as_dvec3() + offset);
            let form = if is_bone { self.bone(one, start, end) } else { self.round(one, start, end) };
            let side = match one.style & (LEFT_PATTERN | RIGHT_PATTERN) {
                LEFT_PATTERN => Side::Left,
                RIGHT_PATTERN => Side::Right,
                _ => Side::Middle,
            };
            let middle = |start: DVec3, end: DVec3| 0.5 * (start + end).dot(self.towards);
            // A bone inside a head is not seen: it is drawn before the head, whichever is nearer by a hair.
            let around = solids.iter().filter(|solid| solid.holds(start) && solid.holds(end));
            let depth = around.fold(middle(start, end), |depth, solid| depth.min(middle(solid.start, solid.end)));
            Shape { figure, side, depth, form }
        });
        shapes.filter(|shape| shape.depth.is_finite() && shape.bounds().into_iter().all(DVec2::is_finite)).collect()
    }

    fn bone(&self, bone: &BoneInstance, start: DVec3, end: DVec3) -> FlatForm {
        let (a, b) = (self.flat(start), self.flat(end));
        let (radius, thin) = (f64::from(bone.start_radius), f64::from(bone.end_radius));
        let way = b - a;
        let along = if way.length() > END_ON { way.normalize() } else { DVec2::X };
        let side = along.perp();
        let share = (BULGE_AT * radius / start.distance(end).max(f64::MIN_POSITIVE)).min(0.5);
        let [neck, bulge, tip] = [(0.0, NECK * radius), (share, BULGE * radius), (1.0, END * thin)];
        let edge = |(at, half): (f64, f64), sign: f64| a + way * at + side * (sign * half);
        FlatForm::Outline([
            edge(neck, 1.0),
            edge(bulge, 1.0),
            edge(tip, 1.0),
            edge(tip, -1.0),
            edge(bulge, -1.0),
            edge(neck, -1.0),
        ])
    }

    fn round(&self, round: &BoneInstance, start: DVec3, end: DVec3) -> FlatForm {
        let (a, b) = (self.flat(start), self.flat(end));
        let radius = f64::from(round.end_radius);
        let way = b - a;
        let turn = if way.length() > END_ON { way.y.atan2(way.x) } else { 0.0 };
        FlatForm::Ellipse { at: 0.5 * (a + b), radii: DVec2::new(0.5 * way.length() + radius, radius), turn }
    }
}

/// A head or a hand: all that is no farther than its radius from the line between its ends, metres.
struct Capsule {
    start: DVec3,
    end: DVec3,
    radius: f64,
}

impl Capsule {
    fn new(solid: &BoneInstance, offset: DVec3) -> Self {
        let [start, end] = [solid.start, solid.end].map(|at| glam::Vec3::from(at).as_dvec3() + offset);
        Self { start, end, radius: f64::from(solid.end_radius) }
    }

    fn holds(&self, at: DVec3) -> bool {
        let way = self.end - self.start;
        let along = ((at - self.start).dot(way) / way.length_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
        (self.start + way * along).distance(at) <= self.radius * (1.0 + ROUNDING)
    }
}

impl Shape {
    /// The lower left and the upper right corner of its box.
    pub(super) fn bounds(&self) -> [DVec2; 2] {
        match self.form {
            FlatForm::Outline(points) => {
                let low = points.into_iter().fold(DVec2::INFINITY, DVec2::min);
                [low, points.into_iter().fold(DVec2::NEG_INFINITY, DVec2::max)]
            }
            FlatForm::Ellipse { at, radii, turn } => {
                let (sine, cosine) = sin_cos_exact(turn);
                let half = |a: f64, b: f64| DVec2::new(radii.x * a, radii.y * b).length();
                let half = DVec2::new(half(cosine, sine), half(sine, cosine));
                [at - half, at + half]
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::{DVec3, Vec3};

    use super::{FlatForm, PictureView};
    use marey::look::{BoneInstance, Instances};

    fn instance(start: Vec3, end: Vec3, radius: f32) -> BoneInstance {
        BoneInstance {
            start: start.into(),
            end: end.into(),
            start_radius: radius,
            end_radius: radius,
            ..BoneInstance::default()
        }
    }

    #[test]
    fn a_bone_inside_a_head_is_drawn_before_it_though_it_is_nearer() {
        let mut instances = Instances::default();
        let head = instance(Vec3::new(0.0, 1.6, 0.0), Vec3::new(0.0, 1.7, 0.0), 0.1);
        instances.solids.push(head);
        let inside = instance(Vec3::new(0.0, 1.6, 0.03), Vec3::new(0.0, 1.7, 0.03), 0.02);
        let before = instance(Vec3::new(0.0, 1.6, 0.2), Vec3::new(0.0, 1.7, 0.2), 0.02);
        instances.bones.extend([inside, before]);
        let mut shapes = PictureView::new(0.0).shapes(&instances, 0, DVec3::ZERO);
        shapes.sort_by(|a, b| a.depth.total_cmp(&b.depth));
        let bones: Vec<bool> = shapes.iter().map(|shape| matches!(shape.form, FlatForm::Outline(_))).collect();
        assert_eq!(bones, [true, false, true]);
    }
}
