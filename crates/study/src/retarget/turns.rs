//! How each joint of the target turns: the plan that every frame follows.

use glam::{Quat, Vec3};

use super::align::{Alignments, StandingFigure, aligned};
use super::rig::{ReferenceStance, SHORTEST};
use marey::body::BodyMap;
use marey::checked::Checked;
use marey::model::{JointKind, Skeleton};

/// Where a joint's world rotation comes from.
#[derive(Debug, Clone, Copy)]
pub(super) enum TurnRule {
    /// It keeps its local rotation.
    Still,
    /// The world rotation of a joint of the source, then `after`.
    Like { joint: usize, after: Quat },
    /// Between the turns of two joints of the source: their world rotations after `before`, `share` of the way to the second one.
    Between { joints: [usize; 2], before: [Quat; 2], share: f32, after: Quat },
}

/// A bone that points where the source's bone points.
#[derive(Debug, Clone, Copy)]
pub(super) struct Swing {
    /// The source's bone.
    pub(super) from: usize,
    pub(super) to: usize,
    /// The target's bone in its joint's space, of length 1.
    pub(super) along: Vec3,
}

/// A joint of the target.
#[derive(Debug, Clone, Copy)]
pub(super) struct Joint {
    pub(super) parent: Option<usize>,
    /// From the parent, in the parent's space, body metres.
    pub(super) offset: Vec3,
    /// The parent's static rotation, which is applied before the local one.
    pub(super) before: Quat,
    /// Local rotation where nothing turns it.
    pub(super) local: Quat,
    /// Its rotation in the parent's space then: `before`, then `local`.
    pub(super) held: Quat,
    pub(super) turn: TurnRule,
    pub(super) swing: Option<Swing>,
}

/// The target's joints, all still, in its reference pose. `animated` tells which may leave the rest pose.
pub(super) fn still_joints(
    skeleton: &Skeleton,
    rest: &ReferenceStance,
    reference: &ReferenceStance,
    animated: &[bool],
) -> Vec<Joint> {
    let joint = |(index, parent): (usize, Option<usize>)| {
        let above = parent.map_or(Quat::IDENTITY, |parent| rest.turn(parent));
        let place = parent.map_or(Vec3::ZERO, |parent| rest.place(parent));
        let (own, posed) = (rest.local.at(index), reference.local.at(index));
        let before = above.inverse() * rest.turn(index) * own.inverse();
        let local = if animated.get(index) == Some(&true) { posed } else { own };
        Joint {
            parent,
            offset: above.inverse() * (rest.place(index) - place),
            before,
            local,
            held: before * local,
            turn: TurnRule::Still,
            swing: None,
        }
    };
    skeleton.parent_of_each().enumerate().map(joint).collect()
}

/// World rotations and places of joints that are all still.
pub(super) fn stance_of(joints: &[Joint]) -> ReferenceStance {
    let mut stance = ReferenceStance { places: Vec::new(), turns: Vec::new(), local: Vec::new() };
    for joint in joints {
        let (at, above) =
            joint.parent.map_or((Vec3::ZERO, Quat::IDENTITY), |parent| (stance.place(parent), stance.turn(parent)));
        stance.places.push(at + above * joint.offset);
        stance.turns.push((above * joint.before * joint.local).normalize());
        stance.local.push(joint.local);
    }
    stance
}

/// Gives every joint of the target that has a partner its turn.
pub(super) struct Planner<'a, 'b> {
    pub(super) source: &'b StandingFigure<'a, 'b>,
    pub(super) target: &'b StandingFigure<'a, 'b>,
    pub(super) joints: &'b mut Vec<Joint>,
}

impl Planner<'_, '_> {
    pub(super) fn plan(&mut self, alignments: &Alignments) {
        let (s, t) = (self.source.rig.map.clone(), self.target.rig.map.clone());
        if let Some(root) = t.root {
            self.turn(root, s.hips, alignments.hips);
        }
        self.turn(t.hips, s.hips, alignments.hips);
        let trunk = if s.chest == s.hips { alignments.hips } else { alignments.chest };
        self.turn(t.chest, s.chest, trunk);
        self.chain(s.hips, &s.spine, &t.spine, alignments.chest);
        let with_head = |map: &BodyMap| [&map.necks[..], &[map.head]].concat();
        if s.has_head() && t.has_head() {
            self.chain(s.chest, &with_head(&s), &with_head(&t), alignments.chest);
        }
        for ((s, t), a) in s.sides.iter().zip(&t.sides).zip(&alignments.sides) {
            if let (Some(own), Some(other)) = (s.clavicle, t.clavicle) {
                self.turn(other, own, a.clavicle);
            }
            if t.has_arm() {
                self.limb([s.arm, s.fore], [t.arm, t.fore], a.arm);
                self.limb([s.fore, s.hand], [t.fore, t.hand], a.fore);
                self.turn(t.hand, s.hand, a.hand);
            }
            if t.has_leg() {
                self.limb([s.thigh, s.shin], [t.thigh, t.shin], a.thigh);
                self.limb([s.shin, s.foot], [t.shin, t.foot], a.shin);
                self.turn(t.foot, s.foot, a.foot);
            }
            if let (Some(own), Some(other)) = (s.ball, t.ball) {
                self.turn(other, own, a.foot);
            }
            for (own, others) in s.fingers.iter().zip(&t.fingers) {
                for (own, other) in own.iter().zip(others) {
                    self.finger(*own, *other, a.hand);
                }
            }
        }
    }

