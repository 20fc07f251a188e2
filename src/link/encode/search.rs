//! The search for the step, the grid and the predictors that reach what is wanted in the fewest bytes.

use super::super::block::{Before, Block, BlockOdds, DELTA_STEPS};
use super::super::bones::Bones;
use super::super::damage::Damage;
use super::super::grid::{Grid, WHOLE};
use super::super::range_coder::Writer;
use super::analysis::Analysis;
use super::basis::{Basis, Fit};
use super::closed_loop::{Errors, Loop, Sweep};
use super::predict::Known;
use crate::fast_maths::log2;

/// What a block shall reach.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Goal {
    /// Mean distance, millimetres.
    Mean(f32),
    /// 99 of 100 distances, millimetres.
    P99(f32),
    /// So many bytes at most.
    Bytes(usize),
}

/// A packed block, and how good it is.
pub(super) struct Packed {
    pub(super) block: Block,
    pub(super) errors: Errors,
}

/// How the size of a block is told: what was learned before it.
pub(super) struct Sizes<'a> {
    pub(super) odds: &'a BlockOdds,
    pub(super) before: &'a Before,
}

/// How often the search asks to go on.
pub(super) type GoOn<'a> = dyn FnMut() -> Result<(), super::LinkError> + 'a;

pub(super) fn ratios(frame_time: f64) -> Vec<u32> {
    let mut ratios: Vec<u32> = [12.0, 16.0, 20.0, 25.0, 30.0, 40.0, 60.0]
        .iter()
        .map(|rate: &f64| (rate * frame_time * 256.0).round() as u32)
        .filter(|ratio| (1..200).contains(ratio))
        .collect();
    ratios.push(WHOLE);
    ratios
}

pub(super) struct Search<'a> {
    pub(super) analysis: &'a Analysis,
    pub(super) bones: &'a Bones,
    pub(super) frame_time: f64,
    pub(super) sizes: Sizes<'a>,
}

impl Search<'_> {
    /// `guess` is the step of the block before.
    pub(super) fn run(&self, goal: Goal, guess: Option<i32>, go_on: &mut GoOn<'_>) -> Result<Packed, super::LinkError> {
        let ratio = match goal {
            Goal::P99(_) => WHOLE,
            _ => (25.0 * self.frame_time * 256.0).round().clamp(1.0, 256.0) as u32,
        };
        let ratio = std::env::var("RATE").ok().and_then(|r| r.parse::<f64>().ok()).map_or(ratio, |r| (r * self.frame_time * 256.0).round().clamp(1.0, 256.0) as u32);
        self.on_grid(ratio, goal, guess, go_on)
    }

    fn on_grid(
        &self,
        ratio: u32,
        goal: Goal,
        guess: Option<i32>,
        go_on: &mut GoOn<'_>,
    ) -> Result<Packed, super::LinkError> {
        let analysis = self.analysis;
        let grid = Grid::new(analysis.frames, &analysis.cuts, ratio);
        let basis = Basis::new(&grid);
        let fit = Fit::new(&grid);
        let fitted: Vec<Vec<f32>> = analysis.curves.iter().map(|curve| fit.coefficients(curve)).collect();
        let far = if matches!(goal, Goal::P99(_)) { 0.7 } else { 0.0 };
        let first = guess.unwrap_or_else(|| first_step(goal));
        let mut own = Loop::new(analysis, self.bones, &grid, &basis, &fitted, ratio, first)?;
        let debug = std::env::var("DEBUG").is_ok();
        // A rough pass, only to learn about how large the step must be and which bands matter.
        for index in 0..4 {
            go_on()?;
            own.sweep(Sweep { prune: index >= 2, far: 0.0 })?;
        }
        let errors = own.measure()?;
        let mut secant = Secant { last: None, slope: first_slope(goal) };
        let mut delta = secant.next(own.block.delta, goal, errors, self.bytes(&own.block)?);
        secant.last = None;
        if debug { eprintln!("rough {} {:?} {} -> {delta}", own.block.delta, errors, self.bytes(&own.block)?); }
        own.shrink();
        let steps = own.plain_steps();
        let known = Known {
            bones: self.bones,
            channels: &analysis.channels,
            kin: own.kin(),
            grid: &grid,
            fitted: &fitted,
            steps: &steps,
            bands: &own.block.bands,
        };
        let predictors = known.choose();
        if debug { eprintln!("predictors {}", predictors.iter().map(Vec::len).sum::<usize>()); }
        own.restart(delta, Some(predictors))?;
        let mut best: Option<Packed> = None;
        for round in 0..5 {
            for index in 0..if round == 0 { 7 } else { 3 } {
                go_on()?;
                own.sweep(Sweep { prune: index >= 2 || round > 0, far })?;
            }
            own.shrink();
            let errors = own.measure()?;
            let bytes = self.bytes(&own.block)?;
            if debug { eprintln!("round {round} {delta} {errors:?} {bytes}"); }
            let met = met(goal, errors, bytes);
            if met || best.is_none() {
                best = Some(Packed { block: own.block.clone(), errors });
            }
            let next = secant.next(delta, goal, errors, bytes);
            if next == delta || (met && (next - delta).abs() <= 1) {
                break;
            }
            delta = next;
            own.rescale(delta)?;
        }
        best.ok_or(super::LinkError::Empty)
    }

    fn bytes(&self, block: &Block) -> Result<usize, Damage> {
        let mut writer = Writer::new();
        let mut odds = self.sizes.odds.clone();
        let mut before = self.sizes.before.clone();
        Block::code(&mut writer, &mut odds, &mut before, self.bones, Some(block), block.frames)?;
        Ok(writer.len())
    }
}


