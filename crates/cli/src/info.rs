//! Describes the content of files.

use std::fmt::Write;

use marey::body::survey;
use marey::body::{Rig, RigRemark, Scale, StatureFrom, Unit, rig_remarks};
use marey::formats::ReadError;
use marey::model::{
    Axis, Behaviour, Clip, Confidence, Format, JointKind, Mark, MarkKind, PositionMode, Skeleton, Source, Viewpoint,
};
use serde_json::{Value, json};

use super::arguments::InfoArguments;
use super::files::{code, message};
use super::library::{Grouping, Input, Library};
use super::warnings::{place_object, warnings};
use super::wording::counted;
use super::{Stop, eprintln_quietly, print};

const MARKS_SHOWN: usize = 20;
const VIEWPOINTS_SHOWN: usize = 20;

/// The title of the note that lists what an array could hold, a line each: what, and the options that say so.
const READINGS: &str = "Readings";
/// The title of that note where one of them is stated.
const ALTERNATIVES: &str = "Alternatives";

/// The other readings of an array, with the arguments that state them; `None` where it is clear.
pub(super) fn doubt(clip: &Clip) -> Option<String> {
    let (_, text) = clip.about.notes.iter().find(|(title, _)| title == READINGS)?;
    let stated = |line: &str| {
        let (what, words) = line.split_once(": ").unwrap_or((line, ""));
        let arguments: Vec<String> = words
            .split(' ')
            .filter_map(|word| word.split_once('='))
            .map(|(name, word)| format!("--{name} {word}"))
            .collect();
        if arguments.is_empty() { what.to_owned() } else { format!("{what} ({})", arguments.join(" ")) }
    };
    let mut readings = text.lines().map(stated);
    let first = readings.next()?;
    let others: Vec<String> = readings.collect();
    let others = if others.is_empty() { String::new() } else { format!("; or {}", others.join("; or ")) };
    Some(format!("not sure: {first}{others}"))
}

/// Prints the content of each file. After a file that cannot be read or is refused, it goes on with the others.
pub(super) fn info(arguments: &InfoArguments) -> Result<(), Stop> {
    let mut library = Library::find(&arguments.files, Grouping::Together, None)?;
    library.read_as(&arguments.reading);
    let missing = std::mem::take(&mut library.missing);
    let mut printer = InfoPrinter { library: &library, objects: arguments.json.then(Vec::new), failed: false };
    for (file, error) in missing {
        printer.print_failure(&file, &ReadError::Io(file.clone().into(), error));
    }
    let mut used_skeletons = Vec::new();
    for file in library.motions() {
        used_skeletons.extend(printer.print_file(file)?);
    }
    // Skeletons of a motion are printed with it. Parts, which are always refused, are read only if there is nothing else.
    let (skeletons, mut parts) = (library.skeletons(), library.parts());
    if library.files.len() > parts.len() {
        parts.clear();
    }
    let unused_skeletons = skeletons.into_iter().filter(|file| !used_skeletons.contains(&file.path));
    for file in unused_skeletons.chain(parts) {
        printer.print_file(file)?;
    }
    if let Some(objects) = printer.objects {
        print(&format!("{}\n", Value::Array(objects)))?;
    }
    if printer.failed { Err(Stop::Reported) } else { Ok(()) }
}

/// Prints descriptions: text at once, JSON at the end.
struct InfoPrinter<'a> {
    library: &'a Library,
    objects: Option<Vec<Value>>,
    failed: bool,
}

impl InfoPrinter<'_> {
    /// Prints the description of a file. Returns the path of its skeleton file, or `None` if the file cannot be read.
    fn print_file(&mut self, file: &Input) -> Result<Option<String>, Stop> {
        let clip = match self.library.read(file) {
            Ok(clip) => clip,
            Err(failure) => {
                self.print_failure(&file.path, &failure);
                return Ok(None);
            }
        };
        if let Some(objects) = &mut self.objects {
            objects.push(object(&file.path, &clip));
        } else {
            let mut text = String::new();
            summary(&mut text, &file.path, &clip).map_err(|_| Stop::Failed("marey: out of memory".into()))?;
            print(&text)?;
        }
        Ok(Some(clip.about.skeleton_file))
    }

    fn print_failure(&mut self, file: &str, failure: &ReadError) {
        self.failed = true;
        eprintln_quietly(&message(failure, file));
        if let Some(objects) = &mut self.objects {
            objects.push(failed_object(file, failure));
        }
    }
}

