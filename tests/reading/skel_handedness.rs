//! The handedness of The Sims' files, by bones whose positions are known without calculation.

use marey::formats::Companions;
use marey::model::Clip;
use support::sims::{Animation, Track, UNTURNED, animation, arm, skeleton};
use support::{assert_near, companions, played, read_in_pieces};

fn adult() -> Vec<u8> {
    let mut bones = arm();
    bones[0].can = [1, 1, 0];
    skeleton("adult", &bones)
}

fn read(motion: &Animation) -> Clip {
    read_in_pieces(&companions(&[("adult.skel", adult())]), "wave.anim", &animation(motion), || 97).unwrap()
}

/// A quarter turn about Z from the figure's up to its left (+Y to +X, right-handed): the file's quaternion is the
/// conjugate of the mirrored one, which is (0, 0, -s, c) right-handed and the same in the file.
const UP_TO_LEFT: [f32; 4] = [0.0, 0.0, -std::f32::consts::FRAC_1_SQRT_2, std::f32::consts::FRAC_1_SQRT_2];

/// ARM turns in two frames, ROOT is lifted; a footstep is at 33 ms.
fn wave() -> Animation {
    let step = vec![("footstep".into(), "L".into())];
    Animation {
        name: "a2o-wave".into(),
        duration: 66.7,
        distance: 1.5,
        moving: true,
        translations: vec![[0.0, 0.0, 0.0], [0.0, 3.0, 0.0]],
        rotations: vec![UNTURNED, UP_TO_LEFT],
        tracks: vec![
            Track { rotations: None, translations: Some(0), events: vec![(33, step)], ..Track::turning("ROOT", 2) },
            Track::turning("ARM", 2),
        ],
    }
}

#[track_caller]
fn check(clip: &Clip, seconds: f64, expected: [[f32; 3]; 3]) {
    assert_near(&played(clip, 0, seconds), &expected, 1e-5);
}

#[test]
fn the_left_is_on_the_left_and_the_arm_turns_in_the_right_direction() {
    let still = read_in_pieces(&Companions::default(), "adult.skel", &adult(), || 97).unwrap();
    check(&still, 0.0, [[0.0; 3], [1.0, 1.0, 0.0], [1.0, 2.0, 0.0]]);
    let clip = read(&wave());
    assert_eq!(clip.warnings, []);
    check(&clip, 0.0, [[0.0; 3], [1.0, 1.0, 0.0], [1.0, 2.0, 0.0]]);
    check(&clip, 1.0 / 30.0, [[0.0, 3.0, 0.0], [1.0, 4.0, 0.0], [2.0, 4.0, 0.0]]);
    // Half way: an eighth turn on the shortest arc, a straight line up.
    let c = std::f32::consts::FRAC_1_SQRT_2;
    check(&clip, 0.5 / 30.0, [[0.0, 1.5, 0.0], [1.0, 2.5, 0.0], [1.0 + c, 2.5 + c, 0.0]]);
    let marks: Vec<_> = clip.about.marks.iter().map(|mark| (mark.at, mark.text.as_str())).collect();
    assert_eq!(marks, [(1, "footstep L")]);
}

#[test]
fn a_sign_flip_between_keys_is_the_same_rotation() {
    let mut flipped = wave();
    flipped.rotations[1] = UP_TO_LEFT.map(|v| -v);
    let [a, b] = [wave(), flipped].map(|motion| played(&read(&motion), 0, 0.4 / 30.0));
    assert_eq!(a, b);
}
