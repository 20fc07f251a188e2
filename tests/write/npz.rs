//! Archives of arrays.

use marey::model::Clip;
use marey::pose::{Pose, sample_frame, world_matrices};
use marey_write::pymotion_npz;

#[test]
fn pymotions_arrays_are_read_as_the_same_motion() {
    let text =
        b"HIERARCHY ROOT Hips { OFFSET 0 90 0 CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
        JOINT Leg { OFFSET 10 -5 0 CHANNELS 3 Zrotation Xrotation Yrotation End Site { OFFSET 0 -40 0 } }
        JOINT Spine { OFFSET 0 20 0 CHANNELS 3 Zrotation Xrotation Yrotation End Site { OFFSET 0 30 0 } } }
        MOTION Frames: 2 Frame Time: 0.25
        1 91 2 10 20 30 40 50 60 -10 -20 -30
        4 95 6 15 25 35 45 55 65 -15 -25 -35";
    let clip = marey::formats::parse("a.bvh", text, marey::Limits::default()).unwrap();
    let bytes = pymotion_npz(&clip, 0).unwrap();
    let back = marey::formats::parse("a.npz", &bytes, marey::Limits::default()).unwrap();
    let names: Vec<&str> = back.skeleton.names().iter().map(|name| &**name).collect();
    assert_eq!(names, ["Hips", "Leg", "Spine"], "no end sites");
    assert_eq!(back.behaviours[0].motion.frame_time(), 0.25);
    let places = |clip: &Clip, frame: usize| {
        let mut pose = Pose::rest(&clip.skeleton);
        sample_frame(&clip.behaviours[0].motion, frame, &mut pose);
        world_matrices(&clip.skeleton, glam::Affine3A::IDENTITY, &mut pose);
        let joints =
            clip.skeleton.kinds().iter().zip(&pose.world).filter(|(kind, _)| **kind == marey::model::JointKind::Joint);
        joints.map(|(_, world)| world.translation).collect::<Vec<_>>()
    };
    for frame in 0..2 {
        for (a, b) in places(&clip, frame).into_iter().zip(places(&back, frame)) {
            assert!(a.distance(b) < 1e-4, "{a} and {b} in frame {frame}");
        }
    }
}
