//! The records of a binary file: each states where it ends, so that those which are not read are skipped whole.

use super::problem::Problem;
use super::tree::{Keep, Record, Tree};
use super::values::{Encoding, Values};
use crate::formats::reading::text::Quoted;

/// The first bytes: the words, a byte 0, two more, and the version.
pub(super) const MAGIC: &[u8] = b"Kaydara FBX Binary  \0";
pub(super) const VERSION_AT: usize = 23;
const HEADER: usize = 27;
/// From this version on, a record counts in 64 bits.
const WIDE_FROM: u32 = 7500;

/// The version of a binary file: 7400 is 7.4.
pub(super) fn version(file: &[u8]) -> Result<u32, Problem> {
    let bytes = file.get(VERSION_AT..).and_then(|bytes| bytes.first_chunk());
    bytes.map(|bytes| u32::from_le_bytes(*bytes)).ok_or_else(|| too_early(file, "the version of the format"))
}

fn too_early(file: &[u8], expected: &str) -> Problem {
    Problem::syntax("fbx.cut", file.len(), crate::formats::reading::text::too_early(expected))
}

/// The numbers before the name of a record.
struct RecordHeader {
    /// Offset of the record behind it.
    end: usize,
    values: usize,
    value_bytes: usize,
    name_bytes: usize,
    /// Length of the head.
    length: usize,
}

impl RecordHeader {
    fn is_null(&self) -> bool {
        self.end == 0 && self.values == 0 && self.value_bytes == 0 && self.name_bytes == 0
    }

    fn read(file: &[u8], at: usize, is_wide: bool) -> Option<Self> {
        let bytes = file.get(at..)?;
        let (width, length) = if is_wide { (8, 25) } else { (4, 13) };
        let number = |index: usize| {
            let bytes = bytes.get(index * width..(index + 1) * width)?;
            let number = bytes.iter().rev().fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
            // A number that no file can have: the checks that follow refuse it.
            Some(usize::try_from(number).unwrap_or(usize::MAX))
        };
        let name_bytes = usize::from(*bytes.get(length - 1)?);
        Some(Self { end: number(0)?, values: number(1)?, value_bytes: number(2)?, name_bytes, length })
    }
}

/// Reads the records that are kept.
pub(super) fn read(file: &[u8], version: u32) -> Result<Tree<'_>, Problem> {
    let is_wide = version >= WIDE_FROM;
    let mut tree = Tree::new(Encoding::Binary);
    // The ends of the records around the next one.
    let mut ends: Vec<usize> = Vec::new();
    let mut at = HEADER;
    loop {
        let end = ends.last().copied().unwrap_or(file.len());
        if !ends.is_empty() && at >= end {
            ends.pop();
            tree.close();
            continue;
        }
        let head = RecordHeader::read(file.get(..end).unwrap_or(file), at, is_wide)
            .ok_or_else(|| too_early(file, "another record, or the end of the list of records"))?;
        if head.is_null() {
            // The mark at the end of a list.
            if ends.pop().is_none() {
                return Ok(tree);
            }
            tree.close();
            at = end;
            continue;
        }
        let name_at = at + head.length;
        let values_at = name_at.saturating_add(head.name_bytes);
        let name = file.get(name_at..values_at).ok_or_else(|| too_early(file, "the name of a record"))?;
        let values_end = values_at.saturating_add(head.value_bytes);
        if head.end > end || values_end > head.end || head.end <= at {
            let code = if head.end > file.len() { "fbx.cut" } else { "fbx.record" };
            let message = format!(
                "the record `{}` should end at byte {}, which is {}",
                Quoted(name),
                head.end,
                if head.end > file.len() {
                    format!("after the end of the file ({} bytes)", file.len())
                } else {
                    "not behind its values and inside of the record around it".to_owned()
                }
            );
            return Err(Problem::syntax(code, at, message));
        }
        let keep = tree.keeps(name);
        if keep == Keep::Nothing {
            at = head.end;
            continue;
        }
        let values = file.get(values_at..values_end).unwrap_or_default();
        check(values, values_at, head.values, name)?;
        tree.add(Record::new(name, at, values, values_at))?;
        if keep == Keep::All && values_end < head.end {
            tree.open()?;
            ends.push(head.end);
            at = values_end;
        } else {
            at = head.end;
        }
    }
}

/// Refuses values that are not what the record says.
fn check(bytes: &[u8], at: usize, count: usize, name: &[u8]) -> Result<(), Problem> {
    let mut values = Values::new(Encoding::Binary, bytes, at);
    let found = values.by_ref().count();
    if found == count && values.is_at_end() {
        return Ok(());
    }
    let message = format!("expected {count} values of the record `{}`, found {found} that can be read", Quoted(name));
    Err(Problem::syntax("fbx.values", values.at, message))
}
