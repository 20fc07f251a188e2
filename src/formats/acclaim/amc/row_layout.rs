//! The columns of a row: where each value of each bone is.

use crate::formats::acclaim::rig::{Dof, Rig};

/// The values of one bone: neighbours in the row.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct BoneColumns {
    pub(super) start: usize,
    /// How many values the skeleton asks for, in the order of its `dof` line.
    pub(super) dofs: usize,
    /// How many values there are when all three rotations are given. Those that the `dof` line does not name come last, in
    /// the order x, y, z; they are 0 where the file does not give them.
    pub(super) whole: usize,
}

/// The columns of all bones.
#[derive(Debug, Clone, Default)]
pub(super) struct RowLayout {
    /// Parallel to the skeleton's parts.
    pub(super) bones: Vec<BoneColumns>,
    /// Each column's part and what it moves.
    pub(super) columns: Vec<(usize, Dof)>,
}

impl RowLayout {
    /// `turned_fully` tells for each part whether the file gives it three rotations although the skeleton names none.
    pub(super) fn new(rig: &Rig, turned_fully: &[bool]) -> Self {
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

    /// The values of a row in which every bone is at rest: 0, and the length of a bone whose `l` is its whole length.
    pub(super) fn rest(&self, rig: &Rig) -> Vec<f64> {
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
        self.bones.get(part).copied().unwrap_or_default()
    }
}
