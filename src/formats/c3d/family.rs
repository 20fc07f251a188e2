//! C3D as a family.

use super::reader::C3dReader;
use crate::error::ParseError;
use crate::formats::reading::{Family, FormatReader, ReaderStart};

#[derive(Debug, Clone, Copy)]
struct C3d;

/// C3D: points, events and more of a motion capture.
pub fn family() -> Box<dyn Family> {
    Box::new(C3d)
}

impl Family for C3d {
    fn name(&self) -> &'static str {
        "c3d"
    }

    fn reader(&self, start: ReaderStart) -> Result<Box<dyn FormatReader>, ParseError> {
        Ok(Box::new(C3dReader::new(start)))
    }

    fn boxed_clone(&self) -> Box<dyn Family> {
        Box::new(*self)
    }
}
