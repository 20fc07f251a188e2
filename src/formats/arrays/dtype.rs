//! The types of items in arrays, by their names in NumPy (`<f4`).

/// How an item's bytes are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ItemKind {
    Float,
    Signed,
    Unsigned,
    /// Text in UTF-32.
    Utf32,
    /// Text in bytes.
    Bytes,
    /// Python objects, as a pickle.
    Object,
}

/// The type of an array's items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Dtype {
    pub(super) kind: ItemKind,
    /// Bytes of one item.
    pub(super) width: usize,
    pub(super) big_endian: bool,
}

impl Dtype {
    /// The type of this name, with or without its byte order in front; `None` for types that no motion has.
    pub(super) fn of_name(name: &str) -> Option<Self> {
        let (big_endian, name) = match name.strip_prefix(['<', '|', '=']) {
            Some(rest) => (false, rest),
            None => name.strip_prefix('>').map_or((false, name), |rest| (true, rest)),
        };
        let letter = name.chars().next()?;
        let count: usize = match name.get(letter.len_utf8()..)? {
            "" if letter == 'O' => 8,
            digits => digits.parse().ok()?,
        };
        let (kind, width) = match (letter, count) {
            ('f', 2 | 4 | 8) => (ItemKind::Float, count),
            ('i', 1 | 2 | 4 | 8) => (ItemKind::Signed, count),
            ('u', 1 | 2 | 4 | 8) | ('b', 1) => (ItemKind::Unsigned, count),
            ('U', 0..=0xFFFF) => (ItemKind::Utf32, 4 * count),
            ('S' | 'a', 0..=0xFFFF) => (ItemKind::Bytes, count),
            ('O', _) => (ItemKind::Object, count),
            _ => return None,
        };
        Some(Self { kind, width, big_endian })
    }

    pub(super) fn is_number(self) -> bool {
        matches!(self.kind, ItemKind::Float | ItemKind::Signed | ItemKind::Unsigned)
    }

    /// Floats of four bytes, as most arrays of motion have.
    pub(super) fn is_plain_float(self) -> bool {
        self == Self { kind: ItemKind::Float, width: 4, big_endian: false }
    }

    /// The number in an item's bytes, which are `width` many; NaN for items that are no numbers.
    pub(super) fn number(self, bytes: &[u8]) -> f64 {
        let mut low = [0; 8];
        for (place, byte) in bytes.iter().take(8).enumerate() {
            let place = if self.big_endian { self.width.wrapping_sub(place + 1) } else { place };
            if let Some(slot) = low.get_mut(place) {
                *slot = *byte;
            }
        }
        let bits = u64::from_le_bytes(low);
        match (self.kind, self.width) {
            (ItemKind::Float, 2) => half(bits as u16),
            (ItemKind::Float, 4) => f64::from(f32::from_bits(bits as u32)),
            (ItemKind::Float, 8) => f64::from_bits(bits),
            (ItemKind::Signed, 1..=8) => {
                let unused = 64 - 8 * self.width as u32;
                ((bits << unused) as i64 >> unused) as f64
            }
            (ItemKind::Unsigned, _) => bits as f64,
            _ => f64::NAN,
        }
    }

    /// The text in an item's bytes, without the zeros that fill it up; empty for items that are no text.
    pub(super) fn text(self, bytes: &[u8]) -> String {
        let text: String = match self.kind {
            ItemKind::Utf32 => {
                let letter = |letter: &[u8; 4]| {
                    let code = if self.big_endian { u32::from_be_bytes(*letter) } else { u32::from_le_bytes(*letter) };
                    char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
                };
                bytes.as_chunks::<4>().0.iter().map(letter).collect()
            }
            ItemKind::Bytes => String::from_utf8_lossy(bytes).into_owned(),
            _ => String::new(),
        };
        text.trim_end_matches('\0').to_owned()
    }

    /// The name for people, as NumPy prints it.
    pub(super) fn name(self) -> String {
        match self.kind {
            ItemKind::Float => format!("float{}", 8 * self.width),
            ItemKind::Signed => format!("int{}", 8 * self.width),
            ItemKind::Unsigned => format!("uint{}", 8 * self.width),
            ItemKind::Utf32 | ItemKind::Bytes => "text".into(),
            ItemKind::Object => "objects".into(),
        }
    }
}

/// A number of IEEE 754 binary16.
fn half(bits: u16) -> f64 {
    let sign = if bits >> 15 == 0 { 1.0 } else { -1.0 };
    let (exponent, fraction) = (i32::from(bits >> 10 & 31), f64::from(bits & 1023));
    sign * match exponent {
        0 => fraction / 1024.0 / 16384.0,
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        // Exact: both factors are powers of two.
        _ => (1.0 + fraction / 1024.0) * f64::from(1_u32 << exponent) / 32768.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(name: &str, bytes: &[u8]) -> f64 {
        Dtype::of_name(name).unwrap().number(bytes)
    }

    #[test]
    fn numbers_have_every_width_and_order() {
        assert_eq!(number("<f4", &1.5_f32.to_le_bytes()), 1.5);
        assert_eq!(number(">f4", &1.5_f32.to_be_bytes()), 1.5);
        assert_eq!(number(">f8", &0.1_f64.to_be_bytes()), 0.1);
        assert_eq!(number("<i2", &(-300_i16).to_le_bytes()), -300.0);
        assert_eq!(number(">i8", &(-3_i64).to_be_bytes()), -3.0);
        assert_eq!((number("|u1", &[200]), number("|b1", &[1]), number("|i1", &[255])), (200.0, 1.0, -1.0));
    }

    #[test]
    fn halves_are_exact() {
        let read = |bits: u16| number("<f2", &bits.to_le_bytes());
        assert_eq!(
            [0x3C00, 0xC000, 0x3555, 0x0001, 0x7BFF].map(read),
            [1.0, -2.0, 0.333_251_953_125, 2_f64.powi(-24), 65504.0]
        );
        assert!(read(0x7C00) == f64::INFINITY && read(0x7E00).is_nan());
    }

    #[test]
    fn texts_end_before_their_zeros() {
        let wide = Dtype::of_name("<U4").unwrap();
        assert_eq!((wide.width, wide.text(b"m\0\0\0\xE9\0\0\0\0\0\0\0\0\0\0\0").as_str()), (16, "m\u{e9}"));
        assert_eq!(Dtype::of_name("|S6").unwrap().text(b"male\0\0"), "male");
    }

    #[test]
    fn types_that_no_motion_has_are_unknown() {
        for name in ["<f16", "<c8", "<M8[ns]", "V12", "", "<", "<f", "\u{e9}4"] {
            assert_eq!(Dtype::of_name(name), None, "{name}");
        }
        assert_eq!(Dtype::of_name("|O").map(|of| of.kind), Some(ItemKind::Object));
    }
}
