//! Prints world positions as JSON. Other programs depend on its fields.

use std::borrow::Cow;
use std::collections::HashMap;

use marey::model::{Axis, Clip, Format, Motion};
use marey::pose::{Interpolation, Pose, sample, world_matrices};
use serde_json::{Value, json};

use super::arguments::{ClipSelection, PositionsArguments};
use super::files::choose;
use super::frames::FrameChoice;
use super::library::Library;
use super::warnings::{own_warning, warnings};
use super::{Stop, print};

enum PoseSelection {
    Quarters,
    Frames(FrameChoice),
    Times(Vec<f64>),
    Fractions(Vec<f64>),
    Rest,
}

impl PoseSelection {
    fn of(selection: &ClipSelection) -> Result<Self, Stop> {
        Ok(match selection {
            ClipSelection { frames: Some(text), .. } => Self::Frames(FrameChoice::parse(text)?),
            ClipSelection { times: Some(text), .. } => Self::Times(numbers(text, "times")?),
            ClipSelection { fractions: Some(text), .. } => Self::Fractions(numbers(text, "fractions")?),
            ClipSelection { rest: true, .. } => Self::Rest,
            _ => Self::Quarters,
        })
    }
}

pub(super) fn positions(arguments: &PositionsArguments) -> Result<(), Stop> {
    let selection = PoseSelection::of(&arguments.selection)?;
    let mut library = Library::find_all(&arguments.files, None)?;
    library.read_as(&arguments.reading);
    let clips = library.clips();
    let Some(file) = clips.first() else { return Err(Stop::Usage("expected a motion file".into())) };
    let clip = library.read_or_stop(file)?;
    let chosen = MotionOfFile::choose(&clip, arguments.behaviour.as_deref())?;
    let printed = PrintedJoints::choose(&clip, arguments.figure.as_deref())?;
    let mut json = describe(&clip, &chosen, &selection, &printed)?;
    let motions = library.motions().len();
    if motions > 1
        && let Some(warnings) = json.get_mut("warnings").and_then(Value::as_array_mut)
    {
        let message = format!("{motions} motions are named; the first is printed");
        warnings.push(own_warning("positions.motions", &message));
    }
    print(&format!("{json}\n"))
}

/// A motion, and where it lies on the time line of the file.
struct MotionOfFile<'a> {
    motion: Cow<'a, Motion>,
    /// Which joints are seen in each frame; empty if all are.
    seen: &'a [u8],
    /// Seconds of the file at which it begins.
    begin: f64,
}

impl<'a> MotionOfFile<'a> {
    /// The motion of that name, also one in which nothing moves.
    fn choose(clip: &'a Clip, name: Option<&str>) -> Result<Self, Stop> {
        let takes = &clip.about.takes;
        let still = takes.iter().find(|take| take.behaviour.is_none() && Some(take.name.as_str()) == name);
        let behaviour = match (choose(clip, name), still) {
            (Err(_), Some(still)) => {
                return Ok(Self { motion: Cow::Owned(Motion::rest()), seen: &[], begin: still.begin });
            }
            (chosen, _) => chosen?,
        };
        let chosen = clip.behaviours.get(behaviour).ok_or_else(|| Stop::Usage("the file has no motion".into()))?;
        let take = takes.iter().find(|take| take.behaviour == Some(behaviour));
        let seen = clip.visibility.get(behaviour).map_or(&[][..], Vec::as_slice);
        Ok(Self { motion: Cow::Borrowed(&chosen.motion), seen, begin: take.map_or(0.0, |take| take.begin) })
    }
}

/// Parses an option of finite numbers, separated by commas.
fn numbers(text: &str, option: &str) -> Result<Vec<f64>, Stop> {
    let parse = |item: &str| {
        let number = item.trim().parse().ok().filter(|number: &f64| number.is_finite());
        number.ok_or_else(|| Stop::Usage(format!("expected --{option} to be numbers as in 0,0.5, found `{item}`")))
    };
    text.split(',').map(parse).collect()
}

/// The joints to print: those of one figure, or all.
struct PrintedJoints {
    /// In ascending order.
    joints: Vec<usize>,
    /// Number of other figures in the file.
    others: usize,
}

impl PrintedJoints {
    fn choose(clip: &Clip, figure: Option<&str>) -> Result<Self, Stop> {
        let skeleton = &clip.skeleton;
        let figure_of = skeleton.figures();
        let figures = figure_of.iter().flatten().max().map_or(0, |last| last + 1);
        let wanted = match figure {
            Some("all") => return Ok(Self { joints: (0..skeleton.len()).collect(), others: 0 }),
            Some(text) => text.parse().ok().filter(|number| (1..=figures).contains(number)).ok_or_else(|| {
                Stop::Usage(format!("expected --figure to be `all` or a number from 1 to {figures}, found `{text}`"))
            })?,
            // Markers are points of one recording, whichever sticks join them.
            None if matches!(clip.source.format, Format::C3d | Format::Trc) => {
                return Ok(Self { joints: (0..skeleton.len()).collect(), others: 0 });
            }
            None => 1,
        };
        let is_wanted = |of: &Option<usize>| of.map(|figure| figure + 1) == Some(wanted) || figures == 0;
        let all = figure_of.iter().enumerate();
        let joints = all.filter(|(_, figure)| is_wanted(figure)).map(|(joint, _)| joint).collect();
        Ok(Self { joints, others: if figure.is_none() { figures.saturating_sub(1) } else { 0 } })
    }
}

