//! From a row of values to local rotations and translations.
//!
//! With C a bone's `axis` and M its motion, both composed about fixed axes (the first one named is applied first), a
//! bone turns by C·M·C⁻¹ against its rest pose: "a 10 degree rotation about the x-axis, as defined in an amc file, would
//! result in a 10 degree rotation around this offset local coordinate system." In quaternions C turns the vector part
//! of M. `tx ty tz` move the bone in the frame C, before it turns; `l` moves the bone's tip, and with it the joints that
//! hang there: "This movement is translation not scaling data." The root moves and turns inside its orientation O,
//! from its position: "All motion is relative to this point."

use glam::{DMat3, DVec3, Mat3, Quat, Vec3, Vec4};

use super::FRAME_TIME;
use super::layout::Layout;
use super::watch::Watch;
use crate::error::Limits;
use crate::formats::acclaim::rig::{Dof, Part, Rig};
use crate::formats::frame_stream::FrameStream;
use crate::formats::turns::{Four, Turns, about_all_axes, any, fours};
use crate::model::{BuildError, Channels, Mark, MotionBuilder, PositionMode, RowMut, is_placeable};

/// Four joints side by side and the frames that they turn in, each entry of the matrices four lanes wide.
#[derive(Debug, Clone)]
struct Framed {
    four: Four,
    /// Column by column.
    frames: [[Vec4; 3]; 3],
    /// The skeleton gives each of them one rotation only: this one of the three.
    hinge: Option<usize>,
}

/// A joint that turns twice about one axis.
#[derive(Debug, Clone)]
struct General {
    /// Its index among the rotated joints.
    slot: usize,
    turns: Turns,
    frame: Mat3,
}

/// A joint that moves.
#[derive(Debug, Clone)]
struct Moved {
    rest: DVec3,
    /// What a unit of each column moves it by.
    moves: Vec<(usize, DVec3)>,
}

/// Makes frames of rows, and watches the limits of joints on the way.
#[derive(Debug)]
pub(super) struct AmcFrameMaker {
    fours: Vec<Framed>,
    generals: Vec<General>,
    /// The root's orientation, unless it is none, and the root's index among the rotated joints.
    orientation: Option<(usize, Quat)>,
    moved: Vec<Moved>,
    /// The file gives rotations that the skeleton does not name.
    turns_fully: bool,
    /// Columns of angles that have to be turned to degrees, and the row in which they are.
    radians: Vec<usize>,
    degrees: Vec<f64>,
    watch: Watch,
    /// Where the frames go, and the warnings of the rows.
    pub(super) stream: FrameStream,
}

impl AmcFrameMaker {
    /// `stream_of` starts the stream of what is built.
    pub(super) fn new(
        rig: &Rig,
        layout: &Layout,
        radians: bool,
        limits: &Limits,
        stream_of: impl FnOnce(MotionBuilder) -> FrameStream,
    ) -> Result<Self, BuildError> {
        let joints = turning(rig, layout);
        let rotated: Vec<u16> = joints.iter().map(|joint| joint.joint).collect();
        let root = rig.parts.first().filter(|root| root.frame.as_quat() != Quat::IDENTITY);
        let orientation = root.and_then(|root| {
            let slot = rotated.iter().position(|joint| *joint == root.joint)?;
            Some((slot, root.frame.as_quat()))
        });

        let mut four_by_four = Vec::new();
        for hinge in [None, Some(0), Some(1), Some(2)] {
            let of_kind = joints.iter().enumerate().filter(|(_, joint)| joint.hinge == hinge);
            let turns: Vec<_> = of_kind.map(|(slot, joint)| (slot, joint.turns.clone())).collect();
            four_by_four.extend(fours(&turns).into_iter().map(|four| Framed::new(four, &joints, hinge)));
        }
        let others = joints.into_iter().enumerate().filter(|(_, joint)| !about_all_axes(&joint.turns));
        let generals = others.map(|(slot, joint)| General { slot, turns: joint.turns, frame: joint.frame }).collect();

        let (mut translated, mut moved) = (Vec::new(), Vec::new());
        let moving = (0u16..).zip(moves(rig, layout)).zip(rests(rig));
        for ((joint, moves), rest) in moving.filter(|((_, moves), _)| !moves.is_empty()) {
            translated.push(joint);
            moved.push(Moved { rest, moves });
        }
        // Rows hold whole translations: nothing is added to them.
        let mode = PositionMode::Replace;
        let channels = Channels { rotated, translated, ..Channels::default() };
        let mut builder = MotionBuilder::new(&rig.skeleton, channels, mode, limits)?;
        builder.set_frame_time(FRAME_TIME);
        let angles = layout.columns.iter().enumerate().filter(|(_, (_, dof))| radians && dof.turns_about().is_some());
        Ok(Self {
            fours: four_by_four,
            generals,
            orientation,
            moved,
            turns_fully: false,
            radians: angles.map(|(column, _)| column).collect(),
            degrees: Vec::new(),
            watch: Watch::new(rig, layout, radians),
            stream: stream_of(builder),
        })
    }

