//! Takes out noise with a window as wide as the noise allows.
//!
//! Local parabolas of several widths are fitted around each frame. A wider fit is taken while it moves the curve by no more than the measured noise explains
//! (Lepski's rule): still parts become smooth, and fast ones stay as they are.

use glam::DVec3;

use super::sample::FrameValue;
use crate::runs::{least_around, mean_around, mean_around_into};
use marey::checked::Checked;

/// Half widths of the windows, frames.
const HALF_WIDTHS: [usize; 12] = [2, 3, 4, 6, 8, 11, 15, 20, 27, 36, 48, 64];
/// The longest half width, seconds.
const LONGEST: f64 = 0.25;
/// How far two fits may differ, in variances of the noise along all three axes: four of them, three axes.
const FAR: f64 = 12.0;
/// The width changes no faster than within this time, seconds.
const SLOWNESS: f64 = 0.03;

/// A fit of one width: the weights of the values around a frame, from the first one on.
#[derive(Debug)]
struct WindowFit {
    half: usize,
    /// Far from the ends.
    inner: Vec<f64>,
    /// For the first frames, where the window is cut. Those of the last frames are the same, mirrored.
    ends: Vec<Vec<f64>>,
}

/// All fits of a motion.
#[derive(Debug)]
pub(super) struct Smoother {
    fits: Vec<WindowFit>,
    /// The share of the noise's variance that stays at each frame: of the values themselves, then of each fit.
    gains: Vec<Vec<f64>>,
    frames: usize,
    rate: f64,
}

impl WindowFit {
    fn new(half: usize) -> Self {
        Self { half, inner: weights(half, 0), ends: (0..half).map(|frame| weights(half, half - frame)).collect() }
    }

    /// The weight at `frame` of the value `offset - half` frames after it.
    #[inline]
    fn weight(&self, frame: usize, frames: usize, offset: usize) -> f64 {
        let from_end = frames - 1 - frame;
        if frame < self.half {
            self.ends.get(frame).map_or(0.0, |row| row.at(offset))
        } else if from_end < self.half {
            self.ends.get(from_end).map_or(0.0, |row| row.at(2 * self.half - offset))
        } else {
            self.inner.at(offset)
        }
    }

    /// Adds the ways between values so far apart, with their weights, to the sums of all frames: forwards from the first of each pair, backwards from the second.
    fn add(&self, sums: &mut [DVec3], ways: &[DVec3], apart: usize) {
        let frames = sums.len();
        let (start, end) = (self.half.min(frames), frames.saturating_sub(self.half));
        // Far from the ends all weights are the same, which is most of the work.
        let (ahead, behind) = (self.inner.at(self.half + apart), self.inner.at(self.half - apart));
        let inner = sums.get_mut(start..end).unwrap_or_default();
        let forwards = ways.get(start..).unwrap_or_default();
        let backwards = ways.get(start - apart.min(start)..).unwrap_or_default();
        for ((sum, forwards), backwards) in inner.iter_mut().zip(forwards).zip(backwards) {
            *sum += *forwards * ahead - *backwards * behind;
        }
        for frame in (0..start).chain(end..frames) {
            let forward =
                ways.get(frame).map_or(DVec3::ZERO, |way| *way * self.weight(frame, frames, self.half + apart));
            let back = frame.checked_sub(apart).and_then(|from| ways.get(from));
            let back = back.map_or(DVec3::ZERO, |way| *way * self.weight(frame, frames, self.half - apart));
            sums.change(frame, |sum| *sum += forward - back);
        }
    }

    /// The share of the noise's variance that stays, at a frame.
    fn gain(&self, frame: usize, frames: usize) -> f64 {
        let near = frame.min(frames - 1 - frame);
        self.ends.get(near).unwrap_or(&self.inner).iter().map(|weight| weight * weight).sum()
    }
}

/// The weights with which a parabola, fitted to values with tricube weights, has its value in the middle. The first `cut` values are missing.
fn weights(half: usize, cut: usize) -> Vec<f64> {
    let offsets: Vec<f64> = (0..=2 * half).map(|index| (index as f64 - half as f64) / half as f64).collect();
    let tricube = |x: &f64| {
        let share = x.abs() * half as f64 / (half as f64 + 1.0);
        (1.0 - share * share * share).powi(3)
    };
    let tricubes: Vec<f64> =
        offsets.iter().enumerate().map(|(index, x)| if index < cut { 0.0 } else { tricube(x) }).collect();
    let moment = |power: i32| offsets.iter().zip(&tricubes).map(|(x, w)| w * x.powi(power)).sum::<f64>();
    let [m0, m1, m2, m3, m4] = [0, 1, 2, 3, 4].map(moment);
    // The first row of the inverse of the matrix of moments.
    let [a, b, c] = [m2 * m4 - m3 * m3, m2 * m3 - m1 * m4, m1 * m3 - m2 * m2];
    let determinant = m0 * a + m1 * b + m2 * c;
    offsets.iter().zip(&tricubes).map(|(x, w)| w * (a + b * x + c * x * x) / determinant).collect()
}

