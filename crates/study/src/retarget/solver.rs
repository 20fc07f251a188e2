//! One frame of the target, without allocation.

use glam::{Quat, Vec3};

use super::math::{arc, rotation};
use super::rig::{Few, RetargetRig, place};
use super::turns::{Joint, TurnRule};
use marey::body::BodyMap;
use marey::checked::Checked;
use marey::compact::maths::slerp;
use marey::pose::Pose;

/// The joints of both figures that a pass over the motion poses. Both hip joints are among them.
pub(super) struct Wanted {
    pub(super) source: Few,
    pub(super) target: Few,
}

/// Poses the target frame by frame: body space.
#[derive(Debug, Clone)]
pub(super) struct Solver {
    /// The source's pose, with world matrices.
    pub(super) source: Pose,
    /// The target's joints.
    pub(super) places: Vec<Vec3>,
    pub(super) turns: Vec<Quat>,
    /// The length of all columns of the source's world matrices; 0 where joints have scales of their own.
    scale: f32,
}

impl Solver {
    pub(super) fn new(source: &RetargetRig<'_>, joints: &[Joint]) -> Self {
        Self {
            source: source.rest(),
            places: vec![Vec3::ZERO; joints.len()],
            turns: vec![Quat::IDENTITY; joints.len()],
            scale: if source.skeleton.scaling().is_some() { 0.0 } else { source.scale },
        }
    }

    pub(super) fn place(&self, joint: usize) -> Vec3 {
        self.places.at(joint)
    }

    pub(super) fn turn(&self, joint: usize) -> Quat {
        self.turns.at(joint)
    }

    pub(super) fn set_turn(&mut self, joint: usize, turn: Quat) {
        self.turns.put(joint, turn);
    }

    /// The source's world rotation of a joint.
    fn source_turn(&self, joint: usize) -> Quat {
        let Some(world) = self.source.world.get(joint) else { return Quat::IDENTITY };
        if self.scale > 0.0 { Quat::from_mat3a(&(world.matrix3 * self.scale.recip())) } else { rotation(world) }
    }

    /// Turns the target's joints as the source's in a frame, and puts the middle of its hip joints where the source's is. Only joints that
    /// are `wanted`, if any are named, have a place then.
    pub(super) fn align(
        &mut self,
        source: &RetargetRig<'_>,
        target: &BodyMap,
        joints: &[Joint],
        frame: usize,
        wanted: Option<&Wanted>,
    ) {
        match wanted {
            None => {
                source.pose(frame, &mut self.source);
                joints.iter().enumerate().for_each(|(index, joint)| self.align_joint(index, joint));
            }
            Some(Wanted { source: few, target: own }) => {
                source.pose_few(frame, few, &mut self.source);
                for &index in &own.joints {
                    joints.get(index).into_iter().for_each(|joint| self.align_joint(index, joint));
                }
            }
        }
        let [l, r] = &source.map.sides;
        let wanted = (place(&self.source, l.thigh) + place(&self.source, r.thigh)) / 2.0;
        self.shift(wanted - self.mid_hips(target));
    }

    #[inline(always)]
    fn align_joint(&mut self, index: usize, joint: &Joint) {
        let (at, above) =
            joint.parent.map_or((Vec3::ZERO, Quat::IDENTITY), |parent| (self.place(parent), self.turn(parent)));
        let mut turn = match joint.turn {
            TurnRule::Still => above * joint.held,
            TurnRule::Like { joint, after } => self.source_turn(joint) * after,
            TurnRule::Between { joints: [a, b], before: [before_a, before_b], share, after } => {
                let (a, b) = (self.source_turn(a) * before_a, self.source_turn(b) * before_b);
                slerp(a.as_dquat(), b.as_dquat(), share.into()).as_quat() * after
            }
        };
        if let Some(swing) = joint.swing {
            let wanted = place(&self.source, swing.to) - place(&self.source, swing.from);
            turn = (arc(turn * swing.along, wanted) * turn).normalize();
        }
        self.places.put(index, at + above * joint.offset);
        self.turns.put(index, turn);
    }

    fn mid_hips(&self, map: &BodyMap) -> Vec3 {
        let [l, r] = &map.sides;
        (self.place(l.thigh) + self.place(r.thigh)) / 2.0
    }

    /// Moves the whole figure.
    pub(super) fn shift(&mut self, by: Vec3) {
        self.places.iter_mut().for_each(|place| *place += by);
    }
}
