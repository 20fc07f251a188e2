//! A skin that two joints pull at: where its points must be was worked out by hand, as the comments show.
#![cfg(feature = "scene")]
#![allow(clippy::unwrap_used, reason = "a test may fail")]
#![cfg(feature = "hanim")]

use glam::Vec3;
use marey::Limits;
use marey::formats::parse;
use marey::model::Clip;
use marey::pose::{Interpolation, Pose, sample, world_matrices};
use marey::scene::SkinPose;

fn arm() -> Clip {
    let text = include_str!("fixtures/hanim/skin_arm.x3d");
    parse("skin_arm.x3d", text.as_bytes(), Limits::default()).unwrap()
}

/// Where the skin's corners are, in the order of the triangles `0 1 2 2 3 4`.
fn corners(clip: &Clip, seconds: f64) -> Vec<Vec3> {
    let mut pose = Pose::rest(&clip.skeleton);
    sample(&clip.behaviours[0].motion, seconds, Interpolation::Linear, &mut pose);
    world_matrices(&clip.skeleton, glam::Affine3A::IDENTITY, &mut pose);
    let skin = clip.skin.as_ref().unwrap();
    let skin_pose = SkinPose::new(skin, &clip.skeleton);
    let corner = |index: &u32| skin_pose.place(skin, &skin.corners()[*index as usize], &pose);
    skin.triangles().as_flattened().iter().map(corner).collect()
}

fn check(clip: &Clip, seconds: f64, points: [[f32; 3]; 5]) {
    let found = corners(clip, seconds);
    let expected = [0, 1, 2, 2, 3, 4].map(|point| Vec3::from(points[point]));
    assert_eq!(found.len(), expected.len());
    for (at, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert!(found.distance(expected) < 1e-5, "corner {at} at {seconds} s: {found} is not {expected}");
    }
}

// Points, in the humanoid's space: p0 (2 1 0), p1 (4 0 0), p2 (3 1 0), p3 (4 0 0), p4 (0 0 5).
// Shoulder, about (1 0 0), three times as large along y: S(x y z) = (x 3y z).
// Elbow at rest turns nothing: E = S. At the end a quarter about z through (3 0 0): first (3 - y, x - 3, z), then S, so
// E(x y z) = (3 - y, 3(x - 3), z).
// Humanoid: twice as large, a quarter about y, which takes (x y z) to (z y -x), and 10 along x: H = (10 + 2z, 2y, -2x).

#[test]
fn a_skin_of_two_joints_lies_where_the_formula_puts_it_at_rest() {
    let points = [
        [10.0, 6.0, -4.0], // S p0 = (2 3 0)
        [10.0, 0.0, -8.0], // E p1 = (4 0 0)
        [10.0, 6.0, -6.0], // half S p2 and half E p2, both (3 3 0)
        [10.0, 0.0, -8.0], // a quarter of E p3 and three of p3, both (4 0 0)
        [20.0, 0.0, 0.0],  // p4 = (0 0 5): nobody's but the humanoid's
    ];
    check(&arm(), 0.0, points);
}

#[test]
fn a_skin_of_two_joints_bends_by_weights_that_need_not_sum_to_one() {
    let points = [
        [10.0, 6.0, -4.0], // S p0 = (2 3 0)
        [10.0, 6.0, -6.0], // E p1 = (3 - 0, 3(4 - 3), 0) = (3 3 0)
        [10.0, 3.0, -5.0], // half S p2 = (3 3 0) and half E p2 = (2 0 0): (2.5 1.5 0)
        [10.0, 1.5, -7.5], // a quarter of E p3 = (3 3 0) and three of p3 = (4 0 0): (3.75 0.75 0)
        [20.0, 0.0, 0.0],  // p4 = (0 0 5)
    ];
    check(&arm(), 1.0, points);
}
