//! How likely rows of three numbers a joint are the rotations of a SMPL body, as axes whose lengths are angles.

use std::f64::consts::{PI, TAU};

use super::free_points::standing;
use super::sample::{FRAMES, Sample, SampleSpan, Spans, bounds, mean, moments, roughness, share};
use super::stated::Stated;
use super::{Form, Rotations};
use crate::compact::maths::log2;
use crate::formats::arrays::array::Array;
use crate::formats::arrays::body::Turned;
use crate::formats::arrays::points::spread;

/// Root mean squares of the components of the rotations of SMPL's joints, in hundredths of a radian: measured on some eighty bodies.
const USUAL: [[u8; 3]; 24] = [
    [30, 120, 25],
    [64, 20, 20],
    [64, 20, 20],
    [20, 8, 7],
    [77, 10, 13],
    [77, 10, 13],
    [12, 6, 5],
    [27, 17, 15],
    [27, 19, 15],
    [14, 6, 5],
    [8, 5, 4],
    [8, 5, 4],
    [18, 9, 8],
    [8, 15, 14],
    [8, 19, 16],
    [14, 10, 7],
    [43, 62, 90],
    [47, 58, 88],
    [14, 120, 27],
    [12, 120, 20],
    [20, 15, 30],
    [25, 15, 30],
    [10, 8, 12],
    [10, 8, 12],
];
const KNEES: [usize; 2] = [4, 5];
const ELBOWS: [usize; 2] = [18, 19];
/// The numbers of joints of bodies, also without their root.
const COUNTS: [usize; 6] = [24, 22, 52, 55, 21, 23];
/// The likelihood below which axes in an unusual order are no rotations: positions have -2.4 and less, seen from the body's middle -0.9.
const LEAST_UNUSUAL: f64 = -0.8;

/// Natural logarithm.
pub(super) fn ln(x: f64) -> f64 {
    f64::from(log2(x as f32)) * std::f64::consts::LN_2
}

/// What speaks for rotations.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Evidence {
    /// Mean logarithm of the likelihood, with what knees and elbows say.
    pub(super) likelihood: f64,
    /// The same without them.
    pub(super) plain: f64,
    /// The share of joints below the root that turn by at most half a turn.
    pub(super) in_range: f64,
    /// The share of frames in which the root turns by at most a whole turn.
    pub(super) root: f64,
    /// How much the elbows bend to the two sides, from -1 to 1.
    elbows: f64,
    /// How much the knees turn.
    pub(super) knees: f64,
    /// The share of frames in which knees do not bend forwards.
    knees_backwards: f64,
    /// The share of the knees' turns that is about x.
    knees_about_x: f64,
    /// The largest angle.
    pub(super) largest: f64,
    /// The share of joints that do not turn at all.
    pub(super) zeros: f64,
}

impl Evidence {
    /// Whether knees and elbows bend as a person's do.
    pub(super) fn is_human(&self) -> bool {
        self.knees > 0.15 && self.knees_backwards > 0.9 && self.knees_about_x > 0.6 && self.elbows > 0.2
    }

    /// Whether the numbers may well be rotations.
    pub(super) fn fits(&self) -> bool {
        let likely = self.likelihood > 0.3 || self.likelihood > -0.1 && self.is_human();
        self.in_range > 0.985 && self.root > 0.98 && likely
    }

    /// Whether the numbers could be rotations at all.
    pub(super) fn is_possible(&self) -> bool {
        self.in_range > 0.97
    }

