//! What rigs are told by: names, tree, rest pose and channels of a figure.

use std::collections::BTreeSet;

use glam::Vec3;

use super::names::{OwnNames, has, is_carrier, is_extra, with_side_first};
use crate::body::names::told_names;
use crate::checked::Checked;
use crate::model::Skeleton;

/// Smallest cosine between a bone and an axis along which it is said to point: 20 degrees.
const ALONG: f32 = 0.94;
/// Fewer sides apart from names say nothing about the others.
const FEWEST_SIDES: usize = 6;

/// With fewer bones an axis in common says nothing.
const FEWEST_BONES: usize = 8;
/// The axes along which bones may point.
const AXES: [&str; 6] = ["+x", "-x", "+y", "-y", "+z", "-z"];

/// A joint of the figure. End sites and sites are none.
#[derive(Debug, Clone)]
pub(super) struct NamedJoint {
    /// The own name, without prefix, in the file's letters.
    pub(super) name: String,
    /// The own name in lower case.
    pub(super) low: String,
    /// The parent's index among the joints.
    pub(super) parent: Option<usize>,
    /// Offset from the parent at rest: file units.
    pub(super) offset: Vec3,
    /// The letters of its rotation channels, in their order: `ZYX`. Empty without rotations.
    pub(super) order: String,
    /// Whether it has three position channels.
    pub(super) moves: bool,
}

/// Whether it is a joint that only shares the twist of another one, as generated bodies have them: `LeftArm_twist2` beside `LeftArm`.
fn is_twist(name: &str, all: &BTreeSet<String>) -> bool {
    let numbered = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
    numbered.strip_suffix("_twist").is_some_and(|twisted| all.contains(twisted))
}

/// The joints of a skeleton that have names, and their own names.
fn kept(skeleton: &Skeleton) -> (Vec<usize>, OwnNames) {
    let told = told_names(skeleton);
    let is_kept = |joint: &usize| skeleton.is_joint(*joint) && !told.at(*joint).is_empty();
    let kept: Vec<usize> = (0..skeleton.len()).filter(is_kept).collect();
    let names = OwnNames::new(kept.iter().map(|joint| told.at(*joint)));
    (kept, names)
}

/// The name of each joint without namespace, without what nine of ten names have in common before or behind, and without the number of a copy:
/// `LeftFoot` of `mixamorig:LeftFoot`. `None` for end sites and sites.
pub fn own_names(skeleton: &Skeleton) -> Vec<Option<String>> {
    let (kept, own) = kept(skeleton);
    let mut names = vec![None; skeleton.len()];
    kept.into_iter().zip(own.names).for_each(|(joint, name)| names.put(joint, Some(name)));
    names
}

/// A figure as rigs are told by it.
#[derive(Debug, Clone)]
pub(super) struct NamedFigure {
    pub(super) joints: Vec<NamedJoint>,
    pub(super) prefix: Option<String>,
    /// All names, in lower case.
    pub(super) all: BTreeSet<String>,
    /// The names of the body: without fingers, face, ends, props, and joints that share the twist of others.
    pub(super) body: BTreeSet<String>,
}

impl NamedFigure {
    /// The figure of a skeleton; `channels` are the texts of [`Source::channels`](crate::model::Source::channels), or none.
    pub(super) fn new(skeleton: &Skeleton, channels: &[Box<str>]) -> Self {
        let (kept, OwnNames { names, prefix }) = kept(skeleton);
        // The parent of a joint without a name of its own is that of the one above.
        let place = |joint: usize| skeleton.up_from(joint).skip(1).find_map(|above| kept.binary_search(&above).ok());
        let joints = kept.iter().zip(names).map(|(joint, name)| {
            let text = channels.get(*joint).map_or("", |text| text);
            let Channels { order, positions } = Channels::of(text);
            let offset = skeleton.rest_translations().at(*joint);
            let low = name.to_lowercase();
            NamedJoint { name, low, parent: place(*joint), offset, order, moves: positions >= 3 }
        });
        Self::of(joints.collect(), prefix)
    }

    fn of(joints: Vec<NamedJoint>, prefix: Option<String>) -> Self {
        let all: BTreeSet<String> = joints.iter().map(|joint| joint.low.clone()).collect();
        let body = all.iter().filter(|name| !is_extra(name) && !is_twist(name, &all)).cloned().collect();
        Self { joints, prefix, all, body }
    }

    /// The figure with sides as the first word of names, `LeftArm` for `L_arm`; `None` where too few names have one apart.
    pub(super) fn with_sides_first(&self) -> Option<Self> {
        let mut turned = 0;
        let joints = self.joints.iter().map(|joint| match with_side_first(&joint.name) {
            Some(name) => {
                turned += 1;
                NamedJoint { low: name.to_lowercase(), name, ..joint.clone() }
            }
            None => joint.clone(),
        });
        let joints: Vec<NamedJoint> = joints.collect();
        (turned >= FEWEST_SIDES).then(|| Self::of(joints, self.prefix.clone()))
    }

    /// Whether there are joints of all these names, which blanks part.
    pub(super) fn has(&self, names: &str) -> bool {
        names.split(' ').all(|name| self.all.contains(&name.to_lowercase()))
    }

    /// Whether a name has this word.
    pub(super) fn has_word(&self, word: &str) -> bool {
        self.all.iter().any(|name| has(name, word))
    }

