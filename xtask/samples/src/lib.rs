//! Makes the sample motions of the welcome page: a walk, a jump, a dance-like turn, a march in Acclaim's format,
//! a stroll in The Sims', HAnim figures that stand and one that waves.

mod about;
mod acclaim;
#[cfg(test)]
mod acclaim_tests;
mod body;
mod bones;
mod bvh;
mod dance;
mod ease;
mod figure;
mod foot;
mod gait;
mod human;
mod jump;
mod march;
mod pose;
#[cfg(test)]
mod read;
mod sims;
#[cfg(test)]
mod tests;
mod walk;

use anyhow::Context;
use std::path::{Path, PathBuf};

/// Writes the samples into `out` and returns their paths.
pub fn generate(out: &Path) -> anyhow::Result<Vec<PathBuf>> {
    std::fs::create_dir_all(out).with_context(|| format!("cannot make {}", out.display()))?;
    let bvh = clips().map(|clip| (format!("{}.bvh", clip.name), bvh::write(&clip).into_bytes()));
    let acclaim = acclaim::write(&march::clip()).map(|(name, text)| (name, text.into_bytes()));
    let sims = sims::files().map(|(name, bytes)| (name.to_owned(), bytes));
    let human = human::files().into_iter().map(|(name, text)| (name, text.into_bytes()));
    let save = |(name, bytes): (String, Vec<u8>)| {
        let path = out.join(name);
        std::fs::write(&path, bytes).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(path)
    };
    bvh.into_iter().chain(acclaim).chain(sims).chain(human).map(save).collect()
}

fn clips() -> [bvh::Clip; 3] {
    [walk::clip(), jump::clip(), dance::clip()]
}
