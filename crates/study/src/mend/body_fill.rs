//! Fills a long gap from the rest of the body: how the other joints move tells more than a curve.
//!
//! The other joints' rotations and rates, in their sixteen strongest directions, predict the missing ones by ridge regression. What the prediction lacks at both ends
//! of the gap is added as a cubic curve.

use glam::{DQuat, DVec3};

use super::linear::{Matrix, dot, principal_directions, solve};
use super::sample::{FrameValue, hermite};
use super::tracks::ValueTrack;
use marey::checked::Checked;

/// Directions of the rest of the body.
const DIRECTIONS: usize = 16;
/// The penalty of the regression, in mean variances of the directions.
const RIDGE: f64 = 0.02;
/// How much a rate counts beside a rotation: seconds.
const RATE_COUNTS: f64 = 0.15;
/// Fewer frames teach nothing.
const LEAST_LESSONS: usize = 40;
/// More frames teach nothing new.
const MOST_LESSONS: usize = 1000;
/// The time over which the rates at the ends are taken, seconds.
const RATE_OVER: f64 = 0.04;
/// In longer gaps rates at the ends count less: seconds.
const RATES_COUNT: f64 = 0.36;

/// A gap of several joints.
pub(super) struct LongGap<'a> {
    pub(super) first: usize,
    pub(super) last: usize,
    /// Indices of the tracks that are missing.
    pub(super) missing: &'a [usize],
    /// Frames in which each track has true values.
    pub(super) good: &'a [Vec<bool>],
    /// The track that carries the figure, whose heading says nothing about its limbs.
    pub(super) carrier: Option<usize>,
}

/// Fills a gap. Returns false, and changes nothing, where too little is known.
pub(super) fn fill_from_body(turns: &mut [ValueTrack<DQuat>], rate: f64, gap: &LongGap<'_>) -> bool {
    fitted(turns, rate, gap).is_some_and(|filled| {
        for (slot, values) in gap.missing.iter().zip(filled) {
            let Some(track) = turns.get_mut(*slot) else { continue };
            track.values.iter_mut().skip(gap.first).zip(values).for_each(|(value, new)| *value = new);
        }
        true
    })
}

/// The missing rotations, track by track.
fn fitted(turns: &[ValueTrack<DQuat>], rate: f64, gap: &LongGap<'_>) -> Option<Vec<Vec<DQuat>>> {
    let frames = turns.first()?.values.len();
    let (before, after) = (gap.first.checked_sub(1)?, gap.last + 1);
    if after >= frames {
        return None;
    }
    let is_good = |slot: usize, frame: usize| gap.good.get(slot).and_then(|mask| mask.get(frame)) == Some(&true);
    let known: Vec<usize> = (0..turns.len())
        .filter(|slot| !gap.missing.contains(slot) && Some(*slot) != gap.carrier)
        .filter(|slot| (before..=after).all(|frame| is_good(*slot, frame)))
        .collect();
    let is_lesson = |frame: &usize| gap.missing.iter().chain(&known).all(|slot| is_good(*slot, *frame));
    // Of many frames those around the gap.
    let from = gap.first.saturating_sub(MOST_LESSONS / 2).min(frames.saturating_sub(MOST_LESSONS + (after - before)));
    let lessons: Vec<usize> = (from..frames).filter(is_lesson).take(MOST_LESSONS).collect();
    if lessons.len() < LEAST_LESSONS || known.is_empty() {
        return None;
    }
    let near = lessons.first().copied()?.min(before)..lessons.last().copied()?.max(after) + 1;
    let sources = logs(turns, &known, &lessons, near.clone());
    let wanted = logs(turns, gap.missing, &lessons, near.clone());
    let lesson = |frame: &usize| frame - near.start;
    let features = with_rates(&sources.rows, rate);
    let mean = mean_of(lessons.iter().filter_map(|frame| features.get(lesson(frame))));
    let centred: Matrix =
        features.iter().map(|row| row.iter().zip(&mean).map(|(value, mean)| value - mean).collect()).collect();
    let taught: Matrix = lessons.iter().filter_map(|frame| centred.get(lesson(frame)).cloned()).collect();
    let directions = principal_directions(&taught, DIRECTIONS.min(lessons.len() / 6));
    let seen: Matrix =
        centred.iter().map(|row| directions.iter().map(|one| dot(row, one)).chain([1.0]).collect()).collect();
    let strength = taught.iter().flat_map(|row| directions.iter().map(|one| dot(row, one).powi(2))).sum::<f64>();
    let penalty = RIDGE * strength / directions.len().max(1) as f64;
    let size = directions.len() + 1;
    let (mut squares, mut products) = (vec![vec![0.0; size]; size], vec![vec![0.0; wanted.width]; size]);
    for frame in lessons.iter().map(lesson) {
        let (Some(seen), Some(wanted)) = (seen.get(frame), wanted.rows.get(frame)) else { continue };
        for ((value, squares), products) in seen.iter().zip(&mut squares).zip(&mut products) {
            squares.iter_mut().zip(seen).for_each(|(sum, other)| *sum += value * other);
            products.iter_mut().zip(wanted).for_each(|(sum, other)| *sum += value * other);
        }
    }
    for (index, row) in squares.iter_mut().enumerate() {
        row.change(index, |value| *value += if index + 1 < size { penalty } else { penalty * 1e-9 });
    }
    let shares = solve(squares, products)?;
    let predicted: Matrix = seen
        .iter()
        .map(|row| {
            (0..wanted.width)
                .map(|column| row.iter().zip(&shares).map(|(value, shares)| value * shares.at(column)).sum())
                .collect()
        })
        .collect();
    let lacks: Matrix = wanted
        .rows
        .iter()
        .zip(&predicted)
        .map(|(wanted, found)| wanted.iter().zip(found).map(|(a, b)| a - b).collect())
        .collect();
    let (at, to) = (before - near.start, after - near.start);
    let length = (after - before) as f64;
    let over = ((RATE_OVER * rate) as usize).max(2);
    let share = (RATES_COUNT * rate / length).min(1.0) * length;
    let lack = |frame: usize, column: usize| lacks.get(frame).map_or(0.0, |row| row.at(column));
    let slope =
        |from: usize, to: usize, column: usize| (lack(to, column) - lack(from, column)) / (to - from).max(1) as f64;
    let mut filled = vec![Vec::new(); gap.missing.len()];
    for frame in gap.first..=gap.last {
        let [start, leave, end, arrive] = hermite((frame - before) as f64 / length);
        let value = |column: usize| {
            let last = (to + over).min(lacks.len().saturating_sub(1));
            predicted.get(frame - near.start).map_or(0.0, |row| row.at(column))
                + start * lack(at, column)
                + leave * slope(at.saturating_sub(over), at, column) * share
                + end * lack(to, column)
                + arrive * slope(to, last, column) * share
        };
        for (index, (values, reference)) in filled.iter_mut().zip(&wanted.references).enumerate() {
            let way = DVec3::new(value(3 * index), value(3 * index + 1), value(3 * index + 2));
            values.push(reference.moved(way));
        }
    }
    Some(filled)
}

