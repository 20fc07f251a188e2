//! Where a clip stands on the stage: its unit, its up axis, the ground, where it faces.
//!
//! The data keep the file's own axes and units; a [`Placement`] is the transform beside them. What the file does not
//! state is guessed from the figure, said to be guessed, and can be overruled.
//!
//! Stage space: metres, Y up, the ground at y = 0, right-handed.

use glam::{Affine3A, Mat3, Vec3};

use super::sides::{Side, holds, sides};
use crate::model::{Axis, Bounds, FACTORS, Motion, Skeleton, Source};
use crate::pose::{Pose, sample_frame, world_matrices};

/// A unit that files are written in. The named ones are those that figure heights told in real files: about 1.6
/// (metres), 23-28 (the CMU captures' unit), 63 (inches), 165 (centimetres), 1600 (millimetres).
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Unit {
    /// 1 m
    Metre,
    /// 1/100 m
    Centimetre,
    /// 1/1000 m
    Millimetre,
    /// 2.54 cm
    Inch,
    /// The unit of the CMU captures: 1/0.45 inch, 5.644 cm.
    Cmu,
    /// Metres in one file unit.
    Custom(f64),
}

impl Unit {
    /// The named units.
    pub const NAMED: [Self; 5] = [Self::Metre, Self::Centimetre, Self::Millimetre, Self::Inch, Self::Cmu];

    /// Metres in one of it.
    pub fn metres(self) -> f64 {
        match self {
            Self::Metre => 1.0,
            Self::Centimetre => 0.01,
            Self::Millimetre => 0.001,
            Self::Inch => 0.0254,
            Self::Cmu => 0.0254 / 0.45,
            Self::Custom(metres) => metres,
        }
    }

    /// `m`, `cm`, `mm`, `in`, `cmu` or `custom`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Metre => "m",
            Self::Centimetre => "cm",
            Self::Millimetre => "mm",
            Self::Inch => "in",
            Self::Cmu => "cmu",
            Self::Custom(_) => "custom",
        }
    }

    /// The unit of so many metres; a named one when it is one. `None` for what can be no unit.
    pub fn of_metres(metres: f64) -> Option<Self> {
        if !FACTORS.contains(&metres) {
            return None;
        }
        let named = Self::NAMED.into_iter().find(|unit| (unit.metres() / metres - 1.0).abs() < 1e-6);
        Some(named.unwrap_or(Self::Custom(metres)))
    }

    /// The named unit in which a figure of `height` file units comes nearest to a person's height.
    pub fn guess(height: f32) -> Self {
        /// The middle of what figures measure from sole or ankle to head or neck.
        const PERSON: f64 = 1.6;
        if !(height.is_finite() && height > 0.0) {
            return Self::Centimetre;
        }
        let off = |unit: Self| {
            let times = f64::from(height) * unit.metres() / PERSON;
            times.max(1.0 / times)
        };
        Self::NAMED.into_iter().min_by(|a, b| off(*a).total_cmp(&off(*b))).unwrap_or(Self::Centimetre)
    }
}

/// The unit of the lengths that a file writes: the one it states, or the one that suits a figure of `height` (positions'
/// units: written lengths times the file's factor).
pub fn unit_of(source: &Source, height: f32) -> Unit {
    let stated = source.metres_per_unit.and_then(Unit::of_metres);
    stated.unwrap_or_else(|| Unit::guess(height / source.length_factor as f32))
}

/// What was measured on some frames of a clip, in the file's own axes and units.
#[derive(Debug, Clone, PartialEq)]
pub struct Survey {
    /// Up by the standing pose.
    pub up: Axis,
    /// Extent of the figure along `up`: the median over the frames looked at.
    pub height: f32,
    /// Where the ground lies along `up`.
    pub ground: f32,
    /// Where the figure faces in the first frame, horizontal and of length 1; `None` when names tell no sides.
    pub facing: Option<Vec3>,
    /// The joint that carries the figure about: the one whose own position channels travel farthest.
    pub carrier: usize,
    /// Joints on no rigid bone: below a root that stays behind while they travel.
    pub loose: Vec<bool>,
}

/// How many frames are looked at, spread evenly.
const FRAMES_LOOKED_AT: usize = 33;

