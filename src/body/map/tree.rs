//! A skeleton's tree with what its names say.

use std::cell::OnceCell;

use glam::Vec3;

use crate::body::names::{
    ANKLE, BALL, BELOW_WRIST, BEND, ELBOW, FINGER, HELPER, MORE_ELBOW, MORE_SHIN, MORE_THIGH, SHIN, THIGH, english_key,
    find, holds_any, own_name, told_names,
};
use crate::body::sides::without_side;
use crate::body::{Side, ranked, sides};
use crate::model::{JointKind, Skeleton};

/// Joints of one part that are compared; the rest of a crowd of figures is ignored.
const MAX_CANDIDATES: usize = 64;

/// A skeleton, what its names say and how long its bones are.
pub struct Tree<'a> {
    pub(super) skeleton: &'a Skeleton,
    /// The children of each joint.
    pub children: Vec<Vec<usize>>,
    pub(super) keys: Vec<Vec<u8>>,
    pub(super) sides: Vec<Side>,
    pub(super) poses: &'a [Vec<Vec3>],
    /// The names without sides and punctuation.
    names: OnceCell<Vec<String>>,
}

impl<'a> Tree<'a> {
    /// `poses` are positions of all joints.
    pub fn new(skeleton: &'a Skeleton, poses: &'a [Vec<Vec3>]) -> Self {
        let mut children = vec![Vec::new(); skeleton.len()];
        for (joint, parent) in skeleton.parent_of_each().enumerate() {
            if let Some(list) = parent.and_then(|parent| children.get_mut(parent)) {
                list.push(joint);
            }
        }
        let keys = told_names(skeleton).into_iter().map(english_key).collect();
        Self { skeleton, children, keys, sides: sides(skeleton), poses, names: OnceCell::new() }
    }

    pub(super) fn key(&self, joint: usize) -> &[u8] {
        self.keys.get(joint).map_or(&[], Vec::as_slice)
    }

    pub(super) fn holds(&self, joint: usize, words: &str) -> bool {
        holds_any(self.key(joint), words)
    }

    pub(super) fn side(&self, joint: usize) -> Side {
        self.sides.get(joint).copied().unwrap_or_default()
    }

    /// Whether it is neither an end nor a site.
    pub fn is_joint(&self, joint: usize) -> bool {
        self.skeleton.kinds().get(joint) == Some(&JointKind::Joint)
    }

    /// Whether the name is that of a joint beside or within a bone: `twist`, `end`, `ik`.
    pub(super) fn is_helper(&self, joint: usize) -> bool {
        let mut key = self.key(joint).to_vec();
        while let Some(at) = find(&key, BEND.as_bytes()) {
            key.drain(at..at + BEND.len());
        }
        let name = self.skeleton.names().get(joint).map_or("", |name| name);
        own_name(name).starts_with("__") || holds_any(&key, HELPER) || holds_any(&key, "virtual")
    }

    /// Whether the joint's name has a word of the part and none of a helper.
    pub(super) fn is_called(&self, joint: usize, words: &str) -> bool {
        self.is_joint(joint) && self.holds(joint, words) && !self.is_helper(joint)
    }

    pub(super) fn is_foot(&self, joint: usize) -> bool {
        self.is_called(joint, ANKLE) && !self.holds(joint, BALL) && !self.holds(joint, "heel")
    }

    pub(super) fn is_thigh(&self, joint: usize) -> bool {
        self.holds(joint, THIGH) || self.holds(joint, MORE_THIGH)
    }

    pub(super) fn is_elbow(&self, joint: usize) -> bool {
        self.holds(joint, ELBOW) || self.holds(joint, MORE_ELBOW)
    }

    pub(super) fn is_knee(&self, joint: usize) -> bool {
        self.holds(joint, SHIN) || self.holds(joint, MORE_SHIN)
    }

    /// Whether this is a bare `leg` below a thigh.
    pub(super) fn is_leg_below_thigh(&self, joint: usize) -> bool {
        let above = self.skeleton.parent(joint);
        self.holds(joint, "leg") && !self.is_thigh(joint) && above.is_some_and(|above| self.is_thigh(above))
    }

