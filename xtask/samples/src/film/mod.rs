//! The samples' films for the welcome: strips of small pictures as PNG.
//!
//! The core reads, stages and poses the sample files, with the renderer's meshes, colours and lights. Only the drawing is done here,
//! because a build has no graphics device.

mod draw;
#[allow(dead_code, unused_imports, reason = "the renderer's meshes; its checks are its own")]
#[path = "../../../../web/src/render/mesh.rs"]
mod mesh;
mod png;
mod reel;
mod solids;
#[cfg(test)]
mod tests;
#[allow(dead_code, reason = "the renderer's colours and lights")]
#[path = "../../../../web/src/render/theme.rs"]
mod theme;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use marey::look::Theme;

pub use reel::Reel;

/// Pixels of a picture's edge. The page shows it at 88 CSS pixels or less: sharp on dense screens, with half the bytes of 176.
pub const EDGE: usize = 132;
/// Pictures of a strip, from top to bottom.
pub const PICTURES: usize = 20;
/// Pictures a second, as the page plays them.
pub const RATE: f64 = 10.0;

/// The samples of the welcome, each with the files that it needs.
const SAMPLES: [&[&str]; 7] = [
    &["dance.bvh"],
    &["jump.bvh"],
    &["march.amc", "march.asf", "march.obj"],
    &["walk.bvh"],
    &["wave.x3d"],
    &["stroll.anim", "adult.skel"],
    &["human-loa2.x3d"],
];

/// Writes the strips of the samples into `folder`, for a dark and for a light page, and returns the paths.
///
/// # Errors
/// When a sample cannot be read or a strip cannot be written.
pub fn write(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut written = Vec::new();
    for files in SAMPLES {
        let stem = files[0].split('.').next().unwrap_or_default();
        let mut reel = Reel::new(folder, files)?;
        for (theme, tail) in [(Theme::Dark, ""), (Theme::Light, "-light")] {
            let path = folder.join(format!("{stem}{tail}.png"));
            let pictures = (0..PICTURES).map(|index| reel.picture(index, theme)).collect::<Result<Vec<_>>>()?;
            std::fs::write(&path, png::encode(EDGE, &pictures))
                .with_context(|| format!("cannot write {}", path.display()))?;
            written.push(path);
        }
    }
    Ok(written)
}
