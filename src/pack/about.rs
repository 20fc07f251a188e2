//! What a head and a tail tell people about the clip.

use super::{damaged, put_text, put_u32};
use crate::bytes::ByteReader;
use crate::error::ParseError;
use crate::model::{About, Mark, MarkKind, NO_PARENT};

pub(super) fn put(out: &mut Vec<u8>, about: &About) {
    put_text(out, &about.skeleton_file);
    put_text(out, &about.skeleton_doubt);
    put_u32(out, about.notes.len());
    for (title, text) in &about.notes {
        put_text(out, title);
        put_text(out, text);
    }
    put_u32(out, about.labels.len());
    about.labels.iter().for_each(|label| put_text(out, label));
    put_u32(out, about.marks.len());
    for mark in &about.marks {
        out.push(match mark.kind {
            MarkKind::Limit => 0,
            MarkKind::Event => 1,
        });
        out.extend_from_slice(&mark.joint.unwrap_or(NO_PARENT).to_le_bytes());
        put_u32(out, mark.first);
        put_u32(out, mark.last);
        put_u32(out, mark.at);
        put_text(out, &mark.text);
    }
    out.extend_from_slice(&about.marks_dropped.to_le_bytes());
}

/// `joints`: how many the skeleton has.
pub(super) fn take(input: &mut ByteReader<'_>, joints: usize) -> Result<About, ParseError> {
    let (skeleton_file, skeleton_doubt) = (input.text()?.to_owned(), input.text()?.to_owned());
    let mut about = About { skeleton_file, skeleton_doubt, ..About::default() };
    for _ in 0..input.count()? {
        about.notes.push((input.text()?.to_owned(), input.text()?.to_owned()));
    }
    for _ in 0..input.count()? {
        about.labels.push(input.text()?.into());
    }
    if !about.labels.is_empty() && about.labels.len() != joints {
        return Err(damaged());
    }
    for _ in 0..input.count()? {
        let kind = match input.u8()? {
            0 => MarkKind::Limit,
            1 => MarkKind::Event,
            _ => return Err(damaged()),
        };
        let joint = Some(input.u16()?).filter(|&joint| joint != NO_PARENT);
        let mark = Mark {
            kind,
            joint,
            first: input.count()?,
            last: input.count()?,
            at: input.count()?,
            text: input.text()?.to_owned(),
        };
        let known = mark.joint.is_none_or(|joint| usize::from(joint) < joints);
        let ordered = mark.first <= mark.at && mark.at <= mark.last;
        if !(known && ordered && about.marks.last().is_none_or(|before: &Mark| before.first <= mark.first)) {
            return Err(damaged());
        }
        about.marks.push(mark);
    }
    about.marks_dropped = input.u64()?;
    Ok(about)
}
