//! Writes a clip as BVH text: rotations as Euler angles in degrees, each channel without jumps.

use super::body::{Axis, COUNT, HIPS, JOINTS};
use super::pose::Pose;
use glam::{DQuat, DVec3, EulerRot};
use std::fmt::Write;

pub struct Clip {
    pub name: &'static str,
    pub rate: f64,
    pub poses: Vec<Pose>,
}

pub fn write(clip: &Clip) -> String {
    let mut text = String::from("HIERARCHY\n");
    hierarchy(&mut text);
    let frame_time = format!("{:.9}", 1.0 / clip.rate);
    let frame_time = frame_time.trim_end_matches('0');
    // Writing to a String cannot fail.
    let _ = write!(text, "MOTION\nFrames: {}\nFrame Time: {frame_time}\n", clip.poses.len());
    let mut last = [[0.0; 3]; COUNT];
    for pose in &clip.poses {
        let mut row: Vec<String> = pose.root.to_array().map(|v| number(v, 4)).to_vec();
        for ((joint, turn), last) in JOINTS.iter().zip(&pose.local).zip(&mut last) {
            *last = angles(*turn, joint.axes, *last);
            row.extend(last.iter().take(joint.axes.len()).map(|a| number(*a, 3)));
        }
        text.push_str(&row.join(" "));
        text.push('\n');
    }
    text
}

fn hierarchy(text: &mut String) {
    let mut depths = [0; COUNT];
    for (i, joint) in JOINTS.iter().enumerate() {
        let depth = if i == HIPS { 0 } else { depths[joint.parent] + 1 };
        depths[i] = depth;
        let tab = "\t".repeat(depth);
        let kind = if i == HIPS { "ROOT" } else { "JOINT" };
        let position = if i == HIPS { " Xposition Yposition Zposition" } else { "" };
        let count = joint.axes.len() + if i == HIPS { 3 } else { 0 };
        let axes: String = joint.axes.iter().map(|a| format!(" {a:?}rotation")).collect();
        let _ = write!(text, "{tab}{kind} {}\n{tab}{{\n", joint.name);
        let _ = write!(text, "{tab}\tOFFSET {}\n{tab}\tCHANNELS {count}{position}{axes}\n", offset(joint.offset));
        if let Some(end) = joint.end {
            let _ = write!(text, "{tab}\tEnd Site\n{tab}\t{{\n{tab}\t\tOFFSET {}\n{tab}\t}}\n", offset(end));
            let next = JOINTS.get(i + 1).map_or(0, |next| depths[next.parent] + 1);
            let close = if i + 1 == COUNT { 0 } else { next };
            for level in (close..=depth).rev() {
                let _ = writeln!(text, "{}}}", "\t".repeat(level));
            }
        }
    }
}

fn offset(v: DVec3) -> String {
    v.to_array().map(|v| number(v, 4)).join(" ")
}

/// A thousandth of a degree moves a foot by 0.02 mm; more digits would only make the download longer.
fn number(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    let zero = text.trim_start_matches('-').trim_matches(['0', '.']).is_empty();
    if zero { text.trim_start_matches('-').to_owned() } else { text }
}

/// The rotation's angles about `axes`, outermost first, in degrees, near those of the frame before.
fn angles(turn: DQuat, axes: &[Axis], last: [f64; 3]) -> [f64; 3] {
    let order = match axes {
        [Axis::Z, Axis::Y] => EulerRot::ZYX,
        [Axis::Y, ..] => EulerRot::YXZ,
        [Axis::X, ..] => EulerRot::XZY,
        [Axis::Z, ..] => EulerRot::ZXY,
        [] => return last,
    };
    let (a, b, c) = turn.to_euler(order);
    let found = [a, b, c].map(f64::to_degrees);
    let other = [found[0] + 180.0, 180.0 - found[1], found[2] + 180.0];
    let near = |angles: [f64; 3]| -> [f64; 3] {
        std::array::from_fn(|i| angles[i] - 360.0 * ((angles[i] - last[i]) / 360.0).round())
    };
    let far = |angles: &[f64; 3]| -> f64 { angles.iter().zip(last).map(|(a, b)| (a - b).abs()).sum() };
    let (found, other) = (near(found), near(other));
    if axes.len() < 3 || far(&found) <= far(&other) { found } else { other }
}
