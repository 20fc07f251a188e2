//! Searches the grid, the step and the predictors that reach the goal in the fewest bytes.

use super::super::block::{Block, BlockOdds, DELTA_STEPS, PreviousBlock};
use super::super::bones::LinkBones;
use super::super::damage::Damage;
use super::super::grid::{Grid, WHOLE};
use super::super::range_coder::Writer;
use super::LinkError;
use super::analysis::Analysis;
use super::basis::{Basis, BasisFit};
use super::closed_loop::{ClosedLoop, LoopErrors, Sweep};
use super::contacts::Slides;
use super::predict::PredictorSearch;
use marey::compact::maths::{exp2, log2};
use marey::within::Within;

/// Candidate rates: spline points per second.
const RATES: [f64; 9] = [6.0, 9.0, 12.0, 16.0, 20.0, 25.0, 30.0, 40.0, 60.0];
/// Largest useful rate: spline points per second.
const MAX_RATE: f64 = 125.0;
/// The exponent by which bytes grow as the error falls: bytes are about proportional to `error^-1.3`.
const SIZE_OF_ERROR: f32 = 1.3;
/// Of two grids with about the same score the finer one wins, since it misses fewer fast moments.
const FINER_IS_WORTH: f32 = 0.995;
/// The share of the goal's error that a grid may cause without any rounding.
const MISSED: f32 = 0.7;
/// If a much finer step lowers the error by less than this share, finer steps are useless.
const STUCK: f32 = 0.01;
/// Sweeps of a trial before and after its step is adjusted, of the rough pass, and of each round.
const TRIAL: usize = 3;
const ROUGH: usize = 4;
const FIRST_ROUND: usize = 6;
const ROUND: usize = 3;
const MAX_ROUNDS: usize = 10;
/// After a larger change of the step (64ths of a doubling) start from the best fit: zeros that a coarse step left rarely
/// become nonzero again.
const FAR_STEP: i32 = 20;
/// Share of the goal's error or size that must be used before the search may stop.
const NEAR: f32 = 0.98;
/// The search stops after a round that gains less.
const MIN_GAIN: f32 = 0.003;
/// For a percentile goal errors are weighted by this power of their distance.
const FAR: f32 = 0.7;

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Goal {
    /// Millimetres.
    Mean(f32),
    /// Millimetres.
    P99(f32),
    Bytes(usize),
}

pub(super) struct Packed {
    pub(super) block: Block,
    pub(super) errors: LoopErrors,
    pub(super) slides: Slides,
}

/// Coder state before a block, with which its encoded size is measured.
pub(super) struct CoderState<'a> {
    pub(super) odds: &'a BlockOdds,
    pub(super) previous: &'a PreviousBlock,
}

/// Called before each sweep; an error stops the search.
pub(super) type GoOn<'a> = dyn FnMut() -> Result<(), LinkError> + 'a;

/// Grid and step of the previous block.
#[derive(Debug, Clone, Copy)]
pub(super) struct Guess {
    pub(super) ratio: u32,
    pub(super) delta: i32,
}

pub(super) struct Search<'a> {
    pub(super) analysis: &'a Analysis,
    pub(super) bones: &'a LinkBones,
    pub(super) frame_time: f64,
    pub(super) coder_state: CoderState<'a>,
}

