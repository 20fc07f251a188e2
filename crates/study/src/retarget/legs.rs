//! Turns the bones of a leg so that its knee and ankle are where they belong.

use glam::Quat;

use super::bends::Bend;
use super::math::arc;
use super::solver::Solver;

/// The joints of a leg.
#[derive(Debug, Clone, Default)]
pub(super) struct Leg {
    pub(super) thigh: usize,
    pub(super) shin: usize,
    pub(super) foot: usize,
    /// Joints between hip and knee, and between knee and ankle, which go with their bones.
    pub(super) between: [Vec<usize>; 2],
}

/// Bends a leg. The foot keeps its world rotation but for the turn of the bend.
pub(super) fn reach(solver: &mut Solver, leg: &Leg, bend: &Bend) {
    let (hip, knee, ankle) = (solver.place(leg.thigh), solver.place(leg.shin), solver.place(leg.foot));
    let (upper, lower) = (knee - hip, ankle - knee);
    let turn_upper = arc(upper, bend.knee - hip);
    let turn_lower = arc(turn_upper * lower, bend.ankle - bend.knee) * turn_upper;
    let turn = |solver: &mut Solver, joint: usize, by: Quat| {
        let turned = (by * solver.turn(joint)).normalize();
        solver.set_turn(joint, turned);
    };
    turn(solver, leg.foot, bend.foot);
    turn(solver, leg.thigh, turn_upper);
    turn(solver, leg.shin, turn_lower);
    let [above, below] = &leg.between;
    above.iter().for_each(|joint| turn(solver, *joint, turn_upper));
    below.iter().for_each(|joint| turn(solver, *joint, turn_lower));
}
