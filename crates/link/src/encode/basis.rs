//! The grid's basis functions at the frames, and least squares fits.

use super::super::grid::Grid;
use super::super::wavelet::{forward, impulse};

/// The support of a column's function: its first frame, and its range in `values`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Function {
    pub(super) start: usize,
    from: usize,
    to: usize,
}

pub(super) struct Basis {
    functions: Vec<Function>,
    values: Vec<f32>,
}

impl Basis {
    pub(super) fn new(grid: &Grid) -> Self {
        let none = Function { start: 0, from: 0, to: 0 };
        let mut basis = Self { functions: vec![none; grid.columns.len()], values: Vec::new() };
        for segment in &grid.segments {
            for level in 0..=segment.levels {
                let gain = segment.gain(level);
                for position in 0..segment.count(level) {
                    let depth = if level == 0 { segment.levels } else { level };
                    let (first, points) = impulse(segment.points, depth, position, level > 0);
                    let from = basis.values.len();
                    let start = if segment.points == segment.frames {
                        basis.values.extend(points.iter().map(|point| point * gain));
                        first
                    } else {
                        basis.sample(segment, first, &points, gain)
                    };
                    let to = basis.values.len();
                    basis.functions[segment.firsts[level] + position] =
                        Function { start: segment.start + start, from, to };
                }
            }
        }
        basis
    }

    /// Appends the spline of `points` (others are 0) at the frames of its support; returns the first of these frames.
    fn sample(&mut self, segment: &super::super::grid::GridSegment, first: usize, points: &[f32], gain: f32) -> usize {
        let apart = (segment.frames - 1) as f32 / (segment.points - 1) as f32;
        let start = ((first as f32 - 2.0) * apart).floor().max(0.0) as usize;
        let end = (((first + points.len()) as f32 + 1.0) * apart).ceil() as usize;
        let last = segment.points - 1;
        let at = |place: isize| {
            let index = place - first as isize;
            if index >= 0 { points.get(index as usize).copied().unwrap_or(0.0) } else { 0.0 }
        };
        for frame in start..=end.min(segment.frames - 1) {
            let (index, weights) = segment.weights[frame];
            let i = index as isize;
            let before = if index > 0 { at(i - 1) } else { 2.0 * at(0) - at(1) };
            let behind = if index + 2 <= last { at(i + 2) } else { 2.0 * at(last as isize) - at(last as isize - 1) };
            let value = weights[0] * before + weights[1] * at(i) + weights[2] * at(i + 1) + weights[3] * behind;
            self.values.push(value * gain);
        }
        start
    }

    /// The first frame of a column's function, and its values from there.
    #[inline]
    pub(super) fn column(&self, column: usize) -> (usize, &[f32]) {
        let function = self.functions[column];
        (function.start, &self.values[function.from..function.to])
    }
}

/// The dot product, in eight sums that the processor adds in parallel.
#[inline]
pub(super) fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0.0f32; 8];
    let (a_parts, b_parts) = (a.chunks_exact(8), b.chunks_exact(8));
    let rest: f32 = a_parts.remainder().iter().zip(b_parts.remainder()).map(|(a, b)| a * b).sum();
    for (a, b) in a_parts.zip(b_parts) {
        for lane in 0..8 {
            sums[lane] += a[lane] * b[lane];
        }
    }
    sums.iter().sum::<f32>() + rest
}

/// The sum of `a * a * weights`.
#[inline]
pub(super) fn square_dot(a: &[f32], weights: &[f32]) -> f32 {
    let mut sums = [0.0f32; 8];
    let (a_parts, b_parts) = (a.chunks_exact(8), weights.chunks_exact(8));
    let rest: f32 = a_parts.remainder().iter().zip(b_parts.remainder()).map(|(a, b)| a * a * b).sum();
    for (a, b) in a_parts.zip(b_parts) {
        for lane in 0..8 {
            sums[lane] += a[lane] * a[lane] * b[lane];
        }
    }
    sums.iter().sum::<f32>() + rest
}

/// Least squares on a grid: the banded equations of the spline, factored once.
pub(super) struct BasisFit<'a> {
    grid: &'a Grid,
    /// For each segment on a spline, rows of the banded Cholesky factor: the diagonal and the three entries left of it.
    factors: Vec<Vec<[f64; 4]>>,
}

