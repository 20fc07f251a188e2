//! Behaviours as TimeSensors with interpolators and routes, or as HAnimMotions.

use std::fmt::Write;

use glam::{DQuat, DVec3};

use super::element::ElementKind;
use super::scene::X3dScene;
use super::xml::escaped;
use super::{MotionNodes, Thinning};
use crate::WriteError;
use crate::figure::{FullPose, Sampling};
use crate::number;
use marey::checked::Checked;
use marey::compact::maths::slerp;
use marey::euler::{RotationOrder, angles};
use marey::model::{Behaviour, Format, Motion};

/// Most frames between two keys: the time to omit keys grows with the square of this number.
const MOST_BETWEEN_KEYS: usize = 250;

/// The values of one field over time.
struct PropertyTrack<'s> {
    /// The `DEF` of the field's node.
    node: &'s str,
    field: &'static str,
    values: CurveKeys,
}

enum CurveKeys {
    Rotations(Vec<DQuat>),
    Vectors(Vec<DVec3>),
    Numbers(Vec<f64>),
}

/// Writes behaviours as interpolators, after the humanoid.
pub(super) fn write_routes(scene: &X3dScene<'_>, out: &mut String) {
    if scene.options.motions != MotionNodes::Interpolators || !scene.moved.any() {
        return;
    }
    for (Behaviour { motion, .. }, def) in scene.clip.behaviours.iter().zip(&scene.behaviours) {
        let duration = motion.duration();
        // A TimeSensor's cycle must be above 0, but a single frame has no duration.
        let cycle = if duration > 0.0 { duration } else { motion.frame_time() };
        let _ = writeln!(out, "    <TimeSensor DEF='{def}' cycleInterval='{cycle}' loop='true'/>");
        let moments: Vec<f64> = (0..motion.frame_count()).map(|frame| motion.frame_start(frame) / cycle).collect();
        for track in tracks(scene, motion) {
            interpolator(scene, out, def, &track, &moments);
        }
    }
}

