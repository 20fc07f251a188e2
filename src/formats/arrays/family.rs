//! Arrays as a family.

use super::companions::ArraysCompanions;
use super::reader::ArraysReader;
use crate::error::{Limits, ParseError};
use crate::formats::reading::{Family, FormatReader, Kind, ReaderStart};

#[derive(Debug, Clone, Default)]
struct ArraysFamily(ArraysCompanions);

/// Arrays of NumPy: `.npy`, `.npz`, and pickles of arrays.
pub fn family() -> Box<dyn Family> {
    Box::new(ArraysFamily::default())
}

impl Family for ArraysFamily {
    fn name(&self) -> &'static str {
        "arrays"
    }

    fn reader(&self, start: ReaderStart) -> Result<Box<dyn FormatReader>, ParseError> {
        let mut companions = self.0.clone();
        companions.options = start.options.arrays.clone();
        Ok(Box::new(ArraysReader::new(start, companions)))
    }

    fn add(&mut self, kind: Kind, name: &str, bytes: &[u8], limits: &Limits) {
        self.0.add(kind, name, bytes, limits);
    }

    fn boxed_clone(&self) -> Box<dyn Family> {
        Box::new(self.clone())
    }
}
