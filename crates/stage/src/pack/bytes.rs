//! A bounds-checked reader of bytes.

use bytemuck::Pod;
use bytemuck::allocation::try_zeroed_slice_box;

/// Why a value could not be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ByteError {
    /// The bytes end early, or a text is not UTF-8.
    Damaged,
    /// An allocation failed.
    OutOfMemory,
}

/// The unread bytes. Numbers are little-endian.
///
/// A value that cannot be read is zero or empty, and so is each one after it: whoever reads asks for the fault once, when all of a thing has
/// been read ([`check`](Self::check)), and not at each of its values.
#[derive(Debug, Clone)]
pub(crate) struct ByteReader<'a> {
    rest: &'a [u8],
    fault: Option<ByteError>,
}

impl<'a> ByteReader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes, fault: None }
    }

    /// The unread bytes.
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// The first fault.
    pub(crate) fn check(&self) -> Result<(), ByteError> {
        self.fault.map_or(Ok(()), Err)
    }

    /// Notes a fault, and leaves nothing to be read.
    pub(crate) fn fail(&mut self, fault: ByteError) {
        self.fault.get_or_insert(fault);
        self.rest = &[];
    }

    pub(crate) fn bytes(&mut self, count: usize) -> &'a [u8] {
        match self.rest.split_at_checked(count) {
            Some((head, rest)) => {
                self.rest = rest;
                head
            }
            None => {
                self.fail(ByteError::Damaged);
                &[]
            }
        }
    }

    pub(crate) fn u8(&mut self) -> u8 {
        self.pod()
    }

    /// A count, or the length of a list or text: a `u32`.
    pub(crate) fn count(&mut self) -> usize {
        self.pod::<u32>() as usize
    }

    /// A value in its memory layout.
    pub(crate) fn pod<T: Pod>(&mut self) -> T {
        bytemuck::try_pod_read_unaligned(self.bytes(size_of::<T>())).unwrap_or_else(|_| T::zeroed())
    }

    /// `count` values in their memory layout.
    pub(crate) fn pods<T: Pod>(&mut self, count: usize) -> Vec<T> {
        let bytes = self.bytes(count.saturating_mul(size_of::<T>()));
        if let Ok(mut out) = try_zeroed_slice_box::<T>(bytes.len() / size_of::<T>().max(1)) {
            bytemuck::cast_slice_mut(&mut out).copy_from_slice(bytes);
            return out.into_vec();
        }
        self.fail(ByteError::OutOfMemory);
        Vec::new()
    }

    /// A [`count`](Self::count) and that many bytes of UTF-8.
    pub(crate) fn text(&mut self) -> &'a str {
        let length = self.count();
        std::str::from_utf8(self.bytes(length)).unwrap_or_else(|_| {
            self.fail(ByteError::Damaged);
            ""
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_after_the_first_fault_are_zero_or_empty() {
        let mut reader = ByteReader::new(&[2, 0, 0, 0, b'a', b'b', 7, 0xFF]);
        assert_eq!(reader.clone().text(), "ab");
        assert_eq!(reader.clone().pods::<u32>(2), [2, u32::from_le_bytes([b'a', b'b', 7, 0xFF])]);
        assert_eq!(reader.pod::<[u8; 5]>(), [2, 0, 0, 0, b'a']);
        assert_eq!((reader.u8(), reader.check()), (b'b', Ok(())));
        assert_eq!((reader.pod::<u32>(), reader.check()), (0, Err(ByteError::Damaged)));
        assert_eq!((reader.u8(), reader.text(), reader.pods::<u8>(2)), (0, "", vec![]));
        reader.fail(ByteError::OutOfMemory);
        assert_eq!(reader.check(), Err(ByteError::Damaged));
    }

    #[test]
    fn false_counts_reserve_nothing_and_texts_are_utf8() {
        let faults = |read: fn(&mut ByteReader<'_>), bytes: &[u8]| {
            let mut reader = ByteReader::new(bytes);
            read(&mut reader);
            reader.check()
        };
        assert_eq!(faults(|reader| drop(reader.pods::<u64>(1)), &[0xFF; 8]), Ok(()));
        assert_eq!(faults(|reader| drop(reader.pods::<u64>(2)), &[0xFF; 8]), Err(ByteError::Damaged));
        assert_eq!(faults(|reader| drop(reader.pods::<u64>(usize::MAX)), &[0xFF; 8]), Err(ByteError::Damaged));
        assert_eq!(faults(|reader| drop(reader.pods::<u64>(0)), &[]), Ok(()));
        assert_eq!(faults(|reader| _ = reader.text(), &[1, 0, 0, 0, 0xFF]), Err(ByteError::Damaged));
    }
}
