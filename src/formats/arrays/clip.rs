//! Puts the clip together.

use std::sync::Arc;

use glam::{Quat, Vec3};

use super::body::BodyShape;
use super::points::Points;
use super::refusal::refuse;
use super::rig::ArrayRig;
use crate::checked::Checked;
use crate::decimal;
use crate::error::{ErrorKind, Limits, Location, ParseError};
use crate::formats::reading::wording::Count;
use crate::formats::reading::{FrameStream, WarningLog};
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
pub(super) struct ArrayFacts {
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

impl ArrayFacts {
    /// Seconds from frame to frame: the file's, or usual ones.
    fn frame_time(&self) -> f64 {
        self.frame_time.unwrap_or(1.0 / self.usual_rate.unwrap_or(ASSUMED_RATE))
    }
}

/// A clip of an array, with its name; empty for the only clip.
pub(super) struct NamedPoints {
    pub(super) name: String,
    pub(super) points: Points,
}

/// Rotations of a body over time.
pub(super) struct BodyPoses {
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

/// The clip of a file.
#[allow(clippy::large_enum_variant, reason = "each file has one")]
pub(super) enum ArraysClip {
    Whole(Clip),
    /// A clip of positions with one motion, whose frames are still to be read.
    Frames(PointFrames),
}

impl ArraysClip {
    pub(super) fn frames(&mut self) -> Option<&mut PointFrames> {
        if let Self::Frames(frames) = self { Some(frames) } else { None }
    }
}

/// The clip of positions: joints without rotations, each moved to its place by its translation. All takes have the rig's joints.
pub(super) fn of_points(
    name: &str,
    rig: &ArrayRig,
    mut takes: Vec<NamedPoints>,
    facts: ArrayFacts,
    limits: &Limits,
    mut warnings: WarningLog,
) -> Result<ArraysClip, ParseError> {
    let tree = Arc::new(JointOrder::new(rig));
    let mut first_row = Vec::new();
    if let Some(take) = takes.first() {
        take.points.read_row(0, &mut first_row);
    }
    let mut at_first = PlacedJoints::new(&tree);
    let mut builder = SkeletonBuilder::new(limits);
    for ((column, parent), offset) in tree.order.iter().zip(&tree.parents).zip(at_first.offsets(&first_row)) {
        let name = rig.names.get(*column).map_or("", String::as_str);
        builder.add(name, *parent, JointKind::Joint, *offset, Quat::IDENTITY).map_err(refused)?;
    }
    let skeleton = Arc::new(builder.finish().map_err(refused)?);
    let joints = tree.order.len();
    let texts = vec!["Xposition Yposition Zposition".into(); joints];
    let is_moving = takes.iter().any(|take| take.points.frames() > 1);
    let frame_time = facts.frame_time();
    let mut outline = clip(name, skeleton.clone(), is_moving, facts, texts);
    let mut room = *limits;
    let motion = |frames: usize, room: &Limits| {
        let channels = Channels { translated: (0..joints as u16).collect(), ..Channels::default() };
        let mut motion = MotionBuilder::new(&skeleton, channels, PositionMode::Replace, room)?;
        motion.set_frame_time(frame_time);
        // A page plays the first frames before the last one is read: too many are refused at once.
        let bytes = (frames as u64).saturating_mul(motion.so_far().row_bytes() as u64);
        if frames > room.frames || bytes > room.motion_bytes { Err(BuildError::TooManyFrames) } else { Ok(motion) }
    };
    if takes.len() == 1
        && let Some(NamedPoints { points, .. }) = takes.pop()
    {
        let motion = motion(points.frames(), &room).map_err(refused)?;
        let stream = FrameStream::new(outline, motion, warnings);
        return Ok(ArraysClip::Frames(PointFrames { stream, rows: PointRows::new(points, &tree) }));
    }
    let (mut unseen, mut far) = (0, 0);
    for NamedPoints { name: own, points } in takes {
        let mut motion = motion(points.frames(), &room).map_err(refused)?;
        motion.reserve(points.frames());
        let mut rows = PointRows::new(points, &tree);
        while let Some(offsets) = rows.next() {
            motion.push_row(|row| row.translations.copy_from_slice(offsets)).map_err(refused)?;
        }
        if !rows.seen.is_empty() {
            outline.visibility.resize(outline.behaviours.len(), Vec::new());
            outline.visibility.push(rows.seen);
        }
        unseen += rows.placed.unseen;
        far += rows.far;
        outline.behaviours.push(finish(own, name, motion, &mut room)?);
    }
    warn_of_unseen(unseen, far, &mut warnings);
    (outline.warnings, outline.warnings_dropped) = warnings.into_list();
    Ok(ArraysClip::Whole(outline))
}

/// Warns of the joints without a place in a frame, of which so many are too far away.
fn warn_of_unseen(unseen: usize, far: usize, warnings: &mut WarningLog) {
    if far > 0 {
        warning!(warnings.each => "arrays.far", Location::default(),
            "joints past 1e12 count as joints without a place ({})", Count(far, "place"));
    }
    if unseen > 0 {
        warning!(warnings.each => "arrays.unseen", Location::default(),
            "joints without a place are not drawn until they have one ({})", Count(unseen, "place"));
    }
}

/// A clip of positions whose frames are read in parts.
pub(super) struct PointFrames {
    pub(super) stream: FrameStream,
    rows: PointRows,
}

impl PointFrames {
    /// Number of all frames.
    pub(super) fn count(&self) -> usize {
        self.rows.points.frames()
    }

