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

use anyhow::Result;
use clip::Recording;
// Sources of the core that `human` includes look for it at the crate's root.
use marey::checked;

/// Names and contents.
///
/// # Errors
/// When a writer refuses a clip.
pub fn files() -> Result<Vec<(String, Vec<u8>)>> {
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
