//! TRC as a family.

use super::reader::TrcReader;
use crate::error::ParseError;
use crate::formats::reading::{Family, FormatReader, ReaderStart};

#[derive(Debug, Clone, Copy)]
struct Trc;

/// TRC: points as a table of text.
pub fn family() -> Box<dyn Family> {
    Box::new(Trc)
}

impl Family for Trc {
    fn name(&self) -> &'static str {
        "trc"
    }

    fn reader(&self, start: ReaderStart) -> Result<Box<dyn FormatReader>, ParseError> {
        Ok(Box::new(TrcReader::new(start)))
    }

    fn boxed_clone(&self) -> Box<dyn Family> {
        Box::new(*self)
    }
}
