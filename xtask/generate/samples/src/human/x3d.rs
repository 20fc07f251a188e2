//! Writes a figure as X3D in XML.

use std::fmt::Write;
use std::sync::Arc;

use anyhow::Result;
use glam::DVec3;
use marey::model::{Clip, JointKind, Motion, Skeleton};
use marey_write::{MotionNodes, SegmentOptions, Thinning, X3dOptions};

use super::Human;
use super::flesh::{self, Piece, Tint};
use super::skin;
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
    Ok(marey_write::x3d(&clip, &options(human, &format!("Human, level of articulation {level}"), &words, &[]))?)
}

/// The figure in its skin, at rest.
pub fn in_skin(human: &Human) -> Result<String> {
    let words = "A standing human in a skin. Every rotation is 0.";
    let skeleton = skeleton(human)?;
    let skin = skin::skin(human, &skeleton)?;
    let mut clip = clip::clip("human", skeleton, vec![("human", Motion::rest())]);
    clip.skin = Some(Arc::new(skin));
    let mut options = options(human, "Human", words, &[]);
    options.length_decimals = Some(3);
    // Players compute them: the surface is smooth everywhere.
    options.normals = false;
    options.rotation_decimals = Some(5);
    Ok(marey_write::x3d(&clip, &options)?)
}

/// The figure with shapes on its segments, and its gestures as interpolators.
pub fn by_interpolators(human: &Human, gestures: &[Gesture<'_>]) -> Result<String> {
    let words = "A mannequin that waves, bows and nods by interpolators. Made by a program: no one was recorded.";
    let mut options = options(human, "Wave", words, &flesh::flesh(human));
    options.rotation_decimals = Some(5);
    options.thinning = Some(Thinning { rotation: 0.004, translation: 2e-5 });
    Ok(marey_write::x3d(&mannequin(human, gestures)?, &options)?)
}

/// The figure with a gesture as an HAnimMotion.
pub fn by_motion(human: &Human, gesture: &Gesture<'_>) -> Result<String> {
    let words = "A mannequin that waves by HAnimMotion. Made by a program: no one was recorded.";
    let mut options = options(human, "Wave, frame by frame", words, &flesh::flesh(human));
    options.rotation_decimals = Some(3);
    options.motions = MotionNodes::Rows;
    Ok(marey_write::x3d(&mannequin(human, std::slice::from_ref(gesture))?, &options)?)
}

fn skeleton(human: &Human) -> Result<Skeleton> {
    let centre = |joint: Option<usize>| joint.map_or(DVec3::ZERO, |joint| human.joints[joint].centre);
    let joints = human
        .joints
        .iter()
        .map(|joint| (&*joint.name, joint.parent, JointKind::Joint, joint.centre - centre(joint.parent)));
    let sites = human
        .sites
        .iter()
        .map(|site| (&*site.name, Some(site.joint), JointKind::Site, site.at - centre(Some(site.joint))));
    clip::skeleton(joints.chain(sites))
}

fn mannequin(human: &Human, gestures: &[Gesture<'_>]) -> Result<Clip> {
    let skeleton = skeleton(human)?;
    let motion = |gesture: &Gesture<'_>| -> Result<Motion> {
        let turning = gesture.turning();
        let joints = [turning.iter().map(|joint| *joint as u16).collect(), vec![0]];
        clip::motion(&skeleton, joints, (RATE, gesture.stances.len()), |frame, row| {
            let stance = &gesture.stances[frame];
            row.translations[0] = (human.joints[0].centre + stance.shift).as_vec3();
            row.rotations.iter_mut().zip(&turning).for_each(|(slot, joint)| *slot = narrow(stance.turns[*joint]));
        })
    };
    let motions = gestures.iter().map(|gesture| Ok((gesture.name, motion(gesture)?))).collect::<Result<_>>()?;
    Ok(clip::clip("mannequin", skeleton, motions))
}

fn options(human: &Human, title: &str, words: &str, pieces: &[Piece]) -> X3dOptions {
    let mut painted = Vec::new();
    let segment = |(index, joint): (usize, &super::HumanJoint)| {
        let mut content = String::new();
        for piece in pieces.iter().filter(|piece| piece.joint == index) {
            shape(&mut content, piece, &mut painted);
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
fn shape(text: &mut String, Piece { tint, mesh, .. }: &Piece, painted: &mut Vec<Tint>) {
    let (paint, [r, g, b]) = (tint.name(), tint.colour());
    // Writing to a String cannot fail.
    let _ = write!(text, "<Shape>");
    if painted.contains(tint) {
        let _ = write!(text, "<Appearance USE='{paint}'/>");
    } else {
        painted.push(*tint);
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
