//! The columns of a row: which value of which bone is where.

use crate::formats::acclaim::rig::{Dof, Rig};

/// The values of one bone: neighbours in the row.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Columns {
    pub(super) start: usize,
    /// How many the skeleton asks for, in the order of its `dof` line.
    pub(super) dofs: usize,
    /// How many there are when every rotation is given: behind the others come those that the `dof` line does not name,
    /// in the order x, y, z. They are 0 in files that do not give them.
    pub(super) whole: usize,
}

/// Every bone's columns.
#[derive(Debug, Clone, Default)]
pub(super) struct Layout {
    /// Parallel to the skeleton's parts.
    pub(super) bones: Vec<Columns>,
    /// Each column's part and what it moves.
    pub(super) columns: Vec<(usize, Dof)>,
}

impl Layout {
    /// `turned_fully` tells of each part, when it has no rotations, whether the file gives it three all the same.
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
            layout.bones.push(Columns { start, dofs: part.dofs.len(), whole });
        }
        layout
    }

    pub(super) fn width(&self) -> usize {
        self.columns.len()
    }

    pub(super) fn of(&self, part: usize) -> Columns {
        self.bones.get(part).copied().unwrap_or_default()
    }
}
