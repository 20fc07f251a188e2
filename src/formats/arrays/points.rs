//! The positions of some joints in some frames, however their array orders them. They stay in the array until a frame is asked for, so
//! that a long motion is not copied once more.

use glam::{DVec3, Vec3};

use super::array::Array;
use crate::model::is_placeable;

/// Coordinates from which on places may be too far from the origin.
const FAR: f64 = 1e5;
/// How many times its own size a figure has to be away, too: then steps of single precision are a thousandth of it.
const FAR_FROM_FIGURE: f64 = 1e4;
/// Frames that are looked at to learn about a motion, spread over all of it.
const SAMPLED_FRAMES: usize = 64;

/// Positions of joints in frames, in the array's axes and unit.
#[derive(Debug, Clone)]
pub(super) struct Points {
    pub(super) joints: usize,
    frames: usize,
    source: PointSource,
}

#[derive(Debug, Clone)]
enum PointSource {
    /// A row of joints for each frame.
    Places(Vec<Vec3>),
    /// An array, and what is taken off its places while they have all of their digits.
    Array(Array, PointsView, DVec3),
}

/// Where an array has the positions of one clip.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct PointsView {
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

impl PointsView {
    fn item(&self, frame: usize, joint: usize, coordinate: usize) -> usize {
        let [frames, joints, coordinates] = self.strides;
        self.start + frame * frames + joint * joints + coordinate * coordinates
    }

    /// A number of a joint in a frame.
    pub(super) fn number(&self, array: &Array, frame: usize, joint: usize, coordinate: usize) -> f64 {
        array.number(self.item(frame, joint, coordinate))
    }

    /// The place of a joint; NaN if it was not seen.
    fn place(&self, array: &Array, frame: usize, joint: usize) -> DVec3 {
        let at = |coordinate| self.number(array, frame, joint, coordinate);
        let is_flat = self.coordinates == 2;
        let place = DVec3::new(at(0), at(1), if is_flat { 0.0 } else { at(2) });
        // Detectors write zeros for what they did not see.
        let is_unseen = place == DVec3::ZERO && self.score.map(at) == Some(0.0);
        if is_unseen { DVec3::NAN } else { place }
    }
}

impl Points {
    /// Points with a row of places for each frame.
    pub(super) fn new(joints: usize, places: Vec<Vec3>) -> Self {
        let frames = places.len().checked_div(joints).unwrap_or(0);
        Self { joints, frames, source: PointSource::Places(places) }
    }

    pub(super) fn of_view(array: &Array, view: PointsView) -> Self {
        let PointsView { joints, frames, .. } = view;
        Self { joints, frames, source: PointSource::Array(array.clone(), view, DVec3::ZERO) }
    }

    pub(super) fn frames(&self) -> usize {
        self.frames
    }

    /// Replaces `out` by the joints of a frame: NaN for a joint that was not seen, and for one past [`FARTHEST`](crate::model::FARTHEST). Returns the number
    /// of the latter.
    pub(super) fn read_row(&self, frame: usize, out: &mut Vec<Vec3>) -> usize {
        let mut far = 0;
        let mut placed = |place: Vec3| {
            if is_placeable(place) {
                return place;
            }
            far += usize::from(!place.is_nan());
            Vec3::NAN
        };
        out.clear();
        match &self.source {
            PointSource::Places(places) => {
                let start = frame.saturating_mul(self.joints);
                let row = places.get(start..start.saturating_add(self.joints)).unwrap_or_default();
                out.extend(row.iter().map(|place| placed(*place)));
            }
            PointSource::Array(array, view, origin) => {
                // Most arrays have the three numbers of a joint in a row.
                let are_together = view.coordinates == 3 && view.strides[2] == 1 && view.score.is_none();
                let are_together = are_together && *origin == DVec3::ZERO;
                out.extend((0..self.joints).map(|joint| {
                    let together = array.three_floats(view.item(frame, joint, 0)).filter(|_| are_together);
                    placed(together.unwrap_or_else(|| (view.place(array, frame, joint) - *origin).as_vec3()))
                }));
            }
        }
        far
    }

    /// A place near the figure's, if it is so far from the origin that single precision loses its movement. `None` for numbers that are single
    /// anyway.
    pub(super) fn far_place(&self) -> Option<DVec3> {
        let PointSource::Array(array, view, _) = &self.source else { return None };
        if array.dtype.width < 8 {
            return None;
        }
        let places = (0..self.joints).map(|joint| view.place(array, 0, joint));
        let seen: Vec<DVec3> = places.filter(|place| is_placeable(place.as_vec3())).collect();
        let first = *seen.first()?;
        let extent = seen.iter().map(|place| place.distance(first)).fold(0.0, f64::max);
        let farthest = first.abs().max_element();
        (farthest >= FAR && farthest > FAR_FROM_FIGURE * extent).then(|| first.round())
    }

