//! The arrows between modules, as the crate's front page draws them, and that nothing of the browser or the GPU is
//! in the core.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may fail")]

use std::fs;
use std::path::{Path, PathBuf};

/// Each module of `src/` and what it may use of the others.
const ALLOWED: &[(&str, &[&str])] = &[
    ("error", &[]),
    ("maths", &[]),
    ("model", &["error"]),
    ("formats", &["error", "maths", "model"]),
    ("pack", &["error", "model"]),
    ("pose", &["error", "model"]),
    ("scene", &["error", "maths", "model", "pack", "pose"]),
];

/// Crates of the browser and the GPU: in `web/` alone.
const OUTSIDE: &[&str] = &["wasm_bindgen", "wasm-bindgen", "web_sys", "web-sys", "js_sys", "js-sys", "wgpu"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    assert!(!found.is_empty());
    found.sort();
    found
}

/// The modules that a source names behind `crate::`, in paths and in `use crate::{..}` lists. What the crate's root
/// re-exports (types, in capitals) are `error`'s.
fn used_modules(text: &str) -> Vec<String> {
    let mut used = Vec::new();
    for (at, _) in text.match_indices("crate::") {
        let rest = &text[at + "crate::".len()..];
        let names: Vec<&str> = match rest.strip_prefix('{') {
            Some(list) => top_level(list),
            None => vec![rest],
        };
        for name in names {
            let name = name.trim_start();
            let end = name.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(name.len());
            let module = &name[..end];
            used.push(if module.starts_with(char::is_uppercase) { "error".into() } else { module.to_owned() });
        }
    }
    used
}

/// The entries of a `use` list, up to its closing brace.
fn top_level(list: &str) -> Vec<&str> {
    let (mut depth, mut start, mut entries) = (0, 0, Vec::new());
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => {
                entries.push(&list[start..at]);
                break;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                entries.push(&list[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    entries.retain(|entry| !entry.trim().is_empty());
    entries
}

#[test]
fn modules_use_only_what_lies_below_them() {
    let src = root().join("src");
    let mut wrong = Vec::new();
    for path in sources(&src) {
        let inside = path.strip_prefix(&src).unwrap().to_string_lossy().replace('\\', "/");
        let module = inside.split('/').next().unwrap().trim_end_matches(".rs");
        if module == "lib" || module == "bin" {
            continue;
        }
        let Some((_, allowed)) = ALLOWED.iter().find(|(known, _)| *known == module) else {
            wrong.push(format!("src/{inside}: the module `{module}` has no place in the layers"));
            continue;
        };
        for used in used_modules(&fs::read_to_string(&path).unwrap()) {
            if used != module && !allowed.contains(&used.as_str()) {
                wrong.push(format!("src/{inside}: `{module}` must not use `{used}`"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_core_knows_no_browser_and_no_gpu() {
    let mut files = sources(&root().join("src"));
    files.push(root().join("Cargo.toml"));
    for path in files {
        let text = fs::read_to_string(&path).unwrap();
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//") && !line.starts_with('#'));
        for line in code {
            let found = OUTSIDE.iter().find(|name| line.contains(**name));
            assert!(found.is_none(), "{}: {}", path.display(), line.trim());
        }
    }
}

#[test]
fn the_layer_check_sees_what_it_looks_for() {
    let text =
        "use crate::{error::{Limits, Warning}, scene};\nuse crate::pose::sample;\nfn f() -> crate::ParseError {}";
    assert_eq!(used_modules(text), ["error", "scene", "pose", "error"]);
}
