//! The rows of numbers.

use std::collections::TryReserveError;

use glam::Vec3;

use super::lines::TextLine;
use crate::decimal::whole;
use crate::formats::reading::growth;

/// The rows of a file. Rows may have different numbers of points.
#[derive(Debug, Default)]
pub(super) struct Table {
    /// The places of all rows, one after the other; NaN where a number is missing.
    places: Vec<Vec3>,
    /// The end of each row in `places`.
    ends: Vec<usize>,
    /// The most points of any row.
    pub(super) points: usize,
    /// The number of the first frame.
    pub(super) first: Option<f64>,
    /// The times of the first row and of the last one that have one, with the numbers of these rows.
    times: Option<[(usize, f64); 2]>,
}

impl Table {
    /// Adds a row. `false` if the line is no row, because it does not begin with a number.
    pub(super) fn push(&mut self, line: TextLine<'_>) -> Result<bool, TryReserveError> {
        let mut cells = line.cells();
        let Some(number) = cells.next().and_then(whole) else { return Ok(false) };
        let time = cells.next().and_then(whole).filter(|time| time.is_finite());
        let start = self.places.len();
        let mut used = start;
        while let Some(x) = cells.next() {
            let (y, z) = (cells.next(), cells.next());
            let number = |cell: Option<&[u8]>| cell.and_then(whole).map_or(f32::NAN, |number| number as f32);
            let place = Vec3::new(number(Some(x)), number(y), number(z));
            growth::push(&mut self.places, if place.is_nan() { Vec3::NAN } else { place })?;
            // A row ends with its last cell that is not empty: programs write more tabs than points.
            if [Some(x), y, z].into_iter().flatten().any(|cell| !cell.is_empty()) {
                used = self.places.len();
            }
        }
        self.places.truncate(used);
        self.points = self.points.max(used - start);
        let row = self.ends.len();
        growth::push(&mut self.ends, used)?;
        self.first = self.first.or(Some(number));
        if let Some(time) = time {
            let [first, _] = self.times.unwrap_or([(row, time); 2]);
            self.times = Some([first, (row, time)]);
        }
        Ok(true)
    }

    /// Number of rows.
    pub(super) fn rows(&self) -> usize {
        self.ends.len()
    }

    /// The mean step of the times: seconds.
    pub(super) fn step(&self) -> Option<f64> {
        let [(first, start), (last, end)] = self.times?;
        let step = (end - start) / last.checked_sub(first).filter(|rows| *rows > 0)? as f64;
        (1e-6..=1e3).contains(&step).then_some(step)
    }

    /// All rows with so many points each; NaN for those that a row lacks.
    pub(super) fn filled(&self, points: usize) -> Result<Vec<Vec3>, TryReserveError> {
        let mut filled = Vec::new();
        filled.try_reserve_exact(points.saturating_mul(self.rows()))?;
        let mut start = 0;
        for end in &self.ends {
            let row = self.places.get(start..*end).unwrap_or_default();
            filled.extend(row.iter().copied().chain(std::iter::repeat(Vec3::NAN)).take(points));
            start = *end;
        }
        Ok(filled)
    }
}

#[cfg(test)]
mod tests {
    use super::super::lines::lines;
    use super::*;

    fn table(text: &str) -> Table {
        let mut table = Table::default();
        lines(text.as_bytes()).for_each(|line| assert!(table.push(line).unwrap()));
        table
    }

    #[test]
    fn rows_are_filled_where_numbers_are_missing() {
        let found = table("1\t0\t1\t2\t3\n2\t0.01\t\t\t\t4\t5\t6\t\n3\t0.02\t1\tNaN\t3\n4\t0.03\n");
        assert_eq!((found.points, found.rows(), found.first), (2, 4, Some(1.0)));
        let seen = |place: &Vec3| if place.is_nan() { 'x' } else { 'o' };
        let all: String = found.filled(2).unwrap().iter().map(seen).collect();
        assert_eq!(all, "oxxoxxxx");
        assert!((found.step().unwrap() - 0.01).abs() < 1e-12);
    }

    #[test]
    fn blanks_and_exponents_are_read() {
        let found = table(" 1  0.5  1e1 -2 3.5\n");
        assert_eq!(found.filled(1).unwrap(), [Vec3::new(10.0, -2.0, 3.5)]);
        assert_eq!(found.step(), None);
    }
}
