//! Triangulates polygons.

use glam::{DVec2, DVec3};

use crate::checked::Checked;
use crate::formats::hanim::slices::pairs;

/// Polygons with more corners are treated as convex.
const MOST_CORNERS: usize = 2048;
/// Most visits per corner on average. After that the rest of the polygon is treated as convex.
const PATIENCE: usize = 4096;

/// The triangles of a polygon, as the numbers of their corners, in the polygon's own order. A convex polygon becomes a
/// fan from its first corner, any other is cut by ear clipping. Any polygon has two triangles fewer than corners.
pub(crate) fn triangles(corners: &[DVec3], mut add: impl FnMut([usize; 3])) {
    let count = corners.len();
    let flat = flatten(corners);
    let mut left: Vec<usize> = (0..count).collect();
    if count > 3 && count <= MOST_CORNERS && !is_convex(&flat) {
        clip_ears(&flat, &mut left, &mut add);
    }
    if let [first, rest @ ..] = &*left {
        pairs(rest).for_each(|(b, c)| add([*first, *b, *c]));
    }
}

/// Normal on the side from which the polygon is counter-clockwise. Its length is twice the area (Newell's method).
pub(crate) fn normal(corners: &[DVec3]) -> DVec3 {
    let Some(first) = corners.first() else { return DVec3::ZERO };
    pairs(corners).map(|(a, b)| (*a - *first).cross(*b - *first)).sum()
}

/// The corners in the polygon's plane, counter-clockwise.
fn flatten(corners: &[DVec3]) -> Vec<DVec2> {
    let (x, y) = normal(corners).try_normalize().unwrap_or(DVec3::Z).any_orthonormal_pair();
    // x, y and the normal are right-handed, so that the polygon stays counter-clockwise.
    let first = corners.first().copied().unwrap_or_default();
    corners.iter().map(|corner| DVec2::new((*corner - first).dot(x), (*corner - first).dot(y))).collect()
}

/// Twice the area of a triangle; positive if it is counter-clockwise.
fn area(a: DVec2, b: DVec2, c: DVec2) -> f64 {
    (b - a).perp_dot(c - a)
}

/// Whether a fan from the first corner covers the polygon: none of its triangles is clockwise.
fn is_convex(flat: &[DVec2]) -> bool {
    let first = flat.at(0);
    let size = flat.iter().map(|corner| (*corner - first).length_squared()).fold(0.0, f64::max);
    pairs(flat).all(|(a, b)| area(first, *a, *b) >= -1e-9 * size)
}

/// Cuts ears off until three corners are left, or until it took too long.
fn clip_ears(flat: &[DVec2], left: &mut Vec<usize>, add: &mut impl FnMut([usize; 3])) {
    let mut patience = flat.len() * PATIENCE;
    let (mut here, mut tried) = (0, 0);
    while left.len() > 3 && patience > 0 {
        let count = left.len();
        let [last, this, next] = [here + count - 1, here, here + 1].map(|at| left.at(at % count));
        let ear = [last, this, next].map(|corner| flat.at(corner));
        // Without an ear the polygon touches or crosses itself. Then any corner is cut off.
        if tried >= count || is_ear(flat, left, ear, &mut patience) {
            add([last, this, next]);
            left.remove(here);
            // Go back by one corner, which may be an ear now.
            here = here.checked_sub(1).unwrap_or(left.len() - 1);
            tried = 0;
        } else {
            here = (here + 1) % count;
            tried += 1;
        }
    }
}

