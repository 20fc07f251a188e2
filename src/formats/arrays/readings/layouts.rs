//! Every way in which the axes of an array may be clips, frames, joints and coordinates.

use super::sample::{SampleSpan, Spans};
use crate::checked::Checked;
use crate::compact::sorting::sort_by;
use crate::formats::arrays::array::Array;
use crate::formats::arrays::points::{PointsView, spread};
use crate::formats::arrays::tables::TABLES;
use crate::formats::reading::Meaning::{self, Bodies, Clips, Coordinates, Frames, Joints, Numbers, PlanarNumbers};

/// Frames that are looked at to tell which axis is time.
const TIMED: usize = 64;
/// Clips and joints that are looked at to tell which axis is time.
const SAMPLED: usize = 8;
/// Fewer points are no figure, unless somebody says so.
const FEWEST_JOINTS: usize = 5;
/// The same, where the meanings of axes are stated.
const FEWEST_STATED: usize = 3;
/// Axes of an array of motion.
const MOST_AXES: usize = 5;
/// Numbers of a frame of MediaPipe in one row: 33 joints with a visibility.
const MEDIAPIPE_WIDTH: usize = 33 * 4;
/// Numbers of a frame of NTU RGB+D in one row: two bodies of 25 joints.
const NTU_WIDTH: usize = 2 * 25 * 3;
/// How much less places change along time than along the next axis, where that is sure.
const CALMER: f64 = 0.6;
/// How much further two steps lead along time than along the next axis, in steps, where that is sure: about 2 in a motion, and 1 in a list.
const STEADIER: f64 = 0.3;

/// How the coordinates of joints lie in an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AxisOrder {
    /// Joints and coordinates have an axis each.
    Axes,
    /// A row has joint after joint.
    Rows,
    /// A row has all x, then all y, then all z.
    Planes,
    /// A row has two bodies.
    Pairs,
}

/// One way to read an array.
#[derive(Debug, Clone)]
pub(in crate::formats::arrays) struct ArrayLayout {
    /// The first clip, with all numbers of a joint as coordinates.
    pub(in crate::formats::arrays) view: PointsView,
    /// The starts of the clips.
    pub(in crate::formats::arrays) clips: Spans,
    /// What each axis means.
    meanings: Vec<Meaning>,
    /// Numbers of a joint.
    width: usize,
    pub(super) spread: AxisOrder,
    /// The same with another axis as time, where that is about as likely.
    pub(super) otherwise: Option<Box<Self>>,
    /// Whether clips may be filled up by repetitions of their last frame.
    pub(in crate::formats::arrays) may_repeat: bool,
    /// Whether coordinates are on the last axis.
    pub(super) is_usual: bool,
}

impl ArrayLayout {
    /// For people: `frames, joints, coordinates`.
    pub(in crate::formats::arrays) fn axes(&self) -> String {
        let names: Vec<&str> = self.meanings.iter().map(|meaning| meaning.name()).collect();
        names.join(", ")
    }

    /// The letters by which a person states these axes; `None` if no letters say it.
    pub(in crate::formats::arrays) fn letters(&self) -> Option<String> {
        let is_once = |meaning: &Meaning| self.meanings.iter().filter(|other| *other == meaning).count() == 1;
        (self.meanings.contains(&Frames) && self.meanings.iter().all(is_once))
            .then(|| self.meanings.iter().map(|meaning| meaning.letter(self.width)).collect())
    }

    /// Whether all joints of a frame are in one row of the array.
    pub(super) fn is_row(&self) -> bool {
        self.spread != AxisOrder::Axes
    }

    /// The axes of joints and of their numbers.
    fn of(
        array: &Array,
        joints: SampleSpan,
        coordinates: SampleSpan,
        rest: Vec<(Option<usize>, SampleSpan)>,
        spread: AxisOrder,
    ) -> Self {
        let (time, other) = time(array, joints, coordinates, &rest);
        let with = |time| Self::with_time(array, joints, coordinates, rest.clone(), time, spread);
        let otherwise = other.map(|other| Box::new(with(Some(other))));
        Self { otherwise, ..with(time) }
    }

