//! When feet come down on the ground.

use glam::Vec3;

use super::survey::feet;
use super::{Survey, poses_at};
use crate::model::{Motion, Skeleton};
use crate::setters::setters;

/// Poses a second that are looked at: a step takes at least a fifth of a second.
const RATE: f64 = 60.0;
/// Most poses.
const MOST: usize = 20_000;
/// Shorter gaps in a contact are noise, and shorter contacts, too: seconds.
const NOISE: f64 = 0.07;

/// When a foot counts as standing on the ground. In statures, so that the defaults fit a body of any size in any unit:
/// [`Survey::tall`] is a stature in the file's unit.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct ContactOptions {
    /// A foot rests that is slower than this: statures a second. A walking person's foot swings at more than twice 0.6, the default.
    pub speed: f32,
    /// A foot on the ground is at most this far above its lowest usual place: statures; 0.045 by default.
    pub height: f32,
}

impl Default for ContactOptions {
    fn default() -> Self {
        Self { speed: 0.6, height: 0.045 }
    }
}

setters!(ContactOptions { speed: f32, height: f32 });

/// A foot comes down on the ground.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TouchDown {
    /// Seconds in the motion's time.
    pub time: f64,
    /// The ankle.
    pub joint: usize,
}

/// A foot stands on the ground.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stance {
    /// The ankle.
    pub joint: usize,
    /// Seconds in the motion's time.
    pub from: f64,
    /// The last moment on the ground, seconds.
    pub to: f64,
}

/// When each foot stands on the ground, in order of time. Empty if the body has no legs that are recognised.
///
/// A foot is on the ground while one of its joints rests and none is high. Heights count from where the foot is lowest in a tenth of
/// the poses, so that stairs and slopes are not recognised.
pub fn stances(skeleton: &Skeleton, motion: &Motion, survey: &Survey) -> Vec<Stance> {
    stances_with(skeleton, motion, survey, &ContactOptions::default())
}

/// The [`stances`] with other thresholds.
pub fn stances_with(skeleton: &Skeleton, motion: &Motion, survey: &Survey, options: &ContactOptions) -> Vec<Stance> {
    contacts_of(skeleton, motion, survey, options).into_iter().map(|(stance, _)| stance).collect()
}

/// The touch-downs of both feet, in order of time. Empty if the body has no legs that are recognised. A foot that stands on the ground
/// from the start does not come down. [`stances`] says what is on the ground.
pub fn touch_downs(skeleton: &Skeleton, motion: &Motion, survey: &Survey) -> Vec<TouchDown> {
    let contacts = contacts_of(skeleton, motion, survey, &ContactOptions::default()).into_iter();
    contacts
        .filter(|(_, comes)| *comes)
        .map(|(Stance { joint, from, .. }, _)| TouchDown { time: from, joint })
        .collect()
}

/// The stances of both feet, and whether the foot comes down for it.
fn contacts_of(skeleton: &Skeleton, motion: &Motion, survey: &Survey, options: &ContactOptions) -> Vec<(Stance, bool)> {
    let Some(legs) = survey.parts.legs else { return Vec::new() };
    let steps = ((motion.duration() * RATE) as usize).min(MOST);
    if steps < 2 {
        return Vec::new();
    }
    let moments: Vec<f64> = (0..=steps).map(|step| motion.duration() * step as f64 / steps as f64).collect();
    let between = motion.duration() / steps as f64;
    let poses = poses_at(skeleton, motion, &moments);
    let up = survey.up.vector();
    let (low, slow) = (options.height * survey.tall(), options.speed * survey.tall());
    let mut all = Vec::new();
    for &ankle in &legs.ends {
        let foot = foot_joints(skeleton, survey, ankle);
        let grounded = on_ground(&poses, &foot, up, between as f32, low, slow);
        let noise = (NOISE / between) as usize;
        let time = |step: usize| moments.get(step).copied().unwrap_or(0.0);
        all.extend(
            contacts(&grounded, noise)
                .map(|(start, end)| (Stance { joint: ankle, from: time(start), to: time(end) }, start > noise)),
        );
    }
    all.sort_by(|(a, _), (b, _)| a.from.total_cmp(&b.from));
    all
}

/// The ankle and all joints below it.
pub fn foot_joints(skeleton: &Skeleton, survey: &Survey, ankle: usize) -> Vec<usize> {
    let leg = survey.parts.legs.and_then(|legs| legs.ends.iter().position(|end| *end == ankle));
    let feet = feet(skeleton, &survey.parts);
    let belongs = |joint: &usize| *joint == ankle || leg.is_some_and(|leg| feet.get(*joint) == Some(&(leg + 1)));
    (0..skeleton.len()).filter(belongs).collect()
}

/// Whether a foot of these joints is on the ground, in each pose: lower than `low` above the floor, and slower than `slow`.
fn on_ground(poses: &[Vec<Vec3>], foot: &[usize], up: Vec3, between: f32, low: f32, slow: f32) -> Vec<bool> {
    let at = |step: usize, joint: usize| poses.get(step).and_then(|pose| pose.get(joint)).copied().unwrap_or_default();
    let lowest: Vec<f32> = (0..poses.len())
        .map(|step| foot.iter().map(|&joint| at(step, joint).dot(up)).fold(f32::INFINITY, f32::min))
        .collect();
    let floor = tenth(&lowest);
    let last = poses.len().saturating_sub(1);
    lowest
        .iter()
        .enumerate()
        .map(|(step, height)| {
            let (before, after) = (step.saturating_sub(1), (step + 1).min(last));
            let seconds = (after - before) as f32 * between;
            let ways = foot.iter().map(|&joint| at(before, joint).distance(at(after, joint)));
            let slowest = ways.fold(f32::INFINITY, f32::min) / seconds;
            *height < floor + low && slowest < slow
        })
        .collect()
}

/// The value below which a tenth of the values are.
fn tenth(values: &[f32]) -> f32 {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f32::total_cmp);
    sorted.get(values.len() / 10).copied().unwrap_or(0.0)
}

/// The first and the last step of each contact, without contacts and gaps of at most `noise` steps.
fn contacts(grounded: &[bool], noise: usize) -> impl Iterator<Item = (usize, usize)> {
    let mut contacts: Vec<(usize, usize)> = Vec::new();
    for (step, _) in grounded.iter().enumerate().filter(|(_, on)| **on) {
        match contacts.last_mut() {
            Some((_, end)) if step - *end <= noise + 1 => *end = step,
            _ => contacts.push((step, step)),
        }
    }
    contacts.into_iter().filter(move |(start, end)| end - start >= noise)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_makes_no_contact_and_ends_none() {
        let steps =
            |text: &str| contacts(&text.bytes().map(|one| one == b'#').collect::<Vec<_>>(), 2).collect::<Vec<_>>();
        assert_eq!(steps("###...####"), [(0, 2), (6, 9)]);
        assert_eq!(steps("...####.####...."), [(3, 11)], "a short gap");
        assert_eq!(steps("...##....####"), [(9, 12)], "a short contact");
        assert_eq!(steps(""), []);
    }
}