    /// Takes this off all places.
    pub(super) fn take_off(&mut self, place: DVec3) {
        if let PointSource::Array(.., origin) = &mut self.source {
            *origin = place;
        }
    }

    /// What all frames hold in place of positions, for people; `None` if any joint has a place other than the origin.
    pub(super) fn nothing(&self) -> Option<&'static str> {
        let (mut far, mut zeros, mut row) = (0, 0, Vec::new());
        for frame in 0..self.frames {
            far += self.read_row(frame, &mut row);
            zeros += row.iter().filter(|place| **place == Vec3::ZERO).count();
            if row.iter().any(|place| !place.is_nan() && *place != Vec3::ZERO) {
                return None;
            }
        }
        Some(match (far, zeros) {
            (0, 0) => "no numbers",
            (0, _) => "nothing but zeros",
            _ => "only ones past 1e12",
        })
    }

    /// How sure the file is of a joint's place in a frame, from 0 to 255; `None` if it does not say.
    pub(super) fn score(&self, frame: usize, joint: usize) -> Option<u8> {
        let PointSource::Array(array, view, _) = &self.source else { return None };
        let score = view.number(array, frame, joint, view.score?);
        Some((score.clamp(0.0, 1.0) * 255.0).round() as u8)
    }

    /// Whether the file says how sure it is of places.
    pub(super) fn has_scores(&self) -> bool {
        matches!(&self.source, PointSource::Array(_, view, _) if view.score.is_some())
    }

    /// At most 64 frames, spread over all of them.
    pub(super) fn sampled(&self) -> Vec<Vec<Vec3>> {
        let row = |frame| {
            let mut row = Vec::new();
            self.read_row(frame, &mut row);
            row
        };
        spread(self.frames, SAMPLED_FRAMES).map(row).collect()
    }

    /// Cuts what fills the clip up to the length of others: frames of zeros and, where they may be, repetitions of the last frame that are
    /// at least half of the clip. Returns the number of frames that were cut.
    pub(super) fn cut_padding(&mut self, may_repeat: bool) -> usize {
        let mut row = Vec::new();
        let mut is_empty = |frame: usize| {
            let far = self.read_row(frame, &mut row);
            far == 0 && row.iter().all(|place| *place == Vec3::ZERO || place.is_nan())
        };
        let filled = (0..self.frames).rev().find(|frame| !is_empty(*frame)).map_or(0, |last| last + 1);
        if !may_repeat {
            return self.keep_frames(filled);
        }
        let (mut last, mut row) = (Vec::new(), Vec::new());
        self.read_row(filled.saturating_sub(1), &mut last);
        let mut is_last = |frame: &usize| {
            self.read_row(*frame, &mut row);
            row == last
        };
        let still = (0..filled).rev().take_while(|frame| is_last(frame)).count();
        // A person may stand still at the end; nobody does for half of a clip without a hair's movement.
        let kept = if still > 1 && still < filled && 2 * still >= filled { filled - still + 1 } else { filled };
        self.keep_frames(kept)
    }

    /// Keeps this many frames from the first one. Returns the number of frames that were cut.
    pub(super) fn keep_frames(&mut self, kept: usize) -> usize {
        let all = self.frames;
        self.frames = all.min(kept);
        all - self.frames
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
        Points::new(2, places.collect())
    }

    #[test]
    fn zeros_and_long_repetitions_at_the_end_are_padding() {
        let kept = |rows: &[f32]| {
            let mut points = points(rows);
            points.cut_padding(true);
            points.frames()
        };
        assert_eq!(kept(&[1.0, 2.0, 3.0]), 3);
        assert_eq!(kept(&[1.0, 2.0, 0.0, 0.0]), 2);
        assert_eq!(kept(&[1.0, 2.0, 3.0, 3.0, 3.0, 3.0]), 3);
        assert_eq!(kept(&[1.0, 2.0, 3.0, 4.0, 4.0]), 5, "someone stands still");
        assert_eq!(kept(&[1.0, 1.0, 1.0]), 3, "nothing moves at all");
        assert_eq!(kept(&[0.0, 0.0]), 0);
        let mut still = points(&[1.0, 2.0, 3.0, 3.0, 3.0, 3.0, 0.0]);
        assert_eq!((still.cut_padding(false), still.frames()), (1, 6), "in an only clip somebody stands still");
    }

    #[test]
    fn sampled_frames_are_spread_over_the_clip() {
        assert_eq!(spread(3, 64).collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(spread(1001, 3).collect::<Vec<_>>(), [0, 500, 1000]);
        assert_eq!(spread(0, 3).count() + spread(5, 1).count(), 1);
    }
}
