//! Stable sorting of indices, compiled once for all types and orders; a clip has a dozen lists to sort, rarely.

use std::cmp::Ordering;

/// Stable sort by `compare`.
pub fn sort_by<T>(list: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let at = |a: u32, b: u32| {
        let pair = list.get(a as usize).zip(list.get(b as usize));
        pair.map_or(Ordering::Equal, |(a, b)| compare(a, b))
    };
    let mut order = order(list.len(), &at);
    // Move items in cycles: put into each place the item that belongs there, then continue with that item's old place.
    for start in 0..order.len() {
        let mut at = start;
        while let Some(from) = order.get_mut(at) {
            let from = std::mem::replace(from, at as u32) as usize;
            if from == start {
                break;
            }
            list.swap(at, from);
            at = from;
        }
    }
}

/// Stable sort by `key`.
pub fn sort_by_key<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(list, |a, b| key(a).cmp(&key(b)));
}

/// Sorts and removes duplicates.
pub fn sort_and_thin<T: Ord>(list: &mut Vec<T>) {
    sort_by(list, T::cmp);
    list.dedup();
}

/// For each place, the index of the item that belongs there.
#[inline(never)]
fn order(count: usize, compare: &dyn Fn(u32, u32) -> Ordering) -> Vec<u32> {
    let mut order: Vec<u32> = (0..count as u32).collect();
    order.sort_unstable_by(|a, b| compare(*a, *b).then(a.cmp(b)));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted_stably() {
        let mut list: Vec<(u32, u32)> = (0..1000_u32).map(|n| (n.wrapping_mul(2_654_435_761) % 10, n)).collect();
        sort_by_key(&mut list, |(key, _)| *key);
        assert!(list.is_sorted() && list.len() == 1000);
    }

    #[test]
    fn a_list_is_sorted_without_duplicates() {
        let mut list = vec![3, 1, 3, 2, 1];
        sort_and_thin(&mut list);
        assert_eq!(list, [1, 2, 3]);
    }
}
