//! The table of a gait report: means over cycles.

use marey::body::Side;

use super::statistic::Statistic;
use super::walk::{Cycle, Walk};

/// A number of a cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Number {
    /// Steps a minute: 120 divided by the time of a stride.
    Cadence,
    /// Stride length divided by stride time, metres a second.
    Speed,
    /// The way of a foot from touch-down to touch-down, metres.
    StrideLength,
    /// Seconds of a stride.
    StrideTime,
    /// The part of the stride after the other foot, metres.
    StepLength,
    /// Seconds since the other foot came down.
    StepTime,
    /// Distance of both ankles square to the stride, metres; negative where legs cross.
    StepWidth,
    /// How long the foot is on the ground, percent of the cycle.
    Stance,
    /// The rest of the cycle.
    Swing,
    /// How long both feet are on the ground, percent of the cycle.
    DoubleSupport,
    /// The foot against the way that the person goes in 15 to 50 % of the stance, degrees; toes inwards positive.
    Toeing,
}

impl Number {
    /// All numbers in the order of the table.
    pub const ALL: [Self; 11] = [
        Self::Cadence,
        Self::Speed,
        Self::StrideLength,
        Self::StrideTime,
        Self::StepLength,
        Self::StepTime,
        Self::StepWidth,
        Self::Stance,
        Self::Swing,
        Self::DoubleSupport,
        Self::Toeing,
    ];

    /// `cadence`, `stride length` and so on.
    pub fn name(self) -> &'static str {
        match self {
            Self::Cadence => "cadence",
            Self::Speed => "speed",
            Self::StrideLength => "stride length",
            Self::StrideTime => "stride time",
            Self::StepLength => "step length",
            Self::StepTime => "step time",
            Self::StepWidth => "step width",
            Self::Stance => "stance",
            Self::Swing => "swing",
            Self::DoubleSupport => "double support",
            Self::Toeing => "toeing in",
        }
    }

    /// `m`, `s`, `m/s`, `steps/min`, `%` or `deg`.
    pub fn unit(self) -> &'static str {
        match self {
            Self::Cadence => "steps/min",
            Self::Speed => "m/s",
            Self::StrideLength | Self::StepLength | Self::StepWidth => "m",
            Self::StrideTime | Self::StepTime => "s",
            Self::Stance | Self::Swing | Self::DoubleSupport => "%",
            Self::Toeing => "deg",
        }
    }

    /// Its value in a cycle, if the cycle has one.
    pub fn of(self, cycle: &Cycle) -> Option<f64> {
        let (seconds, step) = (cycle.seconds(), cycle.step);
        match self {
            Self::Cadence => Some(120.0 / seconds),
            Self::Speed => Some(cycle.stride / seconds),
            Self::StrideLength => Some(cycle.stride),
            Self::StrideTime => Some(seconds),
            Self::StepLength => step.map(|step| step.length),
            Self::StepTime => step.map(|step| cycle.to - step.other_down),
            Self::StepWidth => step.map(|step| step.width),
            Self::Stance => Some(cycle.stance()),
            Self::Swing => Some(100.0 - cycle.stance()),
            Self::DoubleSupport => step.map(|step| {
                let first = step.other_off.map_or(0.0, |off| (off - cycle.from).max(0.0));
                100.0 * (first + (cycle.lift_off - step.other_down).max(0.0)) / seconds
            }),
            Self::Toeing => cycle.toeing,
        }
    }
}

impl Statistic {
    /// Of a number over the cycles of both sides.
    pub fn of_both(walk: &Walk, number: Number) -> Self {
        Self::new(&walk.cycles.iter().filter_map(|cycle| number.of(cycle)).collect::<Vec<_>>())
    }
}

/// A number of both sides.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct TableRow {
    /// The number.
    pub number: Number,
    /// Of the left foot's cycles.
    pub left: Statistic,
    /// Of the right foot's cycles.
    pub right: Statistic,
    /// 100 (right - left) / mean, percent. `None` unless both sides have cycles, for a mean of zero, and for toeing, whose zero is soft.
    pub difference: Option<f64>,
}

/// The table: all numbers, those without cycles, too.
pub fn table(walk: &Walk) -> Vec<TableRow> {
    let of = |side: Side, number: Number| {
        Statistic::new(&walk.of(side).filter_map(|cycle| number.of(cycle)).collect::<Vec<_>>())
    };
    let row = |number: Number| {
        let (left, right) = (of(Side::Left, number), of(Side::Right, number));
        let difference = left.mean.zip(right.mean).filter(|(left, right)| left + right != 0.0);
        let difference = difference.filter(|_| number != Number::Toeing);
        let difference = difference.map(|(left, right)| 200.0 * (right - left) / (left + right));
        TableRow { number, left, right, difference }
    };
    Number::ALL.map(row).to_vec()
}
