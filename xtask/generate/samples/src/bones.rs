//! The figure as bones of Acclaim's format, with its convention of names (`h_left_up_arm`).

use super::body::{BodySide, CHEST, HEAD, JOINTS, NECK, SIDES, SPINE};
use glam::DVec3;
use marey::model::Axis::{self, X, Y, Z};

/// An axis of rotation, and its limits in degrees.
pub type Freedom = (Axis, f64, f64);

pub struct MarchBone {
    pub name: String,
    /// The bone at whose tip it starts, or the root.
    pub parent: Option<String>,
    /// The joint whose rotation it has, if any.
    pub joint: Option<usize>,
    /// From start to tip at rest, in centimetres.
    pub along: DVec3,
    /// The rotation of its axis frame about Z, in degrees.
    pub axis: f64,
    /// In order of application about fixed axes.
    pub dofs: &'static [Freedom],
    /// The share of the body's mass, and the position of its centre along the bone.
    pub mass: Option<(f64, f64)>,
    pub flesh: Option<Flesh>,
}

/// Half breadths of the skin around a bone in centimetres, at its start and its tip: to the sides, and at right angles to that.
#[derive(Clone, Copy)]
pub struct Flesh {
    pub start: [f64; 2],
    pub tip: [f64; 2],
}

const TRUNK: &[Freedom] = &[(X, -30.0, 45.0), (Y, -45.0, 45.0), (Z, -35.0, 35.0)];
const SKULL: &[Freedom] = &[(X, -50.0, 50.0), (Y, -70.0, 70.0), (Z, -40.0, 40.0)];
const HIP: &[Freedom] = &[(X, -130.0, 30.0), (Y, -60.0, 60.0), (Z, -60.0, 60.0)];
/// The limit is little above the bend of a knee lifted in a march.
const KNEE: &[Freedom] = &[(X, 0.0, 100.0)];
const ANKLE: &[Freedom] = &[(X, -35.0, 55.0), (Y, -40.0, 40.0), (Z, -30.0, 30.0)];
const TOES: &[Freedom] = &[(X, -65.0, 40.0)];
const COLLAR: &[Freedom] = &[(X, -30.0, 30.0), (Z, -25.0, 40.0)];
const SHOULDER: &[Freedom] = &[(X, -180.0, 180.0), (Y, f64::NEG_INFINITY, f64::INFINITY), (Z, -120.0, 120.0)];
const ELBOW: &[Freedom] = &[(Y, -95.0, 95.0), (X, 0.0, 150.0)];
const WRIST: &[Freedom] = &[(X, -35.0, 35.0), (Z, -90.0, 90.0)];
const FINGERS: &[Freedom] = &[(Z, -100.0, 100.0)];

const fn flesh(start: [f64; 2], tip: [f64; 2]) -> Option<Flesh> {
    Some(Flesh { start, tip })
}

/// Parents first.
pub fn bones() -> Vec<MarchBone> {
    let mut bones = vec![
        // The pelvis turns with the root, but has a mass, and so must be a bone.
        MarchBone { mass: Some((JOINTS[0].mass.share, 0.0)), ..leader("h_waist", None, JOINTS[SPINE[0]].offset) },
        bone("h_torso_one", "h_waist", SPINE[0], TRUNK),
        bone("h_torso_two", "h_torso_one", SPINE[1], TRUNK),
        MarchBone { along: JOINTS[NECK].offset, ..bone("h_torso_three", "h_torso_two", CHEST, TRUNK) },
        bone("h_neck", "h_torso_three", NECK, SKULL),
        bone("h_head", "h_neck", HEAD, SKULL),
    ];
    let around = [
        flesh([15.0, 10.5], [13.5, 9.5]),
        flesh([13.5, 9.5], [13.5, 9.5]),
        flesh([13.5, 9.5], [16.0, 10.5]),
        flesh([16.0, 10.5], [8.5, 6.5]),
        flesh([5.5, 5.5], [5.2, 5.2]),
        flesh([6.8, 8.2], [6.0, 7.0]),
    ];
    for (bone, flesh) in bones.iter_mut().zip(around) {
        bone.flesh = flesh;
    }
    for side in SIDES {
        bones.extend(leg(side));
        bones.extend(arm(side));
    }
    bones
}

fn leg(side: BodySide) -> [MarchBone; 5] {
    let (first, name) = (side.leg(), |part: &str| format!("h_{}_{part}", word(side)));
    let [hip, thigh, shank, foot, toes] = ["hip", "up_leg", "low_leg", "foot", "toes"].map(name);
    [
        leader(&hip, None, JOINTS[first].offset),
        MarchBone { axis: side.sign() * 20.0, flesh: flesh([9.2, 9.2], [6.0, 6.4]), ..bone(&thigh, &hip, first, HIP) },
        MarchBone { flesh: flesh([6.0, 6.4], [4.0, 4.2]), ..bone(&shank, &thigh, first + 1, KNEE) },
        MarchBone { flesh: flesh([4.2, 4.0], [4.8, 2.4]), ..bone(&foot, &shank, first + 2, ANKLE) },
        MarchBone { flesh: flesh([4.8, 2.0], [3.6, 1.2]), ..bone(&toes, &foot, first + 3, TOES) },
    ]
}

fn arm(side: BodySide) -> [MarchBone; 6] {
    let (first, name) = (side.arm(), |part: &str| format!("h_{}_{part}", word(side)));
    let parts = ["shoulder_dummy", "shoulder", "up_arm", "low_arm", "hand", "fingers"];
    let [dummy, collar, upper, fore, hand, fingers] = parts.map(name);
    // The frames of an arm have Y along the bone.
    let axis = -90.0 * side.sign();
    let bone = |name: &str, parent: &str, joint: usize, dofs: &'static [Freedom], flesh: Option<Flesh>| MarchBone {
        axis,
        flesh,
        ..bone(name, parent, joint, dofs)
    };
    [
        leader(&dummy, Some("h_torso_three"), JOINTS[first].offset - JOINTS[NECK].offset),
        bone(&collar, &dummy, first, COLLAR, flesh([5.0, 5.0], [6.2, 6.2])),
        bone(&upper, &collar, first + 1, SHOULDER, flesh([5.6, 5.6], [4.2, 4.2])),
        bone(&fore, &upper, first + 2, ELBOW, flesh([4.3, 4.0], [3.0, 2.5])),
        bone(&hand, &fore, first + 3, WRIST, flesh([3.2, 1.8], [4.0, 1.6])),
        bone(&fingers, &hand, first + 4, FINGERS, flesh([4.0, 1.4], [3.0, 0.9])),
    ]
}

fn word(side: BodySide) -> &'static str {
    match side {
        BodySide::Left => "left",
        BodySide::Right => "right",
    }
}

fn leader(name: &str, parent: Option<&str>, along: DVec3) -> MarchBone {
    let parent = parent.map(str::to_owned);
    MarchBone { name: name.into(), parent, joint: None, along, axis: 0.0, dofs: &[], mass: None, flesh: None }
}

/// The bone that turns with a joint, to the next joint or the end of the limb.
fn bone(name: &str, parent: &str, joint: usize, dofs: &'static [Freedom]) -> MarchBone {
    let body = &JOINTS[joint];
    let next = JOINTS.iter().find(|next| next.parent == joint).map(|next| next.offset);
    let along = body.end.or(next).unwrap_or_default();
    let mass = &body.mass;
    let mass = (mass.share > 0.0).then(|| (mass.share, mass.centre.dot(along.normalize()).max(0.0)));
    MarchBone { joint: Some(joint), dofs, mass, ..leader(name, Some(parent), along) }
}
