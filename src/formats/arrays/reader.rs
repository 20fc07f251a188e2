//! Reads a file of arrays into a clip.

use super::array::{Array, shape_text};
use super::clip::{ArraysClip, Facts, PointFrames, Take, at_rest, of_points, of_poses, refused};
use super::companions::ArraysCompanions;
use super::doubt::Doubt;
use super::keys::Keys;
use super::model::{BodyModel, is_model};
use super::people::people;
use super::points::{Points, View};
use super::poses::PoseArrays;
use super::readings::{self, Certainty, Content, Fit, Hints, Placed, VectorRows};
use super::refusal::refuse;
use super::rig::Rig;
use super::tables::{self, Table};
use super::vector::{Vectors, joints_of};
use super::{files, own, poselib};
use crate::compact::sorting::{sort_by, sort_by_key};
use crate::error::{ErrorKind, Limits, Location, ParseError};
use crate::formats::array_options::{ArrayOptions, Holds, Joints};
use crate::formats::format_reader::FormatReader;
use crate::formats::frame_stream::FrameStream;
use crate::formats::warning_log::WarningLog;
use crate::formats::wording::Count;
use crate::formats::{Kind, ReaderStart};
use crate::model::{Axis, Clip, JointKind, SkeletonBuilder};

/// Clips of one array that are shown.
const MOST_CLIPS: usize = 10_000;
/// Arrays of a file that are looked at.
const MOST_LOOKED_AT: usize = 100;
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
        let mut keys = files::arrays(self.kind, &file, &self.limits, &mut warnings)?;
        if let [only] = keys.0.as_mut_slice()
            && (is_pose(only) || self.companions.options != ArrayOptions::default())
        {
            only.make_row();
        }
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

/// Whether an array without frames has as many numbers as a pose of SMPL.
fn is_pose(array: &Array<'_>) -> bool {
    matches!(array.shape.as_slice(), [66 | 72 | 75 | 156 | 165])
}

/// A file's arrays on their way to a clip.
struct Reading<'a> {
    /// The clip's name.
    name: &'a str,
    keys: &'a Keys<'a>,
    companions: &'a ArraysCompanions,
    limits: &'a Limits,
}

/// Keys of positions that leave no doubt, the likeliest first.
const POSITIONS: &[&str] = &[
    "posed_joints",
    "positions",
    "positions_3d",
    "joints",
    "joints3D",
    "joints3d",
    "joints_3d",
    "joint_positions",
    "keypoints3d_optim",
    "keypoints3d",
    "keypoints_3d",
];
/// Keys of motion that may hold anything, which are looked at before others.
const MOTIONS: &[&str] = &["motion", "motions", "keypoints", "keypoint", "x_train", "x_test", "data"];

