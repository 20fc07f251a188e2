//! The figure: 24 joints of an adult of 1.75 m, in centimetres.
//!
//! It stands in a T-pose, Y up, facing +Z, its left at +X. Segment lengths are fractions of stature after
//! Drillis and Contini 1966, as drawn in Winter, Biomechanics and Motor Control of Human Movement, figure 4.1.
//! Segment masses and centres are from the same book, table 4.1.

use glam::DVec3;
use marey::model::Axis;

pub const STATURE: f64 = 175.0;
pub const THIGH: f64 = 0.245 * STATURE;
pub const SHANK: f64 = 0.246 * STATURE;
pub const ANKLE_HEIGHT: f64 = 0.039 * STATURE;
pub const FOOT_LENGTH: f64 = 0.152 * STATURE;
pub const UPPER_ARM: f64 = 0.186 * STATURE;
pub const FOREARM: f64 = 0.146 * STATURE;
pub const HAND: f64 = 0.108 * STATURE;
/// Height of the hip joints when standing straight.
pub const HIP_HEIGHT: f64 = THIGH + SHANK + ANKLE_HEIGHT;
const SHOULDER_HEIGHT: f64 = 0.818 * STATURE;
/// Half the distance between the hips' joint centres, which lie inside the figure's breadth.
pub const HALF_HIPS: f64 = 0.05 * STATURE;
const HALF_SHOULDERS: f64 = 0.11 * STATURE;

/// Points of the flat foot relative to the ankle. The ball is the toe joint's centre.
pub const HEEL: DVec3 = DVec3::new(0.0, -ANKLE_HEIGHT, -6.0);
pub const BALL: DVec3 = DVec3::new(0.0, BALL_HEIGHT - ANKLE_HEIGHT, 12.0);
/// The tip of the toes relative to the ball.
pub const TIP: DVec3 = DVec3::new(0.0, TIP_HEIGHT - BALL_HEIGHT, FOOT_LENGTH + HEEL.z - BALL.z);
pub const BALL_HEIGHT: f64 = 1.8;
pub const TIP_HEIGHT: f64 = 1.0;

pub const HIPS: usize = 0;
pub const SPINE: [usize; 3] = [9, 10, 11];
pub const CHEST: usize = SPINE[2];
pub const NECK: usize = 12;
pub const HEAD: usize = 13;
pub const COUNT: usize = 24;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BodySide {
    Left,
    Right,
}

pub const SIDES: [BodySide; 2] = [BodySide::Left, BodySide::Right];

impl BodySide {
    /// +1 on the left, where X is positive.
    pub const fn sign(self) -> f64 {
        match self {
            BodySide::Left => 1.0,
            BodySide::Right => -1.0,
        }
    }

    /// The joint of the thigh; those of shank, foot and toes follow.
    pub const fn leg(self) -> usize {
        1 + 4 * (self as usize)
    }

    /// The joint of the collar bone; those of upper arm, forearm, hand and fingers follow.
    pub const fn arm(self) -> usize {
        14 + 5 * (self as usize)
    }
}

/// The mass that moves with a joint: its share of the body, and its centre in the joint's frame.
pub struct BodyMass {
    pub share: f64,
    pub centre: DVec3,
}

pub struct BodyJoint {
    pub name: &'static str,
    pub parent: usize,
    pub offset: DVec3,
    /// The tip of the last joint of a limb.
    pub end: Option<DVec3>,
    /// Its axes of rotation, outermost first.
    pub axes: &'static [Axis],
    pub mass: BodyMass,
}

const BALL_JOINT: &[Axis] = &[Axis::Z, Axis::X, Axis::Y];
/// A thigh can be lifted past level, where the order above has its gimbal lock.
const HIP_JOINT: &[Axis] = &[Axis::X, Axis::Z, Axis::Y];

const fn joint(name: &'static str, parent: usize, offset: DVec3, axes: &'static [Axis]) -> BodyJoint {
    let mass = BodyMass { share: 0.0, centre: DVec3::ZERO };
    BodyJoint { name, parent, offset, end: None, axes, mass }
}

impl BodyJoint {
    const fn mass(mut self, share: f64, x: f64, y: f64, z: f64) -> Self {
        self.mass = BodyMass { share, centre: DVec3::new(x, y, z) };
        self
    }

    const fn end(mut self, x: f64, y: f64, z: f64) -> Self {
        self.end = Some(DVec3::new(x, y, z));
        self
    }
}

const fn v(x: f64, y: f64, z: f64) -> DVec3 {
    DVec3::new(x, y, z)
}

