//! Columns of a row: the position of each bone's values.

use crate::checked::Checked;
use crate::formats::acclaim::rig::{AcclaimRig, Dof};

/// A bone's values, which are adjacent in the row.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct BoneColumns {
    pub(super) start: usize,
    /// Number of values in the skeleton's `dof` line, in its order.
    pub(super) dofs: usize,
    /// Number of values with all three rotations. Those without a dof come last, in the order x, y, z, and are 0 if not given.
    pub(super) whole: usize,
}

#[derive(Debug, Clone, Default)]
pub(super) struct RowLayout {
    /// Parallel to the skeleton's parts.
    pub(super) bones: Vec<BoneColumns>,
    /// Each column's part and dof.
    pub(super) columns: Vec<(usize, Dof)>,
}

impl RowLayout {
    /// `turned_fully` says for each part whether the file gives it three rotations although the skeleton has none.
    pub(super) fn new(rig: &AcclaimRig, turned_fully: &[bool]) -> Self {
        let mut layout = Self::default();
        for ((index, part), fully) in rig.parts.iter().enumerate().zip(turned_fully) {
            let start = layout.columns.len();
            layout.columns.extend(part.dofs.iter().map(|&dof| (index, dof)));
            if part.dofs.iter().any(|dof| dof.turns_about().is_some()) || *fully {
                let missing = [Dof::Rx, Dof::Ry, Dof::Rz].into_iter().filter(|dof| !part.dofs.contains(dof));
                layout.columns.extend(missing.map(|dof| (index, dof)));
            }
            let whole = layout.columns.len() - start;
            layout.bones.push(BoneColumns { start, dofs: part.dofs.len(), whole });
        }
        layout
    }

    /// The row of the rest pose: 0, or the bone's length where `l` is the whole length.
    pub(super) fn rest(&self, rig: &AcclaimRig) -> Vec<f64> {
        let value = |&(part, dof): &(usize, Dof)| match rig.parts.get(part) {
            Some(part) if dof == Dof::L && part.is_whole_length() => part.length,
            _ => 0.0,
        };
        self.columns.iter().map(value).collect()
    }

    pub(super) fn width(&self) -> usize {
        self.columns.len()
    }

    pub(super) fn of(&self, part: usize) -> BoneColumns {
        self.bones.at(part)
    }
}