impl Search<'_> {
    /// Packs the block. `guess` is where to start.
    pub(super) fn run(&self, goal: Goal, guess: Option<Guess>, go_on: &mut GoOn<'_>) -> Result<Packed, LinkError> {
        let ratios = self.ratios();
        let last = ratios.len() - 1;
        let index_of = |rate: f64| {
            let wanted = (rate * self.frame_time * 256.0).round() as u32;
            ratios.iter().position(|ratio| *ratio >= wanted).unwrap_or(last)
        };
        let (mut delta, mut at) = match (guess, goal) {
            (Some(guess), _) => (guess.delta, ratios.iter().position(|ratio| *ratio == guess.ratio).unwrap_or(last)),
            // Rare large errors need the grid with a point per frame.
            (None, Goal::P99(_)) => (first_step(goal), last),
            (None, Goal::Mean(mm)) if mm > 3.0 => (first_step(goal), index_of(16.0)),
            (None, _) => (first_step(goal), index_of(25.0)),
        };
        if !matches!(goal, Goal::P99(_)) && last > 0 {
            let mut best = self.trial(ratios[at], goal, &mut delta, go_on)?;
            let first = at;
            while at < last {
                let mut next = delta;
                let score = self.trial(ratios[at + 1], goal, &mut next, go_on)?;
                if score * FINER_IS_WORTH > best || (score.is_infinite() && at + 1 == last) {
                    break;
                }
                (best, at, delta) = (score, at + 1, next);
            }
            while at > 0 && at <= first {
                let mut next = delta;
                let score = self.trial(ratios[at - 1], goal, &mut next, go_on)?;
                if score > best * FINER_IS_WORTH {
                    break;
                }
                (best, at, delta) = (score, at - 1, next);
            }
        }
        self.pack(ratios[at], goal, delta, go_on)
    }

    /// Candidate ratios: points per frame in 256ths, ascending.
    fn ratios(&self) -> Vec<u32> {
        let ratio = |rate: f64| (rate * self.frame_time * 256.0).round().clamp(0.0, 1e6) as u32;
        let useful = 4..220;
        let mut ratios: Vec<u32> = RATES.map(ratio).into_iter().filter(|ratio| useful.contains(ratio)).collect();
        let most = ratio(MAX_RATE);
        ratios.push(if useful.contains(&most) { most } else { WHOLE });
        ratios
    }

    /// Approximate score of a grid, lower is better: bytes at the goal's error, or error at the goal's bytes. Moves `delta`
    /// towards the step that reaches the goal.
    fn trial(&self, ratio: u32, goal: Goal, delta: &mut i32, go_on: &mut GoOn<'_>) -> Result<f32, LinkError> {
        let analysis = self.analysis;
        let grid = Grid::new(analysis.frames, &analysis.cuts, ratio);
        let basis = Basis::new(&grid);
        let fitted = fit(analysis, &grid);
        let mut closed_loop = ClosedLoop::new(analysis, self.bones, &grid, &basis, &fitted, ratio, *delta)?;
        if let Goal::Mean(mm) = goal
            && ratio < WHOLE
            && closed_loop.measure_grid().mean > mm * MISSED
        {
            return Ok(f32::INFINITY);
        }
        let mut secant = Secant::new(goal);
        for sweep in 0..TRIAL {
            go_on()?;
            closed_loop.sweep(Sweep { prune: sweep > 1, far: 0.0 })?;
        }
        *delta = secant.next(*delta, goal, closed_loop.measure()?, self.bytes(&closed_loop.block)?);
        let fresh = (*delta - closed_loop.block.delta).abs() > FAR_STEP;
        if fresh {
            closed_loop.restart(*delta, None)?
        } else {
            closed_loop.rescale(*delta)?
        }
        for sweep in 0..TRIAL {
            go_on()?;
            closed_loop.sweep(Sweep { prune: sweep > 1 || !fresh, far: 0.0 })?;
        }
        let (errors, bytes) = (closed_loop.measure()?, self.bytes(&closed_loop.block)?);
        *delta = secant.next(*delta, goal, errors, bytes);
        let size = bytes as f32;
        Ok(match goal {
            Goal::Mean(mm) => size * exp2(SIZE_OF_ERROR * log2(errors.mean.max(1e-3) / mm)),
            Goal::P99(mm) => size * exp2(SIZE_OF_ERROR * log2(errors.p99.max(1e-3) / mm)),
            Goal::Bytes(most) => errors.mean * exp2(log2(size / most.max(1) as f32) / SIZE_OF_ERROR),
        })
    }

    fn pack(&self, ratio: u32, goal: Goal, delta: i32, go_on: &mut GoOn<'_>) -> Result<Packed, LinkError> {
        let analysis = self.analysis;
        let grid = Grid::new(analysis.frames, &analysis.cuts, ratio);
        let basis = Basis::new(&grid);
        let fitted = fit(analysis, &grid);
        let mut closed_loop = ClosedLoop::new(analysis, self.bones, &grid, &basis, &fitted, ratio, delta)?;
        // A rough pass, to find which bands matter.
        for sweep in 0..ROUGH {
            go_on()?;
            closed_loop.sweep(Sweep { prune: sweep > 1, far: 0.0 })?;
        }
        closed_loop.shrink();
        let steps = closed_loop.plain_steps();
        let predictor_search = PredictorSearch {
            bones: self.bones,
            channels: &analysis.channels,
            related: closed_loop.related(),
            grid: &grid,
            fitted: &fitted,
            steps: &steps,
            bands: &closed_loop.block.bands,
        };
        let predictors = predictor_search.choose();
        closed_loop.restart(delta, Some(predictors))?;
        self.rounds(closed_loop, goal, go_on)
    }

    /// Sweeps with steps that approach the goal, and returns the best block that reaches it.
    fn rounds(&self, mut closed_loop: ClosedLoop<'_>, goal: Goal, go_on: &mut GoOn<'_>) -> Result<Packed, LinkError> {
        let far = if matches!(goal, Goal::P99(_)) { FAR } else { 0.0 };
        let mut secant = Secant::new(goal);
        let mut best: Option<(Packed, f32, bool)> = None;
        let (mut last, mut fresh) = (None, true);
        for _ in 0..MAX_ROUNDS {
            for sweep in 0..if fresh { FIRST_ROUND } else { ROUND } {
                go_on()?;
                closed_loop.sweep(Sweep { prune: sweep > 1 || !fresh, far })?;
            }
            closed_loop.shrink();
            let (errors, bytes) = (closed_loop.measure()?, self.bytes(&closed_loop.block)?);
            let (met, cost) = match goal {
                Goal::Mean(mm) => (errors.mean <= mm, bytes as f32),
                Goal::P99(mm) => (errors.p99 <= mm, bytes as f32),
                Goal::Bytes(most) => (bytes <= most, errors.mean),
            };
            let gain = match &best {
                Some((_, old, true)) => 1.0 - cost / old,
                _ => 1.0,
            };
            let reached = best.as_ref().is_some_and(|(_, _, met)| *met);
            if (met && gain > 0.0) || !reached {
                best = Some((
                    Packed { block: closed_loop.block.clone(), errors, slides: closed_loop.slides() },
                    cost,
                    met,
                ));
            }
            let used = match goal {
                Goal::Mean(mm) => errors.mean / mm,
                Goal::P99(mm) => errors.p99 / mm,
                Goal::Bytes(most) => bytes as f32 / most.max(1) as f32,
            };
            if met && gain < MIN_GAIN && used > NEAR {
                break;
            }
            // Finer steps do not help if the grid itself is too coarse.
            let size = match goal {
                Goal::P99(_) => errors.p99,
                _ => errors.mean,
            };
            let fell = last
                .map_or(1.0, |(delta, old)| if delta - closed_loop.block.delta > 100 { 1.0 - size / old } else { 1.0 });
            if fell < STUCK {
                break;
            }
            last = Some((closed_loop.block.delta, size));
            let next = secant.next(closed_loop.block.delta, goal, errors, bytes);
            fresh = (next - closed_loop.block.delta).abs() > FAR_STEP;
            if fresh { closed_loop.restart(next, None)? } else { closed_loop.rescale(next)? }
        }
        best.map(|(packed, ..)| packed).ok_or(LinkError::Empty)
    }

    fn bytes(&self, block: &Block) -> Result<usize, Damage> {
        let mut writer = Writer::new();
        let mut odds = self.coder_state.odds.clone();
        let mut previous = self.coder_state.previous.clone();
        Block::code(&mut writer, &mut odds, &mut previous, self.bones, Some(block), block.frames)?;
        Ok(writer.len())
    }
}

