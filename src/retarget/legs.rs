//! Two-bone inverse kinematics: bends a leg so that its ankle is at a goal.

use glam::{Quat, Vec3};

use super::math::arc;
use super::rig::LEG;
use super::solver::Solver;
use crate::compact::maths::exp2;

/// The joints of a leg.
#[derive(Debug, Clone, Default)]
pub(super) struct Leg {
    pub(super) thigh: usize,
    pub(super) shin: usize,
    pub(super) foot: usize,
    /// Joints between hip and knee, and between knee and ankle, which go with their bones.
    pub(super) between: [Vec<usize>; 2],
}

/// From this share of its length on, a leg that has to reach farther stretches ever less.
const SOFT: f32 = 0.01;
/// Changes of a leg's length up to this are ignored: body metres.
const ROUNDING: f32 = 2e-6;
/// The sine of a knee's bend from which its own plane counts alone.
const CLEARLY_BENT: f32 = 0.15;

/// Bends a leg. `left` is the direction from the right to the left hip: a knee bends forwards about it, unless it is bent otherwise
/// already. The foot keeps its world rotation.
pub(super) fn reach(solver: &mut Solver, leg: &Leg, goal: Vec3, left: Vec3) {
    let (hip, knee, ankle) = (solver.place(leg.thigh), solver.place(leg.shin), solver.place(leg.foot));
    let (upper, lower) = (knee - hip, ankle - knee);
    let (long_upper, long_lower) = (upper.length(), lower.length());
    let (Some(now), Some(wanted)) = ((ankle - hip).try_normalize(), (goal - hip).try_normalize()) else { return };
    let whole = long_upper + long_lower;
    if !(long_upper > 1e-4 * LEG && long_lower > 1e-4 * LEG) {
        return;
    }
    let now_long = hip.distance(ankle);
    let change = hip.distance(goal) - now_long;
    // A straight knee would turn rounding errors into visible bends.
    let change = change.signum() * (change.abs() - ROUNDING).max(0.0);
    let distance = softened(now_long + change, now_long, whole);
    let distance = distance.clamp((long_upper - long_lower).abs() + 1e-5, whole.max(now_long));
    // The knee's distance from the line between hip and ankle, before and after.
    let offset = upper - now * upper.dot(now);
    let along = (long_upper * long_upper + distance * distance - long_lower * long_lower) / (2.0 * distance);
    let away = (long_upper * long_upper - along * along).max(0.0).sqrt();
    let bend = upper.cross(lower).length() / (long_upper * long_lower);
    let forwards = (now.cross(left)).try_normalize().unwrap_or_else(|| now.any_orthonormal_vector());
    let own = (bend / CLEARLY_BENT).min(1.0);
    let direction = offset + forwards * ((1.0 - own) * (away - offset.length()).max(0.0));
    let direction = direction.try_normalize().unwrap_or(forwards);
    let new_knee = hip + wanted * along + (arc(now, wanted) * direction) * away;
    let new_ankle = hip + wanted * distance;
    let turn_upper = arc(upper, new_knee - hip);
    let turn_lower = arc(turn_upper * lower, new_ankle - new_knee) * turn_upper;
    let turn = |solver: &mut Solver, joint: usize, by: Quat| {
        let turned = (by * solver.turn(joint)).normalize();
        solver.set_turn(joint, turned);
    };
    turn(solver, leg.thigh, turn_upper);
    turn(solver, leg.shin, turn_lower);
    let [above, below] = &leg.between;
    above.iter().for_each(|joint| turn(solver, *joint, turn_upper));
    below.iter().for_each(|joint| turn(solver, *joint, turn_lower));
}

/// The distance that a leg reaches for `wanted`: it approaches its whole length ever more slowly, so that no knee snaps. Never less than
/// what the leg reaches `now`, if so much is wanted.
fn softened(wanted: f32, now: f32, whole: f32) -> f32 {
    let start = (whole * (1.0 - SOFT)).max(now.min(whole));
    let room = whole - start;
    if wanted <= start {
        return wanted;
    }
    if room < 1e-6 { whole } else { whole - room * exp2(std::f32::consts::LOG2_E * (start - wanted) / room) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_leg_stretches_ever_less_and_keeps_what_it_reaches() {
        assert_eq!(softened(0.5, 0.4, 1.0), 0.5);
        assert_eq!(softened(0.999, 0.999, 1.0), 0.999);
        let reached = [0.99, 1.0, 1.01, 1.1].map(|wanted| softened(wanted, 0.9, 1.0));
        assert!(reached.is_sorted() && reached[3] <= 1.0, "{reached:?}");
        assert!(reached[1] < 0.9965, "{reached:?}");
    }
}
