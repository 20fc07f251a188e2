//! Numbers in the most common form: `-12.345` or `7`, each with a blank behind it.

mod marks;
#[cfg(test)]
mod one_by_one;
mod two_stages;

pub(crate) use two_stages::Window;
use two_stages::read;

/// 10^places, and 16 entries later -10^places: the division also applies the sign, even to -0.0.
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

/// 10^places for 1 to 8 places; 16 entries so that a masked index needs no check.
const SCALES: [i64; 16] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1, 1, 1, 1, 1, 1, 1];

/// Reads plain numbers from `text[at]` on into `slots`, each as the nearest `f64`: 1 to 8 digits, or 1 to 7, a point and 1 to 8
/// more, with an optional minus. Returns where it stopped and how many it read. It stops at a line end after numbers, before
/// text that is no plain number and before numbers near the end of the text (the caller reads both another way), and
/// otherwise after a blank or tab.
#[inline(never)]
pub fn read_plain(text: &[u8], at: usize, slots: &mut [f64]) -> (usize, usize) {
    read(text, at, slots)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// Text after a row, so that its last numbers are not near the end.
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
            for read in [read_plain, one_by_one::read] {
                let (at, count) = read(text.as_bytes(), 0, &mut slots);
                // A row ends at its line end, but only after a number.
                assert_eq!((at, count), (length.saturating_sub(1), expected.len()), "{text}");
                let same = slots.iter().zip(&expected).all(|(read, expected)| read.to_bits() == expected.to_bits());
                assert!(same, "{text}: {slots:?}");
            }
        }
    }

    #[test]
    fn reading_stops_before_a_number_that_is_not_plain() {
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
            ("1.5 1.23.4 5.6", 4, 1),
            ("1.5 --2.5", 4, 1),
            ("1.5 2-.5", 4, 1),
            ("1.5 2.5-", 4, 1),
            ("1.5 12345678.5", 4, 1),
            ("1.5 1.123456789", 4, 1),
            ("1.5 12345678901234567890.5", 4, 1),
            ("1.5\r\n2.5", 3, 1),
            ("1.5 2.5 3.5 4.5", 12, 3),
        ] {
            let text = format!("{text} {MORE}");
            for read in [read_plain, one_by_one::read] {
                let mut slots = [0.0; 3];
                assert_eq!(read(text.as_bytes(), 0, &mut slots), (stop, count), "{text}");
            }
        }
        assert_eq!(
            read_plain(format!("1.5  \t2.5\n{MORE}").as_bytes(), 0, &mut [0.0; 3]),
            (9, 2),
            "more than one blank"
        );
        assert_eq!(read_plain(b"1.5", 0, &mut [0.0]), (0, 0), "near the end of the text");
        assert_eq!(read_plain(b"1.5", 9, &mut [0.0]), (9, 0), "behind it");
    }

    #[test]
    fn any_text_is_read_as_by_the_plain_loop() {
        let mut random = Random(0x0BAD_5EED_0BAD_5EED);
        for _ in 0..100_000 {
            let mut text = String::new();
            for _ in 0..1 + random.below(20) {
                // Mostly plain numbers, so that the others occur everywhere in a block.
                if random.below(8) > 0 {
                    let sign = ["", "-"][random.below(2) as usize];
                    text += &format!("{sign}{}.{}", random.below(2_000), random.below(100_000));
                } else {
                    for _ in 0..1 + random.below(20) {
                        text.push(char::from(b"0123456789.-+eEx,\x7F"[random.below(18) as usize]));
                    }
                }
                text.push(if random.below(20) > 0 {
                    [' ', '\t'][random.below(2) as usize]
                } else {
                    ['\n', '\r'][random.below(2) as usize]
                });
            }
            text += MORE;
            let (mut found, mut expected) = ([0.0; 12], [0.0; 12]);
            let stop = one_by_one::read(text.as_bytes(), 0, &mut expected);
            assert_eq!(read_plain(text.as_bytes(), 0, &mut found), stop, "{text}");
            assert_eq!(found.map(f64::to_bits), expected.map(f64::to_bits), "{text}");
        }
    }
}
