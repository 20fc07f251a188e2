//! Finds values outside the skeleton's joint limits.
//!
//! "The limit information should not be used to clip data", but it shows where a motion exceeds what its bones can do.
//! Consecutive frames outside become one mark; a short return inside does not end it. Whole turns are ignored, since recorded
//! angles may count them.

use std::f64::consts::TAU;

use super::row_layout::RowLayout;
use crate::checked::Checked;
use crate::compact::sorting::sort_by_key;
use crate::formats::acclaim::rig::{AcclaimRig, Dof};
use crate::formats::reading::marks::{MOST_MARKS, past_limit};
use crate::model::{Mark, MarkKind};

/// A mark ends after this many frames within the limits: a tenth of a second at the usual rate.
const MAX_GAP: usize = 12;
/// Files round their values, so a value counts as outside only by more than a thousandth of a degree and a millionth of the limit.
const TOLERANCE_DEGREES: f64 = 1e-3;
const TOLERANCE_FRACTION: f64 = 1e-6;

/// A value with limits, and its current run of frames outside them.
#[derive(Debug)]
struct LimitedValue {
    joint: u16,
    dof: Dof,
    /// As in the skeleton's file, in the motion's unit.
    limits: [f64; 2],
    /// The limits with tolerance, to compare with values of the row.
    least: f64,
    most: f64,
    /// One whole turn for angles whose turns are ignored; otherwise 0.
    turn: f64,
    outside: Option<FramesOutside>,
}

/// Consecutive frames outside the limits, a growing mark.
#[derive(Debug, Clone, Copy)]
struct FramesOutside {
    first: usize,
    last: usize,
    /// The frame with the worst value, and that value.
    at: usize,
    worst: f64,
    /// False if there are too many marks: this one is only counted.
    kept: bool,
}

#[derive(Debug)]
pub(super) struct JointLimits {
    /// Lowest and highest value of each column with tolerance, four columns at a time.
    bounds: Vec<[[f64; 4]; 2]>,
    values: Vec<LimitedValue>,
    /// Each column's index in `values`; `u32::MAX` without limits.
    value_of_column: Vec<u32>,
    radians: bool,
    marks: Vec<Mark>,
    /// Number of marks kept, growing ones included.
    kept: usize,
    dropped: u64,
}

impl JointLimits {
    /// `radians` is the motion's unit; the limits are in the skeleton's unit.
    pub(super) fn new(rig: &AcclaimRig, layout: &RowLayout, radians: bool) -> Self {
        let scale = match (rig.radians, radians) {
            (true, false) => f64::to_degrees(1.0),
            (false, true) => f64::to_radians(1.0),
            _ => 1.0,
        };
        let (turn, least) = if radians { (TAU, TOLERANCE_DEGREES.to_radians()) } else { (360.0, TOLERANCE_DEGREES) };
        let mut all = Self {
            bounds: vec![[[f64::NEG_INFINITY; 4], [f64::INFINITY; 4]]; layout.width().div_ceil(4)],
            values: Vec::new(),
            value_of_column: vec![u32::MAX; layout.width()],
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
                // Some files give the upper limit first.
                let limits = [one.min(other), one.max(other)];
                let tolerance = |limit: f64| (limit.abs() * TOLERANCE_FRACTION).max(if turns { least } else { 0.0 });
                let [low, high] = limits;
                let turn = if turns && (high - low).is_finite() { turn } else { 0.0 };
                let [least, most] = [low - tolerance(low), high + tolerance(high)];
                all.bounds.change(column / 4, |[lows, highs]| (lows[column % 4], highs[column % 4]) = (least, most));
                all.value_of_column.put(column, all.values.len() as u32);
                all.values.push(LimitedValue { joint: part.joint, dof, limits, least, most, turn, outside: None });
            }
        }
        all
    }

    /// Checks a frame's row, whose length is a multiple of four.
    #[inline]
    pub(super) fn check(&mut self, row: &[f64], frame: usize) {
        let mut column = 0;
        for index in 0..self.bounds.len() {
            let (Some([low, high]), Some(&[a, b, c, d])) = (self.bounds.get(index), row.as_chunks::<4>().0.get(index))
            else {
                return;
            };
            // Unrolled by hand: the compiler keeps loops when it optimises for size.
            let below = (a < low[0]) | (b < low[1]) | (c < low[2]) | (d < low[3]);
            let above = (a > high[0]) | (b > high[1]) | (c > high[2]) | (d > high[3]);
            if below | above {
                self.outside(column, [a, b, c, d], frame);
            }
            column += 4;
        }
    }

    /// Records which of four values are outside their limits. `first` is the first one's column.
    #[inline(never)]
    fn outside(&mut self, first: usize, values: [f64; 4], frame: usize) {
        let columns = self.value_of_column.get(first..).unwrap_or_default();
        for (index, value) in columns.iter().zip(values) {
            let Some(limited) = self.values.get_mut(*index as usize) else { continue };
            let value = limited.nearest(value);
            let beyond = |value: f64| (limited.least - value).max(value - limited.most);
            if beyond(value) <= 0.0 {
                continue;
            }
            match &mut limited.outside {
                Some(run) if frame - run.last <= MAX_GAP + 1 => {
                    run.last = frame;
                    if beyond(value) > beyond(run.worst) {
                        (run.at, run.worst) = (frame, value);
                    }
                }
                run => {
                    let before = run.take().filter(|run| run.kept);
                    self.marks.extend(before.map(|run| limited.mark(&run, self.radians)));
                    let kept = self.kept < MOST_MARKS;
                    self.kept += usize::from(kept);
                    self.dropped += u64::from(!kept);
                    limited.outside = Some(FramesOutside { first: frame, last: frame, at: frame, worst: value, kept });
                }
            }
        }
    }

    /// All marks by first frame, and the number of further ones.
    pub(super) fn finish(mut self) -> (Vec<Mark>, u64) {
        let Self { values, marks, radians, .. } = &mut self;
        marks.extend(values.iter().filter_map(|limited| {
            let run = limited.outside.filter(|run| run.kept)?;
            Some(limited.mark(&run, *radians))
        }));
        sort_by_key(&mut self.marks, |mark| mark.first);
        (self.marks, self.dropped)
    }
}

impl LimitedValue {
    /// The value plus or minus whole turns, as near to the middle of the limits as possible.
    fn nearest(&self, value: f64) -> f64 {
        if self.turn == 0.0 {
            return value;
        }
        let middle = (self.least + self.most) / 2.0;
        value - self.turn * ((value - middle) / self.turn).round_ties_even()
    }

    fn mark(&self, run: &FramesOutside, radians: bool) -> Mark {
        let turns = self.dof.turns_about().is_some();
        let scale = if turns && radians { f64::to_degrees(1.0) } else { 1.0 };
        let limits = self.limits.map(|limit| limit * scale);
        let text = past_limit(self.dof.name(), run.worst * scale, limits, 6, if turns { "\u{b0}" } else { "" });
        Mark {
            kind: MarkKind::Limit,
            behaviour: 0,
            joint: Some(self.joint),
            first: run.first,
            last: run.last,
            at: run.at,
            text,
        }
    }
}
