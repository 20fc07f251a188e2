//! Lists whose length a file decides. Where there is no memory for them, they say so instead of ending the process.

use std::collections::TryReserveError;

/// Appends an item. The list grows by a quarter, because doubling takes three times the items' memory while copying.
pub(crate) fn push<T>(list: &mut Vec<T>, item: T) -> Result<(), TryReserveError> {
    reserve(list, 1)?;
    list.push(item);
    Ok(())
}

/// Makes room for more items.
pub(crate) fn reserve<T>(list: &mut Vec<T>, more: usize) -> Result<(), TryReserveError> {
    if list.capacity() - list.len() < more {
        list.try_reserve_exact(more.max(list.len() / 4).max(4))?;
    }
    Ok(())
}

/// The list of some items.
pub(crate) fn list<T>(items: impl Iterator<Item = T>) -> Result<Vec<T>, TryReserveError> {
    let mut list = Vec::new();
    list.try_reserve_exact(items.size_hint().0)?;
    for item in items {
        push(&mut list, item)?;
    }
    Ok(list)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_grow_by_a_quarter() {
        let mut list = Vec::new();
        for n in 0..1000 {
            push(&mut list, n).unwrap();
            assert!(list.capacity() <= list.len() * 5 / 4 + 4);
        }
        assert!(list.into_iter().eq(0..1000));
    }

    #[test]
    fn a_list_has_its_items_in_their_order() {
        assert_eq!(list(0..5), Ok(vec![0, 1, 2, 3, 4]));
        assert_eq!(list((0..9).filter(|n| n % 3 == 0)), Ok(vec![0, 3, 6]));
        assert!(list(std::iter::repeat_n(0_u8, usize::MAX)).is_err());
    }
}
