//! Puts the clip together.

use std::sync::Arc;

use glam::{Quat, Vec3};

use super::body::Body;
use super::points::Points;
use super::refusal::refuse;
use super::rig::Rig;
use crate::error::{ErrorKind, Limits, Location, ParseError};
use crate::formats::warning_log::WarningLog;
use crate::formats::wording::Count;
use crate::model::{
    Axis, Behaviour, BuildError, Channels, Clip, Format, JointKind, Motion, MotionBuilder, PositionMode, Skeleton,
    SkeletonBuilder, Source,
};

/// The rate that is assumed where neither the file nor a table has one.
const ASSUMED_RATE: f64 = 30.0;

/// The opacity of a joint whose place the file has, however unsure it is.
const FAINTEST: u8 = 40;

/// Facts about a clip beside its joints.
#[derive(Debug, Clone, Default)]
pub(super) struct Facts {
    pub(super) metres_per_unit: Option<f64>,
    pub(super) unit_stated: bool,
    pub(super) up: Option<Axis>,
    /// Seconds from frame to frame, as the file says.
    pub(super) frame_time: Option<f64>,
    /// The usual frames a second.
    pub(super) usual_rate: Option<f64>,
    pub(super) notes: Vec<(String, String)>,
    /// Assumptions, in words for people.
    pub(super) assumed: Vec<String>,
    /// The name of the skeleton's file, if it is another.
    pub(super) skeleton_file: String,
}

/// A clip of an array, with its name; empty for the only clip.
pub(super) struct Take<'a> {
    pub(super) name: String,
    pub(super) points: Points<'a>,
}

/// Rotations of a body over time.
pub(super) struct Poses {
    pub(super) name: String,
    /// A row of joints for each frame, relative to the parents: unit quaternions.
    pub(super) rotations: Vec<Quat>,
    /// The root's position in each frame; empty if the file has none.
    pub(super) roots: Vec<Vec3>,
}

/// A refusal of what a builder refuses.
pub(super) fn refused(error: BuildError) -> ParseError {
    let kind = match error {
        BuildError::TooManyJoints | BuildError::TooDeep | BuildError::TooManyFrames | BuildError::OutOfMemory => {
            ErrorKind::Limit
        }
        _ => ErrorKind::Inconsistent,
    };
    let code = if kind == ErrorKind::Limit { "arrays.limit" } else { "arrays.numbers" };
    refuse(kind, code, 0, format!("the arrays cannot be shown: {error}"))
}

/// The clip of positions: joints without rotations, each moved to its place by its translation. All takes have the rig's joints.
pub(super) fn of_points(
    name: &str,
    rig: &Rig,
    takes: Vec<Take<'_>>,
    facts: Facts,
    limits: &Limits,
    mut warnings: WarningLog,
) -> Result<Clip, ParseError> {
    let order = rig.order();
    let mut joints = vec![None; rig.parents.len()];
    for (joint, column) in order.iter().enumerate() {
        if let Some(slot) = joints.get_mut(*column) {
            *slot = u16::try_from(joint).ok();
        }
    }
    let joint_of = |column: usize| joints.get(column).copied().flatten();
    let parents: Vec<Option<u16>> =
        order.iter().map(|column| rig.parents.get(*column).copied().flatten().and_then(joint_of)).collect();
    let mut row_of_array = Vec::new();
    if let Some(take) = takes.first() {
        take.points.read_row(0, &mut row_of_array);
    }
    let mut placed = Placed::new(&order, &parents);
    let mut builder = SkeletonBuilder::new(limits);
    for ((column, parent), offset) in order.iter().zip(&parents).zip(placed.offsets(&row_of_array)) {
        let name = rig.names.get(*column).map_or("", String::as_str);
        builder.add(name, *parent, JointKind::Joint, *offset, Quat::IDENTITY).map_err(refused)?;
    }
    let skeleton = Arc::new(builder.finish().map_err(refused)?);
    let channels = Channels { translated: (0..order.len() as u16).collect(), ..Channels::default() };
    let mut behaviours = Vec::new();
    let mut visibility = Vec::new();
    let (mut room, mut unseen) = (*limits, 0);
    for take in takes {
        let mut placed = Placed::new(&order, &parents);
        let mut builder =
            MotionBuilder::new(&skeleton, channels.clone(), PositionMode::Replace, &room).map_err(refused)?;
        for frame in 0..take.points.frames() {
            take.points.read_row(frame, &mut row_of_array);
            let offsets = placed.offsets(&row_of_array);
            builder.push_row(|row| row.translations.copy_from_slice(offsets)).map_err(refused)?;
        }
        if placed.unseen > 0 || take.points.has_scores() {
            visibility.resize(behaviours.len(), Vec::new());
            visibility.push(seen_rows(&take.points, &order));
        }
        unseen += placed.unseen;
        behaviours.push(finish(take.name, name, builder, &facts, &mut room)?);
    }
    if unseen > 0 {
        warnings.add("arrays.unseen", Some(Location::default()), || {
            format!("joints without a place are not drawn until they have one ({})", Count(unseen, "place"))
        });
    }
    let channels = vec!["Xposition Yposition Zposition".into(); order.len()];
    let mut clip = clip(name, skeleton, behaviours, facts, channels, warnings);
    clip.visibility = visibility;
    Ok(clip)
}