/// The JSON object of a file without a clip.
fn failed_object(file: &str, failure: &ReadError) -> Value {
    let (message, place, at) = match failure {
        ReadError::Io(_, error) => (error.to_string(), None, ""),
        ReadError::Parse(refusal) => (refusal.message().to_owned(), refusal.location(), refusal.file()),
        other => (other.to_string(), None, ""),
    };
    let mut error = place_object(place);
    error["code"] = code(failure).into();
    error["message"] = message.into();
    error["file"] = Some(at).filter(|file| !file.is_empty()).into();
    json!({ "file": file, "error": error })
}

/// The JSON object of a clip. Missing values are null.
fn object(file: &str, clip: &Clip) -> Value {
    let skeleton = &clip.skeleton;
    let behaviour = |behaviour: &Behaviour| {
        let motion = &behaviour.motion;
        json!({
            "name": behaviour.name,
            "frame_count": motion.frame_count(),
            "frame_time": motion.frame_time(),
            "duration": motion.duration(),
        })
    };
    let seen = clip.behaviours.first().map(|first| survey(skeleton, &first.motion, clip.source.up));
    let scale = seen.as_ref().map(|seen| seen.scale(&clip.source));
    let position_mode = clip.source.position_mode.map(|mode| match mode {
        PositionMode::Replace => "replace",
        PositionMode::Add => "add",
    });
    let rig = Rig::of_clip(clip);
    let nearest = rig
        .nearest
        .as_ref()
        .map(|near| json!({ "rig": near.id, "found": near.found, "of": near.of, "others": near.others }));
    let remark = |remark: &RigRemark| json!({ "code": remark.code, "words": remark.words, "mend": remark.mend });
    json!({
        "file": file,
        "error": null,
        "format": clip.source.format.name(),
        "name": clip.name,
        "skeleton_file": Some(&clip.about.skeleton_file).filter(|file| !file.is_empty()),
        "joints": skeleton.len(),
        "end_sites": count_of(skeleton, JointKind::EndSite),
        "sites": count_of(skeleton, JointKind::Site),
        "roots": count_of_roots(skeleton),
        "rig": rig.id,
        "match": rig.matched.name(),
        "flavour": rig.flavour,
        "prefix": rig.prefix,
        "nearest": nearest,
        "remarks": remarks(&rig, clip).iter().map(remark).collect::<Vec<_>>(),
        "behaviours": clip.behaviours.iter().map(behaviour).collect::<Vec<_>>(),
        "rate_stated": clip.source.rate_stated,
        "metres_per_unit": scale.map(|scale| scale.unit.metres() / clip.source.length_factor),
        "unit": scale.map(|scale| json!({
            "name": scale.unit.name(),
            "from": unit_origin(&clip.source, &scale),
            "confidence": confidence(scale.confidence),
        })),
        "up": seen.as_ref().map(|seen| json!({
            "axis": seen.up.name(),
            "from": up_origin(clip),
            "confidence": confidence(clip.source.up.map_or(seen.up_guess.confidence, |_| Confidence::Sure)),
        })),
        "stature": scale.and_then(|scale| scale.stature.filter(|_| scale.confidence != Confidence::Unknown)),
        "extent": seen.as_ref().map(|seen| f64::from(seen.height)),
        "negated_axis": clip.source.format.negated_axis().map(Axis::name),
        "position_mode": position_mode,
        "skin": clip.skin.as_ref().map(|skin| json!({ "name": skin.name(), "triangles": skin.triangles().len() })),
        "viewpoints": clip.viewpoints.iter().map(|viewpoint| viewpoint_object(clip, viewpoint)).collect::<Vec<_>>(),
        "marks": clip.about.marks.iter().map(|mark| mark_object(clip, mark)).collect::<Vec<_>>(),
        "warnings": warnings(clip),
        "warnings_dropped": clip.warnings_dropped,
    })
}

/// Remarks about the rest pose and the first frame. A first frame for reference is a warning of the reader already.
fn remarks(rig: &Rig, clip: &Clip) -> Vec<RigRemark> {
    let motion = clip.behaviours.first().map(|first| &first.motion);
    let mut remarks = rig_remarks(rig, &clip.skeleton, motion);
    remarks.retain(|remark| remark.code != "first-frame.reference");
    remarks
}

