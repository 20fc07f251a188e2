//! The tables of file kinds that the page and Python use are those of the registry.

#[path = "../xtask/generate/src/kinds.rs"]
mod kinds;

use std::fs;
use std::path::Path;

#[test]
fn the_tables_of_other_languages_are_what_the_registry_gives() {
    for (file, text) in kinds::files() {
        let found = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
        assert_eq!(found, text, "{file} is out of date: run `cargo xtask generate`");
    }
}
