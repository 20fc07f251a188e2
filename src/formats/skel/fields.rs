//! What the text and the binary forms of a file have in common: the same fields in the same order.

use crate::error::{Location, ParseError};

/// A key and its value.
pub(super) type Pair = (String, String);
/// Some lists of pairs.
pub(super) type Properties = Vec<Vec<Pair>>;

/// What a file holds behind its end, in bytes or lines, and where that starts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Surplus {
    pub(super) count: usize,
    pub(super) at: Location,
}

/// A file as a sequence of fields. `what` names a field in the refusal if it is not there.
pub(super) trait Fields {
    /// Where the next field begins.
    fn place(&self) -> Location;
    /// A text.
    fn text(&mut self, what: &str) -> Result<String, ParseError>;
    /// A whole number.
    fn int(&mut self, what: &str) -> Result<i32, ParseError>;
    /// A number.
    fn float(&mut self, what: &str) -> Result<f32, ParseError>;
    /// How many items follow, of at least `least` bytes each. Refused if they cannot all be there.
    fn count(&mut self, least: usize, what: &str) -> Result<usize, ParseError>;
    /// A vector or a quaternion.
    fn floats<const N: usize>(&mut self, what: &str) -> Result<[f32; N], ParseError>;
}

/// A count, then so many pairs.
pub(super) fn pairs(from: &mut impl Fields) -> Result<Vec<Pair>, ParseError> {
    let count = from.count(2, "pairs of a property")?;
    (0..count).map(|_| Ok((from.text("a property's key")?, from.text("a property's value")?))).collect()
}

/// Properties: a count, then so many lists of pairs.
pub(super) fn properties(from: &mut impl Fields) -> Result<Properties, ParseError> {
    let count = from.count(1, "properties")?;
    (0..count).map(|_| pairs(from)).collect()
}
