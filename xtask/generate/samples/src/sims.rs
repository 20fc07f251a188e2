//! The walk in The Sims Online's format: a skeleton of the 29 standard bones, and an animation of thirty frames a second with an
//! event for each step.

use anyhow::Result;
use glam::{DQuat, DVec3};
use marey::model::{Clip, JointKind};
use marey_write::{AnimEvent, AnimOptions, SkelBone, SkelOptions};

use super::body::{BodySide, COUNT, HEAD, HIPS, JOINTS, NECK, SIDES, SPINE, TIP};
use super::clip::{self, narrow};
use super::pose::{BodyPose, World};
use super::walk::{Walk, phase};

const RATE: f64 = 30.0;
/// Six strides of 32 frames, and a copy of the first frame.
const FRAMES: usize = 6 * 32 + 1;

/// A bone, its parent, and the joint of the sample figure whose rotation it takes.
struct StrollBone {
    name: String,
    parent: Option<usize>,
    joint: usize,
    offset: DVec3,
}

pub fn files() -> Result<[(&'static str, Vec<u8>); 2]> {
    let bones = bones();
    let clip = clip(&bones)?;
    let index = |name: &str| (0_u16..).zip(&bones).find(|(_, bone)| bone.name == name).map_or(0, |(index, _)| index);
    let mut skeleton = SkelOptions::default();
    skeleton.name = Some("adult".to_owned());
    let bone = |joint: u16, can: [bool; 3]| SkelBone { joint, can, ..SkelBone::default() };
    skeleton.bones = (0_u16..).zip(&bones).map(|(joint, _)| bone(joint, [false, true, true])).collect();
    for name in ["ROOT", "PELVIS"] {
        skeleton.bones[usize::from(index(name))].can = [true, true, false];
    }
    skeleton.bones[usize::from(index("PELVIS"))].properties = vec![("name".to_owned(), "adult".to_owned())];
    let mut motion = AnimOptions::default();
    motion.moving = true;
    motion.events = SIDES.into_iter().flat_map(|side| footsteps(side, index(&of(side, "FOOT")))).collect();
    Ok([("adult.skel", marey_write::skel(&clip, &skeleton)?), ("stroll.anim", marey_write::anim(&clip, 0, &motion)?)])
}

/// The standard bones, in the order of the game's adult.
fn bones() -> Vec<StrollBone> {
    let rest = BodyPose { root: JOINTS[HIPS].offset, local: [DQuat::IDENTITY; COUNT] }.world();
    let between = |from: usize, to: usize| rest.at[to] - rest.at[from];
    let mut bones: Vec<StrollBone> = Vec::new();
    let mut add = |name: &str, parent: Option<usize>, joint: usize, offset: DVec3| {
        bones.push(StrollBone { name: name.into(), parent, joint, offset });
        Some(bones.len() - 1)
    };
    let root = add("ROOT", None, HIPS, rest.at[HIPS]);
    let pelvis = add("PELVIS", root, HIPS, DVec3::ZERO);
    for side in SIDES {
        let leg = side.leg();
        let mut above = pelvis;
        let mut last = HIPS;
        for (name, joint) in [("LEG", leg), ("LEG1", leg + 1), ("FOOT", leg + 2), ("TOE0", leg + 3)] {
            above = add(&of(side, name), above, joint, between(last, joint));
            last = joint;
        }
        for name in ["TOE01", "TOE02"] {
            above = add(&of(side, name), above, leg + 3, TIP / 2.0);
        }
    }
    let spine = add("SPINE", pelvis, SPINE[0], between(HIPS, SPINE[0]));
    let spine1 = add("SPINE1", spine, SPINE[1], between(SPINE[0], SPINE[1]));
    let spine2 = add("SPINE2", spine1, SPINE[2], between(SPINE[1], SPINE[2]));
    // The collar bones are the neck's children: so the neck stays with the chest, and the head nods.
    let neck = add("NECK", spine2, SPINE[2], between(SPINE[2], NECK));
    add("HEAD", neck, HEAD, between(NECK, HEAD));
    for side in SIDES {
        let arm = side.arm();
        let mut above = neck;
        let mut last = NECK;
        let chain = [("ARM", arm), ("ARM1", arm + 1), ("ARM2", arm + 2), ("HAND", arm + 3), ("FINGER0", arm + 4)];
        for (name, joint) in chain {
            above = add(&of(side, name), above, joint, between(last, joint));
            last = joint;
        }
    }
    bones
}

fn of(side: BodySide, name: &str) -> String {
    format!("{}_{name}", if side == BodySide::Left { 'L' } else { 'R' })
}

/// The walk on these bones, in centimetres.
fn clip(bones: &[StrollBone]) -> Result<Clip> {
    let joints = bones.iter().map(|bone| (bone.name.as_str(), bone.parent, JointKind::Joint, bone.offset));
    let skeleton = clip::skeleton(joints)?;
    let walk = Walk::new();
    let all: Vec<u16> = (0_u16..).zip(bones).map(|(index, _)| index).collect();
    let motion = clip::motion(&skeleton, [all, vec![0]], (RATE, FRAMES), |frame, row| {
        let world: World = walk.pose(frame as f64 / RATE).world();
        // The root moves, the pelvis turns.
        let turn = |index: Option<usize>| match index {
            Some(index) if index > 0 => world.turn[bones[index].joint],
            _ => DQuat::IDENTITY,
        };
        row.translations[0] = world.at[HIPS].as_vec3();
        for ((index, bone), slot) in bones.iter().enumerate().zip(row.rotations.iter_mut()) {
            *slot = narrow(turn(bone.parent).inverse() * turn(Some(index)));
        }
    })?;
    let mut clip = clip::clip("stroll", skeleton, vec![("a2o-stroll", motion)]);
    clip.source.metres_per_unit = Some(0.01);
    Ok(clip)
}

fn footsteps(side: BodySide, joint: u16) -> Vec<AnimEvent> {
    let time = |frame: usize| frame as f64 / RATE;
    let strikes = (1..FRAMES).filter(|frame| phase(time(*frame), side).floor() > phase(time(frame - 1), side).floor());
    let value = if side == BodySide::Left { "L" } else { "R" };
    let event = |frame: usize| AnimEvent {
        joint,
        milliseconds: (time(frame) * 1000.0).round() as u32,
        properties: vec![("footstep".to_owned(), value.to_owned())],
    };
    strikes.map(event).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_skeleton_has_the_standard_bones_and_each_foot_falls_six_times() {
        let bones = bones();
        assert_eq!(bones.len(), 29);
        assert_eq!(bones.iter().position(|bone| bone.name == "HEAD"), Some(18));
        assert_eq!(SIDES.map(|side| footsteps(side, 0).len()), [6, 6]);
        let [(_, skel), (_, anim)] = files().unwrap();
        assert_eq!((&skel[..4], &anim[..4]), (&[0, 0, 0, 1][..], &[0, 0, 0, 2][..]));
    }
}
