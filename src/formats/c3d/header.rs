//! The first block.

use super::numbers::{Bytes, Processor};

/// Bytes of a block.
pub(super) const BLOCK: usize = 512;
/// The second byte of every file, and of the parameters.
pub(super) const KEY: u8 = 0x50;

/// The numbers of the header that the reader needs.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Header {
    pub(super) points: usize,
    /// Analog numbers of all channels in one frame.
    pub(super) analog: usize,
    /// Numbers of the first and the last frame, from 1.
    pub(super) first: usize,
    pub(super) last: usize,
    /// Factor of whole numbers; below 0 for a file of floats.
    pub(super) scale: f32,
    /// Offset of the frames in bytes; 0 if it is not stated.
    pub(super) data: usize,
    pub(super) rate: f32,
}

impl Header {
    /// Reads the header; `None` for a file that ends before the end of its numbers.
    pub(super) fn read(bytes: Bytes<'_>) -> Option<Self> {
        let word = |number: usize| bytes.u16(2 * (number - 1)).map(usize::from);
        Some(Self {
            points: word(2)?,
            analog: word(3)?,
            first: word(4)?,
            last: word(5)?,
            scale: bytes.f32(12)?,
            data: block(word(9)?),
            rate: bytes.f32(20)?,
        })
    }

    /// Number of frames; 0 if the last one is before the first.
    pub(super) fn frames(&self) -> usize {
        (self.last + 1).saturating_sub(self.first)
    }
}

/// Offset of a block whose number counts from 1; 0 for number 0.
pub(super) fn block(number: usize) -> usize {
    number.saturating_sub(1) * BLOCK
}

/// The offset of the parameters, and the processor in whose form the file is; `None` for one that is not known.
pub(super) fn parameter_block(all: &[u8]) -> Option<(usize, Option<Processor>)> {
    let at = block(usize::from(*all.first()?));
    Some((at, Processor::of(*all.get(at + 3)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_is_read_word_by_word() {
        let words: [u16; 12] = [0x5002, 3, 8, 10, 14, 0, 0, 0xBF80, 4, 2, 0, 0x42C8];
        let all: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let bytes = Bytes { all: &all, processor: Processor::Intel };
        let header = Header::read(bytes).unwrap();
        let expected = Header { points: 3, analog: 8, first: 10, last: 14, scale: -1.0, data: 1536, rate: 100.0 };
        assert_eq!((header.frames(), header), (5, expected));
        assert_eq!(Header::read(Bytes { all: &all[..20], ..bytes }), None);
    }
}
