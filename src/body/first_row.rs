//! A first frame that is a reference pose: a T pose for calibration, from which the motion jumps to its own first pose.

use glam::Vec3;

use super::boxes;
use super::parts::{BodyParts, Limbs};
use super::poses::{poses_from, poses_of_frames};
use crate::checked::Checked;
use crate::model::{Motion, Skeleton, Time};

/// Largest sine of the angle between an arm of a T pose and the level: 12 degrees.
const LEVEL: f32 = 0.208;
/// Smallest cosine of the angles between the legs of a T pose, its arms (of which one is turned round), and the legs and the trunk.
const ALONG: f32 = 0.9;
/// Smallest jump: the farthest way of a joint against the first one, as a share of the figure's size.
const JUMP: f32 = 0.25;
/// A jump is faster than people move, in sizes a second ...
const SPEED: f32 = 5.0;
/// ... or so many times as far as the next step, where frames are too far apart to tell.
const STANDS_OUT: f32 = 3.0;

/// Whether the first frame of a motion is a reference pose: a T pose (arms level and opposite, legs down) from which some joint jumps
/// to the second frame by more than a quarter of the figure's size, measured against the first joint. Frames at
/// [keys](Time::Keys) have none: what happens between two keys is as slow as their times say.
///
/// Motions of the CMU database as BVH begin with one, and animations for Second Life. Motions that begin with a person in a T pose move on
/// without a jump.
pub fn starts_with_reference(skeleton: &Skeleton, motion: &Motion) -> bool {
    let Time::Uniform { frame_time } = motion.time() else { return false };
    if motion.frame_count() < 2 {
        return false;
    }
    // After the last frame comes the last frame.
    let poses = poses_of_frames(skeleton, motion, &[0, 1, 2]);
    let [first, second, third] = &poses[..] else { return false };
    let size = boxes(&poses).first().map_or(0.0, |first| first.size().max_element());
    let jump = way(first, second);
    let is_fast = jump > SPEED * size * *frame_time as f32 || jump > STANDS_OUT * way(second, third);
    jump > JUMP * size && is_fast && is_t(&BodyParts::find(skeleton, std::slice::from_ref(first)), first)
}

/// Positions of all joints, file space, `later` seconds after each of some evenly spread frames (or before it, where the motion
/// ends earlier), without a [reference pose](starts_with_reference). At least one pose. Nodes off the body are put at the first joint.
pub fn poses(skeleton: &Skeleton, motion: &Motion, later: f64) -> Vec<Vec<Vec3>> {
    poses_from(usize::from(starts_with_reference(skeleton, motion)), skeleton, motion, later)
}

/// The farthest way of a joint from pose to pose, against the first joint.
fn way(from: &[Vec3], to: &[Vec3]) -> f32 {
    let root = from.at(0) - to.at(0);
    from.iter().zip(to).map(|(from, to)| (*from - *to).distance(root)).fold(0.0, f32::max)
}

/// Whether both arms are level and opposite, and both legs point down.
fn is_t(parts: &BodyParts, points: &[Vec3]) -> bool {
    let (Some(legs), Some(arms)) = (parts.legs, parts.arms) else { return false };
    let at = |joint: usize| points.at(joint);
    let ways = |limbs: &Limbs| {
        let ([top_a, top_b], [end_a, end_b]) = (limbs.tops.map(at), limbs.ends.map(at));
        [end_a - top_a, end_b - top_b, top_a + top_b]
    };
    let ([leg_a, leg_b, hips], [arm_a, arm_b, shoulders]) = (ways(&legs), ways(&arms));
    let (down, trunk) = (leg_a + leg_b, hips - shoulders);
    cosine(leg_a, leg_b) > ALONG
        && cosine(trunk, down) > ALONG
        && cosine(arm_a, arm_b) < -ALONG
        && cosine(arm_a, down).abs().max(cosine(arm_b, down).abs()) < LEVEL
}

/// The cosine of the angle between two directions; 0 if there is none.
fn cosine(a: Vec3, b: Vec3) -> f32 {
    a.normalize_or_zero().dot(b.normalize_or_zero())
}

#[cfg(test)]
mod tests {
    use glam::Quat;

    use super::*;
    use crate::body::person::person;
    use crate::body::{Survey, survey};
    use crate::error::Limits;
    use crate::model::{Axis, Channels, MotionBuilder, PositionMode};

