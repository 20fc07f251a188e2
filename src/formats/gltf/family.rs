//! glTF as a family.

use super::companions::{GltfCompanions, named_files};
use super::reader::GltfReader;
use crate::error::{Limits, ParseError};
use crate::formats::reading::{Family, FormatReader, Kind, ReaderStart};

#[derive(Debug, Clone, Default)]
struct Gltf(GltfCompanions);

/// glTF 2.0: `.glb`, and `.gltf` with the `.bin` that it names; VRM and VRMA, which are such files.
pub fn family() -> Box<dyn Family> {
    Box::new(Gltf::default())
}

impl Family for Gltf {
    fn name(&self) -> &'static str {
        "gltf"
    }

    fn reader(&self, start: ReaderStart) -> Result<Box<dyn FormatReader>, ParseError> {
        Ok(Box::new(GltfReader::new(start, self.0.clone())))
    }

    fn add(&mut self, kind: Kind, name: &str, bytes: &[u8], limits: &Limits) {
        if kind == Kind::Bin {
            self.0.add(name, bytes, limits);
        }
    }

    fn named_files(&self, kind: Kind, bytes: &[u8]) -> Vec<String> {
        if kind == Kind::Gltf { named_files(bytes) } else { Vec::new() }
    }

    fn boxed_clone(&self) -> Box<dyn Family> {
        Box::new(self.clone())
    }
}
