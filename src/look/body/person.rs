//! The joints of a person, and the pose from which the body is built.

use glam::{Affine3A, Quat, Vec3};

use crate::body::names::{THUMB, holds_any, key};
use crate::body::{BodyMap, NoMap, ReferencePose, SideMap, Subject, turn_up};
use crate::checked::Checked;
use crate::model::{JointKind, Motion, Skeleton};
use crate::pose::{Pose, rotation_of, sample_frame, world_matrices};

/// The least and the greatest distance of a ball from the ankle, in lengths of the shin. Farther or nearer joints are something else:
/// the middle of the ankle, or a point that is left at the origin.
const BALL_TO_SHIN: [f32; 2] = [0.16, 0.7];
/// The joints that may be the ball in its place, and the distance of a usual one.
const OTHER_BALL: [f32; 2] = [0.2, 0.55];
const USUAL_BALL: f32 = 0.36;
/// A joint nearer to the ankle does not show where the foot points, metres.
const NEAR: f32 = 0.02;
/// Most frames that are searched for a reference pose.
const MOST_FRAMES: usize = 128;

/// A person's joints, and the pose that shows how they belong together.
pub(super) struct Person<'a> {
    pub(super) skeleton: &'a Skeleton,
    pub(super) motion: &'a Motion,
    pub(super) map: &'a BodyMap,
    /// File space to metres with +Y up.
    pub(super) upright: Affine3A,
    pub(super) metres_per_unit: f32,
    /// From the hips to the chest, both included.
    pub(super) spine: Vec<usize>,
    /// The balls of both feet.
    pub(super) balls: [Option<usize>; 2],
    /// The last joint of each thumb.
    pub(super) thumbs: [Option<usize>; 2],
    children: Vec<Vec<usize>>,
    /// Whether the joints only move apart, and do not turn: their rotations mean nothing.
    pub(super) is_of_positions: bool,
    /// The reference pose: metres, +Y up.
    pub(super) reference: Reference,
}

/// Places and world rotations of all joints in the reference pose.
pub(super) struct Reference {
    pub(super) pose: Pose,
    /// Whether it is the rest pose.
    pub(super) at_rest: bool,
}

impl Reference {
    pub(super) fn place(&self, joint: usize) -> Vec3 {
        self.pose.place(joint)
    }

    pub(super) fn way(&self, from: usize, to: usize) -> Vec3 {
        self.place(to) - self.place(from)
    }

    pub(super) fn turn(&self, joint: usize) -> Quat {
        self.pose.world.get(joint).map_or(Quat::IDENTITY, rotation_of)
    }
}

impl<'a> Person<'a> {
    pub(super) fn new(subject: &Subject<'a>, map: &'a BodyMap) -> Result<Self, NoMap> {
        let (skeleton, motion) = (subject.skeleton(), subject.motion());
        if !map.fits(skeleton) {
            return Err(NoMap::OtherSkeleton);
        }
        if !map.has_head() {
            return Err(NoMap::NoHead);
        }
        if !map.sides.iter().all(|side| side.has_arm() && side.has_leg()) {
            return Err(NoMap::NoFeet);
        }
        let metres_per_unit = subject.metres_per_unit() as f32;
        let upright = Affine3A::from_mat3(turn_up(subject.up()) * metres_per_unit);
        let is_of_positions = is_of_positions(skeleton, motion);
        let reference = reference(skeleton, motion, map, upright, is_of_positions)?;
        let mut person = Self {
            skeleton,
            motion,
            map,
            upright,
            metres_per_unit,
            spine: std::iter::once(map.hips).chain(map.spine.iter().copied()).collect(),
            balls: [None; 2],
            thumbs: [None; 2],
            children: skeleton.children_of_each(),
            is_of_positions,
            reference,
        };
        person.balls = map.sides.each_ref().map(|side| person.ball(side));
        person.thumbs = map.sides.each_ref().map(|side| person.thumb(side));
        Ok(person)
    }

