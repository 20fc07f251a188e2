//! The question to a person where an array could hold several things.

use super::readings::{ArrayContent, ArrayReading, Certainty};

/// The readings of an array that are about equally likely, the first of which is shown.
pub(super) struct Doubt(Vec<(String, String)>);

impl Doubt {
    /// The title of the note that lists the readings.
    pub(super) const TITLE: &'static str = "Readings";
    /// The title of that note where a person has chosen one of them.
    pub(super) const OTHERS: &'static str = "Alternatives";

    /// The doubt about a reading; `None` for one that is sure enough.
    pub(super) fn of(found: &ArrayReading) -> Option<Self> {
        if found.certainty != Certainty::Unsure {
            return None;
        }
        let mut readings: Vec<(String, String)> = Vec::new();
        let all: Vec<&ArrayContent> = std::iter::once(&found.content).chain(&found.others).collect();
        for content in &all {
            let words = ["holds", "joints", "axes"].into_iter().zip(content.words());
            let words: Vec<String> =
                words.filter(|(_, word)| !word.is_empty()).map(|(option, word)| format!("{option}={word}")).collect();
            let mut what = content.describe();
            // Readings that differ in their axes alone.
            if all.iter().filter(|other| other.describe() == what).count() > 1 && !content.axes().is_empty() {
                what = format!("{what} ({})", content.axes());
            }
            let reading = (what, words.join(" "));
            if !readings.contains(&reading) {
                readings.push(reading);
            }
        }
        Some(Self(readings))
    }

    /// A line for each reading, with the words of the options that state it: `positions of the 22 joints of LAFAN1: holds=positions
    /// joints=lafan1 axes=FJ3`.
    pub(super) fn note(&self) -> String {
        let line = |(what, words): &(String, String)| match words.as_str() {
            "" => what.clone(),
            words => format!("{what}: {words}"),
        };
        self.0.iter().map(line).collect::<Vec<_>>().join("\n")
    }

    /// The warning.
    pub(super) fn message(&self) -> String {
        let named = |(what, words): &(String, String)| match words.as_str() {
            "" => what.clone(),
            words => format!("{what} ({words})"),
        };
        let all: Vec<String> = self.0.iter().map(named).collect();
        format!("not sure what the array holds: {}", all.join("; or "))
    }
}
