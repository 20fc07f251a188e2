//! marey-player.d.ts: what the element offers, for TypeScript.

use std::path::PathBuf;

use anyhow::Result;

use crate::paths::Paths;
use crate::stamp::{BuildStep, Inputs};
use crate::tools;

/// Writes the declarations of www/ as one file, and says where it is.
pub fn declare(paths: &Paths) -> Result<PathBuf> {
    let script = paths.root.join("xtask/types.mjs");
    let out = paths.work().join("types");
    let declarations = out.join("marey-player.d.ts");
    BuildStep {
        name: "types",
        doing: "declares the element for TypeScript",
        outputs: std::slice::from_ref(&declarations),
    }
    .run(
        paths,
        &Inputs::new().folder(&paths.www())?.file(&script)?.file(&paths.root.join("package-lock.json"))?,
        || tools::run(tools::node()?.arg(&script).arg(&out).current_dir(&paths.root)),
    )?;
    Ok(declarations)
}
