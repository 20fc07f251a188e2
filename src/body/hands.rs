//! Bones of hands, and which of them are slender.

use super::names::{FINGER, HELPER, THUMB, WRIST, holds_any, key};
use crate::checked::Checked;
use crate::model::{JointKind, Skeleton};

/// A hand with more bones has fingers. Fewer are a palm, all fingers as one, and a thumb.
const MAX_MITTEN_BONES: usize = 5;

/// The part of the body that a bone belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum BoneOf {
    /// Anything but a hand.
    #[default]
    Limb,
    /// The palm, or half of it.
    Hand,
    /// A finger, or its bones inside the palm.
    Finger,
}

/// The body part of the bone that ends at each joint. `wrists` are the ends of the arms.
pub fn hand_bones(skeleton: &Skeleton, wrists: [usize; 2]) -> Vec<BoneOf> {
    let mut bones = vec![BoneOf::Limb; skeleton.len()];
    let keys: Vec<_> = skeleton.names().iter().map(|name| key(name)).collect();
    let points = [JointKind::Joint, JointKind::EndSite];
    for mut wrist in wrists {
        let mut hand = Vec::new();
        for (joint, key) in keys.iter().enumerate().skip(wrist + 1) {
            let Some(parent) = skeleton.parent(joint) else { continue };
            // A wrist may have a child that is the hand's joint; in CMU's skeletons the wrist is the middle of the forearm.
            if parent == wrist
                && hand.is_empty()
                && holds_any(key, WRIST)
                && ![FINGER, HELPER].iter().any(|words| holds_any(key, words))
            {
                wrist = joint;
                continue;
            }
            let above = if parent == wrist { BoneOf::Hand } else { bones.at(parent) };
            let slender = above == BoneOf::Finger || holds_any(key, THUMB);
            if above != BoneOf::Limb && skeleton.kinds().get(joint).is_some_and(|kind| points.contains(kind)) {
                bones.put(joint, if slender { BoneOf::Finger } else { BoneOf::Hand });
                hand.push(joint);
            }
        }
        if hand.len() > MAX_MITTEN_BONES {
            hand.into_iter().for_each(|joint| bones.put(joint, BoneOf::Finger));
        }
    }
    bones
}