    /// The axes of joints and of their numbers, and time: one of the rest.
    fn with_time(
        array: &Array,
        joints: SampleSpan,
        coordinates: SampleSpan,
        mut rest: Vec<(Option<usize>, SampleSpan)>,
        time: Option<usize>,
        spread: AxisOrder,
    ) -> Self {
        let time = time.map(|at| rest.remove(at));
        let frame = time.map_or(SampleSpan { length: 1, stride: 0 }, |(_, span)| span);
        let view = PointsView {
            start: 0,
            frames: frame.length,
            joints: joints.length,
            coordinates: coordinates.length,
            strides: [frame.stride, joints.stride, coordinates.stride],
            score: None,
        };
        let mut meanings = vec![Coordinates; array.shape.len()];
        let mut mean = |axis: Option<usize>, meaning| {
            if let Some(axis) = axis {
                meanings.put(axis, meaning);
            }
        };
        let last = array.shape.len().saturating_sub(1);
        let time_axis = time.and_then(|(axis, _)| axis);
        mean(time_axis, Frames);
        for (at, (axis, _)) in rest.iter().filter(|(axis, _)| axis.is_some()).enumerate() {
            mean(*axis, if at == 0 { Clips } else { Bodies });
        }
        let is_last_time = array.shape.len() > 2 && time_axis == Some(last);
        let clips = Spans(rest.into_iter().map(|(_, span)| span).collect());
        let may_repeat = clips.count() > 1 || is_last_time;
        let width = coordinates.length;
        Self { view, clips, meanings, width, spread, otherwise: None, may_repeat, is_usual: true }
    }

    /// States what an axis means, whichever is time.
    fn mean(&mut self, axis: usize, meaning: Meaning) {
        self.meanings.put(axis, meaning);
        if let Some(other) = &mut self.otherwise {
            other.mean(axis, meaning);
        }
    }
}

/// An axis that may be time.
struct LayoutCourse {
    /// Its place among such axes.
    at: usize,
    length: usize,
    /// Mean step of places along it.
    step: f64,
    /// How far two steps lead, in steps: about 2 where something moves, and 1 where each place is for itself.
    steadiness: f64,
}

impl LayoutCourse {
    fn of(
        array: &Array,
        joints: SampleSpan,
        coordinates: SampleSpan,
        rest: &[(Option<usize>, SampleSpan)],
        at: usize,
    ) -> Option<Self> {
        let (_, along) = *rest.get(at)?;
        let others =
            Spans(rest.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, (_, span))| *span).collect());
        let mean = |steps: usize| {
            let (mut sum, mut count) = (0.0, 0.0);
            for other in spread(others.count(), SAMPLED) {
                for joint in spread(joints.length, SAMPLED) {
                    let start = others.item(other) + joint * joints.stride;
                    for step in 0..along.length.min(TIMED).saturating_sub(steps) {
                        let square = |at: usize| {
                            let item = start + step * along.stride + at * coordinates.stride;
                            (array.number(item + steps * along.stride) - array.number(item)).powi(2)
                        };
                        let step = (0..coordinates.length.min(3)).map(square).sum::<f64>().sqrt();
                        if crate::model::in_range(step) {
                            (sum, count) = (sum + step, count + 1.0);
                        }
                    }
                }
            }
            if count > 0.0 { sum / count } else { f64::MAX }
        };
        let step = mean(1);
        let steadiness = if along.length > 2 && step > 0.0 && step < f64::MAX { mean(2) / step } else { 1.0 };
        Some(Self { at, length: along.length, step, steadiness })
    }
}

