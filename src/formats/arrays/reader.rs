//! Reads a file of arrays into a clip.

use super::array::{Array, shape_text};
use super::choose::choose;
use super::clip::{ArraysClip, Facts, PointFrames, Take, at_rest, of_points, of_poses, refused};
use super::companions::ArraysCompanions;
use super::keys::Keys;
use super::layout::{Layout, MOST_CLIPS, layout};
use super::model::{BodyModel, is_model};
use super::points::Points;
use super::poses::PoseArrays;
use super::refusal::refuse;
use super::rig::Rig;
use super::vector::{Vectors, joints_of};
use super::{files, own};
use crate::compact::sorting::sort_by;
use crate::error::{ErrorKind, Limits, Location, ParseError};
use crate::formats::array_options::{ArrayOptions, Joints};
use crate::formats::format_reader::FormatReader;
use crate::formats::frame_stream::FrameStream;
use crate::formats::warning_log::WarningLog;
use crate::formats::wording::Count;
use crate::formats::{Kind, ReaderStart};
use crate::model::{Axis, Clip, JointKind, SkeletonBuilder};

/// Most bytes reserved for a file by its stated size.
const MOST_RESERVED: u64 = 256 << 20;

/// Collects a whole file, then reads it.
pub(super) struct ArraysReader {
    kind: Kind,
    name: String,
    limits: Limits,
    companions: ArraysCompanions,
    /// The file, until it has ended.
    bytes: Vec<u8>,
    /// The clip after the file's end.
    clip: Option<ArraysClip<'static>>,
}

impl ArraysReader {
    pub(super) fn new(start: ReaderStart, companions: ArraysCompanions) -> Self {
        let ReaderStart { kind, name, limits, size, .. } = start;
        let mut bytes = Vec::new();
        // A vector that grows is in memory twice. If this fails, it grows.
        let size = size.map_or(0, |size| size.min(limits.input_bytes).min(MOST_RESERVED));
        bytes.try_reserve_exact(size as usize).ok();
        Self { kind, name, limits, companions, bytes, clip: None }
    }

    /// The frames that are read in parts, after the file's end.
    fn frames(&mut self) -> Option<&mut PointFrames<'static>> {
        self.clip.as_mut()?.frames()
    }

    /// Reads the whole file, unless it was read; without the frames of a clip of positions.
    fn read(&mut self) -> Result<ArraysClip<'static>, ParseError> {
        if let Some(clip) = self.clip.take() {
            return Ok(clip);
        }
        let file = std::mem::take(&mut self.bytes);
        let mut warnings = WarningLog::new(&self.limits);
        let keys = files::arrays(self.kind, &file, &self.limits, &mut warnings)?;
        let reading = Reading { name: &self.name, keys: &keys, companions: &self.companions, limits: &self.limits };
        let frames = match reading.clip(warnings)? {
            ArraysClip::Whole(clip) => return Ok(ArraysClip::Whole(clip)),
            ArraysClip::Frames(frames) => frames,
        };
        let (mut frames, place) = frames.detached(&file);
        drop(keys);
        if let Some(place) = place {
            frames.attach(file, place);
        }
        Ok(ArraysClip::Frames(frames))
    }
}

impl FormatReader for ArraysReader {
    fn push(&mut self, bytes: &[u8]) -> Result<(), ParseError> {
        if self.bytes.try_reserve(bytes.len()).is_err() {
            return Err(no_memory());
        }
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<Clip, ParseError> {
        match self.read()? {
            ArraysClip::Whole(clip) => Ok(clip),
            ArraysClip::Frames(frames) => frames.finish(),
        }
    }

    fn end(&mut self) -> Result<Option<usize>, ParseError> {
        let clip = self.read()?;
        Ok(self.clip.insert(clip).frames().map(|frames| frames.count()))
    }

    fn advance(&mut self, frames: usize) -> Result<(), ParseError> {
        self.frames().map_or(Ok(()), |rest| rest.advance(frames))
    }

    fn stream(&self) -> Option<&FrameStream> {
        if let Some(ArraysClip::Frames(frames)) = &self.clip { Some(&frames.stream) } else { None }
    }

    fn stream_mut(&mut self) -> Option<&mut FrameStream> {
        self.frames().map(|frames| &mut frames.stream)
    }
}

fn no_memory() -> ParseError {
    refuse(ErrorKind::Limit, "arrays.limit", 0, "the machine has no memory left for the arrays")
}

/// A file's arrays on their way to a clip.
struct Reading<'a> {
    /// The clip's name.
    name: &'a str,
    keys: &'a Keys<'a>,
    companions: &'a ArraysCompanions,
    limits: &'a Limits,
}

