//! Slopes that no key states: automatic ones, and those of tension, continuity and bias.
//!
//! The formulas are those by which the FBX SDK's own curves can be told from outside: half the slope between both neighbours, half the
//! mean of the slopes on both sides, moved by a bias.

/// Bits of a key's flags.
pub(super) mod flags {
    pub(in super::super) const CONSTANT: u32 = 0x2;
    pub(in super::super) const CUBIC: u32 = 0x8;
    /// Of a constant key: the value of the next one.
    pub(in super::super) const NEXT: u32 = 0x100;
    pub(in super::super) const TCB: u32 = 0x200;
    pub(in super::super) const USER: u32 = 0x400;
    pub(in super::super) const CLAMP: u32 = 0x1000;
    pub(in super::super) const TIME_INDEPENDENT: u32 = 0x2000;
    pub(in super::super) const CLAMP_PROGRESSIVE: u32 = 0x4000;
    pub(in super::super) const WEIGHTED_RIGHT: u32 = 0x100_0000;
    pub(in super::super) const WEIGHTED_NEXT_LEFT: u32 = 0x200_0000;
}

/// A slope up to which two biases count as none.
const NO_BIAS: f64 = 0.0001;
/// Bias in hundredths from which on it adds to the slope, and by how much.
const FAR_BIAS: f64 = 5.0;
const FAR_BIAS_SLOPE: f64 = 40.0;
/// A key is kept flat if a neighbour is so near.
const SAME_VALUE: f64 = 0.0;

/// A key's time and value, and those of the keys around it.
pub(super) struct Neighbours {
    pub(super) before: Option<(f64, f64)>,
    pub(super) own: (f64, f64),
    pub(super) after: Option<(f64, f64)>,
}

impl Neighbours {
    /// The slope from the key before, which is earlier.
    fn slope_before(&self) -> Option<f64> {
        self.before.and_then(|before| slope(before, self.own))
    }

    /// The slope to the key behind, which is later.
    pub(super) fn slope_after(&self) -> Option<f64> {
        self.after.and_then(|after| slope(self.own, after))
    }
}

fn slope(from: (f64, f64), to: (f64, f64)) -> Option<f64> {
    (to.0 > from.0).then(|| (to.1 - from.1) / (to.0 - from.0))
}

/// The slopes on both sides of a key of tension, continuity and bias (Kochanek and Bartels, 1984).
pub(super) fn tcb(around: &Neighbours, [tension, continuity, bias]: [f64; 3]) -> [f64; 2] {
    let (before, after) = (around.slope_before(), around.slope_after());
    let share = if before.is_some() && after.is_some() { 0.5 } else { 1.0 };
    let (before, after) = (before.unwrap_or(0.0), after.unwrap_or(0.0));
    let mix = |continuity: f64| {
        let of_before = (1.0 + bias) * (1.0 - continuity);
        let of_after = (1.0 - bias) * (1.0 + continuity);
        share * (1.0 - tension) * (of_before * before + of_after * after)
    };
    [mix(continuity), mix(-continuity)]
}

/// The automatic slopes on both sides of a key. `biases` stand where a key with own slopes has these.
pub(super) fn automatic(around: &Neighbours, biases: [f64; 2], weights: [f64; 2], flags: u32) -> [f64; 2] {
    match (around.slope_before(), around.slope_after()) {
        (Some(before), Some(after)) => {
            let of_bias = |bias: f64| between(around, [before, after], weights, bias, flags);
            if (biases[0] + biases[1]).abs() <= NO_BIAS {
                [of_bias(biases[1]); 2]
            } else {
                [of_bias(-biases[0]), of_bias(biases[1])]
            }
        }
        (Some(before), None) => [at_end(around, before, -biases[0], flags); 2],
        (None, Some(after)) => [at_end(around, after, biases[1], flags); 2],
        (None, None) => [0.0; 2],
    }
}

/// Whether a key has to stay flat because it is as high as a neighbour.
fn is_clamped(around: &Neighbours, flags: u32) -> bool {
    let is_near =
        |other: Option<(f64, f64)>| other.is_some_and(|(_, value)| (value - around.own.1).abs() <= SAME_VALUE);
    flags & flags::CLAMP != 0 && (is_near(around.before) || is_near(around.after))
}

