//! Dynamic time warping: which moment of one motion corresponds to which of the other.

use glam::DVec3;
use marey::body::Subject;
use marey::checked::Checked;

use super::joints::CommonJoints;
use super::joints::Places;
use marey::model::Motion;

/// Samples a second, if the motions are short enough.
const RATE: f64 = 30.0;
/// How far the path may stray from the diagonal, as a share of the longer motion.
const BAND: f64 = 0.2;
/// Most cells of the matrix within the band: a byte each.
const MOST_CELLS: f64 = (1 << 21) as f64;
/// Most comparisons of two joints.
const MOST_WORK: f64 = (1 << 27) as f64;
/// Most positions of joints of each motion, and most joints that are posed.
const MOST_POINTS: f64 = (1 << 21) as f64;
const MOST_POSED: f64 = (1 << 27) as f64;
/// Poses nearer than this (metres) are equal, so that still figures are not warped by rounding.
const EQUAL: f64 = 1e-5;

/// The warp in time that brings two motions nearest to each other.
#[derive(Debug, Clone, PartialEq)]
pub struct Warp {
    /// Pairs of seconds, on the reference's clock and the other motion's own, from both starts to both ends. Neither ever goes back.
    pub path: Vec<[f64; 2]>,
}

/// Finds the warp by dynamic time warping: of all paths from both starts to both ends, the one with the least sum of distances
/// between poses (Sakoe and Chiba (1978), "Dynamic programming algorithm optimization for spoken word recognition", IEEE ASSP 26,
/// without limits of the slope and with each step counted once). A path strays from the straight one by at most a fifth of the
/// longer motion (their band).
///
/// The distance of two poses is the root of the mean squared distance of the pairs' joints, relative to the root, after the best
/// rotation about the up axis (as in Kovar et al. (2002), "Motion graphs", SIGGRAPH). So neither the way that a figure travels
/// nor the direction that it faces counts.
///
/// Both motions are sampled 30 times a second, and less often if the matrix would have more than two million cells, which take a byte
/// each: 107 seconds of both fit.
pub fn warp(a: &Subject<'_>, b: &Subject<'_>, common: &CommonJoints) -> Warp {
    let grid = WarpGrid::new(a, b, common.pairs.len());
    let [mut of_a, mut of_b] = common.places(a, b);
    let (poses_a, poses_b) = (WarpPoses::sample(&mut of_a, a.motion(), grid.rows, common.root), {
        WarpPoses::sample(&mut of_b, b.motion(), grid.columns, common.root)
    });
    let path = grid.path(|row, column| poses_a.distance(row, &poses_b, column));
    let pair =
        |(row, column): (usize, usize)| [moment(a.motion(), row, grid.rows), moment(b.motion(), column, grid.columns)];
    Warp { path: path.into_iter().map(pair).collect() }
}

/// The moment of a sample: seconds.
fn moment(motion: &Motion, index: usize, count: usize) -> f64 {
    // The last one is the end exactly.
    if index + 1 == count && index > 0 {
        motion.duration()
    } else {
        motion.duration() * (index as f64 / (count.max(2) - 1) as f64)
    }
}

/// Poses of a motion relative to the root, one after the other.
struct WarpPoses {
    width: usize,
    points: Vec<DVec3>,
    /// The sum of squared distances from the root, for each pose.
    squares: Vec<f64>,
}

impl WarpPoses {
    fn sample(places: &mut Places<'_>, motion: &Motion, count: usize, root: usize) -> Self {
        let (mut pose, mut points, mut squares) = (Vec::new(), Vec::new(), Vec::with_capacity(count));
        for index in 0..count {
            places.move_to(moment(motion, index, count), &mut pose);
            let origin = pose.get(root).copied().unwrap_or_default();
            let relative = pose.iter().map(|point| *point - origin);
            squares.push(relative.clone().map(|point| point.length_squared()).sum());
            points.extend(relative);
        }
        Self { width: pose.len(), points, squares }
    }

    fn pose(&self, index: usize) -> &[DVec3] {
        self.points.get(index * self.width..(index + 1) * self.width).unwrap_or_default()
    }

    /// Root mean squared distance of the joints of two poses after the best rotation about Y: metres.
    ///
    /// A rotation by `t` changes the sum of products of both poses' coordinates to `up + cos t * along + sin t * across`, which is
    /// at most `up + hypot(along, across)`.
    fn distance(&self, index: usize, other: &Self, other_index: usize) -> f64 {
        let (mut up, mut along, mut across) = (0.0, 0.0, 0.0);
        for (a, b) in self.pose(index).iter().zip(other.pose(other_index)) {
            up += a.y * b.y;
            along += a.x * b.x + a.z * b.z;
            across += a.x * b.z - a.z * b.x;
        }
        let both = self.squares.at(index) + other.squares.at(other_index) - 2.0 * (up + along.hypot(across));
        let distance = (both.max(0.0) / self.width.max(1) as f64).sqrt();
        if distance > EQUAL { distance } else { 0.0 }
    }
}