/// How sure the file is of each joint in each frame: its scores, and nothing of a joint without a place. A joint that is at its place by
/// a score of 0 is guessed, and faint.
fn seen_rows(points: &Points<'_>, order: &[usize]) -> Vec<u8> {
    let (mut out, mut row) = (Vec::new(), Vec::new());
    for frame in 0..points.frames() {
        points.read_row(frame, &mut row);
        for column in order {
            let is_seen = row.get(*column).is_some_and(|place| !place.is_nan());
            let score = points.score(frame, *column).unwrap_or(u8::MAX).max(FAINTEST);
            out.push(if is_seen { score } else { 0 });
        }
    }
    out
}

/// The clip of poses of a body.
pub(super) fn of_poses(
    name: &str,
    body: &Body,
    poses: Poses,
    facts: Facts,
    limits: &Limits,
    warnings: WarningLog,
) -> Result<Clip, ParseError> {
    let mut builder = SkeletonBuilder::new(limits);
    for (joint, (name, offset)) in body.table.names.iter().zip(&body.offsets).enumerate() {
        let parent = body.table.parent(joint).map(|parent| parent as u16);
        builder.add(name, parent, JointKind::Joint, *offset, Quat::IDENTITY).map_err(refused)?;
    }
    let skeleton = Arc::new(builder.finish().map_err(refused)?);
    let joints = skeleton.len();
    let translated = if poses.roots.is_empty() { Vec::new() } else { vec![0] };
    let moves = !translated.is_empty();
    let channels = Channels { rotated: (0..joints as u16).collect(), translated, ..Channels::default() };
    // The body's root is not at its origin, and moves with the whole body.
    let mut builder = MotionBuilder::new(&skeleton, channels, PositionMode::Add, limits).map_err(refused)?;
    for (frame, rotations) in poses.rotations.chunks_exact(joints).enumerate() {
        let write = |row: &mut crate::model::RowMut<'_>| {
            row.rotations.copy_from_slice(rotations);
            if let (Some(slot), Some(root)) = (row.translations.first_mut(), poses.roots.get(frame)) {
                *slot = *root;
            }
        };
        builder.push_row(write).map_err(refused)?;
    }
    let behaviour = finish(poses.name, name, builder, &facts, &mut limits.clone())?;
    let mut channels: Vec<Box<str>> = vec!["rotation".into(); joints];
    if let (true, Some(root)) = (moves, channels.first_mut()) {
        *root = "Xposition Yposition Zposition rotation".into();
    }
    Ok(clip(name, skeleton, vec![behaviour], facts, channels, warnings))
}

/// The offsets of joints at their places.
struct Placed<'a> {
    order: &'a [usize],
    parents: &'a [Option<u16>],
    /// Positions of the joints: the sums of their offsets.
    world: Vec<Vec3>,
    offsets: Vec<Vec3>,
    /// Number of places that are unknown.
    unseen: usize,
}

impl<'a> Placed<'a> {
    fn new(order: &'a [usize], parents: &'a [Option<u16>]) -> Self {
        let zeros = vec![Vec3::ZERO; order.len()];
        Self { order, parents, world: zeros.clone(), offsets: zeros, unseen: 0 }
    }

    /// The offset of each joint from its parent, from a row of the array. Rounding does not add up down the tree: an offset leads
    /// from where the sum of the offsets above it ends. An unseen joint is at its parent, and an unseen root where it was.
    fn offsets(&mut self, row: &[Vec3]) -> &[Vec3] {
        for (joint, (column, parent)) in self.order.iter().zip(self.parents).enumerate() {
            let from = parent.and_then(|parent| self.world.get(usize::from(parent)).copied());
            let before = self.world.get(joint).copied().unwrap_or_default();
            let place = row.get(*column).copied().unwrap_or(Vec3::NAN);
            let place = if place.is_nan() {
                self.unseen += 1;
                from.unwrap_or(before)
            } else {
                place
            };
            let offset = place - from.unwrap_or_default();
            if let (Some(slot), Some(world)) = (self.offsets.get_mut(joint), self.world.get_mut(joint)) {
                *slot = offset;
                *world = from.unwrap_or_default() + offset;
            }
        }
        &self.offsets
    }
}