/// Keys of positions, the likeliest first. Arrays with other keys are looked at after them.
const POSITIONS: &[&str] = &[
    "positions",
    "positions_3d",
    "joints",
    "joints3D",
    "joints3d",
    "joints_3d",
    "joint_positions",
    "motion",
    "motions",
    "keypoints3d_optim",
    "keypoints3d",
    "keypoints_3d",
    "keypoints",
    "keypoint",
    "x_train",
    "x_test",
    "data",
];

impl<'a> Reading<'a> {
    fn clip(&self, warnings: WarningLog) -> Result<ArraysClip<'a>, ParseError> {
        if own::has_skeleton(self.keys) {
            return own::read(self.name, self.keys, self.limits, warnings).map(ArraysClip::Whole);
        }
        if is_model(&self.keys.0) {
            return self.model(warnings).map(ArraysClip::Whole);
        }
        let poses = match self.options().joints() {
            Some(Joints::Rotations) => PoseArrays::find(self.keys).or_else(|| self.rotations()),
            _ => PoseArrays::find(self.keys).filter(|_| self.positions_by_key().is_none()),
        };
        if let Some(poses) = poses {
            return self.poses(&poses, warnings).map(ArraysClip::Whole);
        }
        self.positions(warnings)
    }

    /// The keys that are looked at, in the order of likelihood; keys of nested arrays count by their first part.
    fn positions_by_key(&self) -> Option<&str> {
        let has = |key: &&&str| self.keys.0.iter().any(|array| key_of(array) == **key && self.layout(array).is_some());
        POSITIONS.iter().find(has).copied()
    }

    fn options(&self) -> &ArrayOptions {
        &self.companions.options
    }

    fn layout(&self, array: &Array<'_>) -> Option<Layout> {
        layout(array, self.options().axes())
    }

    /// The first array whose shape is that of rotations.
    fn rotations(&self) -> Option<PoseArrays<'_>> {
        self.keys.0.iter().find_map(PoseArrays::of_shape)
    }

    /// The joints of positions: the stated ones, or else a guess.
    fn rig(&self, points: &Points<'_>) -> Result<Rig, ParseError> {
        let Some(joints) = self.options().joints() else { return Ok(Rig::infer(points)) };
        Rig::stated(points, joints).ok_or_else(|| {
            let message =
                format!("expected {} for the stated skeleton, found {}", joints.count(), Count(points.joints, "joint"));
            refuse(ErrorKind::Inconsistent, "arrays.joints", 0, message)
        })
    }

    /// Every array that has positions like the first one.
    fn positions(&self, mut warnings: WarningLog) -> Result<ArraysClip<'a>, ParseError> {
        let wanted = self.positions_by_key();
        let is_stated = self.options() != &ArrayOptions::default();
        let mut facts = self.facts();
        let mut takes: Vec<Take<'a>> = Vec::new();
        let mut left_out = 0;
        for array in &self.keys.0 {
            if wanted.is_some_and(|wanted| key_of(array) != wanted) {
                continue;
            }
            if !is_stated && let Some(mut found) = self.vectors(array, &mut facts)? {
                takes.append(&mut found);
                continue;
            }
            let Some(found) = self.layout(array) else { continue };
            // A shape of positions may be one of rotations.
            if takes.is_empty()
                && !is_stated
                && found.views.first().is_some_and(|view| choose(&Points::of_view(array, *view)).is_none())
                && let Some(poses) = PoseArrays::of_array(array)
            {
                return self.poses(&poses, warnings).map(ArraysClip::Whole);
            }
            let several = found.views.len() > 1;
            left_out += found.left_out;
            if facts.notes.is_empty() {
                facts.notes.push(("Array".into(), format!("{}: {}", array.describe(), found.axes)));
            }
            for (index, view) in found.views.iter().enumerate() {
                let points = Points::of_view(array, *view);
                if takes.first().is_some_and(|first| first.points.joints != points.joints) {
                    left_out += 1;
                    continue;
                }
                let own = if several { (index + 1).to_string() } else { String::new() };
                let separator = if array.name.is_empty() || own.is_empty() { "" } else { " " };
                takes.push(Take { name: format!("{}{separator}{own}", array.name), points });
            }
            if takes.len() >= MOST_CLIPS {
                break;
            }
        }
        let Some(first) = takes.first() else { return self.poses_or_nothing(warnings).map(ArraysClip::Whole) };
        if first.points.is_flat {
            facts.up = Some(Axis::NegY);
            facts.assumed.push("points of a picture, whose y points down".into());
        }
        let nothing = first.points.nothing();
        self.cut(&mut takes, &mut warnings);
        takes.retain(|take| take.points.frames() > 0 && take.points.nothing().is_none());
        let Some(first) = takes.first() else {
            let found = nothing.unwrap_or("no frames");
            let message = format!("expected positions, found {found}: {}", self.keys.describe());
            return Err(refuse(ErrorKind::Unsupported, "arrays.empty", 0, message));
        };
        if left_out > 0 {
            warnings.add("arrays.left-out", Some(Location::default()), || {
                format!(
                    "clips of other joints than the first, or after the most, are left out ({})",
                    Count(left_out, "clip")
                )
            });
        }
        let rig = self.rig(&first.points)?;
        facts.notes.push(("Skeleton".into(), rig.why.clone()));
        if let Some(table) = rig.table {
            facts.metres_per_unit = table.metres;
            facts.usual_rate = facts.usual_rate.or(table.rate);
        }
        self.name_takes(&mut takes);
        of_points(self.name, &rig, takes, facts, self.limits, warnings)
    }

    /// Gives clips the texts that describe them, if the file has as many. A text that comes again gets a number, because a name chooses
    /// a clip. An only clip needs no name of its own.
    fn name_takes(&self, takes: &mut [Take<'_>]) {
        if let [only] = takes {
            only.name.clear();
            return;
        }
        let texts: Vec<String> =
            self.keys.0.iter().filter(|array| key_of(array) == "text").flat_map(Array::texts).collect();
        if texts.len() == takes.len() {
            let start_of = |text: &String| {
                let end = text.char_indices().map(|(at, _)| at).find(|at| *at >= self.limits.name_bytes);
                text.get(..end.unwrap_or(text.len())).unwrap_or_default().to_owned()
            };
            let texts: Vec<String> = texts.iter().map(start_of).collect();
            let mut named: Vec<(&String, &mut Take<'_>)> = texts.iter().zip(takes).collect();
            // Stable: those of one text stay in their order.
            sort_by(&mut named, |(a, _), (b, _)| a.cmp(b));
            for same in named.chunk_by_mut(|(a, _), (b, _)| a == b) {
                for (before, (text, take)) in same.iter_mut().enumerate() {
                    take.name = if before > 0 { format!("{text} {}", before + 1) } else { text.clone() };
                }
            }
        }
    }

    /// Cuts frames that only fill clips up, by the lengths in the file or because nothing is in them.
    fn cut(&self, takes: &mut [Take<'_>], warnings: &mut WarningLog) {
        let lengths = self.keys.numbers("lengths").filter(|lengths| lengths.shape == [takes.len()]);
        let mut cut = 0;
        for (index, take) in takes.iter_mut().enumerate() {
            let stated = lengths.map(|lengths| lengths.number(index)).filter(|length| *length >= 1.0);
            cut += match stated {
                Some(stated) => take.points.keep_frames(stated as usize),
                None => take.points.cut_padding(),
            };
        }
        if cut > 0 {
            warnings.add("arrays.padding", Some(Location::default()), || {
                format!("the array's end only fills it up, and is cut ({})", Count(cut, "frame"))
            });
        }
    }

    /// The clips of HumanML3D's vectors; `None` for other arrays.
    fn vectors(&self, array: &Array<'_>, facts: &mut Facts) -> Result<Option<Vec<Take<'a>>>, ParseError> {
        let (clips, frames) = match array.shape.as_slice() {
            [frames, _] => (1, *frames),
            [clips, frames, _] => (*clips, *frames),
            _ => return Ok(None),
        };
        let axis = array.shape.len() - 1;
        let width = array.length(axis);
        let Some(joints) = joints_of(width).filter(|_| array.dtype.is_number() && array.len() > 0) else {
            return Ok(None);
        };
        let scaled = self.companions.scaled(width);
        let strides = [array.stride(axis - 1), array.stride(axis)];
        let mut takes = Vec::new();
        for clip in 0..clips.min(MOST_CLIPS) {
            let start = if axis == 2 { clip * array.stride(0) } else { 0 };
            let plain = Vectors { array, start, frames, strides, joints, scaled: None };
            let vectors = if plain.are_normalized() { Vectors { scaled: scaled.as_ref(), ..plain } } else { plain };
            if vectors.are_normalized() {
                let message = format!(
                    "expected vectors of {width} numbers whose last four are 0 or 1, found normalized ones ({}): open them \
                     together with Mean.npy and Std.npy of their data set",
                    array.describe()
                );
                return Err(refuse(ErrorKind::Unsupported, "arrays.normalized", 0, message));
            }
            let name = if clips > 1 { (clip + 1).to_string() } else { String::new() };
            takes.push(Take { name, points: vectors.points().ok_or_else(no_memory)? });
        }
        facts.notes.push(("Array".into(), format!("{}: vectors of HumanML3D's kind", array.describe())));
        facts.up = Some(Axis::Y);
        Ok(Some(takes))
    }

    /// What the file says of rate, unit and up axis.
    fn facts(&self) -> Facts {
        let text = |key: &str| self.keys.get(key).and_then(Array::text);
        let metres = self.keys.numbers("metres_per_unit").and_then(Array::scalar);
        let metres = metres.filter(|metres| crate::model::FACTORS.contains(metres));
        Facts {
            metres_per_unit: metres,
            unit_stated: metres.is_some(),
            up: text("up").and_then(|up| Axis::from_name(&up)),
            frame_time: self.keys.frame_time(),
            ..Facts::default()
        }
    }

    fn poses_or_nothing(&self, warnings: WarningLog) -> Result<Clip, ParseError> {
        if self.options().axes().is_some() {
            let message = format!("expected an array with the stated axes, found {}", self.keys.describe());
            return Err(refuse(ErrorKind::Inconsistent, "arrays.axes", 0, message));
        }
        let found = self.keys.0.iter().find_map(PoseArrays::of_array);
        if let Some(poses) = found {
            return self.poses(&poses, warnings);
        }
        let empty =
            self.keys.0.iter().find(|array| array.dtype.is_number() && array.len() == 0 && array.shape.len() > 1);
        if let Some(empty) = empty {
            let message = format!("expected frames, found an array without any: {}", shape_text(&empty.shape));
            return Err(refuse(ErrorKind::Unsupported, "arrays.empty", 0, message));
        }
        let message = format!(
            "expected positions such as (frames, joints, 3), vectors of HumanML3D, or poses of SMPL, found {}",
            self.keys.describe()
        );
        Err(refuse(ErrorKind::Unsupported, "arrays.nothing", 0, message))
    }

    fn poses(&self, poses: &PoseArrays<'_>, mut warnings: WarningLog) -> Result<Clip, ParseError> {
        let body = poses.body(&self.companions.models);
        let mut facts = poses.facts.clone();
        let stated = self.facts();
        facts.frame_time = stated.frame_time;
        facts.up = facts.up.or(stated.up);
        facts.notes.push(("Array".into(), poses.describe()));
        if body.file.is_empty() {
            let note = "neutral proportions: the file has rotations without the lengths of bones";
            facts.notes.push(("Body".into(), note.into()));
            // The largest is the one that came nearest.
            if let Some(model) = self.companions.models.iter().max_by_key(|model| model.len()) {
                warnings.add("arrays.other-model", Some(Location::default()), || {
                    let (found, needed) = (Count(model.len(), "joint"), poses.table.len());
                    format!(
                        "the body model {} has {found} and these poses turn {needed}: the proportions stay neutral",
                        model.file
                    )
                });
            }
        } else {
            facts.skeleton_file.clone_from(&body.file);
        }
        let (read, broken) = poses.read().ok_or_else(no_memory)?;
        if broken > 0 {
            warnings.add("arrays.numbers", Some(Location::default()), || {
                format!(
                    "rotations and positions that are no numbers up to 1e12 are left out ({})",
                    Count(broken, "value")
                )
            });
        }
        of_poses(self.name, &body, read, facts, self.limits, warnings)
    }

    /// A body model alone: its mean body at rest.
    fn model(&self, warnings: WarningLog) -> Result<Clip, ParseError> {
        let model = BodyModel::new("", &self.keys.0).filter(|model| model.len() > 0).ok_or_else(|| {
            let message =
                format!("expected the arrays of a body model to fit each other, found {}", self.keys.describe());
            refuse(ErrorKind::Inconsistent, "npz.model", 0, message)
        })?;
        let places = model.joints(&[]);
        let table = super::body::table_of(model.len());
        let mut builder = SkeletonBuilder::new(self.limits);
        for (joint, parent) in model.parents.iter().enumerate() {
            let at = |joint: usize| places.get(joint).copied().unwrap_or_default();
            let offset = at(joint) - parent.map_or(glam::DVec3::ZERO, at);
            let name = table
                .and_then(|table| table.names.get(joint))
                .map_or_else(|| format!("joint_{joint}"), ToString::to_string);
            let parent = parent.map(|parent| parent as u16);
            builder.add(&name, parent, JointKind::Joint, offset.as_vec3(), glam::Quat::IDENTITY).map_err(refused)?;
        }
        let note = "a body model at rest; poses that are opened together with it get its proportions";
        let facts = Facts {
            metres_per_unit: Some(1.0),
            up: Some(Axis::Y),
            notes: vec![("Arrays".into(), note.into())],
            ..Facts::default()
        };
        Ok(at_rest(self.name, builder.finish().map_err(refused)?, facts, warnings))
    }
}

/// The first part of an array's key.
fn key_of<'k>(array: &'k Array<'_>) -> &'k str {
    array.name.split('/').next().unwrap_or_default()
}
