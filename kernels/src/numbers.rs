//! Numbers as nearly all files write them: `-12.345`, a blank behind each.
//!
//! In WebAssembly they are read with vectors, which needs no `unsafe` there. Elsewhere, and in tests, one by one.

#[cfg(any(test, not(target_arch = "wasm32")))]
use crate::digits::{ZEROS, eight, not_digits, spell};

#[cfg(target_arch = "wasm32")]
mod side_by_side;

#[cfg(any(test, not(target_arch = "wasm32")))]
/// 10^places for 1 to 8 places; 16 long so that a masked index needs no check.
const SCALES: [i64; 16] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1, 1, 1, 1, 1, 1, 1];
#[cfg(any(test, not(target_arch = "wasm32")))]
/// 10^places, and 16 further on -10^places: dividing by it gives the sign, that of -0.0 included.
const DIVISORS: [f64; 32] = {
    let mut table = [1.0; 32];
    let mut places = 0;
    while places < 16 {
        table[places] = SCALES[places] as f64;
        table[places + 16] = -(SCALES[places] as f64);
        places += 1;
    }
    table
};

/// Reads numbers from `text[at]` on into `slots`, each the `f64` nearest to what is written, as long as there are slots and
/// plain numbers: digits, a point and digits, perhaps a minus before them, 16 characters at most. Tells where the reading
/// stopped, and how many were read. It stops at a line end right behind a number, before what is no plain number (the caller
/// reads that another way, as well as numbers near the end of the text), and behind one blank or tab otherwise.
#[inline(never)]
pub fn read_plain(text: &[u8], at: usize, slots: &mut [f64]) -> (usize, usize) {
    #[cfg(target_arch = "wasm32")]
    let read = side_by_side::read_blocks::<true>(text, at, slots);
    #[cfg(not(target_arch = "wasm32"))]
    let read = read_one_by_one(text, at, slots);
    read
}

/// The same, for lines of a few numbers.
#[inline(never)]
pub fn read_few(text: &[u8], at: usize, slots: &mut [f64]) -> (usize, usize) {
    #[cfg(target_arch = "wasm32")]
    let read = side_by_side::read_blocks::<false>(text, at, slots);
    #[cfg(not(target_arch = "wasm32"))]
    let read = read_one_by_one(text, at, slots);
    read
}

/// The plain loop.
#[cfg(any(test, not(target_arch = "wasm32")))]
#[inline(always)]
fn read_one_by_one(text: &[u8], mut at: usize, slots: &mut [f64]) -> (usize, usize) {
    let mut count = 0;
    for slot in slots {
        let Some((value, end)) = fixed(text, at) else { break };
        *slot = value;
        count += 1;
        at = end;
        match text.get(at) {
            Some(b' ' | b'\t') => at += 1,
            _ => break,
        }
    }
    (at, count)
}

/// One number of [`read_plain`], and where it ends: up to 7 characters before its point and 8 digits behind it. `None`: it has
/// to be read another way. The place of the next number hangs on this one's end alone: neither the sign, nor the digits, nor a
/// branch that may be guessed wrong stand in between.
#[cfg(any(test, not(target_arch = "wasm32")))]
fn fixed(bytes: &[u8], at: usize) -> Option<(f64, usize)> {
    let text = bytes.get(at..)?.first_chunk::<16>()?;
    let (head, tail) = text.split_at(8);
    let low = u64::from_le_bytes(*head.first_chunk::<8>()?) ^ ZEROS;
    let high = u64::from_le_bytes(*tail.first_chunk::<8>()?) ^ ZEROS;
    let negative = u64::from(low as u8 == b'-' ^ b'0');
    let low = low & !(negative * 0xFF);
    let stops = not_digits(low);
    let point = stops.trailing_zeros() as usize / 8;
    let behind_point = stops & stops.wrapping_sub(1);
    let end = if behind_point != 0 {
        behind_point.trailing_zeros() as usize / 8
    } else {
        8 + not_digits(high).trailing_zeros() as usize / 8
    };
    let places = end.wrapping_sub(point + 1);
    let is_point = stops != 0 && (low >> ((8 * point) & 63)) as u8 == b'.' ^ b'0';
    let ends = bytes.get(at + end).is_some_and(|stop| *stop <= b' ');
    // At least one digit before the point, 1 to 8 behind it.
    if point <= negative as usize || places.wrapping_sub(1) >= 8 || !is_point || !ends {
        return None;
    }
    let integer = spell(low << (64 - 8 * point));
    let part = eight(bytes, at + point + 1)? ^ ZEROS;
    let digits = integer * SCALES[places & 15] + spell(part << (64 - 8 * places));
    // At most 15 digits over at most 10^8: both exact, so the one division rounds once, to the nearest.
    Some((digits as f64 / DIVISORS[(places & 15) | (negative as usize) << 4], at + end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// What lies behind a row, so that its last numbers are not near the end of the text.
    const MORE: &str = "0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0";

    #[test]
    fn plain_numbers_are_read_as_the_standard_library_reads_them() {
        let mut random = Random(0x1234_5678_9ABC_DEF1);
        let mut slots = [0.0; 40];
        for _ in 0..30_000 {
            let mut text = String::new();
            let mut expected: Vec<f64> = Vec::new();
            for _ in 0..random.below(30) {
                let (before, behind) = (1 + random.below(6), 1 + random.below(8));
                let digits = |count, random: &mut Random| -> String {
                    (0..count).map(|_| char::from(b'0' + random.below(10) as u8)).collect()
                };
                let sign = if random.below(3) == 0 { "-" } else { "" };
                let number = format!("{sign}{}.{}", digits(before, &mut random), digits(behind, &mut random));
                expected.push(number.parse().unwrap());
                text += &number;
                text.push([' ', '\t'][random.below(5) as usize / 4]);
            }
            let length = text.len();
            text = text.trim_end().to_owned() + "\n" + MORE;
            for read in [read_plain, read_few] {
                let (at, count) = read(text.as_bytes(), 0, &mut slots);
                // A row ends at its line end; without a number there is none to end.
                assert_eq!((at, count), (length.saturating_sub(1), expected.len()), "{text}");
                let same = slots.iter().zip(&expected).all(|(read, expected)| read.to_bits() == expected.to_bits());
                assert!(same, "{text}: {slots:?}");
            }
        }
    }

    #[test]
    fn it_stops_before_what_is_not_plain() {
        for (text, stop, count) in [
            ("1.5 x", 4, 1),
            ("1.5-2.5 3.5", 0, 0),
            ("1.5 2.5e3 3.5", 4, 1),
            ("1.5 nan", 4, 1),
            ("1.5 .5", 4, 1),
            ("1.5 5.", 4, 1),
            ("1.5 -.5", 4, 1),
            ("1.5 1,5", 4, 1),
            ("1.5 1.2.3", 4, 1),
            ("1.5 12345678901234567890.5", 4, 1),
            ("1.5\r\n2.5", 3, 1),
            ("1.5 2.5 3.5 4.5", 12, 3),
        ] {
            let text = format!("{text} {MORE}");
            for read in [read_plain, read_few] {
                let mut slots = [0.0; 3];
                assert_eq!(read(text.as_bytes(), 0, &mut slots), (stop, count), "{text}");
            }
        }
        assert_eq!(read_plain(b"1.5", 0, &mut [0.0]), (0, 0), "near the end of the text");
        assert_eq!(read_plain(b"1.5", 9, &mut [0.0]), (9, 0), "behind it");
    }
}
