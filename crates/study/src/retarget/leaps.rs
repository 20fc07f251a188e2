//! Keeps knees and ankles from moving much farther from one frame to the next than the source's.
//!
//! Longer thighs sweep farther in a kick, the feet of noisy video shake more on a figure whose feet are longer, and a foot that leaves the
//! ground comes to where its leg points within few frames. So neighbouring frames whose places are too far apart are drawn together, as
//! particles on a rope, and the bones get their lengths back, in turns. The ball of a foot that stands stays where it is: its ankle may move
//! around it.

use std::cell::Cell;

use glam::Vec3;

use super::bends::{Bend, Reach};
use super::feet::SeenFoot;
use super::math::arc;

/// A knee or an ankle may move by so much more than the source's from one frame to the next: body metres.
const FARTHER: f32 = 0.004;
/// Less beyond that is no leap: body metres.
const CLEARLY: f32 = 0.0003;
/// The farthest that a joint is drawn from where it was: body metres.
const DRAWN: f32 = 0.06;
/// How much nearer two neighbours are drawn, as a share of what they are too far apart. More than all of it, since their other neighbours and
/// the bones draw them back.
const EAGER: f32 = 1.8;
/// Most turns of drawing. A motion that does not leap needs one; with more turns than these kicks at 30 frames a second hardly change.
const TURNS: usize = 32;
/// Turns in which the bones of a leg get their lengths back, in each turn of drawing.
const SETTLING: usize = 2;

/// Moves the knees and ankles of a leg where they would leap. A foot that stands turns about its ball.
pub(super) fn calm(bends: &mut [Option<Bend>], seen: &[SeenFoot], reaches: &[Reach]) {
    let before = bends.to_vec();
    for _ in 0..TURNS {
        if !draw(bends, seen) {
            break;
        }
        for (((bend, before), foot), reach) in bends.iter_mut().zip(&before).zip(seen).zip(reaches) {
            if bend != before {
                settle(bend, before, foot, reach);
            }
        }
    }
}

/// Draws the knees, and the ankles, of neighbouring frames together that are too far apart, forth and back. Returns whether some were.
fn draw(bends: &mut [Option<Bend>], seen: &[SeenFoot]) -> bool {
    let bends = Cell::from_mut(bends).as_slice_of_cells();
    let pairs = || bends.windows(2).zip(seen.windows(2));
    let mut leaps = false;
    for pair in pairs().chain(pairs().rev()) {
        let ([first, second], [own_from, own_to]) = pair else { continue };
        let (Some(mut from), Some(mut to)) = (first.get(), second.get()) else { continue };
        let joints = [(&mut from.knee, &mut to.knee), (&mut from.ankle, &mut to.ankle)];
        for ((from, to), (own_from, own_to)) in joints.into_iter().zip(own_from.own.iter().zip(&own_to.own)) {
            let way = *to - *from;
            let (length, most) = (way.length(), own_from.distance(*own_to) + FARTHER);
            if length > most + CLEARLY {
                let half = way * (0.5 * EAGER * (1.0 - most / length));
                *from += half;
                *to -= half;
                leaps = true;
            }
        }
        first.set(Some(from));
        second.set(Some(to));
    }
    leaps
}

/// Gives the bones of a leg their lengths back. `before` is the leg before it was drawn.
fn settle(bend: &mut Option<Bend>, before: &Option<Bend>, foot: &SeenFoot, reach: &Reach) {
    let (Some(bend), Some(before)) = (bend, before) else { return };
    let near = |place: Vec3, before: Vec3| before + (place - before).clamp_length_max(DRAWN);
    let (mut knee, mut ankle) = (near(bend.knee, before.knee), near(bend.ankle, before.ankle));
    let shin = foot.knee.distance(foot.ankle);
    for _ in 0..SETTLING {
        let around_ball = at_end(before.ankle + foot.ball, ankle, foot.ball.length());
        ankle = ankle.lerp(around_ball, reach.stands);
        // The knee comes half of the way that the shin is too long or too short, and the ankle the rest.
        let middle = knee.lerp(at_end(ankle, knee, shin), 0.5);
        knee = at_end(reach.hip, middle, foot.hip.distance(foot.knee));
        ankle = at_end(knee, ankle, shin);
    }
    let ball = before.ankle + foot.ball - ankle;
    *bend = Bend { knee, ankle, foot: arc(foot.ball, foot.ball.lerp(ball, reach.stands)) };
}

