//! Bytes of a file, or of a member of an archive.

use std::ops::{Deref, Range};
use std::sync::Arc;

/// Bytes, or a part of them. Copies and parts share the buffer.
#[derive(Debug, Clone)]
pub(super) struct SharedBytes {
    buffer: Arc<Vec<u8>>,
    part: Range<usize>,
}

impl From<Vec<u8>> for SharedBytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self { part: 0..bytes.len(), buffer: Arc::new(bytes) }
    }
}

impl SharedBytes {
    /// A copy of these bytes; `None` without memory.
    pub(super) fn copy_of(bytes: &[u8]) -> Option<Self> {
        let mut copy = Vec::new();
        copy.try_reserve_exact(bytes.len()).ok()?;
        copy.extend_from_slice(bytes);
        Some(copy.into())
    }

    /// A part of these bytes; of one that is not whole, what there is.
    pub(super) fn part(&self, part: Range<usize>) -> Self {
        let at = |place: usize| self.part.start.saturating_add(place).min(self.part.end);
        Self { buffer: Arc::clone(&self.buffer), part: at(part.start)..at(part.end.max(part.start)) }
    }

    /// The bytes from a place on.
    pub(super) fn behind(&self, start: usize) -> Self {
        self.part(start..self.len())
    }
}

impl Deref for SharedBytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.buffer.get(self.part.clone()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_a_part_shares_the_buffer() {
        let whole = SharedBytes::from((0..10).collect::<Vec<u8>>());
        let part = whole.part(2..8).part(1..100);
        assert_eq!((&*part, part.behind(3).len(), part.part(9..12).len()), (&[3, 4, 5, 6, 7][..], 2, 0));
        assert_eq!(part.as_ptr(), whole[3..].as_ptr());
    }
}
