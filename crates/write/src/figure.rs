//! Poses of a clip in `f64`, with and without scales.

use glam::{Affine3A, DAffine3, DMat3, DQuat, DVec3, Quat, Vec3};

use super::WriteError;
use marey::Limits;
use marey::body::off_body;
use marey::checked::Checked;
use marey::compact::maths::slerp;
use marey::model::{Axis, Format, JointKind, Motion, NO_PARENT, Scaling, Skeleton, Skin, Source, Span};
use marey::pose::{Transform, down_the_tree, world_transforms};

/// The moments at which a motion is written.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[non_exhaustive]
pub enum Sampling {
    /// Every frame of the motion, unchanged.
    #[default]
    Frames,
    /// This many frames a second from the first moment on. A remainder after the last whole step is dropped.
    Rate(f64),
}

/// Uneven frames count as even if each is within this fraction of a step of its even moment.
const EVEN_ENOUGH: f64 = 1e-6;

impl Sampling {
    pub(super) fn count(self, motion: &Motion) -> Result<usize, WriteError> {
        let Self::Rate(rate) = self else { return Ok(motion.frame_count()) };
        let steps = (motion.duration() * rate + EVEN_ENOUGH).floor();
        if rate.is_finite() && rate > 0.0 && steps < Limits::default().frames as f64 {
            Ok(steps as usize + 1)
        } else {
            Err(WriteError::BadRate { rate })
        }
    }

    /// Seconds from one written frame to the next. An error if the frames are uneven.
    pub(super) fn frame_time(self, motion: &Motion, format: Format) -> Result<f64, WriteError> {
        match self {
            Self::Rate(rate) => self.count(motion).map(|_| 1.0 / rate),
            Self::Frames => motion.even_frame_time().ok_or(WriteError::UnevenFrames { format }),
        }
    }
}

/// Local transforms of all joints without scales: parent space, in the clip's unit.
#[derive(Debug, Clone)]
pub(super) struct RigidPose {
    pub(super) translations: Vec<DVec3>,
    /// Unit quaternions.
    pub(super) rotations: Vec<DQuat>,
}

impl RigidPose {
    fn of(count: usize) -> Self {
        Self { translations: vec![DVec3::ZERO; count], rotations: vec![DQuat::IDENTITY; count] }
    }
}

/// Local transforms of all joints as in the model.
#[derive(Debug, Clone)]
pub(super) struct FullPose {
    pub(super) translations: Vec<DVec3>,
    pub(super) rotations: Vec<DQuat>,
    /// 1 in skeletons without scales.
    pub(super) scales: Vec<DVec3>,
    pub(super) weights: Vec<f32>,
}

impl FullPose {
    pub(super) fn rest(skeleton: &Skeleton) -> Self {
        let vectors = |list: &[Vec3]| list.iter().map(|vector| vector.as_dvec3()).collect();
        Self {
            translations: vectors(skeleton.rest_translations()),
            rotations: skeleton.rest_rotations().iter().copied().map(unit).collect(),
            scales: skeleton
                .scaling()
                .map_or_else(|| vec![DVec3::ONE; skeleton.len()], |scaling| vectors(&scaling.rest_scales)),
            weights: skeleton.weights().to_vec(),
        }
    }

    /// Sets the pose of the `index`-th written frame. Joints without a track in `motion` keep their values.
    pub(super) fn sample(&mut self, motion: &Motion, sampling: Sampling, index: usize) {
        self.mix(
            motion,
            match sampling {
                Sampling::Frames => Span { from: index, to: index, fraction: 0.0 },
                Sampling::Rate(rate) => motion.locate(index as f64 / rate),
            },
        );
    }