    /// Reads at most so many more frames.
    pub(super) fn advance(&mut self, frames: usize) -> Result<(), ParseError> {
        self.stream.expect_frames(self.rows.points.frames());
        for _ in 0..frames {
            let Some(offsets) = self.rows.next() else { break };
            self.stream.push_row(|row| row.translations.copy_from_slice(offsets)).map_err(refused)?;
        }
        Ok(())
    }

    /// The clip with the frames that were not taken.
    pub(super) fn finish(mut self) -> Result<Clip, ParseError> {
        self.advance(usize::MAX)?;
        let Self { mut stream, rows } = self;
        warn_of_unseen(rows.placed.unseen, rows.far, &mut stream.warnings);
        let mut clip = stream.finish();
        if !rows.seen.is_empty() {
            clip.visibility.push(rows.seen);
        }
        Ok(clip)
    }
}

/// The frames of a take one after the other.
struct PointRows {
    points: Points,
    placed: PlacedJoints,
    /// A row of the array.
    row: Vec<Vec3>,
    /// Number of places that are too far away.
    far: usize,
    /// The number of frames so far.
    count: usize,
    /// How sure the file is of each joint in each frame so far; empty while it is sure of all.
    seen: Vec<u8>,
}

impl PointRows {
    fn new(points: Points, tree: &Arc<JointOrder>) -> Self {
        Self { points, placed: PlacedJoints::new(tree), row: Vec::new(), far: 0, count: 0, seen: Vec::new() }
    }

    /// The offsets of the joints in the next frame.
    fn next(&mut self) -> Option<&[Vec3]> {
        let frame = self.count;
        if frame >= self.points.frames() {
            return None;
        }
        self.far += self.points.read_row(frame, &mut self.row);
        self.count += 1;
        let unseen = self.placed.unseen;
        self.placed.offsets(&self.row);
        if self.placed.unseen > unseen || self.points.has_scores() || !self.seen.is_empty() {
            self.seen.resize(frame * self.placed.tree.order.len(), u8::MAX);
            self.add_seen(frame);
        }
        Some(&self.placed.offsets)
    }

