//! A curve of one number: keys, tangents, what is between the keys, and what is before the first and after the last.
//!
//! Files pack the flags, slopes and weights of keys: `KeyAttrFlags` and `KeyAttrDataFloat` hold for as many keys as `KeyAttrRefCount` says. A
//! key states the slope behind it and that before the next one.

use super::arrays::{ArrayBudget, Bits, numbers};
use super::problem::Problem;
use super::tangents::{Neighbours, automatic, flags, tcb};
use super::tree::Node;
use super::values::PropertyValue;

/// The weight of a tangent that states none: the share of the time to the next key that it spans.
const WEIGHT: f64 = 0.333_333;
/// The unit of a stated weight.
const WEIGHT_UNIT: f64 = 0.0001;
/// Numbers of a key's attributes.
const ATTRIBUTES: usize = 4;
/// A key takes as much memory as so many numbers.
const NUMBERS_A_KEY: usize = 5;

/// The way from one key to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Between {
    Constant,
    ConstantNext,
    Linear,
    Cubic,
}

/// A key. Times are seconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Key {
    pub(super) time: f64,
    pub(super) value: f64,
    between: Between,
    /// The tangents before and behind the key: the time that each spans, and the change of the value over it.
    left: [f32; 2],
    right: [f32; 2],
}

/// The way in which a curve goes on before its first key or after its last one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Continuation {
    #[default]
    Constant,
    Slope,
    Repeat,
    Mirror,
    /// Each repetition starts where the one before ended.
    RepeatRelative,
}

#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Extrapolation {
    continuation: Continuation,
    /// `None`: without end.
    repetitions: Option<f64>,
}

/// A curve with at least one key.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Curve {
    pub(super) keys: Vec<Key>,
    before: Extrapolation,
    after: Extrapolation,
}

/// The attributes of keys, and for how many more keys the present ones hold.
struct Attributes {
    flags: Vec<i64>,
    data: Vec<Bits>,
    counts: Vec<i64>,
    index: usize,
    left: i64,
}

/// Flags, and four numbers: two slopes, packed weights, packed velocities.
type Attribute = (u32, [Bits; ATTRIBUTES]);

impl Attributes {
    fn read(node: &Node<'_, '_>, budget: &ArrayBudget) -> Result<Self, Problem> {
        let counts: Vec<i64> = list(node, "KeyAttrRefCount", budget)?;
        let left = counts.first().copied().unwrap_or(0);
        Ok(Self {
            flags: list(node, "KeyAttrFlags", budget)?,
            data: list(node, "KeyAttrDataFloat", budget)?,
            counts,
            index: 0,
            left,
        })
    }

    /// Those of the next key: linear where the file has none.
    fn next(&mut self) -> Attribute {
        while self.left <= 0 && self.index < self.counts.len() {
            self.index += 1;
            self.left = self.counts.get(self.index).copied().unwrap_or(0);
        }
        self.left -= 1;
        let flags = self.flags.get(self.index).map_or(0, |flags| *flags as u32);
        let start = self.index * ATTRIBUTES;
        let data = self.data.get(start..start + ATTRIBUTES).and_then(|data| data.first_chunk().copied());
        // Without slopes and weights there is nothing but a line.
        data.map_or((flags & flags::CONSTANT, [Bits(0); ATTRIBUTES]), |data| (flags, data))
    }
}

fn list<T: super::arrays::ArrayNumber>(
    node: &Node<'_, '_>,
    name: &str,
    budget: &ArrayBudget,
) -> Result<Vec<T>, Problem> {
    node.child(name).map_or(Ok(Vec::new()), |child| numbers(&child, budget))
}

