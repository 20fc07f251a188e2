//! `.cfp`: keys of a Sims 1 skill, column by column (all x, then all y, ..), mostly as one-byte differences to the last value.

use super::binary::{BinaryFields, ByteOrder, RefusalCodes, place};
use super::fields::{Fields, Surplus, no_memory};
use super::raw::SkillKeys;
use crate::checked::Checked;
use crate::error::{ErrorKind, Limits, ParseError};
use crate::formats::reading::growth::push;

const CODES: RefusalCodes = RefusalCodes { cut: "cfp.cut", count: "cfp.count" };
/// Precedes a value stored as a float.
const ABSOLUTE: u8 = 0xFF;
/// Precedes a count; the previous value repeats once more than it says.
const REPEAT: u8 = 0xFE;

/// Reads `translations`, then `rotations`. The second result is what follows.
pub(super) fn read(
    bytes: &[u8],
    translations: usize,
    rotations: usize,
    limits: &Limits,
) -> Result<(SkillKeys, Option<Surplus>), ParseError> {
    let mut from = BinaryFields::new(bytes, ByteOrder::Little, CODES);
    let total = (translations as u64).saturating_mul(3).saturating_add((rotations as u64).saturating_mul(4));
    // Three bytes can stand for 65,536 equal values, so few bytes may hold many.
    let refused = |what: String| {
        let message = format!("expected no more keys than {what}, found {total}");
        Err(ParseError::new(ErrorKind::Limit, CODES.count, message).at(place(0)))
    };
    if total > (bytes.len() as u64).saturating_mul(65_536) {
        return refused(format!("{} bytes can hold", bytes.len()));
    }
    if total.saturating_mul(4) > limits.motion_bytes {
        return refused(format!("the {} that this file's size still allows", limits.motion_bytes / 4));
    }
    let mut column = KeyColumn { value: 0.0, repeats: 0 };
    let keys = SkillKeys {
        translations: table(&mut from, &mut column, translations)?,
        rotations: table(&mut from, &mut column, rotations)?,
    };
    Ok((keys, from.surplus()))
}

/// Reads rows that are stored column by column.
fn table<const N: usize>(
    from: &mut BinaryFields<'_>,
    column: &mut KeyColumn,
    rows: usize,
) -> Result<Vec<[f32; N]>, ParseError> {
    let mut table = Vec::new();
    for index in 0..N {
        for row in 0..rows {
            let value = column.next(from)?;
            if index == 0 {
                push(&mut table, [0.0; N]).map_err(|_| no_memory(from.place()))?;
            }
            table.change(row, |row: &mut [f32; N]| row.put(index, value));
        }
    }
    Ok(table)
}

/// The last value and its remaining repetitions, which may continue in the next column.
struct KeyColumn {
    value: f32,
    repeats: u32,
}

impl KeyColumn {
    fn next(&mut self, from: &mut BinaryFields<'_>) -> Result<f32, ParseError> {
        if self.repeats > 0 {
            self.repeats -= 1;
            return Ok(self.value);
        }
        match from.u8("a key")? {
            ABSOLUTE => self.value = from.float("a key's value")?,
            REPEAT => {
                let low = from.u8("how often a key is repeated")?;
                let high = from.u8("how often a key is repeated")?;
                self.repeats = u32::from(u16::from_le_bytes([low, high]));
            }
            code => self.value += difference(code),
        }
        Ok(self.value)
    }
}

/// The difference for a byte: -0.1 to 0.1, growing with the fourth power of the distance from 126.
fn difference(code: u8) -> f32 {
    let off = f32::from(code) - 126.0;
    3.9676e-10 * off.powi(3) * off.abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_follow_each_other_and_runs_cross_them() {
        // x: 1, 1.1 (252 is +0.1); y and the first z: 1.1 repeated; z: 0.5; then one rotation.
        let mut bytes = vec![0xFF];
        bytes.extend(1.0_f32.to_le_bytes());
        bytes.extend([252, 0xFE, 2, 0, 0xFF]);
        bytes.extend(0.5_f32.to_le_bytes());
        bytes.extend([126, 126, 126, 0xFF]);
        bytes.extend(1.0_f32.to_le_bytes());
        bytes.push(7);
        let (keys, surplus) = read(&bytes, 2, 1, &Limits::default()).unwrap();
        let [a, b] = keys.translations[..] else { panic!("two") };
        let near = |a: [f32; 3], b: [f32; 3]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-4);
        assert!(near(a, [1.0, 1.1, 1.1]) && near(b, [1.1, 1.1, 0.5]), "{a:?} {b:?}");
        assert_eq!((keys.rotations, surplus.map(|surplus| surplus.count)), (vec![[0.5, 0.5, 0.5, 1.0]], Some(1)));
    }

    #[test]
    fn missing_keys_are_refused_at_the_end_of_the_file() {
        let refusal = read(&[126, 126], 1, 0, &Limits::default()).unwrap_err();
        assert_eq!(refusal.to_string(), "byte 2: cfp.cut: the file ends too early: expected a key");
        assert_eq!(read(&[], usize::MAX / 8, 0, &Limits::default()).unwrap_err().code(), "cfp.count");
    }
}
