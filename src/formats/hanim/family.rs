//! HAnim's formats as a family.

use super::HanimReader;
use super::companions::HanimCompanions;
use super::scene::SceneEncoding;
use crate::error::{Limits, ParseError};
use crate::formats::reading::{Family, FormatReader, Kind, ReaderStart};

#[derive(Debug, Clone, Default)]
struct Hanim(HanimCompanions);

/// HAnim's formats: X3D in XML, ClassicVRML and JSON, and VRML97.
pub fn family() -> Box<dyn Family> {
    Box::new(Hanim::default())
}

impl Family for Hanim {
    fn name(&self) -> &'static str {
        "hanim"
    }

    fn reader(&self, start: ReaderStart) -> Result<Box<dyn FormatReader>, ParseError> {
        let ReaderStart { kind, name, limits, ruler, options, .. } = start;
        let mut companions = self.0.clone();
        companions.motions_apart = options.motions_apart;
        Ok(Box::new(HanimReader::new(name, SceneEncoding::of(kind), limits, ruler, companions)))
    }

    fn add(&mut self, kind: Kind, name: &str, bytes: &[u8], _limits: &Limits) {
        self.0.add(SceneEncoding::of(kind), name, bytes);
    }

    fn boxed_clone(&self) -> Box<dyn Family> {
        Box::new(self.clone())
    }
}
