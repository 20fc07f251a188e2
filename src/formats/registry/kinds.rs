//! The registry of file kinds: what Marey knows about each, in one row. Readers are in the folders of the families.

use crate::formats::reading::{Kind, Role};

/// Words with which plain BVH begins.
pub(super) const BVH_WORDS: &[&str] = &["HIERARCHY", "ROOT"];

/// A row of the registry: one kind of file, whether or not a build can read it.
#[derive(Debug)]
#[non_exhaustive]
pub struct KindInfo {
    /// The kind.
    pub kind: Kind,
    /// The family of formats that it belongs to. Only files of one family can be companions of each other.
    pub family: &'static str,
    /// Its extensions in lower case, without the dot. The first is the usual one.
    pub extensions: &'static [&'static str],
    /// Extensions that other programs' files have, too. In a folder, the content of such files decides.
    pub shared_extensions: &'static [&'static str],
    /// Extensions of gzipped files of this kind, beside `.EXTENSION.gz`.
    pub packed_extensions: &'static [&'static str],
    /// Subtypes of its media types, without `x-`.
    pub media_subtypes: &'static [&'static str],
    /// Its contribution to a clip.
    pub role: Role,
    /// Whether it is text whose encoding has to be detected. The Sims' catalogues are text in a fixed encoding.
    pub is_text: bool,
    /// The WebAssembly module of the player that reads it; empty if none does.
    pub module: &'static str,
    /// Words with which its first line begins, in upper or lower case. Comments and blank lines before it do not count, and
    /// Acclaim's keywords may have a blank after the colon.
    pub(super) first_words: &'static [&'static str],
    /// Recognises it by its first bytes and its extension in lower case.
    pub(super) has_bytes: fn(&[u8], &str) -> bool,
    /// Recognises it by its text, from the first character that is not blank, and its extension in lower case.
    pub(super) has_text: fn(&[u8], &str) -> bool,
    /// Whether the extension decides if the content tells nothing.
    pub(super) known_by_extension: bool,
    /// Whether such a file may name others without which it cannot be read.
    pub names_files: bool,
}

const TEXT: KindInfo = KindInfo {
    kind: Kind::Bvh,
    family: "bvh",
    extensions: &[],
    shared_extensions: &[],
    packed_extensions: &[],
    media_subtypes: &[],
    role: Role::Motion,
    is_text: true,
    module: "marey_web",
    first_words: &[],
    has_bytes: |_, _| false,
    has_text: |_, _| false,
    known_by_extension: false,
    names_files: false,
};
const ACCLAIM: KindInfo = KindInfo { family: "acclaim", module: "marey_mocap", known_by_extension: true, ..TEXT };
const SIMS: KindInfo = KindInfo { family: "sims", module: "marey_mocap", is_text: false, ..TEXT };
const ARRAYS: KindInfo = KindInfo { family: "arrays", module: "marey_arrays", is_text: false, ..TEXT };
const GLTF: KindInfo = KindInfo { family: "gltf", module: "marey_gltf", ..TEXT };
const MARKERS: KindInfo = KindInfo { module: "marey_markers", ..TEXT };
const FBX: KindInfo = KindInfo { family: "fbx", module: "marey_fbx", is_text: false, ..TEXT };
const HANIM: KindInfo = KindInfo { family: "hanim", module: "marey_hanim", ..TEXT };

const BVH: KindInfo = KindInfo {
    kind: Kind::Bvh,
    extensions: &["bvh"],
    media_subtypes: &["bvh", "biovision"],
    first_words: BVH_WORDS,
    known_by_extension: true,
    ..TEXT
};
/// The row of BVH, for a program that contains no other rows.
pub(super) static PLAIN_BVH: KindInfo = BVH;

const NPY: KindInfo =
    KindInfo { kind: Kind::Npy, extensions: &["npy"], has_bytes: |head, _| head.starts_with(b"\x93NUMPY"), ..ARRAYS };
/// A zip archive, which names its arrays; in one of no arrays the directory comes first.
const NPZ: KindInfo = KindInfo {
    kind: Kind::Npz,
    extensions: &["npz"],
    has_bytes: |head, extension| head.starts_with(b"PK\x03\x04") && (extension == "npz" || contains(head, b".npy")),
    ..ARRAYS
};
/// The second byte is the version.
const PICKLE: KindInfo = KindInfo {
    kind: Kind::Pickle,
    shared_extensions: &["pkl", "pickle"],
    has_bytes: |head, _| matches!(head, [0x80, 2..=5, ..]),
    ..ARRAYS
};
/// The rows of arrays, for a program that contains no other rows.
pub(super) static PLAIN_ARRAYS: [KindInfo; 3] = [NPY, NPZ, PICKLE];

