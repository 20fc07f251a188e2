//! Detects the kind of a file: by content first, then by name.

#[cfg(feature = "kinds")]
use super::foreign;
use super::text::is_blank;
#[cfg(feature = "kinds")]
use super::text::{Decoder, Encoding};
use crate::error::{ErrorKind, Location, ParseError};

/// The kind of a file. Some kinds make a clip on their own, others need other files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// Biovision Hierarchy: skeleton and motion.
    Bvh,
    /// Acclaim skeleton; alone, a figure at rest.
    Asf,
    /// Acclaim motion; needs its skeleton.
    Amc,
    /// Wavefront OBJ: the skin of an Acclaim skeleton, which it needs.
    Obj,
    /// The Sims Online skeleton; alone, a figure at rest.
    Skel,
    /// The Sims Online animation; needs its skeleton.
    Anim,
    /// The Sims 1 catalogue as text: skeletons, or skills, which need their keys and a skeleton.
    Cmx,
    /// Binary form of the same catalogue.
    Bcf,
    /// Keys of a Sims 1 skill; need the catalogue that refers to them.
    Cfp,
    /// X3D in XML: a scene that may hold HAnim figures and their behaviours.
    X3d,
    /// X3D in ClassicVRML.
    X3dv,
    /// VRML97, where HAnim figures are prototypes.
    Vrml,
    /// X3D in JSON.
    X3dJson,
    /// A clip packed by Marey, with loss.
    Marey,
    /// Any other kind, packed by gzip.
    Gzip,
}

/// A file's contribution to a clip, among other files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// A motion; its skeleton is in the same file or in another one.
    Motion,
    /// A skeleton; alone, a figure at rest.
    Skeleton,
    /// May hold skeletons or motions.
    Catalogue,
    /// A skin or keys, which make no clip alone.
    Part,
}

impl Kind {
    /// `bvh`, `asf`, `amc`, `obj`, `skel`, `anim`, `cmx`, `bcf`, `cfp`, `x3d`, `x3dv`, `wrl`, `x3dj`, `marey` or `gz`, which is also
    /// the usual extension.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bvh => "bvh",
            Self::Asf => "asf",
            Self::Amc => "amc",
            Self::Obj => "obj",
            Self::Skel => "skel",
            Self::Anim => "anim",
            Self::Cmx => "cmx",
            Self::Bcf => "bcf",
            Self::Cfp => "cfp",
            Self::X3d => "x3d",
            Self::X3dv => "x3dv",
            Self::Vrml => "wrl",
            Self::X3dJson => "x3dj",
            Self::Marey => "marey",
            Self::Gzip => "gz",
        }
    }

    /// The role of this kind of file.
    pub fn role(self) -> Role {
        match self {
            Self::Bvh | Self::Amc | Self::Anim => Role::Motion,
            // Scenes contain their skeletons, and packed files are assumed to.
            Self::X3d | Self::X3dv | Self::Vrml | Self::X3dJson | Self::Marey | Self::Gzip => Role::Motion,
            Self::Cmx | Self::Bcf => Role::Catalogue,
            Self::Asf | Self::Skel => Role::Skeleton,
            Self::Obj | Self::Cfp => Role::Part,
        }
    }

    /// Whether it is text in any encoding. The Sims' catalogues are text, but in one fixed encoding.
    pub(super) fn is_text(self) -> bool {
        matches!(
            self,
            Self::Bvh | Self::Asf | Self::Amc | Self::Obj | Self::X3d | Self::X3dv | Self::Vrml | Self::X3dJson
        )
    }
}

/// The kind of a file by the first word of its first line that is no comment. Acclaim's keywords may have a blank after the colon.
#[cfg(feature = "kinds")]
const FIRST_WORDS: &[(&str, Kind)] = &[
    ("HIERARCHY", Kind::Bvh),
    ("ROOT", Kind::Bvh),
    (":version", Kind::Asf),
    (":name", Kind::Asf),
    (":units", Kind::Asf),
    (":documentation", Kind::Asf),
    (":root", Kind::Asf),
    (":bonedata", Kind::Asf),
    (":hierarchy", Kind::Asf),
    (":fully-specified", Kind::Amc),
    (":force-all-joints-be-3dof", Kind::Amc),
    (":degrees", Kind::Amc),
    (":radians", Kind::Amc),
    ("mtllib", Kind::Obj),
];

/// Kinds known by extension, for files whose first line tells nothing.
#[cfg(feature = "kinds")]
const EXTENSIONS: &[Kind] = &[Kind::Bvh, Kind::Asf, Kind::Amc, Kind::Obj, Kind::Cmx, Kind::X3dv, Kind::Vrml];

