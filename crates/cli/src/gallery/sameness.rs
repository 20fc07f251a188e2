//! What tells that two files have the same motion, whatever their names, comments and formats: a hash of all frames, and the boxes around
//! the figure at a few moments.
//!
//! Formats round differently, so that a hash of the frames finds what was renamed or annotated, and the boxes what was converted, too.

use glam::DVec3;
use marey::body::Subject;
use sha2::{Digest, Sha256};

use crate::hash;

/// Moments of a motion at which a box is kept, from its beginning to its end.
const MOMENTS: usize = 9;
/// Steps a metre to which places are rounded before they are hashed.
const HASHED: f64 = 1e4;
/// Steps a metre to which boxes are rounded.
const KEPT: f64 = 1e5;
/// How far boxes of the same motion may be from each other, as a share of the first box's longest side.
const NEAR: f64 = 2e-3;
/// How far frame times of the same motion may be from each other, as a share.
const SAME_TIME: f64 = 1e-3;

/// What motions are compared by.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct MotionMark {
    /// SHA-256 of the frame time and the places of all joints in all frames, in hexadecimal.
    pub(super) hash: String,
    /// The least and the largest x, y and z of all joints at each of the moments: metres, +Y up. Empty for places without bounds.
    pub(super) boxes: Vec<f64>,
}

impl MotionMark {
    /// Poses the subject in all frames.
    pub(super) fn of(subject: &Subject<'_>) -> Self {
        let motion = subject.motion();
        let mut digest = Sha256::new();
        digest.update((subject.skeleton().len() as u64).to_le_bytes());
        digest.update(((motion.frame_time() * 1e6).round() as i64).to_le_bytes());
        let (mut pose, mut places) = (subject.pose(), Vec::new());
        for frame in 0..motion.frame_count() {
            pose.move_to(motion.frame_start(frame));
            pose.places(&mut places);
            for number in places.iter().flat_map(DVec3::to_array) {
                digest.update(((number * HASHED).round() as i64).to_le_bytes());
            }
        }
        let mut boxes = Vec::new();
        for moment in 0..MOMENTS {
            pose.move_to(motion.duration() * moment as f64 / (MOMENTS - 1) as f64);
            pose.places(&mut places);
            let (least, most) = places.iter().fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(least, most), place| {
                (least.min(*place), most.max(*place))
            });
            boxes.extend([least, most].into_iter().flat_map(|corner| corner.to_array()));
        }
        let is_bounded = boxes.iter().all(|number| number.is_finite());
        boxes.iter_mut().for_each(|number| *number = (*number * KEPT).round() / KEPT);
        Self { hash: hash::digits(&digest.finalize()), boxes: if is_bounded { boxes } else { Vec::new() } }
    }

    /// The number by which marks are sorted: those of the same motion differ in it by at most [`reach`](Self::reach).
    pub(super) fn rank(&self) -> Option<f64> {
        self.boxes.first().copied()
    }

    /// How far the numbers of the same motion may be from this one's, metres.
    pub(super) fn reach(&self) -> f64 {
        let side = |axis: usize| Some(self.boxes.get(axis + 3)? - self.boxes.get(axis)?);
        NEAR * (0..3).filter_map(side).fold(0.0, f64::max)
    }

    /// Whether both are of one motion, which has the same number of frames. `times` are the frame times.
    pub(super) fn is_same(&self, other: &Self, times: [f64; 2]) -> bool {
        let [own, others] = times;
        let reach = self.reach();
        (own - others).abs() <= SAME_TIME * own.max(others)
            && !self.boxes.is_empty()
            && self.boxes.len() == other.boxes.len()
            && self.boxes.iter().zip(&other.boxes).all(|(a, b)| (a - b).abs() <= reach)
    }
}