/// A track for every field that any behaviour changes, with this motion's values.
fn tracks<'s>(scene: &'s X3dScene<'_>, motion: &Motion) -> Vec<PropertyTrack<'s>> {
    let moved = &scene.moved;
    let indices = |list: &[bool]| -> Vec<usize> { (0..list.len()).filter(|at| list[*at]).collect() };
    let (moves, turns, scales) = (indices(&moved.translations), indices(&moved.rotations), indices(&moved.scales));
    let weights = indices(&moved.weights);
    let vectors = |list: &[usize]| vec![Vec::with_capacity(motion.frame_count()); list.len()];
    let (mut translations, mut scalings): (Vec<Vec<DVec3>>, Vec<Vec<DVec3>>) = (vectors(&moves), vectors(&scales));
    let mut rotations: Vec<Vec<DQuat>> = vec![Vec::with_capacity(motion.frame_count()); turns.len()];
    let mut numbers: Vec<Vec<f64>> = vec![Vec::with_capacity(motion.frame_count()); weights.len()];
    let mut pose = FullPose::rest(scene.skeleton);
    for frame in 0..motion.frame_count() {
        pose.sample(motion, Sampling::Frames, frame);
        for (list, joint) in translations.iter_mut().zip(&moves) {
            let base = scene.nodes.get(*joint).map_or(DVec3::ZERO, |node| node.base);
            list.push(pose.translations.at(*joint) + base);
        }
        for (list, joint) in rotations.iter_mut().zip(&turns) {
            list.push(pose.rotations.at(*joint));
        }
        for (list, joint) in scalings.iter_mut().zip(&scales) {
            list.push(pose.scales.at(*joint));
        }
        for (list, weight) in numbers.iter_mut().zip(&weights) {
            list.push(f64::from(pose.weights.at(*weight)));
        }
    }
    let def = |joint: usize| scene.nodes.get(joint).map_or("", |node| node.def.as_str());
    let mut tracks: Vec<(usize, PropertyTrack<'_>)> = Vec::new();
    for (lists, joints, field) in [(translations, &moves, "translation"), (scalings, &scales, "scale")] {
        let own = lists.into_iter().zip(joints);
        tracks.extend(own.map(|(list, joint)| {
            (*joint, PropertyTrack { node: def(*joint), field, values: CurveKeys::Vectors(list) })
        }));
    }
    tracks.extend(rotations.into_iter().zip(&turns).map(|(list, joint)| {
        (*joint, PropertyTrack { node: def(*joint), field: "rotation", values: CurveKeys::Rotations(list) })
    }));
    tracks.sort_by_key(|(joint, _)| *joint);
    let weights = numbers.into_iter().zip(&weights).flat_map(|(list, weight)| {
        let displacers = scene.surface.displacers(*weight);
        displacers.map(move |node| PropertyTrack { node, field: "weight", values: CurveKeys::Numbers(list.clone()) })
    });
    tracks.into_iter().map(|(_, track)| track).chain(weights).collect()
}

fn interpolator(scene: &X3dScene<'_>, out: &mut String, behaviour: &str, track: &PropertyTrack<'_>, moments: &[f64]) {
    let keys = track.values.keys(moments, scene.options.thinning.as_ref());
    let target = track.node.strip_prefix("hanim_").unwrap_or(track.node);
    let (def, kind) = (format!("{behaviour}_{target}_{}", track.field), track.values.kind());
    let _ = write!(out, "    <{kind}Interpolator DEF='{def}' key='");
    // Enough decimals to tell moments that are a thousandth of a frame apart.
    let decimals = 4 + (moments.len().max(10) as f64).log10().ceil() as usize;
    for (index, frame) in keys.iter().enumerate() {
        out.push_str(if index > 0 { " " } else { "" });
        number::push(out, moments.at(*frame), decimals);
    }
    out.push_str("' keyValue='");
    for (index, frame) in keys.iter().enumerate() {
        out.push_str(if index > 0 { " " } else { "" });
        match &track.values {
            CurveKeys::Rotations(list) => scene.numbers.rotation(out, list.at(*frame)),
            CurveKeys::Vectors(list) => scene.numbers.vector(out, list.at(*frame)),
            CurveKeys::Numbers(list) => number::push(out, list.at(*frame), 8),
        }
    }
    out.push_str("'/>\n");
    let (node, field) = (track.node, track.field);
    for [from, source, to, target] in
        [[behaviour, "fraction_changed", &def, "set_fraction"], [&def, "value_changed", node, &format!("set_{field}")]]
    {
        let _ = writeln!(out, "    <ROUTE fromNode='{from}' fromField='{source}' toNode='{to}' toField='{target}'/>");
    }
}

/// Behaviours as HAnimMotions, which belong inside the humanoid.
pub(super) fn rows(scene: &X3dScene<'_>) -> Result<String, WriteError> {
    let mut out = String::new();
    if scene.options.motions != MotionNodes::Rows || !scene.moved.any() {
        return Ok(out);
    }
    let rows = KeyRows::new(scene)?;
    for (index, (Behaviour { motion, .. }, def)) in scene.clip.behaviours.iter().zip(&scene.behaviours).enumerate() {
        let frame_time = Sampling::Frames.frame_time(motion, Format::Hanim)?;
        let _ = write!(out, "      <HAnimMotion DEF='{def}' name='{def}'");
        if let Some(level) = scene.options.level {
            let _ = write!(out, " loa='{level}'");
        }
        // Only one is enabled: all enabled HAnimMotions move the figure at once.
        let enabled = index == 0;
        let _ = write!(
            out,
            " enabled='{enabled}' loop='true' frameDuration='{frame_time}' joints='{}' channels='{}' values='",
            escaped(&rows.names.join(" ")),
            rows.channels.join(" ")
        );
        rows.write(&mut out, motion);
        out.push_str("'/>\n");
    }
    Ok(out)
}

struct KeyRows<'s> {
    scene: &'s X3dScene<'s>,
    joints: Vec<usize>,
    names: Vec<&'s str>,
    channels: Vec<String>,
}

impl<'s> KeyRows<'s> {
    fn new(scene: &'s X3dScene<'s>) -> Result<Self, WriteError> {
        let moved = &scene.moved;
        let moves = |joint: &usize| {
            let of = |list: &[bool]| list.get(*joint) == Some(&true);
            of(&moved.translations) || of(&moved.rotations) || of(&moved.scales)
        };
        if let Some(weight) = moved.weights.iter().position(|moves| *moves) {
            // HAnimMotions have no channels for displacers.
            let joint = scene.surface.displacers(weight).next().unwrap_or_default().to_owned();
            return Err(WriteError::Channels { joint, frame: 0 });
        }
        let joints: Vec<usize> = (0..scene.nodes.len()).filter(moves).collect();
        let (mut names, mut channels) = (Vec::new(), Vec::new());
        for &joint in &joints {
            let Some(node) = scene.nodes.get(joint) else { continue };
            // The field `joints` is a single text with all names.
            let separates = |c: char| c.is_whitespace() || matches!(c, ',' | '[' | ']' | '"' | '\'');
            let is_word = !node.name.is_empty() && !node.name.contains(separates);
            let same = scene.nodes.iter().filter(|other| other.kind == ElementKind::Joint && other.name == node.name);
            if !is_word || node.kind != ElementKind::Joint || same.count() > 1 {
                return Err(WriteError::Name { joint: node.name.clone() });
            }
            names.push(node.name.as_str());
            let mut list = Vec::new();
            for (moves, what, axes) in [
                (&moved.translations, "position", ["X", "Y", "Z"]),
                (&moved.rotations, "rotation", ["Z", "X", "Y"]),
                (&moved.scales, "scale", ["X", "Y", "Z"]),
            ] {
                if moves.get(joint) == Some(&true) {
                    list.extend(axes.map(|axis| format!("{axis}{what}")));
                }
            }
            channels.push(format!("{} {}", list.len(), list.join(" ")));
        }
        Ok(Self { scene, joints, names, channels })
    }

