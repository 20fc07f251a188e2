//! Labels in Apache Parquet files.

use std::io::Read;

use marey_labels::{Labels, Limits, Rows};
use parquet::file::reader::{ChunkReader, FileReader, SerializedFileReader};
use parquet::record::Field;

use super::durations;
use crate::opened::Opened;

/// Bytes to which all columns of a file may unpack.
const MOST_UNPACKED: i64 = 512 << 20;
/// Columns without which a table is not of labels: one of each.
const TOLD_BY: [&[&str]; 2] =
    [&["path", "file", "clip", "file_name", "filename"], &["text", "caption", "label", "description"]];

/// Whether a file has the columns of labels. One that cannot be read has them if it `is_named` so: it is then refused with the reason.
pub(super) fn has_labels(opened: &Opened, is_named: bool) -> bool {
    let mut bytes = Vec::new();
    let most = Limits::default().bytes as u64 + 1;
    let read = opened.open().and_then(|source| source.take(most).read_to_end(&mut bytes));
    let Some(file) = read.ok().and_then(|_| SerializedFileReader::new(bytes::Bytes::from(bytes)).ok()) else {
        return is_named;
    };
    let names = column_names(&file);
    let has = |known: &&[&str]| names.iter().any(|name| known.contains(&name.to_lowercase().as_str()));
    TOLD_BY.iter().all(has)
}

/// Reads a table whose columns are called as those of a CSV.
///
/// # Errors
/// Why it cannot be read as labels.
pub(super) fn read(name: &str, bytes: Vec<u8>, limits: Limits) -> Result<Labels, String> {
    let damaged = |error: parquet::errors::ParquetError| {
        format!("the Parquet file cannot be read ({error}): write it anew, compressed with snappy or not at all")
    };
    let file = SerializedFileReader::new(bytes::Bytes::from(bytes)).map_err(damaged)?;
    let unpacked =
        file.metadata().row_groups().iter().fold(0_i64, |sum, group| sum.saturating_add(group.total_byte_size()));
    if unpacked > MOST_UNPACKED {
        return Err(format!("the table unpacks to more than {} MiB: split it", MOST_UNPACKED >> 20));
    }
    let mut rows = Rows::new(name, limits);
    let names = column_names(&file);
    let header: Vec<&str> = names.iter().map(String::as_str).collect();
    rows.header(&header).map_err(|refusal| refusal.to_string())?;
    let metadata = file.metadata().file_metadata().key_value_metadata().into_iter().flatten();
    let schema = metadata.filter(|pair| pair.key == durations::KEY).find_map(|pair| pair.value.as_deref());
    let units = schema.map(durations::units).unwrap_or_default();
    for (index, row) in file.get_row_iter(None).map_err(damaged)?.enumerate() {
        let row = row.map_err(damaged)?;
        let fields: Vec<String> = row
            .get_column_iter()
            .map(|(name, field)| match (field, units.get(name)) {
                (Field::Long(number), Some(unit)) => (*number as f64 * unit).to_string(),
                _ => text(field),
            })
            .collect();
        let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
        rows.row(index + 1, &fields);
    }
    rows.finish().map_err(|refusal| refusal.to_string())
}

/// The names of the columns at the top, in which others may be.
fn column_names<R: ChunkReader + 'static>(file: &SerializedFileReader<R>) -> Vec<String> {
    let schema = file.metadata().file_metadata().schema();
    schema.get_fields().iter().map(|field| field.name().to_owned()).collect()
}

/// A value as a CSV has it; of lists the values with `; ` between them.
fn text(field: &Field) -> String {
    match field {
        Field::Null => String::new(),
        Field::Str(text) => text.clone(),
        Field::Bytes(bytes) => String::from_utf8_lossy(bytes.data()).into_owned(),
        Field::Float(number) if !number.is_finite() => String::new(),
        Field::Double(number) if !number.is_finite() => String::new(),
        Field::Float(number) => number.to_string(),
        Field::Double(number) => number.to_string(),
        Field::ListInternal(list) => list.elements().iter().map(text).collect::<Vec<_>>().join("; "),
        other => other.to_string(),
    }
}