/// The end of a bone that begins at `from`, as near to `to` as its length allows.
fn at_end(from: Vec3, to: Vec3, length: f32) -> Vec3 {
    from + (to - from).normalize_or_zero() * length
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::retarget::rig::LEG;
    use glam::Quat;

    /// A leg below a hip at rest whose knee moves along X, at the end of a thigh that is half a leg long.
    fn foot(knee: f32) -> SeenFoot {
        let hip = Vec3::Y * LEG;
        let knee = hip + Vec3::new(knee, -(0.25 * LEG * LEG - knee * knee).sqrt(), 0.0);
        let ankle = knee - Vec3::Y * (0.5 * LEG);
        let (forwards, ball) = (Vec3::Z, Vec3::new(0.0, -0.06, 0.12));
        SeenFoot { hip, knee, ankle, own: [knee, ankle], forwards, thigh: Quat::IDENTITY, ball, low: -0.08, reach: LEG }
    }

    fn calmed(seen: &[SeenFoot], stands: f32) -> Vec<Bend> {
        let bend = |foot: &SeenFoot| Some(Bend { knee: foot.knee, ankle: foot.ankle, foot: Quat::IDENTITY });
        let mut bends: Vec<Option<Bend>> = seen.iter().map(bend).collect();
        let reach = |foot: &SeenFoot| Reach { hip: foot.hip, goal: foot.ankle, stands };
        calm(&mut bends, seen, &seen.iter().map(reach).collect::<Vec<_>>());
        bends.into_iter().flatten().collect()
    }

    #[test]
    fn a_leg_that_goes_as_the_source_s_stays() {
        let seen: Vec<SeenFoot> = (0..30).map(|frame| foot(0.01 * frame as f32)).collect();
        for (bend, foot) in calmed(&seen, 0.5).iter().zip(&seen) {
            assert_eq!((bend.knee, bend.ankle, bend.foot), (foot.knee, foot.ankle, Quat::IDENTITY));
        }
    }

    #[test]
    fn a_leap_is_spread_over_the_frames_around_it_and_bones_keep_their_lengths() {
        let mut seen: Vec<SeenFoot> = (0..30).map(|frame| foot(if frame < 15 { 0.0 } else { 0.02 })).collect();
        seen.iter_mut().for_each(|one| one.own = foot(0.0).own);
        let bends = calmed(&seen, 0.0);
        for (pair, foot) in bends.windows(2).zip(&seen) {
            let steps = [pair[0].knee.distance(pair[1].knee), pair[0].ankle.distance(pair[1].ankle)];
            assert!(steps.iter().all(|step| *step < 1.2 * FARTHER), "{steps:?}");
            let bones = [pair[0].knee.distance(foot.hip), pair[0].ankle.distance(pair[0].knee)];
            assert!(bones.iter().all(|bone| (bone - 0.5 * LEG).abs() < 1e-3), "{bones:?}");
        }
        assert_eq!(bends.first().map(|bend| bend.knee), seen.first().map(|foot| foot.knee), "far from the leap");
        // The balls of feet that stand stay.
        for (bend, foot) in calmed(&seen, 1.0).iter().zip(&seen) {
            let ball = bend.ankle + bend.foot * foot.ball;
            assert!(ball.distance(foot.ankle + foot.ball) < 2e-3, "{bend:?} {foot:?}");
        }
    }
}
