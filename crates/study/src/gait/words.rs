//! What was found, in words.

use marey::body::Side;

use super::walk::{EventKind, GaitEvent, Walk};
use super::{JointAngles, Rule, ZeroPose};

/// What zero is, and what has to be known about the angles: `zero: rest pose`, `rotations: shape only`.
pub fn angles_in_words(angles: &JointAngles) -> Vec<String> {
    let zero = match angles.zero {
        ZeroPose::RestPose => "rest pose".to_owned(),
        ZeroPose::Frame(frame) => format!("frame {frame}"),
        ZeroPose::Mean => "clip's mean".to_owned(),
    };
    let mut words = vec![format!("zero: {zero}")];
    match angles.rule {
        Rule::Turns => words.push("rotations: shape only".to_owned()),
        Rule::Positions => words.push("positions only: no rotations of limbs".to_owned()),
    }
    if angles.is_hip_from_vertical {
        words.push("no tilt of the pelvis, hip flexion against the vertical".to_owned());
    }
    words
}

/// The cycles, which are left out and why, or what was found instead: `7 left and 8 right cycles, 1 turning left out`.
pub fn walk_in_words(walk: &Walk) -> Vec<String> {
    let mut words = vec![cycles(walk)];
    if !walk.is_regular() {
        words.push("no regular steps".to_owned());
    }
    if walk.belt > 0.0 {
        words.push(format!("walks in place, belt {:.1} m/s", walk.belt));
    }
    if walk.is_slow_motion() {
        words.push("runs with few steps a minute: slow motion?".to_owned());
    }
    words
}

fn cycles(walk: &Walk) -> String {
    if walk.ankles == [None, None] {
        return "no legs that are recognised".to_owned();
    }
    if walk.cycles.is_empty() {
        let feet = feet(walk).map(|(side, name)| {
            let is_own = |event: &&GaitEvent| event.side == side && event.kind == EventKind::TouchDown;
            let count = walk.events.iter().filter(is_own).count();
            format!("{count} touch-down{} of the {name} foot", if count == 1 { "" } else { "s" })
        });
        return format!("{}, no cycle", feet.collect::<Vec<_>>().join(", "));
    }
    let sides: Vec<String> = feet(walk).map(|(side, name)| format!("{} {name}", walk.of(side).count())).collect();
    let mut words = format!("{} cycle{}", sides.join(" and "), if walk.cycles.len() == 1 { "" } else { "s" });
    let turning = walk.cycles.iter().filter(|cycle| cycle.is_turning()).count();
    if turning > 0 {
        words += &format!(", {turning} turning left out of the curves");
    }
    let others = [(walk.left_out.odd_time, "of odd length"), (walk.left_out.short_stance, "with a short stance")];
    for (count, what) in others.into_iter().filter(|(count, _)| *count > 0) {
        words += &format!(", {count} {what} left out");
    }
    words
}

/// The feet that are known, and their names.
fn feet(walk: &Walk) -> impl Iterator<Item = (Side, &'static str)> + use<> {
    let named = [(Side::Left, "left"), (Side::Right, "right")];
    let known = named.into_iter().zip(walk.ankles);
    known.filter(|(_, ankle)| ankle.is_some()).map(|(named, _)| named)
}
