//! Writes Biovision Hierarchy (`.bvh`).

use std::fmt::Write;

use glam::{DQuat, DVec3};

use super::figure::{FullPose, Rigid, RigidPose, Unturned, WorldTree, reach};
use super::names::{UsedNames, plain_names};
use super::number::{Decimals, push};
use super::readable::{check_frames, check_skeleton};
use super::{RotationOrder, Sampling, WriteError, behaviour, names};
use marey::checked::Checked;
use marey::euler::angles;
use marey::model::{Clip, Format, Motion, Skeleton};

/// Options of a BVH. The default suits most readers: six channels for roots, three for every other joint.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct BvhOptions {
    /// The moments that become frames.
    pub sampling: Sampling,
    /// The order of rotation channels. `None`: that of the joint's own channels where the clip came from a BVH, else ZXY.
    pub order: Option<RotationOrder>,
    /// Orders of single joints, by their indices.
    pub orders: Vec<(u16, RotationOrder)>,
    /// The joints with position channels, by their indices; all others stay where they are in the first frame. `None`: roots, and joints that
    /// move.
    pub positions: Option<Vec<u16>>,
    /// Omits rotation channels that are always 0, so that a hinge has one. Some readers expect three for every joint.
    pub leave_out_still_channels: bool,
    /// Writes [sites](marey::model::JointKind::Site), points fixed to a joint, as end sites. Otherwise they are left out.
    pub sites: bool,
    /// Writes a file that all programs read alike, at the cost of the rest pose and of some names:
    /// - Roots and joints that move have an `OFFSET` of 0, and their positions in channels. Programs disagree whether positions
    ///   replace the offset (Blender) or add to it (three.js); with an offset of 0 both give the same result.
    /// - Names are unique and consist of letters, digits, `_` and `-`.
    /// - Several roots become children of an added joint, which stays at the origin.
    ///
    /// [`bvh_changes`] returns the changed names and the added root.
    pub portable: bool,
    /// Decimals of lengths. `None`: as many as restore the clip's numbers.
    pub length_decimals: Option<usize>,
    /// Decimals of angles in degrees. `None`: five.
    pub angle_decimals: Option<usize>,
    /// Decimals of the frame time in seconds. `None`: as many as restore it. A program may compare it as text, with 0.033333 for instance.
    pub time_decimals: Option<usize>,
}

/// Writes a behaviour as BVH text.
///
/// A BVH has no rest rotations: every joint's frame is made parallel to the world, so that all angles of the rest pose are 0.
/// Joints that move relative to their parent have position channels, whose values replace the `OFFSET`, as most files and
/// programs read them. The `OFFSET` is the rest offset. If it would make readers that decide by the numbers take the
/// positions for additions, it is the joint's first position instead. The file states neither unit nor up axis.
///
/// Several roots become several `ROOT`s, which not every reader accepts: see [`BvhOptions::portable`]. [`names`] lists the
/// changes of names.
///
/// # Errors
/// [`WriteError::NoBehaviour`], [`WriteError::Scale`], [`WriteError::UnevenFrames`], [`WriteError::BadRate`], and
/// [`WriteError::TooManyJoints`], [`WriteError::TooDeep`] and [`WriteError::Build`] for more than Marey's reader accepts.
pub fn bvh(clip: &Clip, behaviour: usize, options: &BvhOptions) -> Result<String, WriteError> {
    let motion = self::behaviour(clip, behaviour)?;
    let skeleton = &*clip.skeleton;
    let frame_time = options.sampling.frame_time(motion, Format::Bvh)?;
    let frame_count = options.sampling.count(motion)?;
    let rest = Rigid::new(skeleton, Format::Bvh).rest()?;
    let size = reach(skeleton, &rest);
    let tree = WorldTree::of_body(skeleton, options.sites);
    let (portable, common_root) = if options.portable { portable_names(skeleton, &tree) } else { Default::default() };
    let plan = BvhPlan {
        skeleton,
        stated: &clip.source.channels,
        motion,
        options,
        frame_count,
        unturned: Unturned::new(skeleton, &rest),
        names: names(skeleton, Format::Bvh),
        portable,
        common_root,
        tree,
        decimals: Decimals::new(options.length_decimals, options.angle_decimals, size),
        tolerance: size * 1e-9,
    };
    let nodes = plan.nodes(&rest)?;
    plan.check_size(&nodes)?;
    let mut out = String::from("HIERARCHY\n");
    plan.hierarchy(&nodes, &mut out);
    let _ = write!(out, "MOTION\nFrames: {frame_count}\nFrame Time: ");
    frame_time_text(&mut out, frame_time, options.time_decimals);
    plan.rows(&nodes, &mut out)?;
    Ok(out)
}

