//! The walk again, as The Sims Online would have it: a skeleton with its 29 standard bones, and an animation of thirty
//! frames a second whose feet say when they fall.

use super::body::{COUNT, HEAD, HIPS, JOINTS, NECK, SIDES, SPINE, Side, TIP};
use super::pose::{Pose, World};
use super::walk::{Walk, phase};
use glam::{DQuat, DVec3};

#[path = "../../../tests/support/sims.rs"]
mod write;

use write::{Animation, Bone, Track};

/// Centimetres in one unit of the games' files.
const UNIT: f64 = 100.0 / 3.0;
const RATE: f64 = 30.0;
/// Six strides of 32 frames, and the first frame again.
const FRAMES: usize = 6 * 32 + 1;

/// A bone, what it hangs on, and the joint of the sample figure whose turn it takes.
struct Part {
    name: String,
    parent: usize,
    joint: usize,
    offset: DVec3,
}

/// The files' names and bytes.
pub fn files() -> [(&'static str, Vec<u8>); 2] {
    let parts = parts();
    [("adult.skel", skeleton(&parts)), ("stroll.anim", animation(&parts))]
}

/// The standard bones, in the order in which the game's adult has them.
fn parts() -> Vec<Part> {
    let rest = Pose { root: JOINTS[HIPS].offset, local: [DQuat::IDENTITY; COUNT] }.world();
    let between = |from: usize, to: usize| rest.at[to] - rest.at[from];
    let mut parts: Vec<Part> = Vec::new();
    let mut add = |name: &str, parent: usize, joint: usize, offset: DVec3| {
        parts.push(Part { name: name.into(), parent, joint, offset });
        parts.len() - 1
    };
    let root = add("ROOT", usize::MAX, HIPS, rest.at[HIPS]);
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
    // The collar bones hang on the neck, so the neck keeps to the chest and the head nods by itself.
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
    parts
}

fn of(side: Side, name: &str) -> String {
    format!("{}_{name}", if side == Side::Left { 'L' } else { 'R' })
}

/// Into the files' left-handed space and units.
fn translation(v: DVec3) -> [f32; 3] {
    (v / UNIT * DVec3::new(-1.0, 1.0, 1.0)).as_vec3().to_array()
}

/// The conjugate of the rotation as the mirrored space has it.
fn rotation(q: DQuat) -> [f32; 4] {
    DQuat::from_xyzw(-q.x, q.y, q.z, q.w).as_quat().to_array()
}

fn skeleton(parts: &[Part]) -> Vec<u8> {
    let parent = |part: &Part| parts.get(part.parent).map_or("NULL", |parent| parent.name.as_str());
    let bone = |part: &Part| {
        let mut bone = Bone::new(&part.name, parent(part), translation(part.offset));
        if part.name == "PELVIS" {
            bone.properties = Some(vec![vec![("name".into(), "adult".into())]]);
        }
        if matches!(part.name.as_str(), "ROOT" | "PELVIS") {
            bone.can = [1, 1, 0];
        }
        bone
    };
    write::skeleton(1, "adult", &parts.iter().map(bone).collect::<Vec<_>>())
}

fn animation(parts: &[Part]) -> Vec<u8> {
    let walk = Walk::new();
    let worlds: Vec<World> = (0..FRAMES).map(|frame| walk.pose(frame as f64 / RATE).world()).collect();
    let mut out = Animation {
        name: "a2o-stroll".into(),
        duration: (FRAMES as f64 * 1000.0 / RATE) as f32,
        moving: true,
        ..Animation::default()
    };
    for (index, part) in parts.iter().enumerate() {
        let mut track = Track { bone: part.name.clone(), frames: FRAMES as u32, ..Track::default() };
        track.rotations = Some(out.rotations.len() as i32);
        for world in &worlds {
            // The root only travels; the pelvis turns.
            let turn = |index: usize| match parts.get(index) {
                Some(part) if index > 0 => world.turn[part.joint],
                _ => DQuat::IDENTITY,
            };
            out.rotations.push(rotation(turn(part.parent).inverse() * turn(index)));
        }
        if index == 0 {
            track.translations = Some(0);
            out.translations.extend(worlds.iter().map(|world| translation(world.at[HIPS])));
        }
        for side in SIDES {
            if part.name == of(side, "FOOT") {
                track.events = footsteps(side);
            }
        }
        out.tracks.push(track);
    }
    write::animation(2, &out)
}

/// When the heel of a side strikes, in milliseconds.
fn footsteps(side: Side) -> Vec<(u32, Vec<(String, String)>)> {
    let time = |frame: usize| frame as f64 / RATE;
    let strikes = (1..FRAMES).filter(|frame| phase(time(*frame), side).floor() > phase(time(frame - 1), side).floor());
    let value = if side == Side::Left { "L" } else { "R" };
    strikes.map(|frame| ((time(frame) * 1000.0).round() as u32, vec![("footstep".into(), value.into())])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_skeleton_has_the_standard_bones_and_each_foot_falls_six_times() {
        let parts = parts();
        assert_eq!(parts.len(), 29);
        assert_eq!(parts.iter().position(|part| part.name == "HEAD"), Some(18));
        assert_eq!(SIDES.map(|side| footsteps(side).len()), [6, 6]);
        let [(_, skel), (_, anim)] = files();
        assert_eq!((&skel[..4], &anim[..4]), (&[0, 0, 0, 1][..], &[0, 0, 0, 2][..]));
    }
}
