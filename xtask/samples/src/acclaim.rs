//! Writes a recording as Acclaim's files: skeleton (ASF), motion (AMC), and a skin (OBJ) with a group for each bone.

use std::f64::consts::TAU;
use std::fmt::Write;

use anyhow::Result;
use glam::{DVec3, Quat, Vec3};
use marey::model::{Axis, Clip, JointKind, Mass};
use marey::write::{self, AcclaimOptions, BoneOptions, BoneRotation};

use super::body::{BodyAxis, HIPS};
use super::bones::{Flesh, MarchBone, bones};
use super::clip::{self, Recording, narrow};
use super::number::number;

/// The mass of the body in kilograms. Bones have shares of it.
const MASS: f64 = 75.0;

const DOCUMENTATION: &str = "  A march on the spot, two steps a second for four seconds at 120 frames a second.
  The figure has the proportions of an adult of 1.75 m, in centimetres; the masses
  are shares of the body's. In the third stride the right knee comes up too far and
  leaves the limits of its joint. Made by a program: no one was recorded.";

pub fn write(recording: &Recording) -> Result<[(String, String); 3]> {
    let bones = bones();
    let name = |extension: &str| format!("{}.{extension}", recording.name);
    let (clip, joints) = clip(recording, &bones)?;
    let mut options = AcclaimOptions::default();
    options.documentation = DOCUMENTATION.to_owned();
    options.skins = vec![name("obj")];
    options.skeleton_file = Some(name("asf"));
    options.mass_factor = MASS;
    (options.length_decimals, options.angle_decimals) = (Some(4), Some(3));
    options.bones = bones.iter().zip(joints).map(|(bone, joint)| freedom(bone, joint)).collect();
    Ok([
        (name("asf"), write::asf(&clip, &options)?),
        (name("amc"), write::amc(&clip, 0, &options)?),
        (name("obj"), skin(recording.name, &bones)),
    ])
}

/// The recording on a skeleton of these bones, and the joint at each bone's start.
fn clip(recording: &Recording, bones: &[MarchBone]) -> Result<(Clip, Vec<u16>)> {
    let mut builder = clip::skeleton();
    let root = builder.add("root", None, JointKind::Joint, Vec3::ZERO, Quat::IDENTITY)?;
    let mut joints: Vec<u16> = Vec::new();
    for bone in bones {
        // A bone starts at its parent's tip.
        let above = bone.parent.as_ref().and_then(|name| bones.iter().position(|other| other.name == *name));
        let (parent, start) = above.map_or((root, DVec3::ZERO), |above| (joints[above], bones[above].along));
        joints.push(builder.add(&bone.name, Some(parent), JointKind::Joint, start.as_vec3(), Quat::IDENTITY)?);
        if !bones.iter().any(|other| other.parent.as_ref() == Some(&bone.name)) {
            let index = joints.last().copied();
            builder.add("End Site", index, JointKind::EndSite, bone.along.as_vec3(), Quat::IDENTITY)?;
        }
    }
    let skeleton = builder.finish()?;
    let turning = bones.iter().zip(&joints).filter_map(|(bone, joint)| Some((*joint, bone.joint?)));
    let (rotated, sources): (Vec<u16>, Vec<usize>) = std::iter::once((root, HIPS)).chain(turning).unzip();
    let frames = (recording.rate, recording.poses.len());
    let motion = clip::motion(&skeleton, [rotated, vec![root]], frames, |frame, row| {
        let pose = &recording.poses[frame];
        row.translations[0] = pose.root.as_vec3();
        row.rotations.iter_mut().zip(&sources).for_each(|(slot, joint)| *slot = narrow(pose.local[*joint]));
    })?;
    let mut clip = clip::clip(recording.name, skeleton, vec![(recording.name, motion)]);
    let mass = |(bone, joint): (&MarchBone, &u16)| {
        let (share, along) = bone.mass?;
        let centre = (bone.along.normalize() * along).as_vec3();
        Some(Mass { joint: *joint, mass: (share * MASS) as f32, centre })
    };
    clip.masses = bones.iter().zip(&joints).filter_map(mass).collect();
    Ok((clip, joints))
}

fn freedom(bone: &MarchBone, joint: u16) -> BoneOptions {
    let rotation = |(axis, least, most): &(BodyAxis, f64, f64)| {
        let axis = match axis {
            BodyAxis::X => Axis::X,
            BodyAxis::Y => Axis::Y,
            BodyAxis::Z => Axis::Z,
        };
        BoneRotation { axis, limits: [*least, *most] }
    };
    BoneOptions { joint, axis: Some([0.0, 0.0, bone.axis]), rotations: bone.dofs.iter().map(rotation).collect() }
}

/// Sides of the prism around a bone.
const SIDES: usize = 10;

/// A tapered prism with blunt ends around each bone at rest.
fn skin(name: &str, bones: &[MarchBone]) -> String {
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
    // Across the figure, or to the front for a bone that points across.
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
