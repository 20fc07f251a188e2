//! Steps of walking.

use glam::DVec3;

use super::places::Places;
use crate::body::{ContactOptions, Stance, stances_with};
use crate::compare::Subject;

/// A step: a foot comes down after the other foot did, which came down after this foot.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Step {
    /// When the foot comes down, seconds in the motion's time.
    pub time: f64,
    /// The ankle.
    pub joint: usize,
    /// From the other foot to this one along the stride, metres. Negative if the foot stays behind the other one.
    pub length: f64,
    /// How far the other foot is from the line of the stride, metres.
    pub width: f64,
    /// Steps a minute: 60 divided by the seconds since the other foot came down.
    pub cadence: f64,
}

/// Shorter strides have no direction, metres: the body turns on the spot or shifts its weight.
const SHORTEST_STRIDE: f64 = 0.1;

/// The steps of a motion, in order of time. Empty if the body has no legs that are recognised.
///
/// A stride is the way of one foot from a stance to its next, and the other foot's stance between them divides it: the step length is
/// the part of the stride after the other foot, the step width the other foot's distance from the stride. So both hold on curves, too: F.
/// Huxham, J. Gong, R. Baker, R. Iansek and M. Morris, "Defining spatial parameters for non-linear walking", Gait and Posture 23,
/// 2006. A foot is where its ankle is on the floor in the middle of its stance, when the foot is flat. A foot that comes down twice without
/// the other one makes no step, nor does a stride of less than 10 cm.
pub fn steps(subject: &Subject<'_>, contacts: &ContactOptions) -> Vec<Step> {
    steps_of(subject, &stances_with(subject.skeleton(), subject.motion(), &subject.survey, contacts))
}

pub(super) fn steps_of(subject: &Subject<'_>, stances: &[Stance]) -> Vec<Step> {
    let mut places = Places::new(subject);
    let mut points = Vec::new();
    let feet: Vec<(Stance, DVec3)> = stances
        .iter()
        .map(|stance| {
            places.at((stance.from + stance.to) / 2.0, &mut points);
            let ankle = points.get(stance.joint).copied().unwrap_or_default();
            (*stance, DVec3::new(ankle.x, 0.0, ankle.z))
        })
        .collect();
    let threes = feet.windows(3).filter_map(|three| <&[_; 3]>::try_from(three).ok());
    threes.filter_map(|[before, other, now]| step(before, other, now)).collect()
}

fn step(before: &(Stance, DVec3), other: &(Stance, DVec3), now: &(Stance, DVec3)) -> Option<Step> {
    let (stance, seconds) = (now.0, now.0.from - other.0.from);
    let stride = now.1 - before.1;
    let is_step = before.0.joint == stance.joint && other.0.joint != stance.joint && seconds > 0.0;
    if !is_step || stride.length() < SHORTEST_STRIDE {
        return None;
    }
    let (along, way) = (stride.normalize(), now.1 - other.1);
    let length = way.dot(along);
    Some(Step {
        time: stance.from,
        joint: stance.joint,
        length,
        width: (way - along * length).length(),
        cadence: 60.0 / seconds,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A foot's stance from a moment on, at a place of the floor.
    fn foot(joint: usize, from: f64, x: f64, z: f64) -> (Stance, DVec3) {
        (Stance { joint, from, to: from + 0.6 }, DVec3::new(x, 0.0, z))
    }

    #[test]
    fn a_stride_is_divided_by_the_other_foot() {
        let found = step(&foot(3, 0.0, 0.1, 0.0), &foot(7, 0.5, -0.1, 0.6), &foot(3, 1.1, 0.1, 1.3)).unwrap();
        let Step { time, joint, length, width, cadence } = found;
        assert_eq!((time, joint), (1.1, 3));
        assert!(
            (length - 0.7).abs() < 1e-12 && (width - 0.2).abs() < 1e-12 && (cadence - 100.0).abs() < 1e-9,
            "{found:?}"
        );
    }

    #[test]
    fn hops_and_shifts_of_weight_are_no_steps() {
        let (a, b) = (foot(3, 0.0, 0.1, 0.0), foot(7, 0.5, -0.1, 0.0));
        assert_eq!(step(&a, &foot(3, 0.4, 0.1, 0.5), &foot(3, 0.8, 0.1, 1.0)), None);
        assert_eq!(step(&a, &b, &foot(3, 1.0, 0.15, 0.0)), None);
        assert_eq!(step(&a, &b, &foot(7, 1.0, 0.15, 1.0)), None);
    }
}
