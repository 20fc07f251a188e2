//! The table of all clips as an Apache Parquet file (<https://parquet.apache.org/docs/file-format/>), which pandas, DuckDB, Spark and the
//! site's own script read.
//!
//! Columns that the script shows come first, those that it searches next, and those for other programs last, so that it asks for one
//! range of bytes in each group of rows.

use std::collections::BTreeMap;
use std::sync::Arc;

use parquet::basic::{Compression, Encoding};
use parquet::column::writer::ColumnWriterImpl;
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, FloatType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::ColumnPath;

use super::super::labelled::{texts, values};
use super::super::{Gallery, GalleryClip};
use crate::Stop;

pub(super) const PATH: &str = "index.parquet";

/// Rows of a group: one request brings the columns that the script shows of so many clips.
const ROWS_A_GROUP: usize = 4096;
/// Texts of which hardly any is like another: they are stored as differences from the one before.
const DIFFERENT: [&str; 3] = ["slug", "path", "name"];

/// A value; `None` where it is unknown.
enum Cell {
    Text(Option<String>),
    Whole(i32),
    Bytes(Option<i64>),
    Exact(f64),
    MaybeExact(Option<f64>),
    Rounded(Option<f32>),
    Truth(bool),
}

/// A column that every table has: its name, its type as in a Parquet schema, and its value in a row.
type UsualColumn = (&'static str, &'static str, fn(&Gallery, usize, &GalleryClip) -> Cell);

/// A column of a table.
enum TableColumn {
    Usual(UsualColumn),
    /// A column of one's own of labels: its name in the table, and in the labels.
    Own(String, String),
}

impl TableColumn {
    fn name(&self) -> &str {
        match self {
            Self::Usual((name, ..)) => name,
            Self::Own(name, _) => name,
        }
    }

    fn kind(&self) -> &'static str {
        match self {
            Self::Usual((_, kind, _)) => kind,
            Self::Own(..) => MAYBE_TEXT,
        }
    }

    fn value(&self, gallery: &Gallery, index: usize, clip: &GalleryClip) -> Cell {
        match self {
            Self::Usual((.., value)) => value(gallery, index, clip),
            Self::Own(_, column) => joined(&values(&clip.facts.labels, column), "; "),
        }
    }
}

/// Before the names of columns of one's own.
const OWN: &str = "label_";
/// Most columns of one's own.
const MOST_OWN: usize = 64;
/// Most characters of the labels of a clip.
const MOST_CHARACTERS: usize = 20_000;

const TEXT: &str = "required binary (string)";
const MAYBE_TEXT: &str = "optional binary (string)";
const WHOLE: &str = "required int32";
const EXACT: &str = "required double";
const MAYBE_EXACT: &str = "optional double";
const ROUNDED: &str = "optional float";
const BYTES: &str = "optional int64";
const TRUTH: &str = "required boolean";

