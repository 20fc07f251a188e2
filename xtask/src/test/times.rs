//! How long the sections took here last, so that a run can say how long it will take.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;

use super::{Context, TestOutcome, TestSection};

/// Seconds by section.
pub struct Times {
    file: PathBuf,
    seconds: BTreeMap<String, f64>,
}

impl Times {
    pub fn read(context: &Context) -> Self {
        let file = context.paths.work().join(if context.deep { "times-deep.json" } else { "times.json" });
        let seconds = fs::read_to_string(&file).ok().and_then(|text| serde_json::from_str(&text).ok());
        Self { file, seconds: seconds.unwrap_or_default() }
    }

    /// Prints what will run, and how long it took last.
    pub fn announce(&self, sections: &[&TestSection]) {
        for section in sections {
            let last =
                self.seconds.get(section.name).map_or("not run here yet".to_owned(), |last| format!("{last:.0} s"));
            println!("{:<12} {last:>16}  {}", section.name, section.title);
        }
        if let Some(all) = self.sum(sections) {
            println!("{} took {} here last", counted(sections.len()), worded(all));
        }
    }

    /// The time that these sections need, for the heading of the first.
    pub fn left(&self, sections: &[&TestSection]) -> String {
        self.sum(sections).map(|all| format!(" ({} left)", worded(all))).unwrap_or_default()
    }

    /// Unknown where one has not run yet.
    fn sum(&self, sections: &[&TestSection]) -> Option<f64> {
        sections.iter().map(|section| self.seconds.get(section.name)).sum()
    }

    /// Keeps how long a section took that passed: one that fails often ends early.
    pub fn keep(&mut self, section: &TestSection, outcome: TestOutcome, time: Duration) {
        if outcome == TestOutcome::Passed {
            self.seconds.insert(section.name.to_owned(), time.as_secs_f64());
        }
    }

    pub fn write(&self) -> Result<()> {
        Ok(fs::write(&self.file, serde_json::to_string_pretty(&self.seconds)?)?)
    }
}

fn counted(sections: usize) -> String {
    if sections == 1 { "this section".to_owned() } else { format!("these {sections} sections") }
}

/// "40 s", "12 min".
fn worded(seconds: f64) -> String {
    if seconds < 90.0 { format!("{seconds:.0} s") } else { format!("{:.0} min", seconds / 60.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_in_seconds_and_minutes() {
        assert_eq!([12.4, 89.0, 95.0, 1600.0].map(worded), ["12 s", "89 s", "2 min", "27 min"]);
    }
}