/// A camera with position and orientation (x, y, z, w), in the space of its joint or of the file.
fn viewpoint_object(clip: &Clip, viewpoint: &Viewpoint) -> Value {
    json!({
        "name": viewpoint.name,
        "joint": joint_of(clip, viewpoint),
        "position": viewpoint.position.to_array(),
        "orientation": viewpoint.orientation.to_array(),
        "field_of_view": viewpoint.field_of_view,
    })
}

fn mark_object(clip: &Clip, mark: &Mark) -> Value {
    json!({
        "kind": match mark.kind {
            MarkKind::Limit => "limit",
            MarkKind::Event => "event",
            MarkKind::Missing => "missing",
        },
        "behaviour": clip.behaviours.get(mark.behaviour).map(|behaviour| &behaviour.name),
        "joint": mark.joint.map(|joint| clip.skeleton.name(usize::from(joint))),
        "first": mark.first,
        "last": mark.last,
        "at": mark.at,
        "text": mark.text,
    })
}

fn joint_of<'a>(clip: &'a Clip, viewpoint: &Viewpoint) -> Option<&'a str> {
    clip.skeleton.names().get(usize::from(viewpoint.joint?)).map(|name| &**name)
}

/// The source of the unit: `file`, `format` or `guess`.
pub(super) fn unit_origin(source: &Source, scale: &Scale) -> &'static str {
    match source.metres_per_unit {
        Some(_) if source.unit_stated => "file",
        // A figure that is no person may be too large in the format's unit: then the survey guesses another.
        Some(_) if scale.confidence == Confidence::Sure => "format",
        _ => "guess",
    }
}

/// The source of the up axis: `file`, `format` or `guess`. Only C3D states one; the reader of markers may assume one.
fn up_origin(clip: &Clip) -> &'static str {
    let is_assumed = clip.about.notes.iter().any(|(title, _)| title == "Assumed");
    match (clip.source.up, clip.source.format) {
        (None, _) => "guess",
        (_, Format::C3d | Format::Trc) if is_assumed => "guess",
        (_, Format::C3d | Format::Fbx) => "file",
        _ => "format",
    }
}

pub(super) fn confidence(confidence: Confidence) -> &'static str {
    match confidence {
        Confidence::Sure => "sure",
        Confidence::Likely => "likely",
        Confidence::Unsure => "unsure",
        Confidence::Unknown => "unknown",
    }
}

/// A text with a capital and a full stop.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    format!("{}{}.", first.map_or(String::new(), String::from), letters.as_str())
}

fn count_of(skeleton: &Skeleton, kind: JointKind) -> usize {
    skeleton.kinds().iter().filter(|each| **each == kind).count()
}

/// Number of roots, without sites that have no joint.
fn count_of_roots(skeleton: &Skeleton) -> usize {
    let kinds = skeleton.kinds().iter().enumerate();
    let carries = |root: usize| (0..skeleton.len()).any(|joint| skeleton.parent(joint) == Some(root));
    let roots = kinds.filter(|(joint, _)| skeleton.parent(*joint).is_none());
    roots.filter(|(joint, kind)| **kind != JointKind::Site || carries(*joint)).count()
}

