//! The best alignment of two sets of points by rotation, translation and scale.

use glam::{DMat3, DQuat, DVec3};

/// A rotation, a scale and a translation: `scale * rotation * point + translation`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Similarity {
    pub(super) rotation: DQuat,
    pub(super) scale: f64,
    pub(super) translation: DVec3,
}

impl Similarity {
    /// The similarity that brings `points` nearest to the `wanted` ones: the sum of squared distances is least. Both lists are
    /// equally long. It never mirrors.
    ///
    /// The rotation is the unit quaternion of Horn (1987), "Closed-form solution of absolute orientation using unit quaternions",
    /// J. Opt. Soc. Am. A 4, section 4: the eigenvector of the largest eigenvalue of a symmetric matrix. Divided by the points'
    /// sum of squares about their centroid, that eigenvalue is the scale of Umeyama (1991), "Least-squares estimation of
    /// transformation parameters between two point patterns", IEEE PAMI 13, equation 42.
    ///
    /// Every input has a result. Points that all lie in one place are moved to the centroid of the wanted ones. Wanted points
    /// that all lie in one place, a single one included, are met exactly, with scale 0. If the points lie on a line, or two
    /// rotations are equally good, one of the best is taken.
    pub(super) fn align(points: &[DVec3], wanted: &[DVec3]) -> Self {
        let (from, to) = (centroid(points), centroid(wanted));
        let (mut products, mut squares) = (DMat3::ZERO, 0.0);
        for (point, goal) in points.iter().zip(wanted) {
            let (point, goal) = (*point - from, *goal - to);
            // Column `c` of row `r`: the sum of coordinate `r` of a point times coordinate `c` of its goal.
            products += DMat3::from_cols(point * goal.x, point * goal.y, point * goal.z);
            squares += point.length_squared();
        }
        let (rotation, value) = rotation_of(&products);
        let scale = if squares > 0.0 { value / squares } else { 1.0 };
        Self { rotation, scale, translation: to - rotation * (from * scale) }
    }

    pub(super) fn apply(&self, point: DVec3) -> DVec3 {
        self.rotation * (point * self.scale) + self.translation
    }
}

fn centroid(points: &[DVec3]) -> DVec3 {
    points.iter().sum::<DVec3>() / points.len().max(1) as f64
}

/// The rotation with the largest sum of products of turned points and their goals, and that sum, at least 0.
fn rotation_of(products: &DMat3) -> (DQuat, f64) {
    let [[xx, yx, zx], [xy, yy, zy], [xz, yz, zz]] = products.to_cols_array_2d();
    let matrix = [
        [xx + yy + zz, yz - zy, zx - xz, xy - yx],
        [yz - zy, xx - yy - zz, xy + yx, zx + xz],
        [zx - xz, xy + yx, yy - xx - zz, yz + zy],
        [xy - yx, zx + xz, yz + zy, zz - xx - yy],
    ];
    let (value, [w, x, y, z]) = largest_eigenvector(matrix);
    let rotation = DQuat::from_xyzw(x, y, z, w);
    if value > 0.0 && rotation.is_finite() { (rotation.normalize(), value) } else { (DQuat::IDENTITY, 0.0) }
}

/// Sweeps over all off-diagonal entries. Convergence is quadratic: six are enough for any matrix of four rows.
const SWEEPS: usize = 12;

