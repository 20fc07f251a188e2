//! Interpolators: keys, values, the interpolation between them, and interpolators that drive each other.

use std::collections::TryReserveError;

use glam::{DQuat, DVec3};

use super::PropertyValue;
use crate::checked::Checked;
use crate::compact::maths::slerp;
use crate::formats::hanim::figure::axis_angle;
use crate::formats::hanim::report::SceneReport;
use crate::formats::hanim::scene::{NodeKind, SceneNode, SceneTree};
use crate::formats::hanim::slices::pairs;
use crate::formats::reading::growth::{list, push};
use crate::formats::reading::wording::Count;
use crate::within::Within;

/// The side from which a key is approached. At a jump (two equal keys) the values differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum KeySide {
    Before,
    After,
}

/// The keys of an interpolator, at least one and never descending, and a value for each.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct InterpolatorCurve {
    keys: Vec<f64>,
    values: CurveValues,
}

#[derive(Debug, Clone, PartialEq)]
enum CurveValues {
    Rotations(Vec<DQuat>),
    Vectors(Vec<DVec3>),
    /// Weights or fractions.
    Numbers(Vec<f64>),
    /// Points of shapes, which the surface has: the place of the node, which tells it from others, and for each key the
    /// index of its list of points; 1.5 is halfway from the second list to the third.
    Points(usize, Vec<f64>),
}

impl InterpolatorCurve {
    /// Reads an interpolator. Drops keys without a value and values without a key; `None` if no key is left.
    pub(super) fn read(tree: &SceneTree, node: &SceneNode, report: &mut SceneReport<'_>) -> Option<Self> {
        let mut keys = tree.numbers(node, "key", report);
        let moves_points = node.kind == NodeKind::CoordinateInterpolator;
        let (field, width) = match node.kind {
            NodeKind::OrientationInterpolator => ("keyValue", 4),
            NodeKind::ScalarInterpolator => ("keyValue", 1),
            NodeKind::EaseInEaseOut => ("easeInEaseOut", 2),
            _ => ("keyValue", 3),
        };
        let numbers = if moves_points { Vec::new() } else { tree.numbers(node, field, report) };
        let name = tree.shown_def(node);
        let (found, given) = (keys.len(), numbers.len() / width);
        if !moves_points && (found != given || !numbers.len().is_multiple_of(width)) {
            warning!(report.warn => "hanim.key-count", node.place(),
                "`{name}` has {}, but {}; the surplus is ignored", Count(found, "key"), Count(given, "value"));
        }
        if !moves_points {
            keys.truncate(given);
        }
        if keys.is_empty() {
            warning!(report.warn => "hanim.no-keys", node.place(), "`{name}` has no keys; what it moves stays at rest");
            return None;
        }
        if ["Spline", "Squad"].iter().any(|start| tree.type_name(node).starts_with(start)) {
            warning!(report.warn => "hanim.spline", node.place(),
                "the curve of `{name}` is not played; it is interpolated linearly");
        }
        let mut latest = f64::NEG_INFINITY;
        let mut descends = false;
        for key in &mut keys {
            descends |= *key < latest;
            latest = latest.max(*key);
            *key = latest;
        }
        if descends {
            warning!(report.warn => "hanim.key-order", node.place(),
                "the keys of `{name}` do not ascend; a lower one counts as the one before");
        }
        if node.kind == NodeKind::EaseInEaseOut {
            return Some(ease_curve(&keys, numbers.as_chunks().0));
        }
        let values = match width {
            _ if moves_points => {
                list((0_u32..).map(f64::from).take(keys.len())).map(|list| CurveValues::Points(node.place(), list))
            }
            4 => {
                let radians = tree.radians(node, "keyValue");
                let rotation = |[x, y, z, angle]: &[f64; 4]| axis_angle([*x, *y, *z, angle * radians]);
                list(numbers.as_chunks().0.iter().map(rotation)).map(CurveValues::Rotations)
            }
            1 => Ok(CurveValues::Numbers(numbers)),
            _ => list(numbers.as_chunks().0.iter().map(|value| DVec3::from_array(*value))).map(CurveValues::Vectors),
        };
        let Ok(values) = values else {
            report.no_memory(node.place());
            return None;
        };
        Some(Self { keys, values })
    }

    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    /// The value at a fraction. Rotations interpolate along the shortest arc at constant speed, vectors linearly.
    /// Before the first and after the last key the value stays (ISO/IEC 19775-1 clause 19).
    pub(super) fn at(&self, fraction: f64, side: KeySide) -> PropertyValue {
        let (from, to, t) = span(&self.keys, fraction, side);
        match &self.values {
            CurveValues::Rotations(list) => PropertyValue::Rotation(slerp(list.at(from), list.at(to), t)),
            CurveValues::Vectors(list) => PropertyValue::Vector(list.at(from).lerp(list.at(to), t)),
            CurveValues::Numbers(_) => PropertyValue::Vector(DVec3::X * self.number(fraction, side)),
            // Points have a weight for each key instead.
            CurveValues::Points(..) => PropertyValue::Vector(DVec3::ZERO),
        }
    }

