//! The frame of a foot: forwards along the sole.

use glam::{DMat3, DVec3, Vec3};
use marey::body::{percentile, slopes};
use marey::checked::Checked;

use super::Rule;
use super::body::{BodyTracks, JointTrack, SideTracks};

use super::standing::Neutral;
use super::vectors::{SegmentFrames, median};
use crate::measure::usual_direction;

/// A foot stands flat while ankle and ball are slower, metres a second, and at most so far above their usual lowest place, metres, of a
/// person of 1.75 m.
const SLOW: f64 = 0.25;
const LOW: f64 = 0.05;
const LOWEST: f32 = 0.05;
/// Velocities are slopes over so many seconds to either side, and at most so many moments, for files with frames of no time.
const REACH: f64 = 0.03;
const MOST_MOMENTS: f64 = 60.0;
/// A sole is known from so many seconds and moments of standing.
const LONG: (f64, usize) = (0.1, 5);
/// The line from ankle to ball is so many degrees under the sole's, or the foot did not stand flat.
const PITCHES: std::ops::Range<f64> = -8.0..55.0;
/// The usual pitch of that line, degrees, for a foot of which nothing else is known.
const USUAL_PITCH: f64 = 25.0;

/// A foot at each moment.
pub(super) struct FootFrames {
    pub(super) frames: SegmentFrames,
}

/// The foot of a side; `None` if it has only an ankle.
pub(super) fn foot(
    body: &BodyTracks,
    side: &SideTracks,
    shank: &SegmentFrames,
    neutral: Neutral,
) -> Option<FootFrames> {
    let ([_, _, ankle], ball) = (&side.leg, side.ball.as_ref()?);
    let ways = ankle.places.iter().zip(&ball.places);
    let along: Vec<DVec3> = ways.map(|(ankle, ball)| (*ball - *ankle).normalize_or_zero()).collect();
    let stands = stands_flat(body, [ankle, ball]);
    let frames = if body.rule == Rule::Turns
        && let Some(normal) = sole(body, ankle, &along, &stands, neutral)
    {
        let feet = ankle.turns.iter().zip(&along);
        feet.map(|(turn, along)| {
            let y = (*turn * normal).normalize_or_zero();
            let x = (*along - y * along.dot(y)).normalize_or_zero();
            DMat3::from_cols(x, y, x.cross(y))
        })
        .collect()
    } else {
        pitched(&along, &stands, shank)
    };
    Some(FootFrames { frames })
}

/// The normal of the sole in the ankle's own axes: upright while the foot stands flat, or else in the pose that is zero.
fn sole(body: &BodyTracks, ankle: &JointTrack, along: &[DVec3], stands: &[bool], neutral: Neutral) -> Option<DVec3> {
    let seen: Vec<DVec3> =
        ankle.seen(DVec3::Y).into_iter().zip(stands).filter(|(_, stands)| **stands).map(|(up, _)| up).collect();
    if seen.len() as f64 * body.between >= LONG.0 && seen.len() >= LONG.1 {
        let normal = usual_direction(&seen);
        let ways = ankle.turns.iter().zip(along).map(|(turn, along)| turn.transpose() * *along);
        let mean = ways.sum::<DVec3>() / along.len() as f64;
        let pitch = (-mean.dot(normal)).clamp(-1.0, 1.0).asin().to_degrees();
        if PITCHES.contains(&pitch) {
            return Some(normal);
        }
    }
    neutral.is_zero.then(|| ankle.turn(neutral.at).transpose() * DVec3::Y)
}

/// Frames that turn the line from ankle to ball up by its usual pitch while the foot stands.
fn pitched(along: &[DVec3], stands: &[bool], shank: &SegmentFrames) -> SegmentFrames {
    let pitches = along.iter().zip(stands).filter(|(_, stands)| **stands);
    let pitches: Vec<f64> = pitches.map(|(along, _)| (-along.y).clamp(-1.0, 1.0).asin()).collect();
    let pitch = if pitches.len() >= 3 { median(pitches) } else { None }.unwrap_or(USUAL_PITCH.to_radians());
    let (sin, cos) = pitch.sin_cos();
    let frame = |(along, shank): (&DVec3, &DMat3)| {
        let z = (shank.z_axis - *along * shank.z_axis.dot(*along)).normalize_or_zero();
        let up = z.cross(*along);
        DMat3::from_cols(*along * cos + up * sin, up * cos - *along * sin, z)
    };
    along.iter().zip(shank).map(frame).collect()
}

/// When ankle and ball are slow and low.
fn stands_flat(body: &BodyTracks, joints: [&JointTrack; 2]) -> Vec<bool> {
    let (slow, low) = (body.metres(SLOW), body.metres(LOW));
    let mut stands = body.known.clone();
    for joint in joints {
        // Single precision is enough to tell, and counts from the first place, which may be far from the origin.
        let first = joint.places.first().copied().unwrap_or_default();
        let path: Vec<Vec3> = joint.places.iter().map(|place| (*place - first).as_vec3()).collect();
        let heights: Vec<f32> = path.iter().map(|place| place.y).collect();
        let lowest = f64::from(percentile(&heights, LOWEST));
        let velocities = slopes(&path, REACH.min(MOST_MOMENTS * body.between), body.between);
        for (moment, (velocity, height)) in velocities.iter().zip(&heights).enumerate() {
            let stands_here = f64::from(velocity.length()) < slow && f64::from(*height) < lowest + low;
            stands.change(moment, |stands| *stands &= stands_here);
        }
    }
    stands
}