    /// Judges rotations of a body, of which the first is the root's.
    pub(super) fn of(sample: &Sample) -> Self {
        let judged = sample.joints.min(USUAL.len());
        let at = |frame: usize, joint: usize| sample.place(frame, joint);
        let frames = || 0..sample.frames;
        let scale = |joint: usize, axis: usize| {
            let usual = USUAL.get(joint).and_then(|row| row.get(axis)).map_or(0.1, |usual| f64::from(*usual) / 100.0);
            (usual / std::f64::consts::SQRT_2).max(0.035)
        };
        let mut terms = Vec::new();
        for joint in 1..judged {
            for axis in 0..3 {
                let scale = scale(joint, axis);
                let log = ln(2.0 * scale);
                terms.extend(frames().map(|frame| -((sample.get(frame, joint, axis).abs() / scale).min(12.0) + log)));
            }
        }
        let plain = mean(terms.into_iter());
        let angles = |joints: std::ops::Range<usize>| {
            frames().flat_map(move |frame| joints.clone().map(move |joint| at(frame, joint).length()))
        };
        let in_range = share(angles(1..sample.joints).map(|angle| angle <= PI * 1.03));
        let root = share(angles(0..1).map(|angle| angle <= TAU + 0.1));
        let largest = angles(0..sample.joints).fold(0.0, f64::max);
        let zeros = share(angles(0..sample.joints).map(|angle| angle == 0.0));
        let sum = |joint: usize| move |frame: usize| at(frame, joint).abs().element_sum();
        let knees = mean(KNEES.iter().flat_map(|knee| frames().map(sum(*knee))));
        let about_x: f64 = KNEES.iter().map(|knee| frames().map(|frame| at(frame, *knee).x.abs()).sum::<f64>()).sum();
        let all: f64 = KNEES.iter().map(|knee| frames().map(sum(*knee)).sum::<f64>()).sum();
        let knees_backwards =
            share(KNEES.iter().flat_map(|knee| frames().map(move |frame| at(frame, *knee).x > -0.15)));
        let [left, right] = ELBOWS;
        let mean_y = |joint: usize| mean(frames().map(|frame| at(frame, joint).y));
        let size_y = |joint: usize| mean(frames().map(|frame| at(frame, joint).y.abs()));
        let elbows =
            if judged > right { (mean_y(right) - mean_y(left)) / (size_y(left) + size_y(right) + 0.3) } else { 0.0 };
        let knee =
            |joint: usize| mean(frames().map(|frame| at(frame, joint).x)) / (mean(frames().map(sum(joint))) + 0.15);
        let likelihood = plain + 0.25 * elbows + 0.25 * KNEES.map(knee).into_iter().fold(f64::MAX, f64::min);
        let knees_about_x = about_x / all.max(1e-9);
        Self { likelihood, plain, in_range, root, elbows, knees, knees_backwards, knees_about_x, largest, zeros }
    }
}

/// A way to read rows as rotations, with what speaks for it.
#[derive(Debug, Clone)]
pub(super) struct Alignment {
    pub(super) rotations: Rotations,
    pub(super) joints: usize,
    /// The first of a row's numbers that is a rotation's.
    pub(super) first: usize,
    pub(super) evidence: Evidence,
    /// How much numbers jump from frame to frame; see [`roughness`]. `None` for a few frames.
    pub(super) roughness: Option<f64>,
    /// How far the numbers of joints are from their mean; see [`standing`].
    pub(super) standing: f64,
    /// Whether joints have an axis of their own.
    pub(super) has_axes: bool,
}

impl Alignment {
    pub(super) fn is_like(&self, other: &Self) -> bool {
        (self.joints, self.first, self.rotations.path.is_some(), self.rotations.strides)
            == (other.joints, other.first, other.rotations.path.is_some(), other.rotations.strides)
    }

    /// Whether these are the rotations of a body without its root.
    pub(super) fn lacks_root(&self) -> bool {
        !self.rotations.turned.is_whole()
    }
}

/// The place of rotations in the rows of an array.
#[derive(Clone)]
struct JointRows {
    frames: SampleSpan,
    clips: Spans,
    joints: SampleSpan,
    numbers: SampleSpan,
    /// Numbers of a row before the rotations, and behind them.
    first: usize,
    tail: usize,
    /// The letters of the axes where they are not the usual ones; `None` for rows.
    axes: Option<String>,
}

/// Every way in which an array may have the rotations of a body.
pub(super) fn alignments(array: &Array, stated: Stated<'_>) -> Vec<Alignment> {
    let places = of_axes(array, stated).into_iter().chain(of_rows(array, stated));
    let mut found: Vec<Alignment> = places.filter_map(|place| alignment(array, &place)).collect();
    if stated.axes.is_none() {
        // In an unusual order of axes many things look like rotations.
        found.retain(|each| each.rotations.axes.is_empty() || each.evidence.likelihood > LEAST_UNUSUAL);
    }
    found
}

/// Frames, joints and the three numbers of a joint on an axis each, in any order.
fn of_axes(array: &Array, stated: Stated<'_>) -> Vec<JointRows> {
    let axes = array.shape.len();
    let span = |axis: usize| SampleSpan::of(array, axis);
    let mut found = Vec::new();
    if !matches!(axes, 3 | 4) {
        return found;
    }
    // A first axis of four has clips.
    let inner = axes - 3..axes;
    for numbers in inner.clone().filter(|axis| array.length(*axis) == 3) {
        for joints in inner.clone().filter(|axis| *axis != numbers) {
            let Some(frames) = inner.clone().find(|axis| ![numbers, joints].contains(axis)) else { continue };
            let count = array.length(joints);
            let is_known = COUNTS.contains(&count) && (axes == 3 || !matches!(count, 21 | 23));
            if !is_known || !stated.allows_joints(count) || !stated.allows_axes(axes, Some(frames), joints, numbers) {
                continue;
            }
            let letter = |axis: usize| match axis {
                _ if axis == frames => 'F',
                _ if axis == joints => 'J',
                _ if axis == numbers => '3',
                _ => 'N',
            };
            let is_usual = frames < joints && joints < numbers;
            found.push(JointRows {
                frames: span(frames),
                clips: Spans((0..axes - 3).map(span).collect()),
                joints: span(joints),
                numbers: span(numbers),
                first: 0,
                tail: 0,
                axes: Some(if is_usual { String::new() } else { (0..axes).map(letter).collect() }),
            });
        }
    }
    found
}

