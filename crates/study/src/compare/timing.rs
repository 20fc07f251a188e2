//! The offset in time at which two motions fit best.

use glam::DVec3;
use marey::body::Subject;
use marey::compact::sorting::sort_by;

use super::joints::CommonJoints;
use super::joints::Places;
use super::shifts::{FEWEST, ShiftPoses, best_shift};
use marey::model::Motion;

/// The lowest rate of samples, and that of the search for speeds that correlate: samples a second.
const COARSE_RATE: f64 = 30.0;
/// Longest list of samples of that search, which takes the product of both lists' lengths: 11 minutes.
const MOST_COARSE: usize = 20_000;
/// Highest rate of the samples that refine what the search finds.
const HIGHEST_RATE: f64 = 240.0;
/// Longest list of these samples: 18 minutes at 120 a second.
const MOST_SAMPLES: usize = 1 << 17;
/// Most joints that are posed for them, and most positions of common joints that are kept.
const MOST_POSED: usize = 1 << 27;
const MOST_POINTS: usize = 1 << 22;
/// The best offsets of the search that are refined.
const REFINED: usize = 8;
/// Lists of samples so short are tried at all offsets.
const SHORT: usize = 1_000;
/// A figure whose speed varies less than this is still: metres a second. Rounding alone makes a tenth of it.
const STILL: f64 = 1e-4;
/// A correlation better by less than this is no better.
const SAME: f64 = 1e-9;

/// The offset at which two motions fit best.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BestOffset {
    /// Seconds from the start of the reference to that of the other motion.
    pub offset: f64,
    /// The correlation of the speeds there: 1 for motions that only differ in their start, 0 for unrelated ones.
    pub correlation: f64,
}

/// Finds the offset at which the poses of both motions are nearest to each other: the least mean distance of all pairs' joints
/// relative to the root, as in [`Errors::root_relative`](super::Errors). Offsets are tried whose overlap is at least half of the
/// shorter motion. `None` if either figure keeps still or moves at one speed, or if a motion has fewer than four samples.
///
/// Where motions repeat themselves, as walks do, several offsets may fit equally well: then the one nearest to 0 is the best. Figures
/// whose joints do not move relative to their root fit where the mean speeds of their joints correlate best.
///
/// Both motions are sampled at the higher rate of both, from 30 to 240 a second. Offsets are tried in steps of a fifteenth of a
/// second, with at most a hundred moments each. The best ones are refined to a sample, and a parabola through the best and its
/// neighbours gives the place between samples.
pub fn best_offset(a: &Subject<'_>, b: &Subject<'_>, common: &CommonJoints) -> Option<BestOffset> {
    let motions = [a.motion(), b.motion()];
    let own_rate = motions.map(|motion| 1.0 / motion.frame_time()).into_iter().fold(COARSE_RATE, f64::max);
    let duration = motions.map(Motion::duration).into_iter().fold(0.0, f64::max);
    let joints = a.skeleton().len().max(b.skeleton().len());
    let most = MOST_SAMPLES.min(MOST_POSED / joints.max(1)).min(MOST_POINTS / common.pairs.len().max(1)).max(FEWEST);
    let rate = own_rate.min(HIGHEST_RATE).min(most as f64 / duration);
    let [mut of_a, mut of_b] = common.places(a, b);
    let (course_a, course_b) = (PathSamples::new(&mut of_a, a.motion(), rate, common), {
        PathSamples::new(&mut of_b, b.motion(), rate, common)
    });
    let signals = [Signal::new(course_a.speeds.clone())?, Signal::new(course_b.speeds.clone())?];
    let [of_a, of_b] = &signals;
    if let Some(shift) = best_shift(&course_a.poses, &course_b.poses, rate) {
        let correlation = correlation(of_a, of_b, shift.round() as isize).unwrap_or(0.0);
        return Some(BestOffset { offset: shift / rate, correlation });
    }
    best_by_speed([&course_a.speeds, &course_b.speeds], &signals, rate)
}

