//! Rotations of which somebody has said that they are some.

use super::axis_angles::alignments;
use super::exact::exact;
use super::stated::Stated;
use super::{ArrayContent, ArrayReading, Certainty};
use crate::compact::sorting::sort_by;
use crate::formats::arrays::array::Array;

/// Rotations, which are stated.
pub(super) fn of_stated_rotations(array: &Array, stated: Stated<'_>) -> ArrayReading {
    match exact(array, stated) {
        Some(found) => ArrayReading::of(found.content, Certainty::Sure, Vec::new()),
        None if stated.width.is_none() => of_stated_angles(array, stated),
        None => ArrayReading::nothing("no such rotations"),
    }
}

/// The likeliest axes and angles, which are stated.
pub(super) fn of_stated_angles(array: &Array, stated: Stated<'_>) -> ArrayReading {
    let mut all = alignments(array, stated);
    sort_by(&mut all, |a, b| b.evidence.likelihood.total_cmp(&a.evidence.likelihood));
    match all.into_iter().next() {
        Some(best) => ArrayReading::of(ArrayContent::Rotations(best.rotations), Certainty::Sure, Vec::new()),
        None => ArrayReading::nothing("no rows of rotations"),
    }
}
