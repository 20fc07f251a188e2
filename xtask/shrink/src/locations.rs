//! Zeroes the locations of panics in a module's data. Zeros cost nothing in a compressed module.
//!
//! A `core::panic::Location` is four words: the address and length of the file's name, the line, the column. The code that prints it is
//! gone (see `panics`).

pub struct Segment {
    pub start: u32,
    pub bytes: Vec<u8>,
}

const WORD: usize = 4;
const LOCATION: usize = 4 * WORD;
/// The greatest name length, line and column of a location.
const LARGEST: [u32; 3] = [300, 100_000, 1000];

/// Zeroes everything that looks like a location in a Rust source, and the sources' names. Returns the number of locations.
pub fn wipe(segments: &mut [Segment]) -> usize {
    let mut found = Vec::new();
    for (index, segment) in segments.iter().enumerate() {
        let first = segment.start.next_multiple_of(WORD as u32) - segment.start;
        let mut at = first as usize;
        while let Some(words) = segment.bytes.get(at..at + LOCATION) {
            let [file, length, line, column] = [0, 1, 2, 3].map(|word| read(words, word * WORD));
            let sizes = [length, line, column];
            if sizes.iter().zip(LARGEST).all(|(&size, most)| (1..=most).contains(&size))
                && let Some(name) = range(segments, file, length)
                && is_source(&segments[name.0].bytes[name.1.clone()])
            {
                found.push((index, at..at + LOCATION));
                found.push(name);
            }
            at += WORD;
        }
    }
    for (segment, bytes) in &found {
        segments[*segment].bytes[bytes.clone()].fill(0);
    }
    found.len() / 2
}

fn read(bytes: &[u8], at: usize) -> u32 {
    bytes[at..at + WORD].iter().rev().fold(0, |value, &byte| value << 8 | u32::from(byte))
}

/// The segment of an address, and the range within it.
fn range(segments: &[Segment], address: u32, length: u32) -> Option<(usize, std::ops::Range<usize>)> {
    segments.iter().enumerate().find_map(|(index, segment)| {
        let start = address.checked_sub(segment.start)? as usize;
        let end = start + length as usize;
        (end <= segment.bytes.len()).then_some((index, start..end))
    })
}

fn is_source(name: &[u8]) -> bool {
    name.ends_with(b".rs") && name.iter().all(u8::is_ascii_graphic)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_locations_and_names_of_sources_become_zeros() {
        const START: u32 = 1_048_578;
        let name = "src/a.rs";
        let words = |values: [u32; 4]| values.map(u32::to_le_bytes).concat();
        // Two bytes lie before the first whole word.
        let before = [b"..", words([7, 8, 9, 10]).as_slice()].concat();
        let text_at = START + before.len() as u32 + 32;
        let location = words([text_at, name.len() as u32, 12, 34]);
        let other = words([text_at + 4, 3, 12, 34]);
        let bytes = [before.clone(), location, other.clone(), [name, "kept"].concat().into()].concat();
        let mut segments = [Segment { start: START, bytes }];
        assert_eq!(wipe(&mut segments), 1);
        let expected = [before, vec![0; 16], other, vec![0; name.len()], b"kept".to_vec()].concat();
        assert_eq!(segments[0].bytes, expected);
    }
}