const COLUMNS: [UsualColumn; 34] = [
    ("slug", TEXT, |_, _, clip| text(&clip.slug)),
    ("path", TEXT, |_, _, clip| text(&clip.facts.path)),
    ("frames", WHOLE, |_, _, clip| whole(clip.facts.frames)),
    ("seconds", EXACT, |_, _, clip| Cell::Exact(clip.facts.seconds)),
    ("warnings", WHOLE, |_, _, clip| whole(clip.facts.warnings.len())),
    ("packed_bytes", BYTES, |_, _, clip| bytes(clip.facts.packed)),
    ("poster_s", ROUNDED, |_, _, clip| rounded(clip.facts.moment)),
    ("labels", MAYBE_TEXT, |_, _, clip| joined(&texts(&clip.facts.labels), "\n")),
    ("format", TEXT, |_, _, clip| text(&clip.facts.format)),
    ("joints", WHOLE, |_, _, clip| whole(clip.facts.joints)),
    ("fps", EXACT, |_, _, clip| Cell::Exact(clip.facts.rate)),
    ("travel_m", ROUNDED, |_, _, clip| rounded(clip.facts.travel)),
    ("liveliness", ROUNDED, |_, _, clip| rounded(clip.facts.liveliness)),
    ("rig_name", MAYBE_TEXT, |_, _, clip| Cell::Text(clip.facts.rig_name().map(str::to_owned))),
    ("duplicate_of", MAYBE_TEXT, |gallery, index, _| {
        let first = gallery.findings.duplicates.first_of(index).and_then(|first| gallery.clips.get(first));
        Cell::Text(first.map(|first| first.facts.path.clone()))
    }),
    ("outlier", MAYBE_TEXT, |gallery, index, _| Cell::Text(gallery.findings.kinds(index))),
    ("name", TEXT, |_, _, clip| text(clip.facts.name())),
    ("skeleton", MAYBE_TEXT, |_, _, clip| Cell::Text(clip.facts.skeleton.clone())),
    ("rig", MAYBE_TEXT, |_, _, clip| Cell::Text(clip.facts.rig.clone())),
    ("motions", WHOLE, |_, _, clip| whole(clip.facts.motions)),
    ("fps_stated", TRUTH, |_, _, clip| Cell::Truth(clip.facts.rate_stated)),
    ("stature_m", ROUNDED, |_, _, clip| rounded(clip.facts.stature)),
    ("unit_m", MAYBE_EXACT, |_, _, clip| Cell::MaybeExact(clip.facts.unit)),
    ("slide_mm_s", ROUNDED, |_, _, clip| rounded(clip.facts.slide)),
    ("cadence_steps_min", ROUNDED, |_, _, clip| rounded(clip.facts.gait.map(|[cadence, ..]| cadence))),
    ("speed_m_s", ROUNDED, |_, _, clip| rounded(clip.facts.gait.map(|[_, speed, _]| speed))),
    ("stride_m", ROUNDED, |_, _, clip| rounded(clip.facts.gait.map(|[.., stride]| stride))),
    ("packed_mean_mm", ROUNDED, |_, _, clip| rounded(clip.facts.packed_mean_mm)),
    ("bytes", BYTES, |_, _, clip| bytes(Some(clip.facts.bytes))),
    ("sha256", TEXT, |_, _, clip| text(&clip.facts.hash)),
    ("content_hash", TEXT, |_, _, clip| text(&clip.facts.motion.hash)),
    ("near_duplicate_of", MAYBE_TEXT, |gallery, index, _| {
        let near = gallery.findings.duplicates.near(index).and_then(|(other, _)| gallery.clips.get(other));
        Cell::Text(near.map(|near| near.facts.path.clone()))
    }),
    ("near_duplicate_how", MAYBE_TEXT, |gallery, index, _| {
        Cell::Text(gallery.findings.duplicates.near(index).map(|(_, how)| how.to_owned()))
    }),
    ("licence", MAYBE_TEXT, |gallery, _, _| Cell::Text(gallery.about.licence.clone())),
];

/// The first column that the site's own script does not read.
const FIRST_OTHER: &str = "name";

/// The file's bytes. The same clips give the same bytes.
pub(super) fn table(gallery: &Gallery) -> Result<Vec<u8>, Stop> {
    write(gallery).map_err(|error| Stop::Failed(format!("{PATH}: {error}")))
}

fn write(gallery: &Gallery) -> Result<Vec<u8>, ParquetError> {
    let columns = columns(gallery);
    let fields: String = columns.iter().map(|column| field(column.name(), column.kind())).collect();
    let schema = Arc::new(parse_message_type(&format!("message motions {{\n{fields}}}"))?);
    let mut writer = SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties()))?;
    let clips: Vec<(usize, &GalleryClip)> = gallery.clips.iter().enumerate().collect();
    for clips in clips.chunks(ROWS_A_GROUP) {
        let mut group = writer.next_row_group()?;
        for own in &columns {
            let cells: Vec<Cell> = clips.iter().map(|(index, clip)| own.value(gallery, *index, clip)).collect();
            let Some(mut column) = group.next_column()? else { break };
            match cells.first() {
                Some(Cell::Text(_)) => fill(column.typed::<ByteArrayType>(), cells, |cell| match cell {
                    Cell::Text(text) => text.map(|text| ByteArray::from(text.into_bytes())),
                    _ => None,
                }),
                Some(Cell::Whole(_)) => fill(column.typed::<Int32Type>(), cells, |cell| match cell {
                    Cell::Whole(number) => Some(number),
                    _ => None,
                }),
                Some(Cell::Bytes(_)) => fill(column.typed::<Int64Type>(), cells, |cell| match cell {
                    Cell::Bytes(number) => number,
                    _ => None,
                }),
                Some(Cell::Exact(_)) => fill(column.typed::<DoubleType>(), cells, |cell| match cell {
                    Cell::Exact(number) => Some(number),
                    _ => None,
                }),
                Some(Cell::MaybeExact(_)) => fill(column.typed::<DoubleType>(), cells, |cell| match cell {
                    Cell::MaybeExact(number) => number,
                    _ => None,
                }),
                Some(Cell::Rounded(_)) => fill(column.typed::<FloatType>(), cells, |cell| match cell {
                    Cell::Rounded(number) => number,
                    _ => None,
                }),
                Some(Cell::Truth(_)) => fill(column.typed::<BoolType>(), cells, |cell| match cell {
                    Cell::Truth(truth) => Some(truth),
                    _ => None,
                }),
                None => Ok(()),
            }?;
            column.close()?;
        }
        group.close()?;
    }
    writer.into_inner()
}

