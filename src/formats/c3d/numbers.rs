//! Numbers of a file.

/// The processor in whose form a file has its numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Processor {
    /// Low byte first, IEEE floats.
    Intel,
    /// Low byte first; floats have their 16-bit halves exchanged, and are four times as large.
    Dec,
    /// High byte first, IEEE floats.
    Sgi,
}

impl Processor {
    /// The processor of this number in the parameters' first bytes.
    pub(super) fn of(number: u8) -> Option<Self> {
        match number {
            84 => Some(Self::Intel),
            85 => Some(Self::Dec),
            86 => Some(Self::Sgi),
            _ => None,
        }
    }
}

/// A file's bytes, and the form of its numbers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bytes<'a> {
    pub(super) all: &'a [u8],
    pub(super) processor: Processor,
}

impl<'a> Bytes<'a> {
    pub(super) fn byte(self, at: usize) -> Option<u8> {
        self.all.get(at).copied()
    }

    pub(super) fn slice(self, at: usize, length: usize) -> Option<&'a [u8]> {
        self.all.get(at..at.checked_add(length)?)
    }

    fn array<const N: usize>(self, at: usize) -> Option<[u8; N]> {
        self.slice(at, N)?.try_into().ok()
    }

    pub(super) fn u16(self, at: usize) -> Option<u16> {
        let bytes = self.array(at)?;
        Some(if self.processor == Processor::Sgi { u16::from_be_bytes(bytes) } else { u16::from_le_bytes(bytes) })
    }

    pub(super) fn i16(self, at: usize) -> Option<i16> {
        self.u16(at).map(u16::cast_signed)
    }

    pub(super) fn f32(self, at: usize) -> Option<f32> {
        let [a, b, c, d] = self.array(at)?;
        Some(match self.processor {
            Processor::Intel => f32::from_le_bytes([a, b, c, d]),
            Processor::Dec => f32::from_le_bytes([c, d, a, b]) / 4.0,
            Processor::Sgi => f32::from_be_bytes([a, b, c, d]),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_in_each_form() {
        let read = |processor, all: &[u8]| {
            let bytes = Bytes { all, processor };
            (bytes.i16(0).unwrap(), bytes.f32(0).unwrap())
        };
        assert_eq!(read(Processor::Intel, &[0, 0, 0xC8, 0x42]), (0, 100.0));
        assert_eq!(read(Processor::Dec, &[0xC8, 0x43, 0, 0]), (0x43C8, 100.0));
        assert_eq!(read(Processor::Sgi, &[0x42, 0xC8, 0, 0]), (0x42C8, 100.0));
        assert_eq!(Bytes { all: &[0; 3], processor: Processor::Dec }.f32(0), None);
        assert_eq!(Bytes { all: &[0; 3], processor: Processor::Dec }.u16(usize::MAX), None);
    }
}
