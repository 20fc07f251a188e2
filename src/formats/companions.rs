//! Companion files: files that the one being read may need.

use std::fmt;

use super::family::{Family, ReaderStart};
use super::format_reader::FormatReader;
use super::kinds::{Kind, KindInfo};
use super::sniff::SNIFFED;
use crate::error::{ErrorKind, Limits, Location, ParseError};

/// Recognises the kinds of files that a program asks for. Function pointers keep the code for others out of the program.
#[derive(Debug, Clone, Copy)]
pub(super) struct Detector {
    pub(super) recognise: fn(&str, &[u8]) -> Result<&'static KindInfo, ParseError>,
    /// `None` if the program does not read gzipped files.
    pub(super) gzip: Option<Gzip>,
}

impl Detector {
    /// The kind of a file, by its first [`SNIFFED`] bytes. Any further bytes are ignored.
    pub(super) fn recognise(&self, name: &str, bytes: &[u8]) -> Result<&'static KindInfo, ParseError> {
        (self.recognise)(name, bytes.get(..SNIFFED).unwrap_or(bytes))
    }
}

/// The functions for gzipped files. A program that does not ask for them does not link them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Gzip {
    /// Unpacks a file with this name and these bytes to at most so many bytes.
    pub(super) unpack: fn(&str, &[u8], u64) -> Result<Unpacked, ParseError>,
    /// Creates the reader for a gzipped file with this name.
    pub(super) reader: fn(String, Limits, Companions) -> Box<dyn FormatReader>,
}

/// The file inside a gzipped one.
pub(super) struct Unpacked {
    pub(super) name: String,
    /// Its bytes, up to the first damaged part.
    pub(super) bytes: Vec<u8>,
}

/// Files that the one being read may need: skeletons, skins, keys, and scenes with figures. Clones are cheap and share what was
/// parsed: motions read with clones of the same companions share their skeleton.
pub struct Companions {
    pub(super) detector: Detector,
    families: Vec<Box<dyn Family>>,
    /// See [`skip_reference`](Self::skip_reference).
    pub(super) skips_reference: bool,
}

impl Companions {
    pub(super) fn new(detector: Detector, families: Vec<Box<dyn Family>>) -> Self {
        Self { detector, families, skips_reference: false }
    }

    /// Adds a file. Never fails: files that no motion needs are ignored, and the error of a broken file is returned when a motion
    /// needs it. Of Acclaim skeletons that fit equally well the first one added is used, of The Sims' the last one.
    pub fn add(&mut self, name: &str, bytes: &[u8], limits: &Limits) {
        let Ok(info) = self.detector.recognise(name, bytes) else { return };
        if let (Kind::Gzip, Some(gzip)) = (info.kind, self.detector.gzip) {
            let Ok(unpacked) = (gzip.unpack)(name, bytes, limits.input_bytes.min(limits.unpacked_bytes)) else {
                return;
            };
            if let Ok(inner) = self.detector.recognise(&unpacked.name, &unpacked.bytes) {
                self.add_kind(inner, name, &unpacked.bytes, limits);
            }
        } else {
            self.add_kind(info, name, bytes, limits);
        }
    }

    fn add_kind(&mut self, info: &KindInfo, name: &str, bytes: &[u8], limits: &Limits) {
        let mut families = self.families.iter_mut();
        if let Some(family) = families.find(|family| family.name() == info.family) {
            family.add(info.kind, name, bytes, limits);
        }
    }

    /// Makes each scene play only its own motions. A scene without a figure still gets one from another file, and Inlines still
    /// find their files.
    pub fn keep_motions_apart(&mut self) {
        self.families.iter_mut().for_each(|family| family.keep_motions_apart());
    }

    /// Chooses the skin by its file's name if several fit a figure. Otherwise the best is used: first one that the skeleton lists,
    /// then the one for most of its bones, then the one with most triangles. [`About::skins`](crate::model::About::skins) lists
    /// all that fit.
    pub fn wear(&mut self, name: &str) {
        self.families.iter_mut().for_each(|family| family.wear(name));
    }

    /// Overrules guesses about arrays of NumPy: their joints, and what their axes mean.
    pub fn read_arrays_as(&mut self, options: &super::ArrayOptions) {
        self.families.iter_mut().for_each(|family| family.read_arrays_as(options));
    }

    /// Leaves out the first frame of a BVH if it is a [reference pose](crate::body::starts_with_reference). Its warning
    /// `bvh.reference-frame` stays.
    pub fn skip_reference(&mut self, skips: bool) {
        self.skips_reference = skips;
    }

    /// The reader for a file, from its family.
    pub(super) fn reader(&self, info: &KindInfo, start: ReaderStart) -> Result<Box<dyn FormatReader>, ParseError> {
        match self.families.iter().find(|family| family.name() == info.family) {
            Some(family) => family.reader(start),
            None => {
                let message = format!("there is no reader for .{} files in this build", info.name());
                let place = Location { byte: 0, line: 1, column: 1 };
                Err(ParseError::new(ErrorKind::Unsupported, "file.no-reader", message).at(place))
            }
        }
    }
}

impl Clone for Companions {
    fn clone(&self) -> Self {
        let families = self.families.iter().map(|family| family.boxed_clone()).collect();
        Self { detector: self.detector, families, skips_reference: self.skips_reference }
    }
}

/// Prints only the families' names: `Debug` for the families themselves would add code to every program.
impl fmt::Debug for Companions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.families.iter().map(|family| family.name())).finish()
    }
}