    /// A person whose arms are so many degrees below the level in each frame, and that is turned so far.
    fn person_with(frame_time: f64, frames: &[(f32, f32)]) -> (Skeleton, Motion) {
        let skeleton = person(Vec3::Y, Vec3::X, 90.0);
        let joint = |name: &str| skeleton.names().iter().position(|own| &**own == name).unwrap() as u16;
        let (hips, left, right) = (joint("Hips"), joint("LeftArm"), joint("RightArm"));
        let mut rotated = vec![hips, left, right];
        rotated.sort_unstable();
        let slots = [hips, left, right].map(|joint| rotated.iter().position(|own| *own == joint).unwrap());
        let channels = Channels { rotated, ..Channels::default() };
        let mut frames_of = MotionBuilder::new(&skeleton, channels, PositionMode::Replace, &Limits::default()).unwrap();
        for (arms, turn) in frames {
            let angles = [Quat::from_rotation_y(turn.to_radians())]
                .into_iter()
                .chain([-arms, *arms].map(|angle| Quat::from_rotation_z(angle.to_radians())));
            frames_of.push_row(|row| angles.zip(slots).for_each(|(turn, slot)| row.rotations[slot] = turn)).unwrap();
        }
        frames_of.set_frame_time(frame_time);
        (skeleton, frames_of.finish().unwrap())
    }

    fn starts(frame_time: f64, frames: &[(f32, f32)]) -> bool {
        let (skeleton, motion) = person_with(frame_time, frames);
        starts_with_reference(&skeleton, &motion)
    }

    #[test]
    fn a_t_pose_before_a_jump_is_a_first_row() {
        assert!(starts(1.0 / 120.0, &[(0.0, 0.0), (80.0, 0.0), (79.0, 0.0)]), "the arms jump");
        assert!(starts(1.0 / 120.0, &[(0.0, 0.0), (2.0, 90.0), (4.0, 91.0)]), "the body turns round at once");
        assert!(starts(1.0 / 120.0, &[(8.0, 0.0), (80.0, 0.0), (20.0, 0.0)]), "nearly level, before fast arms");
        assert!(starts(1.0, &[(0.0, 0.0), (80.0, 0.0)]), "a pose in two rows");
        assert!(starts(0.5, &[(0.0, 0.0), (80.0, 0.0), (75.0, 0.0), (80.0, 0.0)]), "a slow motion that hardly moves");
    }

    #[test]
    fn a_person_who_begins_in_a_t_pose_is_none() {
        assert!(!starts(1.0 / 30.0, &[(0.0, 0.0), (0.0, 0.0), (80.0, 0.0)]), "held");
        assert!(!starts(1.0 / 30.0, &[(0.0, 0.0), (12.0, 0.0), (24.0, 0.0)]), "the arms sink");
        assert!(!starts(0.2, &[(0.0, 0.0), (40.0, 0.0), (80.0, 0.0)]), "the arms sink at five frames a second");
        assert!(!starts(1.0 / 30.0, &[(20.0, 0.0), (80.0, 0.0), (80.0, 0.0)]), "an A pose is a pose of people");
        assert!(!starts(1.0 / 30.0, &[(80.0, 0.0), (0.0, 0.0), (0.0, 0.0)]), "the T pose is the second");
        assert!(!starts(1.0 / 30.0, &[(0.0, 0.0)]), "there is nothing else");
        let (skeleton, mut motion) = person_with(1.0, &[(0.0, 0.0), (80.0, 0.0), (80.0, 0.0)]);
        motion.set_time(Time::Keys(vec![0.0, 2.0, 4.0])).unwrap();
        assert!(!starts_with_reference(&skeleton, &motion), "between keys the arms sink");
    }

    #[test]
    fn what_is_measured_begins_after_a_first_row() {
        let (skeleton, motion) = person_with(1.0 / 120.0, &[(0.0, 0.0), (80.0, 90.0), (80.0, 90.0), (80.0, 90.0)]);
        let seen = survey(&skeleton, &motion, Some(Axis::Y));
        assert_eq!(seen.first_frame, 1);
        assert!(seen.facing.unwrap().distance(Vec3::X) < 1e-3, "{:?}", seen.facing);
        assert!(seen.size < 170.0, "the arms are down: {}", seen.size);
        let mut own = motion.clone();
        own.remove_first_frame();
        assert_eq!(Survey { first_frame: 1, ..survey(&skeleton, &own, Some(Axis::Y)) }, seen);
    }
}
