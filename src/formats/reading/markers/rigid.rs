//! Joins points of no known set: markers on one bone, or on one thing, keep their distance.

use glam::Vec3;

use super::labels::{is_unlabelled, parts};
use super::recording::{Recording, extent};
use crate::checked::Checked;
use crate::compact::sorting::sort_by;

/// Deviation of a distance that stays, as a share of it: skin moves over bones.
const DEVIATION: f32 = 0.02;
/// And as a share of the figure, because cameras are off by a millimetre however near two markers are.
const NOISE: f32 = 0.0008;
/// Longer distances join nothing, as a share of the figure.
const LONGEST: f32 = 0.35;
/// Two points have to be seen together in so many of the sampled frames.
const LEAST_FRAMES: usize = 8;
/// More points are not compared, because there are too many pairs of them.
const MOST_POINTS: usize = 512;

/// The tips of axes that Plug-in Gait draws beside its segments: the last letters of their names.
const AXES: [&str; 9] = ["fea", "fel", "tip", "tia", "til", "foa", "fol", "toa", "tol"];

/// Whether a point is no marker that a stick may lead to: without a name of its own, or the tip of an axis.
fn is_left_out(label: &str) -> bool {
    let own = parts(label).1.to_ascii_lowercase();
    let sided = own.strip_prefix(['l', 'r']);
    is_unlabelled(label) || sided.is_some_and(|rest| AXES.contains(&rest)) || ["pela", "pell", "pelp"].contains(&&*own)
}

/// More sticks: each point that is in none yet joins the nearest one that keeps its distance, and so on as a tree.
pub(super) fn sticks(recording: &Recording, known: &[[usize; 2]]) -> Vec<[usize; 2]> {
    let count = recording.labels.len();
    if count > MOST_POINTS {
        return Vec::new();
    }
    let mut is_known = vec![false; count];
    let mut sets = DisjointSets((0..count).collect());
    for [a, b] in known {
        is_known.put(*a, true);
        is_known.put(*b, true);
    }
    // The points of known sets are one already: no other point joins a head to a trunk.
    let first = is_known.iter().position(|is_known| *is_known).unwrap_or(0);
    (0..count).filter(|point| is_known.at(*point)).for_each(|point| {
        sets.join(first, point);
    });
    let rows = recording.sampled();
    let size = extent(&rows, |_| true);
    let labels: Vec<(&str, bool)> = recording.labels.iter().map(|label| (parts(label).0, is_left_out(label))).collect();
    let mut pairs: Vec<(f32, [usize; 2])> = Vec::new();
    for (a, (subject, left_out)) in labels.iter().enumerate() {
        for (b, (other, other_left_out)) in labels.iter().enumerate().skip(a + 1) {
            if is_known.at(a) && is_known.at(b) || subject != other || *left_out || *other_left_out {
                continue;
            }
            pairs.extend(steady_distance(&rows, [a, b], size).map(|distance| (distance, [a, b])));
        }
    }
    // Kruskal's algorithm: the shortest distances first.
    sort_by(&mut pairs, |(a, _), (b, _)| a.total_cmp(b));
    pairs.into_iter().map(|(_, pair)| pair).filter(|[a, b]| sets.join(*a, *b)).collect()
}

/// The distance of two points, if it stays.
fn steady_distance(rows: &[&[Vec3]], [a, b]: [usize; 2], size: f32) -> Option<f32> {
    let (mut count, mut sum, mut squares) = (0, 0.0, 0.0);
    for row in rows {
        let distance = f64::from(row.get(a)?.distance(*row.get(b)?));
        if !distance.is_nan() {
            (count, sum, squares) = (count + 1, sum + distance, squares + distance * distance);
        }
    }
    let mean = sum / f64::from(count);
    let deviation = (squares / f64::from(count) - mean * mean).max(0.0).sqrt() as f32;
    let mean = mean as f32;
    let is_steady = deviation <= (DEVIATION * mean).max(NOISE * size) && mean <= LONGEST * size && mean > 0.0;
    (count as usize >= LEAST_FRAMES && is_steady).then_some(mean)
}

/// Which points are joined already.
struct DisjointSets(Vec<usize>);

impl DisjointSets {
    fn top(&mut self, mut at: usize) -> usize {
        while self.0.at(at) != at {
            let above = self.0.at(self.0.at(at));
            self.0.put(at, above);
            at = above;
        }
        at
    }

    /// Joins the sets of two points. `false` if they are one set.
    fn join(&mut self, a: usize, b: usize) -> bool {
        let (a, b) = (self.top(a), self.top(b));
        self.0.put(a.max(b), a.min(b));
        a != b
    }
}

#[cfg(test)]
mod tests {
    use super::super::recording::recording;
    use super::*;

    /// Two rigid pairs, at 0 and at 5, that move against each other, and a point that goes its own way.
    fn moving(frames: usize) -> Vec<Vec3> {
        let row = |frame: usize| {
            let way = frame as f32 * 0.1;
            [Vec3::ZERO, Vec3::X, Vec3::new(5.0, way, 0.0), Vec3::new(6.0, way, 0.0), Vec3::new(3.0, 0.0, 2.0 * way)]
        };
        (0..frames).flat_map(row).collect()
    }

    #[test]
    fn points_that_keep_their_distance_are_joined() {
        let labels = ["a", "b", "c", "d", "e"];
        assert_eq!(sticks(&recording(&labels, moving(20)), &[]), [[0, 1], [2, 3]]);
        assert_eq!(sticks(&recording(&labels, moving(20)), &[[0, 1]]), [[2, 3]], "known ones are joined already");
        assert_eq!(
            sticks(&recording(&labels, moving(5)), &[]),
            Vec::<[usize; 2]>::new(),
            "too few frames tell nothing"
        );
        assert_eq!(sticks(&recording(&["a", "*1", "A:c", "B:d", "e"], moving(20)), &[]), Vec::<[usize; 2]>::new());
    }
}
