//! The descriptive metadata in heads and tails.

use super::{damaged, put_text, put_u32};
use crate::pack::bytes::ByteReader;
use marey::ParseError;
use marey::model::{About, Mark, MarkKind, NO_PARENT};

pub(super) fn put(out: &mut Vec<u8>, about: &About) {
    put_texts(out, about);
    put_u32(out, about.marks.len());
    for mark in &about.marks {
        out.push(match mark.kind {
            MarkKind::Limit => 0,
            MarkKind::Event => 1,
            MarkKind::Missing => 2,
        });
        put_u32(out, mark.behaviour);
        out.extend_from_slice(&mark.joint.unwrap_or(NO_PARENT).to_le_bytes());
        put_u32(out, mark.first);
        put_u32(out, mark.last);
        put_u32(out, mark.at);
        put_text(out, &mark.text);
    }
    out.extend_from_slice(&about.marks_dropped.to_le_bytes());
}

/// All but the marks.
fn put_texts(out: &mut Vec<u8>, about: &About) {
    put_text(out, &about.skeleton_file);
    put_text(out, &about.skeleton_doubt);
    put_u32(out, about.skins.len());
    about.skins.iter().for_each(|name| put_text(out, name));
    put_u32(out, about.notes.len());
    for (title, text) in &about.notes {
        put_text(out, title);
        put_text(out, text);
    }
    put_u32(out, about.labels.len());
    about.labels.iter().for_each(|label| put_text(out, label));
}

/// Skips what [`put_texts`] wrote, but for the labels.
fn skip_to_labels(input: &mut ByteReader<'_>) -> Result<(), ParseError> {
    // The skeleton's file and the doubt about it; then lists, of which the notes have two texts each.
    for list in [None, None, Some(1), Some(2)] {
        let texts = match list {
            None => 1,
            Some(each) => each * input.count()?,
        };
        for _ in 0..texts {
            input.text()?;
        }
    }
    Ok(())
}

/// Skips what [`put_texts`] wrote.
pub(super) fn skip_texts(input: &mut ByteReader<'_>) -> Result<(), ParseError> {
    skip_to_labels(input)?;
    for _ in 0..input.count()? {
        input.text()?;
    }
    Ok(())
}

/// The labels in what [`put_texts`] wrote.
pub(super) fn take_labels(input: &mut ByteReader<'_>) -> Result<Vec<Box<str>>, ParseError> {
    skip_to_labels(input)?;
    let mut labels = Vec::new();
    for _ in 0..input.count()? {
        labels.push(input.text()?.into());
    }
    Ok(labels)
}

/// Writes an empty list of marks.
pub(super) fn put_no_marks(out: &mut Vec<u8>) {
    put_u32(out, 0);
    out.extend_from_slice(&0_u64.to_le_bytes());
}

/// `joints`: the skeleton's joint count; `frames`: the frame count of each behaviour, empty while unknown.
pub(super) fn take(input: &mut ByteReader<'_>, joints: usize, frames: &[usize]) -> Result<About, ParseError> {
    let (skeleton_file, skeleton_doubt) = (input.text()?.to_owned(), input.text()?.to_owned());
    let mut about = About::default();
    (about.skeleton_file, about.skeleton_doubt) = (skeleton_file, skeleton_doubt);
    for _ in 0..input.count()? {
        about.skins.push(input.text()?.to_owned());
    }
    for _ in 0..input.count()? {
        about.notes.push((input.text()?.to_owned(), input.text()?.to_owned()));
    }
    for _ in 0..input.count()? {
        about.labels.push(input.text()?.into());
    }
    for _ in 0..input.count()? {
        let kind = match input.u8()? {
            0 => MarkKind::Limit,
            1 => MarkKind::Event,
            2 => MarkKind::Missing,
            _ => return Err(damaged()),
        };
        let behaviour = input.count()?;
        let joint = Some(input.u16()?).filter(|&joint| joint != NO_PARENT);
        let mark = Mark {
            kind,
            behaviour,
            joint,
            first: input.count()?,
            last: input.count()?,
            at: input.count()?,
            text: input.text()?.to_owned(),
        };
        about.marks.push(mark);
    }
    about.marks_dropped = input.u64()?;
    let known = |mark: &Mark| {
        let joint = mark.joint.map_or(0, usize::from);
        let end = if frames.is_empty() { Some(&usize::MAX) } else { frames.get(mark.behaviour) };
        joint < joints && mark.first <= mark.at && mark.at <= mark.last && end.is_some_and(|end| mark.last < *end)
    };
    let labels = about.labels.len();
    let fits = (labels == 0 || labels == joints) && about.marks.iter().all(known);
    if fits && about.marks.is_sorted_by_key(|mark| (mark.behaviour, mark.first)) { Ok(about) } else { Err(damaged()) }
}
