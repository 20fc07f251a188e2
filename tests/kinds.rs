//! The tables of file kinds that the page and Python use are those of the registry.

#[path = "../xtask/generate/src/kinds.rs"]
mod kinds;

use std::fs;

#[test]
fn the_tables_of_other_languages_are_what_the_registry_gives() {
    for (file, text) in kinds::files() {
        let found = fs::read_to_string(support::project().join(file)).unwrap();
        assert_eq!(found, text, "{file} is out of date: run `cargo xtask generate`");
    }
}
