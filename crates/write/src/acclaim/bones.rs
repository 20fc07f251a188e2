//! Converts joints to Acclaim bones, each of which starts at the tip of its parent.

use glam::{DQuat, DVec3};

use super::AcclaimOptions;
use crate::WriteError;
use crate::figure::{FullPose, Rigid, RigidPose, Sampling, Unturned, WorldTree, reach};
use crate::names::{UsedNames, names};
use crate::number::Decimals;
use crate::readable::check_skeleton;
use marey::checked::Checked;
use marey::euler::{self, RotationOrder};
use marey::model::{Axis, Clip, Format, MOVED, Skeleton};

pub(super) struct AsfBone {
    pub(super) name: String,
    /// Index of the parent bone. `None` for children of the root.
    pub(super) parent: Option<usize>,
    /// The joint at the bone's start. `None` for a bone that only connects two joints.
    pub(super) joint: Option<usize>,
    /// The joint's rest offset from its parent.
    pub(super) rest: DVec3,
    pub(super) direction: DVec3,
    /// In the file's unit.
    pub(super) length: f64,
    pub(super) axis: DQuat,
    pub(super) axis_degrees: [f64; 3],
    /// Whether the joint has translation channels.
    pub(super) moves: bool,
    pub(super) turns: Vec<BoneTurn>,
    /// Mass, and distance of its centre along the bone, in the file's units.
    pub(super) mass: Option<[f64; 2]>,
}

/// A rotation about an axis of the bone's frame.
pub(super) struct BoneTurn {
    /// 0, 1, 2 for X, Y, Z.
    pub(super) axis: usize,
    pub(super) limits: [f64; 2],
}

/// All bones, parents before children.
pub(super) struct AcclaimBones<'a> {
    skeleton: &'a Skeleton,
    options: &'a AcclaimOptions,
    pub(super) bones: Vec<AsfBone>,
    /// The joint that becomes the ASF's root. `None` if there are several roots.
    pub(super) root: Option<usize>,
    pub(super) unturned: Unturned,
    pub(super) decimals: Decimals,
    /// Divisor of all lengths.
    pub(super) factor: f64,
    activities: Vec<JointActivity>,
    rest: Vec<DVec3>,
    tree: WorldTree,
    names: Vec<String>,
    used: UsedNames,
    /// Points closer than this coincide.
    tolerance: f64,
}

/// How a joint moves relative to its rest pose, in any behaviour.
#[derive(Clone, Copy, Default)]
struct JointActivity {
    moves: bool,
    turns: bool,
}

/// Smaller rotations, in radians, count as no movement; so do translations below this fraction of the figure's size.
const STILL: f64 = 1e-9;

impl<'a> AcclaimBones<'a> {
    pub(super) fn new(clip: &'a Clip, options: &'a AcclaimOptions) -> Result<Self, WriteError> {
        let skeleton = &*clip.skeleton;
        let rest = Rigid::new(skeleton, Format::Acclaim).rest()?;
        let unturned = Unturned::new(skeleton, &rest);
        let size = reach(skeleton, &rest);
        let offsets: Vec<DVec3> = (0..skeleton.len()).map(|joint| unturned.local(&rest, joint).0).collect();
        let factor =
            Some(clip.source.length_factor).filter(|factor| factor.is_finite() && *factor > 0.0).unwrap_or(1.0);
        let tree = WorldTree::of_body(skeleton, false);
        let names = names(skeleton, Format::Acclaim);
        let mut used = UsedNames::default();
        for name in &names {
            used.make_unique(name.clone(), str::to_lowercase);
        }
        let mut bones = Self {
            skeleton,
            options,
            bones: Vec::new(),
            root: Some(&tree.roots).filter(|roots| roots.len() == 1).and_then(|roots| roots.first().copied()),
            activities: joint_activities(clip, &unturned, &offsets, size * STILL)?,
            unturned,
            decimals: Decimals::new(options.length_decimals, options.angle_decimals, size / factor),
            factor,
            rest: offsets,
            tree,
            names,
            used,
            tolerance: size * STILL,
        };
        bones.add_all();
        bones.check_size()?;
        bones.assign_masses(clip);
        Ok(bones)
    }

    /// Checks the size that the reader will see: one joint for each bone, two if the bone translates, and an end site for a leaf.
    fn check_size(&self) -> Result<(), WriteError> {
        let (mut joints, mut depths, mut is_leaf) =
            (1, Vec::with_capacity(self.bones.len()), vec![true; self.bones.len()]);
        for bone in &self.bones {
            let own = if bone.moves { 2 } else { 1 };
            joints += own;
            depths.push(bone.parent.and_then(|parent| depths.get(parent)).map_or(1, |depth: &usize| *depth) + own);
            if let Some(parent) = bone.parent {
                is_leaf.put(parent, false);
            }
        }
        joints += is_leaf.iter().filter(|is_leaf| **is_leaf).count();
        check_skeleton(Format::Acclaim, joints, depths.into_iter().max().unwrap_or(1))
    }

