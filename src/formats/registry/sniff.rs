//! Detects the kind of a file: by content first, then by name.

use super::foreign;
use super::kinds::{BVH_WORDS, KINDS, KindInfo, PLAIN_ARRAYS, PLAIN_BVH, PLAIN_FBX, PLAIN_GLTF, PLAIN_MARKERS};
use crate::error::{ErrorKind, Location, ParseError};
use crate::formats::reading::Kind;
use crate::formats::reading::text::{Decoder, Encoding, is_blank};

/// Number of first bytes that decide the kind of a file.
pub(super) const SNIFFED: usize = 1024;

/// Whether a file is certainly BVH, because it starts with `HIERARCHY` or `ROOT`. For builds that read only BVH: [`sniff`] would
/// make them larger.
pub fn is_plain_bvh(name: &str, head: &[u8]) -> bool {
    let text = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).trim_ascii_start();
    let word = text.split(|byte| is_blank(*byte)).next().unwrap_or_default();
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    // These two kinds are known only by their extension.
    let other = extension.eq_ignore_ascii_case("bcf") || extension.eq_ignore_ascii_case("cfp");
    BVH_WORDS.iter().any(|known| word.eq_ignore_ascii_case(known.as_bytes())) && !other
}

/// Like [`recognise`], for a program that reads nothing but plain BVH.
pub(super) fn recognise_plain_bvh(name: &str, head: &[u8]) -> Result<&'static KindInfo, ParseError> {
    let start = Location { byte: 0, line: 1, column: 1 };
    let message = "this build reads nothing but BVH that starts with HIERARCHY";
    let refusal = || ParseError::new(ErrorKind::Unsupported, "file.no-reader", message).at(start);
    if is_plain_bvh(name, head) { Ok(&PLAIN_BVH) } else { Err(refusal()) }
}

/// Whether a file holds arrays of NumPy. For builds that read only arrays: [`sniff`] would make them larger.
pub fn is_arrays(name: &str, head: &[u8]) -> bool {
    recognise_arrays(name, head).is_ok()
}

/// Like [`recognise`], for a program that reads nothing but arrays.
pub(super) fn recognise_arrays(name: &str, head: &[u8]) -> Result<&'static KindInfo, ParseError> {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension).to_ascii_lowercase();
    PLAIN_ARRAYS.iter().find(|info| (info.has_bytes)(head, &extension)).ok_or_else(|| {
        let message = "this build reads nothing but arrays of NumPy";
        ParseError::new(ErrorKind::Unsupported, "file.no-reader", message).at(Location::default())
    })
}

/// The kind of a file by its first bytes (a few hundred are enough), or by its extension where the bytes do not tell.
pub fn sniff(name: &str, head: &[u8]) -> Result<Kind, ParseError> {
    recognise(name, head).map(|info| info.kind)
}

/// Like [`sniff`], but returns the kind's row.
pub(super) fn recognise(name: &str, head: &[u8]) -> Result<&'static KindInfo, ParseError> {
    let start = Location { byte: 0, line: 1, column: 1 };
    if head.is_empty() {
        return Err(ParseError::new(ErrorKind::Syntax, "file.empty", "the file is empty").at(start));
    }
    let refuse = |what: &str, place: Location| {
        ParseError::new(ErrorKind::Unsupported, "file.other-kind", format!("this is {what}")).at(place)
    };
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension).to_ascii_lowercase();
    let extension = extension.as_str();
    // Before the kinds: some of those are known by two bytes, or by an extension that other files have, too.
    if let Some(what) = foreign::binary(head, extension) {
        return Err(refuse(what, Location::default()));
    }
    if let Some(kind) = first_kind(|info| (info.has_bytes)(head, extension)) {
        return Ok(kind);
    }
    let (encoding, mark) = Encoding::detect(head);
    let mut decoder = Decoder::new(encoding, mark);
    let text = decoder.decode(head);
    if text.iter().all(|byte| byte.is_ascii_whitespace() || matches!(byte, 0 | 0x1A)) {
        return Err(ParseError::new(ErrorKind::Syntax, "file.empty", "the file holds nothing but blanks").at(start));
    }
    let start_of_text = text.iter().take_while(|byte| is_blank(**byte)).count();
    let binary = is_binary(text);
    let text = text.get(start_of_text..).unwrap_or_default();
    if foreign::is_schema(text) {
        return Err(refuse("a schema: it describes scenes or other files and holds none", start));
    }
    let first_words = first_words(text);
    let by_text = first_kind(|info| (info.has_text)(text, extension));
    if let Some(kind) =
        by_text.or_else(|| first_kind(|info| info.first_words.iter().any(|known| first_words.are(known))))
    {
        return Ok(kind);
    }
    if extension == "skel" {
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
    if let Some(kind) = first_kind(|info| info.known_by_extension && info.extensions.contains(&extension)) {
        return Ok(kind);
    }
    let message = "this is no motion file that Marey knows: it plays BVH, Acclaim (ASF with AMC), The Sims (SKEL with ANIM, \
                   and the catalogues CMX and BCF), HAnim (X3D and VRML), glTF (GLB, VRM), FBX, markers (C3D, TRC) and arrays of NumPy";
    let line = text.split(|byte| matches!(byte, b'\n' | b'\r')).next().unwrap_or_default();
    Err(ParseError::new(ErrorKind::Unsupported, "file.not-recognised", message)
        .at(start)
        .with_excerpt(&String::from_utf8_lossy(line)))
}