fn first_step(goal: Goal) -> i32 {
    let metres: f32 = match goal {
        Goal::Mean(mm) => mm * 0.003 * (mm / 1.5).max(0.1),
        Goal::P99(mm) => mm * 0.0013,
        Goal::Bytes(bytes) => 20.0 / bytes.max(1) as f32,
    };
    (log2(metres) * DELTA_STEPS).round() as i32
}

fn first_slope(goal: Goal) -> f32 {
    match goal {
        Goal::Mean(_) => 0.6,
        Goal::P99(_) => 0.8,
        Goal::Bytes(_) => -0.8,
    }
}

fn met(goal: Goal, errors: Errors, bytes: usize) -> bool {
    match goal {
        Goal::Mean(mm) => errors.mean <= mm,
        Goal::P99(mm) => errors.p99 <= mm,
        Goal::Bytes(most) => bytes <= most,
    }
}

/// The step that is likely to reach the goal, from how much the last change did: both in powers of two.
struct Secant {
    last: Option<(i32, f32)>,
    slope: f32,
}

impl Secant {
    fn next(&mut self, delta: i32, goal: Goal, errors: Errors, bytes: usize) -> i32 {
        let (is, wanted) = match goal {
            Goal::Mean(mm) => (errors.mean.max(1e-4), mm * 0.996),
            Goal::P99(mm) => (errors.p99.max(1e-4), mm * 0.994),
            Goal::Bytes(most) => (bytes as f32, most.max(1) as f32 * 0.997),
        };
        let is = log2(is);
        if let Some((last_delta, last)) = self.last
            && (delta - last_delta).abs() > 2
        {
            let slope = (is - last) * DELTA_STEPS / (delta - last_delta) as f32;
            let first = first_slope(goal);
            self.slope = slope.clamp((first * 0.3).min(first * 2.0), (first * 2.0).max(first * 0.3));
        }
        self.last = Some((delta, is));
        delta + ((log2(wanted) - is) / self.slope * DELTA_STEPS).round().clamp(-192.0, 192.0) as i32
    }
}