/// Measures a figure. `up`: stated by the file or the user, else guessed.
pub fn survey(skeleton: &Skeleton, motion: &Motion, up: Option<Axis>) -> Survey {
    let mut pose = Pose::rest(skeleton);
    let last = motion.frame_count().saturating_sub(1);
    let looked_at = FRAMES_LOOKED_AT.min(motion.frame_count().max(1));
    let frames = (0..looked_at).map(|i| if looked_at == 1 { 0 } else { i * last / (looked_at - 1) });
    let poses: Vec<Vec<Vec3>> = frames
        .map(|frame| {
            sample_frame(motion, frame, &mut pose);
            world_matrices(skeleton, Affine3A::IDENTITY, &mut pose);
            pose.world.iter().map(|world| world.translation.into()).collect()
        })
        .collect();
    let up = up.unwrap_or_else(|| guess_up(skeleton, &poses));
    let up_vector = up.vector();
    let reach = |points: &Vec<Vec3>| {
        points.iter().map(|p| p.dot(up_vector)).fold((f32::MAX, f32::MIN), |(low, high), v| (low.min(v), high.max(v)))
    };
    let heights: Vec<f32> = poses.iter().map(|points| reach(points).1 - reach(points).0).collect();
    let lows: Vec<f32> = poses.iter().map(|points| reach(points).0).collect();
    let height = ranked(&heights, heights.len() / 2);
    // The lowest tenth: feet are on the ground most of the time, and a stray frame below it does not count.
    let low = ranked(&lows, lows.len() / 10);
    // Ankles without feet hang a little above the ground, soles with thickness a little below. Such a figure stands
    // right as it is; one that floats or is sunk is put on its feet.
    let ground = if low > -0.05 * height && low < 0.12 * height { 0.0 } else { low };
    let carrier = carrier(motion, &poses);
    Survey {
        up,
        height,
        ground,
        facing: poses.first().and_then(|points| facing(skeleton, points, up_vector)),
        carrier,
        loose: loose(skeleton, motion, &poses, height),
    }
}

/// The value that so many of the others are below; 0 of none. Counts instead of sorting: they are a few dozen.
pub(super) fn ranked(values: &[f32], rank: usize) -> f32 {
    let below = |v: f32| values.iter().filter(|&&other| other < v).count();
    let same = |v: f32| values.iter().filter(|&&other| other == v).count();
    values.iter().copied().find(|&v| (below(v)..below(v) + same(v)).contains(&rank)).unwrap_or(0.0)
}

/// The up axis of a standing figure. Names decide where they name a head and feet: up is from the feet to the head.
/// Otherwise the figure's longest extent, where it is clearly longer than along Y (BVH's usual up).
fn guess_up(skeleton: &Skeleton, poses: &[Vec<Vec3>]) -> Axis {
    let pick = |words: &[&str]| -> Vec<usize> {
        let names = skeleton.names().iter().map(|name| name.to_ascii_lowercase());
        names.enumerate().filter(|(_, name)| words.iter().any(|word| holds(name, word))).map(|(i, _)| i).collect()
    };
    let (heads, feet) = (pick(&["head", "neck"]), pick(&["foot", "ankle", "toe", "tibia", "shin"]));
    let mean = |points: &[Vec3], joints: &[usize]| {
        joints.iter().filter_map(|&j| points.get(j)).sum::<Vec3>() / joints.len().max(1) as f32
    };
    if !heads.is_empty() && !feet.is_empty() {
        let towards_head: Vec3 = poses.iter().map(|p| (mean(p, &heads) - mean(p, &feet)).normalize_or_zero()).sum();
        let upness = |axis: &Axis| towards_head.dot(axis.vector());
        // A first strict maximum keeps Y in front of the others when a file does not move at all.
        return Axis::ALL
            .into_iter()
            .fold(Axis::Y, |best, axis| if upness(&axis) > upness(&best) + 1e-6 { axis } else { best });
    }
    let mut extent = Vec3::ZERO;
    for points in poses {
        let mut bounds = Bounds::EMPTY;
        points.iter().for_each(|&p| bounds.include(p));
        extent += bounds.size();
    }
    let clearly = extent.y * 1.3;
    if extent.z > clearly && extent.z >= extent.x {
        Axis::Z
    } else if extent.x > clearly {
        Axis::X
    } else {
        Axis::Y
    }
}

/// Left hip minus right hip, turned by a quarter about up: a figure with its left at +X and up at +Y faces +Z.
fn facing(skeleton: &Skeleton, points: &[Vec3], up: Vec3) -> Option<Vec3> {
    let (mut left, mut right) = ((Vec3::ZERO, 0), (Vec3::ZERO, 0));
    for (side, &point) in sides(skeleton).into_iter().zip(points) {
        match side {
            Side::Left => left = (left.0 + point, left.1 + 1),
            Side::Right => right = (right.0 + point, right.1 + 1),
            Side::Middle => {}
        }
    }
    if left.1 == 0 || right.1 == 0 {
        return None;
    }
    let across = left.0 / left.1 as f32 - right.0 / right.1 as f32;
    (across - up * across.dot(up)).try_normalize().map(|across| across.cross(up))
}

