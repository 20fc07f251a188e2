//! Makes frames from rows of values: rotations and translations of all joints.
//!
//! Let C be a bone's `axis` and M its motion, both composed about fixed axes, the first one named applied first. The bone's
//! rotation is C·M·C⁻¹: "a 10 degree rotation about the x-axis, as defined in an amc file, would result in a 10 degree rotation
//! around this offset local coordinate system." For a quaternion M, C rotates the vector part. `tx ty tz` translate the bone
//! along the axes of C, before its rotation. `l` translates the joints at the bone's tip: "This movement is translation not
//! scaling data." If the limits say so, `l` is the bone's whole length (see [`RigBone::is_whole_length`]); the motion's
//! [`PositionMode`] then switches between the two readings, and everything else is the same in both. The root moves and turns
//! within its orientation, from its position: "All motion is relative to this point."

use glam::{DMat3, DVec3, Mat3, Quat, Vec3, Vec4};
use marey_kernels::angles::half_angles;
use marey_kernels::euler::{FourInAxes, FourJoints, turn_in_axes};

use super::FRAME_TIME;
use super::joint_limits::JointLimits;
use super::row_layout::RowLayout;
use crate::checked::Checked;
use crate::compact::sorting::sort_by_key;
use crate::error::Limits;
use crate::euler::{EulerColumns, RotationOrder, about_all_axes, four_by_four, rotation_of};
use crate::formats::acclaim::rig::{AcclaimRig, Dof, RigBone};
use crate::formats::reading::{FrameStream, WarningLog};
use crate::model::{BuildError, Channels, Clip, Mark, MotionBuilder, PositionMode, RowMut, is_placeable};

/// A joint that rotates more than once about an axis.
#[derive(Debug)]
struct RepeatedAxes {
    /// Its index among the rotated joints.
    slot: usize,
    angles: EulerColumns,
    /// C above.
    axes: Mat3,
}

#[derive(Debug)]
struct TranslatedJoint {
    /// The base that the steps are added to.
    start: DVec3,
    rest: DVec3,
    /// Columns, each with the translation for one unit.
    steps: Vec<(usize, DVec3)>,
}

#[derive(Debug)]
pub(super) struct AmcFrameMaker {
    fours: Vec<FourInAxes>,
    /// The row's numbers as half angles.
    halves: Vec<f32>,
    repeated: Vec<RepeatedAxes>,
    /// The root's index among the rotated joints and its orientation, if not the identity.
    orientation: Option<(usize, Quat)>,
    moved: Vec<TranslatedJoint>,
    /// Whether the file gives rotations beyond the skeleton's dofs.
    all_rotations: bool,
    /// Columns with angles in radians.
    radians: Vec<usize>,
    /// The row with those angles in degrees.
    degrees: Vec<f64>,
    limits: JointLimits,
    /// Receives the frames; holds the warnings of the rows.
    pub(super) stream: FrameStream,
}

