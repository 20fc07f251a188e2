//! Arrays of numbers: plain, packed by zlib (RFC 1950), or in a text.

use super::problem::Problem;
use super::tree::Node;
use super::values::{Array, ArrayForm, PropertyValue, blanks, word};
use crate::decimal;
use crate::formats::reading::growth::push;
use crate::formats::reading::inflate::{ZLIB, inflate};

/// How many more numbers may be kept of a file.
#[derive(Debug)]
pub(super) struct ArrayBudget(pub(super) usize);

impl ArrayBudget {
    /// Fails if there are not so many left.
    fn check(&self, count: usize, at: usize) -> Result<(), Problem> {
        let message = "the file has more keys than a file of its size may have";
        if count > self.0 { Err(Problem::limit("fbx.too-many-numbers", at, message)) } else { Ok(()) }
    }

    /// Counts so many numbers that are kept.
    pub(super) fn charge(&mut self, count: usize, at: usize) -> Result<(), Problem> {
        self.check(count, at)?;
        self.0 -= count;
        Ok(())
    }
}

/// The numbers of a record: of its array, or its values. Empty without any.
pub(super) fn numbers<T: ArrayNumber>(node: &Node<'_, '_>, budget: &ArrayBudget) -> Result<Vec<T>, Problem> {
    match node.value(0) {
        Some(PropertyValue::Array(Array { form: ArrayForm::Ascii, bytes, at })) => ascii(bytes, at, budget),
        Some(PropertyValue::Array(Array { form: ArrayForm::Binary { letter, count, is_packed }, bytes, at })) => {
            binary(bytes, letter, count as usize, is_packed, at, budget)
        }
        _ => {
            let mut list = Vec::new();
            for value in node.values() {
                budget.check(list.len() + 1, node.record.at)?;
                let number = match value {
                    PropertyValue::Integer(number) => T::of_integer(number),
                    PropertyValue::Number(number) => T::of_number(number),
                    _ => continue,
                };
                push(&mut list, number).map_err(|_| Problem::no_memory(node.record.at))?;
            }
            Ok(list)
        }
    }
}

/// A kind of number that an array becomes.
pub(super) trait ArrayNumber: Copy {
    fn of_integer(number: i64) -> Self;
    fn of_number(number: f64) -> Self;
    /// Of four bytes that are a float in binary files.
    fn of_float(bits: u32) -> Self;
}

impl ArrayNumber for f64 {
    fn of_integer(number: i64) -> Self {
        number as f64
    }

    fn of_number(number: f64) -> Self {
        number
    }

    fn of_float(bits: u32) -> Self {
        f32::from_bits(bits).into()
    }
}

impl ArrayNumber for i64 {
    fn of_integer(number: i64) -> Self {
        number
    }

    fn of_number(number: f64) -> Self {
        number as i64
    }

    fn of_float(bits: u32) -> Self {
        f32::from_bits(bits) as i64
    }
}

/// Four bytes that may be a float or something else: text files have them as whole numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Bits(pub(super) u32);

impl ArrayNumber for Bits {
    fn of_integer(number: i64) -> Self {
        Self(number as u32)
    }

    fn of_number(number: f64) -> Self {
        Self((number as f32).to_bits())
    }

    fn of_float(bits: u32) -> Self {
        Self(bits)
    }
}

fn ascii<T: ArrayNumber>(text: &[u8], at: usize, budget: &ArrayBudget) -> Result<Vec<T>, Problem> {
    let mut list = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.get(blanks(rest)..).unwrap_or_default();
        let Some(first) = rest.first() else { return Ok(list) };
        if matches!(first, b',' | b':') {
            rest = rest.get(1..).unwrap_or_default();
            continue;
        }
        let (token, behind) = rest.split_at_checked(word(rest).max(1)).unwrap_or((rest, b""));
        rest = behind;
        // The name of the list.
        if token == b"a" {
            continue;
        }
        budget.check(list.len() + 1, at)?;
        let is_whole = token.iter().all(|byte| byte.is_ascii_digit() || *byte == b'-') && token.len() < 19;
        let number = if is_whole {
            let digits = token.strip_prefix(b"-").unwrap_or(token);
            let size =
                digits.iter().fold(0, |size: i64, digit| size.wrapping_mul(10) + i64::from(digit.wrapping_sub(b'0')));
            T::of_integer(if digits.len() < token.len() { -size } else { size })
        } else {
            T::of_number(decimal::whole(token).unwrap_or(f64::NAN))
        };
        push(&mut list, number).map_err(|_| Problem::no_memory(at))?;
    }
}