    fn add_all(&mut self) {
        // A stack of joints, each with its parent bone.
        let mut stack: Vec<(usize, Option<usize>)> = match self.root {
            Some(root) => self.attach_children(root, None),
            None => self.attach_roots(),
        };
        stack.reverse();
        while let Some((start, parent)) = stack.pop() {
            let joint = self.merged_moving_joint(start).unwrap_or(start);
            let bone = self.add(joint, self.names.get(start).cloned().unwrap_or_default(), parent);
            let mut next = self.attach_children(joint, Some(bone));
            next.reverse();
            stack.extend(next);
        }
    }

    /// Finds the second half of a bone that translates. The reader makes two joints of such a bone: a fixed one with the bone's
    /// name at the tip of its parent, and on it the one that moves (see [`MOVED`]). The writer merges them into one bone.
    fn merged_moving_joint(&self, still: usize) -> Option<usize> {
        let [moving] = *self.tree.children(still) else { return None };
        let (first, second) = (self.activities.at(still), self.activities.at(moving));
        let name = |joint: usize| self.skeleton.names().get(joint);
        let is_still = !first.moves && !first.turns && second.moves;
        let is_there = self.rest.get(moving).is_some_and(|offset| offset.length() <= self.tolerance);
        let own = |joint: usize| name(joint).map(|name| name.strip_suffix(MOVED).unwrap_or(name));
        (is_still && is_there && own(still) == own(moving)).then_some(moving)
    }

    /// Attaches several roots to an ASF root at the origin.
    fn attach_roots(&mut self) -> Vec<(usize, Option<usize>)> {
        let roots = self.tree.roots.clone();
        self.add_connecting_bones(&roots, None, None)
    }

    /// Sets the length of a joint's bone and returns the child joints, each with its parent bone.
    fn attach_children(&mut self, joint: usize, bone: Option<usize>) -> Vec<(usize, Option<usize>)> {
        let children = self.tree.children(joint).to_vec();
        let at = |child: &usize| self.rest.at(*child);
        let first = children.first().map(at);
        let together = first.filter(|first| children.iter().all(|child| at(child).distance(*first) <= self.tolerance));
        match (together, bone.and_then(|bone| self.bones.get_mut(bone))) {
            (Some(tip), Some(own)) => {
                let length = tip.length();
                if length > self.tolerance {
                    (own.direction, own.length) = (tip / length, length / self.factor);
                }
                children.into_iter().filter(|child| !self.is_end(*child)).map(|child| (child, bone)).collect()
            }
            _ => self.add_connecting_bones(&children, bone, Some(joint)),
        }
    }

    /// Adds connecting bones to children that are not at the joint's place. Returns the child joints, each with its parent bone.
    fn add_connecting_bones(
        &mut self,
        children: &[usize],
        from: Option<usize>,
        joint: Option<usize>,
    ) -> Vec<(usize, Option<usize>)> {
        let mut attached = Vec::new();
        for &child in children {
            let offset = self.rest.at(child);
            let (length, is_end) = (offset.length(), self.is_end(child));
            if length <= self.tolerance {
                attached.extend((!is_end).then_some((child, from)));
                continue;
            }
            let name_of = |joint: usize| self.names.get(joint).map_or("", String::as_str);
            let name = match joint.filter(|_| is_end) {
                Some(joint) => format!("{}_end", name_of(joint)),
                None => format!("to_{}", name_of(child)),
            };
            let bone = AsfBone {
                name: self.used.make_unique(name, str::to_lowercase),
                parent: from,
                joint: None,
                rest: DVec3::ZERO,
                direction: offset / length,
                length: length / self.factor,
                axis: DQuat::IDENTITY,
                axis_degrees: [0.0; 3],
                moves: false,
                turns: Vec::new(),
                mass: None,
            };
            self.bones.push(bone);
            if !is_end {
                attached.push((child, Some(self.bones.len() - 1)));
            }
        }
        attached
    }

    /// Whether a joint only marks the end of a bone.
    fn is_end(&self, joint: usize) -> bool {
        self.skeleton.kinds().get(joint).is_some_and(|kind| kind.is_point())
            && self.tree.children(joint).is_empty()
            && !self.activities.get(joint).is_some_and(|activity| activity.moves)
    }