impl<'a> BasisFit<'a> {
    pub(super) fn new(grid: &'a Grid) -> Self {
        let mut factors = Vec::new();
        for segment in &grid.segments {
            if segment.points == segment.frames {
                factors.push(Vec::new());
                continue;
            }
            let mut band = vec![[0.0; 4]; segment.points];
            for frame in 0..segment.frames {
                let (first, weights) = folded(segment, frame);
                for a in 0..weights.len() {
                    for b in 0..=a {
                        if weights[a] != 0.0 && weights[b] != 0.0 {
                            band[first + a][a - b] += f64::from(weights[a]) * f64::from(weights[b]);
                        }
                    }
                }
            }
            for row in 0..band.len() {
                for back in (0..4.min(row + 1)).rev() {
                    let column = row - back;
                    let mut sum = band[row][back];
                    for k in back + 1..4 {
                        if k <= row && k - back <= column {
                            sum -= band[row][k] * band[column][k - back];
                        }
                    }
                    band[row][back] = if back == 0 { sum.max(1e-9).sqrt() } else { sum / band[column][0] };
                }
            }
            factors.push(band);
        }
        Self { grid, factors }
    }

    /// The least-squares coefficients of a curve, one per column.
    pub(super) fn coefficients(&self, curve: &[f32]) -> Vec<f32> {
        let mut out = vec![0.0; self.grid.columns.len()];
        let mut spare = Vec::new();
        for (segment, factor) in self.grid.segments.iter().zip(&self.factors) {
            let part = &curve[segment.start..segment.start + segment.frames];
            let mut points = if factor.is_empty() { part.to_vec() } else { solve(segment, factor, part) };
            spare.resize(points.len(), 0.0);
            forward(&mut points, segment.levels, &mut spare);
            let mut from = 0;
            for level in std::iter::once(0).chain((1..=segment.levels).rev()) {
                let count = segment.count(level);
                let gain = segment.gain(level);
                let first = segment.firsts[level];
                for (slot, point) in out[first..first + count].iter_mut().zip(&points[from..from + count]) {
                    *slot = point / gain;
                }
                from += count;
            }
        }
        out
    }
}

/// The spline weights at a frame with the extrapolated points expressed by the two nearest, and the first point.
fn folded(segment: &super::super::grid::GridSegment, frame: usize) -> (usize, [f32; 4]) {
    let (index, [a, b, c, d]) = segment.weights[frame];
    let last = segment.points - 1;
    match (index == 0, index + 2 > last) {
        (true, true) => (0, [b + 2.0 * a - d, c - a + 2.0 * d, 0.0, 0.0]),
        (true, false) => (0, [b + 2.0 * a, c - a, d, 0.0]),
        (false, true) => (index - 1, [a, b - d, c + 2.0 * d, 0.0]),
        (false, false) => (index - 1, [a, b, c, d]),
    }
}

fn solve(segment: &super::super::grid::GridSegment, factor: &[[f64; 4]], curve: &[f32]) -> Vec<f32> {
    let count = segment.points;
    let mut right = vec![0.0f64; count];
    for (frame, value) in curve.iter().enumerate() {
        let (first, weights) = folded(segment, frame);
        for (place, weight) in weights.iter().enumerate().filter(|(_, weight)| **weight != 0.0) {
            right[first + place] += f64::from(*weight) * f64::from(*value);
        }
    }
    for row in 0..count {
        for back in 1..4.min(row + 1) {
            right[row] -= factor[row][back] * right[row - back];
        }
        right[row] /= factor[row][0];
    }
    for row in (0..count).rev() {
        right[row] /= factor[row][0];
        for back in 1..4.min(row + 1) {
            right[row - back] -= factor[row][back] * right[row];
        }
    }
    right.iter().map(|value| *value as f32).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_on_the_grid_is_reproduced() {
        for ratio in [60, 128, 250, 256] {
            let grid = Grid::new(120, &[1, 40], ratio);
            let basis = Basis::new(&grid);
            let coefficients: Vec<f32> = (0..grid.columns.len()).map(|at| ((at * 31) % 17) as f32 - 8.0).collect();
            let mut curve = vec![0.0; 120];
            grid.curve(|column| coefficients[column], &mut Vec::new(), &mut Vec::new(), &mut curve);
            let mut sum = vec![0.0; 120];
            for (column, coefficient) in coefficients.iter().enumerate() {
                let (start, values) = basis.column(column);
                for (slot, value) in sum[start..].iter_mut().zip(values) {
                    *slot += coefficient * value;
                }
            }
            assert!(sum.iter().zip(&curve).all(|(a, b)| (a - b).abs() < 1e-4), "{ratio}");
            let found = BasisFit::new(&grid).coefficients(&curve);
            let far = found.iter().zip(&coefficients).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
            assert!(far < 2e-3, "{ratio}: {far}");
        }
    }
}
