//! Directions and folds of a closed surface of triangles.

use glam::Vec3;

/// The direction outwards at each point: the mean of its triangles' directions by their areas; +Y at points without any.
#[inline(never)]
pub fn normals(points: &[Vec3], triangles: &[[u32; 3]]) -> Vec<Vec3> {
    let mut normals = vec![Vec3::ZERO; points.len()];
    for triangle in triangles {
        let [Some(a), Some(b), Some(c)] = triangle.map(|corner| item(points, corner)) else { continue };
        let normal = (*b - *a).cross(*c - *a);
        triangle.iter().for_each(|corner| change(&mut normals, *corner, |own| *own += normal));
    }
    normals.iter_mut().for_each(|normal| *normal = normal.normalize_or(Vec3::Y));
    normals
}

/// How deep each point lies in a fold, from 0 to `most`: the mean sine by which its neighbours rise above it, times `factor`. Neighbours share
/// their depths, so that folds have soft ends.
#[inline(never)]
pub fn folds(points: &[Vec3], normals: &[Vec3], triangles: &[[u32; 3]], [factor, most]: [f32; 2]) -> Vec<f32> {
    // A sum and how many it is of.
    let mut depths = vec![(0.0_f32, 0.0_f32); points.len()];
    let edges = edges(triangles);
    for &[from, to] in &edges {
        let [Some((start, up)), Some((end, end_up))] = [from, to].map(|at| item(points, at).zip(item(normals, at)))
        else {
            continue;
        };
        let way = (*end - *start).normalize_or_zero();
        for (at, rise) in [(from, up.dot(way)), (to, -end_up.dot(way))] {
            change(&mut depths, at, |(sum, count)| (*sum, *count) = (*sum + rise, *count + 1.0));
        }
    }
    let depths: Vec<(f32, f32)> = depths.into_iter().map(|(sum, count)| (sum / count.max(1.0), count)).collect();
    let mut soft: Vec<f32> = depths.iter().map(|(depth, _)| *depth).collect();
    for &[from, to] in &edges {
        let [Some((start, _)), Some((end, _))] = [from, to].map(|at| item(&depths, at)) else { continue };
        change(&mut soft, from, |sum| *sum += end);
        change(&mut soft, to, |sum| *sum += start);
    }
    let mean = |(sum, (_, count)): (&f32, &(f32, f32))| (factor * sum / (count + 1.0)).max(0.0).min(most);
    soft.iter().zip(&depths).map(mean).collect()
}

/// Both ends of each edge: on a closed surface each lies in two triangles, which name its ends the other way round.
#[inline(always)]
fn edges(triangles: &[[u32; 3]]) -> Vec<[u32; 2]> {
    let mut edges = vec![[0; 2]; 3 * triangles.len()];
    let mut count = 0;
    for [a, b, c] in triangles {
        for ends in [[*a, *b], [*b, *c], [*c, *a]] {
            // Half of all edges come in this order, at random: no branch foresees it.
            change(&mut edges, count, |slot| *slot = ends);
            count += u32::from(ends[0] < ends[1]);
        }
    }
    edges.truncate(count as usize);
    edges
}

#[inline(always)]
fn item<T>(list: &[T], index: u32) -> Option<&T> {
    list.get(index as usize)
}

#[inline(always)]
fn change<T>(list: &mut [T], index: u32, change: impl FnOnce(&mut T)) {
    if let Some(item) = list.get_mut(index as usize) {
        change(item);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two pyramids with a common base in the plane of X and Z: the tips are at `up` and at -1.
    fn double_pyramid(up: f32) -> (Vec<Vec3>, Vec<[u32; 3]>) {
        let base = [Vec3::X, Vec3::NEG_Z, Vec3::NEG_X, Vec3::Z];
        let points = base.into_iter().chain([Vec3::Y * up, Vec3::NEG_Y]).collect();
        let sides = (0..4).flat_map(|from| {
            let to = (from + 1) % 4;
            [[from, to, 4], [to, from, 5]]
        });
        (points, sides.collect())
    }

    #[test]
    fn directions_are_outwards_and_of_unit_length() {
        let (points, triangles) = double_pyramid(1.0);
        for (normal, point) in normals(&points, &triangles).iter().zip(&points) {
            assert!(normal.distance(*point) < 1e-6, "{normal} at {point}");
        }
        assert_eq!(normals(&[Vec3::X], &[]), [Vec3::Y]);
    }

    /// A bowl: its rim, a ring inside it, the middle inside, and the lowest point outside.
    fn bowl() -> (Vec<Vec3>, Vec<[u32; 3]>) {
        let ring = |wide: f32, height: f32| {
            [Vec3::X, Vec3::NEG_Z, Vec3::NEG_X, Vec3::Z].map(|way| way * wide + Vec3::Y * height)
        };
        let points = [&ring(3.0, 0.0)[..], &ring(1.0, -1.0), &[Vec3::Y * -1.6, Vec3::Y * -4.0]].concat();
        let sides = (0..4).flat_map(|from| {
            let to = (from + 1) % 4;
            [[from, to, to + 4], [from, to + 4, from + 4], [from + 4, to + 4, 8], [to, from, 9]]
        });
        (points, sides.collect())
    }

    #[test]
    fn a_point_below_its_neighbours_is_in_a_fold() {
        let (round, triangles) = double_pyramid(1.0);
        let none = folds(&round, &normals(&round, &triangles), &triangles, [2.0, 0.5]);
        assert_eq!(none, [0.0; 6]);
        let (points, triangles) = bowl();
        let deep = |limits| folds(&points, &normals(&points, &triangles), &triangles, limits);
        let [whole, half] = [deep([1.0, 9.0]), deep([0.5, 9.0])];
        assert!(whole[8] > 0.1 && whole[8] < 1.0, "{whole:?}");
        assert_eq!((whole[9], whole[8]), (0.0, half[8] * 2.0));
        assert_eq!(deep([100.0, 0.5])[8], 0.5);
    }

    #[test]
    fn wrong_indices_do_not_count() {
        let odd = [[0, 9, 1], [7, 8, 9]];
        assert_eq!(normals(&[Vec3::X, Vec3::Z], &odd).len(), 2);
        assert_eq!(folds(&[Vec3::X, Vec3::Z], &[Vec3::Y; 2], &odd, [1.0; 2]).len(), 2);
    }
}