    /// The number at a fraction, for curves of numbers and of points; 0 for others.
    fn number(&self, fraction: f64, side: KeySide) -> f64 {
        let (CurveValues::Numbers(list) | CurveValues::Points(_, list)) = &self.values else { return 0.0 };
        let (from, to, t) = span(&self.keys, fraction, side);
        list.at(from) + (list.at(to) - list.at(from)) * t
    }

    /// The weight of list `key` of the first `count` lists of points: 1 at its own key, 0 at its neighbours and beyond.
    pub(super) fn list_weight(&self, key: usize, count: usize, fraction: f64, side: KeySide) -> PropertyValue {
        let at = self.number(fraction, side).min(count.saturating_sub(1) as f64);
        PropertyValue::Vector(DVec3::X * (1.0 - (at - key as f64).abs()).max(0.0))
    }

    /// The curve at the fraction that `warp`, a curve of numbers, makes of the time. `None` if that takes more than
    /// `most` keys.
    ///
    /// Between two keys of `warp` the fraction changes linearly, so that it meets each key between them once. Between
    /// two keys of the result the value is one line or one arc.
    pub(super) fn driven_by(&self, warp: &Self, most: usize) -> Option<Self> {
        let CurveValues::Numbers(fractions) = &warp.values else { return None };
        let mut found = Self { keys: Vec::new(), values: self.values.empty_like() };
        let way: Vec<(f64, f64)> = warp.keys.iter().copied().zip(fractions.iter().copied()).collect();
        for ((start, from), (end, to)) in pairs(&way) {
            // A jump of the fraction meets no key.
            if start == end {
                continue;
            }
            let (is_rising, is_falling) = (from < to, from > to);
            // The sides of a key on which the fraction arrives and leaves. A constant fraction is on the later side.
            let before = if is_rising { KeySide::Before } else { KeySide::After };
            let behind = if is_falling { KeySide::Before } else { KeySide::After };
            found.add(*start, self, *from, behind);
            let first = self.keys.partition_point(|key| *key <= from.min(*to));
            let last = self.keys.partition_point(|key| *key < from.max(*to));
            let passed = self.keys.get(first..last).unwrap_or_default();
            if found.len().saturating_add(passed.len()) > most {
                return None;
            }
            let mut pass = |key: f64| {
                let time = start + (end - start) * ((key - from) / (to - from));
                found.add(time, self, key, before);
                found.add(time, self, key, behind);
            };
            // Equal keys are one jump.
            let mut keys: Vec<f64> = passed.to_vec();
            keys.dedup();
            if is_falling {
                keys.reverse();
            }
            keys.into_iter().for_each(&mut pass);
            found.add(*end, self, *to, before);
        }
        let (end, fraction) = way.last()?;
        found.add(*end, self, *fraction, KeySide::After);
        Some(found)
    }