/// Whether a tenth of a text is characters that texts do not have.
fn is_binary(text: &[u8]) -> bool {
    let controls = text.iter().filter(|byte| **byte < b' ' && !byte.is_ascii_whitespace()).count();
    controls * 10 > text.len()
}

/// Like [`recognise`], for a program that reads nothing but glTF.
pub(super) fn recognise_gltf(name: &str, head: &[u8]) -> Result<&'static KindInfo, ParseError> {
    recognise_plain(&PLAIN_GLTF, name, head)
}

/// Like [`recognise`], for a program that reads nothing but FBX.
pub(super) fn recognise_fbx(name: &str, head: &[u8]) -> Result<&'static KindInfo, ParseError> {
    recognise_plain(&PLAIN_FBX, name, head)
}

/// Like [`recognise`], for a program that reads nothing but recorded markers.
pub(super) fn recognise_markers(name: &str, head: &[u8]) -> Result<&'static KindInfo, ParseError> {
    recognise_plain(&PLAIN_MARKERS, name, head)
}

/// The kind of a file among a few. What may be another kind is left to a program that can say what it is.
fn recognise_plain(rows: &'static [KindInfo], name: &str, head: &[u8]) -> Result<&'static KindInfo, ParseError> {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension).to_ascii_lowercase();
    let extension = extension.as_str();
    if let Some(kind) = rows.iter().find(|info| (info.has_bytes)(head, extension)) {
        return Ok(kind);
    }
    let (encoding, mark) = Encoding::detect(head);
    let mut decoder = Decoder::new(encoding, mark);
    let text = decoder.decode(head);
    let is_other = is_binary(text);
    let text = text.get(text.iter().take_while(|byte| is_blank(**byte)).count()..).unwrap_or_default();
    let is_other = is_other || matches!(text.first(), None | Some(b'<' | b'{' | b'['));
    let words = first_words(text);
    let is_kind = |info: &&KindInfo| {
        let has_words = info.first_words.iter().any(|known| words.are(known));
        let is_called_so = info.known_by_extension && info.extensions.contains(&extension);
        (info.has_text)(text, extension) || has_words || is_called_so && !is_other
    };
    rows.iter().find(is_kind).ok_or_else(|| {
        ParseError::new(ErrorKind::Unsupported, "file.no-reader", "this build does not read such files")
            .at(Location::default())
    })
}

/// The first kind whose row passes a test.
fn first_kind(test: impl Fn(&KindInfo) -> bool) -> Option<&'static KindInfo> {
    KINDS.iter().find(|info| test(info))
}

/// The first two words of a text, without a colon before them.
struct FirstWords<'a> {
    has_colon: bool,
    words: [&'a [u8]; 2],
}

/// The words of the first line that is neither blank nor a comment.
fn first_words(text: &[u8]) -> FirstWords<'_> {
    let lines = text.split(|byte| matches!(byte, b'\n' | b'\r')).map(<[u8]>::trim_ascii);
    let mut lines = lines.filter(|line| !line.is_empty() && !line.starts_with(b"#") && !line.starts_with(b"//"));
    let first = lines.next().unwrap_or_default();
    let (has_colon, rest) = first.strip_prefix(b":").map_or((false, first), |rest| (true, rest.trim_ascii_start()));
    let mut words = rest.split(|byte| is_blank(*byte)).filter(|word| !word.is_empty());
    FirstWords { has_colon, words: [words.next().unwrap_or_default(), words.next().unwrap_or_default()] }
}

