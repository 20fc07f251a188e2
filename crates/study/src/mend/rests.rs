//! When points of the feet rest on the ground, for a foot that is to be held: much stricter than the contacts that are drawn
//! ([`marey::body::contacts`]), which count a rolling foot.

use glam::DVec3;

use super::figure::{Course, Leg, ScaledFigure};
use super::tracks::MotionTracks;
use crate::runs::{quantile, runs, set};
use marey::checked::Checked;

/// The time over which speeds are taken to both sides, seconds.
const SPEED_OVER: f64 = 0.02;
/// A rest that is interrupted for a shorter time is one: seconds.
const SHORT_GAP: f64 = 0.05;
/// The shortest rest, seconds.
const LEAST_REST: f64 = 0.1;

/// The limits below which a point rests: metres of a person of 1.75 m.
#[derive(Debug, Clone, Copy)]
pub(super) struct RestLimits {
    pub(super) speed: f64,
    pub(super) height: f64,
}

/// The points of a foot in all frames, and when they rest.
#[derive(Debug)]
pub(super) struct RestingFoot {
    pub(super) leg: Leg,
    pub(super) ankle: Course,
    pub(super) ball: Option<Course>,
    /// Frames in which the ankle, and the ball, rests.
    pub(super) ankle_rests: Vec<bool>,
    pub(super) ball_rests: Vec<bool>,
}

impl RestingFoot {
    /// Both points, each with the frames of its rests.
    pub(super) fn points(&self) -> impl Iterator<Item = (&Course, &Vec<bool>)> {
        let ball = self.ball.as_ref().map(|ball| (ball, &self.ball_rests));
        std::iter::once((&self.ankle, &self.ankle_rests)).chain(ball)
    }
}

/// The points of both feet of a person in all frames, for [`feet`].
pub(super) fn foot_courses(figure: &ScaledFigure<'_>, tracks: &MotionTracks) -> Vec<Course> {
    let legs = figure.legs.as_ref().map(<[Leg; 2]>::as_slice).unwrap_or_default();
    figure.courses(tracks, &legs.iter().flat_map(Leg::points).collect::<Vec<_>>())
}

/// Both feet of a person, at their [courses](foot_courses).
pub(super) fn feet(
    figure: &ScaledFigure<'_>,
    courses: &[Course],
    rate: f64,
    rest: RestLimits,
) -> Option<[RestingFoot; 2]> {
    let legs = figure.legs?;
    let mut courses = courses.iter().cloned();
    let mut foot = |leg: Leg| {
        let ankle = courses.next().unwrap_or_default();
        let ball = leg.ball.and_then(|_| courses.next());
        let ankle_rests = rests(figure, &ankle.places, rate, rest);
        let ball_rests = match &ball {
            Some(ball) => rests(figure, &ball.places, rate, rest),
            None => vec![false; ankle_rests.len()],
        };
        RestingFoot { leg, ankle, ball, ankle_rests, ball_rests }
    };
    Some([foot(legs[0]), foot(legs[1])])
}

/// Frames in which a point is slow and low.
fn rests(figure: &ScaledFigure<'_>, places: &[DVec3], rate: f64, rest: RestLimits) -> Vec<bool> {
    let frames = places.len();
    let reach = ((SPEED_OVER * rate).round() as usize).max(1);
    let lowest = quantile(&mut places.iter().map(|place| figure.height(*place)).collect::<Vec<_>>(), 0.1);
    let is_resting = |frame: usize| {
        let (from, to) = (frame.saturating_sub(reach), (frame + reach).min(frames - 1));
        let way = places.at(from).distance(places.at(to)) * figure.metres;
        let speed = way * rate / (to - from).max(1) as f64;
        let above = (figure.height(places.at(frame)) - lowest) * figure.metres;
        speed < rest.speed && above < rest.height
    };
    let mut mask: Vec<bool> = (0..frames).map(is_resting).collect();
    close(&mut mask, (SHORT_GAP * rate) as usize);
    let least = (LEAST_REST * rate) as usize;
    for (first, last) in runs(&mask) {
        if last + 1 - first < least {
            set(&mut mask, first, last, false);
        }
    }
    mask
}

/// Sets interruptions of at most so many frames.
pub(super) fn close(mask: &mut [bool], most: usize) {
    let open: Vec<bool> = mask.iter().map(|on| !on).collect();
    for (first, last) in runs(&open) {
        if first > 0 && last + 1 < mask.len() && last + 1 - first <= most {
            set(mask, first, last, true);
        }
    }
}

/// The mean speed over ground of points while they rest, millimetres a second. `None`: nothing rests.
pub(super) fn slide(figure: &ScaledFigure<'_>, feet: &[RestingFoot; 2], rate: f64) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0_usize);
    for (course, mask) in feet.iter().flat_map(RestingFoot::points) {
        for (frame, pair) in course.places.windows(2).enumerate() {
            if let [from, to] = pair
                && mask.at(frame)
                && mask.at(frame + 1)
            {
                sum += figure.flat(*to - *from).length();
                count += 1;
            }
        }
    }
    (count > 0).then(|| sum * figure.metres * 1000.0 * rate / count as f64)
}
