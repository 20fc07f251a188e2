//! Companion files: skeletons, and skins for them.

use std::sync::Arc;

use super::asf;
use super::rig::AcclaimRig;
use super::skin::SkinFile;
use crate::error::{Limits, ParseError};
use crate::formats::reading::Kind;

#[derive(Debug)]
pub(super) struct Candidate {
    pub(super) file: String,
    /// The error of a broken file is returned if it is chosen.
    pub(super) rig: Result<Arc<AcclaimRig>, ParseError>,
}

/// Skeletons and skins. Each skeleton is parsed once, however many motions share it.
#[derive(Debug, Clone, Default)]
pub(super) struct AcclaimCompanions {
    skeletons: Vec<Arc<Candidate>>,
    skins: Vec<SkinFile>,
    /// The file of the skin to use if several fit.
    pub(super) wanted_skin: Option<String>,
}

impl AcclaimCompanions {
    /// Adds a skeleton or skin; ignores other files.
    pub(super) fn add(&mut self, kind: Kind, name: &str, bytes: &[u8], limits: &Limits) {
        match kind {
            Kind::Asf => {
                let rig = asf::read(name, bytes, limits).map(Arc::new).map_err(|error| error.in_file(name));
                self.skeletons.push(Arc::new(Candidate { file: name.to_owned(), rig }));
            }
            Kind::Obj => self.skins.push(SkinFile { name: name.into(), bytes: bytes.into() }),
            _ => {}
        }
    }

    pub(super) fn skeletons(&self) -> &[Arc<Candidate>] {
        &self.skeletons
    }

    pub(super) fn wanted_skin(&self) -> Option<&str> {
        self.wanted_skin.as_deref()
    }

    pub(super) fn skins(&self) -> &[SkinFile] {
        &self.skins
    }
}