    /// Adds a key with the value of another curve, unless both repeat the last key and its value.
    fn add(&mut self, key: f64, curve: &Self, fraction: f64, side: KeySide) {
        // Rounding must not make keys descend.
        let key = self.keys.last().map_or(key, |last| key.max(*last));
        let is_again = self.keys.last() == Some(&key);
        let is_new = match (&mut self.values, curve.at(fraction, side)) {
            (CurveValues::Rotations(list), PropertyValue::Rotation(value)) => add_new(list, value, is_again),
            (CurveValues::Vectors(list), PropertyValue::Vector(value)) => add_new(list, value, is_again),
            (CurveValues::Numbers(list), _) | (CurveValues::Points(_, list), _) => {
                add_new(list, curve.number(fraction, side), is_again)
            }
            // Both curves have the same kind of values.
            _ => false,
        };
        if is_new {
            self.keys.push(key);
        }
    }
}

impl CurveValues {
    fn empty_like(&self) -> Self {
        match self {
            Self::Rotations(_) => Self::Rotations(Vec::new()),
            Self::Vectors(_) => Self::Vectors(Vec::new()),
            Self::Numbers(_) => Self::Numbers(Vec::new()),
            Self::Points(node, _) => Self::Points(*node, Vec::new()),
        }
    }
}

/// Appends a value, unless it and its key (`is_again`) repeat the last ones. True if it was appended.
fn add_new<T: PartialEq>(list: &mut Vec<T>, value: T, is_again: bool) -> bool {
    let is_new = !is_again || list.last() != Some(&value);
    if is_new {
        list.push(value);
    }
    is_new
}

/// Line segments per parabola of an EaseInEaseOut: the error is at most 1/8,192 of the parabola's rise.
const EASED_PIECES: u32 = 32;

/// An EaseInEaseOut as a curve of numbers (ISO/IEC 19775-1, 19.4.3): from each key to the next the fraction goes from 0
/// to 1, accelerating for a first part of the time and decelerating for a last part. `parts`: for each key, the part
/// before it and the part after it.
fn ease_curve(keys: &[f64], parts: &[[f64; 2]]) -> InterpolatorCurve {
    let (mut times, mut fractions) = (Vec::new(), Vec::new());
    for ((start, end), ([_, out], [into, _])) in pairs(keys).zip(pairs(parts)) {
        let (out, into) = (out.max(0.0), into.max(0.0));
        let sum = (out + into).max(1.0);
        let (out, into) = (out / sum, into / sum);
        let height = 1.0 / (2.0 - out - into);
        let mut add = |time: f64, fraction: f64| {
            // Rounding must not make keys descend.
            times.push((start + (end - start) * time).within(times.last().copied().unwrap_or(*start), *end));
            fractions.push(fraction);
        };
        // Where along the parabola each segment begins.
        let pieces = || (0..EASED_PIECES).map(|piece| f64::from(piece) / f64::from(EASED_PIECES));
        if out > 0.0 {
            pieces().for_each(|part| add(out * part, height * out * part * part));
        }
        add(out, height * out);
        if into > 0.0 {
            pieces().for_each(|part| {
                let left = 1.0 - part;
                add(1.0 - into * left, 1.0 - height * into * left * left);
            });
        }
        add(1.0, 1.0);
    }
    if times.is_empty() {
        // A single key spans no time.
        (times, fractions) = (keys.to_vec(), vec![0.0; keys.len()]);
    }
    InterpolatorCurve { keys: times, values: CurveValues::Numbers(fractions) }
}

/// The keys around a fraction, and its position between them, from 0 to 1; 0 if they are the same key.
fn span(keys: &[f64], fraction: f64, side: KeySide) -> (usize, usize, f64) {
    let behind = |key: &f64| match side {
        KeySide::Before => *key < fraction,
        KeySide::After => *key <= fraction,
    };
    let next = keys.partition_point(behind);
    let (from, to) = (next.saturating_sub(1), next.min(keys.len().saturating_sub(1)));
    let t = match (keys.get(from), keys.get(to)) {
        (Some(a), Some(b)) if b > a => ((fraction - a) / (b - a)).clamp(0.0, 1.0),
        _ => 0.0,
    };
    (from, to, t)
}

