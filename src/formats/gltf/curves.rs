//! A sampler's curve: keys, values, and what is between them (glTF 2.0, 3.11 and appendix C).

use std::rc::Rc;

use glam::{DQuat, DVec3, DVec4};

use super::nodes::unit;
use crate::compact::maths::slerp;

/// The property that a curve moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Property {
    Translation,
    Rotation,
    Scale,
}

impl Property {
    pub(super) const ALL: [Self; 3] = [Self::Translation, Self::Rotation, Self::Scale];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Translation => "translation",
            Self::Rotation => "rotation",
            Self::Scale => "scale",
        }
    }

    /// Numbers of a value.
    pub(super) fn width(self) -> usize {
        if self == Self::Rotation { 4 } else { 3 }
    }
}

/// The way from one key to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Between {
    Step,
    Linear,
    /// Each key has an incoming tangent, a value and an outgoing tangent.
    Cubic,
}

/// The side of a jump from which it is seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum KeySide {
    Before,
    After,
}

/// The values of a property over time.
#[derive(Debug, Clone)]
pub(super) struct Curve {
    pub(super) property: Property,
    pub(super) between: Between,
    /// Seconds, ascending; at least one.
    pub(super) keys: Rc<Vec<f64>>,
    /// Values of all keys: one, or with `Cubic` three for each key.
    values: Vec<f32>,
}

impl Curve {
    /// The curve of as many keys as have values. `None` without one.
    pub(super) fn new(property: Property, between: Between, keys: &Rc<Vec<f64>>, values: Vec<f32>) -> Option<Self> {
        let whole = values.len() / (property.width() * if between == Between::Cubic { 3 } else { 1 });
        let keys =
            if whole < keys.len() { Rc::new(keys.get(..whole).unwrap_or_default().to_vec()) } else { keys.clone() };
        (!keys.is_empty()).then_some(Self { property, between, keys, values })
    }

    /// One of the values in the file's order.
    fn raw(&self, index: usize) -> DVec4 {
        let width = self.property.width();
        let value = self.values.get(index * width..).unwrap_or_default();
        let part = |at: usize| if at < width { value.get(at).map_or(0.0, |part| f64::from(*part)) } else { 0.0 };
        DVec4::new(part(0), part(1), part(2), part(3))
    }

    /// The value at a key.
    pub(super) fn value(&self, key: usize) -> DVec4 {
        let raw = self.raw(if self.between == Between::Cubic { 3 * key + 1 } else { key });
        self.normalized(raw)
    }

    fn normalized(&self, value: DVec4) -> DVec4 {
        if self.property == Property::Rotation { DVec4::from(unit(DQuat::from_vec4(value))) } else { value }
    }

    /// The value at a moment. `from` is a key at or before it, from which the search starts, and becomes the key before the moment.
    pub(super) fn at(&self, seconds: f64, side: KeySide, from: &mut usize) -> DVec4 {
        let time = |key: usize| self.keys.get(key).copied().unwrap_or(f64::INFINITY);
        while time(*from + 1) <= seconds {
            *from += 1;
        }
        let last = self.keys.len() - 1;
        let key = (*from).min(last);
        if side == KeySide::Before && self.between == Between::Step && time(key) == seconds {
            return self.value(key.saturating_sub(1));
        }
        let (start, end) = (time(key), time(key + 1));
        if key == last || seconds <= start || self.between == Between::Step {
            return self.value(key);
        }
        let t = (seconds - start) / (end - start);
        match (self.between, self.property) {
            (Between::Cubic, _) => {
                let [a, b] = [self.raw(3 * key + 1), self.raw(3 * key + 4)];
                let [out, into] = [self.raw(3 * key + 2), self.raw(3 * key + 3)].map(|tangent| tangent * (end - start));
                let (t2, t3) = (t * t, t * t * t);
                let value = a * (2.0 * t3 - 3.0 * t2 + 1.0)
                    + out * (t3 - 2.0 * t2 + t)
                    + b * (3.0 * t2 - 2.0 * t3)
                    + into * (t3 - t2);
                self.normalized(value)
            }
            (_, Property::Rotation) => {
                let [a, b] = [key, key + 1].map(|key| DQuat::from_vec4(self.value(key)));
                DVec4::from(slerp(a, b, t))
            }
            _ => self.value(key).lerp(self.value(key + 1), t),
        }
    }

