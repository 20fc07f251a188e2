//! What finds files of the same motion, whatever their names, comments and formats: a hash of all frames, and the boxes around the figure
//! at some moments.
//!
//! The same hash is the same motion, renamed or annotated. Formats round differently: boxes find what may be the same or nearly so, which a
//! look at all frames then tells.

use glam::DVec3;
use marey::body::Subject;
use sha2::{Digest, Sha256};

use crate::hash;

/// Moments of a motion at which a box is kept, from its beginning to its end.
const MOMENTS: usize = 33;
/// Steps a metre to which places are rounded before they are hashed.
const HASHED: f64 = 1e4;
/// Steps a metre to which boxes are rounded.
const KEPT: f64 = 1e5;
/// Numbers of a box.
const BOX: usize = 6;
/// How far places of the same motion may be from each other, as a share of the first box's longest side: 3.6 mm of a person of 1.80 m.
const NEAR: f64 = 2e-3;
/// The least share of the moments in which a motion is the same as one that differs in a part.
const LEAST_ALIKE: f64 = 0.6;
/// How far boxes differ where a figure moves at all, as a share as above.
const MOVED: f64 = 2e-2;
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

    /// The number by which marks are sorted: those of the same motion differ in it by at most [`reach`](Self::reach). `None` for places
    /// without bounds, and for a figure without a size.
    pub(super) fn rank(&self) -> Option<f64> {
        let count = self.boxes.len();
        (count > 0 && self.reach() > 0.0).then(|| self.boxes.iter().sum::<f64>() / count as f64)
    }

    /// How far places of the same motion may be from this one's, metres.
    pub(super) fn reach(&self) -> f64 {
        NEAR * self.size()
    }

    /// The longest side of the first box, metres.
    fn size(&self) -> f64 {
        let side = |axis: usize| Some(self.boxes.get(axis + 3)? - self.boxes.get(axis)?);
        (0..3).filter_map(side).fold(0.0, f64::max)
    }

    /// Whether the figure moves.
    pub(super) fn moves(&self) -> bool {
        let moved = MOVED * self.size();
        let first = self.boxes.iter().take(BOX).cycle();
        self.boxes.iter().zip(first).any(|(number, first)| (number - first).abs() > moved)
    }

    /// Whether the boxes are the same at all moments, each from the beginning to the end of its motion.
    pub(super) fn fits(&self, other: &Self) -> bool {
        self.fits_within(other, self.reach())
    }

    /// Whether the boxes are the same at all moments, each number within `reach` metres.
    pub(super) fn fits_within(&self, other: &Self, reach: f64) -> bool {
        self.share_alike(other, reach) >= 1.0
    }

    /// Whether the boxes are the same at most moments.
    pub(super) fn fits_in_part(&self, other: &Self) -> bool {
        self.share_alike(other, self.reach()) >= LEAST_ALIKE
    }

    fn share_alike(&self, other: &Self, reach: f64) -> f64 {
        if self.boxes.is_empty() || self.boxes.len() != other.boxes.len() {
            return 0.0;
        }
        let is_near = |(a, b): (&f64, &f64)| (a - b).abs() <= reach;
        let moments = self.boxes.chunks(BOX).zip(other.boxes.chunks(BOX));
        let alike = moments.filter(|(own, others)| own.iter().zip(*others).all(is_near)).count();
        alike as f64 / (self.boxes.len() / BOX) as f64
    }

    /// The mark of the mirror image, across a plane with this normal: 0 is x, 2 is z.
    pub(super) fn mirrored(&self, normal: usize) -> Self {
        let mut boxes = self.boxes.clone();
        for corners in boxes.chunks_mut(BOX) {
            if let (Some(least), Some(most)) = (corners.get(normal).copied(), corners.get(normal + 3).copied()) {
                corners
                    .iter_mut()
                    .skip(normal)
                    .step_by(3)
                    .zip([-most, -least])
                    .for_each(|(place, number)| *place = number);
            }
        }
        Self { hash: String::new(), boxes }
    }

    /// The number by which motions with the same beginning are found, or with the same end.
    pub(super) fn end(&self, is_last: bool) -> Option<f64> {
        let boxes = if is_last { self.boxes.rchunks(BOX).next() } else { self.boxes.chunks(BOX).next() };
        Some(boxes?.iter().sum::<f64>() / BOX as f64)
    }
}

/// Whether two frame times, or two durations, are the same.
pub(super) fn is_same_time(own: f64, other: f64) -> bool {
    (own - other).abs() <= SAME_TIME * own.max(other)
}
