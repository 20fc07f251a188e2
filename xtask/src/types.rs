//! marey-player.d.ts and marey-frame.d.ts: what the element and the script for pages with frames offer, for TypeScript.

use std::path::PathBuf;

use anyhow::Result;

use crate::paths::Paths;
use crate::stamp::{BuildStep, Inputs};
use crate::tools;

/// Writes the declarations of www/, a file for each script that others import, and says where they are.
pub fn declare(paths: &Paths) -> Result<Vec<PathBuf>> {
    let script = paths.root.join("xtask/types.mjs");
    let out = paths.work().join("types");
    let declarations = ["marey-player.d.ts", "marey-frame.d.ts"].map(|name| out.join(name)).to_vec();
    BuildStep { name: "types", doing: "declares the element for TypeScript", outputs: &declarations }.run(
        paths,
        &Inputs::new().folder(&paths.www())?.file(&script)?.file(&paths.root.join("package-lock.json"))?,
        || tools::run(tools::node()?.arg(&script).arg(&out).current_dir(&paths.root)),
    )?;
    Ok(declarations)
}
