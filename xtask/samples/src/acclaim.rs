//! Writes a clip as the three files of Acclaim's format: the skeleton (ASF), its motion (AMC), and a skin (OBJ) whose groups
//! are named as the bones.

use super::body::{Axis, HIPS};
use super::bones::{Bone, Flesh, bones};
use super::pose::Pose;
use glam::{DQuat, DVec3, EulerRot};
use std::f64::consts::TAU;
use std::fmt::Write;

pub struct Clip {
    pub name: &'static str,
    pub poses: Vec<Pose>,
}

/// What a body weighs, in kilograms: the bones' masses are shares of it.
const MASS: f64 = 75.0;

const DOCUMENTATION: &str = "  A march on the spot, two steps a second for four seconds at 120 frames a second.
  The figure has the proportions of an adult of 1.75 m, in centimetres; the masses
  are shares of the body's. In the third stride the right knee comes up too far and
  leaves the limits of its joint. Made by a program: no one was recorded.";

/// Names and texts of the files.
pub fn write(clip: &Clip) -> [(String, String); 3] {
    let bones = bones();
    let name = |extension: &str| format!("{}.{extension}", clip.name);
    [
        (name("asf"), skeleton(clip.name, &bones)),
        (name("amc"), motion(clip, &bones)),
        (name("obj"), skin(clip.name, &bones)),
    ]
}

// Writing to a String cannot fail.
fn skeleton(name: &str, bones: &[Bone]) -> String {
    let mut text = format!(
        ":version 1.10\n:name {name}\n:units\n  mass {MASS:.1}\n  length 1.0\n  angle deg\n:documentation\n{DOCUMENTATION}\n\
         :root\n  order TX TY TZ RX RY RZ\n  axis XYZ\n  position 0 0 0\n  orientation 0 0 0\n:bonedata\n"
    );
    for (id, bone) in (1..).zip(bones) {
        let [x, y, z] = bone.along.normalize().to_array().map(|value| number(value, 6));
        let length = number(bone.along.length(), 4);
        let _ = write!(text, "  begin\n    id {id}\n    name {}\n    direction {x} {y} {z}\n", bone.name);
        let _ = write!(text, "    length {length}\n    axis 0 0 {} XYZ\n", number(bone.axis, 1));
        if let Some((share, centre)) = bone.mass {
            let _ = write!(text, "    bodymass {}\n    cofmass {}\n", number(share, 4), number(centre, 3));
        }
        if !bone.dofs.is_empty() {
            let all: String = bone.dofs.iter().map(|(axis, ..)| format!(" {}", dof(*axis))).collect();
            let _ = writeln!(text, "    dof{all}");
        }
        for (index, (_, least, most)) in bone.dofs.iter().enumerate() {
            let keyword = if index == 0 { "limits" } else { "      " };
            let _ = writeln!(text, "    {keyword} ({} {})", limit(*least), limit(*most));
        }
        text.push_str("  end\n");
    }
    text.push_str(":hierarchy\n  begin\n");
    for parent in std::iter::once(None).chain(bones.iter().map(|bone| Some(&bone.name))) {
        let children = bones.iter().filter(|bone| bone.parent.as_ref() == parent);
        let children: String = children.map(|bone| format!(" {}", bone.name)).collect();
        if !children.is_empty() {
            let _ = writeln!(text, "    {}{children}", parent.map_or("root", |name| name));
        }
    }
    let _ = write!(text, "  end\n:skin\n  {name}.obj\n");
    text
}

fn motion(clip: &Clip, bones: &[Bone]) -> String {
    let mut text = format!("#!OML:ASF {}.asf\n:FULLY-SPECIFIED\n:DEGREES\n", clip.name);
    for (frame, pose) in (1..).zip(&clip.poses) {
        let place = pose.root.to_array().map(|value| number(value, 4)).join(" ");
        let turn = [Axis::X, Axis::Y, Axis::Z].map(|axis| angle(pose.local[HIPS], axis, false)).join(" ");
        let _ = writeln!(text, "{frame}\nroot {place} {turn}");
        for bone in bones.iter().filter(|bone| !bone.dofs.is_empty()) {
            let frame = DQuat::from_rotation_z(bone.axis.to_radians());
            let local = bone.joint.map_or(DQuat::IDENTITY, |joint| pose.local[joint]);
            let own = frame.inverse() * local * frame;
            let rolls_first = bone.dofs.first().is_some_and(|(axis, ..)| *axis == Axis::Y);
            let values: String =
                bone.dofs.iter().map(|(axis, ..)| format!(" {}", angle(own, *axis, rolls_first))).collect();
            let _ = writeln!(text, "{}{values}", bone.name);
        }
    }
    text
}

