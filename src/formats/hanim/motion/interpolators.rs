//! Interpolators: keys and values, and what lies between.

use glam::{DQuat, DVec3};

use crate::formats::hanim::figure::transform::axis_angle;
use crate::formats::hanim::report::Report;
use crate::formats::hanim::scene::kinds::Kind;
use crate::formats::hanim::scene::tree::{Node, Tree};
use crate::formats::hanim::sorting::sort_by;

/// What an interpolator gives.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Given {
    Turn(DQuat),
    /// A number is x alone.
    Vector(DVec3),
}

/// From which side a key is approached. At a jump (two equal keys) the sides differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Before,
    Behind,
}

/// Keys that never descend, at least one, and a value for each.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Curve {
    keys: Vec<f64>,
    values: Values,
}

#[derive(Debug, Clone, PartialEq)]
enum Values {
    Turns(Vec<DQuat>),
    Vectors(Vec<DVec3>),
}

impl Curve {
    /// Reads an interpolator, as far as its keys and values go; `None` without any.
    pub(crate) fn read(tree: &Tree, node: &Node, report: &mut Report<'_>) -> Option<Self> {
        let mut keys = tree.numbers(node, "key", report);
        let numbers = tree.numbers(node, "keyValue", report);
        let width = match node.kind {
            Kind::OrientationInterpolator => 4,
            Kind::ScalarInterpolator => 1,
            _ => 3,
        };
        let (found, given) = (keys.len(), numbers.len() / width);
        if found != given || !numbers.len().is_multiple_of(width) {
            report.warn(
                "hanim.key-count",
                node.place,
                format_args!("`{}` has {found} keys and {given} values; those that have both are played", node.def),
            );
        }
        keys.truncate(given);
        if keys.is_empty() {
            report.warn(
                "hanim.no-keys",
                node.place,
                format_args!("`{}` has no keys; what it moves stands still", node.def),
            );
            return None;
        }
        if node.type_name.starts_with("Spline") || node.type_name.starts_with("Squad") {
            report.warn(
                "hanim.spline",
                node.place,
                format_args!("`{}` is played without its curve: straight from key to key", node.def),
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
                node.place,
                format_args!("the keys of `{}` descend; those that do are taken as the one before", node.def),
            );
        }
        let values = match width {
            4 => Values::Turns(numbers.as_chunks().0.iter().map(|value| axis_angle(*value)).collect()),
            1 => Values::Vectors(numbers.iter().map(|value| DVec3::X * *value).collect()),
            _ => Values::Vectors(numbers.as_chunks().0.iter().map(|value| DVec3::from_array(*value)).collect()),
        };
        Some(Self { keys, values })
    }

    /// How many keys there are.
    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    /// The value at a fraction: rotations on the shortest arc at constant speed, vectors along straight lines, both held
    /// before the first and after the last key (ISO/IEC 19775-1 clause 19).
    pub(crate) fn at(&self, fraction: f64, side: Side) -> Given {
        let behind = |key: &f64| match side {
            Side::Before => *key < fraction,
            Side::Behind => *key <= fraction,
        };
        let last = self.keys.len().saturating_sub(1);
        let next = self.keys.partition_point(behind);
        let (from, to) = (next.saturating_sub(1), next.min(last));
        let span = |list: &[f64]| Some((*list.get(from)?, *list.get(to)?));
        let t = match span(&self.keys) {
            Some((a, b)) if b > a => ((fraction - a) / (b - a)).clamp(0.0, 1.0),
            _ => 0.0,
        };
        match &self.values {
            Values::Turns(list) => {
                let value = |at: usize| list.get(at).copied().unwrap_or(DQuat::IDENTITY);
                Given::Turn(value(from).slerp(value(to), t).normalize())
            }
            Values::Vectors(list) => {
                let value = |at: usize| list.get(at).copied().unwrap_or(DVec3::ZERO);
                Given::Vector(value(from).lerp(value(to), t))
            }
        }
    }
}

