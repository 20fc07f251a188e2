//! The handedness of The Sims' files, told by bones whose places are known without any calculation.

use crate::support::sims::{self, Animation, Bone, Track};
use crate::support::{beside, played, read_in_pieces};
use glam::Vec3;
use marey::formats::Companions;
use marey::model::Clip;

/// Reads a motion on the skeleton of [`bones`].
fn read(motion: &[u8]) -> Clip {
    let skeleton = sims::skeleton(1, "adult", &bones());
    let companions = beside(&[("adult.skel", &skeleton)], &marey::Limits::default());
    read_in_pieces(&companions, "wave.anim", motion, || 97).unwrap()
}

/// ROOT at the origin, ARM one to the left (the files' -X) and one up, HAND one farther up.
fn bones() -> Vec<Bone> {
    vec![
        Bone { can: [1, 1, 0], ..Bone::new("ROOT", "NULL", [0.0, 0.0, 0.0]) },
        Bone::new("ARM", "ROOT", [-1.0, 1.0, 0.0]),
        Bone::new("HAND", "ARM", [0.0, 1.0, 0.0]),
    ]
}

/// A quarter turn about Z that takes the figure's up to its left (+Y to +X, right-handed): the file's quaternion is the
/// conjugate of the mirrored one, which is (0, 0, -s, c) right-handed and the same in the file.
const UP_TO_LEFT: [f32; 4] = [0.0, 0.0, -std::f32::consts::FRAC_1_SQRT_2, std::f32::consts::FRAC_1_SQRT_2];
const UNTURNED: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

/// ARM turns in two frames, ROOT is lifted; a step is heard at 33 ms.
fn wave() -> Animation {
    let pair = |key: &str, value: &str| (key.to_owned(), value.to_owned());
    Animation {
        name: "a2o-wave".into(),
        duration: 66.7,
        distance: 1.5,
        moving: true,
        translations: vec![[0.0, 0.0, 0.0], [0.0, 3.0, 0.0]],
        rotations: vec![UNTURNED, UP_TO_LEFT],
        tracks: vec![
            Track {
                bone: "ROOT".into(),
                frames: 2,
                translations: Some(0),
                events: vec![(33, vec![pair("footstep", "L")])],
                ..Track::default()
            },
            Track { bone: "ARM".into(), frames: 2, rotations: Some(0), ..Track::default() },
        ],
    }
}

fn near(found: &[Vec3], expected: &[[f32; 3]]) {
    assert_eq!(found.len(), expected.len());
    for (a, b) in found.iter().zip(expected) {
        assert!(a.distance(Vec3::from(*b)) < 1e-5, "{found:?} is not {expected:?}");
    }
}

#[test]
fn the_left_is_on_the_left_and_the_arm_turns_the_right_way() {
    let skel = sims::skeleton(1, "adult", &bones());
    let still = read_in_pieces(&Companions::default(), "adult.skel", &skel, || 97).unwrap();
    near(&played(&still, 0, 0.0), &[[0.0; 3], [1.0, 1.0, 0.0], [1.0, 2.0, 0.0]]);
    let clip = read(&sims::animation(2, &wave()));
    assert_eq!(clip.warnings, []);
    near(&played(&clip, 0, 0.0), &[[0.0; 3], [1.0, 1.0, 0.0], [1.0, 2.0, 0.0]]);
    near(&played(&clip, 0, 1.0 / 30.0), &[[0.0, 3.0, 0.0], [1.0, 4.0, 0.0], [2.0, 4.0, 0.0]]);
    // Half way: an eighth turn on the shortest arc, a straight line up.
    let c = std::f32::consts::FRAC_1_SQRT_2;
    near(&played(&clip, 0, 0.5 / 30.0), &[[0.0, 1.5, 0.0], [1.0, 2.5, 0.0], [1.0 + c, 2.5 + c, 0.0]]);
    let marks: Vec<_> = clip.about.marks.iter().map(|mark| (mark.at, mark.text.as_str())).collect();
    assert_eq!(marks, [(1, "footstep L")]);
}

#[test]
fn a_sign_flip_between_keys_is_the_same_rotation() {
    let mut flipped = wave();
    flipped.rotations[1] = UP_TO_LEFT.map(|v| -v);
    let [a, b] = [wave(), flipped].map(|motion| played(&read(&sims::animation(2, &motion)), 0, 0.4 / 30.0));
    assert_eq!(a, b);
}
