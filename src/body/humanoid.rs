//! The bones of VRM's humanoid, and which joint of a clip is which.

use std::borrow::Cow;

use crate::model::{Clip, Format, Skeleton};

/// Names of the bones in VRM 1 and VRMA. Of a VRM 0 and of Unity the thumb's `Proximal` is a VRM 1's `Metacarpal`.
#[rustfmt::skip]
pub const HUMANOID_BONES: &[&str] = &[
    "hips", "spine", "chest", "upperChest", "neck", "head", "leftEye", "rightEye", "jaw",
    "leftUpperLeg", "leftLowerLeg", "leftFoot", "leftToes", "rightUpperLeg", "rightLowerLeg", "rightFoot", "rightToes",
    "leftShoulder", "leftUpperArm", "leftLowerArm", "leftHand", "rightShoulder", "rightUpperArm", "rightLowerArm", "rightHand",
    "leftThumbMetacarpal", "leftThumbProximal", "leftThumbDistal",
    "leftIndexProximal", "leftIndexIntermediate", "leftIndexDistal", "leftMiddleProximal", "leftMiddleIntermediate", "leftMiddleDistal",
    "leftRingProximal", "leftRingIntermediate", "leftRingDistal", "leftLittleProximal", "leftLittleIntermediate", "leftLittleDistal",
    "rightThumbMetacarpal", "rightThumbProximal", "rightThumbDistal",
    "rightIndexProximal", "rightIndexIntermediate", "rightIndexDistal", "rightMiddleProximal", "rightMiddleIntermediate", "rightMiddleDistal",
    "rightRingProximal", "rightRingIntermediate", "rightRingDistal", "rightLittleProximal", "rightLittleIntermediate", "rightLittleDistal",
];

/// The bones that every humanoid has, by VRMC_vrm-1.0 ("humanoid.humanBones").
#[rustfmt::skip]
const REQUIRED: [&str; 15] = [
    "hips", "spine", "head", "leftUpperLeg", "leftLowerLeg", "leftFoot", "rightUpperLeg", "rightLowerLeg", "rightFoot",
    "leftUpperArm", "leftLowerArm", "leftHand", "rightUpperArm", "rightLowerArm", "rightHand",
];

/// Which joint is which bone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Humanoid {
    bones: Vec<(&'static str, usize)>,
}

impl Humanoid {
    /// The humanoid that the clip's file states: a VRM 0, VRM 1 or VRMA, whose readers label the joints with their [bones](bone_in_words).
    pub fn stated(clip: &Clip) -> Option<Self> {
        let labels = &clip.about.labels;
        if clip.source.format != Format::Gltf || labels.len() != clip.skeleton.len() {
            return None;
        }
        Self::by_bone(|bone| {
            let words = bone_in_words(bone);
            labels.iter().position(|label| **label == *words)
        })
    }

    /// The humanoid whose joints have the bones as names, as Unity (`LeftUpperLeg`) or VRM (`leftUpperLeg`) spells them.
    pub fn named(skeleton: &Skeleton) -> Option<Self> {
        let of_unity = |name: &str| {
            let mut letters = name.chars();
            let first = letters.next().map(|letter| letter.to_ascii_lowercase());
            first.into_iter().chain(letters).collect::<String>()
        };
        let names: Vec<String> = skeleton.names().iter().map(|name| of_unity(name)).collect();
        // Only VRM 1 has this word. Its thumbs have no `Intermediate`.
        let is_newer = names.iter().any(|name| name.ends_with("ThumbMetacarpal"));
        let is = |name: &str, bone: &str| if is_newer { name == bone } else { bone_of_version_zero(name) == bone };
        Self::by_bone(|bone| names.iter().position(|name| is(name, bone)))
    }

    fn by_bone(joint: impl Fn(&str) -> Option<usize>) -> Option<Self> {
        let bones: Vec<_> = HUMANOID_BONES.iter().filter_map(|bone| Some((*bone, joint(bone)?))).collect();
        (!bones.is_empty()).then_some(Self { bones })
    }

    /// The bones that there are, with their joints, in the order of [`HUMANOID_BONES`].
    pub fn bones(&self) -> &[(&'static str, usize)] {
        &self.bones
    }

    /// The joint of a bone.
    pub fn joint(&self, bone: &str) -> Option<usize> {
        self.bones.iter().find(|(own, _)| *own == bone).map(|(_, joint)| *joint)
    }

    /// The first bone that every humanoid must have and this one has not.
    pub fn missing(&self) -> Option<&'static str> {
        REQUIRED.into_iter().find(|bone| self.joint(bone).is_none())
    }

    /// Whether the figure faces -Z at rest, as those of VRM 0 do: the left leg is on the right. `x`: a joint's coordinate in the world, where +Y is up.
    pub fn faces_back(&self, x: impl Fn(usize) -> f64) -> bool {
        let legs = self.joint("leftUpperLeg").zip(self.joint("rightUpperLeg"));
        legs.is_some_and(|(left, right)| x(left) < x(right))
    }
}

/// The name in VRM 1 of a bone of VRM 0, whose thumbs have other words.
pub fn bone_of_version_zero(name: &str) -> Cow<'_, str> {
    match name.split_once("Thumb") {
        Some((side, "Proximal")) => Cow::Owned(format!("{side}ThumbMetacarpal")),
        Some((side, "Intermediate")) => Cow::Owned(format!("{side}ThumbProximal")),
        _ => Cow::Borrowed(name),
    }
}

/// A bone's name in words: `left upper leg`.
pub fn bone_in_words(bone: &str) -> String {
    let mut words = String::new();
    for letter in bone.chars() {
        if letter.is_ascii_uppercase() {
            words.push(' ');
        }
        words.push(letter.to_ascii_lowercase());
    }
    words
}

#[cfg(test)]
mod tests {
    use glam::{Quat, Vec3};

    use super::*;
    use crate::error::Limits;
    use crate::model::{JointKind, SkeletonBuilder};

    fn named(names: &[&str]) -> Option<Humanoid> {
        let mut builder = SkeletonBuilder::new(&Limits::default());
        for name in names {
            builder.add(name, None, JointKind::Joint, Vec3::ZERO, Quat::IDENTITY).unwrap();
        }
        Humanoid::named(&builder.finish().unwrap())
    }

    #[test]
    fn unity_and_both_versions_of_vrm_name_the_same_bones() {
        let unity = named(&["Hips", "LeftThumbProximal", "LeftThumbIntermediate", "LeftThumbDistal"]).unwrap();
        let one = named(&["hips", "leftThumbMetacarpal", "leftThumbProximal", "leftThumbDistal"]).unwrap();
        assert_eq!(unity, one);
        assert_eq!(one.joint("leftThumbProximal"), Some(2));
        assert_eq!(one.missing(), Some("spine"));
        assert_eq!(named(&["pelvis", "spine_01"]), None);
    }
}
