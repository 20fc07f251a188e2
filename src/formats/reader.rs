//! The readers of all formats behind one face.

#[cfg(feature = "acclaim")]
use super::acclaim;
use super::companions::Companions;
#[cfg(feature = "hanim")]
use super::hanim;
#[cfg(feature = "skel")]
use super::skel;
use super::text::Ruler;
use super::{Kind, bvh};
use crate::error::{ErrorKind, Limits, Location, ParseError};
use crate::model::{Clip, Motion};

/// Reads the text of one file, piece by piece.
#[derive(Debug, Clone)]
pub(super) enum Reader {
    Bvh(Box<bvh::Reader>),
    #[cfg(feature = "acclaim")]
    Asf(Box<acclaim::AsfReader>),
    #[cfg(feature = "acclaim")]
    Amc(Box<acclaim::AmcReader>),
    #[cfg(feature = "skel")]
    Sims(Box<skel::Reader>),
    #[cfg(feature = "hanim")]
    Hanim(Box<hanim::Reader>),
}

impl Reader {
    /// The reader for a file of that kind. `name` is the clip's; `ruler` tells places in the file from places in the text.
    pub(super) fn new(
        kind: Kind,
        name: String,
        limits: Limits,
        ruler: Ruler,
        companions: Companions,
    ) -> Result<Self, ParseError> {
        #[cfg(feature = "hanim")]
        if let Some(encoding) = hanim::Encoding::of(kind) {
            return Ok(Self::Hanim(Box::new(hanim::Reader::new(name, encoding, limits, ruler))));
        }
        let (code, message) = match kind {
            Kind::Bvh => return Ok(Self::Bvh(Box::new(bvh::Reader::new(name, limits, ruler)))),
            #[cfg(feature = "acclaim")]
            Kind::Asf => {
                let reader = acclaim::AsfReader::new(name, limits, ruler, companions.acclaim);
                return Ok(Self::Asf(Box::new(reader)));
            }
            #[cfg(feature = "acclaim")]
            Kind::Amc => {
                let reader = acclaim::AmcReader::new(name, limits, ruler, companions.acclaim);
                return Ok(Self::Amc(Box::new(reader)));
            }
            #[cfg(feature = "acclaim")]
            Kind::Obj => ("obj.alone", "this is a skin: drop it together with its skeleton (.asf)".to_owned()),
            #[cfg(feature = "skel")]
            Kind::Skel | Kind::Anim | Kind::Cmx | Kind::Bcf | Kind::Cfp => {
                return Ok(Self::Sims(Box::new(skel::Reader::new(kind, name, limits, companions.skel))));
            }
            // With every reader in the build only packed files, and those were unpacked before.
            other => {
                #[cfg(not(any(feature = "acclaim", feature = "skel")))]
                let _ = companions;
                ("file.no-reader", format!("there is no reader for .{} files in this build", other.name()))
            }
        };
        let start = Location { byte: 0, line: 1, column: 1 };
        Err(ParseError::new(ErrorKind::Unsupported, code, message).at(start))
    }

    /// Reads the next piece.
    pub(super) fn push(&mut self, text: &[u8]) -> Result<(), ParseError> {
        match self {
            Self::Bvh(reader) => reader.push(text),
            #[cfg(feature = "acclaim")]
            Self::Asf(reader) => reader.push(text),
            #[cfg(feature = "acclaim")]
            Self::Amc(reader) => reader.push(text),
            #[cfg(feature = "skel")]
            Self::Sims(reader) => reader.push(text),
            #[cfg(feature = "hanim")]
            Self::Hanim(reader) => reader.push(text),
        }
    }

    /// Frames so far, those taken included; `None` until the rows have begun.
    pub(super) fn frame_count(&self) -> Option<usize> {
        match self {
            Self::Bvh(reader) => reader.frame_count(),
            #[cfg(feature = "acclaim")]
            Self::Asf(_) => None,
            #[cfg(feature = "acclaim")]
            Self::Amc(reader) => reader.frame_count(),
            #[cfg(feature = "skel")]
            Self::Sims(_) => None,
            #[cfg(feature = "hanim")]
            Self::Hanim(_) => None,
        }
    }

    /// Makes room for so many frames in all, unless rows are being taken away.
    pub(super) fn expect_frames(&mut self, frames: usize) {
        match self {
            Self::Bvh(reader) => reader.expect_frames(frames),
            #[cfg(feature = "acclaim")]
            Self::Asf(_) => {}
            #[cfg(feature = "acclaim")]
            Self::Amc(reader) => reader.expect_frames(frames),
            #[cfg(feature = "skel")]
            Self::Sims(_) => {}
            #[cfg(feature = "hanim")]
            Self::Hanim(_) => {}
        }
    }

    /// Frames read and not yet taken.
    pub(super) fn take_frames(&mut self) -> Option<Motion> {
        match self {
            Self::Bvh(reader) => reader.take_frames(),
            #[cfg(feature = "acclaim")]
            Self::Asf(_) => None,
            #[cfg(feature = "acclaim")]
            Self::Amc(reader) => reader.take_frames(),
            #[cfg(feature = "skel")]
            Self::Sims(_) => None,
            #[cfg(feature = "hanim")]
            Self::Hanim(_) => None,
        }
    }

    /// The clip without its frames, once rows have begun.
    pub(super) fn preview(&self) -> Option<Clip> {
        match self {
            Self::Bvh(reader) => reader.preview(),
            #[cfg(feature = "acclaim")]
            Self::Asf(_) => None,
            #[cfg(feature = "acclaim")]
            Self::Amc(reader) => reader.preview(),
            #[cfg(feature = "skel")]
            Self::Sims(_) => None,
            #[cfg(feature = "hanim")]
            Self::Hanim(_) => None,
        }
    }

    /// The clip, with the rows not yet taken.
    pub(super) fn finish(self) -> Result<Clip, ParseError> {
        match self {
            Self::Bvh(reader) => reader.finish(),
            #[cfg(feature = "acclaim")]
            Self::Asf(reader) => reader.finish(),
            #[cfg(feature = "acclaim")]
            Self::Amc(reader) => reader.finish(),
            #[cfg(feature = "skel")]
            Self::Sims(reader) => reader.finish(),
            #[cfg(feature = "hanim")]
            Self::Hanim(reader) => reader.finish(),
        }
    }
}
