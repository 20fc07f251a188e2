//! Motions of humanoids of VRM on other ones: both files state their bones, and the specification how these turn.

use marey::glam::{Affine3A, Quat, Vec3};
use marey::model::{Clip, Format};
use marey::pose::{Interpolation, Pose, sample, sample_frame, world_matrices};
use marey_study::retarget::{Feet, Options, Retarget};
use serde_json::Value;
use support::check_clip::check_clip;

use crate::bodies::{Changes, at_rest, walk};

/// Bones by the names of the fixtures' joints.
const BONES: &[(&str, &str)] = &[
    ("Hips", "hips"),
    ("Spine", "spine"),
    ("Spine1", "chest"),
    ("Spine2", "upper chest"),
    ("Neck", "neck"),
    ("Head", "head"),
    ("LeftShoulder", "left shoulder"),
    ("LeftArm", "left upper arm"),
    ("LeftForeArm", "left lower arm"),
    ("LeftHand", "left hand"),
    ("RightShoulder", "right shoulder"),
    ("RightArm", "right upper arm"),
    ("RightForeArm", "right lower arm"),
    ("RightHand", "right hand"),
    ("LeftUpLeg", "left upper leg"),
    ("LeftLeg", "left lower leg"),
    ("LeftFoot", "left foot"),
    ("LeftToeBase", "left toes"),
    ("RightUpLeg", "right upper leg"),
    ("RightLeg", "right lower leg"),
    ("RightFoot", "right foot"),
    ("RightToeBase", "right toes"),
    ("LeftHandMiddle1", "left middle proximal"),
    ("RightHandMiddle1", "right middle proximal"),
    ("LeftHandThumb1", "left thumb proximal"),
    ("RightHandThumb1", "right thumb proximal"),
];

/// The clip as one of a VRM, with its bones stated.
fn stated(mut clip: Clip) -> Clip {
    clip.source.format = Format::Gltf;
    let label = |name: &str| BONES.iter().find(|(own, _)| *own == name).map_or("", |(_, bone)| *bone);
    clip.about.labels = clip.skeleton.names().iter().map(|name| label(name).into()).collect();
    clip
}

fn play(source: &Clip, target: &Clip, feet: Feet) -> Clip {
    let played = Retarget::new(source, 0, target, &Options::default().feet(feet)).unwrap().clip().unwrap();
    check_clip(&played).unwrap();
    played
}

/// The places of all joints in a frame, relative to the hips.
fn places(clip: &Clip, frame: usize) -> Vec<Vec3> {
    let mut pose = Pose::rest(&clip.skeleton);
    sample_frame(&clip.behaviours[0].motion, frame, &mut pose);
    world_matrices(&clip.skeleton, Affine3A::IDENTITY, &mut pose);
    let hips = pose.world[clip.skeleton.find("Hips").unwrap()].translation;
    pose.world.iter().map(|world| (world.translation - hips).into()).collect()
}

fn farthest(one: &Clip, other: &Clip) -> f32 {
    let frames = one.behaviours[0].motion.frame_count();
    assert_eq!(frames, other.behaviours[0].motion.frame_count());
    let apart = |frame| {
        let pairs = places(one, frame).into_iter().zip(places(other, frame));
        pairs.map(|(a, b)| a.distance(b)).fold(0.0, f32::max)
    };
    (0..frames).map(apart).fold(0.0, f32::max)
}

#[test]
fn bones_turn_as_their_partners_whatever_their_own_axes() {
    let other_axes = Changes {
        spin: |joint| Quat::from_rotation_y(1.3 * joint as f32) * Quat::from_rotation_x(0.7 * joint as f32 + 0.2),
        ..Changes::default()
    };
    let source = stated(walk(&Changes::default()));
    let (truth, target) = (walk(&other_axes), stated(at_rest(&other_axes)));
    let played = play(&source, &target, Feet::Follow);
    assert!(farthest(&truth, &played) < 1e-4, "{}", farthest(&truth, &played));
    // Turns are from the rest pose: arms that hang at rest hang lower than those of the motion. People are aligned by their shape instead.
    let hanging = Changes {
        bend: |name| match name {
            "LeftArm" => Quat::from_rotation_z(-0.7),
            "RightArm" => Quat::from_rotation_z(0.7),
            _ => Quat::IDENTITY,
        },
        ..Changes::default()
    };
    let exact = play(&source, &stated(at_rest(&hanging)), Feet::Follow);
    let shaped = play(&source, &at_rest(&hanging), Feet::Follow);
    assert!(farthest(&exact, &shaped) > 0.1);
}

#[test]
fn a_figure_that_looks_the_other_way_moves_the_other_way() {
    let source = stated(walk(&Changes::default()));
    // A VRM 0 looks along -Z.
    let turned = Changes {
        bend: |name| if name == "Hips" { Quat::from_rotation_y(std::f32::consts::PI) } else { Quat::IDENTITY },
        ..Changes::default()
    };
    let played = play(&source, &stated(at_rest(&turned)), Feet::Follow);
    for frame in [0, 50, 99] {
        for (a, b) in places(&source, frame).into_iter().zip(places(&played, frame)) {
            assert!((a * Vec3::new(-1.0, 1.0, -1.0)).distance(b) < 1e-4, "{a} {b}");
        }
    }
}

/// Files of `MAREY_CORPUS`, against the results of @pixiv/three-vrm-animation.
#[test]
#[ignore = "needs MAREY_CORPUS"]
fn motions_of_vrma_are_where_three_vrm_puts_them() {
    let corpus = std::path::PathBuf::from(std::env::var("MAREY_CORPUS").unwrap());
    let mut compared = 0;
    for entry in std::fs::read_dir(corpus.join("goldens/worlds/vrm_retarget")).unwrap() {
        let golden: Value = serde_json::from_slice(&std::fs::read(entry.unwrap().path()).unwrap()).unwrap();
        let file = |key: &str| corpus.join("corpus/worlds/vrm").join(golden[key].as_str().unwrap());
        if !file("vrm").exists() || !file("vrma").exists() {
            continue;
        }
        let [source, target] = ["vrma", "vrm"].map(|key| marey::read_file(file(key)).unwrap());
        let played = play(&source, &target, Feet::Follow);
        let mut pose = Pose::rest(&played.skeleton);
        for expected in golden["poses"].as_array().unwrap() {
            let time = expected["time"].as_f64().unwrap();
            sample(&played.behaviours[0].motion, time, Interpolation::Linear, &mut pose);
            world_matrices(&played.skeleton, Affine3A::IDENTITY, &mut pose);
            for (bone, at) in expected["positions"].as_object().unwrap() {
                let label = in_words(bone);
                let joint = target.about.labels.iter().position(|own| **own == *label).unwrap();
                let at = [0, 1, 2].map(|axis| at[axis].as_f64().unwrap() as f32);
                let off = Vec3::from(pose.world[joint].translation).distance(at.into());
                assert!(off < 1e-4, "{} {time} {bone}: {off} m", golden["vrma"]);
                compared += 1;
            }
        }
    }
    assert!(compared > 200, "{compared}");
}

/// `leftUpperLeg` as `left upper leg`.
fn in_words(bone: &str) -> String {
    bone.chars()
        .flat_map(|letter| letter.is_uppercase().then_some(' ').into_iter().chain(letter.to_lowercase()))
        .collect()
}
