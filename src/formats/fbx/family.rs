//! FBX as a family.

use super::reader::FbxReader;
use crate::error::ParseError;
use crate::formats::reading::{Family, FormatReader, ReaderStart};

struct Fbx;

/// FBX 7, binary and ASCII.
pub fn family() -> Box<dyn Family> {
    Box::new(Fbx)
}

impl Family for Fbx {
    fn name(&self) -> &'static str {
        "fbx"
    }

    fn reader(&self, start: ReaderStart) -> Result<Box<dyn FormatReader>, ParseError> {
        Ok(Box::new(FbxReader::new(start)))
    }

    fn boxed_clone(&self) -> Box<dyn Family> {
        family()
    }
}
