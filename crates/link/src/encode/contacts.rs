//! Finds points that stand on the ground, such as planted feet and hands, whose sliding is easily seen.

use std::ops::Range;

use glam::Vec3;

use marey::model::Axis;

/// Quantile of heights that counts as the ground, and as a point's lowest place: it ignores stray frames.
const SELDOM: f32 = 0.05;
/// A point whose lowest place is higher above the ground never stands: metres. Ankles are lower.
const LOW: f32 = 0.15;
/// Largest height of a standing point above its own lowest place: metres.
const LIFT: f32 = 0.05;
/// Largest speed of a standing point along the ground, over [`WINDOW`]: metres a second.
const SLOW: f32 = 0.15;
/// Window of that speed, and the shortest contact: seconds.
const WINDOW: f64 = 0.1;
/// Time span of slide speeds: seconds. Speeds between single frames would measure the noise of the capture.
const SPAN: f64 = 0.04;
/// Z counts as up if the height of the lowest point varies this many times less along Z than along Y.
const FLATTER: f32 = 3.0;

/// Mean speed along the ground of points that stand on it: millimetres a second of a figure 1.8 m tall. In the original a
/// standing point is within 50 mm of its own lowest place, which is within 150 mm of the ground, and slower than 150 mm a
/// second over 0.1 s. Speeds are measured over 0.04 s.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Slide {
    /// Of the original.
    pub original_mm_s: f32,
    /// As packed.
    pub packed_mm_s: f32,
}

/// Consecutive frames in which a point stands.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct HeldFoot {
    pub(super) joint: usize,
    pub(super) frames: Range<usize>,
}

#[derive(Debug, Clone, Default)]
pub(super) struct HeldFeet {
    pub(super) list: Vec<HeldFoot>,
    up: Vec3,
    /// Time span of slide speeds, in frames and in seconds.
    span: usize,
    seconds: f32,
}

/// Sums of speeds (millimetres a second), and their count.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Slides {
    count: usize,
    original: f64,
    packed: f64,
}

impl Slides {
    pub(super) fn add(&mut self, other: Self) {
        self.count += other.count;
        self.original += other.original;
        self.packed += other.packed;
    }

    pub(super) fn mean(self) -> Option<Slide> {
        let mean = |sum: f64| (sum / self.count as f64) as f32;
        (self.count > 0).then(|| Slide { original_mm_s: mean(self.original), packed_mm_s: mean(self.packed) })
    }
}

impl HeldFeet {
    /// `places`: positions by joint and frame, metres. `up`: if known.
    pub(super) fn new(places: &[Vec<Vec3>], frame_time: f64, up: Option<Axis>) -> Self {
        let frames = places.first().map_or(0, Vec::len);
        let frames_of = |seconds: f64| (seconds / frame_time).round().clamp(1.0, 1e6) as usize;
        let half = frames_of(0.5 * WINDOW);
        if frames <= 2 * half || frame_time <= 0.0 {
            return Self::default();
        }
        let up = up.map_or_else(|| upward(places), Axis::vector);
        let ground = ranked(&lows(places, up), SELDOM);
        let mut list = Vec::new();
        for (joint, places) in places.iter().enumerate() {
            let heights: Vec<f32> = places.iter().map(|place| place.dot(up)).collect();
            let lowest = ranked(&heights, SELDOM);
            if lowest > ground + LOW {
                continue;
            }
            let stands = |frame: usize| {
                let (from, to) = (frame.saturating_sub(half), (frame + half).min(frames - 1));
                let most = SLOW * (frame_time * (to - from) as f64) as f32;
                heights[frame] < lowest + LIFT && along(places[to] - places[from], up) < most
            };
            let mut first = None;
            for frame in 0..=frames {
                if frame < frames && stands(frame) {
                    first = first.or(Some(frame));
                } else if let Some(first) = first.take()
                    && frame - first >= 2 * half
                {
                    list.push(HeldFoot { joint, frames: first..frame });
                }
            }
        }
        let span = frames_of(SPAN);
        Self { list, up, span, seconds: (frame_time * span as f64) as f32 }
    }