fn travel(points: impl Iterator<Item = Vec3>) -> f32 {
    let mut bounds = Bounds::EMPTY;
    points.for_each(|p| bounds.include(p));
    bounds.size().length()
}

fn carrier(motion: &Motion, poses: &[Vec<Vec3>]) -> usize {
    let mut best = (0, -1.0);
    for &joint in motion.translations().joints() {
        let joint = usize::from(joint);
        let far = travel(poses.iter().filter_map(|points| points.get(joint).copied()));
        // Only a joint that goes clearly farther than the ones before it takes over: below the true carrier every
        // joint goes about as far.
        if far > best.1 * 1.5 + 1e-6 {
            best = (joint, far);
        }
    }
    best.0
}

/// A joint with position channels below a root is on no bone when its distance from that root changes much: a
/// reference point on the floor is no part of the body.
fn loose(skeleton: &Skeleton, motion: &Motion, poses: &[Vec<Vec3>], height: f32) -> Vec<bool> {
    let mut loose = vec![false; skeleton.len()];
    for &joint in motion.translations().joints() {
        let joint = usize::from(joint);
        let Some(parent) = skeleton.parent(joint).filter(|&parent| skeleton.parent(parent).is_none()) else {
            continue;
        };
        let distances = poses.iter().filter_map(|p| Some(p.get(joint)?.distance(*p.get(parent)?)));
        let (near, far) = distances.fold((f32::MAX, 0.0_f32), |(near, far), d| (near.min(d), far.max(d)));
        if let Some(slot) = loose.get_mut(joint) {
            *slot = far > 0.3 * height && far > near * 1.05 || near > 0.4 * height;
        }
    }
    loose
}

/// File space to stage space, and the way there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Placement {
    /// The unit in force, of lengths as the file writes them.
    pub unit: Unit,
    /// Metres in one unit of the clip's positions.
    pub scale: f32,
    /// The up axis in force.
    pub up: Axis,
    /// File axes and units to stage space.
    pub transform: Affine3A,
}

impl Placement {
    /// Turns `survey.up` to the stage's Y, scales to metres, puts the ground at 0. `length_factor`: see [`Source`].
    pub fn new(survey: &Survey, unit: Unit, length_factor: f64) -> Self {
        let scale = (unit.metres() / length_factor) as f32;
        let rows = turn_up(survey.up);
        let transform = Affine3A::from_mat3_translation(rows * scale, Vec3::new(0.0, -survey.ground * scale, 0.0));
        Self { unit, scale, up: survey.up, transform }
    }
}

/// A right-handed turn that brings `up` to +Y and, for Z up, the file's -Y to the stage's +Z (the usual way from
/// Z-up to Y-up).
fn turn_up(up: Axis) -> Mat3 {
    use Vec3 as V;
    let [x, y, z] = match up {
        Axis::Y => [V::X, V::Y, V::Z],
        Axis::NegY => [V::X, V::NEG_Y, V::NEG_Z],
        Axis::Z => [V::X, V::NEG_Z, V::Y],
        Axis::NegZ => [V::X, V::Z, V::NEG_Y],
        Axis::X => [V::Y, V::NEG_X, V::Z],
        Axis::NegX => [V::NEG_Y, V::X, V::Z],
    };
    Mat3::from_cols(x, y, z)
}

#[cfg(test)]
mod tests {
    use glam::Quat;

    use super::*;
    use crate::error::Limits;
    use crate::model::{Channels, Format, JointKind, MotionBuilder, PositionMode, SkeletonBuilder};

    /// A person of 165 units, standing along `up`, left at `left`, its root `above` the ground.
    fn person(up: Vec3, left: Vec3, above: f32) -> (Skeleton, Motion) {
        let limits = Limits::default();
        let mut b = SkeletonBuilder::new(&limits);
        let mut add = |name: &str, parent: Option<u16>, offset: Vec3| {
            b.add(name, parent, JointKind::Joint, offset, Quat::IDENTITY).unwrap()
        };
        let hips = add("Hips", None, up * above);
        let neck = add("Neck", Some(hips), up * 50.0);
        add("Head", Some(neck), up * 25.0);
        for (side, sign) in [("Left", 1.0), ("Right", -1.0)] {
            let leg = add(&format!("{side}UpLeg"), Some(hips), left * 10.0 * sign);
            add(&format!("{side}Foot"), Some(leg), -up * 90.0);
            let arm = add(&format!("{side}Arm"), Some(neck), left * 20.0 * sign);
            add(&format!("{side}Hand"), Some(arm), left * 75.0 * sign);
        }
        let skeleton = b.finish().unwrap();
        (skeleton, Motion::rest())
    }

