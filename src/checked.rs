//! Access to lists by indices that were checked where they were made.
//!
//! Builders check the indices of joints once, so that what stands behind them need not answer at each place what a wrong one would mean. A
//! wrong index is a defect: tests, which have debug assertions, fail at it. A release reads a default and writes nothing, because no input
//! may panic. An index that comes from input and was not checked is an error with its place instead.

/// A list and checked indices of it.
pub trait Checked<T> {
    /// The value at an index.
    fn at(&self, index: usize) -> T
    where
        T: Copy + Default;

    /// Replaces the value at an index.
    fn put(&mut self, index: usize, value: T);

    /// Changes the value at an index.
    fn change(&mut self, index: usize, change: impl FnOnce(&mut T));
}

impl<T> Checked<T> for [T] {
    #[inline]
    #[track_caller]
    fn at(&self, index: usize) -> T
    where
        T: Copy + Default,
    {
        debug_assert!(index < self.len(), "index {index} of {}", self.len());
        self.get(index).copied().unwrap_or_default()
    }

    #[inline]
    #[track_caller]
    fn put(&mut self, index: usize, value: T) {
        self.change(index, |slot| *slot = value);
    }

    #[inline]
    #[track_caller]
    fn change(&mut self, index: usize, change: impl FnOnce(&mut T)) {
        debug_assert!(index < self.len(), "index {index} of {}", self.len());
        if let Some(slot) = self.get_mut(index) {
            change(slot);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Checked;

    #[test]
    fn values_are_read_replaced_and_changed() {
        let mut list = [1, 2, 3];
        list.put(0, 5);
        list.change(1, |value| *value += 7);
        assert_eq!([list.at(0), list.at(1), list.at(2)], [5, 9, 3]);
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic(expected = "index 3 of 3")]
    fn a_wrong_index_fails_in_tests() {
        [1, 2, 3].put(3, 0);
    }
}
