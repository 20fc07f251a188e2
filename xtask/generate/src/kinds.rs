//! What other languages need of the registry of file kinds (`src/formats/kinds.rs`). `tests/kinds.rs` includes this file.

use std::fmt::Write;

use marey::formats::{ArrayOptions, KINDS, KindInfo, PICTURE_EXTENSIONS, Role};

/// The files, from the root, and their texts.
pub fn files() -> [(&'static str, String); 4] {
    [
        ("www/player/loading/kinds.js", player()),
        ("www/page/kinds.js", page()),
        ("www/guesses/tables.js", tables()),
        ("python/src/marey/kinds.py", python()),
    ]
}

/// Extensions of some kinds, also shared ones.
fn extensions(wanted: impl Fn(&KindInfo) -> bool) -> Vec<&'static str> {
    let wanted = KINDS.iter().filter(|info| !info.module.is_empty() && wanted(info));
    wanted.flat_map(|info| info.extensions.iter().chain(info.shared_extensions)).copied().collect()
}

/// For the player: patterns of names and media types, since it needs no more before the first picture.
fn player() -> String {
    let plays = |info: &KindInfo| matches!(info.role, Role::Motion | Role::Catalogue) && info.family != "gzip";
    let motions = extensions(plays).join("|");
    let pictures = PICTURE_EXTENSIONS.join("|");
    let is_scene = |info: &KindInfo| info.module == "marey_hanim" && info.family != "gzip";
    let scenes = extensions(is_scene).join("|");
    let arrays = extensions(|info| info.family == "arrays").join("|");
    let [gltf, fbx, markers] =
        ["marey_gltf", "marey_fbx", "marey_markers"].map(|module| extensions(|info| info.module == module).join("|"));
    let packed: Vec<&str> = KINDS.iter().flat_map(|info| info.packed_extensions).copied().collect();
    let played = KINDS.iter().filter(|info| !info.module.is_empty());
    let media: Vec<String> =
        played.flat_map(|info| info.media_subtypes).map(|subtype| subtype.replace('+', "\\+")).collect();
    format!(
        "/** Names and media types of the files that Marey plays. Written by `cargo xtask generate`. */\n\n\
         /** Names of files that play; the others are their companions. */\n\
         export const MOTION = /\\.({motions})(\\.gz)?$/i;\n\
         /** Names of pictures on skins. */\n\
         export const PICTURE = /\\.({pictures})$/i;\n\
         /** Names of gzipped scenes. */\n\
         export const PACKED_SCENE = /\\.({}|({scenes})\\.gz)$/i;\n\
         /** Names of arrays of NumPy. */\n\
         export const ARRAYS = /\\.({arrays})$/i;\n\
         /** Names of glTF and its kin, of FBX, and of recorded markers. */\n\
         export const GLTF = /\\.({gltf})$/i;\n\
         export const FBX = /\\.({fbx})$/i;\n\
         export const MARKERS = /\\.({markers})$/i;\n\
         /** Media types that name a format. */\n\
         export const MEDIA_TYPE = /^(model|application|text|x-world)\\/(x-)?({})$/;\n",
        packed.join("|"),
        media.join("|"),
    )
}

/// For the page: the kind of each extension, and what each kind contributes. All scenes are one kind there, and so are all pictures.
fn page() -> String {
    let mut kinds: Vec<(&str, &str, &str, Vec<&str>)> = Vec::new();
    for info in KINDS.iter().filter(|info| !info.module.is_empty()) {
        let all = [info.extensions, info.packed_extensions, info.shared_extensions].concat();
        // What gzip packs is mostly a scene.
        let (name, family) = match info.family {
            "hanim" | "gzip" => ("x3d", "hanim"),
            family => (info.kind.name(), family),
        };
        match kinds.iter_mut().find(|(known, ..)| *known == name) {
            Some((.., known)) => known.extend(all),
            None => kinds.push((name, family, role(info.role), all)),
        }
    }
    kinds.push(("png", "hanim", "part", PICTURE_EXTENSIONS.to_vec()));
    // Only their names tell these from other arrays.
    kinds.push(("means", "arrays", "part", Vec::new()));
    kinds.push(("model", "arrays", "catalogue", Vec::new()));
    let names: Vec<String> = kinds.iter().map(|(name, ..)| format!("'{name}'")).collect();
    let mut out = format!(
        "/** Kinds of files by their extensions. Written by `cargo xtask generate`. */\n\n\
         /**\n * `x3d` stands for all scenes, compressed or not, and `png` for all pictures; `means` and `model` are arrays\n * that others need.\n\
         \x20* @typedef {{{} | ''}} Kind\n */\n\
         /** @typedef {{'motion' | 'skeleton' | 'part' | 'catalogue'}} Role part: a skin, keys or a picture; catalogue: holds skeletons or motions */\n\n\
         /** @type {{Record<Exclude<Kind, ''>, {{ role: Role, family: string, extensions: string[] }}>}} */\n\
         export const KINDS = {{\n",
        names.join(" | ")
    );
    for (name, family, role, extensions) in kinds {
        let extensions: Vec<String> = extensions.iter().map(|extension| format!("'{extension}'")).collect();
        let extensions = extensions.join(", ");
        // Writing to a string cannot fail.
        let _ = writeln!(out, "  {name}: {{ role: '{role}', family: '{family}', extensions: [{extensions}] }},");
    }
    out + "};\n"
}

/// For the chips: known orders of an array's joints.
fn tables() -> String {
    let mut out = String::from(
        "/** Known orders of an array's joints. Written by `cargo xtask generate`. */\n\n\
         /** A value of `joints`, its name for people, and the number of joints. @type {[value: string, title: string, joints: number][]} */\n\
         export const TABLES = [\n",
    );
    for (name, title, count) in ArrayOptions::tables() {
        let _ = writeln!(out, "  ['{name}', '{title}', {count}],");
    }
    out + "];\n"
}

/// For Python: which attribute of the player takes a file.
fn python() -> String {
    let skeletons = extensions(|info| info.role == Role::Skeleton);
    let skins = extensions(|info| info.role == Role::Part && info.family == "acclaim");
    let mut out = String::from(
        "\"\"\"Companions by their extensions. Written by `cargo xtask generate`.\"\"\"\n\n\
         #: The attribute of the player that takes such a file; a motion goes to `src`.\n\
         COMPANIONS = {\n",
    );
    for (extensions, attribute) in [(skeletons, "skeleton"), (skins, "skin")] {
        for extension in extensions {
            let _ = writeln!(out, "    \".{extension}\": \"{attribute}\",");
        }
    }
    out + "}\n"
}

fn role(role: Role) -> &'static str {
    match role {
        Role::Motion => "motion",
        Role::Skeleton => "skeleton",
        Role::Catalogue => "catalogue",
        Role::Part => "part",
    }
}