/// The moments of several curves between 0 and 1, ascending: both ends, and every key of any curve. Where a curve
/// jumps there are two, before and behind. Between two moments that follow each other every curve is one straight piece
/// or a part of one, so that mixing their values gives what the curve gives (a part of an arc is an arc).
pub(crate) fn moments<'a>(curves: impl Iterator<Item = &'a Curve>) -> Vec<(f64, Side)> {
    let inside = |key: &f64| *key >= 0.0 && *key <= 1.0;
    let (mut keys, mut jumps) = (vec![0.0, 1.0], Vec::new());
    for curve in curves {
        keys.extend(curve.keys.iter().copied().filter(inside));
        jumps.extend(curve.keys.windows(2).filter_map(|pair| match pair {
            [a, b] if a == b && inside(a) && *a > 0.0 => Some(*a),
            _ => None,
        }));
    }
    for list in [&mut keys, &mut jumps] {
        sort_by(list, f64::total_cmp);
        list.dedup();
    }
    let mut moments = Vec::new();
    for key in keys {
        if jumps.binary_search_by(|jump| jump.total_cmp(&key)).is_ok() {
            moments.push((key, Side::Before));
        }
        moments.push((key, Side::Behind));
    }
    moments
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(keys: &[f64], values: &[f64]) -> Curve {
        let values = values.iter().map(|x| DVec3::new(*x, 0.0, 0.0)).collect();
        Curve { keys: keys.to_vec(), values: Values::Vectors(values) }
    }

    fn x(curve: &Curve, fraction: f64, side: Side) -> f64 {
        match curve.at(fraction, side) {
            Given::Vector(vector) => vector.x,
            Given::Turn(_) => f64::NAN,
        }
    }

    #[test]
    fn hanim_curves_hold_outside_their_keys_and_are_straight_between() {
        let curve = steps(&[0.2, 0.6, 0.8], &[1.0, 5.0, 3.0]);
        for (fraction, expected) in [(0.0, 1.0), (0.2, 1.0), (0.3, 2.0), (0.6, 5.0), (0.7, 4.0), (0.9, 3.0), (1.0, 3.0)]
        {
            for side in [Side::Before, Side::Behind] {
                assert!((x(&curve, fraction, side) - expected).abs() < 1e-12, "{fraction}");
            }
        }
        assert_eq!(x(&steps(&[0.5], &[7.0]), 0.1, Side::Behind), 7.0);
    }

    #[test]
    fn hanim_equal_keys_jump_and_the_later_value_holds() {
        let curve = steps(&[0.0, 0.25, 0.25, 0.25, 1.0], &[0.0, 1.0, 50.0, 9.0, 12.0]);
        assert_eq!((x(&curve, 0.25, Side::Before), x(&curve, 0.25, Side::Behind)), (1.0, 9.0));
        assert_eq!(x(&curve, 0.5, Side::Behind), 10.0);
    }

    #[test]
    fn hanim_moments_are_all_keys_and_both_sides_of_a_jump() {
        use Side::{Before, Behind};
        let curves = [steps(&[-1.0, 0.5, 2.0], &[0.0; 3]), steps(&[0.0, 0.0, 0.25, 0.25, 1.0], &[0.0; 5])];
        let expected = [(0.0, Behind), (0.25, Before), (0.25, Behind), (0.5, Behind), (1.0, Behind)];
        assert_eq!(moments(curves.iter()), expected);
    }

    #[test]
    fn hanim_turns_take_the_shortest_arc() {
        let turn = |angle: f64| axis_angle([0.0, 0.0, 1.0, angle]);
        let curve = Curve { keys: vec![0.0, 1.0], values: Values::Turns(vec![turn(0.0), turn(6.0)]) };
        let Given::Turn(half) = curve.at(0.5, Side::Behind) else { panic!("expected a rotation") };
        // 6 rad forwards are 0.2832 rad backwards.
        let expected = turn((6.0 - std::f64::consts::TAU) / 2.0);
        assert!(half.dot(expected).abs() > 1.0 - 1e-12, "{half}");
    }
}