    /// The joint turns as `like` does, from the reference pose that `alignment` aligns.
    fn turn(&mut self, joint: usize, like: usize, alignment: Quat) {
        let after = self.source.stance.turn(like).inverse() * alignment * self.target.stance.turn(joint);
        self.set(joint, TurnRule::Like { joint: like, after: after.normalize() });
    }

    fn set(&mut self, joint: usize, turn: TurnRule) {
        let is_joint = self.target.rig.skeleton.kinds().get(joint) == Some(&JointKind::Joint);
        if is_joint {
            self.joints.change(joint, |joint| joint.turn = turn);
        }
    }

    /// Turns a bone, which then points as the source's.
    fn limb(&mut self, source: [usize; 2], target: [usize; 2], alignment: Quat) {
        let [joint, end] = target;
        self.turn(joint, source[0], alignment);
        let bone = self.target.stance.bone(joint, end);
        let along = self.target.stance.turn(joint).inverse() * bone.normalize_or_zero();
        if bone.length() > SHORTEST {
            self.joints.change(joint, |joint| joint.swing = Some(Swing { from: source[0], to: source[1], along }));
        }
    }

    fn finger(&mut self, own: usize, other: usize, hand: Quat) {
        let bone = |figure: &StandingFigure<'_, '_>, joint: usize| {
            let child = figure.rig.first_children.get(joint).copied().flatten()?;
            Some(figure.stance.bone(joint, child))
        };
        let alignment = match (bone(self.source, own), bone(self.target, other)) {
            (Some(from), Some(to)) => aligned(hand, to, from),
            _ => hand,
        };
        self.turn(other, own, alignment);
    }

    /// Spreads the turns of a chain of the source over one of the target. `top` is the source's joint above the chain. Chains with the
    /// same count go one to one; else a joint stands at the middle of the bone that it turns.
    fn chain(&mut self, top: usize, own: &[usize], others: &[usize], alignment: Quat) {
        if own.is_empty() || others.is_empty() {
            return;
        }
        if own.len() == others.len() {
            own.iter().zip(others).for_each(|(own, other)| self.turn(*other, *own, alignment));
            return;
        }
        let with_top: Vec<usize> = [top].into_iter().chain(own.iter().copied()).collect();
        let places = middles(self.source.stance, &with_top);
        let wanted = middles(self.target.stance, &[&[self.above(others)], others].concat());
        let pairs = others.iter().zip(wanted.into_iter().skip(1));
        for (index, (&other, wanted)) in pairs.enumerate() {
            let next = if index + 1 == others.len() {
                with_top.len() - 1
            } else {
                places.partition_point(|at| *at < wanted - 1e-9).min(with_top.len() - 1)
            };
            if next == 0 || index + 1 == others.len() {
                self.turn(other, with_top.at(next), alignment);
                continue;
            }
            let (from, to) = (places.at(next - 1), places.at(next));
            let share = ((wanted - from) / (to - from).max(1e-9)).clamp(0.0, 1.0);
            let joints = [with_top.at(next - 1), with_top.at(next)];
            let before = joints.map(|joint| self.source.stance.turn(joint).inverse());
            let after = (alignment * self.target.stance.turn(other)).normalize();
            self.set(other, TurnRule::Between { joints, before, share, after });
        }
    }

    /// The joint above a chain of the target.
    fn above(&self, chain: &[usize]) -> usize {
        let first = chain.first().copied().unwrap_or(0);
        self.target.rig.skeleton.parent(first).unwrap_or(first)
    }
}

/// Where the middle of the bone that each joint of a chain turns lies, as a share of the chain's length. The bone of the last joint counts
/// as long as the mean of the others.
fn middles(stance: &ReferenceStance, chain: &[usize]) -> Vec<f32> {
    let lengths: Vec<f32> =
        chain.iter().zip(chain.iter().skip(1)).map(|(from, to)| stance.bone(*from, *to).length()).collect();
    let mean = lengths.iter().sum::<f32>() / lengths.len().max(1) as f32;
    let mut from = 0.0;
    let mut middles = Vec::with_capacity(chain.len());
    for length in lengths.iter().copied().chain([mean]) {
        middles.push(from + length / 2.0);
        from += length;
    }
    middles.into_iter().map(|middle| middle / f32::max(from, 1e-9)).collect()
}
