//! The time grid of a block's curves: segments between cuts, control points of a uniform cubic B-spline in each segment,
//! and a wavelet transform of the control points. A column holds one coefficient of every channel.

use super::wavelet::{coarse, inverse, levels_of};
use marey::checked::Checked;

/// One point per frame, in 256ths: at this ratio the points are the values at the frames.
pub(super) const WHOLE: u32 = 256;
/// No column.
pub(super) const NONE: u32 = u32::MAX;

/// Frames between two cuts.
#[derive(Debug, Clone)]
pub(super) struct GridSegment {
    pub(super) start: usize,
    pub(super) frames: usize,
    /// Number of points of each curve. If it equals `frames`, the points are the values at the frames.
    pub(super) points: usize,
    pub(super) levels: usize,
    /// The first column of the coarse points, then of the details of level 1 (the finest), 2, ..
    pub(super) firsts: Vec<usize>,
    /// For each frame, if the points are those of a spline: the index of the second of four points, and the weights of the four. Points
    /// past the ends are extrapolated linearly.
    pub(super) weights: Vec<(usize, [f32; 4])>,
}

/// The neighbours of a column that predict its magnitudes; [`NONE`] where one is missing.
#[derive(Debug, Clone, Copy)]
pub(super) struct GridColumn {
    /// The two previous columns of the same level.
    pub(super) previous: [u32; 2],
    /// The two columns of the next coarser level at the same time.
    pub(super) coarser: [u32; 2],
}

/// The columns of a block, coarse to fine.
#[derive(Debug, Clone)]
pub(super) struct Grid {
    pub(super) segments: Vec<GridSegment>,
    pub(super) columns: Vec<GridColumn>,
    /// The end of each group (the columns of one level). A channel's band limit is its number of groups.
    pub(super) groups: Vec<usize>,
}

fn points_of(frames: usize, ratio: u32) -> usize {
    if ratio >= WHOLE || frames < 3 {
        return frames;
    }
    let points = ((frames as u64 - 1) * u64::from(ratio) + 128) / 256 + 1;
    (points as usize).clamp(2, frames)
}

impl Grid {
    /// `cuts` are the first frames of every segment but the first, ascending, below `frames`.
    pub(super) fn new(frames: usize, cuts: &[usize], ratio: u32) -> Self {
        let starts: Vec<usize> = std::iter::once(0).chain(cuts.iter().copied()).collect();
        let mut segments = Vec::with_capacity(starts.len());
        for (index, &start) in starts.iter().enumerate() {
            let end = starts.get(index + 1).copied().unwrap_or(frames);
            segments.push(GridSegment::new(start, end - start, points_of(end - start, ratio)));
        }
        let mut grid = Self { segments, columns: Vec::new(), groups: Vec::new() };
        let most = grid.segments.iter().map(|segment| segment.levels).max().unwrap_or(0);
        // The coarse points of all segments, then the details of each level.
        for level in std::iter::once(0).chain((1..=most).rev()) {
            for segment in &mut grid.segments {
                if level > segment.levels {
                    continue;
                }
                segment.firsts[level] = grid.columns.len();
                for at in 0..segment.count(level) {
                    grid.columns.push(segment.column(level, at));
                }
            }
            grid.groups.push(grid.columns.len());
        }
        grid
    }

    pub(super) fn columns_below(&self, limit: usize) -> usize {
        limit.checked_sub(1).map_or(0, |last| self.groups.at(last))
    }

    /// Computes a channel's value at every frame. `coefficient` returns the dequantised coefficient of a column without
    /// [`GridSegment::gain`]. `values` and `spare` are work buffers.
    pub(super) fn curve(
        &self,
        coefficient: impl Fn(usize) -> f32,
        values: &mut Vec<f32>,
        spare: &mut Vec<f32>,
        out: &mut [f32],
    ) {
        for segment in &self.segments {
            values.clear();
            for level in std::iter::once(0).chain((1..=segment.levels).rev()) {
                let gain = segment.gain(level);
                let first = segment.firsts[level];
                values.extend((first..first + segment.count(level)).map(|column| coefficient(column) * gain));
            }
            spare.clear();
            spare.resize(values.len(), 0.0);
            inverse(values, segment.levels, spare);
            segment.sample(values, spare, &mut out[segment.start..segment.start + segment.frames]);
        }
    }
}

impl GridSegment {
    fn new(start: usize, frames: usize, points: usize) -> Self {
        let levels = levels_of(points);
        let weights = if points == frames { Vec::new() } else { weights(frames, points) };
        Self { start, frames, points, levels, firsts: vec![0; levels + 1], weights }
    }

    /// The number of columns of a level: 0 is the coarse points, 1 the finest details.
    pub(super) fn count(&self, level: usize) -> usize {
        match level {
            0 => coarse(self.points, self.levels),
            _ => coarse(self.points, level - 1) - coarse(self.points, level),
        }
    }

    fn column(&self, level: usize, at: usize) -> GridColumn {
        let in_level = |level: usize, at: Option<usize>| match at {
            Some(at) if at < self.count(level) => (self.firsts[level] + at) as u32,
            _ => NONE,
        };
        let previous = [in_level(level, at.checked_sub(1)), in_level(level, at.checked_sub(2))];
        let coarser = match level {
            0 => [NONE; 2],
            _ if level == self.levels => [in_level(0, Some(at)), in_level(0, Some(at + 1))],
            _ => [in_level(level + 1, Some(at / 2)), in_level(level + 1, Some(at / 2 + 1))],
        };
        GridColumn { previous, coarser }
    }