impl AmcFrameMaker {
    /// `radians` is the file's unit of angles, `frame_time` the stated seconds from frame to frame, `outline` the clip without
    /// frames, `warnings` those so far.
    pub(super) fn new(
        rig: &AcclaimRig,
        layout: &RowLayout,
        radians: bool,
        frame_time: Option<f64>,
        limits: &Limits,
        outline: Clip,
        warnings: WarningLog,
    ) -> Result<Self, BuildError> {
        let joints = turning_joints(rig, layout);
        let rotated: Vec<u16> = joints.iter().map(|joint| joint.joint).collect();
        let root = rig.parts.first().filter(|root| root.frame.as_quat() != Quat::IDENTITY);
        let orientation = root.and_then(|root| {
            let slot = rotated.iter().position(|joint| *joint == root.joint)?;
            Some((slot, root.frame.as_quat()))
        });

        let mut fours = Vec::new();
        for hinge in [None, Some(0), Some(1), Some(2)] {
            let of_kind = joints.iter().enumerate().filter(|(_, joint)| joint.hinge == hinge);
            let angles: Vec<_> = of_kind.map(|(slot, joint)| (slot, joint.angles.clone())).collect();
            fours.extend(four_by_four(&angles).into_iter().map(|four| four_in_axes(four, &joints, hinge)));
        }
        let others = joints.into_iter().enumerate().filter(|(_, joint)| !about_all_axes(&joint.angles));
        let repeated =
            others.map(|(slot, joint)| RepeatedAxes { slot, angles: joint.angles, axes: joint.axes }).collect();

        let (mut translated, mut moved, mut masks) = (Vec::new(), Vec::new(), Vec::new());
        let is_tip = tips_of_whole_lengths(rig);
        let has_tips = is_tip.contains(&true);
        let moving = (0u16..).zip(steps_of_joints(rig, layout)).zip(rest_translations(rig));
        for ((joint, steps), rest) in moving.filter(|((_, steps), _)| !steps.is_empty()) {
            translated.push(joint);
            // Values are whole translations. If there are two readings, only the tips of whole-length bones may have base 0 in one
            // and their rest offset in the other; all other bases are the rest offset.
            let is_tip = is_tip.at(usize::from(joint));
            let (start, rest, mask) = match (has_tips, is_tip) {
                (false, _) => (rest, rest, Vec3::ONE),
                (true, true) => (DVec3::ZERO, rest, Vec3::ONE),
                (true, false) => (DVec3::ZERO, DVec3::ZERO, Vec3::ZERO),
            };
            moved.push(TranslatedJoint { start, rest, steps });
            masks.push(mask);
        }
        let mode = PositionMode::Replace;
        let channels = Channels { rotated, translated, masks, ..Channels::default() };
        let mut builder = MotionBuilder::new(&rig.skeleton, channels, mode, limits)?;
        builder.set_frame_time(frame_time.unwrap_or(FRAME_TIME));
        let angles = layout.columns.iter().enumerate().filter(|(_, (_, dof))| radians && dof.turns_about().is_some());
        Ok(Self {
            fours,
            halves: vec![0.0; layout.width()],
            repeated,
            orientation,
            moved,
            all_rotations: false,
            radians: angles.map(|(column, _)| column).collect(),
            degrees: Vec::new(),
            limits: JointLimits::new(rig, layout, radians),
            stream: FrameStream::new(outline, builder, warnings).limited_by_input(layout.width().max(rig.parts.len())),
        })
    }

    /// Appends the frame of a row: finite numbers in the file's units, then zeros up to a multiple of four. Returns whether a joint
    /// was past the placeable range and left at rest.
    #[inline]
    pub(super) fn push_row(&mut self, row: &[f64]) -> Result<bool, BuildError> {
        let Self { fours, halves, repeated, orientation, moved, all_rotations, radians, degrees, limits, stream } =
            self;
        limits.check(row, stream.frame_count());
        let row = if radians.is_empty() {
            row
        } else {
            degrees.clear();
            degrees.extend_from_slice(row);
            for column in radians.iter() {
                degrees.change(*column, |angle| *angle = angle.to_degrees());
            }
            degrees.as_slice()
        };
        half_angles(row, halves);
        let mut too_far = false;
        stream.push_row(|RowMut { rotations, translations, .. }| {
            turn_in_axes(fours, *all_rotations, halves, rotations);
            for joint in repeated.iter() {
                if let Some(rotation) = rotations.get_mut(joint.slot) {
                    let turned = rotation_of(row, &joint.angles);
                    let axis = joint.axes * Vec3::new(turned.x, turned.y, turned.z);
                    *rotation = Quat::from_xyzw(axis.x, axis.y, axis.z, turned.w);
                }
            }
            if let Some((slot, orientation)) = orientation
                && let Some(rotation) = rotations.get_mut(*slot)
            {
                *rotation = *orientation * *rotation;
            }
            for (moved, translation) in moved.iter().zip(translations.iter_mut()) {
                let place =
                    moved.steps.iter().fold(moved.start, |place, (column, step)| place + row.at(*column) * *step);
                *translation = place.as_vec3();
                if !is_placeable(*translation) {
                    *translation = moved.rest.as_vec3();
                    too_far = true;
                }
            }
        })?;
        Ok(too_far)
    }

    /// From here on rows may have rotations beyond the skeleton's dofs.
    pub(super) fn use_all_rotations(&mut self) {
        self.all_rotations = true;
    }

    /// The stream, the marks of exceeded joint limits, and the number of further marks.
    pub(super) fn into_parts(self) -> (FrameStream, Vec<Mark>, u64) {
        let (marks, dropped) = self.limits.finish();
        (self.stream, marks, dropped)
    }
}

