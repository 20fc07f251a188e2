//! The ground of people who walk in place: a treadmill, or a clip whose way was taken out.

use glam::Vec3;

use super::track::{FootPath, percentile, slopes};

/// A low ball of a foot is at most so far above its usual lowest place: statures.
const LOW: f32 = 0.03;
/// A body of one stature is taken to be 1.75 m tall, in which the numbers below were found: statures in a metre.
const METRE: f32 = 1.0 / 1.75;
/// A foot on a belt moves up or down slower than this, statures a second.
const LEVEL: f32 = 0.15 * METRE;
/// Velocities within this radius of each other are alike, first and at last: statures a second.
const ALIKE: [f32; 2] = [0.15 * METRE, 0.08 * METRE];
/// A slower belt is none, statures a second.
const SLOWEST: f32 = 0.25 * METRE;
/// A body that walks in place moves by at most this share of the belt's way.
const IN_PLACE: f32 = 0.3;
/// The share of each foot's low moments that are as fast as the belt, and how near.
const SHARE: f32 = 0.3;
const NEAR: f32 = 0.2 * METRE;
/// Velocities that the commonest one is chosen from.
const CANDIDATES: usize = 200;

/// How the ground moves, statures a second: the commonest horizontal velocity of the balls of both feet while they are low. Zero for a
/// body that moves through the room. `hips`: the way of the middle between the hip joints, statures.
pub(super) fn belt(tracks: &[FootPath], hips: &[Vec3], up: Vec3, between: f64) -> Vec3 {
    let level = |vector: Vec3| vector - up * vector.dot(up);
    let feet: Vec<Vec<Vec3>> = tracks
        .iter()
        .map(|track| {
            let heights: Vec<f32> = track.ball.iter().map(|place| place.dot(up)).collect();
            let low = percentile(&heights, 0.1) + LOW;
            let velocities = slopes(&track.ball, 0.04, between);
            let steady = velocities.into_iter().zip(&heights);
            let steady = steady.filter(|(velocity, height)| **height < low && velocity.dot(up).abs() < LEVEL);
            steady.map(|(velocity, _)| level(velocity)).collect()
        })
        .collect();
    let all: Vec<Vec3> = feet.iter().flatten().copied().collect();
    if all.len() < 5 {
        return Vec3::ZERO;
    }
    let alike = |one: Vec3, radius: f32| all.iter().filter(move |other| one.distance(**other) < radius);
    let candidates = all.iter().step_by((all.len() / CANDIDATES).max(1));
    let Some(mut ground) = candidates.copied().max_by_key(|one| alike(*one, ALIKE[0]).count()) else {
        return Vec3::ZERO;
    };
    for radius in ALIKE.into_iter().flat_map(|radius| [radius; 5]) {
        let count = alike(ground, radius).count();
        if count > 0 {
            ground = alike(ground, radius).sum::<Vec3>() / count as f32;
        }
    }
    let seconds = between as f32 * hips.len().saturating_sub(1) as f32;
    let way = hips.first().zip(hips.last()).map_or(0.0, |(first, last)| level(*last - *first).length());
    let share = |foot: &Vec<Vec3>| {
        foot.iter().filter(|velocity| velocity.distance(ground) < NEAR).count() as f32 / foot.len().max(1) as f32
    };
    let is_belt = ground.length() > SLOWEST
        && way < IN_PLACE * ground.length() * seconds
        && feet.iter().all(|foot| share(foot) > SHARE);
    if is_belt { ground } else { Vec3::ZERO }
}