/// Whether a file is certainly BVH by its name and first bytes: it starts with a word of BVH. Enough for a build that plays only
/// BVH, which the knowledge of [`sniff`] would make larger.
pub fn is_plain_bvh(name: &str, head: &[u8]) -> bool {
    let text = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).trim_ascii_start();
    let word = text.split(|byte| is_blank(*byte)).next().unwrap_or_default();
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    // These two kinds are known only by their extension.
    let other = extension.eq_ignore_ascii_case("bcf") || extension.eq_ignore_ascii_case("cfp");
    (word.eq_ignore_ascii_case(b"HIERARCHY") || word.eq_ignore_ascii_case(b"ROOT")) && !other
}

/// The kind of a file. This build reads only plain BVH.
#[cfg(not(feature = "kinds"))]
pub fn sniff(name: &str, head: &[u8]) -> Result<Kind, ParseError> {
    let start = Location { byte: 0, line: 1, column: 1 };
    let message = "this build reads nothing but BVH that starts with HIERARCHY";
    let refusal = || ParseError::new(ErrorKind::Unsupported, "file.no-reader", message).at(start);
    if is_plain_bvh(name, head) { Ok(Kind::Bvh) } else { Err(refusal()) }
}

/// The kind of a file by its first bytes (some hundred are enough), or by its extension where the bytes do not tell.
#[cfg(feature = "kinds")]
pub fn sniff(name: &str, head: &[u8]) -> Result<Kind, ParseError> {
    let start = Location { byte: 0, line: 1, column: 1 };
    if head.is_empty() {
        return Err(ParseError::new(ErrorKind::Syntax, "file.empty", "the file is empty").at(start));
    }
    let refuse = |what: &str, place: Location| {
        ParseError::new(ErrorKind::Unsupported, "file.other-kind", format!("this is {what}")).at(place)
    };
    if head.starts_with(b"\x1F\x8B") {
        return Ok(Kind::Gzip);
    }
    #[cfg(feature = "link")]
    if crate::link::is_file(head) {
        return Ok(Kind::Marey);
    }
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension).to_ascii_lowercase();
    let extension = extension.as_str();
    if let Some(what) = foreign::binary(head, extension) {
        return Err(refuse(what, Location::default()));
    }
    if let Some(kind) = sims_kind(extension, head) {
        return Ok(kind);
    }
    let (encoding, mark) = Encoding::detect(head);
    let mut decoder = Decoder::new(encoding, mark);
    let text = decoder.decode(head);
    if text.iter().all(|byte| byte.is_ascii_whitespace() || matches!(byte, 0 | 0x1A)) {
        return Err(ParseError::new(ErrorKind::Syntax, "file.empty", "the file holds nothing but blanks").at(start));
    }
    let start_of_text = text.iter().take_while(|byte| is_blank(**byte)).count();
    let controls = text.iter().filter(|byte| **byte < b' ' && !byte.is_ascii_whitespace()).count();
    let binary = controls * 10 > text.len();
    let text = text.get(start_of_text..).unwrap_or_default();
    if foreign::is_schema(text) {
        return Err(refuse("a schema: it describes scenes or other files and holds none", start));
    }
    if let Some(kind) = scene(text, extension) {
        return Ok(kind);
    }
    if let Some(kind) = kind_of_first_word(text) {
        return Ok(kind);
    }
    if extension.eq_ignore_ascii_case("skel") {
        // Spine's binary skeletons share the extension.
        let what =
            "no skeleton of The Sims Online; Spine, a 2D program, writes .skel files too, which Marey does not play";
        return Err(refuse(what, Location::default()));
    }
    if binary {
        return Err(refuse("a binary file of a kind that Marey does not know", Location::default()));
    }
    if let Some(what) = foreign::text(text, extension) {
        return Err(refuse(what, start));
    }
    if let Some(kind) = EXTENSIONS.iter().find(|kind| extension.eq_ignore_ascii_case(kind.name())) {
        return Ok(*kind);
    }
    let message = "this is no motion file that Marey knows: it plays BVH, Acclaim (ASF with AMC), The Sims (SKEL with ANIM, \
                   and the catalogues CMX and BCF) and HAnim (X3D and VRML)";
    let line = text.split(|byte| matches!(byte, b'\n' | b'\r')).next().unwrap_or_default();
    Err(ParseError::new(ErrorKind::Unsupported, "file.not-recognised", message)
        .at(start)
        .with_excerpt(&String::from_utf8_lossy(line)))
}