    /// Adds how sure the file is of each joint in a frame: its scores, and nothing of a joint without a place. A joint that is at its
    /// place by a score of 0 is guessed, and faint.
    fn add_seen(&mut self, frame: usize) {
        for column in &self.placed.tree.order {
            let is_seen = self.row.get(*column).is_some_and(|place| !place.is_nan());
            let score = self.points.score(frame, *column).unwrap_or(u8::MAX).max(FAINTEST);
            self.seen.push(if is_seen { score } else { 0 });
        }
    }
}

/// The clip of motions of a body.
pub(super) fn of_poses(
    name: &str,
    body: &BodyShape,
    motions: Vec<BodyPoses>,
    facts: ArrayFacts,
    limits: &Limits,
    warnings: WarningLog,
) -> Result<Clip, ParseError> {
    let mut builder = SkeletonBuilder::new(limits);
    for joint in body.joints() {
        let parent = joint.parent.map(|parent| parent as u16);
        builder.add(joint.name, parent, joint.kind, joint.offset, Quat::IDENTITY).map_err(refused)?;
    }
    let skeleton = Arc::new(builder.finish().map_err(refused)?);
    let is_turned = |kind: &JointKind| *kind == JointKind::Joint;
    let all = skeleton.kinds().iter().enumerate();
    let rotated: Vec<u16> = all.filter(|(_, kind)| is_turned(kind)).map(|(joint, _)| joint as u16).collect();
    let joints = rotated.len();
    let has_path = motions.iter().any(|poses| !poses.roots.is_empty());
    let channel = |(joint, kind): (usize, &JointKind)| -> Box<str> {
        let path = if joint == 0 && has_path { "Xposition Yposition Zposition " } else { "" };
        format!("{path}{}", if is_turned(kind) { "rotation" } else { "" }).trim_end().into()
    };
    let channels = skeleton.kinds().iter().enumerate().map(channel).collect();
    let is_moving = motions.iter().any(|poses| poses.rotations.len() > joints);
    let frame_time = facts.frame_time();
    let mut out = clip(name, skeleton.clone(), is_moving, facts, channels);
    let mut room = *limits;
    for BodyPoses { name: own, rotations, roots: path } in motions {
        let translated = if path.is_empty() { Vec::new() } else { vec![0] };
        let channels = Channels { rotated: rotated.clone(), translated, ..Channels::default() };
        // The body's root is not at its origin, and moves with the whole body.
        let mut builder = MotionBuilder::new(&skeleton, channels, PositionMode::Add, &room).map_err(refused)?;
        builder.set_frame_time(frame_time);
        builder.reserve(rotations.len() / joints.max(1));
        for (frame, rotations) in rotations.chunks_exact(joints.max(1)).enumerate() {
            let write = |row: &mut crate::model::RowMut<'_>| {
                row.rotations.copy_from_slice(rotations);
                if let Some(root) = path.get(frame) {
                    row.translations.fill(*root);
                }
            };
            builder.push_row(write).map_err(refused)?;
        }
        let behaviour = finish(own, name, builder, &mut room)?;
        out.behaviours.push(behaviour);
    }
    (out.warnings, out.warnings_dropped) = warnings.into_list();
    Ok(out)
}

/// The joints of the skeleton.
struct JointOrder {
    /// The array's index of each joint.
    order: Vec<usize>,
    parents: Vec<Option<u16>>,
}

impl JointOrder {
    fn new(rig: &ArrayRig) -> Self {
        let order = rig.order();
        let mut joints = vec![None; rig.parents.len()];
        for (joint, column) in order.iter().enumerate() {
            joints.put(*column, u16::try_from(joint).ok());
        }
        let parents = order.iter().map(|column| joints.at(rig.parents.at(*column)?)).collect();
        Self { order, parents }
    }
}

/// The offsets of joints at their places.
struct PlacedJoints {
    tree: Arc<JointOrder>,
    /// Positions of the joints: the sums of their offsets.
    world: Vec<Vec3>,
    offsets: Vec<Vec3>,
    /// Number of places that are unknown.
    unseen: usize,
}

impl PlacedJoints {
    fn new(tree: &Arc<JointOrder>) -> Self {
        let zeros = vec![Vec3::ZERO; tree.order.len()];
        Self { tree: tree.clone(), world: zeros.clone(), offsets: zeros, unseen: 0 }
    }

