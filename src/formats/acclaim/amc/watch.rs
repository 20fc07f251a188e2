//! Watches for values outside the limits that the skeleton sets.
//!
//! "The limit information should not be used to clip data", but it tells where a motion is out of what its bones can do.
//! Consecutive frames of one value become one mark; short returns within the limits do not end it. Whole turns make no
//! difference: recorded angles wind up over them.

use std::f64::consts::TAU;

use super::layout::Layout;
use crate::decimal;
use crate::formats::acclaim::rig::{Dof, Part, Rig};
use crate::model::{Mark, MarkKind};

/// So many frames within the limits end a mark: a tenth of a second at the usual rate.
const RETURN: usize = 12;
/// Values are printed to some digits: what is out by less than a thousandth of a degree, or a millionth, is not out.
const LEAST_DEGREES: f64 = 1e-3;
const LEAST_SHARE: f64 = 1e-6;
/// Marks that are kept; further ones are counted.
const MOST_MARKS: usize = 2_000;

/// A value that has limits, and the frames in which it is outside them now.
#[derive(Debug, Clone)]
struct Watched {
    joint: u16,
    dof: Dof,
    /// As the skeleton's file has them, in the motion's unit.
    limits: [f64; 2],
    /// The same with some tolerance, for the value as it stands in the row.
    least: f64,
    most: f64,
    /// What makes no difference to the value: a whole turn of an angle; 0 if nothing.
    turn: f64,
    /// What the value of an `l` is added to before it is held against limits that are for the whole length.
    offset: f64,
    run: Option<Run>,
}

#[derive(Debug, Clone, Copy)]
struct Run {
    first: usize,
    last: usize,
    at: usize,
    worst: f64,
    kept: bool,
}

/// The limits of a skeleton and what was found outside them.
#[derive(Debug, Clone)]
pub(super) struct Watch {
    /// The least and the most of each column of the row, tolerance included, four by four.
    bounds: Vec<[[f64; 4]; 2]>,
    watched: Vec<Watched>,
    /// Each column's index in `watched`, where it has limits.
    of_column: Vec<u32>,
    radians: bool,
    marks: Vec<Mark>,
    /// Marks that are kept, those that are not over included.
    kept: usize,
    dropped: u64,
}

impl Watch {
    /// `radians` is the unit of the motion; that of the limits is the skeleton's.
    pub(super) fn new(rig: &Rig, layout: &Layout, radians: bool) -> Self {
        let scale = match (rig.radians, radians) {
            (true, false) => f64::to_degrees(1.0),
            (false, true) => f64::to_radians(1.0),
            _ => 1.0,
        };
        let (turn, least) = if radians { (TAU, LEAST_DEGREES.to_radians()) } else { (360.0, LEAST_DEGREES) };
        let mut watch = Self {
            bounds: vec![[[f64::NEG_INFINITY; 4], [f64::INFINITY; 4]]; layout.width().div_ceil(4)],
            watched: Vec::new(),
            of_column: vec![u32::MAX; layout.width()],
            radians,
            marks: Vec::new(),
            kept: 0,
            dropped: 0,
        };
        for (part, columns) in rig.parts.iter().zip(&layout.bones) {
            for ((column, &dof), limits) in (columns.start..).zip(&part.dofs).zip(&part.limits) {
                let Some(limits) = limits else { continue };
                let turns = dof.turns_about().is_some();
                let [one, other] = if turns { limits.map(|limit| limit * scale) } else { *limits };
                // Some write the upper one first.
                let limits = [one.min(other), one.max(other)];
                let offset = if dof == Dof::L { length_meant(part, limits) } else { 0.0 };
                let tolerance = |limit: f64| (limit.abs() * LEAST_SHARE).max(if turns { least } else { 0.0 });
                let [low, high] = limits;
                let turn = if turns && (high - low).is_finite() { turn } else { 0.0 };
                let [least, most] = [low - tolerance(low) - offset, high + tolerance(high) - offset];
                if let Some([lows, highs]) = watch.bounds.get_mut(column / 4) {
                    (lows[column % 4], highs[column % 4]) = (least, most);
                }
                if let Some(index) = watch.of_column.get_mut(column) {
                    *index = watch.watched.len() as u32;
                }
                watch.watched.push(Watched { joint: part.joint, dof, limits, least, most, turn, offset, run: None });
            }
        }
        watch
    }

