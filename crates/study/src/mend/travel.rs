//! Travel along the ground and turning, taken out evenly and put back.

use glam::DVec3;

use super::figure::ScaledFigure;
use super::sample::exp;
use super::tracks::MotionTracks;
use marey::checked::Checked;

/// How far a motion travels from its first to its last frame, in its first heading.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Travel {
    /// Along the ground, with the turning taken out: file units.
    pub(super) way: DVec3,
    /// About up: radians.
    pub(super) yaw: f64,
}

impl Travel {
    /// Millimetres a unit make of it a length in metres.
    pub(super) fn metres(&self, figure: &ScaledFigure<'_>) -> f64 {
        self.way.length() * figure.metres
    }
}

/// Makes the motion stay where it begins: the last frame is above the first one, in the same heading.
pub(super) fn take_out(figure: &ScaledFigure<'_>, tracks: &mut MotionTracks) -> Option<Travel> {
    let course = figure.carrier_course(tracks)?;
    let last = course.places.len().checked_sub(1).filter(|last| *last > 0)?;
    let turns = figure.carrier.and_then(|carrier| carrier.turn).is_some();
    let heading = |frame: usize| figure.heading(course.turns.at(frame));
    let yaw = if turns { figure.yaw(heading(0), heading(last)) } else { 0.0 };
    let back = |frame: f64| exp(figure.up * (-yaw * frame / last as f64));
    let mut places = vec![course.places.at(0)];
    for frame in 1..=last {
        let step = course.places.at(frame) - course.places.at(frame - 1);
        places.push(places.at(frame - 1) + back(frame as f64 - 0.5) * step);
    }
    let way = figure.flat(places.at(last) - places.at(0));
    figure.place_carrier(tracks, |frame| {
        let share = frame as f64 / last as f64;
        (back(frame as f64) * course.turns.at(frame), places.at(frame) - way * share)
    });
    Some(Travel { way, yaw })
}

/// Puts back what [`take_out`] took out of a cycle, whose frame after the last one is the first one again.
pub(super) fn put_back(figure: &ScaledFigure<'_>, tracks: &mut MotionTracks, travel: Travel) {
    let Some(course) = figure.carrier_course(tracks) else { return };
    let frames = course.places.len();
    let on = |frame: f64| exp(figure.up * (travel.yaw * frame / frames as f64));
    let mut places = vec![course.places.at(0)];
    for frame in 1..frames {
        let step = course.places.at(frame) - course.places.at(frame - 1) + travel.way / frames as f64;
        places.push(places.at(frame - 1) + on(frame as f64 - 0.5) * step);
    }
    figure.place_carrier(tracks, |frame| (on(frame as f64) * course.turns.at(frame), places.at(frame)));
}
