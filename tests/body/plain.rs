//! Bodies that follow joints alone.

use std::f32::consts::PI;

use glam::{Quat, Vec3};
use marey::look::{body_of, plain_body};

use super::figures::{Arms, corners, person, standing, turned};

fn about(axis: Vec3, degrees: f32) -> Quat {
    Quat::from_axis_angle(axis, degrees * PI / 180.0)
}

#[test]
fn a_plain_body_has_the_same_surface_and_four_joints_a_corner_at_most() {
    for arms in [Arms::Out, Arms::Hanging] {
        let clip = standing(&person(arms, true));
        let body = body_of(&clip).unwrap();
        let plain = plain_body(&body, &clip.skeleton).unwrap();
        assert_eq!(plain.triangles(), body.triangles());
        assert!(plain.turns().is_empty() && plain.generated().is_none());
        for (own, other) in plain.corners().iter().zip(body.corners()) {
            assert_eq!((own.position, own.normal), (other.position, other.normal));
            let binds = plain.influences_of(own).0;
            let sum: f32 = binds.iter().map(|[weight, ..]| weight).sum();
            assert!((1..=4).contains(&binds.len()) && (sum - 1.0).abs() < 1e-5, "{binds:?}");
        }
    }
}

/// In centimetres: how far the corners that a joint moves are from where turns have them, in the mean and at most.
#[test]
fn a_plain_body_is_near_the_turned_one() {
    let clip = standing(&person(Arms::Slanted, true));
    let body = body_of(&clip).unwrap();
    let plain = plain_body(&body, &clip.skeleton).unwrap();
    let along = Vec3::new(1.0, -1.0, 0.0).normalize();
    for (joint, turn, most) in [
        ("LeftForeArm", about(Vec3::Z, 90.0), [0.3, 2.5]),
        ("LeftArm", about(Vec3::Z, 90.0), [0.2, 1.5]),
        ("LeftLeg", about(Vec3::X, 90.0), [0.3, 2.0]),
        ("LeftUpLeg", about(Vec3::NEG_X, 70.0), [0.2, 1.5]),
        ("LeftHand", about(Vec3::Z, 50.0), [0.2, 2.0]),
        ("LeftHand", about(along, 60.0), [0.4, 2.0]),
        ("LeftFoot", about(Vec3::X, 30.0), [0.1, 0.5]),
    ] {
        let pose = turned(&clip, &[(joint, turn)]);
        let rest = corners(&clip, &body, &turned(&clip, &[]));
        let (own, other) = (corners(&clip, &plain, &pose), corners(&clip, &body, &pose));
        let moved = rest.iter().zip(&other).map(|(at, now)| at.distance(*now) > 0.2);
        let off: Vec<f32> =
            moved.zip(own.iter().zip(&other)).filter(|(moved, _)| *moved).map(|(_, (a, b))| a.distance(*b)).collect();
        let mean = off.iter().sum::<f32>() / off.len() as f32;
        let worst = off.iter().copied().fold(0.0, f32::max);
        println!("{joint} {turn}: {mean:.2} cm, {worst:.2} cm of {}", off.len());
        assert!(mean < most[0] && worst < most[1], "{joint}: {mean} cm, {worst} cm");
    }
}