    #[test]
    fn heights_of_real_files_tell_their_unit() {
        for (height, name) in [
            (1.45, "m"),
            (1.8, "m"),
            (23.0, "cmu"),
            (29.0, "cmu"),
            (60.0, "in"),
            (70.0, "in"),
            (165.0, "cm"),
            (1450.0, "mm"),
        ] {
            assert_eq!(Unit::guess(height).name(), name, "{height}");
        }
        assert_eq!(Unit::guess(0.0), Unit::Centimetre);
        assert_eq!(Unit::of_metres(0.01), Some(Unit::Centimetre));
        assert_eq!(Unit::of_metres(f64::NAN), None);
    }

    #[test]
    fn a_unit_is_one_of_lengths_as_they_are_written() {
        let source = Source { length_factor: 0.45, ..Source::new(Format::Acclaim) };
        assert_eq!(unit_of(&source, 28.0 * 0.45), Unit::Cmu);
        let (skeleton, motion) = person(Vec3::Y, Vec3::X, 90.0);
        let survey = survey(&skeleton, &motion, None);
        let placement = Placement::new(&survey, Unit::Centimetre, 0.5);
        assert!((placement.scale - 0.02).abs() < 1e-9);
        assert!((placement.transform.transform_point3(Vec3::Y * 165.0).y - 3.3).abs() < 1e-5);
    }

    #[test]
    fn a_person_stands_on_the_stage_whatever_the_files_axes() {
        for (axis, left) in [
            (Axis::Y, Vec3::X),
            (Axis::Z, Vec3::X),
            (Axis::X, Vec3::Y),
            (Axis::NegX, Vec3::Y),
            (Axis::NegY, Vec3::X),
            (Axis::NegZ, Vec3::X),
        ] {
            let up = axis.vector();
            let (skeleton, motion) = person(up, left, 90.0);
            let survey = survey(&skeleton, &motion, None);
            assert_eq!(survey.up, axis);
            assert!((survey.height - 165.0).abs() < 1e-3);
            let facing = survey.facing.unwrap();
            assert!(facing.distance(left.cross(up)) < 1e-5);
            let placement = Placement::new(&survey, Unit::guess(survey.height), 1.0);
            let head = placement.transform.transform_point3(up * 165.0);
            assert!((head.y - 1.65).abs() < 1e-5, "{axis:?}: {head}");
            assert!((placement.transform.matrix3.determinant() - 1e-6).abs() < 1e-9, "no mirror");
        }
    }

    #[test]
    fn a_figure_that_floats_or_is_sunk_is_put_on_its_feet() {
        for (above, ground) in [(90.0, 0.0), (95.0, 0.0), (300.0, 210.0), (0.0, -90.0)] {
            let (skeleton, motion) = person(Vec3::Y, Vec3::X, above);
            assert!((survey(&skeleton, &motion, None).ground - ground).abs() < 1e-3, "{above}");
        }
    }

    #[test]
    fn a_wide_t_pose_does_not_turn_the_up_axis() {
        let (skeleton, motion) = person(Vec3::Y, Vec3::X * 1.5, 90.0);
        assert_eq!(survey(&skeleton, &motion, None).up, Axis::Y);
    }

    #[test]
    fn the_second_joint_carries_a_figure_whose_root_stays_behind() {
        let limits = Limits::default();
        let mut b = SkeletonBuilder::new(&limits);
        let root = b.add("Reference", None, JointKind::Joint, Vec3::ZERO, Quat::IDENTITY).unwrap();
        let hips = b.add("Hips", Some(root), JointKind::Joint, Vec3::Y, Quat::IDENTITY).unwrap();
        b.add("Head", Some(hips), JointKind::Joint, Vec3::Y, Quat::IDENTITY).unwrap();
        let skeleton = b.finish().unwrap();
        let channels = Channels { translated: vec![0, 1, 2], ..Channels::default() };
        let mut m = MotionBuilder::new(&skeleton, channels, PositionMode::Replace, &limits).unwrap();
        for i in 0..50 {
            let row = [Vec3::ZERO, Vec3::new(i as f32 * 0.1, 1.0, 0.0), Vec3::Y];
            m.push_row(|out| out.translations.copy_from_slice(&row)).unwrap();
        }
        let survey = survey(&skeleton, &m.finish().unwrap(), None);
        assert_eq!(survey.carrier, 1);
        assert_eq!(survey.loose, [false, true, false]);
    }
}