    /// Sets a pose interpolated between two frames.
    pub(super) fn mix(&mut self, motion: &Motion, Span { from, to, fraction }: Span) {
        let t = f64::from(fraction);
        let rotations = motion.rotations();
        for ((joint, a), b) in rotations.joints().iter().zip(rotations.row(from)).zip(rotations.row(to)) {
            let value = if t == 0.0 { unit(*a) } else { mix_rotations(*a, *b, t) };
            self.rotations.put(usize::from(*joint), value);
        }
        let mix = |a: Vec3, b: Vec3| if t == 0.0 { a.as_dvec3() } else { a.as_dvec3().lerp(b.as_dvec3(), t) };
        let translations = motion.translations();
        let rows = translations.row(from).iter().zip(translations.row(to));
        for ((joint, base), (a, b)) in translations.joints().iter().zip(motion.translation_bases()).zip(rows) {
            // The sum is in `f32`, as in the player's poses, so that rest offsets come out exactly.
            let value = if t == 0.0 { (*base + *a).as_dvec3() } else { base.as_dvec3() + mix(*a, *b) };
            self.translations.put(usize::from(*joint), value);
        }
        let scales = motion.scales();
        for ((joint, a), b) in scales.joints().iter().zip(scales.row(from)).zip(scales.row(to)) {
            self.scales.put(usize::from(*joint), mix(*a, *b));
        }
        let weights = motion.weights();
        for ((weight, a), b) in weights.joints().iter().zip(weights.row(from)).zip(weights.row(to)) {
            self.weights.put(usize::from(*weight), a + (b - a) * t as f32);
        }
    }
}

pub(super) fn mix_rotations(a: Quat, b: Quat, t: f64) -> DQuat {
    slerp(unit(a), unit(b), t)
}

/// Normalizes in `f64`: an `f32` quaternion is not exactly of unit length.
pub(super) fn unit(rotation: Quat) -> DQuat {
    let rotation = rotation.as_dquat();
    if rotation == DQuat::IDENTITY { rotation } else { rotation.normalize() }
}

/// Removes the scales from poses.
pub(super) struct Rigid<'a> {
    skeleton: &'a Skeleton,
    format: Format,
    /// World scale of each joint in the first pose; empty until then.
    scales: Vec<f64>,
    world: Vec<DAffine3>,
    turned: Vec<DQuat>,
    pose: RigidPose,
    /// Joints that are not written, so any scale is allowed.
    off_body: Vec<bool>,
}

/// Relative tolerance for a uniform scale and right angles: the rounding of `f32`.
const SAME_SCALE: f64 = 1e-5;

impl<'a> Rigid<'a> {
    pub(super) fn new(skeleton: &'a Skeleton, format: Format) -> Self {
        Self {
            skeleton,
            format,
            scales: Vec::new(),
            world: Vec::new(),
            turned: Vec::new(),
            pose: RigidPose::of(skeleton.len()),
            off_body: off_body(skeleton),
        }
    }

    pub(super) fn rest(mut self) -> Result<RigidPose, WriteError> {
        self.of(&FullPose::rest(self.skeleton))?;
        Ok(self.pose)
    }

    /// Moves the scales into the offsets. An error if a scale is not uniform, or differs from that in the first pose.
    pub(super) fn of(&mut self, pose: &FullPose) -> Result<&RigidPose, WriteError> {
        if self.skeleton.scaling().is_none() {
            self.pose.translations.clone_from(&pose.translations);
            self.pose.rotations.clone_from(&pose.rotations);
            return Ok(&self.pose);
        }
        world(self.skeleton, pose, &mut self.world);
        let first = self.scales.is_empty();
        self.turned.clear();
        for (joint, world) in self.world.iter().enumerate() {
            let is_written = self.off_body.get(joint) != Some(&true);
            let found = similarity(&world.matrix3).or((!is_written).then_some((1.0, DQuat::IDENTITY)));
            let Some((scale, turn)) = found else { return Err(self.scaled(joint)) };
            if first {
                self.scales.push(scale);
            } else if is_written
                && self.scales.get(joint).is_none_or(|known| (scale - known).abs() > SAME_SCALE * known)
            {
                return Err(self.scaled(joint));
            }
            self.turned.push(turn);
        }
        for joint in 0..self.skeleton.len() {
            let place = |joint: usize| self.world.get(joint).map_or(DVec3::ZERO, |world| world.translation);
            let (at, turned) = (place(joint), self.turned.at(joint));
            let (at, turned) = match self.skeleton.parent(joint) {
                Some(parent) => {
                    let back = self.turned.at(parent).conjugate();
                    (back * (at - place(parent)), (back * turned).normalize())
                }
                None => (at, turned),
            };
            self.pose.translations.put(joint, at);
            self.pose.rotations.put(joint, turned);
        }
        Ok(&self.pose)
    }