/// Heights of the trunk joints above the ground.
const ROOT_Y: f64 = HIP_HEIGHT + 4.0;
const SPINE_Y: [f64; 3] = [ROOT_Y + 8.0, ROOT_Y + 20.0, ROOT_Y + 33.0];
const NECK_Y: f64 = 0.853 * STATURE;
const HEAD_Y: f64 = 0.902 * STATURE;

const fn leg(side: BodySide, names: [&'static str; 4]) -> [BodyJoint; 4] {
    let first = side.leg();
    let [thigh, shank, foot, toes] = names;
    let hip = v(side.sign() * HALF_HIPS, HIP_HEIGHT - ROOT_Y, 0.0);
    [
        joint(thigh, HIPS, hip, HIP_JOINT).mass(0.100, 0.0, -0.433 * THIGH, 0.0),
        joint(shank, first, v(0.0, -THIGH, 0.0), &[Axis::X]).mass(0.0465, 0.0, -0.433 * SHANK, 0.0),
        joint(foot, first + 1, v(0.0, -SHANK, 0.0), BALL_JOINT).mass(0.0145, 0.0, -3.4, 6.0),
        joint(toes, first + 2, BALL, &[Axis::X]).end(TIP.x, TIP.y, TIP.z),
    ]
}

const fn arm(side: BodySide, names: [&'static str; 5]) -> [BodyJoint; 5] {
    let (s, first) = (side.sign(), side.arm());
    let [collar, upper, fore, hand, fingers] = names;
    let root = v(s * 2.5, SHOULDER_HEIGHT - 1.0 - SPINE_Y[2], 3.0);
    let shoulder = v(s * (HALF_SHOULDERS - 2.5), 1.0, -3.5);
    [
        joint(collar, CHEST, root, &[Axis::Z, Axis::Y]),
        joint(upper, first, shoulder, BALL_JOINT).mass(0.028, s * 0.436 * UPPER_ARM, 0.0, 0.0),
        joint(fore, first + 1, v(s * UPPER_ARM, 0.0, 0.0), &[Axis::Y, Axis::X]).mass(
            0.016,
            s * 0.430 * FOREARM,
            0.0,
            0.0,
        ),
        joint(hand, first + 2, v(s * FOREARM, 0.0, 0.0), &[Axis::Z, Axis::Y]).mass(0.006, s * 0.506 * HAND, 0.0, 0.0),
        joint(fingers, first + 3, v(s * 0.5 * HAND, 0.0, 0.0), &[Axis::Z]).end(s * 0.5 * HAND, 0.0, 0.0),
    ]
}

/// Parents first, in the order of the files.
pub static JOINTS: [BodyJoint; COUNT] = joints();

const fn joints() -> [BodyJoint; COUNT] {
    let root = joint("Hips", HIPS, v(0.0, ROOT_Y, 0.0), BALL_JOINT).mass(0.142, 0.0, 0.0, 0.0);
    let [l0, l1, l2, l3] = leg(BodySide::Left, ["LeftUpLeg", "LeftLeg", "LeftFoot", "LeftToeBase"]);
    let [r0, r1, r2, r3] = leg(BodySide::Right, ["RightUpLeg", "RightLeg", "RightFoot", "RightToeBase"]);
    let spine = joint("Spine", HIPS, v(0.0, SPINE_Y[0] - ROOT_Y, -1.0), BALL_JOINT).mass(0.0695, 0.0, 6.0, 1.0);
    let spine1 =
        joint("Spine1", SPINE[0], v(0.0, SPINE_Y[1] - SPINE_Y[0], -1.0), BALL_JOINT).mass(0.0695, 0.0, 6.0, 2.0);
    let spine2 =
        joint("Spine2", SPINE[1], v(0.0, SPINE_Y[2] - SPINE_Y[1], -0.5), BALL_JOINT).mass(0.216, 0.0, 4.0, 2.0);
    let neck = joint("Neck", CHEST, v(0.0, NECK_Y - SPINE_Y[2], 0.5), BALL_JOINT);
    let head = joint("Head", NECK, v(0.0, HEAD_Y - NECK_Y, 2.0), BALL_JOINT).mass(0.081, 0.0, 5.0, 1.5);
    let head = head.end(0.0, STATURE - HEAD_Y, 1.0);
    let [a0, a1, a2, a3, a4] =
        arm(BodySide::Left, ["LeftShoulder", "LeftArm", "LeftForeArm", "LeftHand", "LeftFingers"]);
    let [b0, b1, b2, b3, b4] =
        arm(BodySide::Right, ["RightShoulder", "RightArm", "RightForeArm", "RightHand", "RightFingers"]);
    [root, l0, l1, l2, l3, r0, r1, r2, r3, spine, spine1, spine2, neck, head, a0, a1, a2, a3, a4, b0, b1, b2, b3, b4]
}