/// Whether a corner is an ear: it sticks out or is on a straight edge, and no other corner is in its triangle.
fn is_ear(flat: &[DVec2], left: &[usize], [a, b, c]: [DVec2; 3], patience: &mut usize) -> bool {
    *patience = patience.saturating_sub(1);
    let whole = area(a, b, c);
    if whole <= 0.0 {
        // A corner on the line between its neighbours is an ear. The tip of a spike is not yet.
        return whole == 0.0 && (a - b).dot(c - b) <= 0.0;
    }
    let is_inside = |point: DVec2| {
        point != a && point != b && point != c && {
            area(a, b, point) >= 0.0 && area(b, c, point) >= 0.0 && area(c, a, point) >= 0.0
        }
    };
    let blocks = left.iter().position(|corner| is_inside(flat.at(*corner)));
    *patience = patience.saturating_sub(blocks.unwrap_or(left.len()));
    blocks.is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut_up(corners: &[[f64; 2]]) -> (usize, f64, f64) {
        // On an inclined plane.
        let place = |[x, y]: &[f64; 2]| DVec3::new(*x, *y, 2.0 * x - y);
        let corners: Vec<DVec3> = corners.iter().map(place).collect();
        let whole = normal(&corners);
        let mut areas = Vec::new();
        triangles(&corners, |triangle| {
            let [a, b, c] = triangle.map(|at| corners[at]);
            areas.push((b - a).cross(c - a).dot(whole.normalize_or_zero()));
        });
        // If triangles neither overlap nor are clockwise, their areas add up to the polygon's.
        (areas.len(), areas.iter().sum::<f64>() - whole.length(), areas.into_iter().fold(0.0, f64::min))
    }

    fn is_covered(corners: &[[f64; 2]]) -> bool {
        let (count, difference, least) = cut_up(corners);
        count == corners.len() - 2 && difference.abs() < 1e-6 && least > -1e-9
    }

    /// A band that winds outwards and back.
    fn spiral(corners: u32) -> Vec<[f64; 2]> {
        let place = |step: u32, inner: f64| {
            let angle = f64::from(step) * 0.1;
            [angle.cos(), angle.sin()].map(|part| part * (angle - inner + 4.0))
        };
        let half = corners / 2;
        (0..half).map(|step| place(step, 0.0)).chain((0..half).rev().map(|step| place(step, 2.0))).collect()
    }

    #[test]
    fn hanim_concave_polygons_are_covered_once() {
        assert!(is_covered(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]));
        // An arrow head, an L and a comb, from each of their corners and in both orientations.
        let arrow: &[[f64; 2]] = &[[0.0, 0.0], [2.0, 1.0], [0.0, 2.0], [1.0, 1.0]];
        let ell: &[[f64; 2]] = &[[0.0, 0.0], [3.0, 0.0], [3.0, 1.0], [1.0, 1.0], [1.0, 3.0], [0.0, 3.0]];
        assert!(is_covered(&spiral(2000)));
        let comb: Vec<[f64; 2]> = (0..40)
            .map(|step| [f64::from(step), if step % 2 == 0 { 9.0 } else { 1.0 }])
            .chain([[39.0, 0.0], [0.0, 0.0]])
            .collect();
        for shape in [arrow, ell, &comb] {
            let mut shape = shape.to_vec();
            for _ in 0..2 {
                for _ in 0..shape.len() {
                    shape.rotate_left(1);
                    assert!(is_covered(&shape), "{shape:?}");
                }
                shape.reverse();
            }
        }
    }

    #[test]
    fn hanim_holes_bridged_to_the_rim_and_points_on_edges_are_covered_once() {
        let rim = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0], [0.0, 0.0]];
        let hole = [[1.0, 1.0], [1.0, 3.0], [3.0, 3.0], [3.0, 1.0], [1.0, 1.0]];
        assert!(is_covered(&[&rim[..], &hole].concat()));
        assert!(is_covered(&[[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 2.0], [1.0, 1.0], [0.0, 2.0], [0.0, 1.0]]));
    }

    #[test]
    fn hanim_invalid_polygons_terminate() {
        for shape in [&[[0.0, 0.0]; 9][..], &[[0.0, 0.0], [1.0, 1.0], [2.0, 2.0], [3.0, 3.0], [1.0, 1.0]]] {
            assert_eq!(cut_up(shape).0, shape.len() - 2);
        }
        // A bow tie, a star, and a tangle of more corners than are worth the time.
        assert_eq!(cut_up(&[[0.0, 0.0], [1.0, 1.0], [1.0, 0.0], [0.0, 1.0]]).0, 2);
        let turn = |angle: f64| [angle.cos(), angle.sin()];
        let star: Vec<[f64; 2]> = (0..5).map(|step| turn(2.513 * f64::from(step))).collect();
        assert_eq!(cut_up(&star).0, 3);
        for count in [1000, 2000, 9000] {
            let tangle: Vec<[f64; 2]> =
                (0..count).map(|step| turn(f64::from(step * step)).map(|x| x * f64::from(step % 7))).collect();
            assert_eq!(cut_up(&tangle).0, tangle.len() - 2);
        }
        triangles(&[], |_| unreachable!());
        triangles(&[DVec3::ZERO; 2], |_| unreachable!());
    }
}
