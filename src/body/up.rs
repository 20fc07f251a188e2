//! Guesses a file's up axis from what is usual, the rest pose, the direction from feet to head, and whether the lowest points
//! lie on one plane. The weights were chosen on 861 real files and validated on 819 others.

use glam::Vec3;

use super::parts::BodyParts;
use super::poses::{boxes, ranked};
use crate::checked::Checked;
use crate::model::{Axis, Bounds, Confidence, Skeleton};

/// The axes in order of preference among equals, with roughly the logarithm of how often each is up.
const PRIORS: [(Axis, f32); 6] =
    [(Axis::Y, 0.0), (Axis::Z, -3.0), (Axis::NegY, -4.5), (Axis::X, -6.0), (Axis::NegZ, -6.0), (Axis::NegX, -6.0)];

/// A guessed up axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct UpGuess {
    /// The best one.
    pub axis: Axis,
    /// The second best.
    pub second: Axis,
    /// Confidence in `axis`.
    pub confidence: Confidence,
    /// Score of `axis`, comparable between readings of one motion.
    pub score: f32,
}

impl UpGuess {
    /// Scores the axes. `poses`: positions of all joints in some frames, file space; at least one frame.
    pub fn new(skeleton: &Skeleton, poses: &[Vec<Vec3>], parts: &BodyParts) -> Self {
        let boxes = boxes(poses);
        let extent = median_extent(&boxes);
        let size = parts.legs.map(|legs| legs.length).filter(|leg| *leg > 0.0);
        let size = size.unwrap_or(0.5 * extent.length()).max(f32::MIN_POSITIVE);
        let rest = skeleton.rest_positions();
        // Mean direction from the feet to the head over all poses; to the middle of all joints where no name tells the head.
        let upright = parts.legs.map_or(Vec3::ZERO, |legs| {
            let top = |points: &[Vec3]| match parts.head {
                Some(head) => points.at(head),
                None => points.iter().sum::<Vec3>() / points.len().max(1) as f32,
            };
            let sum: Vec3 = poses.iter().map(|points| (top(points) - mid(points, legs.ends)).normalize_or_zero()).sum();
            sum / poses.len().max(1) as f32
        });
        let scores = PRIORS.map(|(axis, prior)| {
            let up = axis.vector();
            let ground = ground(&boxes, up, size);
            let mut signs = 4.0 * upright.dot(up) + stands_at_rest(&rest, parts, axis);
            if parts.legs.is_none() && extent.dot(up) > 1.3 * (extent - extent * up.abs()).max_element() {
                signs += 1.5;
            }
            (axis, prior + signs + ground, signs.max(ground))
        });
        let none = (Axis::Y, f32::MIN, 0.0);
        let ((axis, score, signs), (second, next, _)) = scores.into_iter().fold((none, none), |(best, second), one| {
            // Among equals the earlier one wins.
            if one.1 > best.1 {
                (one, best)
            } else if one.1 > second.1 {
                (best, one)
            } else {
                (best, second)
            }
        });
        let confidence = if score - next < 2.0 {
            Confidence::Unsure
        } else if parts.legs.is_some() && parts.head.is_some() {
            Confidence::Sure
        } else if signs >= 1.0 {
            Confidence::Likely
        } else {
            Confidence::Unsure
        };
        Self { axis, second, confidence, score }
    }
}

fn mid(points: &[Vec3], [a, b]: [usize; 2]) -> Vec3 {
    (points.at(a) + points.at(b)) * 0.5
}

/// The median of the boxes' extents along each axis.
pub fn median_extent(boxes: &[Bounds]) -> Vec3 {
    let extents = |axis: usize| -> Vec<f32> { boxes.iter().map(|one| one.size()[axis]).collect() };
    Vec3::from_array([0, 1, 2].map(|axis| ranked(&extents(axis), boxes.len() / 2)))
}

/// The lowest coordinate of a box along `up`.
pub fn low(one: &Bounds, up: Vec3) -> f32 {
    one.min.dot(up).min(one.max.dot(up))
}

/// 0 to 4: how well the lowest points of all poses lie on one plane at zero.
fn ground(boxes: &[Bounds], up: Vec3, size: f32) -> f32 {
    let lows: Vec<f32> = boxes.iter().map(|one| low(one, up)).collect();
    let (lower, upper) = (ranked(&lows, lows.len() / 10), ranked(&lows, 9 * lows.len() / 10));
    let off = (lower.abs() + upper - lower) / (0.4 * size);
    4.0 * (1.0 - off).clamp(0.0, 1.0)
}

/// Score for a rest pose that stands along an axis. Y scores low: figures along Y are common in Z-up files, but not vice versa.
fn stands_at_rest(rest: &[Vec3], parts: &BodyParts, axis: Axis) -> f32 {
    let Some(legs) = parts.legs else { return 0.0 };
    let hips = mid(rest, legs.tops);
    let leg = hips - mid(rest, legs.ends);
    let direction = leg.normalize_or_zero();
    if leg.length() <= 0.75 * legs.length || direction.dot(axis.vector()) <= 0.85 {
        return 0.0;
    }
    let trunk = parts.head.map_or(0.0, |head| direction.dot((rest.at(head) - hips).normalize_or_zero()));
    match axis {
        Axis::Y if trunk > -0.3 => 0.5,
        _ if trunk > 0.75 => 3.5,
        Axis::Z if trunk > -0.3 => 0.5,
        _ => 0.0,
    }
}
