//! Lists of values frame by frame, made smooth.

use marey::body::runs;
use marey::checked::Checked;
use marey::compact::maths::sin_cos;

/// Frames on each side of a time window: at least one.
pub(super) fn half_window(seconds: f32, frame_time: f32, frames: usize) -> usize {
    ((seconds / frame_time).round() as usize).clamp(1, frames.max(1))
}

/// The weights of a Hann window with so many steps on each side; their sum is 1.
pub(super) fn window(half: usize) -> Vec<f32> {
    let weight = |step: usize| 0.5 - 0.5 * sin_cos(std::f32::consts::TAU * step as f32 / (2 * half + 2) as f32).1;
    let sum: f32 = (1..=2 * half + 1).map(weight).sum();
    (1..=2 * half + 1).map(|step| weight(step) / sum).collect()
}

/// The values from `half` before an index to `half` behind it; the first and the last one go on for ever.
pub(super) fn around(values: &[f32], index: usize, half: usize) -> impl Iterator<Item = f32> {
    let last = values.len().saturating_sub(1);
    let at = move |step: usize| values.at((index + step).saturating_sub(half).min(last));
    (0..=2 * half).map(at)
}

/// Each value smoothed with those around it, by a Hann window.
pub(super) fn smoothed(values: &[f32], half: usize) -> Vec<f32> {
    let window = window(half);
    let smooth = |index: usize| around(values, index, half).zip(&window).map(|(value, weight)| value * weight).sum();
    (0..values.len()).map(smooth).collect()
}

/// 1 in contacts, fading to 0 over some steps on both sides.
pub(super) fn near_contacts(stands: &[bool], ease: usize) -> Vec<f32> {
    let mut weights = vec![0.0_f32; stands.len()];
    for contact in runs(stands) {
        let first = contact.start.saturating_sub(ease);
        let beyond = (contact.end + ease).min(stands.len());
        for (index, weight) in weights.iter_mut().enumerate().take(beyond).skip(first) {
            let away = contact.start.saturating_sub(index).max((index + 1).saturating_sub(contact.end));
            *weight = weight.max(faded(away, ease));
        }
    }
    weights
}

/// From 1 at step 0 to 0 at the last one, smoothly.
pub(super) fn faded(step: usize, steps: usize) -> f32 {
    let rest = 1.0 - step as f32 / steps.max(1) as f32;
    rest * rest * (3.0 - 2.0 * rest)
}

/// The middle between the lowest list above the values and the highest one below them of which no two neighbours differ by more than the
/// step to the second of them.
pub(super) fn within_steps(values: &[f32], steps: &[f32]) -> Vec<f32> {
    let above = bound(values, steps, 1.0);
    let below = bound(values, steps, -1.0);
    above.iter().zip(&below).map(|(above, below)| (above - below) / 2.0).collect()
}

/// The lowest list above the values, times `sign`, of which no two neighbours differ by more than the step to the second of them.
pub(super) fn bound(values: &[f32], steps: &[f32], sign: f32) -> Vec<f32> {
    let mut list: Vec<f32> = values.iter().map(|value| value * sign).collect();
    let step = |index: usize| steps.get(index).copied().unwrap_or(0.0);
    let mut last = f32::NEG_INFINITY;
    for (index, value) in list.iter_mut().enumerate() {
        *value = value.max(last - step(index));
        last = *value;
    }
    let mut last = f32::NEG_INFINITY;
    for (index, value) in list.iter_mut().enumerate().rev() {
        *value = value.max(last - step(index + 1));
        last = *value;
    }
    list
}