    fn scaled(&self, joint: usize) -> WriteError {
        WriteError::Scale { format: self.format, joint: name_of(self.skeleton, joint) }
    }
}

pub(super) fn name_of(skeleton: &Skeleton, joint: usize) -> String {
    skeleton.names().get(joint).map_or_else(String::new, |name| name.to_string())
}

pub(super) fn world(skeleton: &Skeleton, pose: &FullPose, out: &mut Vec<DAffine3>) {
    let turned = pose.rotations.iter().zip(&pose.translations);
    let turned = turned.map(|(rotation, offset)| DAffine3::from_rotation_translation(*rotation, *offset));
    let Some(Scaling { frames, axes, .. }) = skeleton.scaling() else {
        return world_transforms(skeleton.parent_of_each(), turned, out);
    };
    let locals = frames.iter().zip(axes).zip(turned.zip(&pose.scales)).map(|((frame, axes), (turned, scale))| {
        (wide(frame) * turned).stretched(DMat3::from_quat(unit(*axes)), *scale)
    });
    world_transforms(skeleton.parent_of_each(), locals, out);
}

/// Joint and inverse bind matrix of each bind. A skin without binds is bound in the rest pose, one bind for each joint.
pub(super) fn binds(skin: &Skin, skeleton: &Skeleton) -> Vec<(u16, DAffine3)> {
    if skin.binds().is_empty() {
        let mut rest = Vec::new();
        world(skeleton, &FullPose::rest(skeleton), &mut rest);
        return (0..NO_PARENT).zip(rest.iter().map(DAffine3::inverse)).collect();
    }
    skin.binds().iter().map(|bind| (bind.joint, wide(&bind.matrix))).collect()
}

pub(super) fn wide(matrix: &Affine3A) -> DAffine3 {
    matrix.as_daffine3()
}

/// Scale and rotation of a matrix that is a uniform scale and a rotation, `None` for others.
pub(super) fn similarity(matrix: &DMat3) -> Option<(f64, DQuat)> {
    let [x, y, z] = [matrix.x_axis, matrix.y_axis, matrix.z_axis];
    let scale = x.length();
    let near = |value: f64, wanted: f64| (value - wanted).abs() <= SAME_SCALE * scale * scale;
    let square = near(y.length_squared(), scale * scale) && near(z.length_squared(), scale * scale);
    let upright = near(x.dot(y), 0.0) && near(y.dot(z), 0.0) && near(z.dot(x), 0.0);
    let fits = scale.is_finite() && scale > 0.0 && square && upright && matrix.determinant() > 0.0;
    fits.then(|| (scale, DQuat::from_mat3(&(*matrix * scale.recip())).normalize()))
}

/// Replaces every joint's frame by one that is parallel to the world in the rest pose, so that all rotations are the identity
/// there. World positions, and world rotations relative to the rest pose, stay the same.
pub(super) struct Unturned {
    /// World rotations in the rest pose, of each joint and of its parent.
    own: Vec<DQuat>,
    above: Vec<DQuat>,
}

impl Unturned {
    pub(super) fn new(skeleton: &Skeleton, rest: &RigidPose) -> Self {
        let (mut own, mut above) = (Vec::new(), Vec::new());
        down_the_tree(skeleton.parent_of_each(), &rest.rotations, &mut own, |parent, rotation| {
            let parent: DQuat = parent.unwrap_or_default();
            above.push(parent);
            if *rotation == DQuat::IDENTITY { parent } else { (parent * *rotation).normalize() }
        });
        Self { own, above }
    }

    /// World rotation of a joint in the rest pose.
    pub(super) fn rest(&self, joint: usize) -> DQuat {
        self.own.at(joint)
    }

    /// A joint's local transform relative to its new frame.
    pub(super) fn local(&self, pose: &RigidPose, joint: usize) -> (DVec3, DQuat) {
        let (at, turn) = (pose.translations.at(joint), pose.rotations.at(joint));
        let (own, above) = (self.rest(joint), self.above.at(joint));
        if own == DQuat::IDENTITY && above == DQuat::IDENTITY {
            return (at, turn);
        }
        (above * at, (above * turn * own.conjugate()).normalize())
    }
}

