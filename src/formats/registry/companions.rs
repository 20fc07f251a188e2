//! Companion files: files that the one being read may need.

use std::fmt;

use super::kinds::KindInfo;
use super::sniff::SNIFFED;
use crate::error::{ErrorKind, Limits, Location, ParseError};
use crate::formats::reading::{Family, FormatReader, Kind, ReadOptions, ReaderStart};

/// Recognises the kinds of files that a program asks for. Function pointers keep the code for others out of the program.
#[derive(Debug, Clone, Copy)]
pub(super) struct Detector {
    pub(super) recognise: fn(&str, &[u8]) -> Result<&'static KindInfo, ParseError>,
    /// Whether it can say what files are that it does not know.
    pub(super) explains: bool,
    /// `None` if the program does not read gzipped files.
    pub(super) gzip: Option<Gzip>,
}

impl Detector {
    /// Recognises the kinds of a program alone, and reads nothing gzipped.
    pub(super) fn plain(recognise: fn(&str, &[u8]) -> Result<&'static KindInfo, ParseError>) -> Self {
        Self { recognise, explains: false, gzip: None }
    }

    /// The kind of a file, by its first [`SNIFFED`] bytes. Any further bytes are ignored.
    pub(super) fn recognise(&self, name: &str, bytes: &[u8]) -> Result<&'static KindInfo, ParseError> {
        (self.recognise)(name, bytes.get(..SNIFFED).unwrap_or(bytes))
    }
}

/// The functions for gzipped files. A program that does not ask for them does not link them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Gzip {
    /// Unpacks a file with this name and these bytes to at most so many bytes.
    pub(super) unpack: fn(&str, &[u8], u64) -> Result<UnpackedFile, ParseError>,
    /// Creates the reader for a gzipped file with this name.
    pub(super) reader: fn(String, Limits, Companions) -> Box<dyn FormatReader>,
}

/// The file inside a gzipped one.
pub(super) struct UnpackedFile {
    pub(super) name: String,
    /// Its bytes, up to the first damaged part.
    pub(super) bytes: Vec<u8>,
}

/// Files that the one being read may need: skeletons, skins, keys, and scenes with figures. Clones are cheap and share what was
/// parsed: motions read with clones of the same companions share their skeleton.
pub struct Companions {
    pub(super) detector: Detector,
    families: Vec<Box<dyn Family>>,
    /// Decisions of a person where a reader would guess or choose.
    pub options: ReadOptions,
}

impl Companions {
    pub(super) fn new(detector: Detector, families: Vec<Box<dyn Family>>) -> Self {
        Self { detector, families, options: ReadOptions::default() }
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

    /// Names of the files, without folders, that a file names and cannot be read without, such as the `.bin` of a `.gltf`. Programs that
    /// find the file in a folder look for them there.
    pub fn named_files(&self, name: &str, bytes: &[u8]) -> Vec<String> {
        let info = self.detector.recognise(name, bytes).ok().filter(|info| info.names_files);
        let family =
            info.and_then(|info| Some((self.families.iter().find(|family| family.name() == info.family)?, info.kind)));
        family.map_or_else(Vec::new, |(family, kind)| family.named_files(kind, bytes))
    }

    /// The reader for a file, from its family.
    pub(super) fn reader(&self, info: &KindInfo, start: ReaderStart) -> Result<Box<dyn FormatReader>, ParseError> {
        match self.families.iter().find(|family| family.name() == info.family) {
            Some(family) => family.reader(start),
            None => {
                let advice =
                    if info.module.is_empty() { "; the program has one: `marey convert FILE motion.bvh`" } else { "" };
                let message = format!("there is no reader for .{} files in this build{advice}", info.name());
                let place = Location { byte: 0, line: 1, column: 1 };
                Err(ParseError::new(ErrorKind::Unsupported, "file.no-reader", message).at(place))
            }
        }
    }
}

impl Clone for Companions {
    fn clone(&self) -> Self {
        let families = self.families.iter().map(|family| family.boxed_clone()).collect();
        Self { detector: self.detector, families, options: self.options.clone() }
    }
}

/// Prints only the families' names: `Debug` for the families themselves would add code to every program.
impl fmt::Debug for Companions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.families.iter().map(|family| family.name())).finish()
    }
}