/// The fractions from 0 to 1 at which curves must be sampled, ascending: both ends and every key of any curve, a jump
/// twice: before and after. Between two of them every curve is one line or one arc, or a part of one, so that
/// interpolating between the samples gives the curve itself.
pub(super) fn moments<'a>(
    curves: impl Iterator<Item = &'a InterpolatorCurve> + Clone,
) -> Result<Vec<(f64, KeySide)>, TryReserveError> {
    let inside = |key: &f64| *key >= 0.0 && *key <= 1.0;
    let mut keys = Vec::new();
    keys.try_reserve_exact(2 + curves.clone().map(|curve| curve.len()).sum::<usize>())?;
    keys.extend([0.0, 1.0]);
    let mut jumps = Vec::new();
    for curve in curves {
        keys.extend(curve.keys.iter().copied().filter(inside));
        for (a, b) in pairs(&curve.keys) {
            // Many equal keys are one jump.
            if a == b && inside(a) && *a > 0.0 && jumps.last() != Some(a) {
                push(&mut jumps, *a)?;
            }
        }
    }
    for list in [&mut keys, &mut jumps] {
        // Without a list of its own, for which there may be no memory.
        list.sort_unstable_by(f64::total_cmp);
        list.dedup();
    }
    let mut moments = Vec::new();
    moments.try_reserve_exact(keys.len() + jumps.len())?;
    for key in keys {
        if jumps.binary_search_by(|jump| jump.total_cmp(&key)).is_ok() {
            moments.push((key, KeySide::Before));
        }
        moments.push((key, KeySide::After));
    }
    Ok(moments)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(keys: &[f64], values: &[f64]) -> InterpolatorCurve {
        let values = values.iter().map(|x| DVec3::new(*x, 0.0, 0.0)).collect();
        InterpolatorCurve { keys: keys.to_vec(), values: CurveValues::Vectors(values) }
    }

    fn x(curve: &InterpolatorCurve, fraction: f64, side: KeySide) -> f64 {
        match curve.at(fraction, side) {
            PropertyValue::Vector(vector) => vector.x,
            PropertyValue::Rotation(_) => f64::NAN,
        }
    }

    #[test]
    fn hanim_curves_hold_outside_their_keys_and_are_straight_between() {
        let curve = steps(&[0.2, 0.6, 0.8], &[1.0, 5.0, 3.0]);
        for (fraction, expected) in [(0.0, 1.0), (0.2, 1.0), (0.3, 2.0), (0.6, 5.0), (0.7, 4.0), (0.9, 3.0), (1.0, 3.0)]
        {
            for side in [KeySide::Before, KeySide::After] {
                assert!((x(&curve, fraction, side) - expected).abs() < 1e-12, "{fraction}");
            }
        }
        assert_eq!(x(&steps(&[0.5], &[7.0]), 0.1, KeySide::After), 7.0);
    }

    #[test]
    fn hanim_equal_keys_jump_and_the_later_value_holds() {
        let curve = steps(&[0.0, 0.25, 0.25, 0.25, 1.0], &[0.0, 1.0, 50.0, 9.0, 12.0]);
        assert_eq!((x(&curve, 0.25, KeySide::Before), x(&curve, 0.25, KeySide::After)), (1.0, 9.0));
        assert_eq!(x(&curve, 0.5, KeySide::After), 10.0);
    }

    #[test]
    fn hanim_sample_times_are_all_keys_and_both_sides_of_a_jump() {
        use KeySide::{After, Before};
        let curves = [steps(&[-1.0, 0.5, 2.0], &[0.0; 3]), steps(&[0.0, 0.0, 0.25, 0.25, 1.0], &[0.0; 5])];
        let expected = [(0.0, After), (0.25, Before), (0.25, After), (0.5, After), (1.0, After)];
        assert_eq!(moments(curves.iter()).unwrap(), expected);
    }

    fn numbers(keys: &[f64], values: &[f64]) -> InterpolatorCurve {
        InterpolatorCurve { keys: keys.to_vec(), values: CurveValues::Numbers(values.to_vec()) }
    }

    #[test]
    fn hanim_curves_follow_the_fractions_of_other_curves() {
        // Forwards, at rest, and back to the start; the second curve has a jump at 0.5.
        let warp = numbers(&[0.0, 0.25, 0.5, 1.0], &[0.25, 0.75, 0.75, 0.0]);
        let curve = steps(&[0.0, 0.5, 0.5, 1.0], &[0.0, 1.0, 10.0, 14.0]);
        let both = curve.driven_by(&warp, 100).unwrap();
        let jump = 0.5 + 0.5 / 3.0;
        assert_eq!(both.keys.len(), 8, "{both:?}");
        for (time, side, expected) in [
            (0.0, KeySide::After, 0.5),
            (0.125, KeySide::Before, 1.0),
            (0.125, KeySide::After, 10.0),
            (0.1875, KeySide::After, 11.0),
            (0.4, KeySide::Before, 12.0),
            (jump, KeySide::Before, 10.0),
            (jump + 1e-9, KeySide::After, 1.0),
            (1.0, KeySide::Before, 0.0),
        ] {
            assert!((x(&both, time, side) - expected).abs() < 1e-6, "{time}: {}", x(&both, time, side));
        }
        assert_eq!(curve.driven_by(&warp, 5), None);
        assert_eq!(warp.driven_by(&curve, 100), None);
    }

    #[test]
    fn hanim_weights_of_point_lists_shift_with_any_fraction() {
        let values = CurveValues::Points(0, vec![0.0, 1.0, 2.0]);
        let curve = InterpolatorCurve { keys: vec![0.0, 0.5, 1.0], values };
        let back = curve.driven_by(&numbers(&[0.0, 1.0], &[1.0, 0.0]), 100).unwrap();
        for (time, expected) in [(0.0, [0.0, 0.0, 1.0]), (0.25, [0.0, 0.5, 0.5]), (0.5, [0.0, 1.0, 0.0])] {
            for (key, share) in (0..).zip(expected) {
                let found = [
                    back.list_weight(key, 3, time, KeySide::After),
                    curve.list_weight(key, 3, 1.0 - time, KeySide::Before),
                ];
                assert_eq!(found, [PropertyValue::Vector(DVec3::X * share); 2], "{time} {key}");
            }
        }
        // The last list has no points.
        assert_eq!(curve.list_weight(1, 2, 1.0, KeySide::After), PropertyValue::Vector(DVec3::X));
    }

    #[test]
    fn hanim_fractions_are_eased_by_the_standards_parabolas() {
        let curve = ease_curve(&[0.0, 0.5, 1.0], &[[0.0, 0.5], [0.25, 0.0], [0.0, 9.0]]);
        // From 0 to 0.5: 1 / (2 - 0.75) = 0.8; then straight.
        for (time, expected) in [(0.125, 0.1), (0.25, 0.4), (0.375, 0.8), (0.4375, 0.95), (0.75, 0.5), (2.0, 1.0)] {
            assert!((curve.number(time, KeySide::After) - expected).abs() < 1e-12, "{time}");
        }
        assert_eq!((curve.number(0.5, KeySide::Before), curve.number(0.5, KeySide::After)), (1.0, 0.0));
        // Parts that exceed the whole are scaled down.
        let halves = ease_curve(&[0.0, 1.0], &[[0.0, 2.0], [2.0, 0.0]]);
        assert!((halves.number(0.25, KeySide::After) - 0.125).abs() < 1e-12);
        assert_eq!(ease_curve(&[0.5], &[[0.0, 0.0]]).number(1.0, KeySide::After), 0.0);
    }

    #[test]
    fn hanim_turns_take_the_shortest_arc() {
        let turn = |angle: f64| axis_angle([0.0, 0.0, 1.0, angle]);
        let curve =
            InterpolatorCurve { keys: vec![0.0, 1.0], values: CurveValues::Rotations(vec![turn(0.0), turn(6.0)]) };
        let PropertyValue::Rotation(half) = curve.at(0.5, KeySide::After) else { panic!("expected a rotation") };
        // 6 rad forwards are 0.2832 rad backwards.
        let expected = turn((6.0 - std::f64::consts::TAU) / 2.0);
        assert!(half.dot(expected).abs() > 1.0 - 1e-12, "{half}");
    }
}