/// The finished motion. Its bytes are taken from `room`.
fn finish(
    own: String,
    clip: &str,
    mut builder: MotionBuilder,
    facts: &Facts,
    room: &mut Limits,
) -> Result<Behaviour, ParseError> {
    builder.set_frame_time(facts.frame_time.unwrap_or(1.0 / facts.usual_rate.unwrap_or(ASSUMED_RATE)));
    let motion = builder.finish().map_err(refused)?;
    let bytes = (motion.frame_count() as u64).saturating_mul(motion.row_bytes() as u64);
    room.motion_bytes = room.motion_bytes.saturating_sub(bytes);
    Ok(Behaviour { name: if own.is_empty() { clip.to_owned() } else { own }, motion })
}

/// The clip of a skeleton at rest.
pub(super) fn at_rest(name: &str, skeleton: Skeleton, facts: Facts, warnings: WarningLog) -> Clip {
    let behaviours = vec![Behaviour { name: name.to_owned(), motion: Motion::rest() }];
    let channels = vec!["".into(); skeleton.len()];
    clip(name, Arc::new(skeleton), behaviours, facts, channels, warnings)
}

pub(super) fn clip(
    name: &str,
    skeleton: Arc<Skeleton>,
    behaviours: Vec<Behaviour>,
    mut facts: Facts,
    channels: Vec<Box<str>>,
    warnings: WarningLog,
) -> Clip {
    let rate_stated = facts.frame_time.is_some();
    if !rate_stated && behaviours.iter().any(|behaviour| behaviour.motion.frame_count() > 1) {
        let rate = facts.usual_rate.map_or(format!("{ASSUMED_RATE} frames a second"), |rate| {
            format!("{rate} frames a second, which is usual for such arrays")
        });
        facts.assumed.push(rate);
    }
    if !facts.assumed.is_empty() {
        facts.notes.push(("Assumed".into(), facts.assumed.join("\n")));
    }
    let source = Source {
        metres_per_unit: facts.metres_per_unit,
        unit_stated: facts.unit_stated,
        up: facts.up,
        rate_stated,
        channels,
        ..Source::new(Format::Arrays)
    };
    let mut clip = Clip::new(name.to_owned(), skeleton, behaviours, source);
    clip.about.notes = facts.notes;
    clip.about.skeleton_file = facts.skeleton_file;
    (clip.warnings, clip.warnings_dropped) = warnings.into_list();
    clip
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file of an array of floats.
    fn npy(shape: &str, numbers: &[f32]) -> Vec<u8> {
        let mut header = format!("{{'descr': '<f4', 'fortran_order': False, 'shape': ({shape}), }}");
        header += &" ".repeat(117 - header.len());
        header.push('\n');
        let mut bytes = b"\x93NUMPY\x01\x00\x76\x00".to_vec();
        bytes.extend(header.bytes());
        bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        bytes
    }

    fn read(shape: &str, numbers: &[f32]) -> Clip {
        crate::formats::parse("a.npy", &npy(shape, numbers), Limits::default()).unwrap()
    }

    #[test]
    fn scores_are_opacities() {
        // Three points of a picture with a score each; the second one is not seen at first.
        let frame = |x: f32, score: f32| [x, 10.0, 1.0, 0.0, 0.0, 0.0, x + 50.0, 200.0, score];
        let mut second = frame(4.0, 0.0);
        second[3..6].copy_from_slice(&[30.0, 90.0, 0.5]);
        let clip = read("2, 3, 3", &[frame(1.0, 0.25), second].concat());
        // The first joint is the root, the others are in the order of the inferred tree.
        let order: Vec<&str> = clip.skeleton.names().iter().map(|name| &**name).collect();
        let expected = |joint: &str, frame: usize| match (joint, frame) {
            ("joint_0", _) => 255,
            ("joint_1", 0) => 0,
            ("joint_1", _) => 128,
            (_, 0) => 64,
            _ => FAINTEST,
        };
        let rows: Vec<u8> = (0..2).flat_map(|frame| order.iter().map(move |joint| expected(joint, frame))).collect();
        assert_eq!(clip.visibility, [rows]);
        assert_eq!(clip.warnings.iter().map(|warning| &*warning.code).collect::<Vec<_>>(), ["arrays.unseen"]);
    }

    #[test]
    fn joints_without_a_place_are_not_seen() {
        let mut numbers: Vec<f32> = (0..36).map(|number| (number % 12) as f32 + 0.1 * (number / 12) as f32).collect();
        assert_eq!(read("3, 4, 3", &numbers).visibility, Vec::<Vec<u8>>::new());
        numbers[12 + 3] = f32::NAN;
        let clip = read("3, 4, 3", &numbers);
        let unseen: Vec<usize> = (0..12).filter(|item| clip.visibility[0][*item] == 0).collect();
        let joint = clip.skeleton.names().iter().position(|name| &**name == "joint_1").unwrap();
        assert_eq!(unseen, [4 + joint]);
    }
}
