//! Rules that no compiler sees: the modules of the core use each other only along the arrows of CONTRIBUTING.md, and no files of a crate use
//! each other in a circle.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

use std::collections::BTreeSet;

use module_graph::{Graph, sources};
use support::project;

#[path = "support/module_graph.rs"]
mod module_graph;

/// Each module of the core and what it may use of the others; `formats/*` is each family.
const ALLOWED: &[(&str, &[&str])] = &[
    ("body", &["checked", "error", "model", "pose", "setters", "within"]),
    ("checked", &[]),
    ("codes", &["checked"]),
    ("compact", &[]),
    ("decimal", &["compact", "model"]),
    ("error", &["setters"]),
    ("euler", &["checked", "compact"]),
    ("formats/reading", &["body", "checked", "compact", "decimal", "error", "euler", "model", "pose", "setters"]),
    (
        "formats/*",
        &[
            "formats/reading",
            "body",
            "checked",
            "codes",
            "compact",
            "decimal",
            "error",
            "euler",
            "model",
            "pose",
            "within",
        ],
    ),
    ("formats/registry", &["formats", "formats/reading", "error", "model"]),
    ("look", &["body", "checked", "compact", "error", "model", "pose", "within"]),
    ("model", &["checked", "error"]),
    ("pose", &["checked", "error", "model"]),
    ("setters", &[]),
    ("within", &[]),
];

/// The layer of a module: its first name, and in `formats` the second, too.
fn layer(path: &str) -> String {
    let names: Vec<&str> = path.split("::").collect();
    names.iter().take(if names[0] == "formats" { 2 } else { 1 }).copied().collect::<Vec<_>>().join("/")
}

#[test]
fn modules_use_only_what_lies_below_them() {
    let graph = Graph::of(&project().join("src"));
    let mut wrong = Vec::new();
    for (user, used) in &graph.uses {
        let (from, to) = (layer(user), layer(used));
        let row = |name: &str| ALLOWED.iter().find(|(known, _)| *known == name);
        let allowed = row(&from).or_else(|| row("formats/*").filter(|_| from.starts_with("formats/")));
        // `lib.rs` and `formats/mod.rs` have no code of their own: they name what others may use.
        if from != to && !["", "formats"].contains(&&*from) && !allowed.is_some_and(|(_, below)| below.contains(&&*to))
        {
            wrong.push(format!("{user} must not use {used}"));
        }
    }
    assert!(graph.uses.len() > 100, "the graph has no arrows");
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn every_source_of_the_core_is_declared() {
    let src = project().join("src");
    for file in sources(&src).iter().filter(|file| !file.ends_with("src/lib.rs")) {
        // `a/b.rs` and `a/b/mod.rs` are declared in `a.rs`, in `a/mod.rs`, or in the root.
        let own = if file.ends_with("mod.rs") { file.parent().unwrap().to_owned() } else { file.with_extension("") };
        let above = own.parent().unwrap();
        let parents = [above.with_extension("rs"), above.join("mod.rs"), src.join("lib.rs")];
        let parent = if above == src { &parents[2] } else { parents.iter().find(|parent| parent.is_file()).unwrap() };
        let line = format!("mod {};", own.file_name().unwrap().to_string_lossy());
        assert!(std::fs::read_to_string(parent).unwrap().contains(&line), "{}: no module declares it", file.display());
    }
}

#[test]
fn no_files_use_each_other_in_a_circle() {
    let roots =
        sources(project()).into_iter().filter(|file| file.ends_with("src/lib.rs") || file.ends_with("src/main.rs"));
    let folders: BTreeSet<_> = roots.map(|root| root.parent().unwrap().to_owned()).collect();
    assert!(folders.len() > 10, "{folders:?}");
    let circles = folders.iter().flat_map(|folder| Graph::of(folder).circles());
    assert_eq!(circles.collect::<Vec<_>>(), Vec::<String>::new());
}

#[test]
fn the_graph_finds_every_kind_of_use() {
    let texts = [
        ("", "mod error; pub mod formats; pub use error::{Limits, Warning as Remark}; pub use formats::*;"),
        ("error", "pub struct Limits; // use crate::scene::Scene;"),
        ("scene", "use crate::{Limits, formats::{self, Clip}}; fn f() -> &'static str { \"crate::error::x\" }"),
        ("formats", "mod clip; mod a; mod b; mod c; pub use clip::Clip; use self::a::{f, g as h};"),
        ("formats::clip", "pub struct Clip; pub(super) fn new() -> crate::Remark { crate::Remark }"),
        ("formats::a", "use super::Clip; pub fn f() { super::b::g('\"', b'\\'', r#\"super::d::f()\"#) }"),
        ("formats::b", "use super::c; /* use super::d; */ pub fn g<'a>() { let d = 1; c::deep::h(d) }"),
        ("formats::c", "pub mod deep; #[cfg(test)] mod tests { use super::super::d; }"),
        ("formats::c::deep", "pub fn h() { crate::formats::a::f(); super::i() }"),
        ("formats::d", "use super::*;"),
    ];
    let graph = Graph::of_texts(texts.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())));
    let inner = graph.uses.iter().filter(|(from, _)| !["", "formats"].contains(&&**from));
    let arrows: Vec<String> = inner.map(|(from, to)| format!("{from} {to}").replace("formats::", "")).collect();
    let expected = "a b, a clip, b c, b c::deep, c::deep a, c::deep c, clip error, d formats, \
                    scene error, scene formats, scene clip";
    assert_eq!(arrows.join(", "), expected);
    assert_eq!(graph.circles().into_iter().collect::<Vec<_>>(), ["formats::a, formats::b, formats::c"]);
}
