//! Gzipped files.

mod inflate;

use super::companions::{Companions, Gzip, UnpackedFile};
use super::kinds::KINDS;
use super::parser::parse_with;
use crate::error::{Limits, ParseError};
use crate::formats::reading::FormatReader;
use crate::model::Clip;

/// The functions for gzipped files.
pub(super) const GZIP: Gzip = Gzip {
    unpack: |name, bytes, most| Ok(UnpackedFile { name: inner_name(name), bytes: inflate::unpack(bytes, most)?.0 }),
    reader: |name, limits, companions| Box::new(GzipReader { name, limits, companions, bytes: Vec::new() }),
};

/// Collects a gzipped file, then unpacks and parses it.
struct GzipReader {
    name: String,
    limits: Limits,
    companions: Companions,
    bytes: Vec<u8>,
}

impl FormatReader for GzipReader {
    fn push(&mut self, piece: &[u8]) -> Result<(), ParseError> {
        self.bytes.extend_from_slice(piece);
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Clip, ParseError> {
        let (bytes, damage) = inflate::unpack(&self.bytes, self.limits.input_bytes.min(self.limits.unpacked_bytes))?;
        let clip = parse_with(&inner_name(&self.name), &bytes, self.limits, self.companions);
        // Show what is intact. If nothing is, report the damage.
        let Some(damage) = damage else { return clip };
        let mut clip = clip.map_err(|_| damage.clone())?;
        clip.warnings.push(damage.into_warning("; what comes before that is shown"));
        Ok(clip)
    }
}

/// The name of the file inside a gzipped file.
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

#[cfg(test)]
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