fn summary(out: &mut String, file: &str, clip: &Clip) -> std::fmt::Result {
    let skeleton = &clip.skeleton;
    let (ends, sites) = (count_of(skeleton, JointKind::EndSite), count_of(skeleton, JointKind::Site));
    let roots = count_of_roots(skeleton);
    writeln!(out, "{file}")?;
    writeln!(out, "  format     {}", clip.source.format.name())?;
    if !clip.about.skeleton_file.is_empty() {
        let doubt = &clip.about.skeleton_doubt;
        let but = if doubt.is_empty() { String::new() } else { format!("; {doubt}") };
        writeln!(out, "  skeleton   {}{but}", clip.about.skeleton_file)?;
    }
    let (end_sites, other_sites) = (counted(ends, "end site"), counted(sites, "site"));
    let points = match (ends, sites) {
        (_, 0) => end_sites,
        (0, _) => other_sites,
        _ => format!("{end_sites}, {other_sites}"),
    };
    writeln!(out, "  joints     {}, {points}, {}", skeleton.len() - ends - sites, counted(roots, "root"))?;
    let rig = Rig::of_clip(clip);
    writeln!(out, "  rig        {}", rig.summary())?;
    for remark in remarks(&rig, clip) {
        writeln!(out, "    {} {}", remark.words, sentence(remark.mend))?;
    }
    for behaviour in &clip.behaviours {
        let motion = &behaviour.motion;
        let (frames, seconds) = (motion.frame_count(), motion.frame_time());
        let frames = counted(frames, "frame");
        writeln!(out, "  motion     {}: {frames}, {:.2} s", behaviour.name, motion.duration())?;
        let how = if clip.source.rate_stated { "" } else { "; assumed, the file states none" };
        writeln!(out, "  rate       {} (frame time {seconds} s{how})", rate(seconds))?;
    }
    if let Some(behaviour) = clip.behaviours.first() {
        let seen = survey(skeleton, &behaviour.motion, clip.source.up);
        let scale = seen.scale(&clip.source);
        writeln!(out, "  stature    {}", stature(&scale, seen.parts.stature.map(|stature| stature.from)))?;
        let metres = f64::from(seen.height) * scale.unit.metres() / clip.source.length_factor;
        writeln!(out, "  extent     {:.4} units, {metres:.2} m", seen.height)?;
        let how = match (clip.source.metres_per_unit, clip.source.unit_stated) {
            (Some(_), true) => "in the file".into(),
            (Some(_), false) if scale.confidence == Confidence::Sure => "usual for the format".into(),
            _ if scale.confidence == Confidence::Unknown => "scale unknown".into(),
            _ => guessed(scale.confidence, ""),
        };
        let rather = scale.rather.map_or(String::new(), |unit| format!("; a person's would be {}", unit.name()));
        writeln!(out, "  unit       {} ({how}{rather})", unit_text(&scale))?;
        let how = match clip.source.up {
            Some(_) if up_origin(clip) == "file" => "in the file".into(),
            Some(_) if up_origin(clip) == "guess" => "assumed from the markers".into(),
            Some(_) => "usual for the format".into(),
            None => guessed(seen.up_guess.confidence, seen.up_guess.second.name()),
        };
        writeln!(out, "  up         {} ({how})", seen.up.name())?;
    }
    if let Some(axis) = clip.source.format.negated_axis() {
        writeln!(out, "  axes       {} is negated: the file is left-handed", axis.name().to_uppercase())?;
    }
    if clip.source.length_factor != 1.0 {
        writeln!(out, "  lengths    multiplied by {}, as the file asks{}", clip.source.length_factor, hint(clip))?;
    }
    channels(out, clip)?;
    if clip.source.format == Format::Bvh {
        let positions = match clip.source.position_mode {
            None => "no joint has both positions and an offset",
            Some(PositionMode::Replace) => "replace the offset",
            Some(PositionMode::Add) => "add to the offset",
        };
        let how = clip.source.position_mode.map(|_| guessed(clip.source.position_confidence, ""));
        let how = how.map_or(String::new(), |how| format!(" ({how})"));
        writeln!(out, "  positions  {positions}{how}")?;
    }
    if clip.source.format == Format::Acclaim
        && let Some(mode) = clip.source.position_mode
    {
        let stretch = if mode == PositionMode::Replace { "whole lengths" } else { "added to the length" };
        writeln!(out, "  l          {stretch} ({})", guessed(clip.source.position_confidence, ""))?;
    }
    extras(out, clip)?;
    writeln!(out, "  warnings   {}", clip.warnings.len() as u64 + clip.warnings_dropped)?;
    for warning in &clip.warnings {
        let file = if warning.file.is_empty() { String::new() } else { format!("{}:", warning.file) };
        let place = warning.location.map_or(String::new(), |place| format!("{place}: "));
        writeln!(out, "    {file}{place}{}: {warning}", warning.code)?;
    }
    if clip.warnings_dropped > 0 {
        writeln!(out, "    and {} more", clip.warnings_dropped)?;
    }
    Ok(())
}

/// The confidence of a guess, with the second-best guess if it is unsure.
fn guessed(confidence: Confidence, other: &str) -> String {
    match confidence {
        Confidence::Sure => "guessed, sure".into(),
        Confidence::Likely => "guessed, likely".into(),
        Confidence::Unsure | Confidence::Unknown if other.is_empty() => "guessed, unsure".into(),
        Confidence::Unsure | Confidence::Unknown => format!("guessed, unsure, maybe {other}"),
    }
}

fn unit_text(scale: &Scale) -> String {
    match scale.unit {
        Unit::Custom(metres) => format!("{metres} m"),
        unit => unit.name().into(),
    }
}

fn stature(scale: &Scale, from: Option<StatureFrom>) -> String {
    let known = scale.stature.filter(|_| scale.confidence != Confidence::Unknown);
    let (Some(metres), Some(from)) = (known, from) else { return "unknown".into() };
    let from = match from {
        StatureFrom::Legs => "legs",
        StatureFrom::Arms => "arms",
        StatureFrom::Hands => "hands",
    };
    format!("about {metres:.2} m, from the {from}")
}

