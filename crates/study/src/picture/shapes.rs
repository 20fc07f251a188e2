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

    /// The shapes of a figure that is displaced by `offset`. Shapes without a size, or at no finite place, are left out.
    pub(super) fn shapes(&self, instances: &Instances, figure: usize, offset: DVec3) -> Vec<Shape> {
        let bones = instances.bones.iter().map(|bone| (bone, true));
        let rounds = instances.joints.iter().chain(&instances.solids).map(|round| (round, false));
        let shapes = bones.chain(rounds).filter(|(one, _)| one.start_radius > 0.0).map(|(one, is_bone)| {
            let [start, end] = [one.start, one.end].map(|at| glam::Vec3::from(at).as_dvec3() + offset);
            let form = if is_bone { self.bone(one, start, end) } else { self.round(one, start, end) };
            let side = match one.style & (LEFT_PATTERN | RIGHT_PATTERN) {
                LEFT_PATTERN => Side::Left,
                RIGHT_PATTERN => Side::Right,
                _ => Side::Middle,
            };
            Shape { figure, side, depth: 0.5 * (start + end).dot(self.towards), form }
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