/// Numbers may begin like any file: the extension decides.
const GLTF_NUMBERS: KindInfo = KindInfo {
    kind: Kind::Bin,
    shared_extensions: &["bin"],
    role: Role::Part,
    is_text: false,
    has_bytes: |_, extension| extension == "bin",
    ..GLTF
};
const GLB: KindInfo = KindInfo {
    kind: Kind::Glb,
    extensions: &["glb", "vrm", "vrma"],
    media_subtypes: &["gltf-binary", "vrm"],
    is_text: false,
    has_bytes: |head, _| head.starts_with(b"glTF"),
    ..GLTF
};
/// By what its fields contain: they come in any order.
const GLTF_TEXT: KindInfo = KindInfo {
    kind: Kind::Gltf,
    extensions: &["gltf"],
    media_subtypes: &["gltf+json"],
    has_text: |text, extension| {
        let has = |pair: &[&str; 2]| pair.iter().all(|name| contains(text, name.as_bytes()));
        text.starts_with(b"{") && (extension == "gltf" || GLTF_FIELDS.iter().any(has))
    },
    names_files: true,
    ..GLTF
};
/// The rows of glTF, for a program that contains no other rows.
pub(super) static PLAIN_GLTF: [KindInfo; 3] = [GLTF_NUMBERS, GLB, GLTF_TEXT];

/// A text file begins with a comment, or with its header.
const FBX_FILE: KindInfo = KindInfo {
    kind: Kind::Fbx,
    extensions: &["fbx"],
    media_subtypes: &["fbx", "autodesk-fbx"],
    has_bytes: |head, _| head.starts_with(b"Kaydara FBX Binary"),
    has_text: |text, _| {
        let is_commented = text.starts_with(b";") && contains(text, b"FBXHeaderExtension");
        starts(text, b"; FBX") || is_commented || text.starts_with(b"FBXHeaderExtension")
    },
    known_by_extension: true,
    ..FBX
};
/// The row of FBX, for a program that contains no other rows.
pub(super) static PLAIN_FBX: [KindInfo; 1] = [FBX_FILE];

/// The block of the parameters, which are near the start, then the key.
const C3D: KindInfo = KindInfo {
    kind: Kind::C3d,
    family: "c3d",
    extensions: &["c3d"],
    is_text: false,
    has_bytes: |head, extension| match head {
        [1..=16, 0x50, ..] => true,
        [first, ..] if extension == "c3d" => !matches!(first, b'\t'..=b'\r' | b' '..=b'~' | 0x80..),
        _ => false,
    },
    ..MARKERS
};
const TRC: KindInfo =
    KindInfo { kind: Kind::Trc, family: "trc", extensions: &["trc"], first_words: &["pathfiletype"], ..MARKERS };
/// The rows of recorded markers, for a program that contains no other rows.
pub(super) static PLAIN_MARKERS: [KindInfo; 2] = [C3D, TRC];

/// All kinds. If two rows could claim a file, the first one gets it.
pub const KINDS: &[KindInfo] = &[
    KindInfo {
        kind: Kind::Gzip,
        family: "gzip",
        shared_extensions: &["gz"],
        is_text: false,
        module: "marey_hanim",
        has_bytes: |head, _| head.starts_with(b"\x1F\x8B"),
        ..TEXT
    },
    KindInfo {
        kind: Kind::Marey,
        family: "marey",
        extensions: &["marey"],
        is_text: false,
        module: "marey_link",
        has_bytes: |head, _| head.starts_with(b"Marey\x1A\r\n"),
        ..TEXT
    },
    BVH,
    KindInfo {
        kind: Kind::Asf,
        extensions: &["asf"],
        media_subtypes: &["asf", "acclaim", "acclaim-asf", "asf-amc", "asfamc"],
        role: Role::Skeleton,
        first_words: &[":version", ":name", ":units", ":documentation", ":root", ":bonedata", ":hierarchy"],
        ..ACCLAIM
    },
    KindInfo {
        kind: Kind::Amc,
        extensions: &["amc"],
        media_subtypes: &["amc", "acclaim-amc"],
        first_words: &[":fully-specified", ":force-all-joints-be-3dof", ":degrees", ":radians"],
        ..ACCLAIM
    },
    GLTF_NUMBERS,
    GLB,
    FBX_FILE,
    KindInfo { kind: Kind::Obj, extensions: &["obj"], role: Role::Part, first_words: &["mtllib"], ..ACCLAIM },
    // The binary catalogue and the keys have no signature: the extension decides.
    KindInfo {
        kind: Kind::Bcf,
        extensions: &["bcf"],
        role: Role::Catalogue,
        has_bytes: |_, extension| extension == "bcf",
        ..SIMS
    },
    KindInfo {
        kind: Kind::Cfp,
        extensions: &["cfp"],
        role: Role::Part,
        has_bytes: |_, extension| extension == "cfp",
        ..SIMS
    },
    C3D,
    // The Sims Online's files start with a version in four bytes, big-endian. The length of a name follows: one byte in a
    // skeleton; two bytes in an animation, the first of them 0.
    KindInfo {
        kind: Kind::Skel,
        extensions: &["skel"],
        media_subtypes: &["skel"],
        role: Role::Skeleton,
        has_bytes: |head, extension| match head {
            [0, 0, 0, 1..=15, ..] if extension == "skel" => true,
            [0, 0, 0, 1, 1..=255, b' '..=b'~', ..] => extension != "anim",
            _ => false,
        },
        ..SIMS
    },
    KindInfo {
        kind: Kind::Anim,
        extensions: &["anim"],
        has_bytes: |head, extension| match head {
            [0, 0, 0, 1..=15, ..] if extension == "anim" => true,
            [0, 0, 0, 2, 0, 1..=255, b' '..=b'~', ..] => true,
            _ => false,
        },
        ..SIMS
    },
    KindInfo {
        kind: Kind::Cmx,
        extensions: &["cmx"],
        role: Role::Catalogue,
        first_words: &["version 300"],
        known_by_extension: true,
        ..SIMS
    },
    KindInfo {
        kind: Kind::Vrml,
        extensions: &["wrl", "vrml"],
        packed_extensions: &["wrz"],
        media_subtypes: &["vrml"],
        has_text: |text, _| starts(text, b"#VRML V2.0"),
        known_by_extension: true,
        ..HANIM
    },
    KindInfo {
        kind: Kind::X3dv,
        extensions: &["x3dv"],
        packed_extensions: &["x3dvz"],
        media_subtypes: &["x3d+vrml", "x3d-vrml"],
        has_text: |text, _| starts(text, b"#X3D V"),
        known_by_extension: true,
        ..HANIM
    },
    // XML and JSON usually name X3D near their start; otherwise the extension decides.
    KindInfo {
        kind: Kind::X3d,
        extensions: &["x3d"],
        packed_extensions: &["x3dz"],
        media_subtypes: &["x3d", "x3d+xml"],
        has_text: |text, extension| {
            let is_html = starts(text, b"<!doctype html") || starts(text, b"<html");
            let is_x3d = contains(text, b"<X3D") || contains(text, b"<!DOCTYPE X3D") || extension == "x3d";
            text.starts_with(b"<") && is_x3d && !is_html
        },
        ..HANIM
    },
    KindInfo {
        kind: Kind::X3dJson,
        extensions: &["x3dj"],
        shared_extensions: &["json"],
        media_subtypes: &["x3d+json"],
        has_text: |text, extension| text.starts_with(b"{") && (contains(text, b"\"X3D\"") || extension == "x3dj"),
        ..HANIM
    },
    GLTF_TEXT,
    TRC,
    NPY,
    NPZ,
    PICKLE,
];