impl Smoother {
    pub(super) fn new(frames: usize, rate: f64) -> Self {
        let fits = |half: &usize| *half as f64 <= (LONGEST * rate).max(2.0) && *half < frames / 2;
        let fits: Vec<WindowFit> = HALF_WIDTHS.into_iter().filter(fits).map(WindowFit::new).collect();
        let gain = |fit: &WindowFit| (0..frames).map(|frame| fit.gain(frame, frames)).collect();
        let gains = std::iter::once(vec![1.0; frames]).chain(fits.iter().map(gain)).collect();
        Self { fits, gains, frames, rate }
    }

    /// Smooths a track whose noise has this standard deviation along each axis.
    pub(super) fn smooth<S: FrameValue>(&self, values: &mut [S], sigma: f64) {
        if self.fits.is_empty() || sigma <= 0.0 || values.len() != self.frames {
            return;
        }
        let fitted = self.fitted(values);
        let level = self.level(&fitted, sigma);
        let at = |level: usize, frame: usize| match level.checked_sub(1) {
            None => DVec3::ZERO,
            Some(fit) => fitted.get(fit).map_or(DVec3::ZERO, |ways| ways.at(frame)),
        };
        for (frame, (value, level)) in values.iter_mut().zip(level).enumerate() {
            let (whole, part) = (level as usize, level.fract());
            let next = (whole + 1).min(self.fits.len());
            *value = value.moved(at(whole, frame) * (1.0 - part) + at(next, frame) * part);
        }
    }

    /// The way from each value to that of each fit.
    fn fitted<S: FrameValue>(&self, values: &[S]) -> Vec<Vec<DVec3>> {
        let frames = self.frames;
        let mut fitted = vec![vec![DVec3::ZERO; frames]; self.fits.len()];
        let widest = self.fits.last().map_or(0, |fit| fit.half);
        for apart in 1..=widest {
            // The way back is the same, reversed.
            let ways: Vec<DVec3> = values.iter().zip(values.iter().skip(apart)).map(|(a, b)| a.way_to(*b)).collect();
            for (fit, out) in self.fits.iter().zip(&mut fitted).filter(|(fit, _)| fit.half >= apart) {
                fit.add(out, &ways, apart);
            }
        }
        fitted
    }

    /// The number of the widest fit that may be taken at each frame, 0 for the value itself, made slow.
    fn level(&self, fitted: &[Vec<DVec3>], sigma: f64) -> Vec<f64> {
        let frames = self.frames;
        let mut level = vec![0.0; frames];
        let mut alive = vec![true; frames];
        let raw = vec![DVec3::ZERO; frames];
        let (mut apart, mut sums) = (Vec::with_capacity(frames), Vec::with_capacity(frames + 1));
        for (wide, ways) in fitted.iter().enumerate() {
            for narrow in 0..=wide {
                let (other, reach) = match narrow.checked_sub(1) {
                    None => (&raw, 1),
                    Some(fit) => (fitted.get(fit).unwrap_or(&raw), self.fits.get(fit).map_or(1, |fit| fit.half)),
                };
                apart.clear();
                apart.extend(ways.iter().zip(other).map(|(a, b)| a.distance_squared(*b)));
                mean_around_into(&mut apart, &mut sums, reach);
                let (Some(wide_gain), Some(narrow_gain)) = (self.gains.get(wide + 1), self.gains.get(narrow)) else {
                    continue;
                };
                let gains = wide_gain.iter().zip(narrow_gain);
                for ((alive, apart), (wide, narrow)) in alive.iter_mut().zip(&apart).zip(gains) {
                    *alive &= *apart <= FAR * sigma * sigma * (narrow - wide).max(0.1 * narrow);
                }
            }
            if !alive.contains(&true) {
                break;
            }
            for (level, _) in level.iter_mut().zip(&alive).filter(|(_, alive)| **alive) {
                *level = (wide + 1) as f64;
            }
        }
        let reach = ((SLOWNESS * self.rate) as usize).max(1);
        mean_around(&least_around(&level, reach), reach)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parabolas_pass_unchanged() {
        let parabola =
            |frame: usize| DVec3::new(0.3, -0.1, 0.02) * (frame as f64) + DVec3::splat(0.01) * (frame as f64).powi(2);
        let mut values: Vec<DVec3> = (0..80).map(parabola).collect();
        Smoother::new(80, 120.0).smooth(&mut values, 1.0);
        for (frame, value) in values.iter().enumerate() {
            assert!(value.distance(parabola(frame)) < 1e-9, "frame {frame}: {value}");
        }
    }

    #[test]
    fn what_is_no_noise_stays() {
        let step = |frame: usize| if frame < 40 { DVec3::ZERO } else { DVec3::X };
        let mut values: Vec<DVec3> = (0..80).map(step).collect();
        Smoother::new(80, 120.0).smooth(&mut values, 0.001);
        assert!(values.iter().enumerate().all(|(frame, value)| value.distance(step(frame)) < 1e-3), "{values:?}");
    }
}
