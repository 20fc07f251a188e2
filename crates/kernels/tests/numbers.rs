//! Plain numbers are read wherever they are, with the bits of the standard library, and nothing else is read.
//! `cargo xtask test` runs this natively and as WebAssembly, which uses other vector instructions.

#[path = "../src/random.rs"]
#[allow(dead_code, reason = "numbers need no rotations")]
mod random;

use marey_kernels::numbers::read_plain;
use random::Random;

/// Numbers this near to the end of the text may be left to the caller.
const NEAR_END: usize = 128;

fn is_plain(word: &str) -> bool {
    let digits =
        |part: &str, most: usize| (1..=most).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
    let unsigned = word.strip_prefix('-').unwrap_or(word);
    match unsigned.split_once('.') {
        Some((before, behind)) => digits(before, 7) && digits(behind, 8),
        None => digits(unsigned, 8),
    }
}

/// Reads `room` numbers from `at` on and checks each of them and where the reading stopped. Returns the count.
fn check(text: &str, at: usize, room: usize) -> usize {
    let mut slots = vec![f64::NAN; room];
    let (stop, count) = read_plain(text.as_bytes(), at, &mut slots);
    let context = || format!("{count} of {room} from {at} to {stop} in {text:?}");
    assert!(at <= stop && count <= room, "{}", context());
    let words: Vec<&str> = text[at..stop].split([' ', '\t']).filter(|word| !word.is_empty()).collect();
    assert_eq!(words.len(), count, "{}", context());
    for (word, slot) in words.iter().zip(&slots) {
        assert!(is_plain(word), "{word} was read: {}", context());
        assert_eq!(word.parse::<f64>().map(f64::to_bits), Ok(slot.to_bits()), "{word}, read as {slot}: {}", context());
    }
    let rest = text[stop..].trim_start_matches([' ', '\t']);
    let next = rest.split(|character: char| character <= ' ').next().unwrap_or_default();
    let near_end = text.len() - stop < NEAR_END;
    assert!(count == room || near_end || !is_plain(next), "{next} was not read: {}", context());
    count
}

fn digits(count: u64, random: &mut Random) -> String {
    (0..count).map(|_| char::from(b'0' + random.below(10) as u8)).collect()
}

fn number(length: u64, places: u64, minus: bool, random: &mut Random) -> String {
    let before = length - places - 1 - u64::from(minus);
    format!("{}{}.{}", if minus { "-" } else { "" }, digits(before, random), digits(places, random))
}

/// `length` characters of short numbers and blanks; `length` cannot be 1 to 3.
fn filling(mut length: usize) -> String {
    let mut text = String::new();
    while length >= 4 {
        let taken = if length < 8 { length } else { 4 };
        text += &format!("{:.*} ", taken - 3, 0.5);
        length -= taken;
    }
    text
}

#[test]
fn every_shape_of_number_is_read_at_every_place_of_a_block() {
    let mut random = Random(0xB10C_B04D);
    let end = filling(2 * NEAR_END);
    let mut read = 0;
    for offset in (0..70).filter(|offset| !(1..4).contains(offset)) {
        for length in 3..=18 {
            for places in 1..length - 1 {
                for minus in [false, true] {
                    if length < places + 2 + u64::from(minus) {
                        continue;
                    }
                    let word = number(length, places, minus, &mut random);
                    let before = filling(offset);
                    assert_eq!(before.len(), offset);
                    for behind in [" ", "\t", "\n", "\r\n"] {
                        let count = check(&format!("{before}{word}{behind}{end}"), 0, 99);
                        let others = before.split_terminator(' ').count();
                        let reaches = if behind.ends_with('\n') { others + 1 } else { others + 2 };
                        assert!(count >= reaches || !is_plain(&word), "{word:?} at {offset}: {count}");
                        read += usize::from(is_plain(&word));
                    }
                }
            }
        }
    }
    assert!(read > 20_000, "{read}");
}

#[test]
fn rows_of_any_numbers_are_read_to_the_right_place() {
    let mut random = Random(0x0F0F_1234_5678);
    let mut read = 0;
    for _ in 0..20_000 {
        let mut text = String::new();
        for _ in 0..random.below(40) {
            let minus = random.below(3) == 0;
            let length = 3 + u64::from(minus) + random.below(12);
            let places = 1 + random.below(length - 2 - u64::from(minus));
            text += &match random.below(60) {
                0 => digits(1 + random.below(9), &mut random),
                1 => format!("{}e-{}", number(4, 2, false, &mut random), random.below(9)),
                2 => number(18 + random.below(50), 1 + random.below(9), minus, &mut random),
                3 => format!("{}0.0", ["+", "--", ".", "-"][random.below(4) as usize]),
                _ => number(length, places, minus, &mut random),
            };
            text += match random.below(30) {
                0 => "\n",
                1 => "\r\n",
                2 => "  ",
                3 => "\t \t",
                4 | 5 => "\t",
                _ => " ",
            };
        }
        if random.below(4) > 0 {
            text += &filling(2 * NEAR_END);
        }
        let at = random.below(text.len() as u64 + 2) as usize;
        read += if at > text.len() { 0 } else { check(&text, at, random.below(50) as usize) };
    }
    assert!(read > 40_000, "{read}");
}

#[test]
fn any_other_text_ends_the_reading() {
    const LETTERS: &[char] =
        &['0', '1', '9', '5', '7', '.', '.', '-', ' ', ' ', '\t', '+', 'e', ',', '/', ':', '\0', '\n', '\r', '\u{7f}'];
    let mut random = Random(0xBAD_7E47);
    let mut read = 0;
    for _ in 0..60_000 {
        let text: String =
            (0..6 + random.below(90)).map(|_| LETTERS[random.below(LETTERS.len() as u64) as usize]).collect();
        read += check(&(filling(8 * random.below(9) as usize) + &text + " " + &filling(NEAR_END)), 0, 30);
    }
    assert!(read > 20_000, "{read}");
}

#[test]
fn the_end_of_the_text_is_left_to_the_caller() {
    let text = filling(300);
    let mut slots = [0.0; 99];
    for end in 0..text.len() {
        let (stop, count) = read_plain(&text.as_bytes()[..end], 0, &mut slots);
        assert!(stop <= end && end - stop < NEAR_END + 4, "{stop} of {end}");
        assert!(slots[..count].iter().all(|value| *value == 0.5), "{end}");
        for at in end..end + 3 {
            assert_eq!(read_plain(&text.as_bytes()[..end], at, &mut slots), (at, 0));
        }
    }
}
