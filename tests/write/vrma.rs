//! VRMA that Marey writes comes back with the same bones in the same places. `tests/files/vrm.test.mjs` plays it with three-vrm.

use marey::body::Humanoid;
use marey::glam::{Affine3A, Quat, Vec3};
use marey::model::Clip;
use marey::pose::{Pose, sample_frame, world_matrices};
use marey_study::targets::{ApplyError, MakeError, fit};
use marey_write::{Conversion, Target, TargetOptions, WriteError, vrma};

use crate::clips::{clip, read};

fn written(clip: &Clip) -> Clip {
    let made = fit(clip, &Conversion::default(), Target::Vrma).unwrap().clip;
    read("a.vrma", &Target::Vrma.files(&made, &TargetOptions::default()).unwrap()[0])
}

/// The place of each bone in a frame.
fn places(clip: &Clip, humanoid: &Humanoid, frame: usize) -> Vec<(&'static str, Vec3)> {
    let mut pose = Pose::rest(&clip.skeleton);
    sample_frame(&clip.behaviours[0].motion, frame, &mut pose);
    world_matrices(&clip.skeleton, Affine3A::IDENTITY, &mut pose);
    humanoid.bones().iter().map(|(bone, joint)| (*bone, pose.place(*joint))).collect()
}

/// Fails unless both have each bone in the same place, but for `turned`.
fn same(clip: &Clip, again: &Clip, turned: Vec3) {
    let humanoid = Humanoid::stated(clip).or_else(|| Humanoid::named(&clip.skeleton)).unwrap();
    let of_file = Humanoid::stated(again).unwrap();
    assert_eq!(again.skeleton.len(), humanoid.bones().len());
    let frames = clip.behaviours[0].motion.frame_count();
    assert_eq!(again.behaviours[0].motion.frame_count(), frames);
    for frame in 0..frames {
        for ((bone, at), (of_file, again)) in
            places(clip, &humanoid, frame).into_iter().zip(places(again, &of_file, frame))
        {
            assert_eq!(bone, of_file);
            assert!((at * turned).distance(again) < 3e-6, "{frame} {bone}: {at} {again}");
        }
    }
}

#[test]
fn bones_come_back_in_the_same_places() {
    let moving = clip("gltf", "person_moves");
    let again = written(&moving);
    same(&moving, &again, Vec3::ONE);
    assert_eq!(again.behaviours[0].motion.duration(), 0.75);
    // Bones are not turned at rest, and the node with a scale above them is gone.
    assert!(again.skeleton.scaling().is_none());
    assert!(again.skeleton.rest_rotations().iter().all(|turn| *turn == Quat::IDENTITY));
    same(&clip("gltf", "person_one"), &written(&clip("gltf", "person_one")), Vec3::ONE);
}

#[test]
fn a_figure_of_vrm_0_faces_the_other_way() {
    let figure = clip("gltf", "person_zero");
    same(&figure, &written(&figure), Vec3::new(-1.0, 1.0, -1.0));
}

#[test]
fn any_person_plays_on_bones_of_vrm_at_its_own_rate() {
    let bytes = include_bytes!("../../xtask/samples/clips/walk.bvh");
    let walk = marey::formats::parse("walk.bvh", bytes, marey::Limits::default()).unwrap();
    let made = fit(&walk, &Conversion::default(), Target::Vrma).unwrap().clip;
    same(&made, &written(&walk), Vec3::ONE);
    let [own, again] = [&walk, &written(&walk)].map(|clip| clip.behaviours[0].motion.clone());
    assert_eq!(own.frame_count(), again.frame_count());
    assert!((own.duration() - again.duration()).abs() < 1e-6);
}

#[test]
fn what_is_no_person_is_refused() {
    let figure = clip("gltf", "vrm_one");
    let refusal = vrma(&figure, 0).unwrap_err();
    assert_eq!(refusal, WriteError::Humanoid { bone: "leftLowerLeg" });
    assert_eq!(refusal.to_string(), "VRMA moves the bones of a VRM, and no joint here is its `leftLowerLeg`");
    assert_eq!(vrma(&clip("bvh", "plain"), 0), Err(WriteError::Humanoid { bone: "head" }));
    let refusal = fit(&clip("gltf", "plain"), &Conversion::default(), Target::Vrma).unwrap_err();
    assert!(matches!(refusal, MakeError::Apply(ApplyError::Figure(_))), "{refusal}");
}