    /// Appends the frame of one row: finite numbers, in the units of the file, zeros behind them to a multiple of four. Tells whether a joint would be moved
    /// farther than numbers go; it is at rest then.
    #[inline]
    pub(super) fn push_row(&mut self, row: &[f64]) -> Result<bool, BuildError> {
        let Self { fours, generals, orientation, moved, turns_fully, radians, degrees, watch, stream } = self;
        watch.see(row, stream.frame_count());
        let row = if radians.is_empty() {
            row
        } else {
            degrees.clear();
            degrees.extend_from_slice(row);
            for column in radians.iter() {
                if let Some(angle) = degrees.get_mut(*column) {
                    *angle = angle.to_degrees();
                }
            }
            degrees.as_slice()
        };
        let mut too_far = false;
        stream.push_row(|RowMut { rotations, translations, .. }| {
            for framed in fours.iter() {
                match framed.hinge {
                    Some(hinge) if !*turns_fully => framed.bend(hinge, row, rotations),
                    _ => framed.turn(row, rotations),
                }
            }
            for general in generals.iter() {
                if let Some(rotation) = rotations.get_mut(general.slot) {
                    let turned = any(row, &general.turns);
                    let axis = general.frame * Vec3::new(turned.x, turned.y, turned.z);
                    *rotation = Quat::from_xyzw(axis.x, axis.y, axis.z, turned.w);
                }
            }
            if let Some((slot, orientation)) = orientation
                && let Some(rotation) = rotations.get_mut(*slot)
            {
                *rotation = *orientation * *rotation;
            }
            for (moved, translation) in moved.iter().zip(translations.iter_mut()) {
                let place = moved
                    .moves
                    .iter()
                    .fold(moved.rest, |place, (column, step)| place + row.get(*column).copied().unwrap_or(0.0) * *step);
                *translation = place.as_vec3();
                if !is_placeable(*translation) {
                    *translation = moved.rest.as_vec3();
                    too_far = true;
                }
            }
        })?;
        Ok(too_far)
    }

    /// From here on rows may have rotations that the skeleton does not name.
    pub(super) fn turn_fully(&mut self) {
        self.turns_fully = true;
    }

    /// The stream, marks of what was outside the limits, and how many more there were.
    pub(super) fn into_parts(self) -> (FrameStream, Vec<Mark>, u64) {
        let (marks, dropped) = self.watch.finish();
        (self.stream, marks, dropped)
    }
}

impl Framed {
    fn new(four: Four, joints: &[Turning], hinge: Option<usize>) -> Self {
        let frame = |slot: u32| joints.get(slot as usize).map_or(Mat3::IDENTITY, |joint| joint.frame);
        let lanes = four.slots.map(frame);
        let entry = |column: usize, row: usize| Vec4::from_array(lanes.map(|lane| lane.col(column)[row]));
        let column = |index: usize| [entry(index, 0), entry(index, 1), entry(index, 2)];
        Self { four, frames: [column(0), column(1), column(2)], hinge }
    }

    /// For joints that turn about one axis: the others' angles are 0.
    #[inline(always)]
    fn bend(&self, hinge: usize, row: &[f64], rotations: &mut [Quat]) {
        let (sines, cosines, axis) = self.four.one(row, hinge);
        let [x, y, z] = self.frames.get(axis).copied().unwrap_or_default();
        self.four.store([x * sines, y * sines, z * sines, cosines], rotations);
    }

