//! How much is tried: what `cargo xtask test` has in this run.

use std::env;
use std::path::PathBuf;

/// Rounds of what only chance finds. `MAREY_DEEP`, which `cargo xtask test --deep` sets, asks for all of them; else a tenth is
/// enough to see that it works.
pub fn rounds(all: usize) -> usize {
    if env::var_os("MAREY_DEEP").is_some() { all } else { all / 10 }
}

/// The folder of real files. Tests that ask for it are marked `ignore`, so that a run without it says that they did not run.
pub fn corpus() -> PathBuf {
    match env::var_os("MAREY_CORPUS") {
        Some(folder) => folder.into(),
        None => panic!("MAREY_CORPUS names no folder of real files"),
    }
}
