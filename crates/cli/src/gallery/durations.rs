//! Which columns of a Parquet file are durations. Parquet stores them as whole numbers; their unit is told by the schema of Apache Arrow that
//! pyarrow and pandas write beside it: a message in base64, of FlatBuffers' tables (Arrow's `Message.fbs` and `Schema.fbs`).

use std::collections::HashMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// The key of the schema in the file's metadata.
pub(super) const KEY: &str = "ARROW:schema";
/// Columns that are looked at, at most.
const MOST_COLUMNS: usize = 10_000;
/// What stands before a message: its length follows.
const CONTINUES: u32 = 0xFFFF_FFFF;
/// The places of fields in the tables of the schema.
const HEADER: usize = 2;
const FIELDS: usize = 1;
const NAME: usize = 0;
const TYPE_KIND: usize = 2;
const TYPE: usize = 3;
const UNIT: usize = 0;
/// The kind of type of a duration.
const DURATION: u8 = 18;
/// Seconds of a unit, by its number; milliseconds where none is told.
const UNITS: [f64; 4] = [1.0, 1e-3, 1e-6, 1e-9];
const MILLISECONDS: usize = 1;

/// The seconds of a unit of each column of durations, by its name. A schema that is damaged tells nothing.
pub(super) fn units(schema: &str) -> HashMap<String, f64> {
    STANDARD.decode(schema.trim()).ok().and_then(|bytes| units_in(&bytes)).unwrap_or_default()
}

fn units_in(bytes: &[u8]) -> Option<HashMap<String, f64>> {
    let before = if number(bytes, 0)? == CONTINUES { 8 } else { 4 };
    let message = FlatBuffer(bytes.get(before..)?);
    let schema = message.table_in(message.follow(0)?, HEADER)?;
    let fields = message.follow(message.field(schema, FIELDS)?)?;
    let count = usize::try_from(number(message.0, fields)?).ok()?.min(MOST_COLUMNS);
    let column = |index: usize| {
        let field = message.follow(fields.checked_add(4 + 4 * index)?)?;
        let kind = *message.0.get(message.field(field, TYPE_KIND)?)?;
        if kind != DURATION {
            return None;
        }
        let name = message.follow(message.field(field, NAME)?)?;
        let length = usize::try_from(number(message.0, name)?).ok()?;
        let name = message.0.get(name.checked_add(4)?..)?.get(..length)?;
        let unit = message.field(message.table_in(field, TYPE)?, UNIT);
        let unit = unit.and_then(|at| message.short(at)).map_or(MILLISECONDS, usize::from);
        Some((String::from_utf8_lossy(name).into_owned(), *UNITS.get(unit)?))
    };
    Some((0..count).filter_map(column).collect())
}

/// Tables of FlatBuffers. Places are bytes from the beginning; whatever leads out of it is nothing.
struct FlatBuffer<'a>(&'a [u8]);

impl FlatBuffer<'_> {
    /// Where the offset at a place leads.
    fn follow(&self, at: usize) -> Option<usize> {
        at.checked_add(usize::try_from(number(self.0, at)?).ok()?).filter(|at| *at < self.0.len())
    }

    /// The place of a field of the table at a place; `None` if it is left out.
    fn field(&self, table: usize, field: usize) -> Option<usize> {
        let back = i64::from(number(self.0, table)?.cast_signed());
        let layout = usize::try_from(i64::try_from(table).ok()? - back).ok()?;
        let places = usize::from(self.short(layout)?).checked_sub(4)? / 2;
        let offset = self.short(layout.checked_add(4 + 2 * field)?).filter(|offset| field < places && *offset > 0)?;
        table.checked_add(usize::from(offset))
    }

    /// The table to which a field of the table at a place leads.
    fn table_in(&self, table: usize, field: usize) -> Option<usize> {
        self.follow(self.field(table, field)?)
    }

    fn short(&self, at: usize) -> Option<u16> {
        Some(u16::from_le_bytes(*self.0.get(at..)?.first_chunk()?))
    }
}

fn number(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The schema of columns `start` (milliseconds), `end` (nanoseconds) and `text`, as pyarrow writes it.
    const WRITTEN: &str = "\
        /////9AAAAAQAAAAAAAKAAwABgAFAAgACgAAAAABBAAMAAAACAAIAAAABAAIAAAABAAAAAMAAAB0AAAAMAAAAAQAAACo////AAABBRAAAAAYAA\
        AABAAAAAAAAAAEAAAAdGV4dAAAAACY////0P///wAAARIQAAAAHAAAAAQAAAAAAAAAAwAAAGVuZAAAAAYACAAGAAYAAAAAAAMAEAAUAAgABgAH\
        AAwAAAAQABAAAAAAAAESEAAAABwAAAAEAAAAAAAAAAUAAABzdGFydAAAAAQABAAEAAAA";

    #[test]
    fn durations_have_the_unit_of_their_column() {
        let mut found: Vec<(String, f64)> = units(WRITTEN).into_iter().collect();
        found.sort_by(|a, b| a.0.cmp(&b.0));
        assert_eq!(found, [("end".to_owned(), 1e-9), ("start".to_owned(), 1e-3)]);
    }

    #[test]
    fn a_damaged_schema_tells_nothing_and_harms_nothing() {
        let whole = STANDARD.decode(WRITTEN).unwrap();
        for cut in 0..whole.len() {
            units(&STANDARD.encode(&whole[..cut]));
        }
        for at in 0..whole.len() {
            for byte in [0, 0x7F, 0xFF] {
                let mut bytes = whole.clone();
                bytes[at] = byte;
                units(&STANDARD.encode(&bytes));
            }
        }
        assert!(units("no base64!").is_empty() && units("").is_empty());
    }
}
