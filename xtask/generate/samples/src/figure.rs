//! Makes a pose of an author's terms: where the feet are, how the trunk bends, what the arms do.

use super::about::{about_x, about_y, about_z};
use super::body::{BodySide, CHEST, FOREARM, HEAD, HIPS, JOINTS, NECK, SHANK, SIDES, SPINE, THIGH, UPPER_ARM};
use super::foot::Foot;
use super::pose::BodyPose;
use glam::{DMat3, DQuat, DVec3};

/// Angles in degrees: forward bend, lean to the left, turn to the left.
#[derive(Clone, Copy, Default)]
pub struct Bend {
    pub forward: f64,
    pub left: f64,
    pub turn: f64,
}

impl Bend {
    pub fn new(forward: f64, left: f64, turn: f64) -> Self {
        Self { forward, left, turn }
    }

    pub fn rotation(self) -> DQuat {
        about_y(self.turn) * about_z(-self.left) * about_x(self.forward)
    }

    fn share(self, part: f64) -> DQuat {
        Self::new(self.forward * part, self.left * part, self.turn * part).rotation()
    }
}

/// Angles in degrees, the same signs on both sides.
#[derive(Clone, Copy)]
pub struct Arm {
    /// The collar bone, upwards and forwards.
    pub shrug: f64,
    pub reach: f64,
    /// The upper arm in the frame of the chest.
    pub upper: DQuat,
    pub elbow: f64,
    /// Turns the palm back when the arm hangs.
    pub roll: f64,
    /// The hand towards the palm and towards the thumb.
    pub wrist: f64,
    pub thumbward: f64,
    pub curl: f64,
}

impl Arm {
    /// An arm raised `forward` and `out` from hanging, turned `inward` about its own length.
    pub fn hanging(side: BodySide, forward: f64, out: f64, inward: f64, elbow: f64) -> Self {
        let s = side.sign();
        let upper = about_x(-forward) * about_z(s * out) * about_y(-s * inward) * about_z(-s * 90.0);
        Self { shrug: 0.0, reach: 0.0, upper, elbow, roll: 20.0, wrist: 6.0, thumbward: 0.0, curl: 22.0 }
    }

    /// A dancer's arm: the wrist relative to the shoulder, in the chest's frame with X away from the body, and the direction of the
    /// elbow.
    pub fn rounded(side: BodySide, wrist: DVec3, elbow: DVec3) -> Self {
        let mirror = DVec3::new(side.sign(), 1.0, 1.0);
        let (along, reach) = (wrist * mirror, wrist.length().min((UPPER_ARM + FOREARM) * 0.9999));
        let along = along.normalize();
        let hint = elbow * mirror;
        let aside = (hint - hint.dot(along) * along).normalize();
        let open = corner(UPPER_ARM, reach, FOREARM);
        let upper = along * open.cos() + aside * open.sin();
        // The forearm bends towards the arm's own Z.
        let front = (along - along.dot(upper) * upper).normalize();
        let out = upper * side.sign();
        Self {
            shrug: 0.0,
            reach: 0.0,
            upper: DQuat::from_mat3(&DMat3::from_cols(out, front.cross(out), front)),
            elbow: 180.0 - corner(UPPER_ARM, FOREARM, reach).to_degrees(),
            roll: -55.0,
            wrist: 14.0,
            thumbward: 0.0,
            curl: 16.0,
        }
    }
}

#[derive(Clone, Copy)]
pub struct Posture {
    pub root: DVec3,
    pub pelvis: DQuat,
    pub spine: Bend,
    /// The head's orientation in the world.
    pub gaze: DQuat,
    pub arms: [Arm; 2],
    pub feet: [Foot; 2],
}

impl Posture {
    pub fn pose(&self) -> BodyPose {
        let mut pose = BodyPose { root: self.root, local: [DQuat::IDENTITY; _] };
        let local = &mut pose.local;
        local[HIPS] = self.pelvis;
        // Equal shares look right, though the lumbar joint turns less. A file repeats their numbers, which compresses well.
        for joint in SPINE {
            local[joint] = self.spine.share(1.0 / 3.0);
        }
        let chest = SPINE.into_iter().fold(self.pelvis, |turn, joint| turn * local[joint]);
        debug_assert_eq!(SPINE[2], CHEST);
        let head = chest.inverse() * self.gaze;
        local[NECK] = DQuat::IDENTITY.slerp(head, 0.5);
        local[HEAD] = local[NECK].inverse() * head;
        for side in SIDES {
            let (s, i) = (side.sign(), side as usize);
            let (arm, first) = (&self.arms[i], side.arm());
            local[first] = about_z(s * arm.shrug) * about_y(-s * arm.reach);
            local[first + 1] = local[first].inverse() * arm.upper;
            local[first + 2] = about_y(-s * arm.elbow) * about_x(arm.roll);
            local[first + 3] = about_z(-s * arm.wrist) * about_y(-s * arm.thumbward);
            local[first + 4] = about_z(-s * arm.curl);
            self.leg(local, side);
        }
        pose
    }

    /// Two bones from hip to ankle, with a hinge for a knee.
    fn leg(&self, local: &mut [DQuat], side: BodySide) {
        let (foot, first) = (&self.feet[side as usize], side.leg());
        let hip = self.root + self.pelvis * JOINTS[first].offset;
        let line = foot.ankle - hip;
        let reach = line.length().min((THIGH + SHANK) * 0.9999);
        let down = line.normalize();
        let hinge = about_y(foot.knee) * DVec3::X;
        let hinge = (hinge - hinge.dot(down) * down).normalize();
        let lift = corner(THIGH, reach, SHANK);
        let knee = std::f64::consts::PI - corner(THIGH, SHANK, reach);
        let thigh = DQuat::from_axis_angle(hinge, -lift) * down;
        let thigh = DQuat::from_mat3(&DMat3::from_cols(hinge, -thigh, hinge.cross(-thigh)));
        local[first] = self.pelvis.inverse() * thigh;
        local[first + 1] = DQuat::from_rotation_x(knee);
        local[first + 2] = (thigh * local[first + 1]).inverse() * foot.turn;
        local[first + 3] = about_x(-foot.toes);
    }

    /// Moves the root, but not the feet, so that the centre of mass is at `target` in the directions of `axes`.
    pub fn balanced(mut self, target: DVec3, axes: DVec3) -> BodyPose {
        // The legs follow the root in part, so that each round leaves about a fifth of the error.
        for _ in 0..16 {
            self.root += axes * (target - self.pose().world().centre_of_mass());
        }
        self.pose()
    }
}

/// The angle between sides `a` and `b` of a triangle, opposite `c`.
fn corner(a: f64, b: f64, c: f64) -> f64 {
    ((a * a + b * b - c * c) / (2.0 * a * b)).clamp(-1.0, 1.0).acos()
}
