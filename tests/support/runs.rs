//! How much is tried: what `cargo xtask test` has in this run.

use std::env;
use std::path::PathBuf;

/// Whether all is tried: with `MAREY_DEEP`, which `cargo xtask test --deep` sets.
pub fn is_deep() -> bool {
    env::var_os("MAREY_DEEP").is_some()
}

/// The number of random rounds: all in a deep run, else a tenth.
pub fn rounds(all: usize) -> usize {
    if is_deep() { all } else { all / 10 }
}

/// The folder of real files. Tests that need it are marked `ignore`, so that a run without it reports them.
pub fn corpus() -> PathBuf {
    match env::var_os("MAREY_CORPUS") {
        Some(folder) => folder.into(),
        None => panic!("MAREY_CORPUS names no folder of real files"),
    }
}
