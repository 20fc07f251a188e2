//! What places tell of themselves, without a known skeleton: whether some joints keep their distances.

use super::layouts::ArrayLayout;
use super::sample::{FRAMES, Sample, SampleSpan, bounds, mean, moments, quantile, roughness, share};
use crate::formats::arrays::array::Array;
use crate::formats::arrays::points::spread;

/// Weight of the deviation of a distance against the distance itself.
const DEVIATION: f64 = 15.0;
/// Joints that are looked at.
pub(super) const MOST_JOINTS: usize = 140;
/// The share of frames in which a joint is seen that counts.
const SEEN: f64 = 0.3;

/// How much places are like those of a body.
#[derive(Debug, Clone, Copy)]
pub(super) struct PointBody {
    /// How much the bones of the likeliest tree vary, as a share of their lengths.
    pub(super) variation: f64,
    /// The length of that tree, as a share of the body's extent.
    pub(super) length: f64,
    /// How much bones vary in length, as a share of how much they turn: 0 to 0.1 for rigid ones.
    pub(super) stretch: f64,
}

impl PointBody {
    /// Measures the tree of least cost (Prim's algorithm).
    pub(super) fn of(sample: &Sample) -> Self {
        let frames = || 0..sample.frames;
        let is_seen = |joint: &usize| share(frames().map(|frame| !sample.place(frame, *joint).is_nan())) > SEEN;
        let seen: Vec<usize> = (0..sample.joints).filter(is_seen).collect();
        let joints: Vec<usize> = if seen.len() < 3 { (0..sample.joints).collect() } else { seen };
        let distance =
            |a: usize, b: usize| moments(frames().map(|frame| sample.place(frame, a).distance(sample.place(frame, b))));
        let mut outside: Vec<(f64, usize, usize, (f64, f64))> =
            joints.iter().skip(1).map(|joint| (f64::MAX, *joint, *joint, (0.0, 0.0))).collect();
        let mut joined = joints.first().copied().unwrap_or(0);
        let (mut length, mut deviations, mut turning, mut stretching) = (0.0, 0.0, 0.0, 0.0);
        while !outside.is_empty() {
            let mut best = (f64::MAX, 0);
            for (index, (cost, joint, near, found)) in outside.iter_mut().enumerate() {
                let (mean, deviation) = distance(joined, *joint);
                let new = mean + DEVIATION * deviation;
                if new < *cost {
                    (*cost, *near, *found) = (new, joined, (mean, deviation));
                }
                if *cost < best.0 {
                    best = (*cost, index);
                }
            }
            let (_, joint, near, (mean, deviation)) = outside.swap_remove(best.1);
            length += mean;
            deviations += deviation;
            let part = |axis: usize| {
                moments(
                    frames()
                        .map(move |frame| (sample.place(frame, joint) - sample.place(frame, near)).to_array()[axis]),
                )
                .1
            };
            let turns =
                [0, 1, 2].map(part).into_iter().filter(|part| part.is_finite()).map(|part| part * part).sum::<f64>();
            turning += turns.sqrt();
            stretching += deviation;
            joined = joint;
        }
        let mut extents: Vec<f64> =
            frames().map(|frame| extent(sample, frame)).filter(|extent| extent.is_finite()).collect();
        let extent = quantile(&mut extents, 0.5);
        Self {
            variation: if length > 0.0 { deviations / length } else { 9.0 },
            length: length / extent.max(1e-9),
            stretch: if turning > 0.0 { stretching / turning } else { 1.0 },
        }
    }
}

/// Frames that are needed to tell differences from places.
const FEWEST_STANDING: usize = 10;
/// What [`standing`] is at most for differences from frame to frame: in a long motion, in any, and in how many frames a limb swings once.
const DIFFERENCES: f64 = 0.35;
const DIFFERENCES_OF_FEW: f64 = 0.8;
const SWING: f64 = 22.0;

/// How far joints are from their middle on average over time, as a share of how much that changes. It is near 0 for differences from frame to
/// frame: their sum over all frames is only how much the pose has changed in the end.
pub(super) fn standing(sample: &Sample) -> f64 {
    if sample.frames < FEWEST_STANDING {
        return f64::INFINITY;
    }
    let (mut means, mut deviations) = (0.0, 0.0);
    for axis in 0..sample.width.min(3) {
        let middle = |frame: usize| mean((0..sample.joints).map(|joint| sample.get(frame, joint, axis)));
        let middles: Vec<f64> = (0..sample.frames).map(middle).collect();
        for joint in 0..sample.joints {
            let off = |(frame, middle): (usize, &f64)| sample.get(frame, joint, axis) - middle;
            let (mean, deviation) = moments(middles.iter().enumerate().map(off));
            if mean.is_finite() {
                (means, deviations) = (means + mean.abs(), deviations + deviation);
            }
        }
    }
    if deviations > 0.0 { means / deviations } else { f64::INFINITY }
}

/// Whether numbers of so many frames may be differences from frame to frame, by their [`standing`].
pub(super) fn may_be_differences(standing: f64, frames: usize) -> bool {
    standing < (SWING / frames.max(1) as f64).clamp(DIFFERENCES, DIFFERENCES_OF_FEW)
}

/// The largest extent of a frame along an axis.
fn extent(sample: &Sample, frame: usize) -> f64 {
    let along = |axis: usize| {
        let (low, high) = bounds((0..sample.joints).map(|joint| sample.get(frame, joint, axis)));
        high - low
    };
    (0..sample.width.min(3)).map(along).fold(f64::MIN, f64::max)
}

/// How smoothly places move: the mean step from frame to frame as a share of how far joints are from their middle. `None` for one frame.
pub(super) fn unrest(array: &Array, layout: &ArrayLayout, start: usize, frames: usize) -> Option<f64> {
    if frames < 2 {
        return None;
    }
    let [frame, joint, at] = layout.view.strides;
    let joints: Vec<usize> = spread(layout.view.joints, MOST_JOINTS).map(|index| index * joint).collect();
    let width = SampleSpan { length: layout.view.coordinates.min(3), stride: at };
    let row = |index: usize| Sample::of(array, &[start + index * frame], &joints, width);
    let (mut steps, mut distances) = (Vec::new(), Vec::new());
    for index in spread(frames - 1, FRAMES / 2) {
        let (now, next) = (row(index), row(index + 1));
        let places = || (0..now.joints).map(|joint| now.place(0, joint)).filter(|place| place.is_finite());
        let middle = places().sum::<glam::DVec3>() / places().count().max(1) as f64;
        distances.extend(places().map(|place| place.distance(middle)));
        steps.extend((0..now.joints).map(|joint| now.place(0, joint).distance(next.place(0, joint))));
    }
    Some(mean(steps.into_iter()) / mean(distances.into_iter()).max(1e-9))
}

/// [`roughness`] of all numbers of the joints of a layout.
pub(super) fn rough(array: &Array, layout: &ArrayLayout, start: usize, frames: usize) -> Option<f64> {
    let [frame, joint, at] = layout.view.strides;
    let joints = spread(layout.view.joints, MOST_JOINTS);
    let numbers: Vec<usize> = joints
        .flat_map(|index| (0..layout.view.coordinates.min(3)).map(move |axis| index * joint + axis * at))
        .collect();
    roughness(array, start, SampleSpan { length: frames, stride: frame }, &numbers)
}