/// The angle about a fixed axis, where X is turned about first, then Y, then Z, or Y before X (and not about Z at all).
fn angle(turn: DQuat, axis: Axis, y_first: bool) -> String {
    let (x, y, z) = if y_first {
        turn.to_euler(EulerRot::XYZ)
    } else {
        let (z, y, x) = turn.to_euler(EulerRot::ZYX);
        (x, y, z)
    };
    let value = match axis {
        Axis::X => x,
        Axis::Y => y,
        Axis::Z => z,
    };
    number(value.to_degrees(), 3)
}

fn dof(axis: Axis) -> &'static str {
    match axis {
        Axis::X => "rx",
        Axis::Y => "ry",
        Axis::Z => "rz",
    }
}

fn limit(value: f64) -> String {
    if value.is_finite() {
        number(value, 1)
    } else if value > 0.0 {
        "inf".into()
    } else {
        "-inf".into()
    }
}

/// With so many digits at most, and no minus before a zero.
fn number(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if text == "-0" { "0".into() } else { text.to_owned() }
}

/// Sides of the prism around a bone.
const SIDES: usize = 10;

/// A tapered prism with blunt ends around each bone, where the bone is at rest.
fn skin(name: &str, bones: &[Bone]) -> String {
    let mut text = format!("# The skin of {name}.asf: the groups of faces are named as the bones.\no {name}\n");
    let mut starts: Vec<DVec3> = Vec::new();
    let mut before = 0;
    for bone in bones {
        let parent = bone.parent.as_ref().and_then(|name| bones.iter().position(|other| other.name == *name));
        let start = parent.map_or(DVec3::ZERO, |parent| starts[parent] + bones[parent].along);
        starts.push(start);
        let Some(flesh) = bone.flesh else { continue };
        let _ = writeln!(text, "g {}", bone.name);
        for corner in corners(start, bone.along, flesh) {
            let [x, y, z] = corner.to_array().map(|value| number(value, 2));
            let _ = writeln!(text, "v {x} {y} {z}");
        }
        let (first, last) = (before + 1, before + 2 * SIDES + 2);
        let ring = |ring: usize, side: usize| first + 1 + ring * SIDES + side % SIDES;
        for side in 0..SIDES {
            let _ = writeln!(text, "f {first} {} {}", ring(0, side + 1), ring(0, side));
            let (a, b) = (ring(0, side), ring(0, side + 1));
            let _ = writeln!(text, "f {a} {b} {} {}", ring(1, side + 1), ring(1, side));
            let _ = writeln!(text, "f {last} {} {}", ring(1, side), ring(1, side + 1));
        }
        before = last;
    }
    text
}

/// The middle of the first end, the ring there, the ring at the other end, the middle of that.
fn corners(start: DVec3, along: DVec3, flesh: Flesh) -> Vec<DVec3> {
    let forward = along.normalize();
    // Across the figure, or for what itself points there, to the front.
    let across = if forward.x.abs() < 0.7 { DVec3::X } else { DVec3::Z };
    let across = (across - across.dot(forward) * forward).normalize();
    let other = forward.cross(across);
    let bulge = |size: [f64; 2]| 0.45 * size[0].min(size[1]) * forward;
    let ring = |centre: DVec3, [wide, deep]: [f64; 2]| {
        (0..SIDES).map(move |side| {
            let (sine, cosine) = (TAU * side as f64 / SIDES as f64).sin_cos();
            centre + across * cosine * wide + other * sine * deep
        })
    };
    let tip = start + along;
    let ends = [start - bulge(flesh.start), tip + bulge(flesh.tip)];
    let rings = ring(start, flesh.start).chain(ring(tip, flesh.tip));
    std::iter::once(ends[0]).chain(rings).chain([ends[1]]).collect()
}
