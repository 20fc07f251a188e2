//! Writes a figure as X3D in XML.

use std::fmt::Write;

use anyhow::Result;
use glam::{DVec3, Quat};
use marey::model::{Clip, JointKind, Motion, Skeleton};
use marey::write::{self, MotionNodes, SegmentOptions, Thinning, X3dOptions};

use super::Human;
use super::flesh::{self, Mesh, Tint};
use super::wave::{Gesture, RATE};
use crate::clip::{self, narrow};
use crate::number::number;

pub fn standing(human: &Human) -> Result<String> {
    let level = human.level;
    let words = format!(
        "A standing human of level of articulation {level}: {} joints, {} sites. Every rotation is 0.",
        human.joints.len(),
        human.sites.len()
    );
    let clip = clip::clip("human", skeleton(human)?, vec![("human", Motion::rest())]);
    Ok(write::x3d(&clip, &options(human, &format!("Human, level of articulation {level}"), &words, &[]))?)
}

/// The figure with shapes on its segments, and its gestures as interpolators.
pub fn by_interpolators(human: &Human, gestures: &[Gesture]) -> Result<String> {
    let words = "A mannequin that waves, bows and nods by interpolators. Made by a program: no one was recorded.";
    let mut options = options(human, "Wave", words, &flesh::flesh(human));
    options.rotation_decimals = Some(5);
    options.thinning = Some(Thinning { rotation: 0.004, translation: 2e-5 });
    Ok(write::x3d(&mannequin(human, gestures)?, &options)?)
}

/// The figure with a gesture as an HAnimMotion.
pub fn by_motion(human: &Human, gesture: &Gesture) -> Result<String> {
    let words = "A mannequin that waves by HAnimMotion. Made by a program: no one was recorded.";
    let mut options = options(human, "Wave, frame by frame", words, &flesh::flesh(human));
    options.rotation_decimals = Some(3);
    options.motions = MotionNodes::Rows;
    Ok(write::x3d(&mannequin(human, std::slice::from_ref(gesture))?, &options)?)
}

fn skeleton(human: &Human) -> Result<Skeleton> {
    let mut builder = clip::skeleton();
    let centre = |joint: Option<usize>| joint.map_or(DVec3::ZERO, |joint| human.joints[joint].centre);
    let index = |joint: usize| u16::try_from(joint).ok();
    for joint in &human.joints {
        let offset = (joint.centre - centre(joint.parent)).as_vec3();
        builder.add(&joint.name, joint.parent.and_then(index), JointKind::Joint, offset, Quat::IDENTITY)?;
    }
    for site in &human.sites {
        let offset = (site.at - centre(Some(site.joint))).as_vec3();
        builder.add(&site.name, index(site.joint), JointKind::Site, offset, Quat::IDENTITY)?;
    }
    Ok(builder.finish()?)
}

fn mannequin(human: &Human, gestures: &[Gesture]) -> Result<Clip> {
    let skeleton = skeleton(human)?;
    let motion = |gesture: &Gesture| -> Result<Motion> {
        let (turning, moving): (Vec<_>, Vec<_>) = gesture.curves.iter().partition(|curve| curve.shifts.is_empty());
        let joints = [&turning, &moving].map(|curves| curves.iter().map(|curve| curve.joint as u16).collect());
        clip::motion(&skeleton, joints, (RATE, gesture.frames), |frame, row| {
            row.rotations.iter_mut().zip(&turning).for_each(|(slot, curve)| *slot = narrow(curve.turns[frame]));
            for (slot, curve) in row.translations.iter_mut().zip(&moving) {
                let joint = &human.joints[curve.joint];
                let parent = joint.parent.map_or(DVec3::ZERO, |parent| human.joints[parent].centre);
                *slot = (joint.centre - parent + curve.shifts[frame]).as_vec3();
            }
        })
    };
    let motions = gestures.iter().map(|gesture| Ok((gesture.name, motion(gesture)?))).collect::<Result<_>>()?;
    Ok(clip::clip("mannequin", skeleton, motions))
}

fn options(human: &Human, title: &str, words: &str, meshes: &[Mesh]) -> X3dOptions {
    let mut painted = Vec::new();
    let segment = |(index, joint): (usize, &super::HumanJoint)| {
        let mut content = String::new();
        for mesh in meshes.iter().filter(|mesh| mesh.joint == index) {
            shape(&mut content, mesh, &mut painted);
        }
        SegmentOptions { joint: index as u16, name: joint.segment.clone(), content }
    };
    let mut options = X3dOptions::default();
    options.title = Some(title.to_owned());
    words.clone_into(&mut options.description);
    options.level = Some(human.level);
    options.segments = human.joints.iter().enumerate().map(segment).collect();
    options.length_decimals = Some(4);
    options
}

/// A closed surface. The first one of a colour defines the material, which others use.
fn shape(text: &mut String, mesh: &Mesh, painted: &mut Vec<Tint>) {
    let (paint, [r, g, b]) = (mesh.tint.name(), mesh.tint.colour());
    // Writing to a String cannot fail.
    let _ = write!(text, "<Shape>");
    if painted.contains(&mesh.tint) {
        let _ = write!(text, "<Appearance USE='{paint}'/>");
    } else {
        painted.push(mesh.tint);
        let _ = write!(text, "<Appearance DEF='{paint}'><Material diffuseColor='{r} {g} {b}'/></Appearance>");
    }
    let mut faces = String::new();
    for face in &mesh.faces {
        face.iter().for_each(|corner| faces += &format!("{corner} "));
        faces += "-1 ";
    }
    let points: Vec<String> =
        mesh.points.iter().map(|point| point.to_array().map(|v| number(v, 3)).join(" ")).collect();
    let (faces, points) = (faces.trim_end(), points.join(" "));
    let _ = writeln!(
        text,
        "<IndexedFaceSet creaseAngle='3' coordIndex='{faces}'><Coordinate point='{points}'/></IndexedFaceSet></Shape>"
    );
}
