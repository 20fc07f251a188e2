//! Skips build steps whose inputs have not changed.
//!
//! A stamp is a hash of the names and contents of a step's inputs, not of their times: a fresh clone or a branch switch changes
//! the times alone, and all inputs together are a few megabytes.

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::Hasher;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result};

use crate::paths::{Paths, files_below, remove_file};

pub struct Inputs(DefaultHasher);

impl Inputs {
    pub fn new() -> Self {
        Self(DefaultHasher::new())
    }

    /// An input that is not a file: a version, a flag.
    pub fn text(mut self, text: &str) -> Self {
        self.0.write_usize(text.len());
        self.0.write(text.as_bytes());
        self
    }

    pub fn file(mut self, path: &Path) -> Result<Self> {
        let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        self = self.text(&path.to_string_lossy());
        self.0.write_usize(bytes.len());
        self.0.write(&bytes);
        Ok(self)
    }

    pub fn folder(self, dir: &Path) -> Result<Self> {
        self.folder_where(dir, |_| true)
    }

    /// The files below a folder for which `counts` holds.
    pub fn folder_where(mut self, dir: &Path, counts: impl Fn(&Path) -> bool) -> Result<Self> {
        for path in files_below(dir)?.into_iter().filter(|path| counts(path)) {
            self = self.file(&path)?;
        }
        Ok(self)
    }

    /// The hash of all of them.
    pub fn stamp(&self) -> String {
        format!("{:016x}", self.0.finish())
    }
}

pub struct BuildStep<'a> {
    pub name: &'a str,
    pub doing: &'a str,
    /// The step also runs when one of these is missing.
    pub outputs: &'a [PathBuf],
}

impl BuildStep<'_> {
    /// Whether it has run on these inputs.
    pub fn is_fresh(&self, paths: &Paths, inputs: &Inputs) -> bool {
        let file = paths.work().join("stamps").join(self.name);
        fs::read_to_string(&file).is_ok_and(|old| old == inputs.stamp())
            && self.outputs.iter().all(|path| path.exists())
    }

    /// Runs `work` unless it has already run on the same inputs. The stamp is written last, so that an interrupted step runs again.
    pub fn run(&self, paths: &Paths, inputs: &Inputs, work: impl FnOnce() -> Result<()>) -> Result<()> {
        let stamps = paths.work().join("stamps");
        let file = stamps.join(self.name);
        if self.is_fresh(paths, inputs) {
            println!("  {:<22} unchanged", self.name);
            return Ok(());
        }
        remove_file(&file)?;
        timed(self.name, self.doing, work)?;
        fs::create_dir_all(&stamps)?;
        fs::write(&file, inputs.stamp())?;
        Ok(())
    }
}

pub fn timed<T>(name: &str, doing: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    println!("  {name:<22} {doing} ...");
    let start = Instant::now();
    let result = work().with_context(|| format!("{name} failed"))?;
    println!("  {name:<22} done in {:.1} s", start.elapsed().as_secs_f64());
    Ok(result)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn a_step_runs_again_only_when_an_input_changed_an_output_is_gone_or_it_failed() {
        let root = std::env::temp_dir().join(format!("xtask-stamp-{}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        let source = root.join("in/a.txt");
        fs::create_dir_all(root.join("in")).unwrap();
        fs::write(&source, "1").unwrap();
        let paths = Paths { root: root.clone(), target: root.join("target") };
        let outputs = [root.join("out")];
        let step = BuildStep { name: "copy", doing: "copies", outputs: &outputs };
        let runs = Cell::new(0);
        let go = || {
            let inputs = Inputs::new().folder(&root.join("in")).unwrap();
            step.run(&paths, &inputs, || {
                runs.set(runs.get() + 1);
                Ok(fs::copy(&source, &outputs[0]).map(|_| ())?)
            })
        };
        go().unwrap();
        go().unwrap();
        assert_eq!(runs.get(), 1, "nothing changed");
        fs::write(&source, "2").unwrap();
        go().unwrap();
        assert_eq!(runs.get(), 2, "an input changed");
        fs::write(root.join("in/b.txt"), "").unwrap();
        go().unwrap();
        assert_eq!(runs.get(), 3, "an input was added");
        fs::remove_file(&outputs[0]).unwrap();
        go().unwrap();
        assert_eq!(runs.get(), 4, "an output is gone");
        let inputs = Inputs::new().text("other");
        assert!(step.run(&paths, &inputs, || anyhow::bail!("no")).is_err());
        step.run(&paths, &inputs, || {
            runs.set(runs.get() + 1);
            Ok(())
        })
        .unwrap();
        assert_eq!(runs.get(), 5, "the last run failed");
        fs::remove_dir_all(&root).unwrap();
    }

    #[test]
    fn moving_text_between_inputs_changes_the_stamp() {
        assert_ne!(Inputs::new().text("ab").text("c").stamp(), Inputs::new().text("a").text("bc").stamp());
    }
}
