//! The modules use each other only along the arrows on the crate's front page, no files use each other in a circle, and
//! the core uses nothing of the browser or the GPU.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]

use std::fs;
use std::path::{Path, PathBuf};

use module_graph::Graph;
use support::project;

#[path = "support/module_graph.rs"]
mod module_graph;

/// Each module of `src/` and what it may use of the others.
const ALLOWED: &[(&str, &[&str])] = &[
    ("body", &["error", "model", "pose", "setters"]),
    ("compact", &[]),
    ("decimal", &["compact", "model"]),
    ("error", &["setters"]),
    ("euler", &["compact"]),
    ("formats", &["body", "compact", "decimal", "error", "euler", "model", "pose"]),
    ("look", &["body", "error", "model", "pose"]),
    ("model", &["error"]),
    ("pose", &["error", "model"]),
    ("setters", &[]),
];

/// The modules of `src/` that use the kernels, which lie below all of them.
const OF_KERNELS: &[&str] = &["compact", "decimal", "euler.rs", "formats", "look", "pose"];

/// Crates of the browser and the GPU, for `web/` alone.
const OUTSIDE: &[&str] = &["wasm_bindgen", "wasm-bindgen", "web_sys", "web-sys", "js_sys", "js-sys", "wgpu"];

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_file() {
                found.push(path);
            } else if !name.starts_with('.') && !["target", "node_modules", "dist"].contains(&&*name) {
                folders.push(path);
            }
        }
    }
    assert!(!found.is_empty());
    found.sort();
    found
}

fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// The root files of all crates of the workspace, relative to [`root`].
fn crate_roots() -> Vec<String> {
    let is_root = |path: &String| {
        let Some((package, file)) = path.rsplit_once("src/") else { return false };
        let parts: Vec<&str> = file.split('/').collect();
        let named = matches!(parts[..], ["lib.rs" | "main.rs"] | ["bin", _, "main.rs"])
            || matches!(parts[..], ["bin", file] if file.ends_with(".rs"));
        named && project().join(package).join("Cargo.toml").is_file()
    };
    let relative = |path: PathBuf| path.strip_prefix(project()).unwrap().to_string_lossy().replace('\\', "/");
    files(project()).into_iter().map(relative).filter(is_root).collect()
}

