//! Wipes the locations of panics out of a module's data: the file, line and column of each.
//!
//! A `core::panic::Location` is four words: the address and length of the file's name, the line, the column. The code that
//! would have printed it is gone (see `panics`), but the data are still there. Zeros cost nothing in a compressed module.

/// A piece of the memory as it is when the module starts.
pub struct Segment {
    /// The address of its first byte.
    pub start: u32,
    pub bytes: Vec<u8>,
}

const WORD: usize = 4;
const LOCATION: usize = 4 * WORD;
/// The largest length of a name, line and column that are taken for a location's.
const MOST: [u32; 3] = [300, 100_000, 1000];

/// Overwrites with zeros everything that looks like a location in a Rust source, and the names of the sources. Returns how
/// many locations there were.
pub fn wipe(segments: &mut [Segment]) -> usize {
    let mut found = Vec::new();
    for (index, segment) in segments.iter().enumerate() {
        let first = segment.start.next_multiple_of(WORD as u32) - segment.start;
        let mut at = first as usize;
        while let Some(words) = segment.bytes.get(at..at + LOCATION) {
            let [file, length, line, column] = [0, 1, 2, 3].map(|word| read(words, word * WORD));
            let sizes = [length, line, column];
            if sizes.iter().zip(MOST).all(|(&size, most)| (1..=most).contains(&size))
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

/// The segment that an address is in, and which of its bytes.
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
    fn locations_and_names_of_sources_become_zeros_and_nothing_else() {
        const START: u32 = 1_048_578;
        let name = "src/a.rs";
        let words = |values: [u32; 4]| values.map(u32::to_le_bytes).concat();
        // Two bytes before the first whole word.
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
