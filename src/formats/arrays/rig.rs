//! Names and tree of the joints of an array, and the order in which parents come first.

use super::points::Points;
use super::tables::Table;
use super::tree;
use crate::formats::reading::ArrayJoints;

/// The joints of an array.
pub(super) struct ArrayRig {
    pub(super) names: Vec<String>,
    /// The array's index of each joint's parent; `None` for a root.
    pub(super) parents: Vec<Option<usize>>,
    /// Where they come from, for people.
    pub(super) why: String,
    pub(super) table: Option<&'static Table>,
}

impl ArrayRig {
    /// The rig of a table.
    pub(super) fn of_table(table: &'static Table, why: String) -> Self {
        let names = table.names().map(str::to_owned).collect();
        let parents = (0..table.len()).map(|joint| table.parent(joint)).collect();
        Self { names, parents, why, table: Some(table) }
    }

    /// The rig that the person asked for, if that is an inferred tree or points without bones.
    pub(super) fn stated(points: &Points, joints: Option<ArrayJoints>) -> Option<Self> {
        match joints? {
            ArrayJoints::Inferred => Some(Self::inferred(points)),
            ArrayJoints::Points => {
                Some(Self::of_points(points.joints, format!("{} points without bones, as stated", points.joints)))
            }
            ArrayJoints::Table(_) | ArrayJoints::Rotations => None,
        }
    }

    /// A tree that is inferred, or else points without bones.
    pub(super) fn inferred(points: &Points) -> Self {
        let count = points.joints;
        match tree::infer(points) {
            Some(parents) => {
                let why = format!("{count} joints; bones guessed where distances stay");
                Self { parents, ..Self::of_points(count, why) }
            }
            None => Self::of_points(count, format!("{count} points without bones: too many to guess them")),
        }
    }

    fn of_points(count: usize, why: String) -> Self {
        let names = (0..count).map(|joint| format!("joint_{joint}")).collect();
        Self { names, parents: vec![None; count], why, table: None }
    }

    /// The joints with parents first, otherwise in their own order. Joints in a circle are left out.
    pub(super) fn order(&self) -> Vec<usize> {
        let count = self.parents.len();
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); count];
        let mut ready = std::collections::BinaryHeap::new();
        for (joint, parent) in self.parents.iter().enumerate() {
            match parent.and_then(|parent| children.get_mut(parent)) {
                Some(children) => children.push(joint),
                None => ready.push(std::cmp::Reverse(joint)),
            }
        }
        let mut order = Vec::with_capacity(count);
        while let Some(std::cmp::Reverse(joint)) = ready.pop() {
            order.push(joint);
            if let Some(children) = children.get(joint) {
                ready.extend(children.iter().copied().map(std::cmp::Reverse));
            }
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parents_come_first_and_little_else_changes() {
        let order = |parents: &[Option<usize>]| {
            let names = parents.iter().map(|_| String::new()).collect();
            ArrayRig { names, parents: parents.to_vec(), why: String::new(), table: None }.order()
        };
        assert_eq!(order(&[None, Some(0), Some(0)]), [0, 1, 2]);
        assert_eq!(order(&[Some(2), None, Some(1), Some(0)]), [1, 2, 0, 3]);
        assert_eq!(order(&[None, Some(2), Some(1)]), [0], "a circle");
    }
}