#[test]
fn modules_use_only_what_lies_below_them() {
    let graph = Graph::of(project(), "src/lib.rs");
    // `src/formats/bvh/mod.rs` and `src/formats.rs` belong to the module `formats`.
    let module = |file: usize| {
        let path = graph.files[file].strip_prefix("src").unwrap();
        path.iter().next().unwrap().to_string_lossy().trim_end_matches(".rs").to_owned()
    };
    let mut wrong = Vec::new();
    for edge in &graph.uses {
        let (user, used) = (module(edge.from), module(edge.to));
        let row = ALLOWED.iter().find(|(known, _)| *known == user);
        let allowed = row.is_some_and(|(_, allowed)| allowed.contains(&used.as_str()));
        if user != "lib" && user != used && !allowed {
            let file = graph.files[edge.from].display();
            wrong.push(format!("{file}: `{user}` must not use `{used}` ({})", edge.path));
        }
    }
    assert!(graph.uses.len() > 100, "the graph has no arrows");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_files_use_each_other_in_a_circle() {
    let roots = crate_roots();
    assert!(roots.len() >= 4, "{roots:?}");
    let mut found = String::new();
    for root_file in &roots {
        let graph = Graph::of(project(), root_file);
        for circle in graph.circles() {
            let names: Vec<String> = circle.iter().map(|file| graph.files[*file].display().to_string()).collect();
            found += &format!("{root_file}: {}\n{}", names.join(", "), graph.explain(&circle));
        }
    }
    assert!(found.is_empty(), "files that use each other in a circle:\n{found}");
}

#[test]
fn every_source_is_in_a_graph() {
    let graph = Graph::of(project(), "src/lib.rs");
    for path in files(&project().join("src")) {
        let inside = path.strip_prefix(project()).unwrap();
        if inside.extension().is_some_and(|extension| extension == "rs") {
            assert!(graph.files.iter().any(|file| file == inside), "{}: no module declares it", inside.display());
        }
    }
}

#[test]
fn the_core_uses_no_browser_and_no_gpu() {
    for path in files(&project().join("src")).into_iter().chain([project().join("Cargo.toml")]) {
        let text = code(&path);
        // The workspace names what its other packages use.
        let text = text.split_once("[package]").map_or(text.as_str(), |(_, package)| package);
        let line = text.lines().find(|line| !line.starts_with('#') && OUTSIDE.iter().any(|name| line.contains(name)));
        assert_eq!(line, None, "{}", path.display());
    }
}

#[test]
fn few_modules_use_the_kernels_and_kernels_take_only_slices() {
    let mut users = Vec::new();
    for path in files(&project().join("src")) {
        if code(&path).contains("marey_kernels") {
            let inside = path.strip_prefix(project().join("src")).unwrap();
            users.push(inside.iter().next().unwrap().to_string_lossy().into_owned());
        }
    }
    users.dedup();
    assert_eq!(users, OF_KERNELS);
    let manifest = fs::read_to_string(project().join("crates/kernels/Cargo.toml")).unwrap();
    let (_, dependencies) = manifest.split_once("[dependencies]").unwrap();
    let (dependencies, _) = dependencies.split_once("[lints]").unwrap();
    let names = dependencies
        .lines()
        .filter(|line| !line.starts_with(['[', '#']))
        .filter_map(|line| line.split_once(['.', ' ']));
    assert_eq!(names.map(|(name, _)| name).collect::<Vec<_>>(), ["bytemuck", "glam", "safe_arch"]);
}

#[test]
fn the_graph_finds_every_kind_of_use() {
    let graph = Graph::of_texts(&[
        ("src/lib.rs", "mod error; mod scene; pub mod formats; pub use error::{Limits, Warning as Remark};"),
        ("src/error.rs", "pub struct Limits; pub struct Warning; // use crate::scene::Scene;"),
        ("src/scene.rs", "use crate::{Limits, formats::{self, Clip}}; fn f() -> &'static str { \"crate::Remark\" }"),
        ("src/formats/mod.rs", "mod clip; mod a; mod b; mod c; mod d; pub use clip::Clip; use self::a::{f, g as h};"),
        ("src/formats/clip.rs", "pub struct Clip; pub(super) fn new() -> crate::Remark { crate::Remark }"),
        (
            "src/formats/a.rs",
            "use super::Clip; pub fn f() { super::b::g('\"', b'\\'', r#\"super::d::f()\"#) } pub fn g() {}",
        ),
        ("src/formats/b.rs", "use super::c; /* use super::d; */ pub fn g<'a>() { let d = 1; c::deep::h(d) }"),
        ("src/formats/c.rs", "pub mod deep; #[cfg(test)] mod tests { use super::super::d::f; }"),
        ("src/formats/c/deep.rs", "pub fn h() { crate::formats::a::f(); super::i() }"),
        ("src/formats/d.rs", "use super::*; #[cfg(test)] use super::c; pub fn f() { h() }"),
    ]);
    let name = |file: usize| graph.files[file].file_stem().unwrap().to_string_lossy().into_owned();
    let arrows = |test: bool| {
        let uses = graph.uses.iter().filter(|edge| edge.test == test);
        let mut arrows: Vec<String> = uses.map(|edge| format!("{} {}", name(edge.from), name(edge.to))).collect();
        arrows.sort();
        arrows.dedup();
        arrows
    };
    let expected = "a b, a clip, b c, b deep, clip error, d a, d mod, deep a, deep c, lib error, mod a, mod clip, \
                    scene clip, scene error, scene mod";
    assert_eq!(arrows(false).join(", "), expected);
    assert_eq!(arrows(true), ["c d", "d c"]);
    let circles: Vec<Vec<String>> =
        graph.circles().iter().map(|circle| circle.iter().map(|file| name(*file)).collect()).collect();
    assert_eq!(circles, [["a", "b", "c"]]);
    let why = graph.explain(&graph.circles()[0]);
    assert!(why.contains("  src/formats/a.rs uses src/formats/b.rs (super::b::g)\n"), "{why}");
    assert!(why.contains("  src/formats/c/deep.rs uses src/formats/a.rs (crate::formats::a::f)\n"), "{why}");
}
