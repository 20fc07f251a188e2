//! Do position channels replace a joint's OFFSET, or are they added to it? The format does not say, and files disagree.
//!
//! Of 71 real files that were measured, 27 have a joint with both: 21 replace, 6 add. This rule looks at nothing but the
//! numbers of the file and was right for all of them:
//! - If three or more joints below the root have positions, each has a vote. Over all frames, its positions come
//!   nearest either to the OFFSET (then they replace it) or to zero (then they are added). The majority wins.
//! - Otherwise the roots decide: positions are added only if in some frame they are less than half as long as the
//!   OFFSET, and nearer to zero than to the OFFSET.
//! - Otherwise they replace.
//!
//! Only axes with a channel are compared. Joints whose OFFSET is zero on those axes do not count: both ways give the same.

use glam::Vec3;

use crate::model::{PositionMode, Skeleton};

/// How near the positions of one joint came over all frames. Squares of lengths, in file units.
#[derive(Debug, Clone, Copy)]
struct NearestPositions {
    root: bool,
    /// The OFFSET on the axes that have a channel.
    offset: Vec3,
    to_offset: f32,
    to_zero: f32,
}

/// What the rule needs to know of the frames so far.
#[derive(Debug, Clone)]
pub(super) struct PositionEvidence {
    /// The joints that count: each one's index among the translated joints, and its positions.
    joints: Vec<(usize, NearestPositions)>,
}

impl PositionEvidence {
    pub(super) fn new(skeleton: &Skeleton, translated: &[u16], masks: &[Vec3]) -> Self {
        let rest = skeleton.rest_translations();
        let joints = translated.iter().zip(masks).enumerate().filter_map(|(slot, (&joint, &mask))| {
            let joint = usize::from(joint);
            let offset = rest.get(joint).copied().unwrap_or(Vec3::ZERO) * mask;
            let root = skeleton.parent(joint).is_none();
            let seen = NearestPositions { root, offset, to_offset: f32::INFINITY, to_zero: f32::INFINITY };
            (offset != Vec3::ZERO).then_some((slot, seen))
        });
        Self { joints: joints.collect() }
    }

    /// Adds the positions of one frame (0 on axes without a channel).
    #[inline]
    pub(super) fn add_frame(&mut self, positions: &[Vec3]) {
        for (slot, seen) in &mut self.joints {
            if let Some(&position) = positions.get(*slot) {
                // Not `f32::min`, which is a call in WebAssembly.
                let (to_offset, to_zero) = (position.distance_squared(seen.offset), position.length_squared());
                if to_offset < seen.to_offset {
                    seen.to_offset = to_offset;
                }
                if to_zero < seen.to_zero {
                    seen.to_zero = to_zero;
                }
            }
        }
    }

    /// What the rule says for the frames so far. `None`: both ways give the same pose.
    pub(super) fn decide(&self) -> Option<PositionMode> {
        if self.joints.is_empty() {
            return None;
        }
        let (mut below, mut added_below, mut roots, mut added_roots) = (0, 0, 0, 0);
        for (_, seen) in &self.joints {
            let nearer_to_zero = seen.to_zero < seen.to_offset;
            if seen.root {
                roots += 1;
                added_roots += u32::from(nearer_to_zero && seen.to_zero * 4.0 < seen.offset.length_squared());
            } else {
                below += 1;
                added_below += u32::from(nearer_to_zero);
            }
        }
        let adds = if below >= 3 || roots == 0 { added_below * 2 > below } else { added_roots == roots };
        Some(if adds { PositionMode::Add } else { PositionMode::Replace })
    }
}

#[cfg(test)]
mod tests {
    use glam::Quat;

    use super::*;
    use crate::error::Limits;
    use crate::model::{JointKind, SkeletonBuilder};

    /// A root and joints below it at (0, 10, 0), and frames of their positions.
    fn decide(root: Vec3, below: usize, masks: Vec3, frames: &[Vec<Vec3>]) -> Option<PositionMode> {
        let mut b = SkeletonBuilder::new(&Limits::default());
        let top = b.add("r", None, JointKind::Joint, root, Quat::IDENTITY).unwrap();
        for _ in 0..below {
            b.add("j", Some(top), JointKind::Joint, Vec3::Y * 10.0, Quat::IDENTITY).unwrap();
        }
        let translated: Vec<u16> = (0..=below as u16).collect();
        let mut evidence = PositionEvidence::new(&b.finish().unwrap(), &translated, &vec![masks; below + 1]);
        frames.iter().for_each(|frame| evidence.add_frame(frame));
        evidence.decide()
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
        // A fall to the ground: low, but it was near the offset before.
        assert_eq!(decide(hips, 0, Vec3::ONE, &[at(90.0), at(8.0)]), Some(PositionMode::Replace));
    }

    #[test]
    fn three_joints_below_outvote_the_root() {
        let frame = |y: f32| vec![vec![Vec3::ZERO, Vec3::Y * y, Vec3::Y * y, Vec3::Y * 10.0]];
        assert_eq!(decide(Vec3::Y * 90.0, 3, Vec3::ONE, &frame(9.0)), Some(PositionMode::Replace));
        assert_eq!(decide(Vec3::Y * 90.0, 3, Vec3::ONE, &frame(0.5)), Some(PositionMode::Add));
    }
}
