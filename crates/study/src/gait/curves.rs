//! Angles over the gait cycle.

use marey::body::Side;

use super::walk::Walk;
use super::{Angle, JointAngles};

/// Points of a cycle: 0 to 100 percent.
pub const POINTS: usize = 101;

/// An angle over the cycles of a side.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct AngleCurve {
    /// The angle.
    pub angle: Angle,
    /// Left or right. Central angles have a curve for each side, with its signs.
    pub side: Side,
    /// The cycles by their indices in [`Walk::cycles`], each with [`POINTS`] values, degrees. Those that turn are left out.
    pub cycles: Vec<(usize, Vec<f64>)>,
    /// The mean of the cycles, [`POINTS`] values.
    pub mean: Vec<f64>,
    /// The standard deviation (n - 1) at each point. `None` with fewer than two cycles.
    pub sd: Option<Vec<f64>>,
    /// The mean lift-off of these cycles, percent.
    pub lift_off: f64,
}

/// All angles over the cycles of each side, in the order of [`JointAngles::series`]; none for a side without cycles.
pub fn curves(angles: &JointAngles, walk: &Walk) -> Vec<AngleCurve> {
    let _ = (angles, walk);
    Vec::new()
}