/// Which of these axes is time: the one along which places move on steadily, or else the one along which they change least. If that
/// is open, also the next likeliest. `None` for no axes.
fn time(
    array: &Array,
    joints: SampleSpan,
    coordinates: SampleSpan,
    rest: &[(Option<usize>, SampleSpan)],
) -> (Option<usize>, Option<usize>) {
    let longest = rest.iter().map(|(_, span)| span.length).max().unwrap_or(0);
    // Two of a kind are no motion beside a longer axis.
    let least = if longest > 2 { 3 } else { 2 };
    let candidates = rest.iter().enumerate().filter(|(_, (_, span))| span.length >= least);
    let mut courses: Vec<LayoutCourse> =
        candidates.filter_map(|(at, _)| LayoutCourse::of(array, joints, coordinates, rest, at)).collect();
    sort_by(&mut courses, |a, b| a.step.total_cmp(&b.step));
    let [calmest, next, ..] = courses.as_slice() else {
        return (courses.first().map_or((!rest.is_empty()).then_some(0), |only| Some(only.at)), None);
    };
    let steadiest = |a: &&LayoutCourse, b: &&LayoutCourse| b.steadiness.total_cmp(&a.steadiness);
    let mut by_steadiness: Vec<&LayoutCourse> = courses.iter().collect();
    sort_by(&mut by_steadiness, steadiest);
    if let [first, second, ..] = by_steadiness.as_slice()
        && first.steadiness > second.steadiness + STEADIER
    {
        return (Some(first.at), None);
    }
    if calmest.step < CALMER * next.step && 2 * calmest.length >= next.length {
        return (Some(calmest.at), None);
    }
    let is_next = next.length > 2 * calmest.length;
    let (first, second) = if is_next { (next, calmest) } else { (calmest, next) };
    (Some(first.at), Some(second.at))
}

/// Whether a table has so many joints.
fn is_in_table(joints: usize) -> bool {
    TABLES.iter().any(|table| table.len() == joints)
}

/// Every layout that the shape of an array allows.
pub(super) fn layouts(array: &Array) -> Vec<ArrayLayout> {
    let axes = array.shape.len();
    let mut found = Vec::new();
    if axes > MOST_AXES {
        return found;
    }
    let rest_of = |taken: &[usize]| -> Vec<(Option<usize>, SampleSpan)> {
        (0..axes).filter(|axis| !taken.contains(axis)).map(|axis| (Some(axis), SampleSpan::of(array, axis))).collect()
    };
    // MediaPipe may say how visible and how present each of its 33 points is.
    let is_mediapipe = |axis: usize| array.length(axis) == 5 && axis > 0 && array.length(axis - 1) == 33;
    for coordinates in (0..axes).filter(|axis| matches!(array.length(*axis), 2..=4) || is_mediapipe(*axis)) {
        for joints in (0..axes).filter(|axis| *axis != coordinates && array.length(*axis) >= FEWEST_JOINTS) {
            let [mut point, joint] = [coordinates, joints].map(|axis| SampleSpan::of(array, axis));
            point.length = point.length.min(4);
            let mut layout = ArrayLayout::of(array, joint, point, rest_of(&[joints, coordinates]), AxisOrder::Axes);
            layout.mean(joints, Joints);
            layout.is_usual = coordinates + 1 == axes;
            found.push(layout);
        }
    }
    if axes < 2 {
        return found;
    }
    let width = array.length(axes - 1);
    if width == NTU_WIDTH {
        found.push(of_row(array, axes - 1, 3, AxisOrder::Pairs));
    }
    for each in [3, 2, 4] {
        let joints = width / each;
        if !width.is_multiple_of(each) {
            continue;
        }
        if each == 3 && is_in_table(joints) {
            found.push(of_row(array, axes - 1, each, AxisOrder::Planes));
        }
        let is_likely = match each {
            4 => width == MEDIAPIPE_WIDTH,
            2 => is_in_table(joints),
            _ => true,
        };
        if joints >= FEWEST_JOINTS && is_likely {
            found.push(of_row(array, axes - 1, each, AxisOrder::Rows));
        }
    }
    found
}

/// Frames of joints whose first three numbers are a place.
pub(super) fn of_first_numbers(array: &Array) -> Option<ArrayLayout> {
    let [frames, joints, numbers] = *array.shape.as_slice() else { return None };
    let is_figure = frames > 0 && joints >= FEWEST_JOINTS && numbers >= 3;
    let numbers = SampleSpan { length: 3, ..SampleSpan::of(array, 2) };
    let rest = vec![(Some(0), SampleSpan::of(array, 0))];
    let mut layout = ArrayLayout::of(array, SampleSpan::of(array, 1), numbers, rest, AxisOrder::Axes);
    layout.meanings = vec![Frames, Joints, Coordinates];
    is_figure.then_some(layout)
}