    /// Adds a joint's bone, still without length, and returns its index.
    fn add(&mut self, joint: usize, name: String, parent: Option<usize>) -> usize {
        let activity = self.activities.at(joint);
        let own = self.options.bones.iter().find(|bone| usize::from(bone.joint) == joint);
        let [z, y, x] = euler::angles(RotationOrder::Zyx, self.unturned.rest(joint), [0.0; 3]);
        let degrees = own.and_then(|own| own.axis).unwrap_or([x, y, z]);
        // Rounded as in the file, because motions are relative to the axis that readers see.
        let degrees = degrees.map(|angle| {
            let mut text = String::new();
            self.decimals.angle(&mut text, angle);
            text.parse().unwrap_or(angle)
        });
        let turns = match own {
            Some(own) => own
                .rotations
                .iter()
                .map(|rotation| BoneTurn { axis: axis(rotation.axis), limits: rotation.limits })
                .collect(),
            None if activity.turns => {
                (0..3).map(|axis| BoneTurn { axis, limits: [f64::NEG_INFINITY, f64::INFINITY] }).collect()
            }
            None => Vec::new(),
        };
        self.bones.push(AsfBone {
            name,
            parent,
            joint: Some(joint),
            rest: self.rest.at(joint),
            direction: DVec3::Y,
            length: 0.0,
            axis: euler::product([2, 1, 0].map(|axis| (axis, degrees[axis].to_radians()))),
            axis_degrees: degrees,
            moves: activity.moves,
            turns,
            mass: None,
        });
        self.bones.len() - 1
    }

    /// Sets the masses of bones, if every centre of mass lies on the line of its bone.
    fn assign_masses(&mut self, clip: &Clip) {
        let mut masses = Vec::new();
        for mass in &clip.masses {
            let joint = usize::from(mass.joint);
            let Some(index) = self.bones.iter().position(|bone| bone.joint == Some(joint)) else { return };
            let Some(bone) = self.bones.get(index) else { return };
            // The centre is in the joint's frame, but bones are in world axes.
            let centre = self.unturned.rest(joint) * mass.centre.as_dvec3();
            let along = centre.dot(bone.direction);
            if (centre - along * bone.direction).length() > 1e-4 * self.tolerance / STILL {
                return;
            }
            masses.push((index, [f64::from(mass.mass) / self.options.mass_factor, along / self.factor]));
        }
        for (index, mass) in masses {
            self.bones.change(index, |bone| bone.mass = Some(mass));
        }
    }
}

fn axis(axis: Axis) -> usize {
    match axis {
        Axis::X | Axis::NegX => 0,
        Axis::Y | Axis::NegY => 1,
        Axis::Z | Axis::NegZ => 2,
    }
}

/// How each joint moves over all frames of all behaviours.
fn joint_activities(
    clip: &Clip,
    unturned: &Unturned,
    rest: &[DVec3],
    tolerance: f64,
) -> Result<Vec<JointActivity>, WriteError> {
    let mut all = vec![JointActivity::default(); clip.skeleton.len()];
    for behaviour in &clip.behaviours {
        let mut full = FullPose::rest(&clip.skeleton);
        let mut rigid = Rigid::new(&clip.skeleton, Format::Acclaim);
        for frame in 0..behaviour.motion.frame_count() {
            full.sample(&behaviour.motion, Sampling::Frames, frame);
            let pose: &RigidPose = rigid.of(&full)?;
            for ((joint, activity), rest) in all.iter_mut().enumerate().zip(rest) {
                let (at, turned) = unturned.local(pose, joint);
                activity.moves |= at.distance(*rest) > tolerance;
                activity.turns |= turned.xyz().length() > STILL;
            }
        }
    }
    Ok(all)
}

/// Decomposes a rotation into angles, in degrees, about these fixed axes, the first applied first. Also returns the largest
/// angle about an axis that is not among them. `last` holds the previous frame's angles.
pub(super) fn angles(rotation: DQuat, axes: &[usize], last: &mut [f64; 3]) -> (Vec<f64>, f64) {
    let missing: Vec<usize> = (0..3).filter(|axis| !axes.contains(axis)).collect();
    // The factors of a product are in reverse order. A single missing axis goes to the middle, where it causes no gimbal lock.
    let order: Vec<usize> = match *axes {
        [first, second] => vec![second, missing.first().copied().unwrap_or(0), first],
        [only] => std::iter::once(only).chain(missing.iter().copied()).collect(),
        _ => axes.iter().rev().copied().chain(missing.iter().copied()).collect(),
    };
    let order = <[usize; 3]>::try_from(order).ok().and_then(RotationOrder::of).unwrap_or(RotationOrder::Zyx);
    *last = euler::angles(order, rotation, *last);
    let of =
        |axis: usize| order.axes().iter().zip(*last).find(|(own, _)| **own == axis).map_or(0.0, |(_, angle)| angle);
    let left = missing.into_iter().map(|axis| of(axis).abs()).fold(0.0, f64::max);
    (axes.iter().map(|axis| of(*axis)).collect(), left)
}