impl Curve {
    /// Reads a curve. `None` without keys; the reason in words if its keys make no curve.
    pub(super) fn read(
        node: &Node<'_, '_>,
        ticks_a_second: f64,
        budget: &mut ArrayBudget,
    ) -> Result<Option<Result<Self, &'static str>>, Problem> {
        let times: Vec<i64> = list(node, "KeyTime", budget)?;
        let values: Vec<f64> = list(node, "KeyValueFloat", budget)?;
        let mut attributes = Attributes::read(node, budget)?;
        let count = times.len().min(values.len());
        if times.len() != values.len() {
            return Ok(Some(Err("it has another number of times than of values")));
        }
        if count == 0 {
            return Ok(None);
        }
        budget.charge(count * NUMBERS_A_KEY, node.record.at)?;
        if !times.is_sorted() || values.iter().any(|value| !value.is_finite()) {
            return Ok(Some(Err("its keys are not numbers at times in ascending order")));
        }
        let mut keys = Vec::new();
        keys.try_reserve_exact(count).map_err(|_| Problem::no_memory(node.record.at))?;
        let seconds = |time: &i64| *time as f64 / ticks_a_second;
        // The slope and weight before the next key.
        let mut left = [0.0, WEIGHT];
        for index in 0..count {
            let at = |index: usize| Some((times.get(index).map(seconds)?, values.get(index).copied()?));
            let Some(own) = at(index) else { break };
            let around = Neighbours { before: index.checked_sub(1).and_then(at), own, after: at(index + 1) };
            let (key, next_left) = key(&around, left, attributes.next());
            keys.push(key);
            left = next_left;
        }
        let extrapolation = |name: &str| extrapolation(node, name);
        Ok(Some(Ok(Self {
            keys,
            before: extrapolation("Pre-Extrapolation"),
            after: extrapolation("Post-Extrapolation"),
        })))
    }

    /// The value at a moment, in seconds.
    pub(super) fn at(&self, seconds: f64) -> f64 {
        let (Some(first), Some(last)) = (self.keys.first(), self.keys.last()) else { return 0.0 };
        if self.keys.len() > 1 && seconds < first.time {
            self.before(seconds, first, last)
        } else if self.keys.len() > 1 && seconds > last.time {
            self.after(seconds, first, last)
        } else {
            self.inside(seconds)
        }
    }

    fn before(&self, seconds: f64, first: &Key, last: &Key) -> f64 {
        if self.before.continuation == Continuation::Slope {
            return beyond(first, first.right, seconds);
        }
        let length = last.time - first.time;
        let Some((index, inside)) = self.before.repetition(first.time - seconds, length) else { return first.value };
        let jump =
            if self.before.continuation == Continuation::RepeatRelative { last.value - first.value } else { 0.0 };
        self.inside(last.time - inside) - jump * (index + 1.0)
    }

    fn after(&self, seconds: f64, first: &Key, last: &Key) -> f64 {
        if self.after.continuation == Continuation::Slope {
            return beyond(last, last.left, seconds);
        }
        let length = last.time - first.time;
        let Some((index, inside)) = self.after.repetition(seconds - last.time, length) else { return last.value };
        let jump = if self.after.continuation == Continuation::RepeatRelative { last.value - first.value } else { 0.0 };
        self.inside(first.time + inside) + jump * (index + 1.0)
    }

    /// The value at a moment between the first key and the last.
    fn inside(&self, seconds: f64) -> f64 {
        // A frame falls on a key of its own moment, whatever rounding made of either: a step is at its frame.
        let next = self.keys.partition_point(|key| key.time <= seconds + SAME_MOMENT);
        let Some(from) = next.checked_sub(1).and_then(|index| self.keys.get(index)) else {
            return self.keys.first().map_or(0.0, |key| key.value);
        };
        let Some(to) = self.keys.get(next) else { return from.value };
        let length = to.time - from.time;
        let share = ((seconds - from.time) / length).clamp(0.0, 1.0);
        match from.between {
            _ if share == 0.0 => from.value,
            Between::Constant => from.value,
            Between::ConstantNext => to.value,
            Between::Linear => from.value + (to.value - from.value) * share,
            Between::Cubic => {
                let [out_time, out, in_time, into] =
                    [from.right[0], from.right[1], to.left[0], to.left[1]].map(f64::from);
                let t = bezier_parameter(out_time / length, 1.0 - in_time / length, share);
                let u = 1.0 - t;
                let middle = u * (from.value + out) + t * (to.value - into);
                u * u * u * from.value + 3.0 * u * t * middle + t * t * t * to.value
            }
        }
    }

    /// How far the curve may be from a value between its first key and its last one: as far as keys and their tangents reach.
    pub(super) fn farthest_from(&self, value: f64) -> f64 {
        let reach = |key: &Key| {
            let tangents = [key.left[1], key.right[1]].map(|change| f64::from(change.abs()));
            let bend = if key.between == Between::Cubic { tangents[0].max(tangents[1]) } else { 0.0 };
            (key.value - value).abs() + bend
        };
        self.keys.iter().map(reach).fold(0.0, f64::max)
    }
}

/// Seconds by which a key may be later than a moment and still count as at that moment.
const SAME_MOMENT: f64 = 1e-6;

/// The value on the tangent of the first or last key.
fn beyond(key: &Key, tangent: [f32; 2], seconds: f64) -> f64 {
    let [time, change] = tangent.map(f64::from);
    if time > 0.0 { key.value + change * (seconds - key.time) / time } else { key.value }
}

