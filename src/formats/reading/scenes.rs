//! Rules that families of scenes share, whose files hold more than a skeleton: which nodes are joints, names of motions, channels in words.

use crate::checked::Checked;
use crate::compact::sorting::sort_by;
use crate::error::Limits;
use crate::model::{Behaviour, JointKind, Skeleton};

/// A scale, or a part of another value, that differs from rest by no more than this share comes from rounding.
pub(crate) const ROUNDING: f64 = 5e-6;

/// The nodes of a scene.
pub(crate) struct SceneTree<'a> {
    /// The parent of each node.
    pub(crate) parents: &'a [Option<usize>],
    /// All nodes, parents first.
    pub(crate) order: &'a [usize],
    /// The nodes that are joints for certain.
    pub(crate) members: &'a [bool],
}

/// The part of each node in the skeleton; `None` for one that is not in it.
///
/// All that lies between and above the members carries them, and belongs to the skeleton, too: nodes between two members are joints, and those
/// above all members are frames, which are left out where `does_nothing` says so. Trees of nodes below a joint of which no one
/// `holds_something` are joints that no one moves, and their leaves are end sites.
pub(crate) fn roles(
    tree: &SceneTree<'_>,
    holds_something: impl Fn(usize) -> bool,
    does_nothing: impl Fn(usize, bool) -> bool,
) -> Vec<Option<JointKind>> {
    let SceneTree { parents, order, members } = *tree;
    let parent = |node: usize| parents.get(node).copied().flatten();
    // Whether a node carries a member, or is one.
    let mut carries = members.to_vec();
    // Whether a node and all below it hold nothing.
    let mut bare = vec![true; parents.len()];
    let mut has_children = vec![false; parents.len()];
    for &node in order.iter().rev() {
        let is_bare = bare.at(node) && !holds_something(node);
        bare.put(node, is_bare);
        if let Some(parent) = parent(node) {
            has_children.put(parent, true);
            let carried = carries.at(node);
            carries.change(parent, |carries| *carries |= carried);
            bare.change(parent, |bare| *bare &= is_bare);
        }
    }
    let mut roles = vec![None; parents.len()];
    for &node in order {
        let above = parent(node).and_then(|parent| roles.at(parent));
        let is_below = above == Some(JointKind::Joint);
        let role = if members.at(node) || carries.at(node) && is_below {
            Some(JointKind::Joint)
        } else if carries.at(node) {
            (!does_nothing(node, above.is_none())).then_some(JointKind::Frame)
        } else {
            let kind = if has_children.at(node) { JointKind::Joint } else { JointKind::EndSite };
            (is_below && bare.at(node)).then_some(kind)
        };
        roles.put(node, role);
    }
    roles
}

/// The start of a text, of at most so many bytes.
pub(crate) fn start_of(text: &str, most: usize) -> &str {
    let end = (0..=most.min(text.len())).rev().find(|end| text.is_char_boundary(*end));
    text.get(..end.unwrap_or(0)).unwrap_or_default()
}

/// The name of an animation of a scene: its own, else the clip's if it is the only one of `count`, else its number.
pub(crate) fn behaviour_name(own: &str, index: usize, count: usize, clip: &str, limits: &Limits) -> String {
    let own = start_of(own, limits.name_bytes);
    if !own.trim().is_empty() {
        own.to_owned()
    } else if count == 1 {
        clip.to_owned()
    } else {
        format!("animation {}", index + 1)
    }
}

/// Appends numbers to names that repeat an earlier one: menus and links find behaviours by name.
pub(crate) fn make_names_unique(behaviours: &mut [Behaviour]) {
    let mut names: Vec<(String, usize)> =
        behaviours.iter().enumerate().map(|(index, behaviour)| (behaviour.name.clone(), index)).collect();
    sort_by(&mut names, Ord::cmp);
    let is_known = |name: &String| names.binary_search_by(|(known, _)| known.cmp(name)).is_ok();
    for same in names.chunk_by(|a, b| a.0 == b.0) {
        let [(name, _), others @ ..] = same else { continue };
        let mut numbered = (2_u32..).map(|number| format!("{name} {number}")).filter(|name| !is_known(name));
        for (_, index) in others {
            if let (Some(behaviour), Some(name)) = (behaviours.get_mut(*index), numbered.next()) {
                behaviour.name = name;
            }
        }
    }
}

/// The channels that move each joint, in words.
pub(crate) fn channels(skeleton: &Skeleton, behaviours: &[Behaviour]) -> Vec<Box<str>> {
    let mut moved = vec![[false; 3]; skeleton.len()];
    for Behaviour { motion, .. } in behaviours {
        let tracks = [motion.translations().joints(), motion.rotations().joints(), motion.scales().joints()];
        for (track, joints) in tracks.into_iter().enumerate() {
            for joint in joints {
                moved.change(usize::from(*joint), |moved| moved.put(track, true));
            }
        }
    }
    let words = |moved: [bool; 3]| {
        let words = ["translation", "rotation", "scale"].into_iter().zip(moved);
        words.filter(|(_, moved)| *moved).map(|(word, _)| word).collect::<Vec<_>>().join(" ").into_boxed_str()
    };
    moved.into_iter().map(words).collect()
}