/// Rows of all numbers of a frame.
fn of_rows(array: &Array, stated: Stated<'_>) -> Vec<JointRows> {
    let axes = array.shape.len();
    let span = |axis: usize| SampleSpan::of(array, axis);
    let mut found = Vec::new();
    if !(axes == 2 || axes == 3 && array.length(1) != 3)
        || !stated.allows_axes(axes, Some(axes - 2), axes - 1, axes - 1)
    {
        return found;
    }
    let row = span(axes - 1);
    for joints in COUNTS.into_iter().filter(|joints| stated.allows_joints(*joints)) {
        for (first, tail) in [(0, 0), (0, 3), (3, 0), (0, 10), (0, 16), (3, 10), (0, 13), (3, 16)] {
            if row.length == 3 * joints + first + tail {
                found.push(JointRows {
                    frames: span(axes - 2),
                    clips: Spans((0..axes - 2).map(span).collect()),
                    joints: SampleSpan { length: joints, stride: 3 * row.stride },
                    numbers: SampleSpan { length: 3, stride: row.stride },
                    first,
                    tail,
                    axes: None,
                });
            }
        }
    }
    found
}

/// The rotations at a place, and what speaks for them; `None` for a body that is not known, and where all frames are broken.
fn alignment(array: &Array, place: &JointRows) -> Option<Alignment> {
    let JointRows { frames, joints, numbers, first, tail, .. } = *place;
    let turned = Turned::of_count(joints.length).filter(|turned| turned.is_whole() || first + tail == 0)?;
    let start = first * numbers.stride;
    let rows: Vec<usize> = spread(frames.length, FRAMES).map(|frame| start + frame * frames.stride).collect();
    let items: Vec<usize> = (0..joints.length).map(|joint| joint * joints.stride).collect();
    let mut sample = Sample::of(array, &rows, &items, numbers).without_broken_frames();
    if sample.frames == 0 {
        return None;
    }
    let standing = standing(&sample);
    if !turned.is_whole() {
        sample = sample.with_still_root();
    }
    let mut evidence = Evidence::of(&sample);
    // A shape is constant.
    if matches!(tail, 10 | 13 | 16) && frames.length > 2 {
        let shape = if tail == 16 { 16 } else { 10 };
        let width = first + 3 * joints.length + tail;
        let number = |frame: usize, column: usize| array.number(frame * frames.stride + column * numbers.stride);
        let deviation = |column: usize| moments(spread(frames.length, FRAMES).map(|frame| number(frame, column))).1;
        let spread = mean((width - shape..width).map(deviation));
        evidence.likelihood += if spread < 0.02 {
            0.1
        } else if spread > 0.15 {
            -0.1
        } else {
            0.0
        };
    }
    if joints.length == 22 && tail == 16 {
        evidence.likelihood -= 0.25;
    }
    let behind = (first + 3 * joints.length) * numbers.stride;
    let has_path = matches!(tail, 3 | 13) || first == 3 && !(tail == 10 && is_camera(array, frames, numbers));
    let path = has_path.then_some((if first == 3 { 0 } else { behind }, numbers.stride));
    let strides = [frames.stride, joints.stride, numbers.stride];
    let columns: Vec<usize> = (0..joints.length)
        .flat_map(|joint| (0..3).map(move |at| joint * joints.stride + at * numbers.stride))
        .collect();
    let roughness = roughness(array, start, frames, &columns);
    let rotations = Rotations {
        form: Form::AxisAngle,
        turned,
        frames: frames.length,
        clips: place.clips.clone(),
        start,
        strides,
        path,
        axes: place.axes.clone().unwrap_or_default(),
    };
    let has_axes = place.axes.is_some();
    Some(Alignment { rotations, joints: joints.length, first, evidence, roughness, standing, has_axes })
}

/// Whether the three numbers before rotations are a camera's, whose first one is a scale that hardly moves.
fn is_camera(array: &Array, frames: SampleSpan, numbers: SampleSpan) -> bool {
    let column = |column: usize| {
        spread(frames.length, FRAMES).map(move |frame| array.number(frame * frames.stride + column * numbers.stride))
    };
    let is_small = |of: usize| column(of).all(|number| number.abs() < 0.5);
    let (low, high) = bounds(column(0));
    mean(column(0)).abs() < 2.0 && high - low < 0.25 && is_small(1) && is_small(2)
}