fn binary<T: ArrayNumber>(
    bytes: &[u8],
    letter: u8,
    count: usize,
    is_packed: bool,
    at: usize,
    budget: &ArrayBudget,
) -> Result<Vec<T>, Problem> {
    budget.check(count, at)?;
    if count == 0 {
        return Ok(Vec::new());
    }
    let width = match letter {
        b'f' | b'i' => 4,
        b'd' | b'l' => 8,
        _ => 1,
    };
    let size = count.saturating_mul(width);
    let wrong = |found: usize| {
        let message = format!("expected {size} bytes of {count} numbers, found {found}");
        Problem::syntax("fbx.array", at, message)
    };
    let unpacked;
    let bytes = if is_packed {
        unpacked = inflate(bytes, size, ZLIB)
            .map_err(|_| Problem::no_memory(at))?
            .ok_or_else(|| Problem::syntax("fbx.array", at, format!("{count} packed numbers cannot be unpacked")))?;
        &*unpacked
    } else {
        bytes
    };
    if bytes.len() != size {
        return Err(wrong(bytes.len()));
    }
    let mut list = Vec::new();
    list.try_reserve_exact(count).map_err(|_| Problem::no_memory(at))?;
    let four = |bytes: &[u8]| bytes.first_chunk().copied().unwrap_or_default();
    let eight = |bytes: &[u8]| bytes.first_chunk().copied().unwrap_or_default();
    list.extend(bytes.chunks_exact(width).map(|bytes| match letter {
        b'f' => T::of_float(u32::from_le_bytes(four(bytes))),
        b'i' => T::of_integer(i32::from_le_bytes(four(bytes)).into()),
        b'd' => T::of_number(f64::from_le_bytes(eight(bytes))),
        b'l' => T::of_integer(i64::from_le_bytes(eight(bytes))),
        _ => T::of_integer(bytes.first().copied().unwrap_or_default().into()),
    }));
    Ok(list)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two numbers, 1 and 2, packed by zlib.
    const PACKED: &[u8] = b"\x78\x9c\x63\x64\x60\x60\x60\x02\x62\x00\x00\x18\x00\x04";

    #[test]
    fn packed_numbers_are_checked() {
        let budget = ArrayBudget(100);
        assert_eq!(binary::<i64>(PACKED, b'i', 2, true, 0, &budget), Ok(vec![1, 2]));
        for (count, bytes) in [(1, PACKED), (3, PACKED), (2, &PACKED[..9]), (2, b"x")] {
            let refused = binary::<i64>(bytes, b'i', count, true, 7, &budget).unwrap_err();
            assert_eq!((refused.code, refused.at), ("fbx.array", 7));
        }
        let bomb = binary::<i64>(PACKED, b'i', 1 << 30, true, 7, &budget).unwrap_err();
        assert_eq!(bomb.code, "fbx.too-many-numbers");
    }

    #[test]
    fn numbers_of_a_text_may_wrap() {
        let text = b"a: 1,-2.5,\n3;four\n,1e2";
        assert_eq!(ascii::<f64>(text, 0, &ArrayBudget(9)), Ok(vec![1.0, -2.5, 3.0, 100.0]));
        assert_eq!(ascii::<Bits>(b"a: 218434821", 0, &ArrayBudget(9)), Ok(vec![Bits(218_434_821)]));
    }
}
