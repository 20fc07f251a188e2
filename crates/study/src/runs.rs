//! Consecutive frames.

use marey::body::ends_of_runs;
use marey::checked::Checked;

/// First and last frame of each run of `true`.
pub(crate) fn runs(mask: &[bool]) -> Vec<(usize, usize)> {
    ends_of_runs(mask).collect()
}

/// Sets frames, both ends included.
pub(crate) fn set(mask: &mut [bool], first: usize, last: usize, value: bool) {
    mask.iter_mut().take(last + 1).skip(first).for_each(|slot| *slot = value);
}

/// Whether the frames from `first` to `last` are all set; false for an empty range.
pub(crate) fn all(mask: &[bool], first: usize, last: usize) -> bool {
    first <= last && mask.get(first..=last).is_some_and(|part| part.iter().all(|on| *on))
}

/// The mean of the values up to `reach` frames away, of fewer at the ends.
pub(crate) fn mean_around(values: &[f64], reach: usize) -> Vec<f64> {
    let mut means = values.to_vec();
    mean_around_into(&mut means, &mut Vec::new(), reach);
    means
}

/// [`mean_around`] in place, with room for the sums.
pub(crate) fn mean_around_into(values: &mut [f64], sums: &mut Vec<f64>, reach: usize) {
    let mut sum = 0.0;
    sums.clear();
    sums.push(sum);
    sums.extend(values.iter().map(|value| {
        sum += value;
        sum
    }));
    let count = values.len();
    // Far from the ends all means are of as many values.
    let inner = reach.min(count)..count.saturating_sub(reach).max(reach.min(count));
    let ends = sums.get(2 * reach + 1..).unwrap_or_default().iter().zip(&*sums);
    let share = ((2 * reach + 1) as f64).recip();
    let wide = values.get_mut(inner.clone()).unwrap_or_default().iter_mut();
    wide.zip(ends).for_each(|(mean, (to, from))| *mean = (to - from) * share);
    for frame in (0..inner.start).chain(inner.end..count) {
        let (from, to) = (frame.saturating_sub(reach), (frame + reach + 1).min(count));
        values.put(frame, (sums.at(to) - sums.at(from)) / (to - from) as f64);
    }
}

/// The least value up to `reach` frames away.
pub(crate) fn least_around(values: &[f64], reach: usize) -> Vec<f64> {
    let window = |frame: usize| {
        values.get(frame.saturating_sub(reach)..(frame + reach + 1).min(values.len())).unwrap_or_default()
    };
    (0..values.len()).map(|frame| window(frame).iter().copied().fold(f64::INFINITY, f64::min)).collect()
}

/// The value below which a share of the values lies, between two neighbours by a straight line. Reorders the values. 0 if there is none.
pub(crate) fn quantile(values: &mut [f64], share: f64) -> f64 {
    if values.is_empty() {
        return 0.0;
    }
    let at = share.clamp(0.0, 1.0) * (values.len() - 1) as f64;
    let (_, low, above) = values.select_nth_unstable_by(at as usize, f64::total_cmp);
    let high = above.iter().copied().min_by(f64::total_cmp).unwrap_or(*low);
    *low + (high - *low) * at.fract()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_range_is_not_set() {
        assert!(all(&[true, true], 0, 1) && !all(&[true], 1, 0) && !all(&[true], 0, 1));
    }

    #[test]
    fn means_are_shorter_at_the_ends() {
        assert_eq!(mean_around(&[0.0, 3.0, 6.0], 1), [1.5, 3.0, 4.5]);
        assert_eq!(least_around(&[5.0, 3.0, 6.0, 7.0], 1), [3.0, 3.0, 3.0, 6.0]);
        assert_eq!(quantile(&mut [0.0, 10.0], 0.3), 3.0);
    }
}
