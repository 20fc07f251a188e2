//! Limits of how much memory a file may take.
//!
//! Everything made of a file takes at most 64 MB plus forty times the file's size; `tests/memory.rs` measures it. Two
//! things ask for much: long lists, and nodes with many USEs. So lists whose length the file decides grow by [`push`],
//! and whatever `USE` can multiply is charged to a [`MemoryBudget`] before it is allocated.

use std::collections::TryReserveError;

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

/// Appends an item. The list grows by a quarter, because doubling takes three times the items' memory while copying.
pub(crate) fn push<T>(list: &mut Vec<T>, item: T) -> Result<(), TryReserveError> {
    reserve(list, 1)?;
    list.push(item);
    Ok(())
}

pub(crate) fn reserve<T>(list: &mut Vec<T>, more: usize) -> Result<(), TryReserveError> {
    if list.capacity() - list.len() < more {
        list.try_reserve_exact(more.max(list.len() / 4).max(4))?;
    }
    Ok(())
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

    #[test]
    fn hanim_lists_grow_by_a_quarter() {
        let mut list = Vec::new();
        for n in 0..1000 {
            push(&mut list, n).unwrap();
            assert!(list.capacity() <= list.len() * 5 / 4 + 4);
        }
        assert!(list.into_iter().eq(0..1000));
    }
}
