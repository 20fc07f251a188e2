//! From a row of values to local rotations and translations.
//!
//! With C a bone's `axis` and M its motion, both composed about fixed axes (the first one named is applied first), a
//! bone turns by C·M·C⁻¹ against its rest pose: "a 10 degree rotation about the x-axis, as defined in an amc file, would
//! result in a 10 degree rotation around this offset local coordinate system." In quaternions C turns the vector part
//! of M. `tx ty tz` move the bone in the frame C, before it turns; `l` moves the bone's tip, and with it the joints that
//! hang there: "This movement is translation not scaling data." The root moves and turns inside its orientation O,
//! from its position: "All motion is relative to this point."

use glam::{DMat3, DVec3, Mat3, Quat, Vec3, Vec4};

use super::layout::Layout;
use crate::error::Limits;
use crate::formats::acclaim::rig::{Dof, Part, Rig};
use crate::formats::turns::{Four, Turns, about_all_axes, any, fours};
use crate::model::{BuildError, Motion, MotionBuilder, PositionMode, Rows};

/// Four joints side by side and the frames that they turn in, each entry of the matrices four lanes wide.
#[derive(Debug, Clone)]
struct Framed {
    four: Four,
    /// Column by column.
    frames: [[Vec4; 3]; 3],
    /// The skeleton gives each of them one rotation only, the third one here.
    hinges: bool,
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

/// Turns rows into frames.
#[derive(Debug, Clone)]
pub(super) struct Baker {
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
    builder: MotionBuilder,
}

impl Baker {
    pub(super) fn new(rig: &Rig, layout: &Layout, radians: bool, limits: &Limits) -> Result<Self, BuildError> {
        let skeleton = &rig.skeleton;
        let mut joints: Vec<(u16, bool, Turns, DMat3)> = Vec::new();
        let mut moves: Vec<Vec<(usize, DVec3)>> = vec![Vec::new(); skeleton.len()];
        let mut angles = Vec::new();
        for ((index, part), columns) in rig.parts.iter().enumerate().zip(&layout.bones) {
            let mut turns = Turns::new();
            let range = columns.start..columns.start + columns.whole;
            for (column, &(_, dof)) in range.clone().zip(layout.columns.get(range).unwrap_or_default()) {
                if let Some(axis) = dof.turns_about() {
                    angles.push(column);
                    turns.push((column, axis));
                    continue;
                }
                let (moved, step) = moves_of(part, dof, rig.factor);
                for &joint in moved {
                    if let Some(list) = moves.get_mut(usize::from(joint)) {
                        list.push((column, step));
                    }
                }
            }
            if !turns.is_empty() {
                // What is applied first stands rightmost in the product.
                turns.reverse();
                // The root's frame is applied once, as a whole: see `orientation`.
                let frame = if index == 0 { DMat3::IDENTITY } else { DMat3::from_quat(part.frame) };
                let hinge = part.dofs.iter().filter(|dof| dof.turns_about().is_some()).count() == 1;
                joints.push((part.joint, hinge, turns, frame));
            }
        }
        joints.sort_by_key(|(joint, ..)| *joint);
        let hinges: Vec<bool> = joints.iter().map(|(_, hinge, ..)| *hinge).collect();
        let rotated: Vec<u16> = joints.iter().map(|(joint, ..)| *joint).collect();
        let frames: Vec<Mat3> = joints.iter().map(|(.., frame)| frame.as_mat3()).collect();
        let root = rig.parts.first().filter(|root| root.frame.as_quat() != Quat::IDENTITY);
        let orientation = root.and_then(|root| {
            let slot = rotated.iter().position(|joint| *joint == root.joint)?;
            Some((slot, root.frame.as_quat()))
        });
        let lists = joints.into_iter().map(|(_, _, turns, _)| turns).enumerate();
        let (ordered, others): (Vec<_>, Vec<_>) = lists.partition(|(_, turns)| about_all_axes(turns));
        let hinge = |(slot, _): &(usize, Turns)| hinges.get(*slot).copied().unwrap_or(false);
        let (hinges, ordered): (Vec<_>, Vec<_>) = ordered.into_iter().partition(hinge);
        let frame_of = |slot: usize| frames.get(slot).copied().unwrap_or(Mat3::IDENTITY);
        let generals = others.into_iter().map(|(slot, turns)| General { slot, turns, frame: frame_of(slot) }).collect();
        let framed = |four: Four, hinges: bool| {
            let lanes = four.slots.map(|slot| frame_of(slot as usize));
            let entry = |column: usize, row: usize| Vec4::from_array(lanes.map(|lane| lane.col(column)[row]));
            let column = |index: usize| [entry(index, 0), entry(index, 1), entry(index, 2)];
            Framed { four, frames: [column(0), column(1), column(2)], hinges }
        };
        let hinges = fours(&hinges).into_iter().map(|four| framed(four, true));
        let fours = hinges.chain(fours(&ordered).into_iter().map(|four| framed(four, false))).collect();

        let (mut translated, mut moved) = (Vec::new(), Vec::new());
        let joints = (0u16..).zip(moves).zip(rests(rig));
        for ((joint, moves), rest) in joints.filter(|((_, moves), _)| !moves.is_empty()) {
            translated.push(joint);
            moved.push(Moved { rest, moves });
        }
        // Rows hold whole translations: nothing is added to them.
        let masks = vec![Vec3::ONE; translated.len()];
        let builder = MotionBuilder::new(skeleton, rotated, translated, masks, PositionMode::Replace, limits)?;
        let radians = if radians { angles } else { Vec::new() };
        Ok(Self { fours, generals, orientation, moved, turns_fully: false, radians, degrees: Vec::new(), builder })
    }

    /// Appends the frame of one row: finite numbers, in the units of the file. Tells whether a joint would be moved
    /// farther than numbers go; it is at rest then.
    #[inline]
    pub(super) fn row(&mut self, row: &[f64]) -> Result<bool, BuildError> {
        let Self { fours, generals, orientation, moved, turns_fully, radians, degrees, builder } = self;
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
        builder.push_row(|rotations, translations| {
            for framed in fours.iter() {
                if framed.hinges && !*turns_fully {
                    framed.bend(row, rotations);
                } else {
                    framed.turn(row, rotations);
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
            for (moved, translation) in moved.iter().zip(translations) {
                let place = moved
                    .moves
                    .iter()
                    .fold(moved.rest, |place, (column, step)| place + row.get(*column).copied().unwrap_or(0.0) * *step);
                *translation = place.as_vec3();
                if !translation.is_finite() {
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

    pub(super) fn frame_count(&self) -> usize {
        self.builder.frame_count()
    }

    pub(super) fn set_frame_time(&mut self, frame_time: f64) {
        self.builder.set_frame_time(frame_time);
    }

    pub(super) fn so_far(&self) -> &Motion {
        self.builder.so_far()
    }

    /// Bytes of the frames held now.
    pub(super) fn held_bytes(&self) -> usize {
        self.builder.held_frames().saturating_mul(self.builder.row_bytes())
    }

    pub(super) fn reserve(&mut self, frames: usize) {
        self.builder.reserve(frames);
    }

    pub(super) fn take_rows(&mut self) -> Rows {
        self.builder.take_rows()
    }

    pub(super) fn into_builder(self) -> MotionBuilder {
        self.builder
    }
}

impl Framed {
    /// For joints that turn about one axis: the others' angles are 0.
    #[inline(always)]
    fn bend(&self, row: &[f64], rotations: &mut [Quat]) {
        let (sines, cosines, axis) = self.four.third(row);
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
