//! Acclaim's formats as a family.

use super::amc::AmcReader;
use super::asf_reader::AsfReader;
use super::companions::AcclaimCompanions;
use crate::error::{ErrorKind, Limits, Location, ParseError};
use crate::formats::reading::{Family, FormatReader, Kind, ReaderStart};

#[derive(Debug, Clone, Default)]
struct Acclaim(AcclaimCompanions);

/// Acclaim's formats: ASF, AMC, and OBJ as their skin.
pub fn family() -> Box<dyn Family> {
    Box::new(Acclaim::default())
}

impl Family for Acclaim {
    fn name(&self) -> &'static str {
        "acclaim"
    }

    fn reader(&self, start: ReaderStart) -> Result<Box<dyn FormatReader>, ParseError> {
        let ReaderStart { kind, name, limits, ruler, options, .. } = start;
        let mut companions = self.0.clone();
        companions.wanted_skin = options.skin;
        match kind {
            Kind::Asf => Ok(Box::new(AsfReader::new(name, limits, ruler, companions))),
            Kind::Amc => Ok(Box::new(AmcReader::new(name, limits, ruler, companions))),
            _ => {
                let message = "this is a skin: drop it together with its skeleton (.asf)";
                let place = Location { byte: 0, line: 1, column: 1 };
                Err(ParseError::new(ErrorKind::Unsupported, "obj.alone", message).at(place))
            }
        }
    }

    fn add(&mut self, kind: Kind, name: &str, bytes: &[u8], limits: &Limits) {
        self.0.add(kind, name, bytes, limits);
    }

    fn boxed_clone(&self) -> Box<dyn Family> {
        Box::new(self.clone())
    }
}