/// The channels of joints, with the most frequent combination first.
fn channels(out: &mut String, clip: &Clip) -> std::fmt::Result {
    let mut lists: Vec<(String, usize)> = Vec::new();
    let mut total = 0;
    for text in clip.source.channels.iter().filter(|text| !text.is_empty()) {
        // Words in parentheses are limits.
        let names: Vec<&str> = text.split_whitespace().filter(|word| !word.contains(['(', ')'])).collect();
        total += names.len();
        let list = names.join(" ");
        match lists.iter_mut().find(|(known, _)| *known == list) {
            Some((_, count)) => *count += 1,
            None => lists.push((list, 1)),
        }
    }
    lists.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    writeln!(out, "  channels   {total}")?;
    for (list, count) in lists.iter().take(8) {
        writeln!(out, "    {}: {list}", counted(*count, "joint"))?;
    }
    if lists.len() > 8 {
        writeln!(out, "    and {} more", counted(lists.len() - 8, "list"))?;
    }
    Ok(())
}

/// Frames a second, as a whole number if the frame time is a rounded reciprocal of one.
fn rate(seconds: f64) -> String {
    let rate = 1.0 / seconds;
    let whole = rate.round();
    if whole >= 1.0 && (seconds * whole - 1.0).abs() < 5e-4 { format!("{whole} fps") } else { format!("{rate:.3} fps") }
}

/// Explains the length factor of the CMU captures, which their documentation defines.
fn hint(clip: &Clip) -> &'static str {
    if clip.source.length_factor == 0.45 { "; in CMU's captures one written unit is 5.644 cm" } else { "" }
}

fn extras(out: &mut String, clip: &Clip) -> std::fmt::Result {
    if !clip.masses.is_empty() {
        writeln!(out, "  masses     {}", counted(clip.masses.len(), "bone"))?;
    }
    if let Some(skin) = &clip.skin {
        let triangles = counted(skin.triangles().len(), "triangle");
        let name = if skin.name().is_empty() { String::new() } else { format!("{}, ", skin.name()) };
        writeln!(out, "  skin       {name}{triangles}")?;
    }
    if !clip.viewpoints.is_empty() {
        writeln!(out, "  viewpoints {}", clip.viewpoints.len())?;
    }
    for viewpoint in clip.viewpoints.iter().take(VIEWPOINTS_SHOWN) {
        let on = joint_of(clip, viewpoint).map_or("fixed".into(), |joint| format!("moves with {joint}"));
        writeln!(out, "    {}: {on}, field of view {:.0}\u{b0}", viewpoint.name, viewpoint.field_of_view.to_degrees())?;
    }
    if clip.viewpoints.len() > VIEWPOINTS_SHOWN {
        writeln!(out, "    and {} more", clip.viewpoints.len() - VIEWPOINTS_SHOWN)?;
    }
    let about = &clip.about;
    let marks = about.marks.len() as u64 + about.marks_dropped;
    if marks > 0 {
        writeln!(out, "  marks      {marks}")?;
    }
    for mark in about.marks.iter().take(MARKS_SHOWN) {
        let name = mark.joint.and_then(|joint| clip.skeleton.names().get(usize::from(joint)));
        let name = name.map_or(String::new(), |name| format!("{name}: "));
        let whose = clip.behaviours.get(mark.behaviour).filter(|_| clip.behaviours.len() > 1);
        let whose = whose.map_or(String::new(), |own| format!("{}, ", own.name));
        let frames = if mark.first == mark.last {
            format!("frame {}", mark.first)
        } else {
            format!("frames {} to {}, most at {}", mark.first, mark.last, mark.at)
        };
        writeln!(out, "    {whose}{frames}: {name}{}", mark.text)?;
    }
    if marks > MARKS_SHOWN as u64 {
        writeln!(out, "    and {} more", marks - MARKS_SHOWN as u64)?;
    }
    if let Some(doubt) = doubt(clip) {
        writeln!(out, "  reading    {doubt}")?;
    }
    for (title, text) in about.notes.iter().filter(|(title, _)| title != READINGS && title != ALTERNATIVES) {
        writeln!(out, "  {}", title.to_lowercase())?;
        for line in text.lines() {
            writeln!(out, "    {line}")?;
        }
    }
    Ok(())
}