/// Seconds within which a time that people write is that of a frame: they round it to six digits, and at a jump the pose before it is another one.
const ROUNDED: f64 = 1e-6;

/// The time of the frame that is meant by `seconds`, else `seconds`.
fn moment(motion: &Motion, seconds: f64) -> f64 {
    let span = motion.locate(seconds);
    let frames = [span.to, span.from].map(|frame| motion.frame_start(frame));
    frames.into_iter().find(|start| (start - seconds).abs() <= ROUNDED).unwrap_or(seconds)
}

/// The names of all joints. In glTF and FBX a name only labels a node: of several joints with one name each gets a number, so that nobody who
/// looks a joint up by its name finds another one. Nameless ones stay so.
fn names(clip: &Clip) -> Vec<Cow<'_, str>> {
    let names = clip.skeleton.names();
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for name in names {
        *counts.entry(name).or_default() += 1;
    }
    let are_labels = matches!(clip.source.format, Format::Gltf | Format::Fbx);
    let mut last: HashMap<&str, usize> = HashMap::new();
    let numbered = |name: &str, number: &mut usize| loop {
        *number += 1;
        let numbered = format!("{name}_{number}");
        if !counts.contains_key(numbered.as_str()) {
            break numbered;
        }
    };
    let mut shown = Vec::new();
    for name in names {
        let repeats = counts.get(&**name).is_some_and(|count| *count > 1);
        shown.push(if are_labels && repeats && !name.is_empty() {
            Cow::Owned(numbered(name, last.entry(name).or_default()))
        } else {
            Cow::Borrowed(&**name)
        });
    }
    shown
}

fn describe(
    clip: &Clip,
    chosen: &MotionOfFile<'_>,
    selection: &PoseSelection,
    printed: &PrintedJoints,
) -> Result<Value, Stop> {
    let (motion, skeleton) = (&*chosen.motion, &clip.skeleton);
    let last = motion.frame_count().saturating_sub(1);
    let times: Vec<Option<f64>> = match selection {
        PoseSelection::Rest => vec![None],
        PoseSelection::Quarters => (0..5).map(|part| Some(motion.frame_start(last * part / 4))).collect(),
        PoseSelection::Times(times) => times.iter().map(|time| Some(moment(motion, time - chosen.begin))).collect(),
        PoseSelection::Fractions(parts) => parts.iter().map(|part| Some(part * motion.duration())).collect(),
        PoseSelection::Frames(frames) => {
            frames.list(last)?.into_iter().map(|frame| Some(motion.frame_start(frame))).collect()
        }
    };
    let mut pose = Pose::rest(skeleton);
    let mut poses = Vec::new();
    for time in times {
        pose.reset(skeleton);
        if let Some(time) = time {
            sample(motion, time, Interpolation::Linear, &mut pose);
        }
        world_matrices(skeleton, glam::Affine3A::IDENTITY, &mut pose);
        // A joint that was not seen in the frame has no place.
        let first = time.map_or(usize::MAX, |time| motion.locate(time).from * skeleton.len());
        let is_hidden = |joint: usize| first.checked_add(joint).is_some_and(|item| chosen.seen.get(item) == Some(&0));
        let place = |joint: &usize| {
            let world = pose.world.get(*joint)?;
            Some((!is_hidden(*joint)).then(|| world.translation.to_array().map(f64::from)))
        };
        let positions: Vec<Option<[f64; 3]>> = printed.joints.iter().filter_map(place).collect();
        poses.push(json!({ "time": time.map(|time| time + chosen.begin), "positions": positions }));
    }
    let names = names(clip);
    let joints: Vec<Value> = printed
        .joints
        .iter()
        .map(|&joint| {
            let parent = skeleton.parent(joint);
            json!({
                "name": names.get(joint),
                "parent": parent.and_then(|parent| printed.joints.binary_search(&parent).ok()),
                "kind": skeleton.kinds().get(joint).map(|kind| kind.name()),
                "end_site": skeleton.kinds().get(joint).is_some_and(|kind| kind.is_point()),
            })
        })
        .collect();
    let mut warnings = warnings(clip);
    if printed.others > 0 {
        let message =
            format!("the file has {} figures; the first is printed (choose another with --figure)", printed.others + 1);
        warnings.push(own_warning("positions.figures", &message));
    }
    Ok(json!({
        "format": clip.source.format.name(),
        "frame_count": motion.frame_count(),
        "frame_time": motion.frame_time(),
        "negated_axis": clip.source.format.negated_axis().map(Axis::name),
        "joints": joints,
        "poses": poses,
        "warnings": warnings,
    }))
}
