//! Archives of arrays.

use marey::model::Clip;
use marey::pose::{Pose, sample_frame, world_matrices};
use marey_write::pymotion_npz;

#[test]
fn what_moves_beside_a_figure_is_in_no_array() {
    let names = |file: &str| {
        let bytes = support::fixture("hanim", file);
        let clip = marey::formats::parse(file, &bytes, marey::Limits::default()).unwrap();
        let arrays = marey_write::arrays(&clip, 0).unwrap();
        let figures = clip.skeleton.figures().into_iter().flatten().count();
        let frames = arrays.times.len();
        assert_eq!(arrays.positions.len(), 3 * frames * figures);
        assert_eq!([arrays.rotations.len(), arrays.rest_rotations.len()], [4 * frames * figures, 4 * figures]);
        let places = clip.positions(0, frames - 1).unwrap();
        let kept = clip.skeleton.figures().into_iter().zip(places).filter(|(figure, _)| figure.is_some());
        let last: Vec<f32> = kept.flat_map(|(_, place)| place.to_array()).collect();
        let written = &arrays.positions[3 * (frames - 1) * figures..];
        assert!(written.iter().zip(&last).all(|(a, b)| (a - b).abs() < 1e-6), "{written:?} {last:?}");
        (arrays.names, arrays.parents)
    };
    let (joints, parents) = names("beside.x3d");
    assert_eq!(joints, ["humanoid_root", "l_radiocarpal", "grip", "rig", "l_carpal_tip", "leaf", "tip", "point"]);
    assert_eq!(parents, [-1, 0, 1, 1, 1, 1, 2, 2]);
    let (joints, parents) = names("moved.x3d");
    assert_eq!((joints, parents), (["H", "humanoid_root", "l_hip"].map(str::to_owned).to_vec(), vec![-1, 0, 1]));
}

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