/// A frame time that its decimals would make zero has all of them.
fn frame_time_text(out: &mut String, seconds: f64, decimals: Option<usize>) {
    let start = out.len();
    if let Some(decimals) = decimals {
        push(out, seconds, decimals);
    }
    if decimals.is_none() || out.get(start..) == Some("0") {
        out.truncate(start);
        let _ = write!(out, "{seconds}");
    }
    out.push('\n');
}

/// The order of a joint's rotation channels in the BVH that was read, `Zrotation Xrotation`. Axes without a channel come last. `None` without
/// rotations, and where an axis has two.
fn stated_order(channels: &str) -> Option<RotationOrder> {
    let axis = |word: &str| match word {
        "Xrotation" => Some(0),
        "Yrotation" => Some(1),
        "Zrotation" => Some(2),
        _ => None,
    };
    let stated: Vec<usize> = channels.split_ascii_whitespace().filter_map(axis).collect();
    if stated.is_empty() {
        return None;
    }
    let others = RotationOrder::Zxy.axes().into_iter().filter(|axis| !stated.contains(axis));
    let all: Vec<usize> = stated.iter().copied().chain(others).collect();
    RotationOrder::of(all.try_into().ok()?)
}

/// Changes of a skeleton by [`BvhOptions::portable`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BvhChanges {
    /// Renamed joints with their new names, without end sites.
    pub renamed: Vec<(u16, String)>,
    /// Name of the joint added above several roots.
    pub common_root: Option<String>,
}

/// The changes that [`bvh`] makes to a skeleton with these options.
pub fn bvh_changes(skeleton: &Skeleton, options: &BvhOptions) -> BvhChanges {
    if !options.portable {
        return BvhChanges::default();
    }
    let (names, common_root) = portable_names(skeleton, &WorldTree::of_body(skeleton, options.sites));
    let is_end = |joint: u16| skeleton.kinds().get(usize::from(joint)).is_some_and(|kind| kind.is_point());
    let renamed = skeleton.names().iter().zip(names).zip(0_u16..);
    let renamed = renamed.filter(|((own, name), joint)| ***own != **name && !is_end(*joint));
    BvhChanges { renamed: renamed.map(|((_, name), joint)| (joint, name)).collect(), common_root }
}

/// Names of all joints, and of the joint added above several roots.
fn portable_names(skeleton: &Skeleton, tree: &WorldTree) -> (Vec<String>, Option<String>) {
    let mut used = UsedNames::default();
    let names = plain_names(skeleton, &mut used);
    let common_root = (tree.roots.len() > 1).then(|| used.make_unique("root".to_owned(), str::to_owned));
    (names, common_root)
}

struct BvhPlan<'a> {
    skeleton: &'a Skeleton,
    /// Each joint's channels in the file that was read.
    stated: &'a [Box<str>],
    motion: &'a Motion,
    options: &'a BvhOptions,
    frame_count: usize,
    unturned: Unturned,
    names: Vec<String>,
    /// Portable names of joints without end sites; empty if `names` apply.
    portable: Vec<String>,
    /// Name of the joint added above several roots.
    common_root: Option<String>,
    tree: WorldTree,
    decimals: Decimals,
    /// Shorter movements count as none.
    tolerance: f64,
}

/// Channels of the joint added above several roots.
const COMMON_CHANNELS: &str = "\tCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n";

struct BvhJoint {
    offset: DVec3,
    is_end: bool,
    /// Whether it has position channels.
    moves: bool,
    order: RotationOrder,
    /// Whether each of the three angles has a channel.
    turns: [bool; 3],
}

