//! Reports as JSON.

use marey::model::Clip;
use marey_study::mend::{Change, FaultMark, Numbers, Report, StepReport};
use serde_json::{Map, Value, json};

/// The object of a report.
pub(super) fn report(clip: &Clip, report: &Report) -> Value {
    json!({
        "first_frame": report.first_frame,
        "frames": report.frames,
        "rate": report.rate,
        "person": report.person,
        "metres_per_unit": report.metres_per_unit,
        "changed": report.changed,
        "largest": report.largest.map(|largest| change(clip, largest)),
        "before": numbers(report.before),
        "after": numbers(report.after),
        "steps": report.steps.iter().map(|one| step(clip, one)).collect::<Vec<_>>(),
        "marks": report.marks.iter().map(|one| mark(clip, one)).collect::<Vec<_>>(),
    })
}

fn step(clip: &Clip, step: &StepReport) -> Value {
    let values: Map<String, Value> =
        step.values.iter().map(|value| (value.name.to_owned(), value.value.into())).collect();
    json!({
        "step": step.step.name(),
        "outcome": step.outcome.name(),
        "found": step.found,
        "done": step.done,
        "values": values,
        "largest": step.largest.map(|largest| change(clip, largest)),
    })
}

fn mark(clip: &Clip, mark: &FaultMark) -> Value {
    json!({
        "kind": mark.kind.name(),
        "joint": clip.skeleton.name(usize::from(mark.joint)),
        "first": mark.first,
        "last": mark.last,
        "size": mark.size,
        "filled": mark.filled,
        "guess": mark.guess,
        "text": mark.text,
    })
}

fn change(clip: &Clip, change: Change) -> Value {
    json!({ "mm": change.mm, "joint": clip.skeleton.name(usize::from(change.joint)), "frame": change.frame })
}

fn numbers(numbers: Numbers) -> Value {
    json!({
        "slide_mm_s": numbers.slide_mm_s,
        "acceleration_m_s2": numbers.acceleration_m_s2,
        "spikes": numbers.spikes,
        "filled": numbers.filled,
    })
}
