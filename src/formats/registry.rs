//! The families that a program reads.

#[cfg(feature = "acclaim")]
use super::acclaim;
use super::bvh;
use super::family::Family;
#[cfg(feature = "hanim")]
use super::gzip::GZIP;
use super::gzip::Gzip;
#[cfg(feature = "hanim")]
use super::hanim;
use super::kinds::{Kind, KindInfo};
#[cfg(feature = "skel")]
use super::skel;
use super::sniff::{recognise, recognise_plain_bvh};
use crate::error::ParseError;

/// Bytes that decide the kind of a file; all of a shorter file.
pub(super) const SNIFFED: usize = 1024;

/// Makes a family without companions.
pub type NewFamily = fn() -> Box<dyn Family>;

/// The families that a program reads. The default is all that this build has; a program that names the ones it needs contains no
/// others.
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

/// Tells the kind of a file, for one program.
#[derive(Debug, Clone, Copy)]
pub(super) struct Detector {
    recognise: fn(&str, &[u8]) -> Result<&'static KindInfo, ParseError>,
    /// `None` if the program does not read packed files.
    pub(super) gzip: Option<Gzip>,
}

impl Detector {
    /// The kind of a file, by its first [`SNIFFED`] bytes: the same however many follow.
    pub(super) fn recognise(&self, name: &str, bytes: &[u8]) -> Result<&'static KindInfo, ParseError> {
        (self.recognise)(name, bytes.get(..SNIFFED).unwrap_or(bytes))
    }
}

impl Formats {
    /// Recognises all kinds of files and reads none.
    pub fn none() -> Self {
        Self { families: Vec::new(), detector: Detector { recognise, gzip: None } }
    }

    /// Reads [plain BVH](super::is_plain_bvh) alone, and does not tell what other files are: the smallest program.
    pub fn plain_bvh() -> Self {
        Self { families: vec![bvh::family], detector: Detector { recognise: recognise_plain_bvh, gzip: None } }
    }

    /// Reads a family, too.
    #[must_use]
    pub fn with(mut self, family: NewFamily) -> Self {
        self.families.push(family);
        self
    }

    /// Reads files that gzip has packed, too.
    #[cfg(feature = "hanim")]
    #[must_use]
    pub fn with_gzip(mut self) -> Self {
        self.detector.gzip = Some(GZIP);
        self
    }

    /// Whether one of the families reads a file, by its name and its first bytes (1024, or all); for gzip files, by the unpacked
    /// bytes. If `false`, a program with other families may read it. `true` for files that no program reads: all give the same error.
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
            Err(_) => true,
        }
    }

    /// The families, without companions.
    pub(super) fn families(&self) -> Vec<Box<dyn Family>> {
        self.families.iter().map(|new| new()).collect()
    }
}

impl Default for Formats {
    fn default() -> Self {
        let formats = Self::none().with(bvh::family);
        #[cfg(feature = "acclaim")]
        let formats = formats.with(acclaim::family);
        #[cfg(feature = "skel")]
        let formats = formats.with(skel::family);
        #[cfg(feature = "hanim")]
        let formats = formats.with(hanim::family).with_gzip();
        formats
    }
}