impl FirstWords<'_> {
    /// Whether these are the words of a row, in upper or lower case.
    fn are(&self, known: &str) -> bool {
        let (has_colon, known) = known.strip_prefix(':').map_or((false, known), |known| (true, known));
        let same = |(word, known): (&&[u8], &str)| word.eq_ignore_ascii_case(known.as_bytes());
        has_colon == self.has_colon && self.words.iter().zip(known.split(' ')).all(same)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(name: &str, head: &[u8]) -> &'static str {
        sniff(name, head).map_or_else(|refusal| refusal.code(), Kind::name)
    }

    #[test]
    fn the_content_outranks_the_name() {
        assert_eq!(code("dance.txt", b"\n# by hand\n  hierarchy\nROOT"), "bvh");
        assert_eq!(code("", b"\xFF\xFEH\0I\0E\0R\0A\0R\0C\0H\0Y\0\n\0"), "bvh");
        assert_eq!(code("dance", b"ROOT Hips\n{"), "bvh");
        assert_eq!(code("dance.bvh", b"<html>"), "file.other-kind");
        assert_eq!(code("dance.bvh", b"PK\x03\x04HIERARCHY"), "file.other-kind");
    }

    #[test]
    fn plain_bvh_is_never_taken_for_another_format() {
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
    fn scenes_are_recognised_by_their_first_words() {
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
    fn a_gltf_is_recognised_by_its_fields_in_any_order() {
        for head in [
            "{\"scene\":0,\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"name\":\"hips\"",
            "{\"nodes\":[{\"rotation\":[0,0,0,1],",
            "{\"animations\":[{\"channels\":[{\"sampler\":0,",
            "{\"meshes\":[{\"primitives\":[{\"attributes\":{",
            "{\"images\":[{\"bufferView\":1,",
        ] {
            assert_eq!(code("a.txt", head.as_bytes()), "gltf", "{head}");
        }
        assert_eq!(code("a.json", b"{\"nodes\":[{\"id\":1}],\"links\":[]}"), "file.other-kind");
    }

    #[test]
    fn a_program_for_one_format_leaves_other_files_to_those_that_explain_them() {
        type Recognise = fn(&str, &[u8]) -> Result<&'static KindInfo, ParseError>;
        let cases: [(Recognise, &str, &[u8], Option<&str>); 12] = [
            (recognise_gltf, "a", b"glTF\x02", Some("glb")),
            (recognise_gltf, "a.gltf", b"\xEF\xBB\xBF {}", Some("gltf")),
            (recognise_gltf, "a.bin", b"\0", Some("bin")),
            (recognise_gltf, "a.glb", b"<html>", None),
            (recognise_gltf, "a.gltf", b"", None),
            (recognise_fbx, "a", b"Kaydara FBX Binary  \0", Some("fbx")),
            (recognise_fbx, "a.fbx", b"; by hand\nObjects: {", Some("fbx")),
            (recognise_fbx, "a.fbx", b"<html>", None),
            (recognise_fbx, "a.fbx", b"PK\x03\x04\0\0\0\0\0\0", None),
            (recognise_markers, "a.c3d", b"\x02P", Some("c3d")),
            (recognise_markers, "a", b"PathFileType\t4", Some("trc")),
            (recognise_markers, "a.trc", b"HIERARCHY", None),
        ];
        for (recognise, name, head, kind) in cases {
            assert_eq!(recognise(name, head).ok().map(|info| info.kind.name()), kind, "{name}");
            assert!(kind.is_none_or(|kind| code(name, head) == kind), "{name}");
        }
    }

    #[test]
    fn sims_files_are_recognised_by_their_version_and_spine_is_refused() {
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
        // The content outranks this name, too.
        assert_eq!(code("walk.skel", b"HIERARCHY\nROOT Hips"), "bvh");
    }

    #[test]
    fn the_name_decides_where_the_content_does_not() {
        assert_eq!(code("dance.BVH", b"Made by hand\nHIERARCHY"), "bvh");
        let refusal = sniff("dance.txt", b"Made by hand\nHIERARCHY").unwrap_err();
        assert_eq!((refusal.code(), refusal.excerpt()), ("file.not-recognised", "Made by hand"));
        assert!(refusal.message().contains("plays BVH"));
    }

    #[test]
    fn compressed_files_are_recognised_by_their_first_bytes() {
        assert_eq!(code("walk.bvh", b"Marey\x1A\r\n\x01"), "marey");
        assert_eq!(code("walk.marey", b"HIERARCHY"), "bvh");
    }

    #[test]
    fn trailing_zeros_do_not_make_a_file_binary() {
        let padded = [b"HIERARCHY\nROOT a\n{".as_slice(), &[0; 500]].concat();
        assert_eq!(code("a.bvh", &padded), "bvh");
        assert_eq!(code("a.bvh", &[0; 500]), "file.empty");
    }
}
