use super::{ROOT, leg, read, rig};
use crate::formats::acclaim::rig::{AcclaimRig, Dof};
use crate::model::Mark;

/// A shin whose rx has limits, in frames with these knee angles.
fn bend(limits: [f64; 2], head: &str, knees: &[f64]) -> (Vec<Mark>, u64) {
    let mut rig = leg();
    rig.parts[2].limits = vec![Some(limits)];
    bend_of(&rig, head, knees)
}

fn bend_of(rig: &AcclaimRig, head: &str, knees: &[f64]) -> (Vec<Mark>, u64) {
    let frames = (1..).zip(knees).map(|(n, knee)| format!("{n}\nroot 0 0 0 0 0 0\nleg 0 0 0\nshin {knee}\n"));
    let found = read(rig, &format!(":FULLY-SPECIFIED\n{head}{}", frames.collect::<String>()));
    assert!(found.warnings.is_empty());
    (found.marks, found.marks_dropped)
}

fn summaries(marks: &[Mark]) -> Vec<(usize, usize, usize, &str)> {
    marks.iter().map(|mark| (mark.first, mark.last, mark.at, mark.text.as_str())).collect()
}

#[test]
fn frames_outside_the_limits_become_one_mark() {
    let (marks, dropped) = bend([-10.0, 160.0], "", &[0.0, 161.0, 172.41, 160.5, 0.0, -10.0, 160.0005]);
    assert_eq!((summaries(&marks), dropped), (vec![(1, 3, 2, "rx 172.4\u{b0}, at most 160\u{b0}")], 0));
    assert_eq!(marks[0].joint, Some(2));
}

#[test]
fn a_short_return_does_not_end_a_mark() {
    let mut knees = vec![-11.0; 2];
    knees.extend([0.0; 12]);
    knees.push(-12.25);
    knees.extend([0.0; 13]);
    knees.push(-10.5);
    let (marks, _) = bend([-10.0, 160.0], "", &knees);
    assert_eq!(
        summaries(&marks),
        [(0, 14, 14, "rx -12.3\u{b0}, at least -10\u{b0}"), (28, 28, 28, "rx -10.5\u{b0}, at least -10\u{b0}")]
    );
}

#[test]
fn whole_turns_make_no_difference() {
    let (marks, _) = bend([-10.0, 160.0], "", &[-370.0, 480.0, -190.0, -370.5]);
    assert_eq!(summaries(&marks), [(2, 3, 2, "rx 170\u{b0}, at most 160\u{b0}")]);
    // With only one limit there is no middle to wrap around.
    let (marks, _) = bend([f64::NEG_INFINITY, 160.0], "", &[-370.0, 480.0]);
    assert_eq!(summaries(&marks), [(1, 1, 1, "rx 480\u{b0}, at most 160\u{b0}")]);
}

#[test]
fn a_value_close_to_its_limit_is_printed_with_more_digits() {
    let (marks, _) = bend([f64::NEG_INFINITY, 20.5], "", &[20.504, 20.5009]);
    assert_eq!(summaries(&marks), [(0, 0, 0, "rx 20.504\u{b0}, at most 20.5\u{b0}")]);
}

#[test]
fn limits_and_motion_may_have_other_units() {
    let (marks, _) = bend([-10.0, 90.0], ":RADIANS\n", &[1.5, 1.6]);
    assert_eq!(summaries(&marks), [(1, 1, 1, "rx 91.7\u{b0}, at most 90\u{b0}")]);
    let mut rig = leg();
    rig.radians = true;
    rig.parts[2].limits = vec![Some([-1.0, 1.5])];
    let (marks, _) = bend_of(&rig, ":DEGREES\n", &[85.0, 90.0]);
    assert_eq!(summaries(&marks), [(1, 1, 1, "rx 90\u{b0}, at most 85.943669\u{b0}")]);
}

#[test]
fn lengths_are_compared_with_the_meaning_of_their_limits() {
    let stretch = |limits: [f64; 2], values: &[f64]| {
        let mut rig = rig(ROOT, &[("leg", 0, &[Dof::L])]);
        rig.parts[1].limits = vec![Some(limits)];
        let frames = (1..).zip(values).map(|(n, value)| format!("{n}\nroot 0 0 0 0 0 0\nleg {value}\n"));
        read(&rig, &format!(":FULLY-SPECIFIED\n{}", frames.collect::<String>())).marks
    };
    // The bone is 2 long: limits of the whole length.
    let marks = stretch([1.5, 2.5], &[2.0, 2.5, 2.75]);
    assert_eq!(summaries(&marks), [(2, 2, 2, "l 2.8, at most 2.5")]);
    // Limits of what is added.
    let marks = stretch([-1.0, 0.5], &[0.0, 0.5, 0.75]);
    assert_eq!(summaries(&marks), [(2, 2, 2, "l 0.8, at most 0.5")]);
}

#[test]
fn the_first_marks_are_kept_and_the_others_counted() {
    let knees: Vec<f64> = (0..2_003 * 14).map(|frame| if frame % 14 == 0 { 5.0 } else { 0.0 }).collect();
    let mut rig = leg();
    rig.parts[2].limits = vec![Some([0.0, 1.0])];
    let frames = knees.iter().map(|knee| format!("shin {knee}\nroot 0 0 0 0 0 0\nleg 0 0 0\n"));
    let text = format!(":FULLY-SPECIFIED\n{}", frames.collect::<String>());
    let found = super::read_pieces(&std::sync::Arc::new(rig), text.as_bytes(), || usize::MAX);
    assert_eq!((found.marks.len(), found.marks_dropped), (2_000, 3));
    assert_eq!(found.marks.last().map(|mark| mark.first), Some(1_999 * 14));
}