    /// In how many equal pieces the time between two moments has to be cut, so that straight lines between the ends of the pieces miss
    /// the curve by no more than `error`. Both moments are between the same two keys. `from`: see [`at`](Self::at).
    ///
    /// A line over a piece of length `h` misses a curve by `h^2 / 8` of its greatest second derivative, and that of a cubic curve is at
    /// an end.
    pub(super) fn pieces(&self, start: f64, end: f64, from: &mut usize, error: f64) -> usize {
        if self.between != Between::Cubic {
            return 1;
        }
        let time = |key: usize| self.keys.get(key).copied().unwrap_or(f64::INFINITY);
        while time(*from + 1) <= start {
            *from += 1;
        }
        let key = *from;
        let length = time(key + 1) - time(key);
        if key + 1 >= self.keys.len() || start < time(key) || length <= 0.0 {
            return 1;
        }
        let step = self.raw(3 * key + 4) - self.raw(3 * key + 1);
        let [out, into] = [self.raw(3 * key + 2), self.raw(3 * key + 3)].map(|tangent| tangent * length);
        let bend = (6.0 * step - 4.0 * out - 2.0 * into).length().max((4.0 * into + 2.0 * out - 6.0 * step).length());
        let share = (end - start) / length;
        let pieces = (bend / 8.0 / error).sqrt() * share;
        if pieces.is_finite() { pieces.ceil().clamp(1.0, MOST_PIECES) as usize } else { 1 }
    }

    /// The value that all keys have. `None` if they differ.
    pub(super) fn constant(&self) -> Option<DVec4> {
        let first = self.value(0);
        let is_flat = self.between != Between::Cubic
            || (0..self.keys.len())
                .all(|key| [3 * key, 3 * key + 2].iter().all(|tangent| self.raw(*tangent) == DVec4::ZERO));
        (is_flat && (1..self.keys.len()).all(|key| self.value(key) == first)).then_some(first)
    }

    /// Whether the value jumps at this key.
    pub(super) fn jumps_at(&self, key: usize) -> bool {
        self.between == Between::Step && key > 0 && self.value(key) != self.value(key - 1)
    }

    /// The greatest length of a value.
    pub(super) fn size(&self) -> f64 {
        (0..self.keys.len()).map(|key| self.value(key).length()).fold(0.0, f64::max)
    }
}

/// Most pieces of a cubic curve between two moments.
const MOST_PIECES: f64 = 64.0;

/// A value as a vector.
pub(super) fn vector(value: DVec4) -> DVec3 {
    value.truncate()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(between: Between, keys: &[f64], values: &[f32]) -> Curve {
        let values = values.iter().flat_map(|x| [*x, 0.0, 0.0]).collect();
        Curve::new(Property::Translation, between, &Rc::new(keys.to_vec()), values).unwrap()
    }

    fn x(curve: &Curve, seconds: f64, side: KeySide) -> f64 {
        curve.at(seconds, side, &mut 0).x
    }

    #[test]
    fn curves_hold_outside_their_keys() {
        let line = curve(Between::Linear, &[1.0, 3.0], &[2.0, 6.0]);
        assert_eq!([0.0, 1.0, 2.0, 3.0, 9.0].map(|at| x(&line, at, KeySide::After)), [2.0, 2.0, 4.0, 6.0, 6.0]);
    }

    #[test]
    fn steps_jump_at_their_keys() {
        let steps = curve(Between::Step, &[0.0, 1.0, 2.0], &[5.0, 7.0, 7.0]);
        assert_eq!(
            [x(&steps, 1.0, KeySide::Before), x(&steps, 1.0, KeySide::After), x(&steps, 0.9, KeySide::After)],
            [5.0, 7.0, 5.0]
        );
        assert_eq!([0, 1, 2].map(|key| steps.jumps_at(key)), [false, true, false]);
    }

    #[test]
    fn cubic_curves_follow_their_tangents_and_are_cut_as_finely_as_they_bend() {
        // x = t^2 from 0 to 2.
        let square = curve(Between::Cubic, &[0.0, 2.0], &[0.0, 0.0, 0.0, 4.0, 4.0, 0.0]);
        for at in [0.0, 0.5, 1.0, 1.7, 2.0] {
            assert!((x(&square, at, KeySide::After) - at * at).abs() < 1e-12, "{at}");
        }
        // Its second derivative is 2: a line over h seconds misses it by h^2 / 4.
        assert_eq!(square.pieces(0.0, 2.0, &mut 0, 0.01), 10);
        assert_eq!(square.pieces(0.0, 1.0, &mut 0, 0.01), 5);
    }

    #[test]
    fn rotations_are_normalized_and_take_the_shorter_way() {
        let half = 0.5_f32.sqrt();
        let values = vec![0.0, 0.0, 0.0, 0.5, 0.0, 0.0, -half, -half];
        let turn = Curve::new(Property::Rotation, Between::Linear, &Rc::new(vec![0.0, 1.0]), values).unwrap();
        let expected = DQuat::from_rotation_z(std::f64::consts::FRAC_PI_4);
        let found = DQuat::from_vec4(turn.at(0.5, KeySide::After, &mut 0));
        assert!(found.dot(expected).abs() > 1.0 - 1e-12, "{found}");
    }
}