/// The largest eigenvalue of a symmetric matrix and its eigenvector of unit length, by Jacobi's rotations; of equal ones the first.
fn largest_eigenvector(mut matrix: [[f64; 4]; 4]) -> (f64, [f64; 4]) {
    let mut vectors = [[0.0; 4]; 4];
    (0..4).for_each(|index| vectors[index][index] = 1.0);
    for _ in 0..SWEEPS {
        let mut changed = false;
        for (p, q) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
            let off = matrix[p][q];
            // Below the rounding of the diagonal there is nothing to turn away.
            if off.abs() <= f64::EPSILON * 1e-2 * (matrix[p][p].abs() + matrix[q][q].abs()) {
                continue;
            }
            changed = true;
            // Golub and Van Loan, Matrix Computations, section 8.5.2: the smaller of the two angles that make the entry 0. The ratio
            // is below 1e19, so that its square needs no `hypot`, which takes most of the time in WebAssembly.
            let ratio = (matrix[q][q] - matrix[p][p]) / (2.0 * off);
            let tangent = ratio.signum() / (ratio.abs() + (ratio * ratio + 1.0).sqrt());
            let cosine = (tangent * tangent + 1.0).sqrt().recip();
            let sine = tangent * cosine;
            let turn = |row: &mut [f64; 4]| {
                (row[p], row[q]) = (cosine * row[p] - sine * row[q], sine * row[p] + cosine * row[q]);
            };
            matrix.iter_mut().for_each(turn);
            if let Ok([above, below]) = matrix.get_disjoint_mut([p, q]) {
                for (above, below) in above.iter_mut().zip(below) {
                    (*above, *below) = (cosine * *above - sine * *below, sine * *above + cosine * *below);
                }
            }
            vectors.iter_mut().for_each(turn);
        }
        if !changed {
            break;
        }
    }
    let mut best = 0;
    for index in 1..4 {
        if matrix[index][index] > matrix[best][best] {
            best = index;
        }
    }
    (matrix[best][best], [0, 1, 2, 3].map(|row| vectors[row][best]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worst(points: &[DVec3], wanted: &[DVec3]) -> f64 {
        let found = Similarity::align(points, wanted);
        points.iter().zip(wanted).map(|(point, goal)| found.apply(*point).distance(*goal)).fold(0.0, f64::max)
    }

    const SOLID: [DVec3; 5] = [
        DVec3::new(0.3, 0.1, -0.2),
        DVec3::new(1.0, 0.0, 0.4),
        DVec3::new(-0.5, 1.7, 0.0),
        DVec3::new(0.0, -0.6, 2.0),
        DVec3::new(0.2, 0.9, 0.7),
    ];

    #[test]
    fn a_turned_moved_and_scaled_copy_is_met() {
        for step in 0..200 {
            let angle = f64::from(step) * 0.37;
            let axis = DVec3::new((angle * 1.3).sin(), (angle * 0.7).cos(), 0.4).normalize();
            let made = Similarity {
                rotation: DQuat::from_axis_angle(axis, angle),
                scale: 0.2 + 0.05 * f64::from(step),
                translation: DVec3::new(5.0, -3.0, angle),
            };
            let wanted = SOLID.map(|point| made.apply(point));
            let found = Similarity::align(&SOLID, &wanted);
            assert!((found.scale - made.scale).abs() < 1e-12 * made.scale.max(1.0), "{step}: {found:?}");
            assert!(found.rotation.dot(made.rotation).abs() > 1.0 - 1e-12, "{step}: {found:?}");
            assert!(worst(&SOLID, &wanted) < 1e-12 * made.scale.max(1.0) * 10.0, "{step}");
        }
        let same = Similarity::align(&SOLID, &SOLID);
        assert!((same.scale - 1.0).abs() < 1e-14 && worst(&SOLID, &SOLID) < 1e-14, "{same:?}");
    }

    #[test]
    fn half_turns_and_mirror_images_are_rotations() {
        for axis in [DVec3::X, DVec3::Y, DVec3::Z, DVec3::ONE.normalize()] {
            let turn = DQuat::from_axis_angle(axis, std::f64::consts::PI);
            assert!(worst(&SOLID, &SOLID.map(|point| turn * point)) < 1e-13, "{axis}");
        }
        let mirrored = SOLID.map(|point| DVec3::new(-point.x, point.y, point.z));
        let found = Similarity::align(&SOLID, &mirrored);
        assert!((found.rotation.length() - 1.0).abs() < 1e-12 && worst(&SOLID, &mirrored) > 0.1, "{found:?}");
    }

    #[test]
    fn few_points_and_points_in_a_row_have_a_result() {
        let (a, b) = (DVec3::new(1.0, 2.0, 3.0), DVec3::new(-4.0, 0.0, 2.0));
        assert!(worst(&[a], &[b]) < 1e-15);
        assert!(worst(&[a, b], &[b, DVec3::ZERO]) < 1e-14, "any two points are met");
        let row = |at: [f64; 3], along: DVec3| at.map(|at| a + along * at);
        assert!(worst(&row([0.0, 1.0, 3.0], DVec3::X), &row([0.0, 2.0, 6.0], DVec3::new(0.6, 0.0, -0.8))) < 1e-14);
        // Both ends are 1/3 off and the middle 2/3 (the mean of 0, 1, 2 shifted by its centroid).
        let found =
            Similarity::align(&[DVec3::ZERO, DVec3::X, DVec3::X * 2.0], &[DVec3::ZERO, DVec3::ZERO, DVec3::X * 2.0]);
        assert!((found.scale - 1.0).abs() < 1e-14 && (found.apply(DVec3::X).x - 2.0 / 3.0).abs() < 1e-14, "{found:?}");
    }

    #[test]
    fn points_in_one_place_have_a_result() {
        let all = |point: DVec3| [point; 3];
        let apart = [DVec3::ZERO, DVec3::X, DVec3::X * 5.0];
        let to_one = Similarity::align(&apart, &all(DVec3::Y));
        assert!(to_one.scale == 0.0 && worst(&apart, &all(DVec3::Y)) == 0.0, "{to_one:?}");
        let from_one = Similarity::align(&all(DVec3::Y), &apart);
        assert!(from_one.apply(DVec3::Y).distance(DVec3::X * 2.0) < 1e-15, "{from_one:?}");
        assert_eq!(worst(&all(DVec3::Y), &all(DVec3::Z)), 0.0);
        assert!(Similarity::align(&[], &[]).apply(DVec3::ONE).is_finite());
    }

    #[test]
    fn far_and_tiny_points_are_finite() {
        for size in [1e-30, 1e20] {
            let far = SOLID.map(|point| point * size);
            let found = Similarity::align(&far, &SOLID);
            assert!(
                found.scale.is_finite() && found.translation.is_finite() && worst(&far, &SOLID) < 1e-10,
                "{found:?}"
            );
        }
    }
}
