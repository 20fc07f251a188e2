//! The points of a file, as read.

use glam::Vec3;

use crate::compact::sorting::sort_by;
use crate::model::{Axis, Format, Mark};

/// Points farther from the origin are hidden: the offset between two of them stays placeable.
pub(super) const FARTHEST_POINT: f32 = 1e11;

/// Points over time. Places are in the file's own axes and unit.
#[derive(Debug, Clone)]
pub(crate) struct Recording {
    pub(crate) format: Format,
    /// The clip's name.
    pub(crate) name: String,
    /// A label for each point; at least one.
    pub(crate) labels: Vec<String>,
    /// A row of all points for each frame; NaN for a point that is hidden.
    pub(crate) places: Vec<Vec3>,
    /// Seconds from frame to frame.
    pub(crate) frame_time: f64,
    /// Whether the file states its rate.
    pub(crate) rate_stated: bool,
    /// Metres per unit, where the file states one.
    pub(crate) metres_per_unit: Option<f64>,
    /// The vertical, where the file states one.
    pub(crate) up: Option<Axis>,
    /// Headings and texts for people.
    pub(crate) notes: Vec<(String, String)>,
    /// Events, sorted by their frames.
    pub(crate) marks: Vec<Mark>,
    /// Number of further events, which were only counted.
    pub(crate) marks_dropped: u64,
}

impl Recording {
    pub(crate) fn frames(&self) -> usize {
        self.places.len().checked_div(self.labels.len()).unwrap_or(0)
    }

    /// A point's place in a frame; NaN where it is hidden.
    pub(super) fn place(&self, frame: usize, point: usize) -> Vec3 {
        self.row(frame).get(point).copied().unwrap_or(Vec3::NAN)
    }

    /// All points in a frame.
    pub(super) fn row(&self, frame: usize) -> &[Vec3] {
        let start = frame.saturating_mul(self.labels.len());
        self.places.get(start..start.saturating_add(self.labels.len())).unwrap_or_default()
    }

    /// Leaves out points that are hidden or at the origin in every frame: files keep room for points that nobody recorded. Returns their labels.
    /// If nothing would be left, points at the origin stay.
    pub(super) fn leave_out_empty(&mut self) -> Vec<String> {
        let is_there = self.ever(|place| !place.is_nan() && place != Vec3::ZERO);
        if is_there.contains(&true) {
            return self.keep(&is_there);
        }
        let is_seen = self.ever(|place| !place.is_nan());
        self.keep(&is_seen)
    }

    /// Which points are so in any frame.
    fn ever(&self, is_so: impl Fn(Vec3) -> bool) -> Vec<bool> {
        let mut ever = vec![false; self.labels.len()];
        for row in self.places.chunks_exact(ever.len().max(1)) {
            for (ever, place) in ever.iter_mut().zip(row) {
                *ever |= is_so(*place);
            }
        }
        ever
    }

    /// Leaves out points. Returns their labels.
    pub(super) fn keep(&mut self, is_kept: &[bool]) -> Vec<String> {
        if is_kept.iter().all(|is_kept| *is_kept) {
            return Vec::new();
        }
        let mut each = is_kept.iter().cycle();
        self.places.retain(|_| each.next() == Some(&true));
        let (mut kept, mut left_out) = (Vec::new(), Vec::new());
        for (label, is_kept) in std::mem::take(&mut self.labels).into_iter().zip(is_kept) {
            if *is_kept { &mut kept } else { &mut left_out }.push(label);
        }
        self.labels = kept;
        left_out
    }

    /// Hides points past [`FARTHEST_POINT`]. Returns the number of such places.
    pub(super) fn hide_far(&mut self) -> usize {
        let mut far = 0;
        for place in self.places.iter_mut().filter(|place| !place.is_nan()) {
            if !place.abs().cmple(Vec3::splat(FARTHEST_POINT)).all() {
                *place = Vec3::NAN;
                far += 1;
            }
        }
        far
    }

    /// At most 64 frames, spread over all of them.
    pub(super) fn sampled(&self) -> Vec<&[Vec3]> {
        let (frames, taken) = (self.frames(), self.frames().min(SAMPLED_FRAMES));
        let frame = |step: usize| if taken > 1 { step * (frames - 1) / (taken - 1) } else { 0 };
        (0..taken).map(|step| self.row(frame(step))).collect()
    }
}

const SAMPLED_FRAMES: usize = 64;

/// The largest extent of the points along any axis in the file's unit: the median over some frames. 0 without points.
pub(super) fn extent(rows: &[&[Vec3]], is_counted: impl Fn(usize) -> bool) -> f32 {
    let size = |row: &&[Vec3]| {
        let seen = row.iter().enumerate().filter(|(point, place)| !place.is_nan() && is_counted(*point));
        let bounds = |(low, high): (Vec3, Vec3), (_, place): (usize, &Vec3)| (low.min(*place), high.max(*place));
        let (low, high) = seen.fold((Vec3::INFINITY, Vec3::NEG_INFINITY), bounds);
        (high - low).max_element()
    };
    let mut sizes: Vec<f32> = rows.iter().map(size).filter(|size| size.is_finite()).collect();
    sort_by(&mut sizes, f32::total_cmp);
    sizes.get(sizes.len() / 2).copied().unwrap_or(0.0)
}

#[cfg(test)]
pub(super) fn recording(labels: &[&str], places: Vec<Vec3>) -> Recording {
    Recording {
        format: Format::C3d,
        name: "a".into(),
        labels: labels.iter().map(|label| (*label).to_owned()).collect(),
        places,
        frame_time: 0.01,
        rate_stated: true,
        metres_per_unit: None,
        up: None,
        notes: Vec::new(),
        marks: Vec::new(),
        marks_dropped: 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_that_nobody_recorded_are_left_out() {
        let mut all = recording(&["a", "b", "c"], vec![Vec3::X, Vec3::ZERO, Vec3::NAN, Vec3::Y, Vec3::ZERO, Vec3::NAN]);
        assert_eq!(all.leave_out_empty(), ["b", "c"]);
        assert_eq!((all.labels.as_slice(), all.places), (&["a".to_owned()][..], vec![Vec3::X, Vec3::Y]));
        let mut zeros = recording(&["a", "b"], vec![Vec3::ZERO, Vec3::NAN]);
        assert_eq!((zeros.leave_out_empty(), zeros.labels), (vec!["b".to_owned()], vec!["a".to_owned()]));
    }

    #[test]
    fn far_points_are_hidden() {
        let mut all = recording(&["a", "b"], vec![Vec3::X * 2e11, Vec3::X, Vec3::INFINITY, Vec3::NAN]);
        assert_eq!(all.hide_far(), 2);
        assert_eq!(all.places.iter().filter(|place| place.is_nan()).count(), 3);
        assert_eq!((all.place(0, 1), all.place(9, 9).is_nan()), (Vec3::X, true));
    }

    #[test]
    fn the_extent_is_that_of_half_of_the_frames() {
        let rows: [&[Vec3]; 3] = [&[Vec3::ZERO, Vec3::Y], &[Vec3::ZERO, Vec3::Y * 2.0], &[Vec3::ZERO, Vec3::Y * 9.0]];
        assert_eq!(extent(&rows, |_| true), 2.0);
        assert_eq!(extent(&rows, |point| point == 0), 0.0);
        assert_eq!(extent(&[&[Vec3::NAN]], |_| true), 0.0);
    }
}