fn four_in_axes(joints: FourJoints, turning: &[TurningJoint], hinge: Option<usize>) -> FourInAxes {
    let axes = |slot: u32| turning.get(slot as usize).map_or(Mat3::IDENTITY, |joint| joint.axes);
    let lanes = joints.slots.map(axes);
    let entry = |column: usize, row: usize| Vec4::from_array(lanes.map(|lane| lane.col(column)[row]));
    let column = |index: usize| [entry(index, 0), entry(index, 1), entry(index, 2)];
    FourInAxes { joints, axes: [column(0), column(1), column(2)], hinge }
}

struct TurningJoint {
    joint: u16,
    angles: EulerColumns,
    axes: Mat3,
    /// Index of the only angle that the skeleton names, if there is only one.
    hinge: Option<usize>,
}

fn turning_joints(rig: &AcclaimRig, layout: &RowLayout) -> Vec<TurningJoint> {
    let mut joints = Vec::new();
    for ((index, part), columns) in rig.parts.iter().enumerate().zip(&layout.bones) {
        let dofs = layout.columns.iter().enumerate().skip(columns.start).take(columns.whole);
        let angles: EulerColumns = dofs.filter_map(|(column, (_, dof))| Some((column, dof.turns_about()?))).collect();
        let Some(&first) = angles.first() else { continue };
        let own = part.dofs.iter().filter(|dof| dof.turns_about().is_some()).count();
        let mut angles = in_order(angles, own);
        // The rotation applied first is the rightmost factor of the product.
        angles.reverse();
        let hinge = if own == 1 { angles.iter().position(|angle| *angle == first) } else { None };
        // The orientation rotates the root as a whole: see `AmcFrameMaker::orientation`.
        let axes = if index == 0 { Mat3::IDENTITY } else { DMat3::from_quat(part.frame).as_mat3() };
        joints.push(TurningJoint { joint: part.joint, angles, axes, hinge });
    }
    sort_by_key(&mut joints, |joint| joint.joint);
    joints
}

/// A bone's angles in the order in which they are applied. The first `own` are the skeleton's dofs and keep their order; the
/// others go between them so that the order is x, y, z if possible. (The program that introduced `:FORCE-ALL-JOINTS-BE-3DOF`
/// always applies x, y, z.)
fn in_order(angles: EulerColumns, own: usize) -> EulerColumns {
    let order = RotationOrder::ALL.map(RotationOrder::axes).into_iter().find(|order| {
        let mut axes = order.iter();
        angles.iter().take(own).all(|(_, axis)| axes.any(|next| next == axis))
    });
    match order {
        Some(order) if angles.len() == 3 => {
            order.iter().filter_map(|axis| angles.iter().find(|(_, turned)| turned == axis).copied()).collect()
        }
        _ => angles,
    }
}

/// For each joint, the columns that translate it, each with the translation for one unit.
fn steps_of_joints(rig: &AcclaimRig, layout: &RowLayout) -> Vec<Vec<(usize, DVec3)>> {
    let mut steps = vec![Vec::new(); rig.skeleton.len()];
    for (column, &(part, dof)) in layout.columns.iter().enumerate() {
        let Some(part) = rig.parts.get(part).filter(|_| dof.turns_about().is_none()) else { continue };
        let (joints, step) = step_of(part, dof, rig.factor);
        for &joint in joints {
            if let Some(list) = steps.get_mut(usize::from(joint)) {
                list.push((column, step));
            }
        }
    }
    steps
}

/// The joints that a dof translates, and the translation for one unit.
fn step_of(part: &RigBone, dof: Dof, factor: f64) -> (&[u16], DVec3) {
    let axis = match dof {
        Dof::Tx => DVec3::X,
        Dof::Ty => DVec3::Y,
        Dof::Tz => DVec3::Z,
        _ => return (&part.tip_joints, part.direction * factor),
    };
    (std::slice::from_ref(&part.joint), part.frame * axis * factor)
}

/// Whether each joint is the tip of a bone whose `l` is its whole length.
fn tips_of_whole_lengths(rig: &AcclaimRig) -> Vec<bool> {
    let mut is_tip = vec![false; rig.skeleton.len()];
    for joint in rig.parts.iter().filter(|part| part.is_whole_length()).flat_map(|part| &part.tip_joints) {
        is_tip.put(usize::from(*joint), true);
    }
    is_tip
}

fn rest_translations(rig: &AcclaimRig) -> Vec<DVec3> {
    let mut rests: Vec<DVec3> = rig.skeleton.rest_translations().iter().map(|rest| rest.as_dvec3()).collect();
    for part in &rig.parts {
        rests.put(usize::from(part.joint), part.rest);
    }
    rests
}
