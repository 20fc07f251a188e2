//! Mirrors motions: exchanges left and right on the same skeleton.

use glam::{DAffine3, DMat3, DQuat, DVec3, Vec3};

use super::WriteError;
use super::figure::{FullPose, name_of, similarity, unit, wide};
use marey::Limits;
use marey::body::{Side, partners, sides, survey};
use marey::checked::Checked;
use marey::model::{
    About, Axis, Behaviour, Channels, Clip, Confidence, JointKind, Mark, MarkKind, Motion, MotionBuilder, PositionMode,
    Skeleton, Viewpoint,
};

pub(super) fn mirror(clip: &Clip) -> Result<Clip, WriteError> {
    let mirror = Mirror::new(clip)?;
    let mut behaviours = Vec::with_capacity(clip.behaviours.len());
    for Behaviour { name, motion } in &clip.behaviours {
        behaviours.push(Behaviour { name: name.clone(), motion: mirror.motion(motion)? });
    }
    let mut source = clip.source.clone();
    source.position_mode = None;
    source.position_confidence = Confidence::Sure;
    let viewpoints = clip.viewpoints.iter().map(|one| mirror.viewpoint(one)).collect();
    let visibility = clip.visibility.iter().map(|rows| mirror.visibility(rows)).collect();
    let mut mirrored = clip.with_behaviours(behaviours);
    (mirrored.source, mirrored.viewpoints, mirrored.visibility) = (source, viewpoints, visibility);
    mirrored.about = mirror.about(&clip.about);
    Ok(mirrored)
}

/// Mirrors the motions of a clip. Planes are stored as half turns (rotations by 180°) about their normals: a reflection is the
/// negative of that rotation, and the two negatives cancel in `reflection * rotation * reflection`.
struct Mirror<'a> {
    skeleton: &'a Skeleton,
    partners: Vec<Option<usize>>,
    /// `None` for a joint without a partner, and where the spaces of the two are not reflections of each other.
    exchanges: Vec<Option<Exchange>>,
    /// The plane in which motions are reflected.
    plane: DQuat,
    /// Whether the rest pose is reflected in another plane than motions. Then every root needs rotations, from one plane to the
    /// other.
    roots_turn: bool,
}

/// Converts a partner's values to those of a joint.
struct Exchange {
    /// Rotations become `before * rotation * after`. `after` is the inverse of the half turn from the partner's axes to the joint's own.
    before: DQuat,
    after: DQuat,
    /// Translations become `linear * translation + shift`.
    linear: DMat3,
    shift: DVec3,
    /// Permutes the axes of scales. `None` if the partner's axes, reflected, are not parallel to the joint's.
    scale: Option<DMat3>,
}

impl<'a> Mirror<'a> {
    fn new(clip: &'a Clip) -> Result<Self, WriteError> {
        let skeleton = &*clip.skeleton;
        let partners = partners(skeleton);
        let still = Motion::rest();
        let motion = clip.behaviours.first().map_or(&still, |behaviour| &behaviour.motion);
        let seen = survey(skeleton, motion, clip.source.up);
        let [at_rest, plane] = normals(skeleton, &partners, seen.up)?.map(half_turn);
        for limbs in [seen.parts.legs, seen.parts.arms].into_iter().flatten() {
            let is_alone = |end: &usize| match partners.get(*end).copied().flatten() {
                Some(partner) => partner == *end && limbs.ends[0] != limbs.ends[1],
                None => true,
            };
            if let Some(end) = limbs.ends.into_iter().find(is_alone) {
                return Err(WriteError::NoPartner { joint: name_of(skeleton, end) });
            }
        }
        let exchanges = Rest { skeleton, pose: FullPose::rest(skeleton) }.exchanges(&partners, at_rest, plane);
        Ok(Self { skeleton, partners, exchanges, plane, roots_turn: plane != at_rest })
    }

    fn partner(&self, joint: u16) -> u16 {
        let partner = self.partners.get(usize::from(joint)).copied().flatten();
        partner.and_then(|partner| u16::try_from(partner).ok()).unwrap_or(joint)
    }

