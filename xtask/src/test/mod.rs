//! `cargo xtask test`: all checks, the cheapest first.

mod changed;
mod native;
mod pages;
mod times;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};
use std::{env, fs};

use anyhow::Result;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use self::changed::{Passed, WWW_UNSTYLED};
use self::times::Times;
use crate::build;
use crate::paths::{Paths, remove_file};

pub use pages::soak;

#[derive(Debug, Args)]
pub struct Options {
    /// Also runs the tests that take long
    #[arg(long)]
    pub deep: bool,
    /// Goes on after a section that failed, as it does where CI is set
    #[arg(long)]
    pub keep_going: bool,
    /// Leaves out what a change since its last pass cannot have broken: sections, and files of the page's tests
    #[arg(long)]
    pub changed: bool,
    /// Runs one section alone
    #[arg(long, value_name = "SECTION", value_parser = section_name())]
    pub only: Option<String>,
}

/// Reads the name of a section; `--help` lists all.
fn section_name() -> impl TypedValueParser<Value = String> {
    let value = |section: &TestSection| PossibleValue::new(section.name).help(section.title);
    PossibleValuesParser::new(SECTIONS.iter().map(value))
}

pub struct TestSection {
    name: &'static str,
    title: &'static str,
    when: When,
    run: fn(&Context) -> Result<()>,
    /// Files and folders, from the root, on which the outcome depends, beside those of all sections.
    inputs: &'static [&'static str],
}

/// Which runs a section is part of. `--only` runs any of them.
#[derive(Clone, Copy, PartialEq)]
enum When {
    Always,
    Deep,
    /// With `--only`.
    Named,
}

pub struct Context<'a> {
    paths: &'a Paths,
    deep: bool,
    changed: bool,
}

impl Context<'_> {
    /// The file to which a section's test runner writes why tests did not run, a line for each.
    fn not_run(&self, section: &str) -> PathBuf {
        self.paths.work().join(format!("not-run-{section}.txt"))
    }

    /// The file to which a section's test runner writes the failed tests with their errors.
    fn failed(&self, section: &str) -> PathBuf {
        self.paths.work().join(format!("failed-{section}.txt"))
    }

    /// Tells the tests, in Rust and in JavaScript, whether the run is deep.
    fn pass_depth(&self, command: &mut Command) {
        if self.deep {
            command.env("MAREY_DEEP", "1");
        } else {
            command.env_remove("MAREY_DEEP");
        }
    }
}

