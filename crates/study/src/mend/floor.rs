//! The tilt of the floor that the feet stand on.

use glam::{DQuat, DVec2, DVec3};

use super::figure::ScaledFigure;
use super::linear::{Matrix, dot, solve};
use super::rests::{RestingFoot, close};
use super::sample::arc;
use crate::runs::{quantile, runs};
use marey::checked::Checked;
use marey::compact::maths::angle_between;

/// On a tilted floor feet rest at most this far above their lowest place: metres.
pub(super) const REST_HEIGHT: f64 = 0.25;
/// Fewer points tell nothing.
const LEAST_POINTS: usize = 12;
/// A slope counts that is so many times its uncertainty.
const SURE: f64 = 2.5;
/// A direction counts in which the points are spread so far: metres.
const SPREAD: f64 = 0.3;
/// Points within this height stand on one floor: metres.
const EVEN: f64 = 0.002;

/// The floor of a motion.
#[derive(Debug, Clone, Copy)]
pub(super) struct Floor {
    /// Its tilt, and how sure that is (standard deviation): degrees.
    pub(super) tilt: f64,
    pub(super) deviation: f64,
    /// Number of points.
    pub(super) points: usize,
    /// The rotation that levels it, about [`centre`](Self::centre).
    pub(super) turn: DQuat,
    /// File space.
    pub(super) centre: DVec3,
}

/// The plane through the soles that stand, with one height for ankles and one for balls. `None`: too few stand.
pub(super) fn floor(figure: &ScaledFigure<'_>, feet: &[RestingFoot; 2], rate: f64) -> Option<Floor> {
    let x = figure.up.any_orthonormal_vector();
    let y = figure.up.cross(x);
    let metres = figure.metres;
    // Along the ground, height, and whether it is a ball's.
    let mut points: Vec<(f64, f64, f64, bool)> = Vec::new();
    for foot in feet {
        let Some(ball) = &foot.ball else { continue };
        let mut flat: Vec<bool> = foot.ankle_rests.iter().zip(&foot.ball_rests).map(|(a, b)| *a && *b).collect();
        close(&mut flat, ((0.05 * rate) as usize).max(2));
        for (first, last) in runs(&flat) {
            for (course, is_ball) in [(&foot.ankle, false), (ball, true)] {
                let part = course.places.get(first..=last).unwrap_or_default();
                let mean = part.iter().sum::<DVec3>() / part.len().max(1) as f64 * metres;
                points.push((mean.dot(x), mean.dot(y), figure.height(mean), is_ball));
            }
        }
    }
    if points.len() < LEAST_POINTS {
        return None;
    }
    let count = points.len() as f64;
    let middle = |value: fn(&(f64, f64, f64, bool)) -> f64| points.iter().map(value).sum::<f64>() / count;
    let (mx, my) = (middle(|point| point.0), middle(|point| point.1));
    let row = |(px, py, _, is_ball): &(f64, f64, f64, bool)| {
        vec![px - mx, py - my, if *is_ball { 0.0 } else { 1.0 }, if *is_ball { 1.0 } else { 0.0 }]
    };
    let rows: Matrix = points.iter().map(row).collect();
    let heights: Vec<f64> = points.iter().map(|point| point.2).collect();
    let (fit, covariance) = fit_robustly(&rows, &heights)?;
    let [sxx, sxy, syy] = covariance;
    let (mean, half) = ((sxx + syy) / 2.0, (sxx - syy) / 2.0);
    let root = (half * half + sxy * sxy).sqrt();
    let worst =
        if half > 0.0 { DVec2::new(half + root, sxy) } else { DVec2::new(sxy, root - half) }.normalize_or(DVec2::X);
    let mut slope = (0.0, 0.0);
    // The directions in which the slope is known worst and best.
    for (variance, (ex, ey)) in [(mean + root, (worst.x, worst.y)), (mean - root, (-worst.y, worst.x))] {
        let along = ex * fit.at(0) + ey * fit.at(1);
        let spread = (rows.iter().map(|row| (ex * row.at(0) + ey * row.at(1)).powi(2)).sum::<f64>() / count).sqrt();
        if along.abs() > SURE * variance.max(0.0).sqrt() && spread > SPREAD {
            slope = (slope.0 + along * ex, slope.1 + along * ey);
        }
    }
    let normal = figure.up - x * slope.0 - y * slope.1;
    let centre = (x * mx + y * my + figure.up * fit.at(2)) / metres;
    Some(Floor {
        tilt: angle_between(normal.normalize(), figure.up).to_degrees(),
        deviation: (mean + root).max(0.0).sqrt().to_degrees(),
        points: points.len(),
        turn: arc(normal, figure.up),
        centre,
    })
}

/// The least squares fit of heights, in which far points count less, and the covariance of its first two numbers.
fn fit_robustly(rows: &Matrix, heights: &[f64]) -> Option<(Vec<f64>, [f64; 3])> {
    let mut weights = vec![1.0; heights.len()];
    let (mut fit, mut inverse) = (Vec::new(), Vec::new());
    let mut rest = Vec::new();
    for _ in 0..8 {
        let (mut squares, mut right) = (vec![vec![0.0; 4]; 4], vec![vec![0.0]; 4]);
        for ((row, height), weight) in rows.iter().zip(heights).zip(&weights) {
            let weight = weight * weight;
            for ((value, squares), right) in row.iter().zip(&mut squares).zip(&mut right) {
                squares.iter_mut().zip(row).for_each(|(sum, other)| *sum += weight * value * other);
                right.change(0, |sum| *sum += weight * value * height);
            }
        }
        // Points on one line, or in one place, tell nothing across it.
        squares.iter_mut().enumerate().for_each(|(index, row)| row.change(index, |value| *value += 1e-9));
        let identity: Matrix =
            (0..4).map(|row| (0..4).map(|column| if row == column { 1.0 } else { 0.0 }).collect()).collect();
        fit = solve(squares.clone(), right)?.into_iter().flatten().collect();
        inverse = solve(squares, identity)?;
        rest = rows.iter().zip(heights).map(|(row, height)| height - dot(row, &fit)).collect::<Vec<f64>>();
        let usual = quantile(&mut rest.iter().map(|rest| rest.abs()).collect::<Vec<_>>(), 0.5);
        let scale = (1.4826 * usual).max(EVEN);
        weights = rest.iter().map(|rest| 1.0 / (rest.abs() / (1.5 * scale)).max(1.0).sqrt()).collect();
    }
    let squares: f64 = rest.iter().zip(&weights).map(|(rest, weight)| weight * rest * rest).sum();
    let variance = (squares / heights.len().saturating_sub(4).max(1) as f64).max(0.003 * 0.003);
    let entry = |row: usize, column: usize| inverse.get(row).map_or(0.0, |row| row.at(column)) * variance;
    Some((fit, [entry(0, 0), entry(0, 1), entry(1, 1)]))
}