    /// For each joint of a track, the exchange that converts its values to its partner's; `None` if the joint keeps its values.
    fn exchanges_of(&self, joints: &[u16]) -> Result<Vec<Option<&Exchange>>, WriteError> {
        let exchange = |joint: &u16| {
            let Some(partner) = self.partners.get(usize::from(*joint)).copied().flatten() else { return Ok(None) };
            let found = self.exchanges.get(partner).and_then(Option::as_ref);
            found.map(Some).ok_or_else(|| WriteError::Mirror { joint: name_of(self.skeleton, partner) })
        };
        joints.iter().map(exchange).collect()
    }

    fn motion(&self, motion: &Motion) -> Result<Motion, WriteError> {
        if motion.frame_count() == 0 {
            return Ok(motion.clone());
        }
        let mut sources = motion.rotations().joints().to_vec();
        let (own, partners) =
            (sources.len(), |joints: &[u16]| joints.iter().map(|joint| self.partner(*joint)).collect());
        if self.roots_turn {
            let roots = (0..).zip(self.skeleton.parent_of_each()).filter(|(_, parent)| parent.is_none());
            let still: Vec<u16> = roots.map(|(root, _)| root).filter(|root| !sources.contains(root)).collect();
            sources.extend(still);
        }
        let channels = Channels {
            rotated: partners(&sources),
            translated: partners(motion.translations().joints()),
            masks: Vec::new(),
            scaled: partners(motion.scales().joints()),
            weighted: motion.weights().joints().to_vec(),
        };
        let rotations = self.exchanges_of(&sources)?;
        let translations = self.exchanges_of(motion.translations().joints())?;
        let scales = self.exchanges_of(motion.scales().joints())?;
        self.check_scales(motion, &scales)?;
        // The original clip was checked against the limits.
        let limits = Limits::default().joints(usize::MAX).depth(usize::MAX).frames(usize::MAX).motion_bytes(u64::MAX);
        let mut frames = MotionBuilder::new(self.skeleton, channels, PositionMode::Replace, &limits)?;
        frames.reserve(motion.frame_count());
        let rest = self.skeleton.rest_rotations();
        for frame in 0..motion.frame_count() {
            frames.push_row(|row| {
                let rows = sources.iter().zip(&rotations).enumerate();
                for (slot, (at, (joint, exchange))) in row.rotations.iter_mut().zip(rows) {
                    let still = || rest.get(usize::from(*joint)).copied();
                    let rotation = if at < own { motion.rotation(frame, at) } else { still() }.unwrap_or_default();
                    *slot = exchange.map_or(rotation, |exchange| {
                        (exchange.before * unit(rotation) * exchange.after).normalize().as_quat()
                    });
                }
                let values = motion.translations().row(frame).iter().zip(motion.translation_bases());
                for (slot, ((value, base), exchange)) in row.translations.iter_mut().zip(values.zip(&translations)) {
                    let at = *base + *value;
                    *slot =
                        exchange.map_or(at, |exchange| (exchange.linear * at.as_dvec3() + exchange.shift).as_vec3());
                }
                let values = motion.scales().row(frame).iter().zip(&scales);
                for (slot, (scale, exchange)) in row.scales.iter_mut().zip(values) {
                    let axes = exchange.and_then(|exchange| exchange.scale);
                    *slot = axes.map_or(*scale, |axes| (axes * scale.as_dvec3()).as_vec3());
                }
                row.weights.copy_from_slice(motion.weights().row(frame));
            })?;
        }
        let mut made = frames.finish()?;
        made.set_time(motion.time().clone())?;
        Ok(made)
    }

    /// Refuses scales that differ between the axes of a joint if the partner's axes are not parallel to those in the mirror.
    fn check_scales(&self, motion: &Motion, exchanges: &[Option<&Exchange>]) -> Result<(), WriteError> {
        let joints = motion.scales().joints().iter().zip(exchanges).enumerate();
        for (at, (joint, exchange)) in joints {
            if exchange.is_none_or(|exchange| exchange.scale.is_some()) {
                continue;
            }
            let mut own = motion.scales().values().iter().skip(at).step_by(exchanges.len());
            if !own.all(|scale| scale.max_element() - scale.min_element() <= SAME_SCALE * scale.abs().max_element()) {
                return Err(WriteError::Mirror { joint: name_of(self.skeleton, usize::from(self.partner(*joint))) });
            }
        }
        Ok(())
    }

