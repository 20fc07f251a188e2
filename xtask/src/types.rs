//! Declarations for TypeScript: marey-player.d.ts and marey-frame.d.ts.

use std::path::PathBuf;

use anyhow::Result;

use crate::paths::Paths;
use crate::stamp::{BuildStep, Inputs};
use crate::tools;

/// Writes a file of declarations for each script that others import, and returns the paths.
pub fn declare(paths: &Paths) -> Result<Vec<PathBuf>> {
    let script = paths.root.join("xtask/types.mjs");
    let out = paths.work().join("types");
    let declarations = ["marey-player.d.ts", "marey-frame.d.ts"].map(|name| out.join(name)).to_vec();
    BuildStep { name: "types", doing: "writes the declarations for TypeScript", outputs: &declarations }.run(
        paths,
        &Inputs::new()
            .folder(&paths.www())?
            .file(&script)?
            .file(&paths.root.join("xtask/options.mjs"))?
            .file(&paths.root.join("package-lock.json"))?,
        || tools::run(tools::node()?.arg(&script).arg(&out).current_dir(&paths.root)),
    )?;
    Ok(declarations)
}