const SECTIONS: [TestSection; 17] = [
    TestSection {
        name: "fmt",
        title: "rustfmt and Prettier find nothing to change",
        when: When::Always,
        run: native::fmt,
        inputs: &[
            "src",
            "crates",
            "web",
            "www",
            "xtask",
            "tests",
            "python",
            "vscode",
            "docs",
            "fuzz",
            "examples",
            "rustfmt.toml",
            ".prettierrc.json",
            ".prettierignore",
        ],
    },
    TestSection {
        name: "clippy",
        title: "clippy, native",
        when: When::Always,
        run: native::clippy,
        inputs: &["src", "crates", "web/src", "web/Cargo.toml", "xtask", "tests", "examples", "clippy.toml"],
    },
    TestSection {
        name: "clippy-wasm",
        title: "clippy, each module for wasm32",
        when: When::Always,
        run: native::clippy_wasm,
        inputs: &["src", "crates", "web", "clippy.toml"],
    },
    TestSection {
        name: "rust",
        title: "Rust tests",
        when: When::Always,
        run: native::rust,
        inputs: &[
            "src",
            "crates",
            "web/src",
            "xtask",
            "tests",
            "examples",
            "fuzz",
            "www/player",
            "www/render",
            "python/src",
            "README.md",
            "docs",
        ],
    },
    TestSection {
        name: "kernels",
        title: "the tests of the kernels, as WebAssembly",
        when: When::Always,
        run: native::kernels,
        inputs: &["crates/kernels"],
    },
    TestSection {
        name: "doc",
        title: "the documentation and its examples",
        when: When::Always,
        run: native::doc,
        inputs: &["src", "crates", "README.md"],
    },
    TestSection {
        name: "generated",
        title: "the files that programs make are up to date",
        when: When::Deep,
        run: native::generated,
        inputs: &["src", "crates", "xtask/generate", "xtask/samples", "www", "docs"],
    },
    TestSection {
        name: "crate",
        title: "the core builds from its packages for crates.io",
        when: When::Deep,
        run: native::publishable,
        inputs: &["src", "crates", "README.md", "CHANGELOG.md", "examples"],
    },
    TestSection {
        name: "build",
        title: "dist/ builds",
        when: When::Always,
        run: |context| build::build(context.paths),
        inputs: &["src", "crates", "web", "www", "xtask"],
    },
    TestSection {
        name: "types",
        title: "the JavaScript type-checks",
        when: When::Always,
        run: pages::types,
        inputs: &["src", "crates", "web", "www", "xtask", "vscode", "tests/browser", "tests/types", "tsconfig.json"],
    },
    TestSection {
        name: "size",
        title: "the first load and the modules are within their limits",
        when: When::Always,
        run: pages::sizes,
        inputs: &["src", "crates", "web", "www", "xtask"],
    },
    TestSection {
        name: "browser",
        title: "the page in real browsers",
        when: When::Always,
        run: pages::browser,
        inputs: &["src", "crates", "web", "www", "xtask", "tests/browser", "tests/fixtures"],
    },
    TestSection {
        name: "files",
        title: "converted files, as other programs read them",
        when: When::Always,
        run: pages::files,
        inputs: &[
            "src",
            "crates",
            "web",
            WWW_UNSTYLED,
            "xtask",
            "tests/files",
            "tests/fixtures",
            "tests/browser/support",
        ],
    },
    TestSection {
        name: "python",
        title: "the Python package with its compiled reader",
        when: When::Always,
        run: pages::python,
        inputs: &["src", "crates", "web", WWW_UNSTYLED, "xtask", "python", "tests/python", "tests/fixtures"],
    },
    TestSection {
        name: "hosts",
        title: "the package in sites of other tools, and the docs",
        when: When::Always,
        run: pages::hosts,
        // Not `src`: other sections test what the readers make of a file, and the package does not change with them.
        inputs: &[
            "crates",
            "web",
            WWW_UNSTYLED,
            "xtask",
            "python",
            "vscode",
            "docs",
            "tests/hosts",
            "tests/browser/support",
            "README.md",
            "CONTRIBUTING.md",
        ],
    },
    TestSection {
        name: "soak",
        title: "everything at random in one page, for ten minutes",
        when: When::Deep,
        run: pages::soaked,
        inputs: &["src", "crates", "web", "www", "xtask", "tests/browser"],
    },
    TestSection {
        name: "smoke",
        title: "a few tests of the page, for other systems",
        when: When::Named,
        run: pages::smoke,
        inputs: &["src", "crates", "web", "www", "xtask", "tests/browser"],
    },
];

#[derive(Clone, Copy, PartialEq)]
enum TestOutcome {
    Passed,
    Failed,
    NotRun,
}