    /// Mirrors a fixed camera, so that it sees the mirror image of what it saw. A camera on a joint is kept.
    fn viewpoint(&self, old: &Viewpoint) -> Viewpoint {
        let mut viewpoint = old.clone();
        if old.joint.is_none() {
            viewpoint.position = (-(self.plane * old.position.as_dvec3())).as_vec3();
            let turned = self.plane * old.orientation.as_dquat() * half_turn(DVec3::X);
            viewpoint.orientation = turned.normalize().as_quat();
        }
        viewpoint
    }

    /// A joint was seen where its partner was.
    fn visibility(&self, rows: &[u8]) -> Vec<u8> {
        let mut mirrored = rows.to_vec();
        let width = self.skeleton.len().max(1);
        for (own, row) in mirrored.chunks_exact_mut(width).zip(rows.chunks_exact(width)) {
            for (seen, partner) in own.iter_mut().zip(&self.partners) {
                *seen = partner.map_or(*seen, |partner| row.at(partner));
            }
        }
        mirrored
    }

    /// Moves events to the partners. Drops the marks of exceeded joint limits, because the values have changed.
    fn about(&self, old: &About) -> About {
        let mut about = old.clone();
        if old.marks.iter().any(|mark| mark.kind == MarkKind::Limit) {
            about.marks_dropped = 0;
        }
        about.marks.retain(|mark| mark.kind != MarkKind::Limit);
        for Mark { joint, .. } in &mut about.marks {
            *joint = joint.map(|joint| self.partner(joint));
        }
        about
    }
}

/// Relative tolerance for a uniform scale: the rounding of `f32`.
const SAME_SCALE: f32 = 1e-5;

/// The rotation by 180° about an axis of length 1.
fn half_turn(axis: DVec3) -> DQuat {
    DQuat::from_vec4(axis.extend(0.0))
}

/// Cosine of 10°: a normal within this angle of one of the file's axes is replaced by that axis.
const AXIS: f32 = 0.985;
/// Sine of 10°: a normal within this angle of the horizontal counts as horizontal.
const LEVEL: f32 = 0.174;
/// Minimum length of the sum of all vectors from right joints to left ones, as a share of the sum of their lengths. Below it they
/// have no common direction.
const LEAST_ACROSS: f32 = 0.1;
/// Maximum difference between bones and the reflections of their partners in the rest pose, as a share of all lengths. Real files
/// with a symmetric rest pose have less than 0.07, others more than 0.14.
const MOST_ASYMMETRY: f32 = 0.12;

/// The normals of two planes: the rest pose's plane of symmetry, and the vertical plane in which motions are reflected. They are
/// the same unless the figure lies on its side in the rest pose.
fn normals(skeleton: &Skeleton, partners: &[Option<usize>], up: Axis) -> Result<[DVec3; 2], WriteError> {
    let rest = skeleton.rest_positions();
    let (mut across, mut apart) = (Vec3::ZERO, 0.0);
    for (joint, side) in sides(skeleton).into_iter().enumerate() {
        if let Some(partner) = partners.at(joint).filter(|_| side == Side::Left) {
            across += rest.at(joint) - rest.at(partner);
            apart += rest.at(joint).distance(rest.at(partner));
        }
    }
    if across.length() <= LEAST_ACROSS * apart {
        return Err(WriteError::NoSides);
    }
    let (across, up) = (across.normalize_or_zero(), up.vector());
    let axes = [Vec3::X, Vec3::Y, Vec3::Z];
    let at_rest = axes.into_iter().find(|axis| axis.dot(across).abs() > AXIS).unwrap_or(across);
    let height = at_rest.dot(up);
    let normals = if height.abs() < LEVEL {
        [(at_rest - up * height).as_dvec3().normalize(); 2]
    } else {
        let level = axes.into_iter().find(|axis| axis.dot(up) == 0.0).unwrap_or_default();
        [at_rest.as_dvec3().normalize(), level.as_dvec3()]
    };
    let normal = normals[0].as_vec3();
    let (mut off, mut length) = (0.0, 0.0);
    for joint in (0..skeleton.len()).filter(|joint| skeleton.kinds().get(*joint) == Some(&JointKind::Joint)) {
        if let Some((parent, partner)) = skeleton.parent(joint).zip(partners.at(joint))
            && let Some(above) = skeleton.parent(partner)
        {
            let (own, other) = (rest.at(joint) - rest.at(parent), rest.at(partner) - rest.at(above));
            off += own.distance(other - normal * (2.0 * normal.dot(other)));
            length += own.length();
        }
    }
    if off > MOST_ASYMMETRY * length { Err(WriteError::NotSymmetric) } else { Ok(normals) }
}

