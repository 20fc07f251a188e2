//! How much of a limb is left where it bends and twists.

use std::f32::consts::PI;

use glam::{Quat, Vec3};
use marey::look::body_of;
use marey::model::{Clip, Skin};

use super::figures::{Arms, corners, person, standing, turned};
use super::measures::volume;

/// The part of a body around some bones: triangles no farther than `reach` (cm) from the line between two places of the rest pose.
fn around(clip: &Clip, skin: &Skin, [from, to]: [Vec3; 2], reach: f32) -> Vec<[u32; 3]> {
    let points = corners(clip, skin, &turned(clip, &[]));
    let off = |at: Vec3| {
        let way = to - from;
        let along = ((at - from).dot(way) / way.length_squared()).clamp(0.0, 1.0);
        (at - from - way * along).length()
    };
    skin.triangles().iter().copied().filter(|all| all.iter().all(|at| off(points[*at as usize]) < reach)).collect()
}

fn degrees(angle: f32) -> f32 {
    angle * PI / 180.0
}

struct Limb {
    name: &'static str,
    joint: &'static str,
    /// From where to where the part goes, joints and centimetres along X of the first.
    bones: [&'static str; 2],
    /// How far around the joint, as a share of both bones.
    shares: [f32; 2],
    reach: f32,
    axis: Vec3,
}

/// The volume of a part in a pose, as a share of that in the rest pose.
fn left(limb: &Limb, turn: Quat) -> f32 {
    let clip = standing(&person(Arms::Out, false));
    let skin = body_of(&clip).unwrap();
    let rest = turned(&clip, &[]);
    let at = |name: &str| rest.place(clip.skeleton.find(name).unwrap());
    let [before, after] = limb.bones.map(at);
    let joint = at(limb.joint);
    let ends = [joint.lerp(before, limb.shares[0]), joint.lerp(after, limb.shares[1])];
    let part = around(&clip, &skin, ends, limb.reach);
    assert!(part.len() > 40, "{}: {} triangles", limb.name, part.len());
    let now = corners(&clip, &skin, &turned(&clip, &[(limb.joint, turn)]));
    volume(&now, &part) / volume(&corners(&clip, &skin, &rest), &part)
}

const LIMBS: [Limb; 3] = [
    Limb {
        name: "elbow",
        joint: "LeftForeArm",
        bones: ["LeftArm", "LeftHand"],
        shares: [0.35, 0.35],
        reach: 7.0,
        axis: Vec3::NEG_Y,
    },
    Limb {
        name: "knee",
        joint: "LeftLeg",
        bones: ["LeftUpLeg", "LeftFoot"],
        shares: [0.35, 0.35],
        reach: 9.0,
        axis: Vec3::X,
    },
    Limb {
        name: "hip",
        joint: "LeftUpLeg",
        bones: ["Hips", "LeftLeg"],
        shares: [0.2, 0.3],
        reach: 13.0,
        axis: Vec3::NEG_X,
    },
];

#[test]
fn bent_limbs_keep_their_volume() {
    for angle in [30.0, 60.0, 90.0, 120.0] {
        let left: Vec<f32> =
            LIMBS.iter().map(|limb| left(limb, Quat::from_axis_angle(limb.axis, degrees(angle)))).collect();
        let mean = left.iter().sum::<f32>() / left.len() as f32;
        println!("{angle}: elbow, knee, hip {left:.2?}");
        assert!(mean >= 0.84, "bent by {angle}: {left:?}");
        assert!(left.iter().all(|left| (0.75..1.2).contains(left)), "bent by {angle}: {left:?}");
    }
}

#[test]
fn a_twisted_forearm_keeps_its_volume() {
    let limb = Limb {
        name: "forearm",
        joint: "LeftHand",
        bones: ["LeftForeArm", "LeftHand"],
        shares: [0.85, 0.0],
        reach: 6.0,
        axis: Vec3::X,
    };
    for angle in [-90.0, 45.0, 90.0] {
        let left = left(&limb, Quat::from_axis_angle(limb.axis, degrees(angle)));
        println!("twisted by {angle}: {left:.2}");
        assert!(left >= 0.84, "twisted by {angle}: {left}");
    }
}

#[test]
fn a_raised_shoulder_keeps_its_volume() {
    let limb = Limb {
        name: "shoulder",
        joint: "LeftArm",
        bones: ["LeftShoulder", "LeftForeArm"],
        shares: [0.5, 0.4],
        reach: 16.0,
        axis: Vec3::Z,
    };
    // Counted from arms at 48 degrees, the pose in which the body is built; the rest pose has them at 90.
    let bind = left(&limb, Quat::from_rotation_z(degrees(48.0 - 90.0)));
    for raised in [0.0_f32, 30.0, 60.0, 90.0, 120.0, 150.0, 170.0] {
        let left = left(&limb, Quat::from_rotation_z(degrees(raised - 90.0))) / bind;
        println!("raised to {raised}: {left:.2}");
        assert!((0.85..=1.2).contains(&left), "raised to {raised}: {left}");
    }
}
