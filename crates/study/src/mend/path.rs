//! Makes the path of a figure follow from its feet: a foot that stands does not slide on average.

use glam::{DQuat, DVec3};

use super::figure::ScaledFigure;
use super::rests::RestingFoot;
use super::tracks::MotionTracks;
use crate::runs::mean_around;
use marey::checked::Checked;

/// How slowly the correction changes: seconds to both sides, taken twice.
const SLOWNESS: f64 = 0.25;
/// Less standing within that time tells nothing.
const LEAST_STANDING: f64 = 0.05;

/// Moves the figure along the ground so that feet do not slide on average while they stand.
pub(super) fn follow_feet(figure: &ScaledFigure<'_>, tracks: &mut MotionTracks, feet: &[RestingFoot; 2]) {
    let frames = tracks.frames();
    let (mut slides, mut standing) = (vec![DVec3::ZERO; frames], vec![0.0; frames]);
    for (course, rests) in feet.iter().flat_map(RestingFoot::points) {
        for frame in (0..frames).filter(|frame| rests.at(*frame)) {
            let (from, to) = (frame.saturating_sub(1), (frame + 1).min(frames - 1));
            let speed = (course.places.at(to) - course.places.at(from)) / (to - from).max(1) as f64;
            slides.change(frame, |sum| *sum += figure.flat(speed));
            standing.change(frame, |sum| *sum += 1.0);
        }
    }
    let reach = ((SLOWNESS * tracks.rate) as usize).max(1);
    let twice = |values: Vec<f64>| mean_around(&mean_around(&values, reach), reach);
    let [x, y, z] =
        [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| twice(slides.iter().map(|slide| slide.dot(axis)).collect()));
    let standing = twice(standing);
    let mut shift = DVec3::ZERO;
    let mut shifts = Vec::with_capacity(frames);
    for frame in 0..frames {
        if frame > 0 {
            shift -= DVec3::new(x.at(frame), y.at(frame), z.at(frame)) / standing.at(frame).max(LEAST_STANDING);
        }
        shifts.push(shift);
    }
    figure.carry(tracks, |frame| (DQuat::IDENTITY, shifts.at(frame)));
}

/// The length of the carrier's way along the ground: metres.
pub(super) fn length(figure: &ScaledFigure<'_>, tracks: &MotionTracks) -> f64 {
    let course = figure.carrier_course(tracks).unwrap_or_default();
    let step = |pair: &[DVec3]| figure.flat(super::noise::step(pair)).length();
    course.places.windows(2).map(step).sum::<f64>() * figure.metres
}
