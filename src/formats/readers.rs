//! The reader for each kind of file.

#[cfg(feature = "acclaim")]
use super::acclaim;
#[cfg(feature = "bvh")]
use super::bvh;
use super::companions::Companions;
use super::format_reader::FormatReader;
#[cfg(feature = "hanim")]
use super::hanim;
#[cfg(feature = "skel")]
use super::skel;
use super::text::Ruler;
use super::{Kind, sniff};
#[cfg(feature = "gzip")]
use super::{SNIFFED, gzip};
use crate::error::{ErrorKind, Limits, Location, ParseError};

/// Whether this build reads a file, by its name and its first bytes (1024, or all); for gzip files, by the unpacked bytes. If
/// `false`, a build with other features may read it. `true` for files that no build reads: all give the same error.
pub fn reads(name: &str, head: &[u8]) -> bool {
    match sniff(name, head) {
        Ok(Kind::Bvh) => cfg!(feature = "bvh"),
        Ok(Kind::Asf | Kind::Amc | Kind::Obj) => cfg!(feature = "acclaim"),
        Ok(Kind::Skel | Kind::Anim | Kind::Cmx | Kind::Bcf | Kind::Cfp) => cfg!(feature = "skel"),
        Ok(Kind::X3d | Kind::X3dv | Kind::Vrml | Kind::X3dJson) => cfg!(feature = "hanim"),
        Ok(Kind::Marey) => cfg!(feature = "link"),
        #[cfg(feature = "gzip")]
        Ok(Kind::Gzip) => match gzip::unpack(head, u64::MAX) {
            Ok(start) => reads(&gzip::inner_name(name), start.bytes.get(..SNIFFED).unwrap_or(&start.bytes)),
            Err(_) => true,
        },
        #[cfg(not(feature = "gzip"))]
        Ok(Kind::Gzip) => false,
        Err(_) => true,
    }
}

/// The reader for a kind of file. `name` is the clip's name; `ruler` converts text positions to file positions.
#[cfg_attr(
    not(all(feature = "acclaim", feature = "bvh", feature = "hanim", feature = "skel")),
    allow(unused_variables, reason = "not every reader needs all of them")
)]
pub(super) fn reader_for(
    kind: Kind,
    name: String,
    limits: Limits,
    ruler: Ruler,
    companions: Companions,
) -> Result<Box<dyn FormatReader>, ParseError> {
    #[cfg(feature = "hanim")]
    if let Some(encoding) = hanim::SceneEncoding::of(kind) {
        return Ok(Box::new(hanim::HanimReader::new(name, encoding, limits, ruler, companions.hanim)));
    }
    let (code, message) = match kind {
        #[cfg(feature = "bvh")]
        Kind::Bvh => return Ok(Box::new(bvh::BvhReader::new(name, limits, ruler))),
        #[cfg(feature = "acclaim")]
        Kind::Asf => return Ok(Box::new(acclaim::AsfReader::new(name, limits, ruler, companions.acclaim))),
        #[cfg(feature = "acclaim")]
        Kind::Amc => return Ok(Box::new(acclaim::AmcReader::new(name, limits, ruler, companions.acclaim))),
        #[cfg(feature = "acclaim")]
        Kind::Obj => ("obj.alone", "this is a skin: drop it together with its skeleton (.asf)".to_owned()),
        #[cfg(feature = "skel")]
        Kind::Skel | Kind::Anim | Kind::Cmx | Kind::Bcf | Kind::Cfp => {
            return Ok(Box::new(skel::SimsReader::new(kind, name, limits, companions.skel)));
        }
        #[cfg(feature = "link")]
        Kind::Marey => return Ok(Box::new(super::packed::PackedReader::new(limits))),
        // With every reader built in, only gzip files would get here, and they are unpacked before.
        other => ("file.no-reader", format!("there is no reader for .{} files in this build", other.name())),
    };
    let start = Location { byte: 0, line: 1, column: 1 };
    Err(ParseError::new(ErrorKind::Unsupported, code, message).at(start))
}