/// Where a path comes from: both motions go on, or only one of them.
#[derive(Clone, Copy)]
enum WarpStep {
    Both,
    Reference,
    Other,
}

/// The cells of the matrix within the band: a row for each sample of the reference, a column for each of the other motion.
struct WarpGrid {
    rows: usize,
    columns: usize,
    /// Cells on each side of the diagonal.
    radius: usize,
}

impl WarpGrid {
    fn new(a: &Subject<'_>, b: &Subject<'_>, pairs: usize) -> Self {
        let durations = [a, b].map(|subject| subject.motion().duration());
        let joints = a.skeleton().len().max(b.skeleton().len()) as f64;
        let most = MOST_CELLS.min(MOST_WORK / pairs.max(1) as f64);
        let most_samples = (MOST_POINTS / pairs.max(1) as f64).min(MOST_POSED / joints);
        let mut rate = RATE;
        loop {
            let [rows, columns] = durations.map(|duration| samples(duration, rate));
            let grid = Self::of(rows, columns);
            let fits = grid.rows as f64 * grid.width() as f64 <= most && rows.max(columns) as f64 <= most_samples;
            if fits || rows.max(columns) <= 2 {
                return grid;
            }
            rate *= 0.9;
        }
    }

    fn of(rows: usize, columns: usize) -> Self {
        let radius = (BAND * rows.max(columns) as f64).ceil() as usize;
        // Neighbouring rows have a column in common, however much longer the other motion is.
        Self { rows, columns, radius: radius.max(columns.div_ceil(rows.max(1))).max(1) }
    }

    /// Cells of a row.
    fn width(&self) -> usize {
        (2 * self.radius + 1).min(self.columns)
    }

    /// The first column of a row within the band.
    fn first(&self, row: usize) -> usize {
        let diagonal = row as f64 * (self.columns - 1) as f64 / (self.rows.max(2) - 1) as f64;
        (diagonal.round() as usize).saturating_sub(self.radius).min(self.columns - self.width())
    }

    /// The cells of the path with the least sum of costs, from the first to the last cell. Of equal paths, one that goes along the
    /// diagonal.
    fn path(&self, cost: impl Fn(usize, usize) -> f64) -> Vec<(usize, usize)> {
        let width = self.width();
        let mut steps = vec![WarpStep::Both; self.rows * width];
        let (mut above, mut sums) = (vec![f64::INFINITY; width], vec![f64::INFINITY; width]);
        let at = |row: &[f64], index: Option<usize>| {
            index.and_then(|index| row.get(index)).copied().unwrap_or(f64::INFINITY)
        };
        for (row, steps) in steps.chunks_exact_mut(width).enumerate() {
            let first = self.first(row);
            // The same column in the row above.
            let shift = first - row.checked_sub(1).map_or(first, |row| self.first(row));
            for (index, step) in steps.iter_mut().enumerate() {
                let both = at(&above, (index + shift).checked_sub(1));
                let (reference, other) = (at(&above, Some(index + shift)), at(&sums, index.checked_sub(1)));
                let least = both.min(reference).min(other);
                *step = if both <= least {
                    WarpStep::Both
                } else if reference <= least {
                    WarpStep::Reference
                } else {
                    WarpStep::Other
                };
                let is_start = row == 0 && first + index == 0;
                let sum = cost(row, first + index) + if is_start { 0.0 } else { least };
                sums.put(index, sum);
            }
            std::mem::swap(&mut above, &mut sums);
            sums.fill(f64::INFINITY);
        }
        let (mut row, mut column) = (self.rows - 1, self.columns - 1);
        let mut path = vec![(row, column)];
        while (row, column) != (0, 0) {
            let index = column.checked_sub(self.first(row)).filter(|index| *index < width);
            let step = index.and_then(|index| steps.get(row * width + index));
            // Where no path has a finite sum, this one may leave the band. It always comes nearer to the start.
            let (go_up, go_back) = match step {
                Some(WarpStep::Reference) if row > 0 => (1, 0),
                Some(WarpStep::Other) if column > 0 => (0, 1),
                _ => (1, 1),
            };
            (row, column) = (row.saturating_sub(go_up), column.saturating_sub(go_back));
            path.push((row, column));
        }
        path.reverse();
        path
    }
}

/// Number of samples of a motion, with both ends: at least 1. Numbers far beyond what fits are all the same.
fn samples(duration: f64, rate: f64) -> usize {
    (duration * rate).ceil().min(8.0 * MOST_POINTS) as usize + 1
}

#[cfg(test)]
mod tests {
    use super::WarpGrid;

    #[test]
    fn a_path_without_a_finite_sum_ends() {
        for (rows, columns) in [(1, 40), (3, 500), (30, 500), (500, 30), (61, 61)] {
            for cost in [f64::INFINITY, f64::NAN] {
                let path = WarpGrid::of(rows, columns).path(|_, _| cost);
                assert_eq!(path.first(), Some(&(0, 0)));
                assert_eq!(path.last(), Some(&(rows - 1, columns - 1)));
                assert!(path.len() < rows + columns);
            }
        }
    }
}
