//! Holds feet while they stand.
//!
//! A point that rests stays where it is: while the sole is down the foot keeps its mean direction, while the ball is down the ankle turns about it, and where the
//! ankle stands alone it stays. From one such span to the next the corrections are cubic curves, to zero where there is time. Where a leg would be too short, the hips sink.

use glam::{DQuat, DVec3};

use super::figure::{ScaledFigure, WorldPoses};
use super::leg::Bones;
use super::rests::RestingFoot;
use super::sample::{arc, exp, hermite, log};
use super::tracks::MotionTracks;
use crate::runs::{mean_around, runs};
use marey::checked::Checked;

/// How far a leg may be stretched, of its length.
const REACH: f64 = 0.995;
/// How slowly the hips sink: seconds to both sides.
const SINKING: f64 = 0.1;

/// The corrections of a foot: world space, each frame.
#[derive(Debug)]
struct Correction {
    /// Of the ankle: file units.
    way: Vec<DVec3>,
    /// Of the foot: rotation vectors.
    turn: Vec<DVec3>,
}

/// Holds both feet. `blend` is the time from where they are to where they are held, seconds.
pub(super) fn hold(figure: &ScaledFigure<'_>, tracks: &mut MotionTracks, feet: &[RestingFoot; 2], blend: f64) {
    let reach = ((blend * tracks.rate) as usize).max(2);
    let corrections = [correction(&feet[0], reach), correction(&feet[1], reach)];
    let changes = |foot: usize| {
        corrections.get(foot).is_some_and(|one| one.way.iter().chain(&one.turn).any(|vector| *vector != DVec3::ZERO))
    };
    if !changes(0) && !changes(1) {
        return;
    }
    let goals: Vec<Vec<DVec3>> = feet
        .iter()
        .zip(&corrections)
        .map(|(foot, one)| foot.ankle.places.iter().zip(&one.way).map(|(place, way)| *place + *way).collect())
        .collect();
    sink(figure, tracks, feet, &goals);
    let mut world = WorldPoses::default();
    for ((foot, correction), goals) in feet.iter().zip(&corrections).zip(&goals) {
        let bones = Bones::new(figure, tracks, foot.leg);
        for (frame, (goal, turn)) in goals.iter().zip(&correction.turn).enumerate() {
            figure.pose(tracks, frame, &mut world);
            let ankle = world.places.at(foot.leg.foot);
            if ankle.distance(*goal) * figure.metres > 1e-7 || *turn != DVec3::ZERO {
                // The foot keeps its turn in the world but for its own correction.
                bones.reach(figure, tracks, frame, &world, *goal, exp(*turn));
            }
        }
    }
}

/// Where the ankle belongs, and how the foot is to turn.
fn correction(foot: &RestingFoot, reach: usize) -> Correction {
    let frames = foot.ankle.places.len();
    let mut turn = vec![DVec3::ZERO; frames];
    let mut way = vec![DVec3::ZERO; frames];
    let flat: Vec<bool> = foot.ankle_rests.iter().zip(&foot.ball_rests).map(|(a, b)| *a && *b).collect();
    // From the ankle to the ball.
    let ankle = &foot.ankle.places;
    let mut soles: Vec<DVec3> = match &foot.ball {
        Some(ball) => ball.places.iter().zip(ankle).map(|(ball, ankle)| *ball - *ankle).collect(),
        None => vec![DVec3::ZERO; frames],
    };
    let flats = runs(&flat);
    for (first, last) in &flats {
        let mean = soles.get(*first..=*last).unwrap_or_default().iter().sum::<DVec3>();
        (*first..=*last).for_each(|frame| turn.put(frame, log(arc(soles.at(frame), mean))));
    }
    fade(&mut turn, &flats, reach);
    soles.iter_mut().zip(&turn).for_each(|(sole, turn)| *sole = exp(*turn) * *sole);
    let either: Vec<bool> = foot.ankle_rests.iter().zip(&foot.ball_rests).map(|(a, b)| *a || *b).collect();
    let spans = runs(&either);
    for (first, last) in &spans {
        hold_span(foot, &soles, *first, *last, &mut way);
    }
    fade(&mut way, &spans, reach);
    Correction { way, turn }
}

/// The ankle's corrections while the foot rests from `first` to `last`: first on one point, then on the other, each of which stays where the one before leaves it. So
/// nothing slides from one to the next; then the whole span goes where the foot was on average.
fn hold_span(foot: &RestingFoot, soles: &[DVec3], first: usize, last: usize, way: &mut [DVec3]) {
    let ankle = &foot.ankle.places;
    let on_ball = foot.ball_rests.get(first..=last).unwrap_or_default();
    let mut parts: Vec<(usize, usize, bool)> = Vec::new();
    for (index, on_ball) in on_ball.iter().enumerate() {
        match parts.last_mut() {
            Some(part) if part.2 == *on_ball => part.1 = first + index,
            _ => parts.push((first + index, first + index, *on_ball)),
        }
    }
    let mut held = ankle.at(first);
    for (from, to, on_ball) in parts {
        // The ball, or the ankle, stays.
        let pinned = held + if on_ball { soles.at(from) } else { DVec3::ZERO };
        for frame in from..=to {
            held = if on_ball { pinned - soles.at(frame) } else { pinned };
            way.put(frame, held - ankle.at(frame));
        }
    }
    let span = way.get_mut(first..=last).unwrap_or_default();
    let mean = span.iter().sum::<DVec3>() / span.len().max(1) as f64;
    span.iter_mut().for_each(|way| *way -= mean);
}

