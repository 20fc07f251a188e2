//! `cargo xtask docs`: the docs site, with the player in it and the page beside it.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Result, bail};

use crate::paths::Paths;
use crate::stamp::timed;
use crate::{npm, package, tools};

pub struct Docs {
    pub site: PathBuf,
    /// The npm package that the site uses.
    pub tarball: PathBuf,
}

/// Builds the program, which makes the gallery of the samples.
pub fn build_program(paths: &Paths) -> Result<()> {
    tools::run(tools::cargo().args(["build", "--package", "marey-cli"]).current_dir(&paths.root))
}

/// Writes the site for a server that shows it under `base`, a path that begins and ends with a slash. The program has been built.
pub fn docs(paths: &Paths, base: &str) -> Result<Docs> {
    if !base.starts_with('/') || !base.ends_with('/') {
        bail!("--base {base}: a path begins and ends with a slash");
    }
    let tarball = package::package(paths)?;
    let stage = paths.target.join("docs");
    fs::create_dir_all(&stage)?;
    for name in ["package.json", "package-lock.json"] {
        fs::copy(paths.root.join("docs").join(name), stage.join(name))?;
    }
    npm::install_in(&stage, "npm ci: VitePress, for the docs alone")?;
    let site = paths.target.join("docs-site");
    let mut node: Command = tools::node()?;
    node.arg(paths.root.join("xtask/docs.mjs")).arg(&stage).arg(paths.dist()).arg(paths.npm_package());
    node.arg(base).arg(&site).arg(paths.target.join("debug/marey")).current_dir(&paths.root);
    timed("docs", "builds the docs site", || tools::run(&mut node))?;
    Ok(Docs { site, tarball })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_base_without_its_slashes_is_refused_before_anything_is_built() {
        let paths = Paths { root: "/nowhere".into(), target: "/nowhere".into() };
        for base in ["", "docs", "/docs", "docs/"] {
            assert!(docs(&paths, base).is_err_and(|error| error.to_string().contains("slash")), "{base}");
        }
    }
}
