//! Makes the sample motions of the welcome page: a walk, a jump and a dance-like turn.

mod body;
mod bvh;
mod dance;
mod ease;
mod figure;
mod foot;
mod gait;
mod jump;
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
    let save = |clip: bvh::Clip| {
        let path = out.join(clip.name).with_extension("bvh");
        std::fs::write(&path, bvh::write(&clip)).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(path)
    };
    let mut paths = clips().into_iter().map(save).collect::<anyhow::Result<Vec<_>>>()?;
    for (name, bytes) in sims::files() {
        let path = out.join(name);
        std::fs::write(&path, bytes).with_context(|| format!("cannot write {}", path.display()))?;
        paths.push(path);
    }
    Ok(paths)
}

fn clips() -> [bvh::Clip; 3] {
    [walk::clip(), jump::clip(), dance::clip()]
}