    pub(super) fn is_of_finger(&self, joint: usize) -> bool {
        self.holds(joint, FINGER) || self.holds(joint, BELOW_WRIST)
    }

    /// A joint and its ancestors, up to its root.
    pub fn up_from(&self, joint: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(joint), |&joint| self.skeleton.parent(joint))
    }

    /// The joints below `top` down to `end`, which is the last one. Empty if `end` is `top`.
    pub(super) fn chain(&self, top: usize, end: usize) -> Vec<usize> {
        let mut chain: Vec<usize> = self.up_from(end).take_while(|&joint| joint != top).collect();
        chain.reverse();
        chain
    }

    /// All joints below `top`, without it.
    pub fn all_below(&self, top: usize) -> Vec<usize> {
        let mut below = vec![false; self.children.len()];
        for joint in top + 1..below.len() {
            // Joints come after their parents.
            let is_below = |parent: usize| parent == top || below.get(parent) == Some(&true);
            let own = self.skeleton.parent(joint).is_some_and(is_below);
            below.get_mut(joint).into_iter().for_each(|slot| *slot = own);
        }
        (top + 1..below.len()).filter(|joint| below.get(*joint) == Some(&true)).collect()
    }

    /// The joints that match and have no ancestor that does.
    pub(super) fn topmost(&self, matches: impl Fn(usize) -> bool) -> Vec<usize> {
        let mut inside: Vec<bool> = Vec::with_capacity(self.keys.len());
        let mut found = Vec::new();
        for joint in 0..self.keys.len() {
            let below = self.skeleton.parent(joint).is_some_and(|parent| inside.get(parent) == Some(&true));
            let topmost = !below && found.len() < MAX_CANDIDATES && matches(joint);
            if topmost {
                found.push(joint);
            }
            inside.push(below || topmost);
        }
        found
    }

    /// Of some joints the two that are a left and a right one, with the same name otherwise, and whose paths from their fork differ
    /// least in joint count; of equals those with more joints.
    pub(super) fn pair(&self, found: &[usize]) -> Option<(usize, [usize; 2])> {
        let mut best = None;
        for (index, &a) in found.iter().enumerate() {
            for &b in found.iter().skip(index + 1) {
                let Some((fork, above_a, above_b)) = self.skeleton.fork(a, b) else { continue };
                let rank = (self.unlike(a, b), above_a.abs_diff(above_b), usize::MAX - above_a.min(above_b));
                if best.is_none_or(|(least, _)| rank < least) {
                    best = Some((rank, (fork, [a, b])));
                }
            }
        }
        best.map(|(_, pair)| pair)
    }

    /// How little two names look like those of a left and a right joint, from 0 to 2.
    fn unlike(&self, a: usize, b: usize) -> u8 {
        let (side_a, side_b) = (self.side(a), self.side(b));
        if side_a == side_b && side_a != Side::Middle {
            return 2;
        }
        let names = self.names.get_or_init(|| {
            let without = |name: &str| {
                let (_, mut rest) = without_side(name);
                rest.retain(|letter| letter.is_ascii_alphanumeric() || !letter.is_ascii());
                rest
            };
            self.skeleton.names().iter().map(|name| without(name)).collect()
        });
        let rest = |joint: usize| names.get(joint);
        u8::from(side_a != Side::Middle && side_b != Side::Middle && rest(a) != rest(b))
    }

    /// Distance of two joints: the median over the poses, in the poses' unit.
    pub fn distance(&self, a: usize, b: usize) -> f32 {
        let between = |pose: &Vec<Vec3>| Some(pose.get(a)?.distance(*pose.get(b)?));
        let all: Vec<f32> = self.poses.iter().filter_map(between).collect();
        ranked(&all, all.len() / 2)
    }

    /// The median of a joint's height along `up`.
    pub(super) fn height(&self, joint: usize, up: Vec3) -> f32 {
        let all: Vec<f32> = self.poses.iter().filter_map(|pose| Some(pose.get(joint)?.dot(up))).collect();
        ranked(&all, all.len() / 2)
    }

    /// The joint's place in the first pose.
    pub(super) fn place(&self, joint: usize) -> Vec3 {
        self.poses.first().and_then(|pose| pose.get(joint)).copied().unwrap_or_default()
    }
}
