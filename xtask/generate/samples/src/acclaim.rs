//! Writes a recording as Acclaim's files: skeleton (ASF), motion (AMC), and a skin (OBJ) with a group for each bone.

use std::fmt::Write;

use anyhow::Result;
use glam::DVec3;
use marey::model::{Clip, JointKind, Mass};
use marey_write::{AcclaimOptions, BoneOptions, BoneRotation};

use super::body::HIPS;
use super::bones::{Flesh, Freedom, MarchBone, bones};
use super::clip::{self, Recording, narrow};
use super::mesh::{Mesh, Ring, tube};
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
    let clip = clip(recording, &bones)?;
    let mut options = AcclaimOptions::default();
    options.documentation = DOCUMENTATION.to_owned();
    options.skins = vec![name("obj")];
    options.skeleton_file = Some(name("asf"));
    options.mass_factor = MASS;
    (options.length_decimals, options.angle_decimals) = (Some(4), Some(3));
    options.bones = (1..).zip(&bones).map(|(joint, bone)| freedom(bone, joint)).collect();
    Ok([
        (name("asf"), marey_write::asf(&clip, &options)?),
        (name("amc"), marey_write::amc(&clip, 0, &options)?),
        (name("obj"), skin(recording.name, &bones)),
    ])
}

/// The index of a bone's parent, at whose tip it starts.
fn above(bone: &MarchBone, bones: &[MarchBone]) -> Option<usize> {
    bones.iter().position(|other| bone.parent.as_ref() == Some(&other.name))
}

/// The recording on a skeleton of these bones. Joint 0 is the root, joint n + 1 the start of bone n.
fn clip(recording: &Recording, bones: &[MarchBone]) -> Result<Clip> {
    let root = ("root", None, JointKind::Joint, DVec3::ZERO);
    let joints = bones.iter().map(|bone| {
        let (parent, start) = above(bone, bones).map_or((0, DVec3::ZERO), |above| (above + 1, bones[above].along));
        (&*bone.name, Some(parent), JointKind::Joint, start)
    });
    let is_last = |bone: &MarchBone| !bones.iter().any(|other| other.parent.as_ref() == Some(&bone.name));
    let last = (1..).zip(bones).filter(|(_, bone)| is_last(bone));
    let ends = last.map(|(joint, bone)| ("End Site", Some(joint), JointKind::EndSite, bone.along));
    let skeleton = clip::skeleton(std::iter::once(root).chain(joints).chain(ends))?;
    let turning = (1..).zip(bones).filter_map(|(joint, bone)| Some((joint, bone.joint?)));
    let (rotated, sources): (Vec<u16>, Vec<usize>) = std::iter::once((0, HIPS)).chain(turning).unzip();
    let frames = (recording.rate, recording.poses.len());
    let motion = clip::motion(&skeleton, [rotated, vec![0]], frames, |frame, row| {
        let pose = &recording.poses[frame];
        row.translations[0] = pose.root.as_vec3();
        row.rotations.iter_mut().zip(&sources).for_each(|(slot, joint)| *slot = narrow(pose.local[*joint]));
    })?;
    let mut clip = clip::clip(recording.name, skeleton, vec![(recording.name, motion)]);
    let mass = |(joint, bone): (u16, &MarchBone)| {
        let (share, along) = bone.mass?;
        let centre = (bone.along.normalize() * along).as_vec3();
        Some(Mass { joint, mass: (share * MASS) as f32, centre })
    };
    clip.masses = (1..).zip(bones).filter_map(mass).collect();
    Ok(clip)
}

fn freedom(bone: &MarchBone, joint: u16) -> BoneOptions {
    let rotation = |(axis, least, most): &Freedom| BoneRotation { axis: *axis, limits: [*least, *most] };
    BoneOptions { joint, axis: Some([0.0, 0.0, bone.axis]), rotations: bone.dofs.iter().map(rotation).collect() }
}

/// Sides of the prism around a bone.
const SIDES: usize = 10;

/// A tapered prism with blunt ends around each bone at rest.
fn skin(name: &str, bones: &[MarchBone]) -> String {
    let mut text = format!("# The skin of {name}.asf: the groups of faces are named as the bones.\no {name}\n");
    let mut starts: Vec<DVec3> = Vec::new();
    // OBJ counts from 1.
    let mut first = 1;
    for bone in bones {
        let start = above(bone, bones).map_or(DVec3::ZERO, |above| starts[above] + bones[above].along);
        starts.push(start);
        let Some(flesh) = bone.flesh else { continue };
        let mesh = prism(start, bone.along, flesh);
        let _ = writeln!(text, "g {}", bone.name);
        for point in &mesh.points {
            let [x, y, z] = point.to_array().map(|value| number(value, 2));
            let _ = writeln!(text, "v {x} {y} {z}");
        }
        for face in &mesh.faces {
            let corners: Vec<String> = face.iter().map(|corner| (first + corner).to_string()).collect();
            let _ = writeln!(text, "f {}", corners.join(" "));
        }
        first += mesh.points.len();
    }
    text
}

fn prism(start: DVec3, along: DVec3, flesh: Flesh) -> Mesh {
    let forward = along.normalize();
    // Across the figure, or to the front for a bone that points across.
    let across = if forward.x.abs() < 0.7 { DVec3::X } else { DVec3::Z };
    let across = (across - across.dot(forward) * forward).normalize();
    let ring = |at, [wide, deep]: [f64; 2]| Ring { at, wide: across * wide, deep: forward.cross(across) * deep };
    tube(&[ring(start, flesh.start), ring(start + along, flesh.tip)], SIDES)
}
