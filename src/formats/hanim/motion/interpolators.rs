//! Interpolators: keys, values, and the values between them.

use glam::{DQuat, DVec3};

use super::PropertyValue;
use crate::fast_maths::along_arc;
use crate::formats::hanim::figure::axis_angle;
use crate::formats::hanim::report::Report;
use crate::formats::hanim::scene::{NodeKind, SceneNode, SceneTree};
use crate::formats::sorting::sort_by;

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
    /// Points of shapes, which the surface has. This is the place of the node, by which it differs from others.
    Points(usize),
}

impl InterpolatorCurve {
    /// Reads an interpolator. Keys without a value and values without a key are left out; `None` where nothing is left.
    pub(super) fn read(tree: &SceneTree, node: &SceneNode, report: &mut Report<'_>) -> Option<Self> {
        let mut keys = tree.numbers(node, "key", report);
        let moves_points = node.kind == NodeKind::CoordinateInterpolator;
        let numbers = if moves_points { Vec::new() } else { tree.numbers(node, "keyValue", report) };
        let width = match node.kind {
            NodeKind::OrientationInterpolator => 4,
            NodeKind::ScalarInterpolator => 1,
            _ => 3,
        };
        let name = tree.shown_def(node);
        let (found, given) = (keys.len(), numbers.len() / width);
        if !moves_points && (found != given || !numbers.len().is_multiple_of(width)) {
            report.warn(
                "hanim.key-count",
                node.place(),
                format_args!("`{name}` has {found} keys and {given} values; those that have both are played"),
            );
        }
        if !moves_points {
            keys.truncate(given);
        }
        if keys.is_empty() {
            report.warn(
                "hanim.no-keys",
                node.place(),
                format_args!("`{name}` has no keys; what it moves stands still"),
            );
            return None;
        }
        if ["Spline", "Squad"].iter().any(|start| tree.type_name(node).starts_with(start)) {
            report.warn(
                "hanim.spline",
                node.place(),
                format_args!("`{name}` is played without its curve: straight from key to key"),
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
                format_args!("the keys of `{name}` descend; those that do are taken as the one before"),
            );
        }
        let values = match width {
            _ if moves_points => CurveValues::Points(node.place()),
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
            CurveValues::Numbers(list) => {
                let value = |at: usize| list.get(at).copied().unwrap_or(0.0);
                PropertyValue::Vector(DVec3::X * (value(from) + (value(to) - value(from)) * t))
            }
            // They have a weight for each key instead.
            CurveValues::Points(_) => PropertyValue::Vector(DVec3::ZERO),
        }
    }

    /// How much of the first `count` keys' number `key` is in the value at a fraction: 1 at that key, 0 at its
    /// neighbours and beyond.
    pub(super) fn share_of(&self, key: usize, count: usize, fraction: f64, side: KeySide) -> PropertyValue {
        let (from, to, t) = span(self.keys.get(..count).unwrap_or(&self.keys), fraction, side);
        let share = if key == from { 1.0 - t } else { 0.0 } + if key == to { t } else { 0.0 };
        PropertyValue::Vector(DVec3::X * share)
    }
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
