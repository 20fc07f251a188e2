//! A skeleton as the rules of the body see it: its tree, and what its names say.

use std::cell::OnceCell;

use glam::Vec3;

use super::names::{
    ANIMAL, ANKLE, BELOW_ANKLE, BEND, HELPER, MORE_BELOW_ANKLE, MORE_SHIN, MORE_THIGH, NOT_ANIMAL, SHIN, THIGH,
    english_key, find, holds_any, key, own_name, told_names,
};
use super::sides::without_side;
use super::{Side, ranked, sides};
use crate::checked::Checked;
use crate::model::Skeleton;

/// Joints of one part that are compared; the rest of a crowd of figures is ignored.
pub(super) const MAX_CANDIDATES: usize = 64;

/// The tables of words for names of joints. Rules that read a name in more than one way are here.
pub(super) struct Words {
    /// The form in which names are compared.
    key: fn(&str) -> Vec<u8>,
    /// Whether the name is that of a joint beside or within a bone: `twist`, `end`, `ik`.
    is_helper: fn(&Tree<'_>, usize) -> bool,
    thigh: &'static str,
    shin: &'static str,
    below_ankle: &'static str,
    /// How little two names look like those of a left and a right joint.
    unlike: fn(&Tree<'_>, usize, usize) -> u8,
    /// Whether a limb without its partner is paired with itself.
    takes_one: bool,
}

/// The words with which the weights of units and up axes were fitted.
pub(super) static FITTED: Words = Words {
    key,
    is_helper: |tree, joint| tree.holds(joint, HELPER),
    thigh: THIGH,
    shin: SHIN,
    below_ankle: BELOW_ANKLE,
    unlike: |_, _, _| 0,
    takes_one: true,
};

/// Words of more skeletons, Japanese ones among them, by which maps find the parts.
pub(super) static ALL: Words = Words {
    key: english_key,
    is_helper: |tree, joint| {
        let mut key = tree.key(joint).to_vec();
        while let Some(at) = find(&key, BEND.as_bytes()) {
            key.drain(at..at + BEND.len());
        }
        own_name(tree.skeleton.name(joint)).starts_with("__") || holds_any(&key, HELPER) || holds_any(&key, "virtual")
    },
    thigh: MORE_THIGH,
    shin: MORE_SHIN,
    below_ankle: MORE_BELOW_ANKLE,
    unlike: |tree, a, b| tree.unlike(a, b),
    takes_one: false,
};

/// Two joints of one part, and their fork.
pub(super) type Pair = (usize, [usize; 2]);

/// A skeleton, what its names say and how long its bones are.
pub(super) struct Tree<'a> {
    pub(super) skeleton: &'a Skeleton,
    /// Positions of all joints in some frames.
    pub(super) poses: &'a [Vec<Vec3>],
    words: &'static Words,
    keys: Vec<Vec<u8>>,
    sides: OnceCell<Vec<Side>>,
}

impl<'a> Tree<'a> {
    pub(super) fn new(skeleton: &'a Skeleton, poses: &'a [Vec<Vec3>], words: &'static Words) -> Self {
        let keys = told_names(skeleton).into_iter().map(words.key).collect();
        Self { skeleton, poses, words, keys, sides: OnceCell::new() }
    }

    pub(super) fn joints(&self) -> std::ops::Range<usize> {
        0..self.keys.len()
    }

    pub(super) fn key(&self, joint: usize) -> &[u8] {
        self.keys.get(joint).map_or(&[], Vec::as_slice)
    }

    pub(super) fn side(&self, joint: usize) -> Side {
        self.sides.get_or_init(|| sides(self.skeleton)).at(joint)
    }

    /// Whether the joint's name has one of the words.
    pub(super) fn holds(&self, joint: usize, words: &str) -> bool {
        holds_any(self.key(joint), words)
    }

    pub(super) fn is_helper(&self, joint: usize) -> bool {
        (self.words.is_helper)(self, joint)
    }

    /// Whether the joint's name has a word of the part and none of a helper.
    pub(super) fn is_called(&self, joint: usize, words: &str) -> bool {
        self.skeleton.is_joint(joint) && self.holds(joint, words) && !self.is_helper(joint)
    }

    pub(super) fn is_thigh(&self, joint: usize) -> bool {
        self.holds(joint, self.words.thigh)
    }

    /// Whether this is a bare `leg` below a thigh.
    pub(super) fn is_leg_below_thigh(&self, joint: usize) -> bool {
        let above = self.skeleton.parent(joint);
        self.holds(joint, "leg") && !self.is_thigh(joint) && above.is_some_and(|above| self.is_thigh(above))
    }

    pub(super) fn is_knee(&self, joint: usize) -> bool {
        self.holds(joint, self.words.shin)
    }

