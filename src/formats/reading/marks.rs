//! Marks of frames worth a look, for readers of several formats.

use crate::decimal;

/// Marks kept per clip; further ones are only counted.
pub(crate) const MOST_MARKS: usize = 2_000;

/// For people: a value past a limit of its degree of freedom, as `rx 172.4\u{b0}, at most 160\u{b0}`. `sign` follows
/// both numbers; the limit has at most so many `decimals`.
pub(crate) fn past_limit(name: &str, value: f64, [low, high]: [f64; 2], decimals: u32, sign: &str) -> String {
    let (limit, which) = if value > high { (high, "at most") } else { (low, "at least") };
    // The fewest decimals that tell the value from its limit.
    let places = (1..6).find(|places| decimal::text(value, *places) != decimal::text(limit, *places));
    let (value, limit) = (decimal::text(value, places.unwrap_or(6)), decimal::text(limit, decimals));
    format!("{name} {value}{sign}, {which} {limit}{sign}")
}