impl Extrapolation {
    /// For a moment so far beyond the keys, which last so long: the number of the repetition, and how far within it. `None` where nothing is
    /// repeated.
    fn repetition(&self, beyond: f64, length: f64) -> Option<(f64, f64)> {
        if self.continuation == Continuation::Constant || self.repetitions == Some(0.0) || length <= 0.0 {
            return None;
        }
        let mut index = ((beyond + SAME_MOMENT) / length).floor();
        let mut inside = (beyond - index * length).max(0.0);
        if let Some(most) = self.repetitions.filter(|most| index >= *most) {
            (index, inside) = (most - 1.0, length);
        }
        if self.continuation == Continuation::Mirror && index % 2.0 == 0.0 {
            inside = length - inside;
        }
        Some((index, inside))
    }
}

fn extrapolation(node: &Node<'_, '_>, name: &str) -> Extrapolation {
    let Some(child) = node.child(name) else { return Extrapolation::default() };
    let code = child.child("Type").and_then(|kind| kind.value(0)).and_then(|kind| match kind {
        PropertyValue::Text(text) => text.first().map(|letter| i64::from(*letter)),
        other => other.integer(),
    });
    let continuation = match code.and_then(|code| u8::try_from(code).ok()) {
        Some(b'K') => Continuation::Slope,
        Some(b'R') => Continuation::Repeat,
        Some(b'M') => Continuation::Mirror,
        Some(b'A') => Continuation::RepeatRelative,
        _ => Continuation::Constant,
    };
    let repetitions = child.number_in("Repetition").filter(|count| *count >= 0).map(|count| count as f64);
    Extrapolation { continuation, repetitions }
}

/// Makes a key. `left` is the slope and weight before it; returns those before the next one.
fn key(around: &Neighbours, left: [f64; 2], (flags, data): Attribute) -> (Key, [f64; 2]) {
    let float = |index: usize| data.get(index).map_or(0.0, |bits| f64::from(f32::from_bits(bits.0)));
    let finite = |slope: f64| if slope.is_finite() { slope } else { 0.0 };
    let weights = data.get(2).map_or(0, |bits| bits.0);
    let weight = |flag: u32, packed: u32| if flags & flag != 0 { f64::from(packed) * WEIGHT_UNIT } else { WEIGHT };
    let [mut left_slope, left_weight] = left;
    let mut right = [float(0), weight(flags::WEIGHTED_RIGHT, weights & 0xffff)];
    let mut next_left = [float(1), weight(flags::WEIGHTED_NEXT_LEFT, weights >> 16)];
    let between = if flags & flags::CONSTANT != 0 {
        (right, next_left) = ([0.0, WEIGHT], [0.0, WEIGHT]);
        if flags & flags::NEXT != 0 { Between::ConstantNext } else { Between::Constant }
    } else if flags & flags::CUBIC != 0 {
        if flags & flags::TCB != 0 {
            let slopes = tcb(around, [float(0), float(1), float(2)]);
            (left_slope, right[0]) = (slopes[0], slopes[1]);
            next_left = [0.0, WEIGHT];
        } else if flags & flags::USER == 0 {
            let slopes = automatic(around, [left_slope, right[0]], [left_weight, right[1]], flags);
            (left_slope, right[0]) = (slopes[0], slopes[1]);
        }
        Between::Cubic
    } else {
        let slope = around.slope_after().unwrap_or(0.0);
        (right, next_left) = ([slope, WEIGHT], [slope, WEIGHT]);
        Between::Linear
    };
    let tangent = |length: Option<f64>, slope: f64, weight: f64| {
        let time = weight * length.filter(|length| *length > 0.0).unwrap_or(0.0);
        [time as f32, (time * finite(slope)) as f32]
    };
    let (time, value) = around.own;
    let key = Key {
        time,
        value,
        between,
        left: tangent(around.before.map(|(before, _)| time - before), left_slope, left_weight),
        right: tangent(around.after.map(|(after, _)| after - time), right[0], right[1]),
    };
    (key, next_left)
}

/// The parameter at which a Bézier curve from 0 to 1 with these two inner points is at `x`. Weighted tangents make time such a curve.
fn bezier_parameter(first: f64, second: f64, x: f64) -> f64 {
    let curve = |t: f64| {
        let u = 1.0 - t;
        3.0 * u * u * t * first + 3.0 * u * t * t * second + t * t * t
    };
    let slope = |t: f64| {
        let u = 1.0 - t;
        3.0 * (u * u * first + 2.0 * u * t * (second - first) + t * t * (1.0 - second))
    };
    // Newton's method, within bounds that halve where it would leave them.
    let (mut low, mut high, mut t) = (0.0, 1.0, x);
    for _ in 0..60 {
        let off = curve(t) - x;
        if off.abs() < 1e-15 {
            break;
        }
        if off > 0.0 {
            high = t
        } else {
            low = t
        }
        let next = t - off / slope(t);
        t = if next > low && next < high { next } else { (low + high) / 2.0 };
    }
    t
}
