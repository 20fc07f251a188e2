//! How much noise there is.

use glam::DVec3;

use super::sample::FrameValue;
use crate::runs::{mean_around, quantile};

/// The variance of fourth differences of white noise of variance 1.
const FOURTH_DIFFERENCES: f64 = 70.0;

/// The standard deviation of the noise of a track along each axis: radians for rotations, else the file's unit. Noise is everywhere and motion is not: it is the
/// lower quartile of what fourth differences show within nine frames, times 1.1 because that is below the mean. 0 for few frames.
pub(super) fn noise<S: FrameValue>(values: &[S]) -> f64 {
    if values.len() < 16 {
        return 0.0;
    }
    let steps: Vec<DVec3> = values.windows(2).map(|pair| step(pair)).collect();
    let fourth = |part: &[DVec3]| match part {
        [a, b, c, d] => (*d - 3.0 * *c + 3.0 * *b - *a).length_squared() / 3.0,
        _ => 0.0,
    };
    let squares: Vec<f64> = steps.windows(4).map(fourth).collect();
    let mut near = mean_around(&squares, 4);
    1.1 * (quantile(&mut near, 0.25) / FOURTH_DIFFERENCES).sqrt()
}

/// The way between two values in a row.
pub(super) fn step<S: FrameValue>(pair: &[S]) -> DVec3 {
    match pair {
        [a, b] => a.way_to(*b),
        _ => DVec3::ZERO,
    }
}