/// The layout of rows, which are the axis `axis`, that have `each` numbers of every joint.
fn of_row(array: &Array, axis: usize, each: usize, spread: AxisOrder) -> ArrayLayout {
    let row = SampleSpan::of(array, axis);
    let others = (0..array.shape.len()).filter(|other| *other != axis);
    let mut rest: Vec<(Option<usize>, SampleSpan)> =
        others.map(|other| (Some(other), SampleSpan::of(array, other))).collect();
    let (joints, stride) = (row.length / each, row.stride);
    let (joints, coordinates) = match spread {
        AxisOrder::Planes => {
            (SampleSpan { length: joints, stride }, SampleSpan { length: each, stride: stride * joints })
        }
        AxisOrder::Pairs => {
            rest.push((None, SampleSpan { length: 2, stride: stride * row.length / 2 }));
            (SampleSpan { length: joints / 2, stride: stride * each }, SampleSpan { length: each, stride })
        }
        _ => (SampleSpan { length: joints, stride: stride * each }, SampleSpan { length: each, stride }),
    };
    let mut layout = ArrayLayout::of(array, joints, coordinates, rest, spread);
    layout.mean(axis, if spread == AxisOrder::Planes { PlanarNumbers } else { Numbers });
    layout
}

/// The layout of axes whose meanings are stated; `None` if the shape is another.
pub(super) fn stated(array: &Array, meanings: &[Meaning]) -> Option<ArrayLayout> {
    if meanings.len() != array.shape.len() {
        return None;
    }
    let find = |wanted: Meaning| meanings.iter().position(|meaning| *meaning == wanted);
    let span = |axis: usize| SampleSpan::of(array, axis);
    let mut layout = match (find(Numbers), find(PlanarNumbers), find(Joints), find(Coordinates)) {
        (Some(numbers), ..) | (None, Some(numbers), ..) => {
            let row = span(numbers);
            let each = [
                (row.length == MEDIAPIPE_WIDTH, 4),
                (row.length.is_multiple_of(3), 3),
                (row.length.is_multiple_of(2), 2),
            ];
            let each = each.iter().find(|(fits, _)| *fits)?.1;
            let spread = if find(Numbers).is_none() {
                AxisOrder::Planes
            } else if row.length == NTU_WIDTH && find(Clips).is_some() {
                AxisOrder::Pairs
            } else {
                AxisOrder::Rows
            };
            of_row(array, numbers, each, spread)
        }
        (.., Some(joints), Some(coordinates)) => {
            let rest = (0..meanings.len()).filter(|axis| ![joints, coordinates].contains(axis));
            let rest = rest.map(|axis| (Some(axis), span(axis))).collect();
            ArrayLayout::of(array, span(joints), span(coordinates), rest, AxisOrder::Axes)
        }
        _ => return None,
    };
    let is_point = matches!(layout.view.coordinates, 2..=4);
    if !is_point || layout.view.joints < FEWEST_STATED {
        return None;
    }
    // The stated axis is time, whatever the numbers say.
    let frames = find(Frames).map(span)?;
    layout.view.frames = frames.length;
    layout.view.strides[0] = frames.stride;
    let pair = SampleSpan { length: 2, stride: 75 * find(Numbers).map_or(0, |axis| span(axis).stride) };
    let clips = [find(Clips).map(span), find(Bodies).map(span), (layout.spread == AxisOrder::Pairs).then_some(pair)];
    layout.clips = Spans(clips.into_iter().flatten().collect());
    layout.meanings = meanings.to_vec();
    layout.otherwise = None;
    layout.may_repeat = layout.clips.count() > 1 || meanings.len() > 2 && meanings.last() == Some(&Frames);
    Some(layout)
}