    /// Whether a joint is a point of the body: no marker and no prop.
    pub(super) fn is_point(&self, joint: usize) -> bool {
        matches!(self.skeleton.kinds().get(joint), Some(JointKind::Joint | JointKind::EndSite))
    }

    pub(super) fn children(&self, joint: usize) -> impl Iterator<Item = usize> {
        self.children.get(joint).into_iter().flatten().copied().filter(|child| self.is_point(*child))
    }

    /// The points below a joint.
    pub(super) fn below(&self, joint: usize) -> impl Iterator<Item = usize> {
        self.skeleton.all_below(joint).into_iter().filter(|below| self.is_point(*below))
    }

    /// The ball of a foot, where it is as far from the ankle as one should be; else a joint of the foot that is.
    fn ball(&self, side: &SideMap) -> Option<usize> {
        let shin = self.reference.way(side.shin, side.foot).length();
        let far = |joint: usize| self.reference.way(side.foot, joint).length();
        let [least, most] = BALL_TO_SHIN;
        let named = side.ball?;
        if (least * shin..=most * shin).contains(&far(named)) {
            return Some(named);
        }
        let [least, most] = OTHER_BALL;
        let fit = self.below(side.foot).filter(|joint| self.skeleton.is_joint(*joint));
        let fit = fit.filter(|joint| (least * shin..most * shin).contains(&far(*joint)));
        let off = |joint: &usize| (far(*joint) - USUAL_BALL * shin).abs();
        fit.min_by(|a, b| off(a).total_cmp(&off(b)))
    }

    fn thumb(&self, side: &SideMap) -> Option<usize> {
        let [thumb, ..] = &side.fingers;
        let called = |joint: &usize| holds_any(&key(self.skeleton.name(*joint)), THUMB);
        thumb.last().copied().or_else(|| self.below(side.hand).filter(called).last())
    }

    /// The joint to which a foot points: the ball, or the farthest point of the foot.
    pub(super) fn toe(&self, index: usize) -> Option<usize> {
        let foot = self.map.sides.get(index)?.foot;
        let far = |joint: &usize| self.reference.way(foot, *joint).length();
        let farthest = || self.below(foot).filter(|joint| far(joint) > NEAR).max_by(|a, b| far(a).total_cmp(&far(b)));
        self.balls.at(index).or_else(farthest)
    }
}

/// Whether a motion moves joints apart, and its rotations never change.
fn is_of_positions(skeleton: &Skeleton, motion: &Motion) -> bool {
    let is_moved = |joint: &u16| skeleton.parent(usize::from(*joint)).is_some();
    if motion.frame_count() < 2 || !motion.translations().joints().iter().any(is_moved) {
        return false;
    }
    let turned = motion.rotations().joints().len();
    let last = motion.frame_count() - 1;
    let frames = [last / 5, last / 2, last];
    let same = |frame: usize, slot: usize| motion.rotation(frame, slot) == motion.rotation(0, slot);
    frames.iter().all(|frame| (0..turned).all(|slot| same(*frame, slot)))
}

fn reference(
    skeleton: &Skeleton,
    motion: &Motion,
    map: &BodyMap,
    upright: Affine3A,
    is_of_positions: bool,
) -> Result<Reference, NoMap> {
    let mut pose = Pose::rest(skeleton);
    world_matrices(skeleton, upright, &mut pose);
    let mut rest = pose.clone();
    if is_of_positions {
        // Joints without rotations have no rest pose of their own.
        rest.world.fill(Affine3A::IDENTITY);
    }
    let count = motion.frame_count().min(MOST_FRAMES);
    let nth = |index: usize| index * motion.frame_count() / count.max(1);
    let pose_at = |index: usize, pose: &mut Pose| {
        sample_frame(motion, nth(index), pose);
        world_matrices(skeleton, upright, pose);
    };
    let chosen = ReferencePose::choose(map, &rest, count, pose_at).filter(|chosen| chosen.is_body);
    let chosen = chosen.ok_or(NoMap::RestIsNoBody)?;
    if let Some(index) = chosen.frame {
        pose_at(index, &mut pose);
    }
    Ok(Reference { pose, at_rest: chosen.frame.is_none() })
}
