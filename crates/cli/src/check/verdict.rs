//! Verdicts on files, and their totals.

use std::collections::BTreeMap;
use std::fmt::Write;

use marey::Warning;
use marey::formats::ReadError;
use marey::model::Clip;
use serde_json::{Value, json};

use crate::arguments::CheckArguments;
use crate::files::{code, message};
use crate::wording::counted;

pub(super) struct Rules<'a> {
    deny: &'a [String],
    allow: &'a [String],
}

impl<'a> Rules<'a> {
    pub(super) fn new(arguments: &'a CheckArguments) -> Self {
        Self { deny: &arguments.deny, allow: &arguments.allow }
    }

    pub(super) fn allows(&self, code: &str) -> bool {
        self.allow.iter().any(|pattern| covers(pattern, code))
    }

    fn denies(&self, code: &str) -> bool {
        self.deny.iter().any(|pattern| covers(pattern, code)) && !self.allows(code)
    }
}

/// Whether a pattern covers a code: `all`, the code, or its beginning up to a dot or with a hyphen (`bvh`, `bvh.frames-`).
fn covers(pattern: &str, code: &str) -> bool {
    let rest = code.strip_prefix(pattern);
    pattern == "all"
        || rest.is_some_and(|rest| rest.is_empty() || pattern.ends_with(['.', '-']) || rest.starts_with('.'))
}

/// A warning or a refusal.
struct Finding {
    code: String,
    /// `FILE:LINE:COLUMN: code: message`
    line: String,
    count: u64,
    is_refusal: bool,
    fails: bool,
}

/// The findings about a file.
pub(super) struct FileVerdict {
    path: String,
    findings: Vec<Finding>,
    frames: usize,
    format: &'static str,
}

impl FileVerdict {
    pub(super) fn of(path: &str, outcome: Result<Clip, ReadError>, rules: &Rules<'_>) -> Self {
        let mut verdict = Self { path: path.to_owned(), findings: Vec::new(), frames: 0, format: "" };
        match outcome {
            Ok(clip) => {
                verdict.format = clip.source.format.name();
                verdict.frames = clip.behaviours.iter().map(|behaviour| behaviour.motion.frame_count()).sum();
                // Warnings of the skeleton are listed when it is checked itself.
                let own = clip.warnings.iter().filter(|warning| warning.file.is_empty());
                verdict.findings.extend(own.map(|warning| warning_finding(path, warning, rules)));
            }
            Err(failure) => {
                let code = code(&failure);
                let (line, fails) = (message(&failure, path), !rules.allows(code));
                verdict.findings.push(Finding { code: code.to_owned(), line, count: 1, is_refusal: true, fails });
            }
        }
        verdict
    }

    fn is_refused(&self) -> bool {
        self.findings.iter().any(|finding| finding.is_refusal)
    }

    fn fails(&self) -> bool {
        self.findings.iter().any(|finding| finding.fails)
    }

    /// A line for each finding that fails.
    pub(super) fn lines(&self) -> String {
        self.findings.iter().filter(|finding| finding.fails).map(|finding| format!("{}\n", finding.line)).collect()
    }

    pub(super) fn object(&self) -> Value {
        let finding = |finding: &Finding| {
            json!({
                "code": finding.code,
                "kind": if finding.is_refusal { "refusal" } else { "warning" },
                "fails": finding.fails,
                "count": finding.count,
                "line": finding.line,
            })
        };
        json!({
            "file": self.path,
            "format": Some(self.format).filter(|format| !format.is_empty()),
            "frame_count": self.frames,
            "passes": !self.fails(),
            "findings": self.findings.iter().map(finding).collect::<Vec<_>>(),
        })
    }
}

fn warning_finding(path: &str, warning: &Warning, rules: &Rules<'_>) -> Finding {
    let place = warning.location.map_or(String::new(), |place| format!("{place}: "));
    let line = format!("{path}:{place}{}: {warning}", warning.code);
    let code = warning.code.to_string();
    let fails = rules.denies(&code);
    Finding { code, line, count: warning.count.max(1), is_refusal: false, fails }
}

#[derive(Default)]
pub(super) struct CheckTotals {
    files: usize,
    refused: usize,
    /// Number of failed files.
    pub(super) failed: usize,
    frames: usize,
    codes: BTreeMap<(bool, String), CodeTotals>,
}

#[derive(Default)]
struct CodeTotals {
    files: usize,
    count: u64,
    fails: bool,
}

impl CheckTotals {
    pub(super) fn add(&mut self, verdict: &FileVerdict) {
        self.files += 1;
        self.refused += usize::from(verdict.is_refused());
        self.failed += usize::from(verdict.fails());
        self.frames += verdict.frames;
        let mut seen = std::collections::BTreeSet::new();
        for finding in &verdict.findings {
            let sum = self.codes.entry((!finding.is_refusal, finding.code.clone())).or_default();
            sum.files += usize::from(seen.insert((finding.is_refusal, &finding.code)));
            sum.count += finding.count;
            sum.fails |= finding.fails;
        }
    }

    /// A table for people: refusals, warnings and totals.
    pub(super) fn table(&self, rules: &Rules<'_>) -> String {
        let width = self.codes.keys().map(|(_, code)| code.len()).max().unwrap_or(0).max(4);
        let mut out = String::new();
        if !self.codes.is_empty() {
            // Writing to a String cannot fail.
            let _ = writeln!(out, "{:<width$}  {:>6}  {:>8}", "code", "files", "places");
        }
        for ((is_warning, code), sum) in &self.codes {
            let word = match (is_warning, sum.fails) {
                (false, true) => "refused",
                (true, true) => "denied",
                _ if rules.allows(code) => "allowed",
                _ => "",
            };
            let line = format!("{code:<width$}  {:>6}  {:>8}  {word}", sum.files, sum.count);
            let _ = writeln!(out, "{}", line.trim_end());
        }
        let read = self.files - self.refused;
        let _ = writeln!(
            out,
            "{}: {read} read, {} refused, {} failed; {}",
            counted(self.files, "file"),
            self.refused,
            self.failed,
            counted(self.frames, "frame")
        );
        out
    }

    pub(super) fn object(&self, files: Vec<Value>) -> Value {
        let code = |((is_warning, code), sum): (&(bool, String), &CodeTotals)| {
            json!({
                "code": code,
                "kind": if *is_warning { "warning" } else { "refusal" },
                "fails": sum.fails,
                "files": sum.files,
                "count": sum.count,
            })
        };
        json!({
            "passes": self.failed == 0,
            "file_count": self.files,
            "read": self.files - self.refused,
            "refused": self.refused,
            "failed": self.failed,
            "frame_count": self.frames,
            "codes": self.codes.iter().map(code).collect::<Vec<_>>(),
            "files": files,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::covers;

    #[test]
    fn a_pattern_is_a_code_or_a_prefix_of_codes() {
        for pattern in ["all", "bvh", "bvh.", "bvh.frames-", "bvh.frames-count"] {
            assert!(covers(pattern, "bvh.frames-count"), "{pattern}");
        }
        for pattern in ["bv", "amc", "bvh.frames", "bvh.frames-count.x", "frames-count"] {
            assert!(!covers(pattern, "bvh.frames-count"), "{pattern}");
        }
    }
}
