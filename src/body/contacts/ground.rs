//! When feet are on the ground, by their speeds and heights. The shares of the swing's peak were fitted to force plates.

use glam::Vec3;

use super::ContactOptions;
use super::track::{FootPath, ends_of_runs, percentile};
use crate::checked::Checked;
use crate::within::Within;

/// A foot on the ground, in steps between moments; an end may lie between two of them.
pub(super) struct GroundContact {
    pub(super) from: f64,
    pub(super) to: f64,
    pub(super) comes: bool,
    pub(super) leaves: bool,
}

/// Shorter gaps in a contact are noise, and shorter contacts, too; nothing comes or leaves so near to the ends. Seconds.
const NOISE: f64 = 0.07;
/// A resting foot is slower than this share of its fast speed, which 95 of 100 moments do not exceed but is at least so many statures a
/// second, and than [`ContactOptions::FASTEST_REST`].
const RESTING: f32 = 0.3;
const LEAST_FAST: f32 = 0.4;
/// A still foot is not low on a slope or stairs. It carries if it is still for so many seconds while the other one swings for this share.
const CARRIES: (f64, f32) = (0.2, 0.3);
/// Or if it is still for so many seconds, and no more than so many statures over the other foot.
const LEVEL: (f64, f32) = (0.3, 0.06);

/// The speed at which a foot comes or leaves: a share of the swing's peak, at least and at most so many statures a second.
struct Threshold {
    share: f32,
    least: f32,
    most: f32,
}

const COMES: Threshold = Threshold { share: 0.16, least: 0.10, most: 0.6 };
/// A heel is slower.
const HEEL_COMES: Threshold = Threshold { share: 0.13, ..COMES };
const LEAVES: Threshold = Threshold { share: 0.36, least: 0.20, most: 0.75 };

impl Threshold {
    fn at(&self, peak: f32) -> f32 {
        (self.share * peak).within(self.least, self.most)
    }
}

/// The contacts of each foot on a ground that moves like this, statures a second.
pub(super) fn contacts(
    tracks: &[FootPath],
    ground: Vec3,
    between: f64,
    options: &ContactOptions,
) -> Vec<Vec<GroundContact>> {
    let speeds: Vec<Vec<f32>> = tracks.iter().map(|track| track.speeds(ground)).collect();
    let resting: Vec<f32> = speeds
        .iter()
        .map(|speeds| {
            let usual = || (RESTING * percentile(speeds, 0.95).max(LEAST_FAST)).min(ContactOptions::FASTEST_REST);
            options.speed.unwrap_or_else(usual)
        })
        .collect();
    let feet = tracks.iter().zip(&speeds).zip(&resting).enumerate();
    feet.map(|(index, ((track, speed), rest))| {
        let other = 1 - index.min(1);
        let other = tracks.get(other).zip(speeds.get(other)).zip(resting.get(other));
        let slow: Vec<bool> = speed.iter().map(|speed| speed < rest).collect();
        let low = percentile(&track.heights, 0.1) + options.height;
        let mut on: Vec<bool> = slow.iter().zip(&track.heights).map(|(slow, height)| *slow && *height < low).collect();
        for (from, to) in ends_of_runs(&slow) {
            let carries = other.is_some_and(|((foot, speeds), rest)| {
                let swinging = within(speeds, from, to).iter().filter(|speed| *speed > rest).count();
                let over: Vec<f32> = within(&track.heights, from, to)
                    .iter()
                    .zip(within(&foot.heights, from, to))
                    .map(|(own, other)| own - other)
                    .collect();
                let seconds = (to - from) as f64 * between;
                let swings = swinging as f32 > CARRIES.1 * (to - from + 1) as f32;
                swings && seconds > CARRIES.0 || percentile(&over, 0.5) < LEVEL.1 && seconds > LEVEL.0
            });
            if carries {
                on.iter_mut().take(to + 1).skip(from).for_each(|on| *on = true);
            }
        }
        let comes = if track.has_heel { HEEL_COMES } else { COMES };
        refined(&joined(&on, NOISE / between), speed, &comes, NOISE / between)
    })
    .collect()
}

