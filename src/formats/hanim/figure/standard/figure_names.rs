//! The names of a figure and their version of HAnim.

use super::StandardJoint;

#[derive(Debug, Clone, Default)]
pub(crate) struct FigureNames<'a> {
    /// The joints' names in the skeleton's order; empty for sites and frames.
    pub(crate) joints: Vec<&'a str>,
    pub(crate) parents: Vec<Option<usize>>,
    /// Joints and the names of the segments on them.
    pub(crate) segments: Vec<(usize, String)>,
    /// Sites and the segment around each.
    pub(crate) sites: Vec<(&'a str, String)>,
    /// Joints that are not in the basic pose, with the fields that deviate; empty unless the figure claims the pose.
    pub(crate) moved: Vec<(&'a str, String)>,
    /// Humanoids without a `humanoid_root`; an empty name for the only humanoid of a file.
    pub(crate) rootless: Vec<String>,
    /// The level of articulation that the figure claims.
    pub(crate) claimed: Option<u8>,
}

/// The version of HAnim of the joint names. Only names that differ between the versions count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NameVersion {
    Old,
    New,
    Either,
    Mixed,
}

impl NameVersion {
    pub(super) fn of(standard: &[StandardJoint], names: &FigureNames<'_>, known: &[Option<usize>]) -> Self {
        let (mut old, mut new) = (0, 0);
        for (name, joint) in names.joints.iter().zip(known) {
            let Some(joint) = joint.and_then(|at| standard.get(at)) else { continue };
            if joint.old_name.as_ref() != Some(&joint.name) {
                old += usize::from(joint.old_name.as_deref() == Some(*name));
                new += usize::from(joint.name == *name);
            }
        }
        match (old, new) {
            (0, 0) => Self::Either,
            (0, _) => Self::New,
            (_, 0) => Self::Old,
            _ => Self::Mixed,
        }
    }

    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Either => "1 or 2: its names are in both",
            Self::New => "2",
            Self::Old => "1",
            Self::Mixed => "mixed: some names of 1, some of 2",
        }
    }

    pub(super) fn name(self, joint: &StandardJoint) -> &str {
        joint.old_name.as_deref().filter(|_| self == Self::Old).unwrap_or(&joint.name)
    }
}
