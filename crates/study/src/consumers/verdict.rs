//! Verdicts: what keeps a program from taking a file, and what it would get wrong without a word.

use super::facts::FileFacts;
use super::table::{Consumer, Effect, Requirement};

/// A requirement that a file does not meet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Point {
    /// The program and the requirement: `gmr-lafan1.unit`.
    pub code: String,
    /// What is wrong, and what follows from it.
    pub words: String,
    /// The command that mends it, without its files: `marey convert --unit cm`.
    pub mend: &'static str,
}

/// What a program makes of a file. It takes the file if both lists are empty.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Verdict {
    /// The program stops here, or leaves the file out.
    pub stops: Vec<Point>,
    /// The program goes on, and the motion is wrong.
    pub spoils: Vec<Point>,
}

impl Verdict {
    /// Whether nothing stops the program or spoils the motion.
    pub fn passes(&self) -> bool {
        self.stops.is_empty() && self.spoils.is_empty()
    }
}

impl Consumer {
    /// What the program makes of a file. Requirements of which the answer is not known, such as a unit that is unsure, are left out.
    pub fn verdict(&self, facts: &FileFacts) -> Verdict {
        let failing = |effect: Effect| {
            let of_effect = self.requirements.iter().filter(move |requirement| requirement.effect == effect);
            let fails =
                |requirement: &&Requirement| requirement.check.is_some_and(|check| check.passes(facts) == Some(false));
            of_effect.filter(fails).map(|requirement| self.point(requirement, facts)).collect()
        };
        Verdict { stops: failing(Effect::Stops), spoils: failing(Effect::Spoils) }
    }

    /// The verdict on a file that is no BVH: `format` is its format's name.
    pub fn verdict_on_format(&self, format: &str) -> Verdict {
        let point = Point {
            code: format!("{}.format", self.id),
            words: format!("The check for {} is about BVH files, and this is {format}.", self.name),
            mend: "marey convert",
        };
        Verdict { stops: vec![point], spoils: Vec::new() }
    }

    fn point(&self, requirement: &Requirement, facts: &FileFacts) -> Point {
        let found = requirement.check.map_or(String::new(), |check| check.found(facts));
        let gap = if found.is_empty() { "" } else { " " };
        let words = format!("{}{gap}{found}", requirement.words);
        Point { code: format!("{}.{}", self.id, requirement.code), words, mend: requirement.mend }
    }
}
