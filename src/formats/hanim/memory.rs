//! Limits of how much memory a file may take.
//!
//! Everything made of a file takes at most 64 MB plus forty times the file's size; `tests/memory` measures it. Two
//! things ask for much: long lists, and nodes with many USEs. So lists whose length the file decides grow by [`push`](crate::formats::reading::growth::push),
//! and whatever `USE` can multiply is charged to a [`MemoryBudget`] before it is allocated.

/// Bytes that one part of the reader may allocate.
#[derive(Debug)]
pub(crate) struct MemoryBudget {
    left: usize,
}

impl MemoryBudget {
    /// `base` bytes for every file, plus `per_byte` for each byte of its text.
    pub(crate) fn new(base: usize, per_byte: usize, text_length: usize) -> Self {
        Self { left: base.saturating_add(per_byte.saturating_mul(text_length)) }
    }

    /// Takes `count * size` bytes. False if fewer are left; then later requests fail, too, so that they cost no time.
    pub(crate) fn take(&mut self, count: usize, size: usize) -> bool {
        let left = count.checked_mul(size).and_then(|bytes| self.left.checked_sub(bytes));
        self.left = left.unwrap_or(0);
        left.is_some()
    }

    /// How many items of `size` bytes fit.
    pub(crate) fn room_for(&self, size: usize) -> usize {
        self.left / size.max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hanim_budgets_are_empty_once_exceeded() {
        let mut budget = MemoryBudget::new(10, 2, 5);
        assert!(budget.take(3, 4) && budget.room_for(3) == 2);
        assert!(!budget.take(9, 1) && !budget.take(1, 1));
        assert!(!MemoryBudget::new(usize::MAX, 1, 1).take(usize::MAX, 2));
    }
}