    /// The factor of a level's coefficients. With it a coefficient of 1 changes the frames by a vector of length 1, in the
    /// middle of a long segment.
    pub(super) fn gain(&self, level: usize) -> f32 {
        let norms = if self.points == self.frames { &FRAMES } else { &SPLINE };
        let norm = match level {
            0 => norms.0[self.levels],
            _ => norms.1[level - 1],
        };
        let apart = if self.points > 1 { (self.frames - 1) as f32 / (self.points - 1) as f32 } else { 1.0 };
        1.0 / (norm * apart.sqrt())
    }

    /// Evaluates the spline at the frames. `spare` is a work buffer.
    fn sample(&self, points: &[f32], spare: &mut Vec<f32>, out: &mut [f32]) {
        let (&[first, second, ..], &[.., last_but_one, last], false) = (points, points, self.weights.is_empty()) else {
            out.copy_from_slice(points);
            return;
        };
        spare.clear();
        spare.push(2.0 * first - second);
        spare.extend_from_slice(points);
        spare.push(2.0 * last - last_but_one);
        for (slot, (index, weights)) in out.iter_mut().zip(&self.weights) {
            // The point before the first is in front of them all.
            let four = &spare[*index..index + 4];
            *slot = weights[0] * four[0] + weights[1] * four[1] + weights[2] * four[2] + weights[3] * four[3];
        }
    }
}

/// [`GridSegment::weights`] of so many points over so many frames; there are two of both at least.
fn weights(frames: usize, points: usize) -> Vec<(usize, [f32; 4])> {
    let at = |frame: usize| {
        let place = frame as f32 * (points - 1) as f32 / (frames - 1) as f32;
        let index = (place as usize).min(points - 2);
        let u = place - index as f32;
        let v = 1.0 - u;
        let sixth = 1.0 / 6.0;
        let all = [
            v * v * v * sixth,
            (3.0 * u * u * u - 6.0 * u * u + 4.0) * sixth,
            (3.0 * v * v * v - 6.0 * v * v + 4.0) * sixth,
            u * u * u * sixth,
        ];
        (index, all)
    };
    (0..frames).map(at).collect()
}

/// Norms of the basis functions in the middle of a long segment whose points are frames: of the coarse points after 0, 1,
/// 2, .. levels, and of the details of level 1, 2, ..
const FRAMES: ([f32; 8], [f32; 7]) = (
    [1.0, 1.139_764, 1.341_659_8, 1.558_376_1, 1.796_940_1, 2.067_409_3, 2.377_180_8, 2.732_956],
    [0.887_277_2, 0.983_471_45, 1.172_161_1, 1.370_330_8, 1.583_172_2, 1.822_398_3, 2.095_731],
);
/// The same norms for spline points at a distance of 1.
const SPLINE: ([f32; 8], [f32; 7]) = (
    [0.692_362, 1.009_983, 1.296_092_2, 1.544_240_4, 1.792_770_6, 2.066_201_4, 2.376_833_2, 2.732_855_8],
    [0.416_232_05, 0.789_819_3, 1.105_503_8, 1.349_778, 1.577_117_9, 1.820_644_5, 2.095_226],
);

#[cfg(test)]
mod tests {
    use super::super::wavelet::impulse;
    use super::*;

    fn norm(level: usize, detail: bool, spline: bool) -> f32 {
        let points = 3 << 9;
        let middle = coarse(points, level) / 2;
        let (_, values) = impulse(points, level, middle, detail);
        if !spline {
            return values.iter().map(|value| value * value).sum::<f32>().sqrt();
        }
        let steps = 64;
        let points = [&[0.0; 8][..], &values, &[0.0; 8]].concat();
        let frames = (points.len() - 1) * steps + 1;
        let mut out = vec![0.0; frames];
        GridSegment::new(0, frames, points.len()).sample(&points, &mut Vec::new(), &mut out);
        (out.iter().map(|value| f64::from(value * value)).sum::<f64>() / steps as f64).sqrt() as f32
    }

    #[test]
    fn the_norms_are_those_of_the_basis() {
        for (spline, (coarse, details)) in [(false, FRAMES), (true, SPLINE)] {
            let own: Vec<f32> = (0..8).map(|level| norm(level, false, spline)).collect();
            let own_details: Vec<f32> = (1..8).map(|level| norm(level, true, spline)).collect();
            let known = coarse.iter().chain(&details);
            for (known, own) in known.zip(own.iter().chain(&own_details)) {
                assert!((known / own - 1.0).abs() < 1e-3, "{known} {own}");
            }
        }
    }

    #[test]
    fn a_straight_line_stays_one() {
        let grid = Grid::new(90, &[1, 50], 60);
        assert_eq!(
            grid.segments.iter().map(|one| (one.frames, one.points)).collect::<Vec<_>>(),
            [(1, 1), (49, 12), (40, 10)]
        );
        assert_eq!(*grid.groups.last().unwrap(), grid.columns.len());
        let segment = &grid.segments[1];
        let points: Vec<f32> = (0..segment.points).map(|at| at as f32).collect();
        let mut out = vec![0.0; segment.frames];
        segment.sample(&points, &mut Vec::new(), &mut out);
        assert!(out.iter().enumerate().all(|(at, x)| (x - at as f32 * 11.0 / 48.0).abs() < 1e-5), "{out:?}");
    }
}
