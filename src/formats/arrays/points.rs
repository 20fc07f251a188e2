//! The positions of some joints in some frames, however their array orders them.

use glam::Vec3;

use super::array::Array;
use crate::model::is_placeable;

/// Frames that are looked at to learn about a motion, spread over all of it.
const SAMPLED_FRAMES: usize = 64;

/// Positions of joints in frames.
#[derive(Debug, Clone, Default)]
pub(super) struct Points {
    pub(super) joints: usize,
    /// A row of joints for each frame, in the array's axes and unit. NaN for a joint that was not seen.
    pub(super) places: Vec<Vec3>,
    /// Whether all places lie in the plane of a picture, whose y points down.
    pub(super) is_flat: bool,
}

/// Where an array has the positions of one clip.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct View {
    /// The first item.
    pub(super) start: usize,
    pub(super) frames: usize,
    pub(super) joints: usize,
    /// Numbers of a joint: x, y, z; or x, y.
    pub(super) coordinates: usize,
    /// Items from one frame, joint and coordinate to the next.
    pub(super) strides: [usize; 3],
    /// Which of a joint's numbers is a score, if one is.
    pub(super) score: Option<usize>,
}

impl View {
    /// A number of a joint in a frame.
    pub(super) fn number(&self, array: &Array<'_>, frame: usize, joint: usize, coordinate: usize) -> f64 {
        let [frames, joints, coordinates] = self.strides;
        array.number(self.start + frame * frames + joint * joints + coordinate * coordinates)
    }

    /// Reads the positions. `None` if there is no memory for them.
    pub(super) fn read(&self, array: &Array<'_>) -> Option<Points> {
        let is_flat = self.coordinates == 2;
        let count = self.frames.checked_mul(self.joints)?;
        let mut points = Points { joints: self.joints, is_flat, ..Points::default() };
        points.places.try_reserve_exact(count).ok()?;
        for frame in 0..self.frames {
            for joint in 0..self.joints {
                let at = |coordinate| self.number(array, frame, joint, coordinate) as f32;
                let place = Vec3::new(at(0), at(1), if is_flat { 0.0 } else { at(2) });
                let score = self.score.map(at);
                // Detectors write zeros for what they did not see.
                let is_seen = is_placeable(place) && !(score == Some(0.0) && place == Vec3::ZERO);
                points.places.push(if is_seen { place } else { Vec3::NAN });
            }
        }
        Some(points)
    }
}

impl Points {
    pub(super) fn frames(&self) -> usize {
        self.places.len().checked_div(self.joints).unwrap_or(0)
    }

    /// The joints of a frame.
    pub(super) fn row(&self, frame: usize) -> &[Vec3] {
        let start = frame.saturating_mul(self.joints);
        self.places.get(start..start.saturating_add(self.joints)).unwrap_or_default()
    }

    /// At most 64 frames, spread over all of them.
    pub(super) fn sampled(&self) -> Vec<&[Vec3]> {
        spread(self.frames(), SAMPLED_FRAMES).map(|frame| self.row(frame)).collect()
    }

    /// Cuts what fills the clip up to the length of others: frames of zeros, and repetitions of the last frame that are at least
    /// half of the clip. Returns the number of frames that were cut.
    pub(super) fn cut_padding(&mut self) -> usize {
        let all = self.frames();
        let is_empty = |row: &[Vec3]| row.iter().all(|place| *place == Vec3::ZERO || place.is_nan());
        let filled = (0..all).rev().find(|frame| !is_empty(self.row(*frame))).map_or(0, |last| last + 1);
        let last = self.row(filled.saturating_sub(1));
        let still = (0..filled).rev().take_while(|frame| self.row(*frame) == last).count();
        // A person may stand still at the end; nobody does for half of a clip without a hair's movement.
        let kept = if still > 1 && still < filled && 2 * still >= filled { filled - still + 1 } else { filled };
        self.keep_frames(kept)
    }

    /// Keeps this many frames from the first one. Returns the number of frames that were cut.
    pub(super) fn keep_frames(&mut self, kept: usize) -> usize {
        let all = self.frames();
        self.places.truncate(kept.saturating_mul(self.joints));
        all - self.frames()
    }
}

/// At most `most` of `count` frames, evenly spread, with the first and the last.
pub(super) fn spread(count: usize, most: usize) -> impl Iterator<Item = usize> {
    let taken = count.min(most);
    (0..taken).map(move |step| if taken > 1 { step * (count - 1) / (taken - 1) } else { 0 })
}

/// Mean and standard deviation of the finite values.
pub(super) fn mean_and_deviation(values: impl Iterator<Item = f32>) -> (f32, f32) {
    let (mut count, mut sum, mut squares) = (0.0, 0.0, 0.0);
    // In f64: the difference of the two sums is small.
    for value in values.filter(|value| value.is_finite()).map(f64::from) {
        (count, sum, squares) = (count + 1.0, sum + value, squares + value * value);
    }
    let mean = sum / count;
    (mean as f32, (squares / count - mean * mean).max(0.0).sqrt() as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(rows: &[f32]) -> Points {
        let places =
            rows.iter().flat_map(|x| [Vec3::X * *x, Vec3::new(*x, 1.0, 0.0) * x.signum().abs() * f32::from(*x != 0.0)]);
        Points { joints: 2, places: places.collect(), ..Points::default() }
    }

    #[test]
    fn zeros_and_long_repetitions_at_the_end_are_padding() {
        let kept = |rows: &[f32]| {
            let mut points = points(rows);
            points.cut_padding();
            points.frames()
        };
        assert_eq!(kept(&[1.0, 2.0, 3.0]), 3);
        assert_eq!(kept(&[1.0, 2.0, 0.0, 0.0]), 2);
        assert_eq!(kept(&[1.0, 2.0, 3.0, 3.0, 3.0, 3.0]), 3);
        assert_eq!(kept(&[1.0, 2.0, 3.0, 4.0, 4.0]), 5, "someone stands still");
        assert_eq!(kept(&[1.0, 1.0, 1.0]), 3, "nothing moves at all");
        assert_eq!(kept(&[0.0, 0.0]), 0);
    }

    #[test]
    fn sampled_frames_are_spread_over_the_clip() {
        assert_eq!(spread(3, 64).collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(spread(1001, 3).collect::<Vec<_>>(), [0, 500, 1000]);
        assert_eq!(spread(0, 3).count() + spread(5, 1).count(), 1);
    }
}
