//! Pages of the docs are what the tables of rigs and of other programs make of them.

#[path = "../xtask/generate/src/pages.rs"]
mod pages;

use std::fs;

#[test]
fn the_pages_of_tables_are_what_the_tables_make() {
    for (file, text) in pages::files() {
        let found = fs::read_to_string(support::project().join(&file)).unwrap_or_default();
        assert!(found == text, "{file} is out of date: run `cargo xtask generate`");
    }
}
