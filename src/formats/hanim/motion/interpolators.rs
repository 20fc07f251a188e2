//! Interpolators: keys, values, and the values between them; and how they follow each other.

use glam::{DQuat, DVec3};

use super::PropertyValue;
use crate::fast_maths::along_arc;
use crate::formats::hanim::figure::axis_angle;
use crate::formats::hanim::report::Report;
use crate::formats::hanim::scene::{NodeKind, SceneNode, SceneTree};
use crate::formats::sorting::sort_by;
use crate::formats::wording::Count;

/// The side from which a key is approached. Where a curve jumps (two equal keys), the values differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum KeySide {
    Before,
    Behind,
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
    /// Weights.
    Numbers(Vec<f64>),
    /// Points of shapes, which the surface has: the place of the node, by which it differs from others, and which of its
    /// lists of points holds, counted from 0; 1.5 is half-way from the second to the third.
    Points(usize, Vec<f64>),
}

impl InterpolatorCurve {
    /// Reads an interpolator. Keys without a value and values without a key are left out; `None` where nothing is left.
    pub(super) fn read(tree: &SceneTree, node: &SceneNode, report: &mut Report<'_>) -> Option<Self> {
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
            report.warn(
                "hanim.key-count",
                node.place(),
                format_args!(
                    "`{name}` has {}, but {}; the surplus is ignored",
                    Count(found, "key"),
                    Count(given, "value")
                ),
            );
        }
        if !moves_points {
            keys.truncate(given);
        }
        if keys.is_empty() {
            report.warn(
                "hanim.no-keys",
                node.place(),
                format_args!("`{name}` has no keys; what it moves stays at rest"),
            );
            return None;
        }
        if ["Spline", "Squad"].iter().any(|start| tree.type_name(node).starts_with(start)) {
            report.warn(
                "hanim.spline",
                node.place(),
                format_args!("the curve of `{name}` is not played; it is interpolated linearly"),
            );
        }
        let mut latest = f64::NEG_INFINITY;
        let mut descends = false;
        for key in &mut keys {
            descends |= *key < latest;
            latest = latest.max(*key);
            *key = latest;
        }
        if descends {
            report.warn(
                "hanim.key-order",
                node.place(),
                format_args!("the keys of `{name}` do not ascend; a lower one counts as the one before"),
            );
        }
        if node.kind == NodeKind::EaseInEaseOut {
            return Some(eased(&keys, numbers.as_chunks().0));
        }
        let values = match width {
            _ if moves_points => CurveValues::Points(node.place(), (0_u32..).map(f64::from).take(keys.len()).collect()),
            4 => {
                let radians = tree.radians(node, "keyValue");
                let rotation = |[x, y, z, angle]: &[f64; 4]| axis_angle([*x, *y, *z, angle * radians]);
                CurveValues::Rotations(numbers.as_chunks().0.iter().map(rotation).collect())
            }
            1 => CurveValues::Numbers(numbers),
            _ => CurveValues::Vectors(numbers.as_chunks().0.iter().map(|value| DVec3::from_array(*value)).collect()),
        };
        Some(Self { keys, values })
    }

    /// How many keys there are.
    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    /// The value at a fraction. Rotations take the shortest arc at constant speed, vectors a straight line. Before the
    /// first and after the last key the value stays (ISO/IEC 19775-1 clause 19).
    pub(super) fn at(&self, fraction: f64, side: KeySide) -> PropertyValue {
        let (from, to, t) = span(&self.keys, fraction, side);
        match &self.values {
            CurveValues::Rotations(list) => {
                let value = |at: usize| list.get(at).copied().unwrap_or(DQuat::IDENTITY);
                PropertyValue::Rotation(along_arc(value(from), value(to), t))
            }
            CurveValues::Vectors(list) => {
                let value = |at: usize| list.get(at).copied().unwrap_or(DVec3::ZERO);
                PropertyValue::Vector(value(from).lerp(value(to), t))
            }
            CurveValues::Numbers(_) => PropertyValue::Vector(DVec3::X * self.number(fraction, side)),
            // They have a weight for each key instead.
            CurveValues::Points(..) => PropertyValue::Vector(DVec3::ZERO),
        }
    }

    /// The number at a fraction, for curves of numbers and of points; 0 for others.
    fn number(&self, fraction: f64, side: KeySide) -> f64 {
        let (CurveValues::Numbers(list) | CurveValues::Points(_, list)) = &self.values else { return 0.0 };
        let (from, to, t) = span(&self.keys, fraction, side);
        let value = |at: usize| list.get(at).copied().unwrap_or(0.0);
        value(from) + (value(to) - value(from)) * t
    }

    /// How much of the first `count` lists of points' number `key` is in the value at a fraction: all of it where that list
    /// holds, nothing at its neighbours and beyond.
    pub(super) fn share_of(&self, key: usize, count: usize, fraction: f64, side: KeySide) -> PropertyValue {
        let at = self.number(fraction, side).min(count.saturating_sub(1) as f64);
        PropertyValue::Vector(DVec3::X * (1.0 - (at - key as f64).abs()).max(0.0))
    }

    /// The curve where its fraction is what `warp`, a curve of numbers, makes of the time. `None` where it would have more
    /// than `most` keys.
    ///
    /// Between two keys of `warp` the fraction goes straight from one value to the other, so that it meets each key between
    /// them once; from key to key of the result the value is one line or one arc.
    pub(super) fn after(&self, warp: &Self, most: usize) -> Option<Self> {
        let CurveValues::Numbers(fractions) = &warp.values else { return None };
        let mut found = Self { keys: Vec::new(), values: self.values.emptied() };
        let way: Vec<(f64, f64)> = warp.keys.iter().copied().zip(fractions.iter().copied()).collect();
        for [(start, from), (end, to)] in way.array_windows() {
            // A jump of the fraction passes no key.
            if start == end {
                continue;
            }
            let (is_rising, is_falling) = (from < to, from > to);
            // From where the fraction comes to a key, and where it goes behind it. One that stays has what is behind.
            let before = if is_rising { KeySide::Before } else { KeySide::Behind };
            let behind = if is_falling { KeySide::Before } else { KeySide::Behind };
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
        found.add(*end, self, *fraction, KeySide::Behind);
        Some(found)
    }

    /// Adds a key with the value of another curve, unless it is the same as the key before.
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
            // Both curves have values of one kind.
            _ => false,
        };
        if is_new {
            self.keys.push(key);
        }
    }
}

