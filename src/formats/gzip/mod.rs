//! Files that gzip has packed.

#[cfg(feature = "hanim")]
mod inflate;

use super::companions::Companions;
use super::format_reader::FormatReader;
#[cfg(feature = "hanim")]
use super::kinds::KINDS;
#[cfg(feature = "hanim")]
use super::parser::parse_with;
use crate::error::{Limits, ParseError};
#[cfg(feature = "hanim")]
use crate::model::Clip;

/// The contents of a packed file.
#[derive(Debug)]
pub(super) struct Unpacked {
    /// The name of the file in it.
    pub(super) name: String,
    pub(super) bytes: Vec<u8>,
    /// Why the contents may be incomplete or wrong.
    pub(super) damage: Option<ParseError>,
}

/// What a program that reads packed files needs; a program without it contains none of this.
#[derive(Debug, Clone, Copy)]
pub(super) struct Gzip {
    /// Unpacks a file, by its name and bytes, to at most so many bytes.
    pub(super) unpack: fn(&str, &[u8], u64) -> Result<Unpacked, ParseError>,
    /// The reader for a packed file of this name.
    pub(super) reader: fn(String, Limits, Companions) -> Box<dyn FormatReader>,
}

#[cfg(feature = "hanim")]
pub(super) const GZIP: Gzip = Gzip {
    unpack,
    reader: |name, limits, companions| Box::new(GzipReader { name, limits, companions, bytes: Vec::new() }),
};

/// Unpacks and parses a file at its end.
#[cfg(feature = "hanim")]
struct GzipReader {
    name: String,
    limits: Limits,
    companions: Companions,
    bytes: Vec<u8>,
}

#[cfg(feature = "hanim")]
impl FormatReader for GzipReader {
    fn push(&mut self, piece: &[u8]) -> Result<(), ParseError> {
        self.bytes.extend_from_slice(piece);
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Clip, ParseError> {
        let Unpacked { name, bytes, damage } = unpack(&self.name, &self.bytes, self.limits.input_bytes)?;
        let clip = parse_with(&name, &bytes, self.limits, self.companions);
        // Show what is intact. If nothing is, report the damage.
        let Some(damage) = damage else { return clip };
        let mut clip = clip.map_err(|_| damage.clone())?;
        clip.warnings.push(damage.into_warning("; what comes before that is shown"));
        Ok(clip)
    }
}

#[cfg(feature = "hanim")]
fn unpack(name: &str, bytes: &[u8], most: u64) -> Result<Unpacked, ParseError> {
    let (bytes, damage) = inflate::unpack(bytes, most)?;
    Ok(Unpacked { name: inner_name(name), bytes, damage })
}

/// The name of the file inside a packed file.
#[cfg(feature = "hanim")]
fn inner_name(name: &str) -> String {
    let Some((stem, extension)) = name.rsplit_once('.') else { return name.to_owned() };
    if extension.eq_ignore_ascii_case("gz") {
        return stem.to_owned();
    }
    let is_packed = |packed: &&str| extension.eq_ignore_ascii_case(packed);
    match KINDS.iter().find(|info| info.packed_extensions.iter().any(is_packed)) {
        Some(info) => format!("{stem}.{}", info.kind.name()),
        None => name.to_owned(),
    }
}

#[cfg(all(test, feature = "hanim"))]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_packed_file_tells_the_name_in_it() {
        assert_eq!(inner_name("a/Walk.BVH.gz"), "a/Walk.BVH");
        assert_eq!(inner_name("a.x3dvz"), "a.x3dv");
        assert_eq!(inner_name("a.WRZ"), "a.wrl");
        assert_eq!(inner_name("gz"), "gz");
        assert_eq!(inner_name("walk.bvh"), "walk.bvh");
    }
}
