//! Small systems of linear equations.

use marey::checked::Checked;

/// A matrix, row by row.
pub(super) type Matrix = Vec<Vec<f64>>;

/// Solves `matrix * x = right` for each column of `right`, by elimination with pivots. `None` for a singular matrix.
pub(super) fn solve(mut matrix: Matrix, mut right: Matrix) -> Option<Matrix> {
    let size = matrix.len();
    for column in 0..size {
        let largest = |row: &usize| matrix.get(*row).map_or(0.0, |values| values.at(column).abs());
        let pivot = (column..size).max_by(|a, b| largest(a).total_cmp(&largest(b)))?;
        if largest(&pivot) < 1e-14 {
            return None;
        }
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        let (own, own_right) = (matrix.get(column)?.clone(), right.get(column)?.clone());
        for row in (0..size).filter(|row| *row != column) {
            let (values, rights) = (matrix.get_mut(row)?, right.get_mut(row)?);
            let share = values.at(column) / own.at(column);
            if share != 0.0 {
                subtract(values, &own, share);
                subtract(rights, &own_right, share);
            }
        }
    }
    for (row, (values, rights)) in matrix.iter().zip(&mut right).enumerate() {
        rights.iter_mut().for_each(|value| *value /= values.at(row));
    }
    Some(right)
}

fn subtract(values: &mut [f64], other: &[f64], share: f64) {
    values.iter_mut().zip(other).for_each(|(value, other)| *value -= share * other);
}

/// The sum of products.
pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The directions in which rows vary most, the strongest first: unit vectors, found by repeated multiplication with the rows (subspace iteration).
pub(super) fn principal_directions(rows: &[Vec<f64>], most: usize) -> Matrix {
    let width = rows.first().map_or(0, Vec::len);
    let count = most.min(width).min(rows.len());
    // Any start will do that is not square to the directions; the same one each time.
    let start = |direction: usize| {
        (0..width)
            .map(|index| if index % count.max(1) == direction { 1.0 } else { 0.1 / (1 + index + direction) as f64 })
            .collect()
    };
    let mut directions: Matrix = (0..count).map(start).collect();
    orthonormalize(&mut directions);
    for _ in 0..12 {
        let mut next = vec![vec![0.0; width]; directions.len()];
        for row in rows {
            for (direction, sum) in directions.iter().zip(&mut next) {
                subtract(sum, row, -dot(row, direction));
            }
        }
        directions = next;
        orthonormalize(&mut directions);
    }
    directions
}

/// Makes vectors square to each other and of length 1; what is left of no length is dropped.
fn orthonormalize(vectors: &mut Matrix) {
    let mut kept: Matrix = Vec::new();
    for mut vector in std::mem::take(vectors) {
        let before = dot(&vector, &vector);
        for other in kept.iter().chain(kept.iter()) {
            let share = dot(&vector, other);
            subtract(&mut vector, other, share);
        }
        let length = dot(&vector, &vector);
        if length > 1e-18 * before && length > 1e-24 {
            let length = length.sqrt();
            vector.iter_mut().for_each(|value| *value /= length);
            kept.push(vector);
        }
    }
    *vectors = kept;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equations_are_solved() {
        let found = solve(vec![vec![0.0, 2.0], vec![4.0, 1.0]], vec![vec![6.0], vec![11.0]]);
        assert_eq!(found, Some(vec![vec![2.0], vec![3.0]]));
        assert_eq!(solve(vec![vec![1.0, 1.0], vec![1.0, 1.0]], vec![vec![1.0], vec![1.0]]), None);
    }

    #[test]
    fn the_strongest_direction_comes_first() {
        let rows: Matrix =
            (0..50).map(|step| f64::from(step) - 24.5).map(|x| vec![3.0 * x, 4.0 * x, (x * 12.9).sin()]).collect();
        let found = principal_directions(&rows, 2);
        assert!((found[0][0].abs() - 0.6).abs() < 1e-3 && (found[0][1].abs() - 0.8).abs() < 1e-3, "{found:?}");
        assert!(dot(&found[0], &found[1]).abs() < 1e-9);
    }
}
