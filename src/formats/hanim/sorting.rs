//! Sorting, compiled once. The standard library's sort is compiled anew for every type and order, at five kilobytes of
//! WebAssembly each; a figure has a dozen lists to sort, none of them often.

use std::cmp::Ordering;

/// Sorts by `compare`; what is equal keeps its order.
pub(crate) fn sort_by<T: Clone>(list: &mut Vec<T>, compare: impl Fn(&T, &T) -> Ordering) {
    let at = |a: usize, b: usize| list.get(a).zip(list.get(b)).map_or(Ordering::Equal, |(a, b)| compare(a, b));
    let order = order(list.len(), &at);
    *list = order.into_iter().filter_map(|index| list.get(index).cloned()).collect();
}

/// Sorts by what `key` gives; what is equal keeps its order.
pub(crate) fn sort_by_key<T: Clone, K: Ord>(list: &mut Vec<T>, key: impl Fn(&T) -> K) {
    sort_by(list, |a, b| key(a).cmp(&key(b)));
}

/// Sorts, and leaves one of each.
pub(crate) fn sort_and_thin<T: Clone + Ord>(list: &mut Vec<T>) {
    sort_by(list, T::cmp);
    list.dedup();
}

#[inline(never)]
fn order(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_unstable_by(|a, b| compare(*a, *b).then(a.cmp(b)));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hanim_lists_are_sorted_and_what_is_equal_keeps_its_order() {
        let mut list: Vec<(u32, u32)> = (0..1000_u32).map(|n| (n.wrapping_mul(2_654_435_761) % 10, n)).collect();
        sort_by_key(&mut list, |(key, _)| *key);
        assert!(list.is_sorted() && list.len() == 1000);
        let mut list = vec![3, 1, 3, 2, 1];
        sort_and_thin(&mut list);
        assert_eq!(list, [1, 2, 3]);
    }
}