/// The slope of the first key or the last.
fn at_end(around: &Neighbours, slope: f64, bias: f64, flags: u32) -> f64 {
    if flags & flags::CLAMP_PROGRESSIVE != 0 || is_clamped(around, flags) {
        return 0.0;
    }
    let far = bias.abs() / 100.0 - FAR_BIAS;
    if flags & flags::TIME_INDEPENDENT == 0 && far > 0.0 {
        slope + far * far * FAR_BIAS_SLOPE * bias.signum()
    } else {
        slope
    }
}

/// The slope of a key between two others.
fn between(around: &Neighbours, [before, after]: [f64; 2], weights: [f64; 2], bias: f64, flags: u32) -> f64 {
    let (Some(first), Some(last)) = (around.before, around.after) else { return 0.0 };
    if is_clamped(around, flags) {
        return 0.0;
    }
    let (time, value) = around.own;
    let length = last.0 - first.0;
    let mut slope = (last.1 - first.1) / length;
    if flags & flags::TIME_INDEPENDENT == 0 {
        let share = (time - first.0) / length;
        slope = 0.5 * slope + 0.5 * (before * (1.0 - share) + after * share);
        let weight = bias.abs() / 100.0;
        if weight > NO_BIAS {
            let target = if bias > 0.0 { after } else { before };
            let pull = target - slope;
            slope += pull * weight;
            let far = weight - FAR_BIAS;
            if far > 0.0 {
                let direction = if pull.abs() > 0.00001 { pull } else { bias };
                slope += far * far * FAR_BIAS_SLOPE * direction.signum();
            }
        }
    }
    if flags & flags::CLAMP_PROGRESSIVE != 0 {
        // No steeper than what stays between the neighbours' values.
        let sign = if slope >= 0.0 { 1.0 } else { -1.0 };
        let limit = |rise: f64, run: f64| if run > 0.0 { (sign * rise / run).max(0.0) } else { 0.0 };
        let left = limit(value - first.1, weights[0] * (time - first.0));
        let right = limit(last.1 - value, weights[1] * (last.0 - time));
        slope = sign * slope.abs().min(left).min(right);
    }
    slope
}

#[cfg(test)]
mod tests {
    use super::*;

    const RISE: Neighbours = Neighbours { before: Some((0.0, 0.0)), own: (1.0, 1.0), after: Some((3.0, 9.0)) };

    #[test]
    fn automatic_slopes_are_between_those_of_both_sides() {
        // Between the neighbours: 3. On the sides: 1 and 4, and one third of the time is before the key.
        assert_eq!(automatic(&RISE, [0.0; 2], [1.0 / 3.0; 2], 0), [2.5; 2]);
        assert_eq!(automatic(&RISE, [0.0; 2], [1.0 / 3.0; 2], flags::TIME_INDEPENDENT), [3.0; 2]);
        // A bias of 100 takes the side's own slope.
        assert_eq!(automatic(&RISE, [0.0, 100.0], [1.0 / 3.0; 2], 0), [2.5, 4.0]);
        let end = Neighbours { after: None, ..RISE };
        assert_eq!(automatic(&end, [0.0; 2], [1.0 / 3.0; 2], 0), [1.0; 2]);
        assert_eq!(automatic(&end, [0.0; 2], [1.0 / 3.0; 2], flags::CLAMP_PROGRESSIVE), [0.0; 2]);
    }

    #[test]
    fn clamped_slopes_do_not_overshoot() {
        let top = Neighbours { before: Some((0.0, 0.0)), own: (1.0, 1.0), after: Some((2.0, 1.0)) };
        assert_eq!(automatic(&top, [0.0; 2], [1.0 / 3.0; 2], flags::CLAMP), [0.0; 2]);
        assert_eq!(automatic(&top, [0.0; 2], [1.0 / 3.0; 2], flags::CLAMP_PROGRESSIVE), [0.0; 2]);
        assert_eq!(automatic(&top, [0.0; 2], [1.0 / 3.0; 2], 0), [0.5; 2]);
    }

    #[test]
    fn without_tension_continuity_and_bias_the_slope_is_the_mean() {
        assert_eq!(tcb(&RISE, [0.0; 3]), [2.5; 2]);
        assert_eq!(tcb(&RISE, [1.0, 0.0, 0.0]), [0.0; 2]);
        assert_eq!(tcb(&RISE, [0.0, 0.0, 1.0]), [1.0; 2]);
        assert_eq!(tcb(&RISE, [0.0, 1.0, 0.0]), [4.0, 1.0]);
    }
}