    /// Measures the slides. `residual` returns the residual of a joint in a frame.
    pub(super) fn slides(&self, places: &[Vec<Vec3>], residual: impl Fn(usize, usize) -> Vec3) -> Slides {
        let mut slides = Slides::default();
        for HeldFoot { joint, frames } in &self.list {
            let speed = |way: Vec3| f64::from(along(way, self.up) / self.seconds * 1000.0);
            for from in frames.start..frames.end.saturating_sub(self.span) {
                let to = from + self.span;
                let way = places[*joint][to] - places[*joint][from];
                slides.count += 1;
                slides.original += speed(way);
                slides.packed += speed(way - (residual(*joint, to) - residual(*joint, from)));
            }
        }
        slides
    }
}

/// The horizontal length of a displacement.
fn along(way: Vec3, up: Vec3) -> f32 {
    (way - up * way.dot(up)).length()
}

fn lows(places: &[Vec<Vec3>], up: Vec3) -> Vec<f32> {
    let frames = places.first().map_or(0, Vec::len);
    (0..frames).map(|frame| places.iter().map(|own| own[frame].dot(up)).fold(f32::INFINITY, f32::min)).collect()
}

/// The quantile of `values` at `share`.
fn ranked(values: &[f32], share: f32) -> f32 {
    let mut sorted = values.to_vec();
    let at = ((values.len() as f32 * share) as usize).min(values.len().saturating_sub(1));
    if sorted.is_empty() { 0.0 } else { *sorted.select_nth_unstable_by(at, f32::total_cmp).1 }
}

fn upward(places: &[Vec<Vec3>]) -> Vec3 {
    let spread = |up: Vec3| {
        let lows = lows(places, up);
        ranked(&lows, 0.9) - ranked(&lows, 0.1)
    };
    if spread(Vec3::Z) * FLATTER < spread(Vec3::Y) { Vec3::Z } else { Vec3::Y }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A moving hip and two feet at 60 Hz: one foot alternates 0.4 s of stance and swing, the other never stands.
    fn walk(up: Vec3) -> Vec<Vec<Vec3>> {
        let at = |x: f32, height: f32| Vec3::X * x + up * height;
        let mut places = vec![Vec::new(); 3];
        for frame in 0..120 {
            let time = frame as f32 / 60.0;
            let (step, part) = ((time / 0.8).floor(), (time / 0.8).fract());
            let swing = (part - 0.5).max(0.0) * 2.0;
            places[0].push(at(time, 0.9 + 0.02 * (time * 9.0).sin()));
            places[1].push(at((step + swing) * 0.8 + 0.0004 * (frame % 2) as f32, 0.08 + 0.4 * swing * (1.0 - swing)));
            places[2].push(at(time, 0.5));
        }
        places
    }

    #[test]
    fn a_planted_foot_is_found() {
        for (up, known) in [(Vec3::Y, None), (Vec3::Z, None), (Vec3::Z, Some(Axis::Z))] {
            let places = walk(up);
            let contacts = HeldFeet::new(&places, 1.0 / 60.0, known);
            assert!(contacts.list.iter().all(|contact| contact.joint == 1), "{:?}", contacts.list);
            assert_eq!(contacts.list.len(), 3);
            let frames: usize = contacts.list.iter().map(|contact| contact.frames.len()).sum();
            assert!((60..=76).contains(&frames), "{:?}", contacts.list);
        }
    }

    #[test]
    fn slide_is_the_rate_of_change_of_the_error() {
        let places = walk(Vec3::Y);
        let contacts = HeldFeet::new(&places, 1.0 / 60.0, Some(Axis::Y));
        // A constant error does not slide, nor does an error that changes only in height.
        let same = contacts.slides(&places, |_, frame| Vec3::new(0.1, frame as f32, 0.0)).mean().unwrap();
        assert!((same.original_mm_s - same.packed_mm_s).abs() < 1e-2 && same.original_mm_s < 20.0, "{same:?}");
        let moved = contacts.slides(&places, |_, frame| Vec3::Z * (frame as f32 * 0.001)).mean().unwrap();
        assert!((59.0..64.0).contains(&moved.packed_mm_s), "{moved:?}");
        assert_eq!(HeldFeet::new(&places, 0.0, None).slides(&places, |_, _| Vec3::ZERO).mean(), None);
    }
}
