//! The Sims' formats as a family.

use super::companions::SimsCompanions;
use super::reader::SimsReader;
use crate::error::{Limits, ParseError};
use crate::formats::reading::{Family, FormatReader, Kind, ReaderStart};

#[derive(Debug, Clone, Default)]
struct Sims(SimsCompanions);

/// The Sims' formats: SKEL and ANIM, and the catalogues CMX and BCF with their keys (CFP).
pub fn family() -> Box<dyn Family> {
    Box::new(Sims::default())
}

impl Family for Sims {
    fn name(&self) -> &'static str {
        "sims"
    }

    fn reader(&self, start: ReaderStart) -> Result<Box<dyn FormatReader>, ParseError> {
        let ReaderStart { kind, name, limits, .. } = start;
        Ok(Box::new(SimsReader::new(kind, name, limits, self.0.clone())))
    }

    fn add(&mut self, kind: Kind, name: &str, bytes: &[u8], limits: &Limits) {
        self.0.add(kind, name, bytes, limits);
    }

    fn boxed_clone(&self) -> Box<dyn Family> {
        Box::new(self.clone())
    }
}