impl CurveValues {
    /// No values of the same kind.
    fn emptied(&self) -> Self {
        match self {
            Self::Rotations(_) => Self::Rotations(Vec::new()),
            Self::Vectors(_) => Self::Vectors(Vec::new()),
            Self::Numbers(_) => Self::Numbers(Vec::new()),
            Self::Points(node, _) => Self::Points(*node, Vec::new()),
        }
    }
}

/// Appends a value, unless it is the last one again and `is_again` says that its key is. True where it was appended.
fn add_new<T: PartialEq>(list: &mut Vec<T>, value: T, is_again: bool) -> bool {
    let is_new = !is_again || list.last() != Some(&value);
    if is_new {
        list.push(value);
    }
    is_new
}

/// Straight pieces of each parabola of an EaseInEaseOut: off by at most a part in 8,192 of what it rises.
const EASED_PIECES: u32 = 32;

/// An EaseInEaseOut as a curve of numbers (ISO/IEC 19775-1, 19.4.3): from each key to the next its fraction goes from 0 to 1,
/// at first ever faster for a part of the time, at last ever slower for another. `parts`: for each key, those before and behind
/// it.
fn eased(keys: &[f64], parts: &[[f64; 2]]) -> InterpolatorCurve {
    let (mut times, mut fractions) = (Vec::new(), Vec::new());
    for ([start, end], [[_, out], [into, _]]) in keys.array_windows().zip(parts.array_windows()) {
        let (out, into) = (out.max(0.0), into.max(0.0));
        let sum = (out + into).max(1.0);
        let (out, into) = (out / sum, into / sum);
        let height = 1.0 / (2.0 - out - into);
        let mut add = |time: f64, fraction: f64| {
            // Rounding must not make keys descend.
            times.push((start + (end - start) * time).clamp(times.last().copied().unwrap_or(*start), *end));
            fractions.push(fraction);
        };
        // How far along a parabola each piece begins.
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
        // A single key has no way to go.
        (times, fractions) = (keys.to_vec(), vec![0.0; keys.len()]);
    }
    InterpolatorCurve { keys: times, values: CurveValues::Numbers(fractions) }
}

