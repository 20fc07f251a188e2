//! Decides whether position channels replace a joint's OFFSET or are added to it: the format does not say, and files disagree.
//!
//! The rule uses only the file's numbers, and was right for all of 1,394 real files:
//! - If three or more joints below the roots have positions, or no root has, each of these joints votes: its positions come
//!   nearest, over all frames, either to the OFFSET (replace) or to zero (add). The majority wins.
//! - Otherwise the reading wins whose figure clearly stands better: upright, with its feet on a ground at zero.
//! - Otherwise the roots decide: add only if in some frame the position is less than half as long as the OFFSET and nearer to
//!   zero than to the OFFSET.
//!
//! A position that is zero on all axes in at most half of the frames does not count there: some programs write rows of zeros for frames
//! without data. Only axes with a channel are compared. Joints whose OFFSET is zero on these axes do not count: both readings agree.

use std::sync::Arc;

use glam::{Quat, Vec3};

use crate::body::{BodyParts, UpGuess, poses};
use crate::checked::Checked;
use crate::model::{Confidence, Frames, Motion, PositionMode, Skeleton};

/// The smallest distances of a joint's positions over all frames, squared, in file units.
#[derive(Debug, Clone, Copy)]
struct NearestPositions {
    root: bool,
    /// The OFFSET on the axes with a channel.
    offset: Vec3,
    to_offset: f32,
    to_zero: f32,
    /// Frames in which the position is exactly zero.
    zeros: u32,
}

#[derive(Debug, Clone)]
pub(super) struct PositionEvidence {
    /// The joints that count: index among the translated joints, and distances.
    joints: Vec<(usize, NearestPositions)>,
    /// Number of joints below the roots that count, and of roots.
    below: usize,
    roots: usize,
    frames: u32,
    /// Evidence from standing, if the rule needs it.
    standing: Option<Box<StandingEvidence>>,
}

impl PositionEvidence {
    /// `outline` is the motion without frames.
    pub(super) fn new(skeleton: &Arc<Skeleton>, outline: Motion) -> Self {
        let rest = skeleton.rest_translations();
        let translated = outline.translations().joints().iter().zip(outline.translation_masks()).enumerate();
        let joints = translated.filter_map(|(slot, (&joint, &mask))| {
            let joint = usize::from(joint);
            let offset = rest.at(joint) * mask;
            let root = skeleton.parent(joint).is_none();
            let nearest = NearestPositions { root, offset, to_offset: f32::INFINITY, to_zero: f32::INFINITY, zeros: 0 };
            (offset != Vec3::ZERO).then_some((slot, nearest))
        });
        let joints: Vec<_> = joints.collect();
        let roots = joints.iter().filter(|(_, nearest)| nearest.root).count();
        let below = joints.len() - roots;
        let standing = (roots > 0 && below < MIN_VOTERS).then(|| Box::new(StandingEvidence::new(skeleton, outline)));
        Self { joints, below, roots, frames: 0, standing }
    }

    /// Adds a frame's rotations and positions (0 on axes without a channel).
    #[inline]
    pub(super) fn add_frame(&mut self, rotations: &[Quat], positions: &[Vec3]) {
        for (slot, nearest) in &mut self.joints {
            if let Some(&position) = positions.get(*slot) {
                // `f32::min` would be a call in WebAssembly.
                let (to_offset, to_zero) = (position.distance_squared(nearest.offset), position.length_squared());
                if to_zero == 0.0 {
                    nearest.zeros += 1;
                    continue;
                }
                if to_offset < nearest.to_offset {
                    nearest.to_offset = to_offset;
                }
                if to_zero < nearest.to_zero {
                    nearest.to_zero = to_zero;
                }
            }
        }
        self.frames = self.frames.saturating_add(1);
        if let Some(standing) = &mut self.standing {
            if standing.total & (standing.stride - 1) == 0 {
                standing.sample_frame(rotations, positions);
            }
            standing.total += 1;
        }
    }

    /// The decision for the frames so far, and its confidence. `None`: both readings give the same pose. `all`: there are no more
    /// frames; before that, standing is re-evaluated only now and then.
    pub(super) fn decide(&mut self, all: bool) -> (Option<PositionMode>, Confidence) {
        let (mut added_below, mut added_roots) = (0, 0);
        for (_, nearest) in &self.joints {
            let mostly_zero = nearest.zeros > 0 && nearest.zeros * 2 > self.frames;
            let to_zero = if mostly_zero { 0.0 } else { nearest.to_zero };
            let nearer_to_zero = to_zero < nearest.to_offset;
            if nearest.root {
                added_roots += usize::from(nearer_to_zero && to_zero * 4.0 < nearest.offset.length_squared());
            } else {
                added_below += usize::from(nearer_to_zero);
            }
        }
        let mode = |adds: bool| Some(if adds { PositionMode::Add } else { PositionMode::Replace });
        if self.joints.is_empty() {
            return (None, Confidence::Sure);
        }
        if self.below >= MIN_VOTERS || self.roots == 0 {
            let sure = if self.below >= MIN_VOTERS { Confidence::Sure } else { Confidence::Likely };
            return (mode(added_below * 2 > self.below), sure);
        }
        if let Some(adds) = self.standing.as_mut().and_then(|standing| standing.better_added(all)) {
            return (mode(adds), Confidence::Sure);
        }
        (mode(added_roots == self.roots), Confidence::Likely)
    }
}

