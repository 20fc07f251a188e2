//! The samples' moving pictures: what the welcome shows of each sample, a strip of small pictures as a PNG.
//!
//! They are filmed from the sample files themselves: read, put on a stage and posed by the core, with the renderer's meshes,
//! colours and lights. Only the drawing is done here, because a build has no graphics device.

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

/// Pixels along the edge of a picture. The page shows it in 88 or less: sharp enough for fine screens, and half of the bytes.
pub const EDGE: usize = 132;
/// Pictures of a strip, from top to bottom.
pub const PICTURES: usize = 20;
/// Pictures a second: the page plays them at this rate.
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

/// Writes the strips of the samples in `folder` beside them, for a dark and for a light page, and returns their paths.
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