/// Converts from a clip's axes and unit to those of a format with +Y up and a fixed unit.
pub(super) struct FormatSpace {
    pub(super) turn: DQuat,
    pub(super) factor: f64,
}

impl FormatSpace {
    /// `units_a_metre`: the format's units in a metre. An unstated unit or up axis stays unconverted.
    pub(super) fn new(source: &Source, units_a_metre: f64) -> Self {
        let metres = source.metres_per_unit.map(|metres| metres / source.length_factor);
        let factor = metres.map(|metres| metres * units_a_metre).filter(|factor| factor.is_finite() && *factor > 0.0);
        Self { turn: upright(source.up.unwrap_or_default()), factor: factor.unwrap_or(1.0) }
    }

    pub(super) fn local(&self, skeleton: &Skeleton, pose: &RigidPose, joint: usize) -> (DVec3, DQuat) {
        let (at, turn) = (pose.translations.at(joint), pose.rotations.at(joint));
        let at = if self.factor == 1.0 { at } else { at * self.factor };
        if self.turn == DQuat::IDENTITY || skeleton.parent(joint).is_some() {
            (at, turn)
        } else {
            (self.turn * at, (self.turn * turn).normalize())
        }
    }
}

/// The rotation from the up axis to +Y. -Y turns about X, as in the player.
pub(super) fn upright(up: Axis) -> DQuat {
    match up {
        Axis::Y => DQuat::IDENTITY,
        Axis::NegY => DQuat::from_rotation_x(std::f64::consts::PI),
        _ => DQuat::from_rotation_arc(up.vector().as_dvec3(), DVec3::Y),
    }
}

/// The tree of the joints to write.
#[derive(Debug, Clone)]
pub(super) struct WorldTree {
    pub(super) roots: Vec<usize>,
    /// Children of each joint of the skeleton, in its order.
    pub(super) children: Vec<Vec<usize>>,
}

impl WorldTree {
    /// For formats that hold one body: without props, such as a ball or a camera.
    pub(super) fn of_body(skeleton: &Skeleton, sites: bool) -> Self {
        let off_body = off_body(skeleton);
        let is_left_out = |joint: usize| off_body.get(joint) == Some(&true);
        let Self { mut roots, mut children } = Self::new(skeleton, sites);
        for list in children.iter_mut().chain([&mut roots]) {
            list.retain(|joint| !is_left_out(*joint));
        }
        Self { roots, children }
    }

    /// Without [sites](JointKind::Site) that carry no joints, unless `sites`.
    pub(super) fn new(skeleton: &Skeleton, sites: bool) -> Self {
        let mut carries = vec![false; skeleton.len()];
        for joint in (0..skeleton.len()).rev() {
            let is_left_out = !sites && skeleton.kinds().get(joint) == Some(&JointKind::Site);
            if carries.get(joint) == Some(&false) && is_left_out {
                continue;
            }
            if let Some(parent) = skeleton.parent(joint) {
                carries.put(parent, true);
            }
        }
        let (mut roots, mut children) = (Vec::new(), vec![Vec::new(); skeleton.len()]);
        for joint in 0..skeleton.len() {
            let is_left_out = !sites && skeleton.kinds().get(joint) == Some(&JointKind::Site);
            if is_left_out && carries.get(joint) == Some(&false) {
                continue;
            }
            match skeleton.parent(joint).and_then(|parent| children.get_mut(parent)) {
                Some(list) => list.push(joint),
                None => roots.push(joint),
            }
        }
        Self { roots, children }
    }

    pub(super) fn has(&self, skeleton: &Skeleton, joint: usize) -> bool {
        skeleton.parent(joint).map_or(&*self.roots, |parent| self.children(parent)).binary_search(&joint).is_ok()
    }

    pub(super) fn children(&self, joint: usize) -> &[usize] {
        self.children.get(joint).map_or(&[], Vec::as_slice)
    }
}

/// The figure's size: the longest path from a root along the bones, in the rest pose.
pub(super) fn reach(skeleton: &Skeleton, rest: &RigidPose) -> f64 {
    let mut reaches: Vec<f64> = Vec::new();
    down_the_tree(skeleton.parent_of_each(), &rest.translations, &mut reaches, |above, offset| {
        above.map_or(0.0, |above| above + offset.length())
    });
    reaches.into_iter().fold(0.0, f64::max)
}
