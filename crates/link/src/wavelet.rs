//! The biorthogonal 9/7 wavelet of Cohen, Daubechies and Feauveau by lifting (as in JPEG 2000, without its final scaling),
//! with symmetric ends, for any number of points.

/// The lifting steps: which points change (odd 1, even 0), and the weight of both neighbours.
const STEPS: [(usize, f32); 4] = [(1, -1.586_134_3), (0, -0.052_980_12), (1, 0.882_911_1), (0, 0.443_506_85)];

pub(super) const MAX_LEVELS: usize = 7;

/// The number of levels: each halves the points, and at least three points remain.
pub(super) fn levels_of(points: usize) -> usize {
    let mut levels = 0;
    while levels < MAX_LEVELS && points >> (levels + 1) >= 3 {
        levels += 1;
    }
    levels
}

pub(super) fn coarse(points: usize, level: usize) -> usize {
    (0..level).fold(points, |points, _| points.div_ceil(2))
}

fn lift(points: &mut [f32], parity: usize, weight: f32, from: usize, to: usize) {
    let count = points.len();
    let mut at = from + (from + parity) % 2;
    while at < to.min(count) {
        let left = if at > 0 { at - 1 } else { 1 };
        let right = if at + 1 < count { at + 1 } else { at - 1 };
        points[at] += weight * (points[left] + points[right]);
        at += 2;
    }
}

/// Merges coarse points and details, stored one after the other, to points. `spare` has the same length.
fn join(points: &mut [f32], spare: &mut [f32]) {
    let count = points.len();
    if count < 2 {
        return;
    }
    let (low, high) = points.split_at(count.div_ceil(2));
    for (at, slot) in spare.iter_mut().enumerate() {
        *slot = if at % 2 == 0 { low[at / 2] } else { high[at / 2] };
    }
    for (parity, weight) in STEPS.into_iter().rev() {
        lift(spare, parity, -weight, 0, count);
    }
    points.copy_from_slice(spare);
}

/// The inverse of [`join`].
fn split(points: &mut [f32], spare: &mut [f32]) {
    let count = points.len();
    if count < 2 {
        return;
    }
    spare.copy_from_slice(points);
    for (parity, weight) in STEPS {
        lift(spare, parity, weight, 0, count);
    }
    let (low, high) = points.split_at_mut(count.div_ceil(2));
    for (at, value) in spare.iter().enumerate() {
        if at % 2 == 0 { low[at / 2] = *value } else { high[at / 2] = *value }
    }
}

/// Inverse transform, in place. Coefficients are ordered coarse points first, then details from the coarsest level on.
/// `spare` has at least as many entries.
pub(super) fn inverse(values: &mut [f32], levels: usize, spare: &mut [f32]) {
    for level in (0..levels).rev() {
        let count = coarse(values.len(), level);
        join(&mut values[..count], &mut spare[..count]);
    }
}

/// Forward transform, in place: the inverse of [`inverse`].
pub(super) fn forward(values: &mut [f32], levels: usize, spare: &mut [f32]) {
    for level in 0..levels {
        let count = coarse(values.len(), level);
        split(&mut values[..count], &mut spare[..count]);
    }
}

/// The points of a single coefficient of 1, without leading and trailing zeros, and the index of the first. `level` counts
/// from the finest, 1; without `detail` the coefficient is a coarse point after `level` levels.
pub(super) fn impulse(points: usize, level: usize, position: usize, detail: bool) -> (usize, Vec<f32>) {
    let mut whole = vec![0.0; points];
    let mut spare = vec![0.0; points];
    // The range of points that are not 0, in the current level.
    let (mut from, mut to);
    let mut level = level;
    if detail {
        let count = coarse(points, level - 1);
        level -= 1;
        whole[2 * position + 1] = 1.0;
        (from, to) = (2 * position + 1, 2 * position + 2);
        unlift(&mut whole[..count], &mut from, &mut to);
    } else {
        whole[position] = 1.0;
        (from, to) = (position, position + 1);
    }
    while level > 0 {
        let count = coarse(points, level - 1);
        spare[2 * from..(2 * to).min(count)].fill(0.0);
        for at in from..to {
            spare[2 * at] = whole[at];
        }
        whole[from..to].fill(0.0);
        (from, to) = (2 * from, (2 * to).min(count));
        whole[from..to].copy_from_slice(&spare[from..to]);
        unlift(&mut whole[..count], &mut from, &mut to);
        level -= 1;
    }
    (from, whole[from..to].to_vec())
}

/// Inverse lifting steps on the range that is not 0, which grows.
fn unlift(points: &mut [f32], from: &mut usize, to: &mut usize) {
    if points.len() < 2 {
        return;
    }
    for (parity, weight) in STEPS.into_iter().rev() {
        (*from, *to) = (from.saturating_sub(1), (*to + 1).min(points.len()));
        lift(points, parity, -weight, *from, *to);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_round_trip_and_impulses_match_the_inverse() {
        for count in [1, 2, 3, 5, 6, 7, 12, 13, 40, 97] {
            let levels = levels_of(count);
            let points: Vec<f32> = (0..count).map(|at| ((at * at * 37) % 101) as f32).collect();
            let (mut values, mut spare) = (points.clone(), vec![0.0; count]);
            forward(&mut values, levels, &mut spare);
            inverse(&mut values, levels, &mut spare);
            assert!(points.iter().zip(&values).all(|(a, b)| (a - b).abs() < 1e-3), "{count}");
            let mut index = 0;
            for level in (1..=levels + 1).rev() {
                let detail = level <= levels;
                let own = if detail { coarse(count, level - 1) - coarse(count, level) } else { coarse(count, levels) };
                for position in 0..own {
                    let mut unit = vec![0.0; count];
                    unit[index] = 1.0;
                    index += 1;
                    inverse(&mut unit, levels, &mut spare);
                    let (from, part) = impulse(count, level.min(levels), position, detail);
                    unit[from..from + part.len()].iter_mut().zip(&part).for_each(|(a, b)| *a -= b);
                    assert!(unit.iter().all(|rest| rest.abs() < 1e-5), "{count} {level} {position}");
                }
            }
            assert_eq!(index, count);
        }
    }

    #[test]
    fn three_points_round_trip() {
        assert_eq!([1, 5, 6, 11, 12, 600, 5000].map(levels_of), [0, 0, 1, 1, 2, 7, 7]);
        assert_eq!(coarse(600, 7), 5);
    }
}