pub fn test(paths: &Paths, options: &Options) -> Result<ExitCode> {
    let only = options.only.as_deref();
    let context = Context { paths, deep: options.deep, changed: options.changed };
    let (passed, mut times) = (Passed::new(&context), Times::read(&context));
    let keep_going = options.keep_going || env::var_os("CI").is_some();
    let wanted = |section: &&TestSection| match only {
        Some(only) => only == section.name,
        None => section.when == When::Always || (options.deep && section.when == When::Deep),
    };
    let mut chosen: Vec<&TestSection> = SECTIONS.iter().filter(wanted).collect();
    if options.changed {
        let mut stale = Vec::new();
        for section in chosen {
            if passed.has(section, &changed::inputs(paths, section)?) {
                println!("{:<12} passed on the same sources: not run", section.name);
            } else {
                stale.push(section);
            }
        }
        chosen = stale;
    }
    times.announce(&chosen);
    let mut results: Vec<(TestOutcome, Duration)> = Vec::new();
    for (at, section) in chosen.iter().enumerate() {
        if !keep_going && results.iter().any(|(outcome, _)| *outcome == TestOutcome::Failed) {
            results.push((TestOutcome::NotRun, Duration::ZERO));
            continue;
        }
        println!(
            "\n=== {} of {}: {}: {}{}",
            at + 1,
            chosen.len(),
            section.name,
            section.title,
            times.left(&chosen[at..])
        );
        let inputs = changed::inputs(paths, section)?;
        remove_file(&context.not_run(section.name))?;
        remove_file(&context.failed(section.name))?;
        let start = Instant::now();
        let outcome = match (section.run)(&context) {
            Ok(()) => TestOutcome::Passed,
            Err(error) => {
                println!("{}: {error:#}", section.name);
                TestOutcome::Failed
            }
        };
        passed.keep(section, (outcome == TestOutcome::Passed).then_some(&inputs))?;
        times.keep(section, outcome, start.elapsed());
        results.push((outcome, start.elapsed()));
    }
    times.write()?;

    println!("\n=== summary");
    for (section, (outcome, time)) in chosen.iter().zip(&results) {
        let word = match outcome {
            TestOutcome::Passed => "passed",
            TestOutcome::Failed => "FAILED",
            TestOutcome::NotRun => "not run",
        };
        println!("{:<12} {word:<8} {:>6.1} s  {}", section.name, time.as_secs_f64(), section.title);
    }
    for (section, (outcome, _)) in chosen.iter().zip(&results) {
        if *outcome != TestOutcome::NotRun
            && let Ok(reasons) = fs::read_to_string(context.not_run(section.name))
        {
            for (reason, count) in tally(&reasons) {
                println!("{}: {count} not run: {reason}", section.name);
            }
        }
    }
    let browser = chosen.iter().position(|section| section.name == "browser");
    if browser.is_some_and(|at| results[at].0 != TestOutcome::NotRun) {
        println!("{}", pages::engines(paths)?);
    }
    // Errors are printed again at the end of the log: people read that first, and some services keep nothing else.
    for (section, (outcome, _)) in chosen.iter().zip(&results) {
        if *outcome == TestOutcome::Failed
            && let Ok(failed) = fs::read_to_string(context.failed(section.name))
        {
            println!("\n=== failures in {}\n{}", section.name, beginning(&failed));
        }
    }
    let outcomes: Vec<TestOutcome> = results.iter().map(|(outcome, _)| *outcome).collect();
    println!("{}", closing_line(&outcomes));
    Ok(if outcomes.contains(&TestOutcome::Failed) { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// The first 6,000 bytes of a text, cut between letters.
fn beginning(text: &str) -> &str {
    const BYTES: usize = 6_000;
    &text[..text.floor_char_boundary(BYTES)]
}

fn tally(lines: &str) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    for line in lines.lines() {
        *counts.entry(line).or_default() += 1;
    }
    counts
}

fn closing_line(outcomes: &[TestOutcome]) -> String {
    let count = |wanted: TestOutcome| outcomes.iter().filter(|&&outcome| outcome == wanted).count();
    format!("{} passed, {} failed", count(TestOutcome::Passed), count(TestOutcome::Failed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skipped_sections_are_neither_passed_nor_failed() {
        use TestOutcome::{Failed, NotRun, Passed};
        assert_eq!(closing_line(&[Passed, Failed, NotRun]), "1 passed, 1 failed");
        assert_eq!(closing_line(&[Passed; 12]), "12 passed, 0 failed");
    }

    #[test]
    fn long_errors_are_cut_between_characters() {
        assert_eq!(beginning("an error"), "an error");
        assert_eq!(beginning(&"é".repeat(5_000)).len(), 6_000);
        assert_eq!(beginning(&format!("a{}", "é".repeat(5_000))).len(), 5_999);
    }

    #[test]
    fn reasons_are_counted() {
        let reasons = tally("no corpus\nonly with --deep\nno corpus\n");
        assert_eq!(reasons.into_iter().collect::<Vec<_>>(), [("no corpus", 2), ("only with --deep", 1)]);
    }
}
