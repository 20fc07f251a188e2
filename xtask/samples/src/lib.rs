//! Makes the sample motions: a walk, a jump, a dance, a march in Acclaim's format, a stroll in The Sims', HAnim
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

use std::path::Path;

use anyhow::{Context, Result};
use clip::Recording;

/// Writes the samples into `out`.
///
/// # Errors
/// When a file cannot be written.
pub fn generate(out: &Path) -> Result<()> {
    std::fs::create_dir_all(out).with_context(|| format!("cannot make {}", out.display()))?;
    for (name, bytes) in files()? {
        let path = out.join(name);
        std::fs::write(&path, bytes).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
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
    [walk::recording(), jump::recording(), dance::recording()].map(bvh::rounded)
}