/// Joints below the roots from which on the majority decides.
const MIN_VOTERS: usize = 3;
/// Sampled frames; past that, every other one is dropped.
const MAX_SAMPLED: usize = 64;

/// Evenly spread frames on which both readings are tried.
#[derive(Debug, Clone)]
struct StandingEvidence {
    skeleton: Arc<Skeleton>,
    sampled: Motion,
    /// Every `stride`th frame is sampled: a power of two.
    stride: usize,
    total: usize,
    /// Number of frames at the last evaluation, and its result.
    evaluated: usize,
    better_added: Option<bool>,
}

impl StandingEvidence {
    fn new(skeleton: &Arc<Skeleton>, sampled: Motion) -> Self {
        Self { skeleton: Arc::clone(skeleton), sampled, stride: 1, total: 0, evaluated: 0, better_added: None }
    }

    #[cold]
    fn sample_frame(&mut self, rotations: &[Quat], translations: &[Vec3]) {
        // The clip rejects the same frames.
        self.sampled.append(Frames { count: 1, rotations, translations, scales: &[], weights: &[] }).ok();
        if self.sampled.frame_count() > MAX_SAMPLED {
            let mut fewer = self.sampled.outline();
            for frame in (0..=MAX_SAMPLED).step_by(2) {
                fewer.append(self.sampled.frames(frame..frame + 1)).ok();
            }
            self.sampled = fewer;
            self.stride *= 2;
        }
    }