fn fit(analysis: &Analysis, grid: &Grid) -> Vec<Vec<f32>> {
    let fit = BasisFit::new(grid);
    analysis.curves.iter().map(|curve| fit.coefficients(curve)).collect()
}

fn first_step(goal: Goal) -> i32 {
    let metres: f32 = match goal {
        Goal::Mean(mm) => mm * 0.004 * (mm / 1.5).clamp(0.1, 3.0),
        Goal::P99(mm) => mm * 0.0013,
        Goal::Bytes(bytes) => 20.0 / bytes.max(1) as f32,
    };
    (log2(metres) * DELTA_STEPS).round() as i32
}

/// Secant method for the step that reaches the goal; steps and errors are in powers of two.
struct Secant {
    last: Option<(i32, f32)>,
    first_slope: f32,
    slope: f32,
}

impl Secant {
    fn new(goal: Goal) -> Self {
        let slope = match goal {
            Goal::Mean(_) => 0.6,
            Goal::P99(_) => 0.8,
            Goal::Bytes(_) => -0.8,
        };
        Self { last: None, first_slope: slope, slope }
    }

    fn next(&mut self, delta: i32, goal: Goal, errors: LoopErrors, bytes: usize) -> i32 {
        let (is, wanted) = match goal {
            Goal::Mean(mm) => (errors.mean.max(1e-4), mm * 0.997),
            Goal::P99(mm) => (errors.p99.max(1e-4), mm * 0.995),
            Goal::Bytes(most) => (bytes as f32, most.max(1) as f32 * 0.997),
        };
        let is = log2(is);
        if let Some((last_delta, last)) = self.last
            && (delta - last_delta).abs() > 2
        {
            let slope = (is - last) * DELTA_STEPS / (delta - last_delta) as f32;
            let (a, b) = (self.first_slope * 0.5, self.first_slope * 2.0);
            self.slope = slope.within(a.min(b), a.max(b));
        }
        self.last = Some((delta, is));
        let step = (log2(wanted) - is) / self.slope * DELTA_STEPS;
        (delta + step.round().clamp(-192.0, 192.0) as i32).clamp(-1100, 640)
    }
}