/// The encoding of an X3D or VRML scene. XML and JSON usually name X3D near their start; otherwise the extension decides.
#[cfg(feature = "kinds")]
fn scene(text: &[u8], extension: &str) -> Option<Kind> {
    let says = |word: &[u8]| text.windows(word.len()).any(|here| here == word);
    let named = |kind: Kind| extension.eq_ignore_ascii_case(kind.name());
    let starts = |word: &[u8]| text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    match text.first()? {
        b'#' if starts(b"#VRML V2.0") => Some(Kind::Vrml),
        b'#' if starts(b"#X3D V") => Some(Kind::X3dv),
        b'<' if starts(b"<!doctype html") || starts(b"<html") => None,
        b'<' if says(b"<X3D") || says(b"<!DOCTYPE X3D") || named(Kind::X3d) => Some(Kind::X3d),
        b'{' if says(b"\"X3D\"") || named(Kind::X3dJson) => Some(Kind::X3dJson),
        _ => None,
    }
}

/// The Sims' binary files: The Sims Online's start with a four-byte big-endian version, The Sims 1's are known only by extension.
#[cfg(feature = "kinds")]
fn sims_kind(extension: &str, head: &[u8]) -> Option<Kind> {
    let named = |kind: Kind| extension.eq_ignore_ascii_case(kind.name());
    match head {
        _ if named(Kind::Bcf) => Some(Kind::Bcf),
        _ if named(Kind::Cfp) => Some(Kind::Cfp),
        [0, 0, 0, 1..=15, ..] if named(Kind::Skel) => Some(Kind::Skel),
        [0, 0, 0, 1..=15, ..] if named(Kind::Anim) => Some(Kind::Anim),
        // The name that follows has a length of one byte, or of two of which the first is 0.
        [0, 0, 0, 1, 1..=255, b' '..=b'~', ..] => Some(Kind::Skel),
        [0, 0, 0, 2, 0, 1..=255, b' '..=b'~', ..] => Some(Kind::Anim),
        _ => None,
    }
}

/// The kind by the first line, without comments.
#[cfg(feature = "kinds")]
fn kind_of_first_word(text: &[u8]) -> Option<Kind> {
    let lines = text.split(|byte| matches!(byte, b'\n' | b'\r')).map(<[u8]>::trim_ascii);
    let mut lines = lines.filter(|line| !line.is_empty() && !line.starts_with(b"#") && !line.starts_with(b"//"));
    let first = lines.next()?;
    let (colon, rest) = first.strip_prefix(b":").map_or((false, first), |rest| (true, rest.trim_ascii_start()));
    let mut words = rest.split(|byte| is_blank(*byte)).filter(|word| !word.is_empty());
    let word = words.next().unwrap_or_default();
    if word.eq_ignore_ascii_case(b"version") && words.next() == Some(b"300") {
        return Some(Kind::Cmx);
    }
    let found = FIRST_WORDS.iter().find(|(known, _)| {
        let known = known.as_bytes();
        let (with_colon, known) = known.strip_prefix(b":").map_or((false, known), |known| (true, known));
        with_colon == colon && known.eq_ignore_ascii_case(word)
    });
    found.map(|(_, kind)| *kind)
}

#[cfg(all(test, feature = "kinds"))]
mod tests {
    use super::*;