    #[inline(always)]
    fn turn(&self, row: &[f64], rotations: &mut [Quat]) {
        let [x, y, z, w] = self.four.lanes(row);
        let [a, b, c] = &self.frames;
        let turned =
            [a[0] * x + b[0] * y + c[0] * z, a[1] * x + b[1] * y + c[1] * z, a[2] * x + b[2] * y + c[2] * z, w];
        self.four.store(turned, rotations);
    }
}

/// A joint that turns.
struct Turning {
    joint: u16,
    turns: Turns,
    frame: Mat3,
    /// Which of the turns is the only one that the skeleton gives.
    hinge: Option<usize>,
}

/// The joints that turn, in their order.
fn turning(rig: &Rig, layout: &Layout) -> Vec<Turning> {
    let mut joints = Vec::new();
    for ((index, part), columns) in rig.parts.iter().enumerate().zip(&layout.bones) {
        let dofs = layout.columns.iter().enumerate().skip(columns.start).take(columns.whole);
        let turns: Turns = dofs.filter_map(|(column, (_, dof))| Some((column, dof.turns_about()?))).collect();
        let Some(&first) = turns.first() else { continue };
        let own = part.dofs.iter().filter(|dof| dof.turns_about().is_some()).count();
        let mut turns = in_order(turns, own);
        // What is applied first stands rightmost in the product.
        turns.reverse();
        let hinge = if own == 1 { turns.iter().position(|turn| *turn == first) } else { None };
        // The root's frame is applied once, as a whole: see `AmcFrameMaker::orientation`.
        let frame = if index == 0 { Mat3::IDENTITY } else { DMat3::from_quat(part.frame).as_mat3() };
        joints.push(Turning { joint: part.joint, turns, frame, hinge });
    }
    joints.sort_by_key(|joint| joint.joint);
    joints
}

/// The turns of a bone in the order in which they are applied. The first ones, `own`, are the skeleton's and stay in its
/// order; the others are applied where they stand in the order x, y, z, as far as that leaves a choice. (The program that
/// introduced `:FORCE-ALL-JOINTS-BE-3DOF` always applies x, y, z.)
fn in_order(turns: Turns, own: usize) -> Turns {
    const ORDERS: [[u8; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let order = ORDERS.into_iter().find(|order| {
        let mut axes = order.iter();
        turns.iter().take(own).all(|(_, axis)| axes.any(|next| next == axis))
    });
    match order {
        Some(order) if turns.len() == 3 => {
            order.iter().filter_map(|axis| turns.iter().find(|(_, turned)| turned == axis).copied()).collect()
        }
        _ => turns,
    }
}

/// For each joint, what a unit of each column moves it by.
fn moves(rig: &Rig, layout: &Layout) -> Vec<Vec<(usize, DVec3)>> {
    let mut moves = vec![Vec::new(); rig.skeleton.len()];
    for (column, &(part, dof)) in layout.columns.iter().enumerate() {
        let Some(part) = rig.parts.get(part).filter(|_| dof.turns_about().is_none()) else { continue };
        let (joints, step) = moves_of(part, dof, rig.factor);
        for &joint in joints {
            if let Some(list) = moves.get_mut(usize::from(joint)) {
                list.push((column, step));
            }
        }
    }
    moves
}

/// The joints that a translation moves, and by how much a unit of it does.
fn moves_of(part: &Part, dof: Dof, factor: f64) -> (&[u16], DVec3) {
    let axis = match dof {
        Dof::Tx => DVec3::X,
        Dof::Ty => DVec3::Y,
        Dof::Tz => DVec3::Z,
        _ => return (&part.followers, part.direction * factor),
    };
    (std::slice::from_ref(&part.joint), part.frame * axis * factor)
}

/// Where each joint is at rest, against its parent.
fn rests(rig: &Rig) -> Vec<DVec3> {
    let mut rests: Vec<DVec3> = rig.skeleton.rest_translations().iter().map(|rest| rest.as_dvec3()).collect();
    for part in &rig.parts {
        if let Some(rest) = rests.get_mut(usize::from(part.joint)) {
            *rest = part.rest;
        }
    }
    rests
}