/// Rotations of some tracks as rows of rotation vectors, each seen from the mean rotation of its track.
struct Logs {
    references: Vec<DQuat>,
    rows: Matrix,
    width: usize,
}

fn logs(turns: &[ValueTrack<DQuat>], slots: &[usize], lessons: &[usize], near: std::ops::Range<usize>) -> Logs {
    let values = |slot: &usize| turns.get(*slot).map(|track| &*track.values).unwrap_or_default();
    let reference = |slot: &usize| {
        let own = values(slot);
        let sum = lessons
            .iter()
            .filter_map(|frame| own.get(*frame))
            .fold(DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0), |sum, value| sum + *value);
        if sum.length_squared() > 1e-12 { sum.normalize() } else { DQuat::IDENTITY }
    };
    let references: Vec<DQuat> = slots.iter().map(reference).collect();
    let row = |frame: usize| {
        let ways = slots.iter().zip(&references).map(|(slot, reference)| reference.way_to(values(slot).at(frame)));
        ways.flat_map(|way| way.to_array()).collect()
    };
    Logs { rows: near.map(row).collect(), width: 3 * slots.len(), references }
}

/// Rows with their rates beside them.
fn with_rates(rows: &Matrix, rate: f64) -> Matrix {
    let last = rows.len().saturating_sub(1);
    let row = |frame: usize| {
        let (from, to) = (frame.saturating_sub(1), (frame + 1).min(last));
        let scale = RATE_COUNTS * rate / (to - from).max(1) as f64;
        let (Some(own), Some(from), Some(to)) = (rows.get(frame), rows.get(from), rows.get(to)) else {
            return Vec::new();
        };
        own.iter().copied().chain(from.iter().zip(to).map(|(from, to)| (to - from) * scale)).collect()
    };
    (0..rows.len()).map(row).collect()
}

fn mean_of<'a>(rows: impl Iterator<Item = &'a Vec<f64>>) -> Vec<f64> {
    let (mut sum, mut count) = (Vec::new(), 0_usize);
    for row in rows {
        sum.resize(row.len(), 0.0);
        sum.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
        count += 1;
    }
    sum.iter_mut().for_each(|value: &mut f64| *value /= count.max(1) as f64);
    sum
}