fn within<T>(list: &[T], from: usize, to: usize) -> &[T] {
    list.get(from..=to).unwrap_or_default()
}

/// The runs without short gaps and short runs.
fn joined(on: &[bool], noise: f64) -> Vec<(usize, usize)> {
    let mut joined: Vec<(usize, usize)> = Vec::new();
    for (from, to) in ends_of_runs(on) {
        match joined.last_mut() {
            Some((_, end)) if (from - *end) as f64 <= noise => *end = to,
            _ => joined.push((from, to)),
        }
    }
    joined.retain(|(from, to)| (to - from) as f64 >= noise);
    joined
}

/// Moves the ends of contacts to where the speed passes the thresholds.
fn refined(contacts: &[(usize, usize)], speeds: &[f32], coming: &Threshold, noise: f64) -> Vec<GroundContact> {
    let last = speeds.len().saturating_sub(1);
    let at = |moment: usize| speeds.at(moment);
    let peak = |from: usize, to: usize| {
        let moments = from..=to.max(from);
        moments.reduce(|best, moment| if at(moment) > at(best) { moment } else { best }).unwrap_or(from)
    };
    let mut found = Vec::new();
    for (index, (from, to)) in contacts.iter().copied().enumerate() {
        let (comes, leaves) = (from as f64 > noise, (to as f64) < last as f64 - noise);
        let (mut start, mut end) = (from as f64, to as f64);
        if comes {
            let before = index.checked_sub(1).and_then(|index| contacts.get(index)).map_or(0, |(_, end)| *end);
            let peak = peak(before, from);
            let level = coming.at(at(peak));
            if let Some(under) = (peak..=to).find(|moment| at(*moment) < level) {
                start = crossing(under.checked_sub(1), at, level);
            }
        }
        if leaves {
            let after = contacts.get(index + 1).map_or(last, |(from, _)| *from);
            let peak = peak(to, after);
            let level = LEAVES.at(at(peak));
            if let Some(under) = (from..=peak).rev().find(|moment| at(*moment) < level).filter(|under| *under < last) {
                end = crossing(Some(under), at, level);
            }
        }
        if end > start {
            found.push(GroundContact { from: start, to: end, comes, leaves });
        }
    }
    found
}

/// The moment at which the speed passes the level, between this one and the next, on a straight line.
fn crossing(moment: Option<usize>, at: impl Fn(usize) -> f32, level: f32) -> f64 {
    let Some(moment) = moment else { return 0.0 };
    let (here, next) = (at(moment), at(moment + 1));
    let part = if here == next { 0.0 } else { ((level - here) / (next - here)).clamp(0.0, 1.0) };
    moment as f64 + f64::from(part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_makes_no_contact_and_ends_none() {
        let steps = |text: &str| joined(&text.bytes().map(|one| one == b'#').collect::<Vec<_>>(), 3.0);
        assert_eq!(steps("####....####"), [(0, 3), (8, 11)]);
        assert_eq!(steps("...####.####...."), [(3, 11)], "a short gap");
        assert_eq!(steps("...##....####"), [(9, 12)], "a short contact");
        assert_eq!(steps(""), []);
    }

    #[test]
    fn a_foot_comes_and_leaves_at_shares_of_the_swings_peaks() {
        let speeds = [0.0, 0.0, 0.0, 0.0, 1.0, 2.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0];
        let found = refined(&[(0, 3), (7, 10)], &speeds, &COMES, 1.0);
        let all: Vec<_> = found.iter().map(|one| (one.from, one.to, one.comes, one.leaves)).collect();
        let near = |a: f64, b: f64| (a - b).abs() < 1e-6;
        assert!(all[0].0 == 0.0 && near(all[0].1, 3.72) && !all[0].2 && all[0].3, "{all:?}");
        assert!(near(all[1].0, 6.68) && near(all[1].1, 10.36) && all[1].2 && all[1].3, "{all:?}");
    }
}