    /// The offset of each joint from its parent, from a row of the array. Rounding does not add up down the tree: an offset leads
    /// from where the sum of the offsets above it ends. An unseen joint is at its parent, and an unseen root where it was.
    fn offsets(&mut self, row: &[Vec3]) -> &[Vec3] {
        let JointOrder { order, parents } = &*self.tree;
        for (joint, (column, parent)) in order.iter().zip(parents).enumerate() {
            let from = parent.map(|parent| self.world.at(usize::from(parent)));
            let place = row.at(*column);
            let place = if place.is_nan() {
                self.unseen += 1;
                from.unwrap_or(self.world.at(joint))
            } else {
                place
            };
            let offset = place - from.unwrap_or_default();
            self.offsets.put(joint, offset);
            self.world.put(joint, from.unwrap_or_default() + offset);
        }
        &self.offsets
    }
}

/// The finished motion. Its bytes are taken from `room`.
fn finish(own: String, clip: &str, builder: MotionBuilder, room: &mut Limits) -> Result<Behaviour, ParseError> {
    let motion = builder.finish().map_err(refused)?;
    let bytes = (motion.frame_count() as u64).saturating_mul(motion.row_bytes() as u64);
    room.motion_bytes = room.motion_bytes.saturating_sub(bytes);
    Ok(Behaviour { name: if own.is_empty() { clip.to_owned() } else { own }, motion })
}

/// The clip of a skeleton at rest.
pub(super) fn at_rest(name: &str, skeleton: Skeleton, facts: ArrayFacts, warnings: WarningLog) -> Clip {
    let behaviour = Behaviour { name: name.to_owned(), motion: Motion::rest() };
    let channels = vec!["".into(); skeleton.len()];
    with_motion(clip(name, Arc::new(skeleton), false, facts, channels), behaviour, warnings)
}

/// The clip with its only motion.
pub(super) fn with_motion(mut clip: Clip, behaviour: Behaviour, warnings: WarningLog) -> Clip {
    clip.behaviours.push(behaviour);
    (clip.warnings, clip.warnings_dropped) = warnings.into_list();
    clip
}

/// A clip without motions. `is_moving`: it will have one of several frames.
pub(super) fn clip(
    name: &str,
    skeleton: Arc<Skeleton>,
    is_moving: bool,
    mut facts: ArrayFacts,
    channels: Vec<Box<str>>,
) -> Clip {
    let rate_stated = facts.frame_time.is_some();
    if !rate_stated && is_moving {
        let usual = if facts.usual_rate.is_some() { ", which is usual for such arrays" } else { "" };
        let rate = decimal::text(facts.usual_rate.unwrap_or(ASSUMED_RATE), 3);
        facts.assumed.push(format!("{rate} frames a second{usual}"));
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
    let mut clip = Clip::new(name.to_owned(), skeleton, Vec::new(), source);
    clip.about.notes = facts.notes;
    clip.about.skeleton_file = facts.skeleton_file;
    clip
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::Parser;

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
        // Five points of a picture with a score each; the second one is not seen at first.
        let sure = [[90.0, 20.0, 1.0], [120.0, 60.0, 1.0]];
        let frame =
            |x: f32, score: f32| [&[x, 10.0, 1.0, 0.0, 0.0, 0.0, x + 50.0, 200.0, score], sure.as_flattened()].concat();
        let mut second = frame(4.0, 0.0);
        second[3..6].copy_from_slice(&[30.0, 90.0, 0.5]);
        let clip = read("2, 5, 3", &[frame(1.0, 0.25), second].concat());
        // The first joint is the root, the others are in the order of the inferred tree.
        let order: Vec<&str> = clip.skeleton.names().iter().map(|name| &**name).collect();
        let expected = |joint: &str, frame: usize| match (joint, frame) {
            ("joint_0" | "joint_3" | "joint_4", _) => 255,
            ("joint_1", 0) => 0,
            ("joint_1", _) => 128,
            (_, 0) => 64,
            _ => FAINTEST,
        };
        let rows: Vec<u8> = (0..2).flat_map(|frame| order.iter().map(move |joint| expected(joint, frame))).collect();
        assert_eq!(clip.visibility, [rows]);
        let codes: Vec<&str> = clip.warnings.iter().map(|warning| &*warning.code).collect();
        assert_eq!(codes, ["arrays.unsure", "arrays.unseen"], "which points these are is not known");
    }

    #[test]
    fn joints_without_a_place_are_not_seen() {
        let mut numbers: Vec<f32> = (0..45).map(|number| (number % 15) as f32 + 0.1 * (number / 15) as f32).collect();
        assert_eq!(read("3, 5, 3", &numbers).visibility, Vec::<Vec<u8>>::new());
        numbers[15 + 3] = f32::NAN;
        let clip = read("3, 5, 3", &numbers);
        let unseen: Vec<usize> = (0..15).filter(|item| clip.visibility[0][*item] == 0).collect();
        let joint = clip.skeleton.names().iter().position(|name| &**name == "joint_1").unwrap();
        assert_eq!(unseen, [5 + joint]);
    }

    #[test]
    fn frames_read_in_parts_are_those_of_the_whole() {
        let mut numbers: Vec<f32> = (0..90).map(|number| (number % 15) as f32 + 0.1 * (number / 15) as f32).collect();
        // Unseen from the fourth frame on: by then frames without such a joint were handed out.
        numbers[3 * 15 + 3] = f32::NAN;
        let whole = read("6, 5, 3", &numbers);
        let mut parser = Parser::new("a.npy", None, Limits::default());
        parser.push(&npy("6, 5, 3", &numbers)).unwrap();
        assert_eq!(parser.end().unwrap(), Some(6));
        let mut rows = Vec::new();
        loop {
            parser.advance(4).unwrap();
            let Some(part) = parser.take_frames() else { break };
            rows.extend((0..part.frame_count()).map(|frame| part.translations().row(frame).to_vec()));
        }
        let motion = &whole.behaviours[0].motion;
        let expected: Vec<Vec<Vec3>> = (0..6).map(|frame| motion.translations().row(frame).to_vec()).collect();
        assert_eq!(rows, expected);
        let rest = parser.finish().unwrap();
        assert_eq!((&rest.visibility, &rest.warnings), (&whole.visibility, &whole.warnings));
        assert_eq!((rest.about, rest.skeleton), (whole.about, whole.skeleton));
    }
}
