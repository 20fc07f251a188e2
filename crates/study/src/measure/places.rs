//! What is usual among many places or directions.

use glam::DVec3;
use marey::compact::sorting::sort_by;

/// The usual one of many places: the mean, then twice that of the half that is nearer to it. A median of coordinates would depend on the axes.
pub(crate) fn usual(places: &[DVec3]) -> DVec3 {
    nearer_half_twice(places, |places| places.iter().sum::<DVec3>() / places.len().max(1) as f64)
}

/// The usual one of many directions, as [`usual`] for places.
pub(crate) fn usual_direction(directions: &[DVec3]) -> DVec3 {
    nearer_half_twice(directions, |directions| directions.iter().sum::<DVec3>().normalize_or_zero())
}

fn nearer_half_twice(all: &[DVec3], mean: impl Fn(&[DVec3]) -> DVec3) -> DVec3 {
    let (mut sorted, mut middle) = (all.to_vec(), mean(all));
    for _ in 0..2 {
        sort_by(&mut sorted, |a, b| a.distance_squared(middle).total_cmp(&b.distance_squared(middle)));
        middle = mean(sorted.get(..sorted.len().div_ceil(2)).unwrap_or_default());
    }
    middle
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outlier_does_not_move_what_is_usual() {
        let points = [0.0, 0.0, 0.1, 0.1, 5.0].map(|x| DVec3::X * x);
        assert!((usual(&points).x - 0.05).abs() < 0.06, "{}", usual(&points));
        let directions = [DVec3::Y, DVec3::Y, DVec3::X, DVec3::Y];
        assert_eq!(usual_direction(&directions), DVec3::Y);
        assert_eq!([usual(&[]), usual_direction(&[])], [DVec3::ZERO; 2]);
    }
}
