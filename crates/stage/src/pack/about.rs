//! The descriptive metadata in heads and tails. Its texts come first, so that a figure can be copied without its marks.

use super::bytes::{ByteError, ByteReader};
use super::damaged;
use super::fields::{Field, take};
use marey::ParseError;
use marey::model::{About, Mark};

/// The texts before the labels: the skeleton's file and the doubt about it, the skins and the notes.
type Texts = ((String, String), (Vec<String>, Vec<(String, String)>));

/// Skips all but the marks.
pub(super) fn skip_texts(input: &mut ByteReader<'_>) -> Result<(), ByteError> {
    take_labels(input).map(drop)
}

/// The labels; what comes before them is skipped.
pub(super) fn take_labels(input: &mut ByteReader<'_>) -> Result<Vec<Box<str>>, ByteError> {
    take::<(Texts, _)>(input).map(|(_, labels)| labels)
}

/// Writes an empty list of marks.
pub(super) fn put_no_marks(out: &mut Vec<u8>) {
    let About { marks, marks_dropped, .. } = About::default();
    marks.put(out);
    marks_dropped.put(out);
}

/// `joints`: the skeleton's joint count; `frames`: the frame count of each behaviour, empty while unknown.
pub(super) fn take_about(input: &mut ByteReader<'_>, joints: usize, frames: &[usize]) -> Result<About, ParseError> {
    let about: About = take(input)?;
    let known = |mark: &Mark| {
        let joint = mark.joint.map_or(0, usize::from);
        let end = if frames.is_empty() { Some(&usize::MAX) } else { frames.get(mark.behaviour) };
        joint < joints && mark.first <= mark.at && mark.at <= mark.last && end.is_some_and(|end| mark.last < *end)
    };
    let labels = about.labels.len();
    let fits = (labels == 0 || labels == joints) && about.marks.iter().all(known);
    if fits && about.marks.is_sorted_by_key(|mark| (mark.behaviour, mark.first)) { Ok(about) } else { Err(damaged()) }
}