impl<'a> Reading<'a> {
    fn clip(&self, warnings: WarningLog) -> Result<ArraysClip<'a>, ParseError> {
        if own::has_skeleton(self.keys) {
            return own::read(self.name, self.keys, self.limits, warnings).map(ArraysClip::Whole);
        }
        if poselib::is_motion(self.keys) {
            return poselib::read(self.name, self.keys, self.limits, warnings).map(ArraysClip::Whole);
        }
        if is_model(&self.keys.0) {
            return self.model(warnings).map(ArraysClip::Whole);
        }
        let options = self.options();
        self.refuse_robots()?;
        let sure = |key: &&str| {
            let array = self.keys.0.iter().find(|array| key_of(array) == *key && array.shape.len() > 1)?;
            let found = self.reading(array);
            (!matches!(found.content, Content::Nothing(_))).then_some((array, found))
        };
        let sure = POSITIONS.iter().find_map(sure);
        if let Some((array, found)) = sure {
            let is_weak = found.certainty == Certainty::Unsure && matches!(found.content, Content::Points(_));
            if !is_weak || self.people().is_empty() {
                return self.of_reading(array, found, warnings);
            }
        }
        let people = self.people();
        if !people.is_empty() {
            return self.poses(people, warnings).map(ArraysClip::Whole);
        }
        let (mut unsure, mut why) = (None, String::new());
        for array in self.by_likelihood() {
            let found = self.reading(array);
            match &found.content {
                Content::Nothing(reason) if why.is_empty() => why.clone_from(reason),
                Content::Nothing(_) => {}
                _ if found.certainty != Certainty::Unsure => return self.of_reading(array, found, warnings),
                _ => unsure = unsure.or(Some((array, found))),
            }
        }
        match unsure {
            Some((array, found)) => self.of_reading(array, found, warnings),
            None => Err(self.nothing(&why, options)),
        }
    }

    fn options(&self) -> &'a ArrayOptions {
        &self.companions.options
    }

    /// What an array holds.
    fn reading(&self, array: &Array<'_>) -> readings::Reading {
        self.read_as(array, self.options())
    }

    /// What an array holds, with whatever is stated.
    fn read_as(&self, array: &Array<'_>, options: &ArrayOptions) -> readings::Reading {
        let is_word = |part: &&str| !part.bytes().all(|byte| byte.is_ascii_digit());
        let key = array.name.rsplit('/').find(is_word).unwrap_or_default();
        readings::read(array, Hints::of_key(key), options)
    }

    /// The people of the file, unless positions are stated.
    fn people(&self) -> Vec<PoseArrays<'a>> {
        let are_stated = self.options().holds() == Some(Holds::Positions)
            || self.options().axes().is_some()
            || self.options().joints().is_some_and(|joints| joints != Joints::Rotations);
        if are_stated { Vec::new() } else { people(self.keys) }
    }

    /// The arrays of more than one axis: those with a key of motion first, then the largest.
    fn by_likelihood(&self) -> Vec<&'a Array<'a>> {
        let rank = |array: &Array<'_>| {
            let names = POSITIONS.iter().chain(MOTIONS);
            (names.into_iter().position(|name| key_of(array) == *name).unwrap_or(usize::MAX), usize::MAX - array.len())
        };
        let mut all: Vec<&'a Array<'a>> = self.keys.0.iter().filter(|array| array.shape.len() > 1).collect();
        sort_by_key(&mut all, |array| rank(array));
        all.truncate(MOST_LOOKED_AT);
        all
    }

    /// Refuses the joint angles of robots, which need the robot's model, unless positions are stated.
    fn refuse_robots(&self) -> Result<(), ParseError> {
        let has = |key: &str| self.keys.get(key).is_some();
        let is_robot = has("dof_pos") && has("root_rot") || has("joint_pos") && has("body_pos_w");
        if !is_robot || *self.options() != ArrayOptions::default() {
            return Ok(());
        }
        let places = ["body_pos_w", "local_body_pos"].into_iter().find(|key| self.keys.numbers(key).is_some());
        let advice = places.map_or(String::new(), |key| {
            format!("; `{key}` has the places of its bodies: in Python, numpy.save('bodies.npy', numpy.load('motion.npz')['{key}'])")
        });
        let message = format!(
            "this is the motion of a robot, whose joint angles need the robot's own model{advice} ({})",
            self.keys.describe()
        );
        Err(refuse(ErrorKind::Unsupported, "arrays.robot", 0, message))
    }

    /// The clip of an array, and of others like it.
    fn of_reading(
        &self,
        array: &'a Array<'a>,
        found: readings::Reading,
        mut warnings: WarningLog,
    ) -> Result<ArraysClip<'a>, ParseError> {
        let mut facts = self.facts();
        if let Some(doubt) = Doubt::of(&found) {
            facts.notes.push((Doubt::TITLE.into(), doubt.note()));
            warnings.add("arrays.unsure", Some(Location::default()), || doubt.message());
        }
        if *self.options() != ArrayOptions::default()
            && let Some(doubt) = Doubt::of(&self.read_as(array, &ArrayOptions::default()))
        {
            facts.notes.push((Doubt::OTHERS.into(), doubt.note()));
        }
        match found.content {
            Content::Points(placed) => self.positions(array, &placed, facts, warnings),
            Content::Rotations(rotations) => {
                let clips = 0..rotations.clips.count().min(MOST_CLIPS);
                let mut poses: Vec<PoseArrays<'a>> =
                    clips.map(|clip| PoseArrays::of_reading(array, &rotations, clip)).collect();
                if let [_, _, ..] = poses.as_slice() {
                    for (clip, poses) in poses.iter_mut().enumerate() {
                        poses.name = (clip + 1).to_string();
                    }
                }
                if let Some(first) = poses.first_mut() {
                    facts.metres_per_unit = first.facts.metres_per_unit;
                    facts.usual_rate = first.facts.usual_rate;
                }
                self.poses_with(poses, facts, warnings).map(ArraysClip::Whole)
            }
            Content::Vectors(rows) => {
                let takes = self.vectors(array, &rows, &mut facts)?;
                let table = if rows.columns.length == 263 { &tables::HUMANML3D } else { &tables::KIT };
                let why = format!("{}, by {} numbers a frame", table.title, rows.columns.length);
                self.of_takes(takes, Rig::of_table(table, why), false, facts, warnings)
            }
            Content::Nothing(why) => Err(self.nothing(&why, self.options())),
        }
    }

    /// Positions in an array, and in others of the same key that are like it.
    fn positions(
        &self,
        array: &'a Array<'a>,
        placed: &Placed,
        mut facts: Facts,
        mut warnings: WarningLog,
    ) -> Result<ArraysClip<'a>, ParseError> {
        let mut takes: Vec<Take<'a>> = Vec::new();
        let mut left_out = 0;
        facts.notes.push(("Array".into(), format!("{}: {}", array.describe(), placed.layout.axes())));
        let is_known = placed.table.is_some();
        let name = placed.table.map(|(table, _)| table.name);
        let likes =
            self.keys.0.iter().filter(|other| other.shape.len() == array.shape.len() && other.dtype.is_number());
        for other in likes {
            let is_first = std::ptr::eq(other, array);
            let has_key = !array.name.is_empty() && key_of(other) == key_of(array);
            if !(is_first || has_key || is_known && !POSITIONS.contains(&key_of(array))) {
                continue;
            }
            // Clips of one list are alike.
            let is_known_layout = is_first || has_key && other.is_laid_out_like(array);
            let own = if is_known_layout { None } else { Some(self.reading(other).content) };
            let layout = match &own {
                None => &placed.layout,
                Some(Content::Points(own)) if own.layout.view.joints == placed.layout.view.joints => {
                    if own.table.map(|(table, _)| table.name) != name && !has_key {
                        continue;
                    }
                    &own.layout
                }
                Some(_) => {
                    left_out += usize::from(has_key);
                    continue;
                }
            };
            let count = layout.clips.count();
            left_out += count.saturating_sub(MOST_CLIPS);
            for clip in 0..count.min(MOST_CLIPS) {
                let view = View { start: layout.clips.item(clip), ..layout.view };
                let own = if count > 1 { (clip + 1).to_string() } else { String::new() };
                let separator = if other.name.is_empty() || own.is_empty() { "" } else { " " };
                let name = format!("{}{separator}{own}", other.name);
                takes.push(Take { name, points: Points::of_view(other, view) });
            }
            if takes.len() >= MOST_CLIPS {
                break;
            }
        }
        let far = takes.first().and_then(|take| take.points.far_place());
        if let Some(place) = far {
            takes.iter_mut().for_each(|take| take.points.take_off(place));
            warnings.add("arrays.far-origin", Some(Location::default()), || {
                let [x, y, z] = place.to_array().map(|part| crate::decimal::text(part, 0));
                format!("the figure is moved by minus ({x}, {y}, {z}), because single precision would shake it there")
            });
        }
        if left_out > 0 {
            warnings.add("arrays.left-out", Some(Location::default()), || {
                format!(
                    "clips of other joints than the first, or after the most, are left out ({})",
                    Count(left_out, "clip")
                )
            });
        }
        if placed.layout.view.coordinates == 2 {
            facts.up = Some(Axis::NegY);
            facts.assumed.push("points of a picture, whose y points down".into());
        }
        let first = takes.first().map(|take| take.points.clone());
        let stated = first.as_ref().and_then(|first| Rig::stated(first, self.options().joints()));
        let rig = match (stated, placed.table, first) {
            (Some(stated), ..) => stated,
            (None, Some((table, fit)), _) => Rig::of_table(table, self.why(table, &fit)),
            (None, None, first) => Rig::inferred(&first.unwrap_or_else(|| Points::new(0, Vec::new()))),
        };
        if let Some((table, fit)) = placed.table {
            facts.metres_per_unit = table.metres.filter(|metres| (0.5..1.5).contains(&(fit.scale() * metres)));
        }
        self.of_takes(takes, rig, placed.layout.may_repeat, facts, warnings)
    }

    /// Why these are the joints, for people.
    fn why(&self, table: &Table, fit: &Fit) -> String {
        match self.options().joints() {
            Some(Joints::Table(_)) => format!("{}, as stated", table.title),
            _ => format!("{}, guessed by {} joints and {}", table.title, table.len(), fit.describe()),
        }
    }

    /// The clip of takes with these joints.
    fn of_takes(
        &self,
        mut takes: Vec<Take<'a>>,
        rig: Rig,
        may_repeat: bool,
        mut facts: Facts,
        mut warnings: WarningLog,
    ) -> Result<ArraysClip<'a>, ParseError> {
        let nothing = takes.first().and_then(|take| take.points.nothing());
        self.cut(&mut takes, may_repeat, &mut warnings);
        takes.retain(|take| take.points.frames() > 0 && take.points.nothing().is_none());
        if takes.is_empty() {
            let found = nothing.unwrap_or("no frames");
            let message = format!("expected positions, found {found}: {}", self.keys.describe());
            return Err(refuse(ErrorKind::Unsupported, "arrays.empty", 0, message));
        }
        facts.notes.push(("Skeleton".into(), rig.why.clone()));
        facts.usual_rate = facts.usual_rate.or(rig.table.and_then(|table| table.rate));
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
    fn cut(&self, takes: &mut [Take<'_>], may_repeat: bool, warnings: &mut WarningLog) {
        let lengths = self.keys.numbers("lengths").filter(|lengths| lengths.shape == [takes.len()]);
        let mut cut = 0;
        for (index, take) in takes.iter_mut().enumerate() {
            let stated = lengths.map(|lengths| lengths.number(index)).filter(|length| *length >= 1.0);
            cut += match stated {
                Some(stated) => take.points.keep_frames(stated as usize),
                None => take.points.cut_padding(may_repeat),
            };
        }
        if cut > 0 {
            warnings.add("arrays.padding", Some(Location::default()), || {
                format!("the array's end only fills it up, and is cut ({})", Count(cut, "frame"))
            });
        }
    }

    /// The clips of HumanML3D's vectors.
    fn vectors(&self, array: &'a Array<'a>, rows: &VectorRows, facts: &mut Facts) -> Result<Vec<Take<'a>>, ParseError> {
        let width = rows.columns.length;
        let Some(joints) = joints_of(width) else { return Ok(Vec::new()) };
        let scaled = self.companions.scaled(width);
        let strides = [rows.frames.stride, rows.columns.stride];
        let clips = rows.clips.count();
        let mut takes = Vec::new();
        for clip in 0..clips.min(MOST_CLIPS) {
            let start = rows.clips.item(clip);
            let plain = Vectors { array, start, frames: rows.frames.length, strides, joints, scaled: None };
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
        Ok(takes)
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

    /// The refusal of a file in which nothing can be shown.
    fn nothing(&self, why: &str, options: &ArrayOptions) -> ParseError {
        let found = self.keys.describe();
        if let Some(Joints::Table(_)) = options.joints() {
            let joints = options.joints().map(Joints::count).unwrap_or_default();
            let message = format!("expected {joints} for the stated skeleton, found {found}");
            return refuse(ErrorKind::Inconsistent, "arrays.joints", 0, message);
        }
        if options.axes().is_some() {
            let message = format!("expected an array with the stated axes, found {found}");
            return refuse(ErrorKind::Inconsistent, "arrays.axes", 0, message);
        }
        let empty =
            self.keys.0.iter().find(|array| array.dtype.is_number() && array.len() == 0 && array.shape.len() > 1);
        if let Some(empty) = empty {
            let message = format!("expected frames, found an array without any: {}", shape_text(&empty.shape));
            return refuse(ErrorKind::Unsupported, "arrays.empty", 0, message);
        }
        let why = if why.is_empty() { String::new() } else { format!(" ({why})") };
        let message = format!(
            "expected positions such as (frames, joints, 3), vectors of HumanML3D, or poses of SMPL, found {found}{why}"
        );
        refuse(ErrorKind::Unsupported, "arrays.nothing", 0, message)
    }

    /// The clip of people by their keys.
    fn poses(&self, people: Vec<PoseArrays<'a>>, warnings: WarningLog) -> Result<Clip, ParseError> {
        let stated = self.facts();
        let mut facts = people.first().map(|first| first.facts.clone()).unwrap_or_default();
        facts.frame_time = stated.frame_time;
        facts.up = facts.up.or(stated.up);
        self.poses_with(people, facts, warnings)
    }

    /// The clip of rotations of a body, and of others of the same joints.
    fn poses_with(
        &self,
        mut people: Vec<PoseArrays<'a>>,
        mut facts: Facts,
        mut warnings: WarningLog,
    ) -> Result<Clip, ParseError> {
        let count = people.first().map_or(0, |first| first.turned.len());
        let all = people.len();
        people.retain(|poses| poses.turned.len() == count);
        if people.len() < all {
            warnings.add("arrays.left-out", Some(Location::default()), || {
                format!("people of other joints than the first are left out ({})", Count(all - people.len(), "person"))
            });
        }
        let Some(first) = people.first() else { return Err(self.nothing("", self.options())) };
        let body = first.body(&self.companions.models);
        facts.notes.push(("Array".into(), first.describe()));
        if body.file.is_empty() {
            let note = "neutral proportions: the file has rotations without the lengths of bones";
            facts.notes.push(("Body".into(), note.into()));
            // The largest is the one that came nearest.
            if let Some(model) = self.companions.models.iter().max_by_key(|model| model.len()) {
                warnings.add("arrays.other-model", Some(Location::default()), || {
                    let (found, needed) = (Count(model.len(), "joint"), first.turned.table().len());
                    format!(
                        "the body model {} has {found} and these poses turn {needed}: the proportions stay neutral",
                        model.file
                    )
                });
            }
        } else {
            facts.skeleton_file.clone_from(&body.file);
        }
        let (mut motions, mut broken) = (Vec::new(), 0);
        for poses in &people {
            if let Some(what) = poses.cut() {
                warnings.add("arrays.lengths", Some(Location::default()), || {
                    format!("{what}: the motion ends with the shorter of both")
                });
            }
            let (read, of_it) = poses.read().ok_or_else(no_memory)?;
            broken += of_it;
            motions.push(read);
        }
        if broken > 0 {
            warnings.add("arrays.numbers", Some(Location::default()), || {
                format!(
                    "rotations and positions that are no numbers up to 1e12 are left out ({})",
                    Count(broken, "value")
                )
            });
        }
        of_poses(self.name, &body, motions, facts, self.limits, warnings)
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
                .and_then(|table| table.names().nth(joint))
                .map_or_else(|| format!("joint_{joint}"), str::to_owned);
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
