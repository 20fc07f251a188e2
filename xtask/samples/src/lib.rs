//! Makes the sample motions and their films: a walk, a jump, a dance, a march in Acclaim's format, a stroll in The Sims', HAnim
//! figures that stand and one that waves.

mod about;
mod acclaim;
mod body;
mod bones;
mod bvh;
mod clip;
mod dance;
mod ease;
mod figure;
mod film;
mod foot;
mod gait;
mod human;
mod jump;
mod march;
mod mesh;
mod number;
mod pose;
mod sims;
#[cfg(test)]
mod tests;
mod walk;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clip::Recording;

/// Writes the samples and their films into `out`, and returns the paths.
///
/// # Errors
/// When a file cannot be written.
pub fn generate(out: &Path) -> Result<Vec<PathBuf>> {
    let mut paths = generate_files(out)?;
    paths.extend(film::write(out)?);
    Ok(paths)
}

fn generate_files(out: &Path) -> Result<Vec<PathBuf>> {
    std::fs::create_dir_all(out).with_context(|| format!("cannot make {}", out.display()))?;
    let save = |(name, bytes): (String, Vec<u8>)| {
        let path = out.join(name);
        std::fs::write(&path, bytes).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(path)
    };
    files()?.into_iter().map(save).collect()
}

/// Names and contents.
fn files() -> Result<Vec<(String, Vec<u8>)>> {
    let mut files = Vec::new();
    for recording in recordings() {
        files.push((format!("{}.bvh", recording.name), bvh::write(&recording)?.into_bytes()));
    }
    files.extend(acclaim::write(&march::recording())?.map(|(name, text)| (name, text.into_bytes())));
    files.extend(sims::files()?.map(|(name, bytes)| (name.to_owned(), bytes)));
    files.extend(human::files()?.into_iter().map(|(name, text)| (name, text.into_bytes())));
    Ok(files)
}

fn recordings() -> [Recording; 3] {
    [walk::recording(), jump::recording(), dance::recording()]
}
