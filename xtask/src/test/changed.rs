//! `cargo xtask test --changed`: what a change since the last pass cannot have broken is left out.
//!
//! A section has passed on a hash of its inputs, and so has each file of the page's tests.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use super::{Context, TestSection};
use crate::paths::{Paths, remove_file};
use crate::stamp::Inputs;
use crate::wasm::BuildMode;

/// Which inputs each section passed on.
pub struct Passed {
    folder: PathBuf,
}

impl Passed {
    pub fn new(context: &Context) -> Self {
        Self { folder: context.paths.work().join(if context.deep { "passed-deep" } else { "passed" }) }
    }

    /// Whether a section passed on these inputs.
    pub fn has(&self, section: &TestSection, inputs: &str) -> bool {
        fs::read_to_string(self.folder.join(section.name)).is_ok_and(|passed| passed == inputs)
    }

    /// Keeps the inputs on which a section passed; `None` where it failed.
    pub fn keep(&self, section: &TestSection, inputs: Option<&str>) -> Result<()> {
        let file = self.folder.join(section.name);
        let Some(inputs) = inputs else { return remove_file(&file) };
        fs::create_dir_all(&self.folder)?;
        Ok(fs::write(file, inputs)?)
    }
}

/// A hash of what a section depends on.
pub fn inputs(paths: &Paths, section: &TestSection) -> Result<String> {
    hash_of(paths, section.inputs.iter().copied())
}

/// A hash of what a section depends on beside the scripts of the page, of which each test file names those that it needs.
pub fn inputs_beside_www(paths: &Paths, section: &TestSection) -> Result<String> {
    hash_of(paths, section.inputs.iter().copied().filter(|name| *name != WWW_UNSTYLED))
}

fn hash_of<'a>(paths: &Paths, names: impl Iterator<Item = &'a str>) -> Result<String> {
    let mut inputs = Inputs::new().text(&env::var("MAREY_CORPUS").unwrap_or_default());
    for name in names.chain(EVERYWHERE) {
        inputs = match name {
            WWW_UNSTYLED => inputs.folder_where(&paths.www(), |path| !is_style_of_part(&paths.www(), path))?,
            name => add(inputs, &paths.root.join(name))?,
        };
    }
    Ok(inputs.stamp())
}

/// An input: `www` without the style sheets of the parts that come after the player. They decide how these look, which the tests of the page
/// itself see.
pub const WWW_UNSTYLED: &str = "www without styles";

fn is_style_of_part(www: &Path, path: &Path) -> bool {
    let is_style = path.extension().is_some_and(|ending| ending == "css");
    is_style && path.parent() != Some(www) && !path.starts_with(www.join("player"))
}

/// Files and folders on which every section depends.
const EVERYWHERE: [&str; 6] =
    ["Cargo.toml", "Cargo.lock", "package-lock.json", ".cargo/config.toml", "xtask/src", "tests/support"];

fn add(inputs: Inputs, path: &Path) -> Result<Inputs> {
    if path.is_dir() { inputs.folder(path) } else { inputs.file(path) }
}

/// The test files of a section that passed, each with the hash of what it depends on.
pub struct PassedFiles {
    list: PathBuf,
    passed: BTreeMap<String, String>,
}

impl PassedFiles {
    pub fn read(context: &Context, section: &str) -> Self {
        let depth = if context.deep { "-deep" } else { "" };
        let list = context.paths.work().join(format!("passed-files-{section}{depth}.json"));
        let passed = fs::read_to_string(&list).ok().and_then(|text| serde_json::from_str(&text).ok());
        Self { list, passed: passed.unwrap_or_default() }
    }

    pub fn has(&self, file: &OsString, hash: &str) -> bool {
        self.passed.get(&name(file)).is_some_and(|passed| passed == hash)
    }

    /// Keeps which of the files that ran have passed: those that the suite wrote into `told`, a name a line.
    pub fn keep(mut self, ran: &[(OsString, String)], told: &Path) -> Result<()> {
        let told = fs::read_to_string(told).unwrap_or_default();
        for (file, hash) in ran {
            let file = name(file);
            if told.lines().any(|line| line == file) {
                self.passed.insert(file, hash.clone());
            } else {
                self.passed.remove(&file);
            }
        }
        Ok(fs::write(self.list, serde_json::to_string_pretty(&self.passed)?)?)
    }
}