    /// Whether the figure stands better (true) or worse (false) with positions added to the OFFSET; `None` if neither is clear.
    fn better_added(&mut self, all: bool) -> Option<bool> {
        if self.evaluated < self.total && (all || self.total >= 4 * self.evaluated) {
            self.evaluated = self.total;
            // Without legs there is no standing.
            let mut score = |mode| {
                self.sampled.set_position_mode(&self.skeleton, mode);
                let poses = poses(&self.skeleton, &self.sampled, 0.0);
                let parts = BodyParts::find(&self.skeleton, &poses);
                parts.legs.map(|_| UpGuess::new(&self.skeleton, &poses, &parts).score)
            };
            let better = score(PositionMode::Add).zip(score(PositionMode::Replace)).map(|(add, replace)| add - replace);
            self.better_added = better.filter(|better| !(-0.8..1.5).contains(better)).map(|better| better > 0.0);
        }
        self.better_added
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Limits;
    use crate::model::{Channels, JointKind, MotionBuilder, SkeletonBuilder};

    fn decide_for(b: SkeletonBuilder, masks: Vec<Vec3>, frames: &[Vec<Vec3>]) -> (Option<PositionMode>, Confidence) {
        let skeleton = Arc::new(b.finish().unwrap());
        let translated: Vec<u16> = (0..masks.len() as u16).collect();
        let channels = Channels { translated, masks, ..Channels::default() };
        let mode = PositionMode::Replace;
        let builder = MotionBuilder::new(&skeleton, channels, mode, &Limits::default()).unwrap();
        let mut evidence = PositionEvidence::new(&skeleton, builder.so_far().outline());
        for frame in frames {
            evidence.add_frame(&[], frame);
            evidence.decide(false);
        }
        evidence.decide(true)
    }

    /// Decides for a root and joints below it at (0, 10, 0) with these positions.
    fn decide(root: Vec3, below: usize, masks: Vec3, frames: &[Vec<Vec3>]) -> Option<PositionMode> {
        let mut b = SkeletonBuilder::new(&Limits::default());
        let top = b.add("r", None, JointKind::Joint, root, Quat::IDENTITY).unwrap();
        for _ in 0..below {
            b.add("j", Some(top), JointKind::Joint, Vec3::Y * 10.0, Quat::IDENTITY).unwrap();
        }
        decide_for(b, vec![masks; below + 1], frames).0
    }

    /// Decides for a person with hips 84 above the feet, an OFFSET of the root, and its positions.
    fn person(offset: Vec3, positions: impl Iterator<Item = Vec3>) -> (Option<PositionMode>, Confidence) {
        let mut b = SkeletonBuilder::new(&Limits::default());
        let mut add =
            |name: &str, parent, offset| b.add(name, parent, JointKind::Joint, offset, Quat::IDENTITY).unwrap();
        let hips = add("Hips", None, offset);
        add("Head", Some(hips), Vec3::Y * 60.0);
        for (side, x) in [("Left", 9.0), ("Right", -9.0)] {
            let hip = add(&format!("{side}UpLeg"), Some(hips), Vec3::X * x);
            let knee = add(&format!("{side}Leg"), Some(hip), Vec3::Y * -42.0);
            add(&format!("{side}Foot"), Some(knee), Vec3::Y * -42.0);
        }
        let frames: Vec<Vec<Vec3>> = positions.map(|position| vec![position]).collect();
        decide_for(b, vec![Vec3::ONE], &frames)
    }

    #[test]
    fn without_an_offset_both_ways_are_the_same() {
        assert_eq!(decide(Vec3::ZERO, 0, Vec3::ONE, &[vec![Vec3::ONE]]), None);
        assert_eq!(decide(Vec3::Y, 0, Vec3::X, &[vec![Vec3::X]]), None);
    }

    #[test]
    fn a_root_adds_only_when_a_frame_is_much_nearer_to_zero() {
        let hips = Vec3::new(0.0, 90.0, 0.0);
        let at = |y: f32| vec![Vec3::new(3.0, y, 0.0)];
        assert_eq!(decide(hips, 0, Vec3::ONE, &[at(91.0), at(80.0)]), Some(PositionMode::Replace));
        assert_eq!(decide(hips, 0, Vec3::ONE, &[at(1.0), at(-2.0)]), Some(PositionMode::Add));
        // A fall to the ground: low, but near the offset before.
        assert_eq!(decide(hips, 0, Vec3::ONE, &[at(90.0), at(8.0)]), Some(PositionMode::Replace));
    }

    #[test]
    fn rows_of_zeros_among_others_say_nothing() {
        let frame = |y: f32| vec![Vec3::ZERO, Vec3::Y * y, Vec3::Y * y, Vec3::Y * y];
        let (rows, zeros) = (vec![frame(9.0); 5], vec![frame(0.0); 4]);
        let with_zeros = [zeros.clone(), rows.clone()].concat();
        assert_eq!(decide(Vec3::Y * 90.0, 3, Vec3::ONE, &with_zeros), Some(PositionMode::Replace));
        let mostly = [zeros.clone(), zeros, rows].concat();
        assert_eq!(decide(Vec3::Y * 90.0, 3, Vec3::ONE, &mostly), Some(PositionMode::Add));
        // Positions that are always zero are added.
        assert_eq!(decide(Vec3::Y * 90.0, 3, Vec3::ONE, &[frame(0.0)]), Some(PositionMode::Add));
    }

    #[test]
    fn three_joints_below_outvote_the_root() {
        let frame = |y: f32| vec![vec![Vec3::ZERO, Vec3::Y * y, Vec3::Y * y, Vec3::Y * 10.0]];
        assert_eq!(decide(Vec3::Y * 90.0, 3, Vec3::ONE, &frame(9.0)), Some(PositionMode::Replace));
        assert_eq!(decide(Vec3::Y * 90.0, 3, Vec3::ONE, &frame(0.5)), Some(PositionMode::Add));
    }

    #[test]
    fn the_reading_that_puts_the_feet_on_the_ground_wins() {
        let way = |y: f32| (0..300).map(move |i| Vec3::new(i as f32 + 400.0, y, 0.0));
        // By distance alone the decision would be the opposite.
        assert_eq!(person(Vec3::Y * 84.0, way(0.5)), (Some(PositionMode::Add), Confidence::Sure));
        let far = Vec3::new(700.0, 900.0, 0.0);
        assert_eq!(person(far, way(84.0)), (Some(PositionMode::Replace), Confidence::Sure));
    }

    #[test]
    fn without_a_reading_on_the_ground_the_nearer_one_wins() {
        // A camera at zero that looks at a person standing lower.
        let seen = |y: f32| (0..100).map(move |i| Vec3::new(0.0, y, 300.0 + i as f32));
        let camera = Vec3::new(0.0, -40.0, 300.0);
        assert_eq!(person(camera, seen(-40.0)), (Some(PositionMode::Replace), Confidence::Likely));
        assert_eq!(person(camera, seen(-900.0)), (Some(PositionMode::Replace), Confidence::Likely));
        let near_zero = (0..100).map(|i| Vec3::new(0.0, 1.0, i as f32));
        assert_eq!(person(camera, near_zero), (Some(PositionMode::Add), Confidence::Likely));
    }
}