    /// Looks at the row of a frame, whose length is a multiple of four.
    #[inline]
    pub(super) fn see(&mut self, row: &[f64], frame: usize) {
        let mut column = 0;
        for index in 0..self.bounds.len() {
            let (Some([low, high]), Some(&[a, b, c, d])) = (self.bounds.get(index), row.as_chunks::<4>().0.get(index))
            else {
                return;
            };
            // Written out: a loop stays a loop where the compiler saves space.
            let below = (a < low[0]) | (b < low[1]) | (c < low[2]) | (d < low[3]);
            let above = (a > high[0]) | (b > high[1]) | (c > high[2]) | (d > high[3]);
            if below | above {
                self.outside(column, [a, b, c, d], frame);
            }
            column += 4;
        }
    }

    /// Of four values some are outside their limits.
    #[inline(never)]
    fn outside(&mut self, first: usize, values: [f64; 4], frame: usize) {
        let columns = self.of_column.get(first..).unwrap_or_default();
        for (index, value) in columns.iter().zip(values) {
            let Some(watched) = self.watched.get_mut(*index as usize) else { continue };
            let value = watched.nearest(value);
            let beyond = |value: f64| (watched.least - value).max(value - watched.most);
            if beyond(value) <= 0.0 {
                continue;
            }
            match &mut watched.run {
                Some(run) if frame - run.last <= RETURN + 1 => {
                    run.last = frame;
                    if beyond(value) > beyond(run.worst) {
                        (run.at, run.worst) = (frame, value);
                    }
                }
                run => {
                    let before = run.take().filter(|run| run.kept);
                    self.marks.extend(before.map(|run| watched.mark(&run, self.radians)));
                    let kept = self.kept < MOST_MARKS;
                    self.kept += usize::from(kept);
                    self.dropped += u64::from(!kept);
                    watched.run = Some(Run { first: frame, last: frame, at: frame, worst: value, kept });
                }
            }
        }
    }

    /// All marks in the order of their first frames, and how many more there were.
    pub(super) fn finish(mut self) -> (Vec<Mark>, u64) {
        let Self { watched, marks, radians, .. } = &mut self;
        let last =
            watched.iter().filter_map(|watched| Some(watched.mark(&watched.run.filter(|run| run.kept)?, *radians)));
        marks.extend(last);
        self.marks.sort_by_key(|mark| mark.first);
        (self.marks, self.dropped)
    }
}

impl Watched {
    /// The value, with whole turns taken off or added, that is nearest to the middle of the limits.
    fn nearest(&self, value: f64) -> f64 {
        if self.turn == 0.0 {
            return value;
        }
        let middle = (self.least + self.most) / 2.0;
        value - self.turn * ((value - middle) / self.turn).round_ties_even()
    }

    fn mark(&self, run: &Run, radians: bool) -> Mark {
        let turns = self.dof.turns_about().is_some();
        let scale = if turns && radians { f64::to_degrees(1.0) } else { 1.0 };
        let value = (run.worst + self.offset) * scale;
        let [low, high] = self.limits.map(|limit| limit * scale);
        let (limit, which) = if value > high { (high, "at most") } else { (low, "at least") };
        // As few decimals as tell the value from its limit.
        let places = (1..6).find(|places| decimal::text(value, *places) != decimal::text(limit, *places));
        let (value, limit) = (decimal::text(value, places.unwrap_or(6)), decimal::text(limit, 6));
        let (name, sign) = (self.dof.name(), if turns { "\u{b0}" } else { "" });
        let text = format!("{name} {value}{sign}, {which} {limit}{sign}");
        Mark { kind: MarkKind::Limit, joint: Some(self.joint), first: run.first, last: run.last, at: run.at, text }
    }
}

/// Limits of an `l` that hold the bone's length, but not 0, are those of the whole length.
fn length_meant(part: &Part, [low, high]: [f64; 2]) -> f64 {
    let holds = |value: f64| (low..=high).contains(&value);
    if holds(part.length) && !holds(0.0) { part.length } else { 0.0 }
}
