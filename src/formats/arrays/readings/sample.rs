//! Some of an array's numbers, as whoever looks at them wants them: frames of joints of a few numbers each.

use glam::DVec3;

use crate::compact::sorting::sort_by;
use crate::formats::arrays::array::Array;

/// Frames of a motion that are looked at.
pub(super) const FRAMES: usize = 48;

/// Consecutive frames in which noise is told from motion.
const RUN: usize = 60;

/// An axis of an array: its length, and the items from one index to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::formats::arrays) struct SampleSpan {
    pub(in crate::formats::arrays) length: usize,
    pub(in crate::formats::arrays) stride: usize,
}

impl SampleSpan {
    /// The axis of this number.
    pub(in crate::formats::arrays) fn of(array: &Array, axis: usize) -> Self {
        Self { length: array.length(axis), stride: array.stride(axis) }
    }
}

/// Several axes as one, whose last axis moves fastest.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::formats::arrays) struct Spans(pub(in crate::formats::arrays) Vec<SampleSpan>);

impl Spans {
    /// The number of indices; 1 for no axes.
    pub(in crate::formats::arrays) fn count(&self) -> usize {
        self.0.iter().fold(1, |count, span| count.saturating_mul(span.length))
    }

    /// The item at an index.
    pub(in crate::formats::arrays) fn item(&self, mut index: usize) -> usize {
        let mut item = 0;
        for span in self.0.iter().rev() {
            item += index % span.length.max(1) * span.stride;
            index /= span.length.max(1);
        }
        item
    }
}

/// Numbers of some frames.
#[derive(Debug, Clone)]
pub(super) struct Sample {
    pub(super) frames: usize,
    pub(super) joints: usize,
    pub(super) width: usize,
    numbers: Vec<f64>,
}

impl Sample {
    /// The numbers at these items for each frame, joint and number of a joint; NaN for what is no number up to 1e12.
    pub(super) fn of(array: &Array, frames: &[usize], joints: &[usize], width: SampleSpan) -> Self {
        let mut numbers = Vec::with_capacity(frames.len() * joints.len() * width.length);
        for frame in frames {
            for joint in joints {
                numbers.extend((0..width.length).map(|at| placeable(array.number(frame + joint + at * width.stride))));
            }
        }
        Self { frames: frames.len(), joints: joints.len(), width: width.length, numbers }
    }

    /// A number of a joint in a frame; NaN where there is none.
    pub(super) fn get(&self, frame: usize, joint: usize, at: usize) -> f64 {
        self.numbers.get((frame * self.joints + joint) * self.width + at).copied().unwrap_or(f64::NAN)
    }

    /// The first three numbers of a joint; 0 for a third one that there is not.
    pub(super) fn place(&self, frame: usize, joint: usize) -> DVec3 {
        let third = if self.width > 2 { self.get(frame, joint, 2) } else { 0.0 };
        DVec3::new(self.get(frame, joint, 0), self.get(frame, joint, 1), third)
    }

    /// The numbers of all joints, one after the other.
    pub(super) fn each(&self) -> impl Iterator<Item = &[f64]> {
        self.numbers.chunks_exact(self.width.max(1))
    }

    /// The numbers of all joints, to be changed.
    fn each_mut(&mut self) -> impl Iterator<Item = &mut [f64]> {
        self.numbers.chunks_exact_mut(self.width.max(1))
    }

    /// Marks what is not there: joints of which a number is not there become NaN. Frames without any joint, and frames of
    /// zeros, are left out.
    pub(super) fn clean(&mut self) {
        for joint in self.each_mut() {
            if joint.iter().any(|number| number.is_nan()) {
                joint.fill(f64::NAN);
            }
        }
        let row = self.joints * self.width;
        let is_kept = |row: &[f64]| row.iter().any(|number| !number.is_nan() && *number != 0.0);
        let kept: Vec<f64> =
            self.numbers.chunks_exact(row.max(1)).filter(|row| is_kept(row)).flatten().copied().collect();
        self.frames = kept.len() / row.max(1);
        self.numbers = kept;
    }

    /// The frames all of whose numbers are finite.
    pub(super) fn without_broken_frames(mut self) -> Self {
        let row = (self.joints * self.width).max(1);
        let whole = self.numbers.chunks_exact(row).filter(|row| row.iter().all(|number| number.is_finite()));
        self.numbers = whole.flatten().copied().collect();
        self.frames = self.numbers.len() / row;
        self
    }

    /// The first two numbers of each joint.
    pub(super) fn flat(self) -> Self {
        let numbers = self.each().flat_map(|joint| joint.iter().take(2)).copied().collect();
        Self { width: self.width.min(2), numbers, ..self }
    }

    /// The axis with its angle of each joint; none for numbers that are no rotation.
    pub(super) fn turned(&self, rotation: impl Fn(&[f64]) -> Option<DVec3>) -> Self {
        let numbers = self.each().flat_map(|joint| rotation(joint).unwrap_or_default().to_array()).collect();
        Self { numbers, width: 3, ..*self }
    }

