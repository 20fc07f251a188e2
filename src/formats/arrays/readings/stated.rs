//! What somebody has said of rotations.

use crate::formats::arrays::tables::{self, Table};
use crate::formats::reading::{ArrayJoints, Meaning};

/// What is stated of rotations. Whatever is not said is guessed.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Stated<'o> {
    /// The numbers of a joint.
    pub(super) width: Option<usize>,
    /// The number of joints.
    pub(super) joints: Option<usize>,
    pub(super) axes: Option<&'o [Meaning]>,
}

impl Stated<'_> {
    /// Whether so many joints may be meant.
    pub(super) fn allows_joints(&self, joints: usize) -> bool {
        self.joints.is_none_or(|stated| stated == joints)
    }

    /// Whether these axes may be frames, joints and the numbers of a joint, of which an array of `all` has a last one: two axes of a matrix are
    /// one. Joints and numbers are on one axis in rows.
    pub(super) fn allows_axes(&self, all: usize, frames: Option<usize>, joints: usize, numbers: usize) -> bool {
        self.axes.is_none_or(|axes| {
            let find = |wanted: Meaning| axes.iter().position(|meaning| *meaning == wanted);
            let is_joint = if joints == numbers {
                find(Meaning::Numbers) == Some(joints)
            } else {
                (find(Meaning::Joints), find(Meaning::Coordinates)) == (Some(joints), Some(numbers))
            };
            is_joint && find(Meaning::Frames) == frames && axes.len() == all
        })
    }
}

/// The number of joints of a stated table.
pub(super) fn count_of(joints: Option<ArrayJoints>) -> Option<usize> {
    match joints {
        Some(ArrayJoints::Table(name)) => tables::called(name).map(Table::len),
        _ => None,
    }
}