/// The keys around a fraction, and how far it is from the first to the second: 0 where they are one.
fn span(keys: &[f64], fraction: f64, side: KeySide) -> (usize, usize, f64) {
    let behind = |key: &f64| match side {
        KeySide::Before => *key < fraction,
        KeySide::Behind => *key <= fraction,
    };
    let next = keys.partition_point(behind);
    let (from, to) = (next.saturating_sub(1), next.min(keys.len().saturating_sub(1)));
    let t = match (keys.get(from), keys.get(to)) {
        (Some(a), Some(b)) if b > a => ((fraction - a) / (b - a)).clamp(0.0, 1.0),
        _ => 0.0,
    };
    (from, to, t)
}

/// The moments from 0 to 1 at which several curves must be sampled, ascending: both ends, and every key of any curve.
/// Where a curve jumps there are two, before and behind. From one moment to the next every curve is one line or one
/// arc, or a part of one, so that interpolating between the samples gives the curve itself.
pub(super) fn moments<'a>(curves: impl Iterator<Item = &'a InterpolatorCurve> + Clone) -> Vec<(f64, KeySide)> {
    let inside = |key: &f64| *key >= 0.0 && *key <= 1.0;
    let mut keys = Vec::with_capacity(2 + curves.clone().map(|curve| curve.len()).sum::<usize>());
    keys.extend([0.0, 1.0]);
    let mut jumps = Vec::new();
    for curve in curves {
        keys.extend(curve.keys.iter().copied().filter(inside));
        for [a, b] in curve.keys.array_windows() {
            // A jump over many equal keys is one jump.
            if a == b && inside(a) && *a > 0.0 && jumps.last() != Some(a) {
                jumps.push(*a);
            }
        }
    }
    for list in [&mut keys, &mut jumps] {
        sort_by(list, f64::total_cmp);
        list.dedup();
    }
    let mut moments = Vec::with_capacity(keys.len() + jumps.len());
    for key in keys {
        if jumps.binary_search_by(|jump| jump.total_cmp(&key)).is_ok() {
            moments.push((key, KeySide::Before));
        }
        moments.push((key, KeySide::Behind));
    }
    moments
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
            for side in [KeySide::Before, KeySide::Behind] {
                assert!((x(&curve, fraction, side) - expected).abs() < 1e-12, "{fraction}");
            }
        }
        assert_eq!(x(&steps(&[0.5], &[7.0]), 0.1, KeySide::Behind), 7.0);
    }

    #[test]
    fn hanim_equal_keys_jump_and_the_later_value_holds() {
        let curve = steps(&[0.0, 0.25, 0.25, 0.25, 1.0], &[0.0, 1.0, 50.0, 9.0, 12.0]);
        assert_eq!((x(&curve, 0.25, KeySide::Before), x(&curve, 0.25, KeySide::Behind)), (1.0, 9.0));
        assert_eq!(x(&curve, 0.5, KeySide::Behind), 10.0);
    }

    #[test]
    fn hanim_moments_are_all_keys_and_both_sides_of_a_jump() {
        use KeySide::{Before, Behind};
        let curves = [steps(&[-1.0, 0.5, 2.0], &[0.0; 3]), steps(&[0.0, 0.0, 0.25, 0.25, 1.0], &[0.0; 5])];
        let expected = [(0.0, Behind), (0.25, Before), (0.25, Behind), (0.5, Behind), (1.0, Behind)];
        assert_eq!(moments(curves.iter()), expected);
    }

    fn numbers(keys: &[f64], values: &[f64]) -> InterpolatorCurve {
        InterpolatorCurve { keys: keys.to_vec(), values: CurveValues::Numbers(values.to_vec()) }
    }

    #[test]
    fn hanim_curves_follow_the_fractions_that_other_curves_make() {
        // There, at rest, and back twice as far; on the way the second curve has a jump at 0.5.
        let warp = numbers(&[0.0, 0.25, 0.5, 1.0], &[0.25, 0.75, 0.75, 0.0]);
        let curve = steps(&[0.0, 0.5, 0.5, 1.0], &[0.0, 1.0, 10.0, 14.0]);
        let both = curve.after(&warp, 100).unwrap();
        let jump = 0.5 + 0.5 / 3.0;
        assert_eq!(both.keys.len(), 8, "{both:?}");
        for (time, side, expected) in [
            (0.0, KeySide::Behind, 0.5),
            (0.125, KeySide::Before, 1.0),
            (0.125, KeySide::Behind, 10.0),
            (0.1875, KeySide::Behind, 11.0),
            (0.4, KeySide::Before, 12.0),
            (jump, KeySide::Before, 10.0),
            (jump + 1e-9, KeySide::Behind, 1.0),
            (1.0, KeySide::Before, 0.0),
        ] {
            assert!((x(&both, time, side) - expected).abs() < 1e-6, "{time}: {}", x(&both, time, side));
        }
        assert_eq!(curve.after(&warp, 5), None);
        assert_eq!(warp.after(&curve, 100), None);
    }

    #[test]
    fn hanim_shares_of_points_go_from_list_to_list_whatever_brings_the_fraction() {
        let values = CurveValues::Points(0, vec![0.0, 1.0, 2.0]);
        let curve = InterpolatorCurve { keys: vec![0.0, 0.5, 1.0], values };
        let back = curve.after(&numbers(&[0.0, 1.0], &[1.0, 0.0]), 100).unwrap();
        for (time, expected) in [(0.0, [0.0, 0.0, 1.0]), (0.25, [0.0, 0.5, 0.5]), (0.5, [0.0, 1.0, 0.0])] {
            for (key, share) in (0..).zip(expected) {
                let found =
                    [back.share_of(key, 3, time, KeySide::Behind), curve.share_of(key, 3, 1.0 - time, KeySide::Before)];
                assert_eq!(found, [PropertyValue::Vector(DVec3::X * share); 2], "{time} {key}");
            }
        }
        // The last list has no points.
        assert_eq!(curve.share_of(1, 2, 1.0, KeySide::Behind), PropertyValue::Vector(DVec3::X));
    }

    #[test]
    fn hanim_fractions_are_eased_by_the_standards_parabolas() {
        let curve = eased(&[0.0, 0.5, 1.0], &[[0.0, 0.5], [0.25, 0.0], [0.0, 9.0]]);
        // From 0 to 0.5: 1 / (2 - 0.75) = 0.8; then straight.
        for (time, expected) in [(0.125, 0.1), (0.25, 0.4), (0.375, 0.8), (0.4375, 0.95), (0.75, 0.5), (2.0, 1.0)] {
            assert!((curve.number(time, KeySide::Behind) - expected).abs() < 1e-12, "{time}");
        }
        assert_eq!((curve.number(0.5, KeySide::Before), curve.number(0.5, KeySide::Behind)), (1.0, 0.0));
        // More than all of it is shared.
        let halves = eased(&[0.0, 1.0], &[[0.0, 2.0], [2.0, 0.0]]);
        assert!((halves.number(0.25, KeySide::Behind) - 0.125).abs() < 1e-12);
        assert_eq!(eased(&[0.5], &[[0.0, 0.0]]).number(1.0, KeySide::Behind), 0.0);
    }

    #[test]
    fn hanim_turns_take_the_shortest_arc() {
        let turn = |angle: f64| axis_angle([0.0, 0.0, 1.0, angle]);
        let curve =
            InterpolatorCurve { keys: vec![0.0, 1.0], values: CurveValues::Rotations(vec![turn(0.0), turn(6.0)]) };
        let PropertyValue::Rotation(half) = curve.at(0.5, KeySide::Behind) else { panic!("expected a rotation") };
        // 6 rad forwards are 0.2832 rad backwards.
        let expected = turn((6.0 - std::f64::consts::TAU) / 2.0);
        assert!(half.dot(expected).abs() > 1.0 - 1e-12, "{half}");
    }
}
