//! The bones of a VRM 0, a VRM 1 and a VRMA: which node is which part of a person.

use super::json::Json;
use crate::body::{HUMANOID_BONES as BONES, bone_of_version_zero};

/// The humanoid that a file states.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Humanoid {
    /// Names of bones, with their nodes.
    pub(super) bones: Vec<(&'static str, usize)>,
    /// Whether the file is a motion (VRMA): only the first animation counts, and other nodes than bones may be moved to say where the eyes look and
    /// how the face changes.
    pub(super) is_motion: bool,
}

impl Humanoid {
    pub(super) fn read(root: &Json<'_>) -> Self {
        let extension = |name: &str| root.inner(&["extensions", name]);
        let mut found = Self::default();
        if let Some(vrm) = extension("VRM") {
            for bone in vrm.get("humanoid").map_or(&[][..], |humanoid| humanoid.list("humanBones")) {
                let known = |name: &str| {
                    let name = bone_of_version_zero(name);
                    BONES.iter().find(|known| **known == name).copied()
                };
                if let (Some(name), Some(node)) = (bone.text("bone").and_then(known), bone.index("node")) {
                    found.bones.push((name, node));
                }
            }
        }
        for name in ["VRMC_vrm", "VRMC_vrm_animation"] {
            let Some(vrm) = extension(name) else { continue };
            found.is_motion |= name == "VRMC_vrm_animation";
            let bones = vrm.inner(&["humanoid", "humanBones"]).map_or(&[][..], Json::fields);
            let named = bones.iter().filter_map(|(name, bone)| Some((*name, bone.index("node")?)));
            found.bones.extend(named.filter(|(name, _)| BONES.contains(name)));
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::gltf::json;

    #[test]
    fn bones_of_all_three_extensions_are_found() {
        let of = |text: &str| Humanoid::read(&json::read(text.as_bytes(), BONES).unwrap());
        let zero = of(
            r#"{"extensions":{"VRM":{"humanoid":{"humanBones":[{"bone":"hips","node":3},{"bone":"wing","node":4}]}}}}"#,
        );
        assert_eq!(zero.bones, [("hips", 3)]);
        let one =
            of(r#"{"extensions":{"VRMC_vrm":{"humanoid":{"humanBones":{"head":{"node":5},"type":{"node":6}}}}}}"#);
        assert_eq!((one.bones, one.is_motion), (vec![("head", 5)], false));
        let motion = of(r#"{"extensions":{"VRMC_vrm_animation":{"lookAt":{"node":9}}}}"#);
        assert_eq!((motion.bones, motion.is_motion), (vec![], true));
    }
}
