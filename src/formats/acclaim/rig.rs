//! A skeleton with the data that its motions need.

use std::sync::Arc;

use glam::{DQuat, DVec3};

use crate::error::Warning;
use crate::model::{Mass, Skeleton};

/// A degree of freedom of a bone: what one number of its line in the motion drives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dof {
    Tx,
    Ty,
    Tz,
    Rx,
    Ry,
    Rz,
    /// "Stretch along direction of bone".
    L,
}

impl Dof {
    pub(super) const ALL: [Self; 7] = [Self::Rx, Self::Ry, Self::Rz, Self::Tx, Self::Ty, Self::Tz, Self::L];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Tx => "tx",
            Self::Ty => "ty",
            Self::Tz => "tz",
            Self::Rx => "rx",
            Self::Ry => "ry",
            Self::Rz => "rz",
            Self::L => "l",
        }
    }

    /// The axis of a rotation: 0, 1, 2 for x, y, z.
    pub(super) fn turns_about(self) -> Option<usize> {
        match self {
            Self::Rx => Some(0),
            Self::Ry => Some(1),
            Self::Rz => Some(2),
            Self::Tx | Self::Ty | Self::Tz | Self::L => None,
        }
    }
}

/// The root or a bone.
#[derive(Debug, Clone)]
pub(super) struct RigBone {
    pub(super) name: Box<str>,
    /// The joint at its start, which the motion drives.
    pub(super) joint: u16,
    /// The order of its values in the motion, and of its rotations: the first is applied first.
    pub(super) dofs: Vec<Dof>,
    /// Lower and upper limit of each dof, as written; may be infinite.
    pub(super) limits: Vec<Option<[f64; 2]>>,
    /// The axes of its rotations: its `axis`, or the root's `orientation`.
    pub(super) frame: DQuat,
    /// Unit length, or 0.
    pub(super) direction: DVec3,
    /// As written, without [`AcclaimRig::factor`].
    pub(super) length: f64,
    /// The joints at its tip: those of its children, or its end site.
    pub(super) tip_joints: Vec<u16>,
    /// Its joint's offset from the parent joint at rest, with [`AcclaimRig::factor`].
    pub(super) rest: DVec3,
}

impl RigBone {
    /// Whether the values of `l` are the bone's whole length. The format's texts call `l` a translation along the bone, but the limits
    /// of their examples, such as `(2.5 4.0)` on a bone of 2.5, only make sense for whole lengths. So the limits decide: if they
    /// contain the bone's length but not 0, values are whole lengths; otherwise they are added.
    pub(super) fn is_whole_length(&self) -> bool {
        let mut limits = self.dofs.iter().zip(&self.limits).filter(|(dof, _)| **dof == Dof::L);
        limits.any(|(_, limits)| limits.is_some_and(|limits| hold_whole_length(limits, self.length)))
    }
}

/// Whether limits contain a bone's length but not 0. Some files give the upper one first.
pub(super) fn hold_whole_length([one, other]: [f64; 2], length: f64) -> bool {
    let holds = |value: f64| (one.min(other)..=one.max(other)).contains(&value);
    holds(length) && !holds(0.0)
}

#[derive(Debug, Clone)]
pub(super) struct AcclaimRig {
    pub(super) file: String,
    pub(super) skeleton: Arc<Skeleton>,
    /// `:units length`, a factor for "all incoming translation or length values" that is used "also for the amc file".
    pub(super) factor: f64,
    /// Whether the file ends within its hierarchy.
    pub(super) is_cut: bool,
    pub(super) radians: bool,
    /// The root, then the bones in joint order.
    pub(super) parts: Vec<RigBone>,
    /// Each joint's dofs and limits as text.
    pub(super) channels: Vec<Box<str>>,
    /// Each joint's name in words, if its convention is known.
    pub(super) labels: Vec<Box<str>>,
    pub(super) masses: Vec<Mass>,
    pub(super) notes: Vec<(String, String)>,
    /// File names of its skins.
    pub(super) skins: Vec<String>,
    /// Warnings about the skeleton's file; they do not name it.
    pub(super) warnings: Vec<Warning>,
    pub(super) warnings_dropped: u64,
    /// Sorted names (in lower case) and numeric ids, each with the index of its bone.
    pub(super) index: Vec<(Box<[u8]>, usize)>,
}

impl AcclaimRig {
    /// Whether any bone's `l` is its whole length, so that its motions can be read in two ways.
    pub(super) fn has_whole_lengths(&self) -> bool {
        self.parts.iter().any(RigBone::is_whole_length)
    }

    /// Index of the bone with that name, in any case, or that numeric id. Names take precedence.
    pub(super) fn part(&self, name: &[u8]) -> Option<usize> {
        let wanted = name.iter().map(u8::to_ascii_lowercase);
        let found = self.index.binary_search_by(|(key, _)| key.iter().copied().cmp(wanted.clone())).ok()?;
        self.index.get(found).map(|(_, part)| *part)
    }
}

#[cfg(test)]
mod tests {
    use glam::{Quat, Vec3};

    use super::*;
    use crate::error::Limits;
    use crate::model::{JointKind, SkeletonBuilder};

    #[test]
    fn parts_are_found_by_name_in_any_case_and_by_id() {
        let mut builder = SkeletonBuilder::new(&Limits::default());
        builder.add("root", None, JointKind::Joint, Vec3::ZERO, Quat::IDENTITY).unwrap();
        let part = |name: &str, dofs: Vec<Dof>| RigBone {
            name: name.into(),
            joint: 0,
            limits: vec![None; dofs.len()],
            dofs,
            frame: DQuat::IDENTITY,
            direction: DVec3::ZERO,
            length: 0.0,
            tip_joints: Vec::new(),
            rest: DVec3::ZERO,
        };
        let rig = AcclaimRig {
            file: String::new(),
            skeleton: Arc::new(builder.finish().unwrap()),
            factor: 1.0,
            is_cut: false,
            radians: false,
            parts: vec![part("root", Dof::ALL.to_vec()), part("h_Hip", Vec::new())],
            channels: Vec::new(),
            labels: Vec::new(),
            masses: Vec::new(),
            notes: Vec::new(),
            skins: Vec::new(),
            warnings: Vec::new(),
            warnings_dropped: 0,
            index: vec![(b"1".as_slice().into(), 1), (b"h_hip".as_slice().into(), 1), (b"root".as_slice().into(), 0)],
        };
        assert_eq!(
            (rig.part(b"ROOT"), rig.part(b"H_hip"), rig.part(b"1"), rig.part(b"2")),
            (Some(0), Some(1), Some(1), None)
        );
        assert_eq!(rig.parts.first().map(|root| root.dofs.iter().filter_map(|dof| dof.turns_about()).count()), Some(3));
        assert_eq!(Dof::ALL.map(Dof::name).join(" "), "rx ry rz tx ty tz l");
    }
}