/// Extensions of the pictures that skins use. Browsers read them, Marey does not.
pub const PICTURE_EXTENSIONS: &[&str] = &["png", "jpg", "jpeg", "gif", "webp", "bmp", "avif"];

/// Pairs of fields of which a glTF has one near its start, however it orders them, and other JSON has none.
const GLTF_FIELDS: [[&str; 2]; 8] = [
    ["\"asset\"", "\"version\""],
    ["\"bufferView", "\""],
    ["\"accessors\"", "\""],
    ["\"nodes\"", "\"scenes\""],
    ["\"nodes\"", "\"translation\""],
    ["\"nodes\"", "\"rotation\""],
    ["\"primitives\"", "\"attributes\""],
    ["\"channels\"", "\"sampler\""],
];

/// Whether a text starts with a word, in upper or lower case.
fn starts(text: &[u8], word: &[u8]) -> bool {
    text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
}

fn contains(text: &[u8], word: &[u8]) -> bool {
    text.windows(word.len()).any(|here| here == word)
}

impl KindInfo {
    /// The usual extension.
    pub(super) fn name(&self) -> &'static str {
        self.extensions.first().or(self.shared_extensions.first()).unwrap_or(&"")
    }
}

impl Kind {
    /// The kind's row.
    pub fn info(self) -> &'static KindInfo {
        // A test checks that every kind has a row.
        KINDS.iter().find(|info| info.kind == self).unwrap_or(&TEXT)
    }

    /// The usual extension: `bvh`, `asf`, `amc`, `obj`, `skel`, `anim`, `cmx`, `bcf`, `cfp`, `x3d`, `x3dv`, `wrl`, `x3dj`, `marey`,
    /// `gz`, `npy`, `npz`, `pkl`, `glb`, `gltf`, `bin`, `c3d`, `trc` or `fbx`.
    pub fn name(self) -> &'static str {
        self.info().name()
    }

    /// The role of this kind of file.
    pub fn role(self) -> Role {
        self.info().role
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_kind_has_one_row_and_each_extension_one_kind() {
        let kinds: Vec<Kind> = KINDS.iter().map(|info| info.kind).collect();
        for kind in &kinds {
            assert_eq!(kinds.iter().filter(|other| *other == kind).count(), 1, "{kind:?}");
            assert!(!kind.name().is_empty(), "{kind:?}");
        }
        // `Fbx` is the last kind of the enumeration. A kind after it takes its place here.
        assert_eq!(kinds.len(), Kind::Fbx as usize + 1);
        let rows = KINDS
            .iter()
            .flat_map(|info| info.extensions.iter().chain(info.shared_extensions).chain(info.packed_extensions));
        let all: Vec<&str> = rows.chain(PICTURE_EXTENSIONS).copied().collect();
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len(), "{all:?}");
        assert!(all.iter().all(|extension| *extension == extension.to_lowercase()));
    }
}