/// Range of a joint's movement over all frames.
#[derive(Clone)]
struct JointRange {
    first: DVec3,
    moves: bool,
    /// Smallest squared distances of its positions to the rest offset and to zero.
    nearest_to_rest: f64,
    nearest_to_zero: f64,
    turns: [bool; 3],
    last: [f64; 3],
}

impl BvhPlan<'_> {
    /// Calls `visit` with the pose of every written frame, in order.
    fn frames(&self, mut visit: impl FnMut(usize, &RigidPose)) -> Result<(), WriteError> {
        let mut full = FullPose::rest(self.skeleton);
        let mut rigid = Rigid::new(self.skeleton, Format::Bvh);
        for frame in 0..self.frame_count {
            full.sample(self.motion, self.options.sampling, frame);
            visit(frame, rigid.of(&full)?);
        }
        Ok(())
    }

    fn order(&self, joint: usize) -> RotationOrder {
        let own = self.options.orders.iter().find(|(known, _)| usize::from(*known) == joint);
        let stated = || self.stated.get(joint).and_then(|channels| stated_order(channels));
        own.map(|(_, order)| *order).or(self.options.order).or_else(stated).unwrap_or_default()
    }

    /// Whether a joint has position channels; `is_moving` tells that its position changes.
    fn has_positions(&self, joint: usize, is_moving: bool) -> bool {
        match &self.options.positions {
            Some(listed) => listed.iter().any(|known| usize::from(*known) == joint),
            None => is_moving || self.skeleton.parent(joint).is_none(),
        }
    }

    /// Describes every joint of the skeleton, by its movement in all frames.
    fn nodes(&self, rest: &RigidPose) -> Result<Vec<BvhJoint>, WriteError> {
        let offset = |joint: usize| self.unturned.local(rest, joint).0;
        let new = |joint| JointRange {
            first: offset(joint),
            moves: false,
            nearest_to_rest: f64::INFINITY,
            nearest_to_zero: f64::INFINITY,
            turns: [!self.options.leave_out_still_channels; 3],
            last: [0.0; 3],
        };
        let mut seen: Vec<JointRange> = (0..self.skeleton.len()).map(new).collect();
        let orders: Vec<RotationOrder> = (0..self.skeleton.len()).map(|joint| self.order(joint)).collect();
        self.frames(|frame, pose| {
            for ((joint, seen), order) in seen.iter_mut().enumerate().zip(&orders) {
                let (at, turn) = self.unturned.local(pose, joint);
                if frame == 0 {
                    seen.first = at;
                }
                seen.moves |= at.distance(seen.first) > self.tolerance;
                seen.nearest_to_rest = seen.nearest_to_rest.min(at.distance_squared(offset(joint)));
                seen.nearest_to_zero = seen.nearest_to_zero.min(at.length_squared());
                if seen.turns != [true; 3] {
                    seen.last = angles(*order, turn, seen.last);
                    for (turns, angle) in seen.turns.iter_mut().zip(seen.last) {
                        *turns |= self.is_written(angle);
                    }
                }
            }
        })?;
        let node = |(joint, seen): (usize, &JointRange)| {
            let is_point = self.skeleton.kinds().get(joint).is_some_and(|kind| kind.is_point());
            let moves = self.has_positions(joint, seen.moves);
            // Readers that decide by the numbers whether positions replace the offset compare these two distances.
            let replaces = seen.nearest_to_rest < 0.99 * seen.nearest_to_zero;
            BvhJoint {
                offset: if moves && self.options.portable {
                    DVec3::ZERO
                } else if moves && replaces {
                    offset(joint)
                } else {
                    seen.first
                },
                is_end: is_point && !moves && self.tree.children(joint).is_empty(),
                moves,
                order: orders.at(joint),
                turns: seen.turns,
            }
        };
        Ok(seen.iter().enumerate().map(node).collect())
    }

    /// Whether an angle differs from 0 with the written decimals.
    fn is_written(&self, angle: f64) -> bool {
        let mut text = String::new();
        self.decimals.angle(&mut text, angle);
        text != "0"
    }

    fn check_size(&self, nodes: &[BvhJoint]) -> Result<(), WriteError> {
        let (mut joints, mut deepest, mut turned, mut moved) = (0, 0, 0, 0);
        self.walk(nodes, |TreeStep { node, depth, opens, .. }| {
            if opens {
                joints += 1;
                deepest = deepest.max(depth + usize::from(!node.is_end));
                turned += usize::from(!node.is_end && node.turns != [false; 3]);
                moved += usize::from(node.moves);
            }
        });
        let added = usize::from(self.common_root.is_some());
        check_skeleton(Format::Bvh, joints + added, deepest)?;
        check_frames(self.frame_count, turned + added, moved + added)
    }

    /// Visits the joints in file order, each before and after its children.
    fn walk<'n>(&self, nodes: &'n [BvhJoint], mut visit: impl FnMut(TreeStep<'n>)) {
        let top = usize::from(self.common_root.is_some());
        let mut stack: Vec<(usize, usize, bool)> =
            self.tree.roots.iter().rev().map(|root| (*root, top, true)).collect();
        while let Some((joint, depth, opens)) = stack.pop() {
            let Some(node) = nodes.get(joint) else { continue };
            visit(TreeStep { joint, node, depth, opens });
            if opens {
                stack.push((joint, depth, false));
                stack.extend(self.tree.children(joint).iter().rev().map(|child| (*child, depth + 1, true)));
            }
        }
    }

    fn hierarchy(&self, nodes: &[BvhJoint], out: &mut String) {
        if let Some(name) = &self.common_root {
            // The order of rotations does not matter: this joint never turns.
            for part in ["ROOT ", name, "\n{\n\tOFFSET 0 0 0\n", COMMON_CHANNELS] {
                out.push_str(part);
            }
        }
        self.walk(nodes, |TreeStep { joint, node, depth, opens }| {
            let tabs = "\t".repeat(depth);
            if !opens {
                let _ = writeln!(out, "{tabs}}}");
                return;
            }
            let plain = self.portable.get(joint).filter(|_| !node.is_end);
            let name = plain.or_else(|| self.names.get(joint)).map_or("", String::as_str);
            let head = match (node.is_end, depth) {
                (true, _) if name == "End Site" || name.is_empty() => "End Site".to_owned(),
                (true, _) => format!("End Site {name}"),
                (false, 0) => format!("ROOT {name}"),
                (false, _) => format!("JOINT {name}"),
            };
            let _ = write!(out, "{tabs}{}\n{tabs}{{\n{tabs}\tOFFSET ", head.trim_end());
            self.decimals.vector(out, node.offset);
            out.push('\n');
            if node.is_end {
                return;
            }
            let mut list = String::new();
            let positions = if node.moves { 3 } else { 0 };
            if node.moves {
                list.push_str(" Xposition Yposition Zposition");
            }
            for (axis, _) in node.order.axes().into_iter().zip(node.turns).filter(|(_, turns)| *turns) {
                let _ = write!(list, " {}rotation", ["X", "Y", "Z"][axis]);
            }
            let count = positions + node.turns.iter().filter(|turns| **turns).count();
            let _ = writeln!(out, "{tabs}\tCHANNELS {count}{list}");
        });
        if self.common_root.is_some() {
            out.push_str("}\n");
        }
    }

    fn rows(&self, nodes: &[BvhJoint], out: &mut String) -> Result<(), WriteError> {
        let mut order = Vec::new();
        self.walk(nodes, |step| {
            if step.opens && !step.node.is_end {
                order.push((step.joint, step.node, [0.0; 3]));
            }
        });
        self.frames(|_, pose| {
            let start = out.len();
            if self.common_root.is_some() {
                out.push_str("0 0 0 0 0 0 ");
            }
            for (joint, node, last) in &mut order {
                let (at, turn): (DVec3, DQuat) = self.unturned.local(pose, *joint);
                if node.moves {
                    self.decimals.vector(out, at);
                    out.push(' ');
                }
                if node.turns != [false; 3] {
                    *last = angles(node.order, turn, *last);
                }
                for (angle, _) in last.iter().zip(node.turns).filter(|(_, turns)| *turns) {
                    self.decimals.angle(out, *angle);
                    out.push(' ');
                }
            }
            out.truncate(out.trim_end_matches(' ').len().max(start));
            out.push('\n');
        })
    }
}

/// A visit of a joint, before its children (`opens`) or after them.
struct TreeStep<'n> {
    joint: usize,
    node: &'n BvhJoint,
    depth: usize,
    opens: bool,
}
