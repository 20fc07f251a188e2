//! Findings in words.

use marey::body::Side;

use super::walk::{EventKind, GaitEvent, Walk};
use super::{JointAngles, Rule, ZeroPose};

/// Says which pose is zero, and how far the angles can be trusted: `zero: rest pose`, `rotations: shape only`.
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

/// The cycles, which are left out and why, or what was found instead: `7 left and 8 right cycles, of which 1 turns and is left out of the curves`.
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
    words.extend(Some(walk.lacking.clone()).filter(|lacking| !lacking.is_empty()));
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
    match turning {
        0 => {}
        1 => words += ", of which 1 turns and is left out of the curves",
        _ => words += &format!(", of which {turning} turn and are left out of the curves"),
    }
    let others = [(walk.left_out.odd_time, "of an odd length"), (walk.left_out.short_stance, "with a short stance")];
    for (count, what) in others.into_iter().filter(|(count, _)| *count > 0) {
        words += &format!("; without {count} {what}");
    }
    words
}

/// The feet that are known, and their names.
fn feet(walk: &Walk) -> impl Iterator<Item = (Side, &'static str)> + use<> {
    let named = [(Side::Left, "left"), (Side::Right, "right")];
    let known = named.into_iter().zip(walk.ankles);
    known.filter(|(_, ankle)| ankle.is_some()).map(|(named, _)| named)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gait::{Cycle, CycleStep, GaitEvent};

    fn cycle(side: Side, from: f64, seconds: f64) -> Cycle {
        let step = CycleStep { length: 0.6, width: 0.1, other_down: from + 0.6 * seconds, other_off: None };
        let (to, lift_off) = (from + seconds, from + 0.3 * seconds);
        Cycle { side, from, lift_off, to, stride: 1.2, step: Some(step), toeing: None, turn: 0.0 }
    }

    #[test]
    fn cycles_that_are_left_out_are_told_with_the_reason() {
        let mut walk = Walk { ankles: [Some(1), Some(2)], ..Walk::default() };
        walk.cycles = vec![cycle(Side::Left, 0.0, 0.7), cycle(Side::Right, 0.35, 0.7)];
        walk.cycles.extend([cycle(Side::Left, 0.7, 0.7), cycle(Side::Right, 1.05, 0.7)]);
        assert_eq!(walk_in_words(&walk), ["2 left and 2 right cycles"]);
        walk.cycles[0].turn = 40.0;
        walk.left_out.odd_time = 3;
        let words = walk_in_words(&walk);
        assert_eq!(
            words,
            ["2 left and 2 right cycles, of which 1 turns and is left out of the curves; without 3 of an odd length"]
        );
    }

    #[test]
    fn a_run_with_few_steps_a_minute_may_be_slow_motion() {
        let mut walk = Walk { ankles: [Some(1), Some(2)], ..Walk::default() };
        walk.cycles = vec![cycle(Side::Left, 0.0, 2.8), cycle(Side::Left, 2.8, 2.8)];
        assert!(walk_in_words(&walk).join("; ").ends_with("slow motion?"));
        walk.cycles = vec![cycle(Side::Left, 0.0, 0.7), cycle(Side::Left, 0.7, 0.7)];
        assert!(!walk.is_slow_motion());
    }

    #[test]
    fn of_one_foot_only_that_is_told() {
        let mut walk = Walk { ankles: [Some(1), None], ..Walk::default() };
        let event = GaitEvent { time: 0.5, side: Side::Left, kind: EventKind::TouchDown };
        walk.events = vec![event, GaitEvent { kind: EventKind::LiftOff, ..event }];
        assert_eq!(walk_in_words(&walk), ["1 touch-down of the left foot, no cycle", "no regular steps"]);
        walk.cycles = vec![Cycle { step: None, ..cycle(Side::Left, 0.0, 1.0) }, cycle(Side::Left, 1.0, 1.0)];
        assert_eq!(walk_in_words(&walk), ["2 left cycles"]);
        assert_eq!(walk_in_words(&Walk::default())[0], "no legs that are recognised");
    }
}
