//! How the pelvis goes with the feet, and how low it is so that the legs reach their goals.

use glam::{DVec4, Vec3};

use super::feet::SeenFoot;
use super::rig::LEG;
use super::smooth::{around, bound, half_window, smoothed, within_steps};
use marey::checked::Checked;

/// The pelvis is lowered for at most this share of a leg.
const DEEPEST: f32 = 0.15;
/// How much it moves along an axis beside the source's from one frame to the next, at most: body metres, or body metres a second if that is
/// more.
const PELVIS_STEP: f32 = 0.001;
const PELVIS_SPEED: f32 = 0.09;
/// Half the time over which the pelvis goes with the feet: seconds.
const FOLLOW: f32 = 0.5;
/// Half the time over which lowering the pelvis is smoothed: seconds.
const SMOOTH: f32 = 0.1;
/// Where fewer feet stand than this in that time, on average, the pelvis goes with them less.
const FEW_FEET: f64 = 0.1;
/// Less is rounding: body metres.
const ROUNDING: f32 = 1e-6;

/// How the pelvis goes with the feet: by what standing feet have in common that are not where the source's legs would take them, smoothed
/// over [`FOLLOW`]. So a figure with short feet is lower where it stands on its toes, and its knees bend as the source's.
pub(super) fn follow(
    seen: &[Vec<SeenFoot>; 2],
    ankles: &[Vec<Vec3>; 2],
    weights: &[Vec<f32>; 2],
    lift: f32,
    frame_time: f32,
) -> Vec<Vec3> {
    let count = seen.iter().map(Vec::len).max().unwrap_or(0);
    let mut sums = vec![DVec4::ZERO; count];
    for ((seen, ankles), weights) in seen.iter().zip(ankles).zip(weights) {
        for (((sum, foot), goal), weight) in sums.iter_mut().zip(seen).zip(ankles).zip(weights) {
            let steep = (foot.hip - foot.ankle).normalize_or_zero().y.max(0.0);
            *sum += ((*goal - foot.ankle - Vec3::Y * lift).extend(1.0) * (*weight * steep)).as_dvec4();
        }
    }
    // Two means, one after the other, are a smooth one.
    let half = half_window(FOLLOW / 2.0, frame_time, count);
    let moved = means(&means(&sums, half), half);
    let moved = moved.iter().map(|sum| (sum.truncate() / (sum.w + FEW_FEET)).as_vec3());
    let steps = steps(frame_time, count);
    let calm = |along: fn(Vec3) -> f32| within_steps(&moved.clone().map(along).collect::<Vec<f32>>(), &steps);
    let [x, y, z] = [calm(|moved| moved.x), calm(|moved| moved.y), calm(|moved| moved.z)];
    x.into_iter().zip(y).zip(z).map(|((x, y), z)| Vec3::new(x, y, z)).collect()
}

/// For each frame how far the pelvis goes down, so that both legs reach their goals: a smoothed maximum. `weights` tell how much a leg that
/// is too short counts: a foot in the air may miss its goal.
pub(super) fn drops(
    seen: &[Vec<SeenFoot>; 2],
    ankles: &[Vec<Vec3>; 2],
    weights: &[Vec<f32>; 2],
    pelvis: &[Vec3],
    lift: f32,
    frame_time: f32,
) -> Vec<f32> {
    let count = seen.iter().map(Vec::len).max().unwrap_or(0);
    let mut needed = vec![0.0_f32; count];
    for ((seen, ankles), weights) in seen.iter().zip(ankles).zip(weights) {
        let frames = needed.iter_mut().zip(seen).zip(ankles).zip(weights).zip(pelvis);
        for ((((needed, foot), goal), weight), moved) in frames {
            let hip = foot.hip + Vec3::Y * lift + *moved;
            let away = Vec3::new(hip.x - goal.x, 0.0, hip.z - goal.z).length();
            let high = (foot.reach * foot.reach - away * away).max(0.0).sqrt();
            if goal.y < hip.y {
                *needed = needed.max((hip.y - goal.y - high) * weight);
            }
        }
    }
    if needed.iter().all(|needed| *needed < ROUNDING) {
        return Vec::new();
    }
    let half = half_window(SMOOTH, frame_time, count);
    let highest: Vec<f32> = (0..count).map(|index| around(&needed, index, half).fold(0.0, f32::max)).collect();
    let highest = bound(&highest, &steps(frame_time, count), 1.0);
    smoothed(&highest, half).into_iter().map(|drop| drop.min(DEEPEST * LEG)).collect()
}

/// How much the pelvis may move along an axis from each frame to the next.
fn steps(frame_time: f32, count: usize) -> Vec<f32> {
    vec![(PELVIS_SPEED * frame_time).max(PELVIS_STEP); count]
}

/// The mean of the values from `half` before each to `half` behind it; fewer at the ends.
fn means(values: &[DVec4], half: usize) -> Vec<DVec4> {
    let mut sums = vec![DVec4::ZERO];
    let mut sum = DVec4::ZERO;
    sums.extend(values.iter().map(|value| {
        sum += *value;
        sum
    }));
    let mean = |index: usize| {
        let (first, end) = (index.saturating_sub(half), (index + half + 1).min(values.len()));
        (sums.at(end) - sums.at(first)) / (end - first).max(1) as f64
    };
    (0..values.len()).map(mean).collect()
}
