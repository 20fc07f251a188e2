//! Lists the crates linked into the shipped modules, for `xtask/licenses.mjs`, which collects their licences.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use crate::paths::Paths;
use crate::stamp::BuildStep;
use crate::tools;
use crate::wasm::{SHIPPED, TARGET, inputs};

/// A crate as the lock file has it: name and version.
type Crate = (String, String);

/// Writes the list of linked crates (JSON), each with licence, authors and source folder, and returns its path.
pub fn list(paths: &Paths) -> Result<PathBuf> {
    let out = paths.work().join("crates.json");
    let inputs = inputs(paths)?
        .text(include_str!("linked.rs"))
        // The list names folders there.
        .text(&tools::cargo_sources().to_string_lossy());
    BuildStep { name: "crates", doing: "lists the crates in the modules", outputs: std::slice::from_ref(&out) }.run(
        paths,
        &inputs,
        || {
            let mut linked = BTreeSet::new();
            for recipe in SHIPPED {
                let tree = ["tree", "--locked", "--package", recipe.package, "--target", TARGET];
                // Procedural macros and build dependencies are not linked.
                let shown = ["--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}"];
                linked.extend(read_tree(&cargo(&paths.root, &[&tree, &shown[..], recipe.features].concat())?)?);
            }
            let metadata = ["metadata", "--locked", "--format-version", "1", "--filter-platform", TARGET];
            let metadata = serde_json::from_str(&cargo(&paths.root, &metadata)?)?;
            fs::create_dir_all(paths.work())?;
            fs::write(&out, serde_json::to_string_pretty(&describe(&linked, &metadata)?)?)?;
            Ok(())
        },
    )?;
    Ok(out)
}

fn cargo(root: &Path, args: &[&str]) -> Result<String> {
    tools::output(tools::cargo().args(args).current_dir(root))
}

/// The crates that `cargo tree` printed, one a line: `name v1.0.0 ...`.
fn read_tree(printed: &str) -> Result<BTreeSet<Crate>> {
    let crate_of = |line: &str| {
        let mut words = line.split(' ');
        Some((words.next()?.to_owned(), words.next()?.strip_prefix('v')?.to_owned()))
    };
    printed
        .lines()
        .map(|line| crate_of(line).with_context(|| format!("cargo tree: no crate in the line {line:?}")))
        .collect()
}

/// The metadata of these crates, by name. Those of this workspace are left out.
fn describe(linked: &BTreeSet<Crate>, metadata: &Value) -> Result<Vec<Value>> {
    let packages = metadata["packages"].as_array().context("cargo metadata: no packages")?;
    let mut described = Vec::new();
    for (name, version) in linked {
        let Some(package) =
            packages.iter().find(|package| package["name"] == name.as_str() && package["version"] == version.as_str())
        else {
            bail!("cargo metadata does not know {name} {version}");
        };
        // Packages of the workspace come from no registry.
        if package["source"].is_null() {
            continue;
        }
        let manifest = Path::new(package["manifest_path"].as_str().context("a package without a manifest")?);
        described.push(json!({
            "name": name,
            "version": version,
            "license": package["license"],
            "source": package["repository"],
            "authors": package["authors"],
            "folder": manifest.parent(),
        }));
    }
    Ok(described)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_has_each_crate_once() {
        let printed = "marey-web v0.1.0 (/w/web)\nlog v0.4.1\nglam v0.34.2\nlog v0.4.1 (*)\n";
        let names: Vec<_> =
            read_tree(printed).unwrap().into_iter().map(|(name, version)| name + " " + &version).collect();
        assert_eq!(names, ["glam 0.34.2", "log 0.4.1", "marey-web 0.1.0"]);
        assert!(read_tree("\n").is_err());
    }

    #[test]
    fn crates_of_others_are_described_and_an_unknown_one_is_an_error() {
        let metadata = json!({ "packages": [
            { "name": "log", "version": "0.4.0", "source": "r", "license": "A", "authors": [], "manifest_path": "/r/old/Cargo.toml" },
            { "name": "log", "version": "0.4.1", "source": "r", "license": "B", "authors": [], "manifest_path": "/r/log/Cargo.toml" },
            { "name": "marey", "version": "0.1.0", "source": null, "license": "C", "authors": [], "manifest_path": "/w/Cargo.toml" },
        ] });
        let of = |text: &str| describe(&read_tree(text).unwrap(), &metadata);
        let described = of("log v0.4.1\nmarey v0.1.0\n").unwrap();
        assert_eq!(described.len(), 1);
        assert_eq!((&described[0]["license"], &described[0]["folder"]), (&json!("B"), &json!("/r/log")));
        assert!(of("log v0.5.0\n").unwrap_err().to_string().contains("log 0.5.0"));
    }
}
