//! Which families of formats a program reads.

use super::companions::{Companions, Detector};
use super::gzip::GZIP;
use super::parser::{Parser, parse_with};
use super::sniff::{
    recognise, recognise_arrays, recognise_fbx, recognise_gltf, recognise_markers, recognise_plain_bvh,
};
use crate::error::{Limits, ParseError};
use crate::formats::families::{acclaim, arrays, bvh, c3d, fbx, gltf, hanim, sims, trc};
use crate::formats::reading::{Family, Kind};
use crate::model::Clip;

/// Makes a family without companions.
pub type NewFamily = fn() -> Box<dyn Family>;

/// The families of formats that a program reads. The default is all of this build's; a program that names the ones it needs links
/// no others.
///
/// ```
/// use marey::Limits;
/// use marey::formats::{Formats, Parser, families};
///
/// let formats = Formats::none().with(families::bvh).with(families::acclaim);
/// assert!(formats.reads("walk.amc", b":FULLY-SPECIFIED\n"));
/// assert!(!formats.reads("walk.x3d", b"<X3D>"));
/// let mut parser = Parser::for_formats(&formats, "walk.bvh", None, Limits::default());
/// parser.push(b"HIERARCHY ROOT hips { OFFSET 0 0 0 }")?;
/// assert_eq!(parser.finish()?.name, "walk");
/// # Ok::<(), marey::ParseError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Formats {
    families: Vec<NewFamily>,
    pub(super) detector: Detector,
}

impl Formats {
    /// Recognises all kinds of files and reads none.
    pub fn none() -> Self {
        Self { families: Vec::new(), detector: Detector { recognise, explains: true, gzip: None } }
    }

    /// Reads only [plain BVH](crate::formats::is_plain_bvh), and recognises no other kind of file. This makes the smallest program.
    pub fn plain_bvh() -> Self {
        Self { families: vec![bvh], detector: Detector::plain(recognise_plain_bvh) }
    }

    /// Reads only arrays of NumPy, and recognises no other kind of file.
    pub fn plain_arrays() -> Self {
        Self { families: vec![arrays], detector: Detector::plain(recognise_arrays) }
    }

    /// Reads only glTF, and recognises no other kind of file.
    pub fn plain_gltf() -> Self {
        Self { families: vec![gltf], detector: Detector::plain(recognise_gltf) }
    }

    /// Reads only FBX, and recognises no other kind of file.
    pub fn plain_fbx() -> Self {
        Self { families: vec![fbx], detector: Detector::plain(recognise_fbx) }
    }

    /// Reads only recorded markers, C3D and TRC, and recognises no other kind of file.
    pub fn plain_markers() -> Self {
        Self { families: vec![c3d, trc], detector: Detector::plain(recognise_markers) }
    }

    /// Adds a family.
    #[must_use]
    pub fn with(mut self, family: NewFamily) -> Self {
        self.families.push(family);
        self
    }

    /// Adds gzipped files of these families.
    #[must_use]
    pub fn with_gzip(mut self) -> Self {
        self.detector.gzip = Some(GZIP);
        self
    }

    /// Whether one of the families reads a file, by its name and its first bytes (1024, or the whole file); of a gzipped file
    /// the unpacked bytes count. If `false`, a program with other families may read it. Also `true` for files that no program reads, unless
    /// this one recognises only its own: all others refuse them with the same error.
    pub fn reads(&self, name: &str, head: &[u8]) -> bool {
        match self.detector.recognise(name, head) {
            Ok(info) if info.kind == Kind::Gzip => {
                match self.detector.gzip.map(|gzip| (gzip.unpack)(name, head, u64::MAX)) {
                    Some(Ok(start)) => self.reads(&start.name, &start.bytes),
                    Some(Err(_)) => true,
                    None => false,
                }
            }
            Ok(info) => self.families.iter().any(|new| new().name() == info.family),
            Err(_) => self.detector.explains,
        }
    }

    /// Makes the families, without companions.
    fn families(&self) -> Vec<Box<dyn Family>> {
        self.families.iter().map(|new| new()).collect()
    }
}

impl Default for Formats {
    fn default() -> Self {
        let formats = Self::none().with(bvh).with(acclaim).with(arrays).with(sims);
        formats.with(hanim).with(gltf).with(fbx).with(c3d).with(trc).with_gzip()
    }
}

impl Companions {
    /// Creates an empty set of companions for files of these formats.
    pub fn of(formats: &Formats) -> Self {
        Self::new(formats.detector, formats.families())
    }
}

impl Default for Companions {
    /// Creates an empty set of companions for files of all formats in this build.
    fn default() -> Self {
        Self::of(&Formats::default())
    }
}

impl Parser {
    /// Creates a parser for a file with this name. The clip gets its name from it, and the extension decides where the bytes do
    /// not tell the format. `size_hint` is the file's size in bytes, used only to estimate the number of frames; it may be wrong.
    pub fn new(name: &str, size_hint: Option<u64>, limits: Limits) -> Self {
        Self::with(Companions::default(), name, size_hint, limits)
    }

    /// Like [`new`](Self::new), for these formats instead of all formats in this build.
    pub fn for_formats(formats: &Formats, name: &str, size_hint: Option<u64>, limits: Limits) -> Self {
        Self::with(Companions::of(formats), name, size_hint, limits)
    }
}

/// Reads a whole file. For `name` see [`Parser::new`].
pub fn parse(name: &str, bytes: &[u8], limits: Limits) -> Result<Clip, ParseError> {
    parse_with(name, bytes, limits, Companions::default())
}
