//! The fields that the text and binary forms of a file share, in the same order.

use crate::error::{ErrorKind, Location, ParseError};
use crate::formats::reading::growth::push;

pub(super) type FieldPair = (String, String);
pub(super) type Properties = Vec<Vec<FieldPair>>;

/// Data after a file's end: its length in bytes or lines, and its start.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Surplus {
    pub(super) count: usize,
    pub(super) at: Location,
}

/// A file as a sequence of fields. `what` names a field in errors.
pub(super) trait Fields {
    fn place(&self) -> Location;
    fn text(&mut self, what: &str) -> Result<String, ParseError>;
    fn int(&mut self, what: &str) -> Result<i32, ParseError>;
    fn float(&mut self, what: &str) -> Result<f32, ParseError>;
    /// A count of items of at least `least` bytes each. An error if they cannot all follow.
    fn count(&mut self, least: usize, what: &str) -> Result<usize, ParseError>;
    /// A vector or a quaternion.
    fn floats<const N: usize>(&mut self, what: &str) -> Result<[f32; N], ParseError>;
}

/// A count and as many pairs.
pub(super) fn pairs(from: &mut impl Fields) -> Result<Vec<FieldPair>, ParseError> {
    let count = from.count(2, "pairs of a property")?;
    items(from, count, |from| Ok((from.text("a property's key")?, from.text("a property's value")?)))
}

/// A count and as many lists of pairs.
pub(super) fn properties(from: &mut impl Fields) -> Result<Properties, ParseError> {
    let count = from.count(1, "properties")?;
    items(from, count, pairs)
}

/// As many items as were counted.
pub(super) fn items<F: Fields, T>(
    from: &mut F,
    count: usize,
    mut one: impl FnMut(&mut F) -> Result<T, ParseError>,
) -> Result<Vec<T>, ParseError> {
    let mut list = Vec::new();
    for _ in 0..count {
        let at = from.place();
        push(&mut list, one(from)?).map_err(|_| no_memory(at))?;
    }
    Ok(list)
}

pub(super) fn no_memory(at: Location) -> ParseError {
    ParseError::new(ErrorKind::Limit, "skel.out-of-memory", "the machine has no memory left for the file").at(at)
}