/// Between spans with corrections: cubic curves that keep values and rates, to zero within `reach` frames where there is room.
fn fade(values: &mut [DVec3], spans: &[(usize, usize)], reach: usize) {
    let frames = values.len();
    let given = values.to_vec();
    let rate = |at: usize, (first, last): (usize, usize), is_end: bool| match (first == last, is_end) {
        (true, _) => DVec3::ZERO,
        (false, true) => given.at(at) - given.at(at - 1),
        (false, false) => given.at(at + 1) - given.at(at),
    };
    let mut curve = |from: isize, to: usize, start: [DVec3; 2], end: [DVec3; 2]| {
        let length = (to.cast_signed() - from) as f64;
        for frame in (from + 1).max(0).cast_unsigned()..to.min(frames) {
            let [a, b, c, d] = hermite((frame.cast_signed() - from) as f64 / length);
            values.put(frame, start[0] * a + start[1] * length * b + end[0] * c + end[1] * length * d);
        }
    };
    let zero = [DVec3::ZERO; 2];
    let (Some(opening), Some(closing)) = (spans.first(), spans.last()) else { return };
    if opening.0 > 0 {
        let value = given.at(opening.0);
        let has_room = opening.0 >= reach;
        let end = [value, if has_room { rate(opening.0, *opening, false) } else { DVec3::ZERO }];
        let start = if has_room { zero } else { [value, DVec3::ZERO] };
        curve((opening.0.cast_signed() - reach.cast_signed()).max(-1), opening.0, start, end);
    }
    for pair in spans.windows(2) {
        let [one, next] = pair else { continue };
        let (leaves, comes) =
            ([given.at(one.1), rate(one.1, *one, true)], [given.at(next.0), rate(next.0, *next, false)]);
        if next.0 - one.1 <= 2 * reach {
            curve(one.1.cast_signed(), next.0, leaves, comes);
        } else {
            curve(one.1.cast_signed(), one.1 + reach, leaves, zero);
            curve((next.0 - reach).cast_signed(), next.0, zero, comes);
        }
    }
    let rest = frames - 1 - closing.1;
    if rest > 0 {
        let value = given.at(closing.1);
        let has_room = rest >= reach;
        let start = [value, if has_room { rate(closing.1, *closing, true) } else { DVec3::ZERO }];
        let end = if has_room { zero } else { [value, DVec3::ZERO] };
        curve(closing.1.cast_signed(), closing.1 + reach.min(rest + 1), start, end);
    }
}

/// Lets the hips sink, smoothly, where a leg would be too short.
fn sink(figure: &ScaledFigure<'_>, tracks: &mut MotionTracks, feet: &[RestingFoot; 2], goals: &[Vec<DVec3>]) {
    let frames = tracks.frames();
    let mut need = vec![0.0_f64; frames];
    for (foot, goals) in feet.iter().zip(goals) {
        let joints = figure.courses(tracks, &[foot.leg.thigh, foot.leg.shin]);
        let [thigh, shin] = joints.as_slice() else { continue };
        for (frame, (need, goal)) in need.iter_mut().zip(goals).enumerate() {
            let (hip, knee) = (thigh.places.at(frame), shin.places.at(frame));
            let length = REACH * (hip.distance(knee) + knee.distance(foot.ankle.places.at(frame)));
            let way = *goal - hip;
            let aside = figure.flat(way).length_squared();
            let lower = -figure.height(way) - (length * length - aside).max(0.0).sqrt();
            // Where the leg is stretched as far as this already, and is not to be moved, nothing sinks.
            let moved = goal.distance(foot.ankle.places.at(frame)) * figure.metres > 1e-4;
            if moved {
                *need = need.max(lower);
            }
        }
    }
    if need.iter().all(|need| *need <= 0.0) {
        return;
    }
    let reach = ((SINKING * tracks.rate) as usize).max(1);
    let window =
        |frame: usize| need.get(frame.saturating_sub(reach)..(frame + reach + 1).min(frames)).unwrap_or_default();
    let top: Vec<f64> = (0..frames).map(|frame| window(frame).iter().copied().fold(0.0, f64::max)).collect();
    let lower = mean_around(&top, reach);
    figure.carry(tracks, |frame| (DQuat::IDENTITY, -figure.up * lower.at(frame)));
}