    /// Three angles in degrees a joint as radians, in another order.
    pub(super) fn in_radians(&self, order: [usize; 3]) -> Self {
        let turned = |joint: &[f64]| order.map(|at| joint.get(at).copied().unwrap_or(f64::NAN).to_radians());
        let numbers = self.each().flat_map(turned).collect();
        Self { numbers, width: 3, ..*self }
    }

    /// The same with a first joint of zeros.
    pub(super) fn with_still_root(self) -> Self {
        let row = (self.joints * self.width).max(1);
        let zeros = vec![0.0; self.width];
        let rows = self.numbers.chunks_exact(row).flat_map(|row| zeros.iter().chain(row));
        let numbers = rows.copied().collect();
        Self { joints: self.joints + 1, numbers, ..self }
    }

    /// Marks joints at the origin as unseen where they are there in fewer than `most` of the frames.
    pub(super) fn hide_zeros(&mut self, most: f64) {
        for joint in 0..self.joints {
            let is_zero = |sample: &Self, frame| (0..sample.width).all(|at| sample.get(frame, joint, at) == 0.0);
            let zeros: Vec<usize> = (0..self.frames).filter(|frame| is_zero(self, *frame)).collect();
            if zeros.len() as f64 >= most * self.frames as f64 {
                continue;
            }
            for frame in zeros {
                let start = (frame * self.joints + joint) * self.width;
                if let Some(numbers) = self.numbers.get_mut(start..start + self.width) {
                    numbers.fill(f64::NAN);
                }
            }
        }
    }

    /// Whether any joint is at the origin in some frame, but no frame has all of them there.
    pub(super) fn has_zeros(&self) -> bool {
        self.each().any(|joint| joint.iter().all(|number| *number == 0.0))
    }
}

/// The number, or NaN for one that is too large for a place.
pub(super) fn placeable(number: f64) -> f64 {
    if crate::model::in_range(number) { number } else { f64::NAN }
}

/// The value at a share of the sorted list, from 0 to 1; NaN for an empty list.
pub(super) fn quantile(values: &mut [f64], share: f64) -> f64 {
    sort_by(values, |a, b| a.total_cmp(b));
    let last = values.len().saturating_sub(1) as f64;
    let at = |place: f64| values.get(place as usize).copied().unwrap_or(f64::NAN);
    let place = share * last;
    at(place) + (at(place.ceil()) - at(place)) * (place - place.floor())
}

/// Mean and standard deviation of the finite values.
pub(super) fn moments(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (mut count, mut mean, mut squares) = (0.0, 0.0, 0.0);
    for value in values.filter(|value| value.is_finite()) {
        count += 1.0;
        let step = value - mean;
        mean += step / count;
        squares += step * (value - mean);
    }
    if count > 0.0 { (mean, (squares / count).max(0.0).sqrt()) } else { (f64::NAN, f64::NAN) }
}

/// Mean of the finite values; NaN for none.
pub(super) fn mean(values: impl Iterator<Item = f64>) -> f64 {
    moments(values).0
}

/// The least and the largest of the finite values.
pub(super) fn bounds(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values
        .filter(|value| value.is_finite())
        .fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)))
}

/// The share of values for which something holds; 0 for none.
pub(super) fn share(values: impl Iterator<Item = bool>) -> f64 {
    let (mut right, mut all) = (0.0, 0.0);
    for value in values {
        (right, all) = (right + f64::from(u8::from(value)), all + 1.0);
    }
    if all > 0.0 { right / all } else { 0.0 }
}

/// Mean step in time over the spread in time of all numbers: about 1.1 for noise, below 0.5 for motion. `None` for fewer than five frames.
pub(super) fn roughness(array: &Array, start: usize, frames: SampleSpan, numbers: &[usize]) -> Option<f64> {
    let count = frames.length.min(RUN);
    if count < 5 {
        return None;
    }
    let (mut steps, mut spreads) = (0.0, 0.0);
    for number in numbers {
        let at = |frame: usize| placeable(array.number(start + frame * frames.stride + number));
        let deviation = moments((0..count).map(at)).1;
        if deviation > 1e-9 {
            steps += mean((1..count).map(|frame| (at(frame) - at(frame - 1)).abs()));
            spreads += deviation;
        }
    }
    Some(if spreads > 0.0 { steps / spreads } else { 0.0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_lie_between_values() {
        assert_eq!(quantile(&mut [3.0, 1.0, 2.0], 0.5), 2.0);
        assert_eq!(quantile(&mut [4.0, 1.0], 0.5), 2.5);
        assert!(quantile(&mut [], 0.5).is_nan());
    }

    #[test]
    fn several_axes_count_like_one() {
        let spans = Spans(vec![SampleSpan { length: 2, stride: 30 }, SampleSpan { length: 3, stride: 5 }]);
        assert_eq!((spans.count(), Spans::default().count()), (6, 1));
        assert_eq!((0..6).map(|index| spans.item(index)).collect::<Vec<_>>(), [0, 5, 10, 30, 35, 40]);
    }
}