fn name(file: &OsString) -> String {
    Path::new(file).file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Hashes what test files in JavaScript depend on. The first line of a file names it: `// of: controls, marey_hanim`, folders of `www` and of
/// `www/tools`, and modules. Without such a line a file depends on everything.
pub struct PageParts {
    /// A hash of what all test files of the section share.
    common: String,
    /// By folder or module.
    hashes: BTreeMap<String, String>,
}

impl PageParts {
    /// Reads what has been built. `common`: a hash of what all test files share.
    pub fn read(paths: &Paths, common: String) -> Result<Self> {
        let mut hashes = BTreeMap::new();
        let mut top: BTreeMap<&str, Inputs> = BTreeMap::new();
        for path in page_parts(paths)? {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() {
                hashes.insert(name, Inputs::new().folder(&path)?.stamp());
            } else if !name.ends_with(".d.ts") {
                let folder = match name.as_str() {
                    script if PLAYER_SCRIPTS.contains(&script) => "player",
                    // The scale comes with the controls.
                    "tokens.css" => "controls",
                    _ => "page",
                };
                let inputs = top.remove(folder).unwrap_or_else(Inputs::new);
                top.insert(folder, inputs.file(&path)?);
            }
        }
        for (folder, inputs) in top {
            let hash = hashes.remove(folder).unwrap_or_default();
            hashes.insert(folder.to_owned(), inputs.text(&hash).stamp());
        }
        for recipe in crate::wasm::SHIPPED {
            let file = recipe.built(paths, BuildMode::Small);
            hashes.insert(recipe.name.to_owned(), Inputs::new().file(&file)?.stamp());
        }
        Ok(Self { common, hashes })
    }

    /// A hash of the fixtures and helpers that the page's own test files share. The rest of their section's inputs reaches them through the page.
    pub fn shared_in_browser(paths: &Paths) -> Result<String> {
        let mut common = Inputs::new();
        for folder in ["tests/browser/support", "tests/support", "tests/fixtures", "xtask/samples"] {
            common = common.folder(&paths.root.join(folder))?;
        }
        Ok(common.stamp())
    }

    /// The hash of what a test file depends on.
    pub fn hash_of(&self, file: &Path) -> Result<String> {
        let text = fs::read_to_string(file)?;
        let mut inputs = Inputs::new().text(&self.common).text(&text);
        match parts_of(&text) {
            Some(parts) => {
                for part in parts {
                    let hash = self
                        .hashes
                        .get(part)
                        .with_context(|| format!("{}: there is no folder and no module {part}", file.display()))?;
                    inputs = inputs.text(part).text(hash);
                }
            }
            None => {
                for (part, hash) in &self.hashes {
                    inputs = inputs.text(part).text(hash);
                }
            }
        }
        Ok(inputs.stamp())
    }
}

/// The folders of `www/tools`, the other ones of `www`, and the files beside these.
fn page_parts(paths: &Paths) -> Result<Vec<PathBuf>> {
    let www = paths.www();
    let mut parts = Vec::new();
    for folder in [&www, &www.join("tools")] {
        for entry in fs::read_dir(folder)? {
            parts.push(entry?.path());
        }
    }
    parts.retain(|path| !path.ends_with("tools"));
    Ok(parts)
}

/// Scripts beside the folders of `www` that belong to the player; the other files belong to the page.
const PLAYER_SCRIPTS: [&str; 4] = ["marey-player.js", "tools.js", "worker.js", "standalone.js"];

/// The parts that the first line of a test file names.
fn parts_of(text: &str) -> Option<impl Iterator<Item = &str>> {
    Some(text.lines().next()?.strip_prefix("// of: ")?.split(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_of_a_test_names_its_parts() {
        let parts = |text| parts_of(text).map(Iterator::collect::<Vec<_>>);
        assert_eq!(parts("// of: controls, marey_hanim\n/** .. */"), Some(vec!["controls", "marey_hanim"]));
        assert_eq!(parts("/** All of it. */\n"), None);
    }

    #[test]
    fn style_sheets_of_later_parts_are_told_from_all_else() {
        let is_style = |path: &str| is_style_of_part(Path::new("www"), &Path::new("www").join(path));
        assert!(["panels/tree.css", "tools/curves/curves.css"].into_iter().all(is_style));
        assert!(!["page.css", "player/element/player.css", "panels/tree.js"].into_iter().any(is_style));
    }

    #[test]
    fn every_part_that_a_test_names_exists() {
        let paths = Paths::find().unwrap();
        let www = page_parts(&paths).unwrap();
        let folders = ["browser", "files", "python", "hosts"].map(|name| paths.root.join("tests").join(name));
        for entry in folders.iter().flat_map(|folder| fs::read_dir(folder).unwrap()) {
            let path = entry.unwrap().path();
            if path.is_file()
                && let Some(parts) = parts_of(&fs::read_to_string(&path).unwrap())
            {
                for part in parts {
                    let is_module = crate::wasm::SHIPPED.iter().any(|recipe| recipe.name == part);
                    assert!(is_module || www.iter().any(|folder| folder.ends_with(part)), "{}: {part}", path.display());
                }
            }
        }
    }
}