    fn find(&self, name: &str) -> Option<&NamedJoint> {
        self.joints.iter().find(|joint| joint.low.eq_ignore_ascii_case(name))
    }

    /// The first joint that is no node above the body, and its index.
    pub(super) fn main_root(&self) -> Option<(usize, &NamedJoint)> {
        let after = self.joints.iter().enumerate().take_while(|(_, joint)| is_carrier(&joint.low)).count();
        self.joints.get(after).map(|joint| (after, joint)).or(self.joints.first().map(|joint| (0, joint)))
    }

    /// Names of the nodes above the body: a reference, an armature.
    pub(super) fn carriers(&self) -> impl Iterator<Item = &str> {
        let end = self.main_root().map_or(0, |(root, _)| root);
        self.joints.iter().take(end).map(|joint| joint.low.as_str())
    }

    /// The name of the root's first child, in lower case.
    pub(super) fn first_child(&self) -> &str {
        let Some((root, _)) = self.main_root() else { return "" };
        let first = self.joints.iter().find(|joint| joint.parent == Some(root));
        first.map_or("", |joint| joint.low.as_str())
    }

    /// The name of a joint's parent, in lower case.
    pub(super) fn parent(&self, name: &str) -> &str {
        let parent = self.find(name).and_then(|joint| self.joints.get(joint.parent?));
        parent.map_or("", |joint| joint.low.as_str())
    }

    /// The axis along which a joint is from its parent: `+x`, or `mixed`; empty for a joint that is not there, `0` at its parent.
    pub(super) fn axis(&self, name: &str) -> &'static str {
        self.find(name).map_or("", |joint| axis_of(joint.offset))
    }

    /// The most frequent rotation order.
    pub(super) fn order(&self) -> &str {
        let orders = self.joints.iter().filter(|joint| !joint.order.is_empty()).map(|joint| joint.order.as_str());
        let mut counts: Vec<(&str, usize)> = Vec::new();
        for order in orders {
            match counts.iter_mut().find(|(known, _)| *known == order) {
                Some((_, count)) => *count += 1,
                None => counts.push((order, 1)),
            }
        }
        // Of equals the first one.
        counts.iter().rev().max_by_key(|(_, count)| *count).map_or("", |(order, _)| order)
    }

    /// The different rotation orders.
    pub(super) fn orders(&self) -> BTreeSet<&str> {
        self.joints.iter().map(|joint| joint.order.as_str()).filter(|order| !order.is_empty()).collect()
    }

    /// Number of joints with position channels.
    pub(super) fn moving(&self) -> usize {
        self.joints.iter().filter(|joint| joint.moves).count()
    }

    /// Whether each of several joints has position channels.
    pub(super) fn all_move(&self) -> bool {
        self.joints.len() > 1 && self.joints.iter().all(|joint| joint.moves)
    }

    /// The axis along which nearly all bones point at rest, with its sign: then the rest pose shows no body. Bones at a root do not count.
    pub(super) fn common_axis(&self) -> Option<&'static str> {
        let is_root = |joint: usize| self.joints.get(joint).is_none_or(|joint| joint.parent.is_none());
        let inner = self.joints.iter().filter(|joint| joint.parent.is_some_and(|parent| !is_root(parent)));
        let axes: Vec<&str> = inner.map(|joint| axis_of(joint.offset)).filter(|axis| *axis != "0").collect();
        let count = |axis: &str| axes.iter().filter(|own| **own == axis).count();
        AXES.into_iter().find(|axis| axes.len() >= FEWEST_BONES && count(axis) * 4 >= axes.len() * 3)
    }

    /// The largest extent of the rest pose along an axis: file units.
    pub(super) fn extent(&self) -> f32 {
        let mut points: Vec<Vec3> = Vec::with_capacity(self.joints.len());
        for joint in &self.joints {
            let above = joint.parent.and_then(|parent| points.get(parent)).copied();
            points.push(above.map_or(Vec3::ZERO, |above| above + joint.offset));
        }
        let (low, high) = points.iter().fold((Vec3::MAX, Vec3::MIN), |(low, high), at| (low.min(*at), high.max(*at)));
        if points.is_empty() { 0.0 } else { (high - low).max_element() }
    }
}

/// The axis along which an offset points; `mixed` between axes, `0` without a length.
pub(super) fn axis_of(offset: Vec3) -> &'static str {
    let length = offset.length();
    if length < 1e-9 {
        return "0";
    }
    let signed = offset.to_array().into_iter().flat_map(|part| [part, -part]);
    let along = signed.zip(AXES).find(|(part, _)| *part > ALONG * length);
    along.map_or("mixed", |(_, axis)| axis)
}

/// The parts of a joint's text of channels.
struct Channels {
    order: String,
    positions: usize,
}

impl Channels {
    /// Reads `Xposition Zrotation` and `tx rz`; words in parentheses are limits.
    fn of(text: &str) -> Self {
        let (mut order, mut positions) = (String::new(), 0);
        for word in text.split_whitespace().filter(|word| !word.contains(['(', ')'])) {
            let letter = |at: usize| word.chars().nth(at).map(|letter| letter.to_ascii_uppercase());
            if word.ends_with("rotation") {
                order.extend(letter(0));
            } else if word.ends_with("position") || word.starts_with('t') {
                positions += 1;
            } else if word.starts_with('r') {
                order.extend(letter(1));
            }
        }
        Self { order, positions }
    }
}
