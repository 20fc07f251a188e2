//! Joints of the standard by name.

use super::{StandardJoint, joints};

/// Misspellings found in files, in lower case without the side, and the right spellings.
const SPELLINGS: &[(&str, &str)] = &[
    ("humanoidroot", "humanoid_root"),
    ("sij", "sacroiliac"),
    ("si joint", "sacroiliac"),
    ("si_joint", "sacroiliac"),
    ("calcaneuscuboid", "calcaneocuboid"),
    ("talocalcaneal", "talocalcaneonavicular"),
];

#[derive(Debug)]
pub(crate) struct StandardTable {
    pub(super) joints: Vec<StandardJoint>,
}

impl StandardTable {
    pub(crate) fn new() -> Self {
        Self { joints: joints() }
    }

    /// Finds a joint by its name in either version. Also accepts the suffix `_joint`, the foot's joints without a
    /// number, and the names of the standard's tables for the big toe.
    pub(super) fn find(&self, name: &str) -> Option<usize> {
        self.exact(name).or_else(|| {
            let name = match name {
                "humanoidRoot" => "humanoid_root",
                _ => name.strip_suffix("_joint").unwrap_or(name),
            };
            let toe = name.replace("_tarsal_proximal_interphalangeal_1", "_tarsal_interphalangeal_1");
            let bare = match name.get(2..) {
                Some("tarsometatarsal" | "metatarsophalangeal") => format!("{name}_2"),
                Some("tarsal_interphalangeal") => name.replace("tarsal_", "tarsal_distal_") + "_2",
                _ => toe.replace("_tarsal_distal_interphalangeal_1", "_tarsal_interphalangeal_1"),
            };
            self.exact(name).or_else(|| self.exact(&bare))
        })
    }

    /// Like [`find`](Self::find), but ignores case and accepts known misspellings.
    pub(crate) fn find_loosely(&self, name: &str) -> Option<usize> {
        self.find(name).or_else(|| {
            let name = name.to_ascii_lowercase();
            self.find(&name).or_else(|| {
                let (side, bare) =
                    name.split_at_checked(2).filter(|(side, _)| matches!(*side, "l_" | "r_")).unwrap_or(("", &name));
                let (_, right) = SPELLINGS.iter().find(|(wrong, _)| *wrong == bare)?;
                self.exact(&format!("{side}{right}")).or_else(|| self.exact(right))
            })
        })
    }

    /// The same text for all names of a standard joint; other names in lower case. Ignores a figure's name, which
    /// authors put first (`Joe_l_hip`, `hanim_l_hip`).
    pub(crate) fn key(&self, name: &str) -> String {
        let behind = name.match_indices('_').take(4).filter_map(|(at, _)| name.get(at + 1..));
        let found = self.find_loosely(name).or_else(|| behind.into_iter().find_map(|rest| self.find_loosely(rest)));
        let joint = found.and_then(|at| self.joints.get(at));
        joint.map_or_else(|| name.to_ascii_lowercase(), |joint| joint.name.clone())
    }

    fn exact(&self, name: &str) -> Option<usize> {
        self.joints.iter().position(|joint| joint.name == name || joint.old_name.as_deref() == Some(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hanim_aliases_are_known() {
        let table = StandardTable::new();
        let name = |alias: &str| table.find(alias).map(|at| table.joints[at].name.clone());
        for (alias, expected) in [
            ("l_tarsometatarsal", "l_tarsometatarsal_2"),
            ("r_tarsal_interphalangeal", "r_tarsal_distal_interphalangeal_2"),
            ("r_metatarsophalangeal", "r_metatarsophalangeal_2"),
            ("l_tarsal_distal_interphalangeal_1", "l_tarsal_interphalangeal_1"),
            ("l_tarsal_proximal_interphalangeal_1", "l_tarsal_interphalangeal_1"),
            ("l_talocrural_joint", "l_talocrural"),
            ("humanoidRoot", "humanoid_root"),
            ("HumanoidRoot", "humanoid_root"),
            ("l_wrist", "l_radiocarpal"),
        ] {
            assert_eq!(name(alias).as_deref(), Some(expected), "{alias}");
        }
        assert_eq!(name("l_"), None);
    }

    #[test]
    fn hanim_common_spellings_are_understood() {
        let table = StandardTable::new();
        for (spelling, expected) in [
            ("l_calcaneuscuboid", "l_calcaneocuboid"),
            ("r_talocalcaneal", "r_talocalcaneonavicular"),
            ("SI joint", "sacroiliac"),
            ("l_SIJ", "sacroiliac"),
            ("HUMANOIDROOT", "humanoid_root"),
            ("L_Wrist", "l_radiocarpal"),
        ] {
            assert_eq!(table.find(spelling), None, "{spelling}");
            assert_eq!(table.key(spelling), expected, "{spelling}");
        }
        assert_eq!(table.key("X_Wing"), "x_wing");
    }
}
