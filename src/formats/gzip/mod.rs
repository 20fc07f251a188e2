//! Files that gzip has packed.

#[cfg(feature = "hanim")]
mod inflate;

#[cfg(feature = "hanim")]
use super::kinds::KINDS;
use crate::error::ParseError;

/// The contents of a packed file.
#[derive(Debug)]
pub(super) struct Unpacked {
    /// The name of the file in it.
    pub(super) name: String,
    pub(super) bytes: Vec<u8>,
    /// Why the contents may be incomplete or wrong.
    pub(super) damage: Option<ParseError>,
}

/// Unpacks a file, by its name and bytes, to at most so many bytes.
pub(super) type Unpack = fn(&str, &[u8], u64) -> Result<Unpacked, ParseError>;

/// See [`Unpack`].
#[cfg(feature = "hanim")]
pub(super) fn unpack(name: &str, bytes: &[u8], most: u64) -> Result<Unpacked, ParseError> {
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