    fn code(name: &str, head: &[u8]) -> &'static str {
        sniff(name, head).map_or_else(|refusal| refusal.code(), Kind::name)
    }

    #[test]
    fn content_decides_before_the_name() {
        assert_eq!(code("dance.txt", b"\n# by hand\n  hierarchy\nROOT"), "bvh");
        assert_eq!(code("", b"\xFF\xFEH\0I\0E\0R\0A\0R\0C\0H\0Y\0\n\0"), "bvh");
        assert_eq!(code("dance", b"ROOT Hips\n{"), "bvh");
        assert_eq!(code("dance.bvh", b"<html>"), "file.other-kind");
        assert_eq!(code("dance.bvh", b"PK\x03\x04HIERARCHY"), "file.other-kind");
    }

    #[test]
    fn plain_bvh_is_never_told_for_something_else() {
        let heads: [(&str, &[u8]); 12] = [
            ("", b"HIERARCHY\nROOT a"),
            ("a.bvh", b"\xEF\xBB\xBF\r\n hierarchy\r\n"),
            ("a.amc", b"ROOT\tHips\n{"),
            ("a", b"HIERARCHY"),
            ("a.bcf", b"HIERARCHY\n"),
            ("a.cfp", b"ROOT a\n"),
            ("a.bvh", b"# by hand\nHIERARCHY\n"),
            ("a.bvh", b"ROOTS of\n"),
            ("a.bvh", b"\xFF\xFEH\0I\0E\0R\0A\0R\0C\0H\0Y\0\n\0"),
            // Zeros count as blanks.
            ("a.bvh", b"root\0\0\0\0"),
            ("a.bvh", b""),
            ("a.bvh", b"MZ HIERARCHY"),
        ];
        let plain = heads.map(|(name, head)| is_plain_bvh(name, head));
        assert_eq!(plain.map(u8::from), [1, 1, 1, 1, 0, 0, 0, 0, 0, 1, 0, 0]);
        for (name, head) in heads.iter().zip(plain).filter(|(_, plain)| *plain).map(|(case, _)| case) {
            assert_eq!(code(name, head), "bvh");
        }
    }

    #[test]
    fn acclaim_files_start_with_a_keyword_behind_their_comments() {
        assert_eq!(code("a.txt", b"# AST/ASF file\r\n# ---\r\n:version 1.10\r\n"), "asf");
        assert_eq!(code("a", b"#!OML:ASF C:\\a b.ASF\n:Fully-Specified\n1\n"), "amc");
        assert_eq!(code("a.amc", b"# nothing but a frame number\n1\nroot 0 0 0 0 0 0\n"), "amc");
        assert_eq!(code("Skin.OBJ", b"# box\nv 0 0 0\n"), "obj");
    }

    #[test]
    fn scenes_are_told_by_their_first_words() {
        assert_eq!(code("a", b"\xEF\xBB\xBF#X3D V3.0 utf8\nPROFILE Immersive"), "x3dv");
        assert_eq!(code("a.txt", b"#VRML V2.0 utf8"), "wrl");
        assert_eq!(code("a", b"<?xml version='1.0'?>\n<!DOCTYPE X3D PUBLIC 'x' 'y'>"), "x3d");
        assert_eq!(code("a.json", b"{ \"X3D\": {"), "x3dj");
        assert_eq!(code("a.json", b"{ \"joints\": {"), "file.other-kind");
        assert_eq!(code("a.x3d", b"<html>"), "file.other-kind");
        assert_eq!(code("a.x3d", b"<!-- a long remark -->"), "x3d");
        assert_eq!(code("a.wrl", b"#VRML V1.0 ascii"), "file.other-kind");
        for (name, schema) in [
            ("a.x3d", &b"<?xml version='1.0'?>\n<!-- <X3D> -->\n<xs:schema><xs:element name='X3D'/>"[..]),
            ("a.x3d", b"<!-- <!DOCTYPE X3D> -->\n<!ENTITY % a 'b'>"),
            ("a.json", b"{ \"$schema\": \"https://json-schema.org/draft/2020-12/schema\", \"X3D\": {"),
        ] {
            assert!(sniff(name, schema).unwrap_err().to_string().contains("a schema"), "{name}");
        }
        assert_eq!(code("a", b"\x1F\x8B\x08"), "gz");
    }

    #[test]
    fn the_sims_files_are_told_from_their_version_and_spine_is_refused() {
        assert_eq!(code("adult.skel", b"\0\0\0\x01\x05adult"), "skel");
        assert_eq!(code("adult.skel", b"\0\0\0\x02\x05adult"), "skel");
        assert_eq!(code("x", b"\0\0\0\x01\x05adult"), "skel");
        assert_eq!(code("x", b"\0\0\0\x02\0\x05a2o-x"), "anim");
        assert_eq!(code("x.CMX.BCF", b"\x01\0\0\0\x05adult"), "bcf");
        assert_eq!(code("x.cfp", b"\xFF\0\0\0"), "cfp");
        assert_eq!(code("x", b"// made by hand\r\nversion 300\r\n1\r\n"), "cmx");
        assert_eq!(code("x", b"version https://git-lfs.github.com/spec/v1"), "file.other-kind");
        let spine = sniff("hero.skel", b"\x1CmFk2bDk1aXrX0pQhd3Yz1lWVQjU\x073.8.99").unwrap_err();
        assert!(spine.message().contains("Spine"), "{spine}");
        // Content decides before this name, too.
        assert_eq!(code("walk.skel", b"HIERARCHY\nROOT Hips"), "bvh");
    }

    #[test]
    fn the_name_decides_where_the_content_does_not() {
        assert_eq!(code("dance.BVH", b"Made by hand\nHIERARCHY"), "bvh");
        let refusal = sniff("dance.txt", b"Made by hand\nHIERARCHY").unwrap_err();
        assert_eq!((refusal.code(), refusal.excerpt()), ("file.not-recognised", "Made by hand"));
        assert!(refusal.message().contains("plays BVH"));
    }

    #[cfg(feature = "link")]
    #[test]
    fn packed_files_are_told_by_their_first_bytes() {
        assert_eq!(code("walk.bvh", b"Marey\x1A\r\n\x01"), "marey");
        assert_eq!(code("walk.marey", b"HIERARCHY"), "bvh");
    }

    #[test]
    fn zeros_behind_a_short_file_do_not_make_it_binary() {
        let padded = [b"HIERARCHY\nROOT a\n{".as_slice(), &[0; 500]].concat();
        assert_eq!(code("a.bvh", &padded), "bvh");
        assert_eq!(code("a.bvh", &[0; 500]), "file.empty");
    }
}
