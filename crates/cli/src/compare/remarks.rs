//! Warnings about a comparison: guesses that may make its numbers wrong, and too few joints.

use marey::body::Unit;
use marey::model::Confidence;

use super::{ComparisonReport, Together};
use crate::wording::counted;

impl ComparisonReport<'_> {
    /// A code and a message for each remark.
    pub(super) fn remarks(&self) -> Vec<(&'static str, String)> {
        let mut remarks = Vec::new();
        let unsure = |confidence: Confidence| matches!(confidence, Confidence::Unsure | Confidence::Unknown);
        let [a, b] = self.sides.map(|side| {
            let step = side.chosen().map_or(0.0, |behaviour| behaviour.motion.frame_time());
            (side.clip.source.rate_stated, step)
        });
        for (side, subject) in self.sides.iter().zip(self.subjects) {
            let (file, source, scale) = (&side.file, &side.clip.source, &subject.scale);
            let mut add = |code: &'static str, message: String| {
                // Both motions may be from one file.
                if !remarks.contains(&(code, message.clone())) {
                    remarks.push((code, message));
                }
            };
            if unsure(scale.confidence) {
                let metres = subject.metres_per_unit();
                add("compare.unit", format!("{file}: its unit is an unsure guess: {metres} m"));
            }
            if let Some(rather) = scale.rather {
                let (unit, rather) = (named(scale.unit), named(rather));
                add("compare.unit", format!("{file}: its unit is {unit}, but a person's would be {rather}"));
            }
            if source.up.is_none() && unsure(subject.survey.up_guess.confidence) {
                let up = subject.up().name();
                add("compare.up", format!("{file}: its up axis is an unsure guess: {up}"));
            }
            // Two assumptions that agree shift nothing.
            if !source.rate_stated
                && a != b
                && let Some(behaviour) = side.chosen()
            {
                let rate = 1.0 / behaviour.motion.frame_time();
                add(
                    "compare.rate",
                    format!("{file}: the file states no frame rate; {rate:.0} frames a second are assumed"),
                );
            }
        }
        if matches!(self.together, Together::Best(None)) {
            let message = "no offset fits best: a motion is too short, keeps still or has one speed; 0 is taken";
            remarks.push(("compare.offset", message.into()));
        }
        if let Together::Best(Some(best)) = &self.together
            && best.correlation < UNRELATED
        {
            let message = format!(
                "perhaps nothing matches: at the best offset, too, the speeds of both motions are unrelated (correlation {:.2})",
                best.correlation
            );
            remarks.push(("compare.match", message));
        }
        let pairs = self.common.pairs.len();
        if pairs < 3 {
            let message = format!("only {} in common: after the alignment any two fit", counted(pairs, "joint"));
            remarks.push(("compare.joints", message));
        }
        remarks
    }
}

/// Speeds of joints that correlate less are unrelated.
const UNRELATED: f64 = 0.1;

fn named(unit: Unit) -> String {
    if let Unit::Custom(metres) = unit { format!("{metres} m") } else { unit.name().into() }
}
