//! Tests the written Acclaim files as Marey reads them.

use super::body::{self, BodySide, JOINTS};
use super::bones::bones;
use super::{acclaim, march};
use marey::Limits;
use marey::formats::parse_set;
use marey::model::Clip;
use marey::pose::{Pose, sample_frame, world_matrices};

fn read() -> Clip {
    let files = acclaim::write(&march::recording()).unwrap();
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, text)| (name.as_str(), text.as_bytes())).collect();
    let mut clips = parse_set(&files, Limits::default());
    assert_eq!(clips.len(), 1);
    clips.remove(0).1.unwrap()
}

#[test]
fn joints_are_at_the_figures_positions() {
    let clip = read();
    assert_eq!(clip.warnings, []);
    let (skeleton, motion) = (&clip.skeleton, &clip.behaviours[0].motion);
    let expected = march::recording().poses;
    assert_eq!(motion.frame_count(), expected.len());
    let mut pose = Pose::rest(skeleton);
    let mut worst = 0.0_f32;
    for (frame, expected) in expected.iter().enumerate() {
        sample_frame(motion, frame, &mut pose);
        world_matrices(skeleton, glam::Affine3A::IDENTITY, &mut pose);
        let world = expected.world();
        for bone in bones() {
            let Some(joint) = bone.joint else { continue };
            let found = skeleton.names().iter().position(|name| **name == *bone.name).unwrap();
            let off = world.at[joint].as_vec3() - glam::Vec3::from(pose.world[found].translation);
            worst = worst.max(off.length());
        }
    }
    assert!(worst < 0.02, "{worst} cm");
}

#[test]
fn one_knee_exceeds_its_limits_once() {
    let clip = read();
    let marks = &clip.about.marks;
    assert_eq!(marks.len(), 1, "{marks:?}");
    let joint = usize::from(marks[0].joint.unwrap());
    assert_eq!(&*clip.skeleton.names()[joint], "h_right_low_leg");
}

#[test]
fn the_files_have_masses_a_skin_and_documentation() {
    let clip = read();
    let share: f64 = JOINTS.iter().map(|joint| joint.mass.share).sum();
    assert!(clip.masses.len() > 15 && share > 0.99);
    let skin = clip.skin.unwrap();
    assert_eq!(skin.name(), "march.obj");
    assert!(clip.about.notes.iter().any(|(_, text)| text.contains("right knee")));
    let label = |name: &str| {
        let joint = clip.skeleton.names().iter().position(|other| &**other == name).unwrap();
        clip.about.labels[joint].to_string()
    };
    assert_eq!(label("h_left_up_arm"), "left upper arm");
}

#[test]
fn planted_feet_stay_and_the_march_ends_as_it_began() {
    let poses = march::recording().poses;
    for side in body::SIDES {
        let ankle = side.leg() + 2;
        let stand = |frame: usize| poses[frame].world().at[ankle];
        // The left foot is up in the first half of every second, the right one in the second.
        let from = if side == BodySide::Left { 60 } else { 120 };
        for frame in from..=from + 60 {
            assert!(stand(frame).distance(stand(from)) < 0.1, "{side:?} {frame}: {}", stand(frame));
        }
        let highest = poses.iter().map(|pose| pose.world().at[ankle].y).fold(0.0, f64::max);
        assert!(highest > 35.0, "{side:?} {highest}");
    }
    let (first, last) = (poses[0].world(), poses[poses.len() - 1].world());
    assert!(first.at.iter().zip(last.at).all(|(a, b)| a.distance(b) < 0.01));
}

#[test]
fn files_are_small_and_always_the_same() {
    let texts = acclaim::write(&march::recording()).unwrap();
    assert_eq!(texts, acclaim::write(&march::recording()).unwrap());
    for ((name, text), limit) in texts.iter().zip([10_000, 330_000, 40_000]) {
        assert!(text.len() < limit, "{name}: {}", text.len());
    }
}
