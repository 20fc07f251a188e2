//! What readers of several formats say of frames worth a look.

#[cfg(any(feature = "acclaim", feature = "hanim"))]
use crate::decimal;

/// Marks of a clip that are kept; further ones are counted.
pub(super) const MOST_MARKS: usize = 2_000;

/// For people: a value of a degree of freedom, and which of its limits it is past. `rx 172.4\u{b0}, at most 160\u{b0}`.
/// `sign` stands behind both numbers; the limit has at most so many `decimals`.
#[cfg(any(feature = "acclaim", feature = "hanim"))]
pub(super) fn past_limit(name: &str, value: f64, [low, high]: [f64; 2], decimals: u32, sign: &str) -> String {
    let (limit, which) = if value > high { (high, "at most") } else { (low, "at least") };
    // As few decimals as needed to print the value different from its limit.
    let places = (1..6).find(|places| decimal::text(value, *places) != decimal::text(limit, *places));
    let (value, limit) = (decimal::text(value, places.unwrap_or(6)), decimal::text(limit, decimals));
    format!("{name} {value}{sign}, {which} {limit}{sign}")
}