    pub(super) fn is_shin(&self, joint: usize) -> bool {
        self.skeleton.is_joint(joint)
            && (self.is_knee(joint) || self.is_leg_below_thigh(joint))
            && !self.is_helper(joint)
    }

    pub(super) fn is_foot(&self, joint: usize) -> bool {
        self.is_called(joint, ANKLE) && !self.holds(joint, self.words.below_ankle)
    }

    /// Whether a name has a word that only animals have.
    pub(super) fn is_animal(&self) -> bool {
        self.joints().any(|joint| self.holds(joint, ANIMAL) && !self.holds(joint, NOT_ANIMAL))
    }

    /// The ankles, or the joints below the knees where none is called so.
    pub(super) fn feet(&self) -> Option<Pair> {
        self.pair(&self.topmost(&|joint| self.is_foot(joint))).or_else(|| self.pair_below(&|joint| self.is_shin(joint)))
    }

    /// The first children of the pair of joints that match: the joints themselves where they have none.
    pub(super) fn pair_below(&self, matches: &dyn Fn(usize) -> bool) -> Option<Pair> {
        let (fork, pair) = self.pair(&self.topmost(matches))?;
        let first_child = |joint: usize| {
            let child = self.joints().find(|child| self.skeleton.parent(*child) == Some(joint));
            child.unwrap_or(joint)
        };
        Some((fork, pair.map(first_child)))
    }

    /// The joints that match and have no ancestor that does.
    pub(super) fn topmost(&self, matches: &dyn Fn(usize) -> bool) -> Vec<usize> {
        let mut found = Vec::new();
        self.skeleton.down_the_tree(|joint, above| {
            let below = above == Some(true);
            let topmost = !below && found.len() < MAX_CANDIDATES && matches(joint);
            if topmost {
                found.push(joint);
            }
            below || topmost
        });
        found
    }

    /// Of some joints the two whose names look most like those of a left and a right one, and whose paths from their fork differ least
    /// in joint count; of equals those with more joints. A single joint may be paired with itself, with its root as the fork.
    pub(super) fn pair(&self, found: &[usize]) -> Option<Pair> {
        if let [single] = *found {
            let root = self.skeleton.up_from(single).last().filter(|root| *root != single && self.words.takes_one)?;
            return Some((root, [single; 2]));
        }
        let mut best = None;
        for (index, &a) in found.iter().enumerate() {
            for &b in found.iter().skip(index + 1) {
                let Some((fork, above_a, above_b)) = self.skeleton.fork(a, b) else { continue };
                let unlike = (self.words.unlike)(self, a, b);
                let rank = (unlike, above_a.abs_diff(above_b), usize::MAX - above_a.min(above_b));
                if best.is_none_or(|(least, _)| rank < least) {
                    best = Some((rank, (fork, [a, b])));
                }
            }
        }
        best.map(|(_, pair)| pair)
    }

    /// From 0, for a left and a right joint with the same name otherwise, to 2.
    fn unlike(&self, a: usize, b: usize) -> u8 {
        let rest = |joint: usize| {
            let (_, mut rest) = without_side(self.skeleton.name(joint));
            rest.retain(|letter| letter.is_ascii_alphanumeric() || !letter.is_ascii());
            rest
        };
        match (self.side(a), self.side(b)) {
            (Side::Middle, _) | (_, Side::Middle) => 0,
            (side_a, side_b) if side_a == side_b => 2,
            _ => u8::from(rest(a) != rest(b)),
        }
    }

    /// Distance of two joints: the median over the poses, in the poses' unit.
    pub(super) fn distance(&self, a: usize, b: usize) -> f32 {
        let between = |pose: &Vec<Vec3>| Some(pose.get(a)?.distance(*pose.get(b)?));
        median(self.poses.iter().filter_map(between))
    }

    /// The median of a joint's height along `up`.
    pub(super) fn height(&self, joint: usize, up: Vec3) -> f32 {
        median(self.poses.iter().filter_map(|pose| Some(pose.get(joint)?.dot(up))))
    }

    /// Distance of a joint from its parent: the median over every fourth of the poses. 0 for a root.
    pub(super) fn bone(&self, joint: usize) -> f32 {
        let Some(parent) = self.skeleton.parent(joint) else { return 0.0 };
        let between = |pose: &Vec<Vec3>| Some(pose.get(joint)?.distance(*pose.get(parent)?));
        median(self.poses.iter().step_by(4).filter_map(between))
    }

    /// The joint's place in the first pose.
    pub(super) fn place(&self, joint: usize) -> Vec3 {
        self.poses.first().and_then(|pose| pose.get(joint)).copied().unwrap_or_default()
    }
}

fn median(values: impl Iterator<Item = f32>) -> f32 {
    let all: Vec<f32> = values.collect();
    ranked(&all, all.len() / 2)
}