/// Finds the offset at which the speeds are most alike: the largest normalised cross-correlation (Pearson's coefficient over the
/// overlap).
///
/// All offsets are tried with means over a thirtieth of a second, which takes the product of both lengths (`O(n m)`, at most 20,000
/// samples each). The best ones are then tried in steps of a sample.
fn best_by_speed(speeds: [&Vec<f64>; 2], [of_a, of_b]: &[Signal; 2], rate: f64) -> Option<BestOffset> {
    let longest = speeds.map(Vec::len).into_iter().max().unwrap_or(0);
    let chunk = ((rate / COARSE_RATE).round().max(1.0) as usize).max(longest.div_ceil(MOST_COARSE));
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let [a, b] = speeds.map(|values| values.chunks_exact(chunk).map(mean).collect::<Vec<f64>>());
    let coarse = Signal::new(a).zip(Signal::new(b));
    let chunk = chunk as isize;
    // A motion too short for the search is tried at all offsets at once.
    let (lags, around) = match &coarse {
        Some((a, b)) => (peaks(a, b).into_iter().map(|lag| lag * chunk).collect(), chunk),
        None if longest <= SHORT => (vec![0], longest as isize),
        None => return None,
    };
    let mut best: Option<(isize, f64)> = None;
    for lag in lags.into_iter().flat_map(|lag| lag - around..=lag + around) {
        if let Some(found) = correlation(of_a, of_b, lag)
            && best.is_none_or(|(other, most)| {
                found > most + SAME || found > most - SAME && lag.unsigned_abs() < other.unsigned_abs()
            })
        {
            best = Some((lag, found));
        }
    }
    let (lag, correlation) = best?;
    let between = if correlation > 1.0 - SAME { 0.0 } else { vertex(of_a, of_b, lag, correlation) };
    Some(BestOffset { offset: (lag as f64 + between) / rate, correlation })
}

/// The common joints of a motion at even steps of time.
struct PathSamples {
    poses: ShiftPoses,
    /// Mean speed of the joints from each sample to the next: metres a second.
    speeds: Vec<f64>,
}

impl PathSamples {
    fn new(places: &mut Places<'_>, motion: &Motion, rate: f64, common: &CommonJoints) -> Self {
        let steps = (motion.duration() * rate + 1e-6) as usize;
        let mut course = Self { poses: ShiftPoses::new(common.pairs.len()), speeds: Vec::with_capacity(steps) };
        let (mut before, mut now): (Vec<DVec3>, Vec<DVec3>) = (Vec::new(), Vec::new());
        for step in 0..=steps {
            places.move_to(step as f64 / rate, &mut now);
            let root = now.get(common.root).copied().unwrap_or_default();
            course.poses.push(now.iter().map(|point| (*point - root).as_vec3()));
            if step > 0 {
                let way: f64 = now.iter().zip(&before).map(|(now, before)| now.distance(*before)).sum();
                course.speeds.push(way * rate / now.len().max(1) as f64);
            }
            std::mem::swap(&mut now, &mut before);
        }
        course
    }
}

/// Numbers about their mean, with the sums and sums of squares of all before each.
struct Signal {
    values: Vec<f64>,
    sums: Vec<[f64; 2]>,
}

impl Signal {
    /// `None` if there are too few numbers, or if they hardly differ.
    fn new(mut values: Vec<f64>) -> Option<Self> {
        let mean = values.iter().sum::<f64>() / values.len().max(1) as f64;
        values.iter_mut().for_each(|value| *value -= mean);
        let mut sum = [0.0; 2];
        let mut sums = vec![sum];
        sums.extend(values.iter().map(|value| {
            sum = [sum[0] + value, sum[1] + value * value];
            sum
        }));
        let varies = sum[1] > STILL * STILL * values.len() as f64;
        (values.len() >= FEWEST && varies && sum[1].is_finite()).then_some(Self { values, sums })
    }

