//! `cargo xtask generate`: writes the files under version control that programs make: the sample clips, the shaders for WebGL2, and what
//! other languages need of the registry of file kinds, and pages of the docs that tables make. The build only copies them, so that it need not compile naga, the samples and
//! the core for this machine first.

mod glsl;
mod kinds;
mod pages;
// The same text that wgpu gets.
#[path = "../../../crates/gpu/src/shaders.rs"]
mod shaders;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// Where the sample clips are, from the root.
const CLIPS: &str = "xtask/samples/clips";

fn main() -> Result<()> {
    let check = match std::env::args().nth(1).as_deref() {
        None => false,
        Some("--check") => true,
        Some(other) => bail!("{other} is no option: say --check to compare, or nothing to write"),
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let made = made()?;
    let names: BTreeSet<PathBuf> = made.iter().map(|(file, _)| file.clone()).collect();
    let mut stale = Vec::new();
    for (file, bytes) in &made {
        let path = root.join(file);
        if fs::read(&path).ok().as_ref() != Some(bytes) {
            stale.push(file.clone());
            if !check {
                let folder = path.parent().context("a file without a folder")?;
                fs::create_dir_all(folder)?;
                fs::write(&path, bytes).with_context(|| format!("cannot write {}", path.display()))?;
            }
        }
    }
    // A clip that is no longer made would still be offered.
    for entry in fs::read_dir(root.join(CLIPS)).into_iter().flatten() {
        let file = Path::new(CLIPS).join(entry?.file_name());
        if !names.contains(&file) {
            if !check {
                fs::remove_file(root.join(&file))?;
            }
            stale.push(file);
        }
    }
    for file in &stale {
        println!("{} {}", if check { "out of date:" } else { "wrote" }, file.display());
    }
    if check && !stale.is_empty() {
        bail!("run `cargo xtask generate`");
    }
    Ok(())
}

/// Paths from the root, and contents.
fn made() -> Result<Vec<(PathBuf, Vec<u8>)>> {
    let mut made = vec![(glsl::FILE.into(), glsl::text()?.into_bytes())];
    made.extend(pages::files().into_iter().map(|(file, text)| (file.into(), text.into_bytes())));
    made.extend(kinds::files().map(|(file, text)| (file.into(), text.into_bytes())));
    made.extend(marey_samples::files()?.into_iter().map(|(name, bytes)| (Path::new(CLIPS).join(name), bytes)));
    Ok(made)
}
