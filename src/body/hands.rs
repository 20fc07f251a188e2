//! Which bones are those of hands, and which of them are slender.

use super::names::{FINGER, HELPER, THUMB, WRIST, holds_any, key};
use crate::model::{JointKind, Skeleton};

/// A hand of more bones than these has fingers. Fewer are a palm, all fingers as one, and a thumb.
const MOST_OF_A_MITTEN: usize = 5;

/// What a bone is a part of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum BoneOf {
    /// Anything but a hand.
    #[default]
    Limb,
    /// A hand as a whole, or the half of it.
    Hand,
    /// A finger, or what it goes on as inside the hand.
    Finger,
}

/// What the bone that ends at each joint is a part of. `wrists` are the ends of the arms.
pub fn hand_bones(skeleton: &Skeleton, wrists: [usize; 2]) -> Vec<BoneOf> {
    let mut bones = vec![BoneOf::Limb; skeleton.len()];
    let keys: Vec<_> = skeleton.names().iter().map(|name| key(name)).collect();
    let points = [JointKind::Joint, JointKind::EndSite];
    for mut wrist in wrists {
        let mut hand = Vec::new();
        for (joint, key) in keys.iter().enumerate().skip(wrist + 1) {
            let Some(parent) = skeleton.parent(joint) else { continue };
            // A wrist may have a joint for the hand below it; in CMU's skeletons it is the middle of the forearm.
            if parent == wrist
                && hand.is_empty()
                && holds_any(key, WRIST)
                && ![FINGER, HELPER].iter().any(|no| holds_any(key, no))
            {
                wrist = joint;
                continue;
            }
            let above = if parent == wrist { BoneOf::Hand } else { bones.get(parent).copied().unwrap_or_default() };
            let slender = above == BoneOf::Finger || holds_any(key, THUMB);
            if above != BoneOf::Limb
                && skeleton.kinds().get(joint).is_some_and(|kind| points.contains(kind))
                && let Some(bone) = bones.get_mut(joint)
            {
                *bone = if slender { BoneOf::Finger } else { BoneOf::Hand };
                hand.push(joint);
            }
        }
        if hand.len() > MOST_OF_A_MITTEN {
            for joint in hand {
                if let Some(bone) = bones.get_mut(joint) {
                    *bone = BoneOf::Finger;
                }
            }
        }
    }
    bones
}
