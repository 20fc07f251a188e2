//! Measures how much and how fast a clip moves: to choose a behaviour worth watching, and to check the frame rate.

use glam::Vec3;

use marey::body::{BodyParts, poses_at, ranked};
use marey::model::{Clip, Motion, Skeleton, Time};

/// Seconds of a motion that are measured: about what a user watches before choosing another.
const WATCHED: f64 = 20.0;
/// Seconds between compared poses.
const BETWEEN: f64 = 0.1;
/// Most compared poses of all behaviours of a clip.
const MAX_POSES: usize = 8192;

/// Distance that a joint travels on average in the first 20 seconds of each behaviour, file units. 0 if nothing moves. Joints
/// off the body, such as a ball, count as the first joint.
pub fn liveliness(clip: &Clip) -> Vec<f32> {
    let Clip { skeleton, behaviours, .. } = clip;
    let most = (MAX_POSES / behaviours.len().max(1)).max(2);
    let way = |motion: &Motion| {
        let seconds = motion.duration().min(WATCHED);
        let steps = ((seconds / BETWEEN) as usize).clamp(1, most);
        let moments: Vec<f64> = (0..=steps).map(|step| seconds * step as f64 / steps as f64).collect();
        let poses = poses_at(skeleton, motion, &moments);
        let ways = poses.windows(2).map(|pair| total_distance(pair.first(), pair.last()));
        // Morphs may move while all joints stand still.
        (ways.sum::<f32>() / skeleton.len() as f32).max(f32::MIN_POSITIVE)
    };
    behaviours.iter().map(|one| if one.motion.moves() { way(&one.motion) } else { 0.0 }).collect()
}

/// The summed distances of all joints between two poses.
fn total_distance(from: Option<&Vec<Vec3>>, to: Option<&Vec<Vec3>>) -> f32 {
    from.into_iter().flatten().zip(to.into_iter().flatten()).map(|(from, to)| from.distance(*to)).sum()
}

/// Most frame steps sampled for the hand speed.
const MAX_STEPS: usize = 512;

/// The 99th percentile of the faster hand's speed between frames, file units a second; 0 for a figure without hands. `time`:
/// the frame times.
pub fn hand_speed(skeleton: &Skeleton, motion: &Motion, time: &Time, parts: &BodyParts) -> f32 {
    let Some(arms) = parts.arms else { return 0.0 };
    let last = motion.frame_count().saturating_sub(1);
    let (mut shown, mut moments) = (Vec::new(), Vec::new());
    for frame in (0..last).step_by(last.div_ceil(MAX_STEPS).max(1)) {
        for frame in [frame, frame + 1] {
            shown.push(motion.frame_start(frame));
            moments.push(time.start_of(frame));
        }
    }
    let poses = poses_at(skeleton, motion, &shown);
    let mut speeds = Vec::new();
    for (pair, moments) in poses.chunks_exact(2).zip(moments.chunks_exact(2)) {
        let ([from, to], [start, end]) = (pair, moments) else { continue };
        let ways = arms.ends.iter().filter_map(|&hand| Some(from.get(hand)?.distance(*to.get(hand)?)));
        speeds.push(ways.fold(0.0, f32::max) / (end - start).max(f64::MIN_POSITIVE) as f32);
    }
    ranked(&speeds, speeds.len().saturating_sub(1) * 99 / 100)
}

#[cfg(test)]
mod tests;