    fn write(&self, out: &mut String, motion: &Motion) {
        let scene = self.scene;
        let mut pose = FullPose::rest(scene.skeleton);
        let mut last = vec![[0.0; 3]; scene.nodes.len()];
        let moves = |list: &[bool], joint: usize| list.get(joint) == Some(&true);
        for frame in 0..motion.frame_count() {
            pose.sample(motion, Sampling::Frames, frame);
            let start = out.len();
            for &joint in &self.joints {
                let Some(node) = scene.nodes.get(joint) else { continue };
                if moves(&scene.moved.translations, joint) {
                    out.push(' ');
                    scene.numbers.vector(out, pose.translations.at(joint) + node.base);
                }
                if let (true, Some(last), Some(turn)) =
                    (moves(&scene.moved.rotations, joint), last.get_mut(joint), pose.rotations.get(joint))
                {
                    *last = angles(RotationOrder::Zxy, *turn, *last);
                    for angle in *last {
                        out.push(' ');
                        scene.numbers.decimals.angle(out, angle);
                    }
                }
                if moves(&scene.moved.scales, joint) {
                    out.push(' ');
                    scene.numbers.vector(out, pose.scales.at(joint));
                }
            }
            // Replaces the first blank by a line break.
            out.replace_range(start..(start + 1).min(out.len()), if frame > 0 { "\n" } else { "" });
        }
    }
}

impl CurveKeys {
    fn kind(&self) -> &'static str {
        match self {
            Self::Rotations(_) => "Orientation",
            Self::Vectors(_) => "Position",
            Self::Numbers(_) => "Scalar",
        }
    }

    fn len(&self) -> usize {
        match self {
            Self::Rotations(list) => list.len(),
            Self::Vectors(list) => list.len(),
            Self::Numbers(list) => list.len(),
        }
    }

    /// The frames to write as keys. A constant track gets one.
    fn keys(&self, moments: &[f64], thinning: Option<&Thinning>) -> Vec<usize> {
        let exact = Thinning { rotation: 0.0, translation: 0.0 };
        let last = self.len().saturating_sub(1);
        if (1..=last).all(|frame| self.fits(moments, [0, frame, 0], thinning.unwrap_or(&exact))) {
            return vec![0];
        }
        let Some(thinning) = thinning else { return (0..=last).collect() };
        let mut keys = vec![0];
        while let Some(from) = keys.last().copied().filter(|from| *from < last) {
            let straight = |to: &usize| (from + 1..*to).all(|at| self.fits(moments, [from, at, *to], thinning));
            let most = last.min(from + MOST_BETWEEN_KEYS);
            keys.push((from + 1..=most).take_while(straight).last().unwrap_or(from + 1));
        }
        keys
    }

    /// Whether a frame is within tolerance of the interpolation between two others.
    fn fits(&self, moments: &[f64], [from, at, to]: [usize; 3], thinning: &Thinning) -> bool {
        let span = moments.at(to) - moments.at(from);
        let part = if span > 0.0 { (moments.at(at) - moments.at(from)) / span } else { 0.0 };
        match self {
            Self::Rotations(list) => {
                let mixed = if part > 0.0 { slerp(list.at(from), list.at(to), part) } else { list.at(from) };
                let off = 2.0 * (mixed.conjugate() * list.at(at)).xyz().length().min(1.0).asin();
                off.to_degrees() <= thinning.rotation
            }
            Self::Vectors(list) => list.at(from).lerp(list.at(to), part).distance(list.at(at)) <= thinning.translation,
            Self::Numbers(list) => {
                let mixed = list.at(from) + (list.at(to) - list.at(from)) * part;
                (mixed - list.at(at)).abs() <= thinning.translation
            }
        }
    }
}
