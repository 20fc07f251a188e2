//! Times below the figures, and the scale bar.

/// A time as the player writes it: `8.86`, `2:03.50`, `1:02:03.50`. `longest`: the largest time beside it, seconds.
pub(super) fn clock(seconds: f64, longest: f64) -> String {
    if longest < 60.0 {
        return format!("{:.2}", if seconds.abs() < 0.005 { 0.0 } else { seconds });
    }
    let hundredths = (seconds * 100.0).round() as i64;
    let (minutes, rest) = (hundredths / 6000, (hundredths % 6000) as f64 / 100.0);
    if longest < 3600.0 {
        return format!("{minutes}:{rest:05.2}");
    }
    format!("{}:{:02}:{rest:05.2}", minutes / 60, minutes % 60)
}

/// Which labels have room: from the last one back, each that touches none of those after it. `labels`: the middle and the width of each.
pub(super) fn with_room(labels: &[(f64, f64)]) -> Vec<bool> {
    let touch = |(a, wide): &(f64, f64), (b, other): &(f64, f64)| (a - b).abs() < 0.5 * (wide + other);
    let mut named: Vec<&(f64, f64)> = Vec::new();
    let mut out = vec![false; labels.len()];
    for (label, has_room) in labels.iter().zip(&mut out).rev() {
        if !named.iter().any(|other| touch(label, other)) {
            named.push(label);
            *has_room = true;
        }
    }
    out
}

/// A round length for the scale bar, and its words: 1 m where that is at least a twentieth of `most` (metres) and not more, else the longest of
/// 1, 2, 5, 10, .. that is at most `most`, or six tenths of it where that is long.
pub(super) fn bar(most: f64) -> (f64, String) {
    let length = if (0.05..=1.0).contains(&(1.0 / most)) {
        1.0
    } else {
        let most = if most < 1.0 { most } else { 0.6 * most };
        let power = 10_f64.powi(most.log10().floor() as i32);
        let fits = [5.0, 2.0].into_iter().find(|step| step * power <= most);
        fits.unwrap_or(1.0) * power
    };
    let words = match length {
        _ if length < 0.0095 => format!("{} mm", rounded(length * 1e3)),
        _ if length < 0.95 => format!("{} cm", rounded(length * 1e2)),
        _ if length < 950.0 => format!("{} m", rounded(length)),
        _ => format!("{} km", rounded(length * 1e-3)),
    };
    (length, words)
}

/// A number of one significant digit, without the digits of a product of powers.
fn rounded(value: f64) -> f64 {
    if value > 0.5 { value.round() } else { (value * 1e6).round() * 1e-6 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_minutes_only_if_the_clip_has_them() {
        let all = [(0.034, 1.0), (-0.001, 1.0), (63.0, 63.0), (3723.456, 4000.0)].map(|(at, last)| clock(at, last));
        assert_eq!(all, ["0.03", "0.00", "1:03.00", "1:02:03.46"]);
    }

    #[test]
    fn labels_that_would_touch_are_left_out_the_last_never() {
        let spread = |step: f64| with_room(&[0.0, 1.0, 2.0, 3.0, 4.0].map(|at| (at * step, 3.0)));
        assert_eq!(spread(3.5), [true; 5]);
        assert_eq!(spread(2.0), [true, false, true, false, true]);
        assert_eq!(spread(0.0), [false, false, false, false, true]);
        let turns_back = [(0.0, 3.0), (4.0, 3.0), (8.0, 3.0), (5.0, 3.0), (1.0, 3.0)];
        assert_eq!(with_room(&turns_back), [false, false, true, true, true]);
        assert_eq!(with_room(&[]), [] as [bool; 0]);
    }

    #[test]
    fn the_bar_is_a_metre_unless_that_is_too_long_or_too_short() {
        let words = [5.0, 1.1, 0.9, 0.1, 0.01, 100.0, 9e4].map(|most| bar(most).1);
        assert_eq!(words, ["1 m", "1 m", "50 cm", "10 cm", "1 cm", "50 m", "50 km"]);
    }
}
