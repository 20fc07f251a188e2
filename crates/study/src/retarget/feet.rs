//! The target's legs before they are moved.

use glam::{Quat, Vec3};

use super::bends::TargetLeg;

/// A foot of the target in a frame, before it is moved: body space.
#[derive(Debug, Clone, Copy)]
pub(super) struct SeenFoot {
    pub(super) hip: Vec3,
    pub(super) knee: Vec3,
    pub(super) ankle: Vec3,
    /// The source's knee and ankle.
    pub(super) own: [Vec3; 2],
    /// The direction in which the pelvis faces, turned as the leg is; and the world rotation of the thigh.
    pub(super) forwards: Vec3,
    pub(super) thigh: Quat,
    /// From the ankle to the ball.
    pub(super) ball: Vec3,
    /// From the ankle to the lowest point: height.
    pub(super) low: f32,
    /// Greatest length of the leg, and its length now.
    pub(super) reach: f32,
}

/// The legs with the directions in which their knees' hinges bend: the front of the thigh if knees bend towards it more constantly than
/// to where the pelvis faces.
pub(super) fn limbs(seen: &[SeenFoot]) -> Vec<TargetLeg> {
    let (mut of_thigh, mut of_pelvis) = (Vec3::ZERO, 0.0);
    for foot in seen {
        let (thigh, shin) = (foot.knee - foot.hip, foot.ankle - foot.knee);
        let (along, bend) = ((foot.ankle - foot.hip).normalize_or_zero(), thigh - shin);
        let bend = bend - along * along.dot(bend);
        let front = (foot.forwards - along * along.dot(foot.forwards)).normalize_or_zero();
        of_thigh += foot.thigh.inverse() * bend;
        of_pelvis += bend.dot(front);
    }
    let own = of_thigh.length() > of_pelvis && of_thigh.length() > FEW_BENDS * seen.len() as f32;
    let front = of_thigh.normalize_or_zero();
    let limb = |foot: &SeenFoot| TargetLeg {
        hip: foot.hip,
        knee: foot.knee,
        ankle: foot.ankle,
        forwards: if own { foot.thigh * front } else { foot.forwards },
    };
    seen.iter().map(limb).collect()
}

/// Knees that bend less on average do not tell the axis of their hinge: body metres.
const FEW_BENDS: f32 = 0.02;
