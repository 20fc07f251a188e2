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

/// The unread bytes. Numbers are little-endian; an [`array`](Self::array) is raw bytes.
#[derive(Debug, Clone)]
pub(crate) struct ByteReader<'a>(&'a [u8]);

impl<'a> ByteReader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// The unread bytes.
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.0
    }

    pub(crate) fn bytes(&mut self, count: usize) -> Result<&'a [u8], ByteError> {
        let (head, rest) = self.0.split_at_checked(count).ok_or(ByteError::Damaged)?;
        self.0 = rest;
        Ok(head)
    }

    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u8; N], ByteError> {
        self.bytes(N)?.try_into().map_err(|_| ByteError::Damaged)
    }

    pub(crate) fn u8(&mut self) -> Result<u8, ByteError> {
        Ok(u8::from_le_bytes(self.array()?))
    }

    pub(crate) fn u32(&mut self) -> Result<u32, ByteError> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    /// A count, or the length of a list or text: a `u32`.
    pub(crate) fn count(&mut self) -> Result<usize, ByteError> {
        usize::try_from(self.u32()?).map_err(|_| ByteError::Damaged)
    }

    /// A value in its memory layout.
    pub(crate) fn pod<T: Pod>(&mut self) -> Result<T, ByteError> {
        Ok(bytemuck::pod_read_unaligned(self.bytes(size_of::<T>())?))
    }

    /// `count` values in their memory layout.
    pub(crate) fn pods<T: Pod>(&mut self, count: usize) -> Result<Vec<T>, ByteError> {
        let bytes = self.bytes(count.checked_mul(size_of::<T>()).ok_or(ByteError::Damaged)?)?;
        let mut out = try_zeroed_slice_box::<T>(count).map_err(|()| ByteError::OutOfMemory)?;
        bytemuck::cast_slice_mut(&mut out).copy_from_slice(bytes);
        Ok(out.into_vec())
    }

    /// A [`count`](Self::count) and that many bytes of UTF-8.
    pub(crate) fn text(&mut self) -> Result<&'a str, ByteError> {
        let length = self.count()?;
        std::str::from_utf8(self.bytes(length)?).map_err(|_| ByteError::Damaged)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_bytes_are_not_read_and_none_are_skipped() {
        let mut reader = ByteReader::new(&[2, 0, 0, 0, b'a', b'b', 7, 0xFF]);
        assert_eq!(reader.clone().text(), Ok("ab"));
        assert_eq!(reader.clone().pods::<u32>(2), Ok(vec![2, u32::from_le_bytes([b'a', b'b', 7, 0xFF])]));
        assert_eq!(reader.clone().pods::<u32>(3), Err(ByteError::Damaged));
        assert_eq!(reader.array(), Ok([2, 0, 0, 0, b'a']));
        assert_eq!((reader.u32(), reader.pod::<u64>()), (Err(ByteError::Damaged), Err(ByteError::Damaged)));
        assert_eq!((reader.u8(), reader.pod::<u16>(), reader.u8()), (Ok(b'b'), Ok(0xFF07), Err(ByteError::Damaged)));
    }

    #[test]
    fn false_counts_reserve_nothing_and_texts_are_utf8() {
        assert_eq!(ByteReader::new(&[0xFF; 8]).pods::<[u64; 8]>(u32::MAX as usize), Err(ByteError::Damaged));
        assert_eq!(ByteReader::new(&[1, 0, 0, 0, 0xFF]).text(), Err(ByteError::Damaged));
        assert_eq!(ByteReader::new(&[]).pods::<u64>(usize::MAX), Err(ByteError::Damaged));
    }
}