/// All columns in order. Those of one's own come before those for other programs alone.
fn columns(gallery: &Gallery) -> Vec<TableColumn> {
    let mut own: BTreeMap<String, String> = BTreeMap::new();
    for column in gallery.clips.iter().flat_map(|clip| &clip.facts.labels).flat_map(|label| label.columns.keys()) {
        let plain = |c: char| if c.is_alphanumeric() { c } else { '_' };
        let name = format!("{OWN}{}", column.chars().map(plain).take(60).collect::<String>());
        if own.len() < MOST_OWN {
            own.entry(name).or_insert_with(|| column.clone());
        }
    }
    let usual = |columns: &[UsualColumn]| columns.iter().copied().map(TableColumn::Usual).collect::<Vec<_>>();
    let at = COLUMNS.iter().position(|(name, ..)| *name == FIRST_OTHER).unwrap_or(COLUMNS.len());
    let (shown, others) = COLUMNS.split_at(at);
    let own = own.into_iter().map(|(name, column)| TableColumn::Own(name, column));
    usual(shown).into_iter().chain(own).chain(usual(others)).collect()
}

/// Writes a column's values. Unknown ones have the definition level 0, and no value.
fn fill<T: DataType>(
    column: &mut ColumnWriterImpl<'_, T>,
    cells: Vec<Cell>,
    value: impl Fn(Cell) -> Option<T::T>,
) -> Result<(), ParquetError> {
    let values: Vec<Option<T::T>> = cells.into_iter().map(value).collect();
    let levels: Vec<i16> = values.iter().map(|value| i16::from(value.is_some())).collect();
    let known: Vec<T::T> = values.into_iter().flatten().collect();
    // Columns that must have a value take no levels.
    let levels = (column.get_descriptor().max_def_level() > 0).then_some(levels.as_slice());
    column.write_batch(&known, levels, None).map(|_| ())
}

/// `required binary slug (string);`
fn field(name: &str, kind: &str) -> String {
    let (kind, annotation) = kind.split_once(" (").map_or((kind, ""), |(kind, rest)| (kind, rest));
    let annotation = if annotation.is_empty() { String::new() } else { format!(" ({annotation}") };
    format!("{kind} {name}{annotation};\n")
}

fn properties() -> WriterProperties {
    let properties = WriterProperties::builder()
        .set_created_by(concat!("marey ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_compression(Compression::SNAPPY)
        // The script reads the footer with its first request, which they would make several times as long.
        .set_statistics_enabled(EnabledStatistics::None)
        .set_offset_index_disabled(true)
        .set_max_row_group_row_count(Some(ROWS_A_GROUP));
    let properties = DIFFERENT.iter().fold(properties, |properties, name| {
        properties
            .set_column_dictionary_enabled(ColumnPath::from(*name), false)
            .set_column_encoding(ColumnPath::from(*name), Encoding::DELTA_BYTE_ARRAY)
    });
    let hashes = ["sha256", "content_hash"].map(ColumnPath::from).into_iter();
    hashes.fold(properties, |properties, hash| properties.set_column_dictionary_enabled(hash, false)).build()
}

fn text(text: &str) -> Cell {
    Cell::Text(Some(text.to_owned()))
}

/// Texts in one; `None` without any.
fn joined(texts: &[&str], between: &str) -> Cell {
    let text: String = texts.join(between).chars().take(MOST_CHARACTERS).collect();
    Cell::Text(Some(text).filter(|text| !text.is_empty()))
}

fn whole(number: usize) -> Cell {
    Cell::Whole(i32::try_from(number).unwrap_or(i32::MAX))
}

fn bytes(number: Option<u64>) -> Cell {
    Cell::Bytes(number.and_then(|number| i64::try_from(number).ok()))
}

/// Rounded to a ten-thousandth, for which a float is exact enough.
fn rounded(number: Option<f64>) -> Cell {
    Cell::Rounded(number.map(|number| ((number * 1e4).round() / 1e4) as f32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_schema_of_all_columns_is_valid() {
        let fields: String = COLUMNS.iter().map(|(name, kind, _)| field(name, kind)).collect();
        let schema = parse_message_type(&format!("message motions {{\n{fields}}}")).unwrap();
        assert_eq!(schema.get_fields().len(), COLUMNS.len());
    }
}