    /// The sum and the sum of squares of `count` numbers.
    fn sums(&self, from: usize, count: usize) -> Option<[f64; 2]> {
        let (start, end) = (self.sums.get(from)?, self.sums.get(from + count)?);
        Some([end[0] - start[0], end[1] - start[1]])
    }
}

/// Fewest samples of an overlap of two signals.
fn fewest(a: &Signal, b: &Signal) -> usize {
    a.values.len().min(b.values.len()).div_ceil(2).max(FEWEST)
}

/// Pearson's coefficient of the overlap of two signals, where `b` begins `lag` samples after `a`. `None` if the overlap is too
/// short, or if either is constant there.
fn correlation(a: &Signal, b: &Signal, lag: isize) -> Option<f64> {
    let (from_a, from_b) = (usize::try_from(lag).unwrap_or(0), usize::try_from(-lag).unwrap_or(0));
    let (rest_a, rest_b) = (a.values.get(from_a..)?, b.values.get(from_b..)?);
    let count = rest_a.len().min(rest_b.len());
    if count < fewest(a, b) {
        return None;
    }
    let (of_a, of_b) = (rest_a.get(..count)?, rest_b.get(..count)?);
    // Four sums at once: a single one would wait for each addition.
    let mut four = [0.0; 4];
    let (mut groups_a, mut groups_b) = (of_a.chunks_exact(4), of_b.chunks_exact(4));
    for (a, b) in groups_a.by_ref().zip(groups_b.by_ref()) {
        for ((sum, a), b) in four.iter_mut().zip(a).zip(b) {
            *sum += a * b;
        }
    }
    let rest = groups_a.remainder().iter().zip(groups_b.remainder());
    let product = four.iter().sum::<f64>() + rest.map(|(a, b)| a * b).sum::<f64>();
    let ([sum_a, square_a], [sum_b, square_b]) = (a.sums(from_a, count)?, b.sums(from_b, count)?);
    let count = count as f64;
    let (own_a, own_b) = (square_a - sum_a * sum_a / count, square_b - sum_b * sum_b / count);
    let least = STILL * STILL * count;
    (own_a > least && own_b > least).then(|| (product - sum_a * sum_b / count) / (own_a * own_b).sqrt())
}

/// The offsets in samples at which two signals correlate better than at those beside: the best ones first, of equal ones that nearest
/// to 0.
fn peaks(a: &Signal, b: &Signal) -> Vec<isize> {
    let reach = |signal: &Signal| (signal.values.len() - fewest(a, b).min(signal.values.len())) as isize;
    let first = -reach(b);
    let found: Vec<f64> = (first..=reach(a)).map(|lag| correlation(a, b, lag).unwrap_or(f64::NEG_INFINITY)).collect();
    let at = |index: Option<usize>| index.and_then(|index| found.get(index)).copied().unwrap_or(f64::NEG_INFINITY);
    let is_peak = |index: usize, value: f64| {
        value > f64::NEG_INFINITY && value >= at(index.checked_sub(1)) && value >= at(Some(index + 1))
    };
    let peaks = found.iter().enumerate().filter(|(index, value)| is_peak(*index, **value));
    let mut peaks: Vec<(f64, isize)> = peaks.map(|(index, value)| (*value, first + index as isize)).collect();
    sort_by(&mut peaks, |(a, lag_a), (b, lag_b)| b.total_cmp(a).then(lag_a.unsigned_abs().cmp(&lag_b.unsigned_abs())));
    peaks.truncate(REFINED);
    peaks.into_iter().map(|(_, lag)| lag).collect()
}

/// Where the parabola through a correlation and its neighbours is highest, in samples from `lag`: -0.5 to 0.5.
fn vertex(a: &Signal, b: &Signal, lag: isize, at: f64) -> f64 {
    let (Some(before), Some(after)) = (correlation(a, b, lag - 1), correlation(a, b, lag + 1)) else { return 0.0 };
    let bend = before - 2.0 * at + after;
    if bend < 0.0 { (0.5 * (before - after) / bend).clamp(-0.5, 0.5) } else { 0.0 }
}