/// The rest pose of a skeleton.
struct Rest<'a> {
    skeleton: &'a Skeleton,
    pose: FullPose,
}

impl Rest<'_> {
    /// The exchanges of all joints. `at_rest` and `plane` are half turns about the normals of the two planes.
    fn exchanges(&self, partners: &[Option<usize>], at_rest: DQuat, plane: DQuat) -> Vec<Option<Exchange>> {
        let mut exchanges: Vec<Option<Exchange>> = Vec::with_capacity(partners.len());
        for (joint, partner) in partners.iter().enumerate() {
            let exchange = partner.and_then(|partner| match self.skeleton.parent(joint) {
                Some(parent) => {
                    let above = exchanges.get(parent)?.as_ref()?.after.conjugate();
                    self.exchange(joint, partner, above, above)
                }
                None => {
                    let [frame, other] = [self.frame(joint)?, self.frame(partner)?];
                    let moved = -(plane * other.translation) - frame.translation;
                    let exchange = self.exchange(joint, partner, at_rest, plane)?;
                    Some(Exchange { shift: frame.matrix3.inverse() * moved, ..exchange })
                }
            });
            exchanges.push(exchange);
        }
        exchanges
    }

    /// The exchange of a joint whose parent's space is reflected by the half turn `at_rest` in the rest pose, and by `above` in motions.
    fn exchange(&self, joint: usize, partner: usize, at_rest: DQuat, above: DQuat) -> Option<Exchange> {
        let [frame, other] = [self.frame(joint)?.matrix3, self.frame(partner)?.matrix3];
        let through_frames = |half_turn: DQuat| frame.inverse() * DMat3::from_quat(half_turn) * other;
        let turn = |half_turn: DQuat| similarity(&through_frames(half_turn)).map(|(_, turn)| turn);
        let [rotation, others] = [joint, partner].map(|joint| self.pose.rotations.get(joint).copied());
        let (rotation, others) = rotation.zip(others)?;
        let own = rotation.conjugate() * turn(at_rest)? * others;
        let linear = -through_frames(above);
        let shift = *self.pose.translations.get(joint)? - linear * *self.pose.translations.get(partner)?;
        let scale = axis_exchange(&DMat3::from_quat(self.axes(joint)?.conjugate() * own * self.axes(partner)?));
        Some(Exchange { before: turn(above)?, after: own.conjugate(), linear, shift, scale })
    }

    fn frame(&self, joint: usize) -> Option<DAffine3> {
        self.skeleton.scaling().map_or(Some(DAffine3::IDENTITY), |scaling| scaling.frames.get(joint).map(wide))
    }

    fn axes(&self, joint: usize) -> Option<DQuat> {
        self.skeleton.scaling().map_or(Some(DQuat::IDENTITY), |scaling| scaling.axes.get(joint).copied().map(unit))
    }
}

/// The matrix without signs if it permutes the axes, with any signs; otherwise `None`.
fn axis_exchange(matrix: &DMat3) -> Option<DMat3> {
    let unsigned = matrix.abs();
    let [x, y, z] = [unsigned.x_axis, unsigned.y_axis, unsigned.z_axis].map(DVec3::round);
    let exchange = DMat3::from_cols(x, y, z);
    exchange.abs_diff_eq(unsigned, f64::from(SAME_SCALE)).then_some(exchange)
}
