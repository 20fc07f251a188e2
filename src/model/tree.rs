//! Walks over a skeleton's tree. Indices of joints, in the skeleton's order: parents come before their children.

use super::Skeleton;
use crate::checked::Checked;

impl Skeleton {
    /// A joint and its ancestors, up to its root.
    pub fn up_from(&self, joint: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(joint), |&joint| self.parent(joint))
    }

    /// Whether a joint is `top` or below it.
    pub fn is_within(&self, joint: usize, top: usize) -> bool {
        self.up_from(joint).any(|above| above == top)
    }

    /// The joints below `top` down to `end`, which is the last one. Empty if `end` is `top`; from the root of `end` if it is not below `top`.
    pub fn chain(&self, top: usize, end: usize) -> Vec<usize> {
        let mut chain: Vec<usize> = self.up_from(end).take_while(|&joint| joint != top).collect();
        chain.reverse();
        chain
    }

    /// The nearest common ancestor of two joints, and the number of joints from each up to it. `None` if they have none.
    pub fn fork(&self, mut a: usize, mut b: usize) -> Option<(usize, usize, usize)> {
        let (mut above_a, mut above_b) = (0, 0);
        while a != b {
            // Parents come before their children.
            if a > b {
                a = self.parent(a)?;
                above_a += 1;
            } else {
                b = self.parent(b)?;
                above_b += 1;
            }
        }
        Some((a, above_a, above_b))
    }

    /// All joints below `top`, without it. Takes one pass over the skeleton.
    pub fn all_below(&self, top: usize) -> Vec<usize> {
        let within = self.down_the_tree(|joint, above| joint == top || above == Some(true));
        (0..within.len()).filter(|joint| within.at(*joint) && *joint != top).collect()
    }

    /// The children of each joint.
    pub fn children_of_each(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.len()];
        for joint in 0..self.len() {
            if let Some(parent) = self.parent(joint) {
                children.change(parent, |list| list.push(joint));
            }
        }
        children
    }

    /// A value for each joint, made of its index and its parent's value, which is `None` for a root.
    pub fn down_the_tree<T: Copy>(&self, mut value: impl FnMut(usize, Option<T>) -> T) -> Vec<T> {
        let mut values: Vec<T> = Vec::with_capacity(self.len());
        for joint in 0..self.len() {
            let above = self.parent(joint).and_then(|parent| values.get(parent)).copied();
            values.push(value(joint, above));
        }
        values
    }

    /// The figure of each joint, from 0: one for each root that has joints below it. `None` for what moves beside the figures.
    pub fn figures(&self) -> Vec<Option<usize>> {
        let roots = self.down_the_tree(|joint, root| root.unwrap_or(joint));
        let mut has_joints = vec![false; self.len()];
        for (joint, root) in roots.iter().enumerate() {
            has_joints.change(*root, |has_joints| *has_joints |= self.is_joint(joint));
        }
        let all = has_joints.iter().enumerate().filter(|(_, has_joints)| **has_joints);
        let figures: Vec<usize> = all.map(|(root, _)| root).collect();
        roots.iter().map(|root| figures.binary_search(root).ok()).collect()
    }
}

#[cfg(test)]
mod tests {
    use glam::{Quat, Vec3};

    use crate::error::Limits;
    use crate::model::{JointKind, Skeleton, SkeletonBuilder};

    /// A skeleton with these parents, -1 for roots. The last node is a frame.
    fn skeleton(parents: &[i32]) -> Skeleton {
        let mut b = SkeletonBuilder::new(&Limits::default());
        for (joint, parent) in parents.iter().enumerate() {
            let kind = if joint + 1 == parents.len() { JointKind::Frame } else { JointKind::Joint };
            b.add("j", u16::try_from(*parent).ok(), kind, Vec3::ZERO, Quat::IDENTITY).unwrap();
        }
        b.finish().unwrap()
    }

    #[test]
    fn walks_follow_the_parents() {
        // 0 carries 1 and 3, 1 carries 2 and 5; 4 and 6 are other roots.
        let tree = skeleton(&[-1, 0, 1, 0, -1, 1, -1]);
        assert_eq!(tree.up_from(5).collect::<Vec<_>>(), [5, 1, 0]);
        assert_eq!((tree.chain(0, 5), tree.chain(5, 5)), (vec![1, 5], vec![]));
        assert_eq!((tree.is_within(5, 1), tree.is_within(1, 1), tree.is_within(3, 1)), (true, true, false));
        assert_eq!((tree.all_below(0), tree.all_below(1), tree.all_below(4)), (vec![1, 2, 3, 5], vec![2, 5], vec![]));
        assert_eq!(tree.children_of_each()[..2], [vec![1, 3], vec![2, 5]]);
        assert_eq!((tree.fork(2, 3), tree.fork(2, 1), tree.fork(2, 4)), (Some((0, 2, 1)), Some((1, 1, 0)), None));
        assert_eq!(tree.down_the_tree(|_, above: Option<u32>| above.map_or(0, |above| above + 1))[..4], [0, 1, 2, 1]);
        assert_eq!(tree.figures(), [Some(0), Some(0), Some(0), Some(0), Some(1), Some(0), None]);
        // No walk reaches an index out of range.
        assert_eq!((tree.all_below(9), tree.is_within(9, 0), tree.fork(9, 0)), (vec![], false, None));
        assert!(tree.is_joint(4) && !tree.is_joint(6) && !tree.is_joint(9));
    }
}
