//! What a figure's feet do over a motion: where the balls are, how low the feet reach, and when they stand.

use std::ops::Range;

use glam::Vec3;

use super::math::median;
use super::rig::{RetargetRig, place};
use marey::body::{percentile, runs};
use marey::checked::Checked;

/// A foot is on the ground that is slower than this and reaches below [`LOW`]: m/s, metres.
const RESTS: f32 = 0.25;
pub(super) const LOW: f32 = 0.05;
/// Shortest contact: seconds.
const SHORTEST_CONTACT: f32 = 0.08;
/// A foot that stands still: m/s.
const STILL: f32 = 0.15;

/// One foot in every frame: body space.
#[derive(Debug, Clone, Default)]
pub(super) struct FootTrack {
    /// The ball of the foot, or the ankle of a foot without one.
    pub(super) ball: Vec<Vec3>,
    pub(super) ankle: Vec<Vec3>,
    /// Height of the lowest point of the foot.
    pub(super) low: Vec<f32>,
    /// Height of the ball over the ankle as a share of their distance: the sine of the foot's pitch.
    pub(super) slope: Vec<f32>,
    /// Whether the foot stands on the ground.
    pub(super) stands: Vec<bool>,
}

/// Both feet in every frame, and the ground.
#[derive(Debug, Clone, Default)]
pub(super) struct FeetTracks {
    pub(super) feet: [FootTrack; 2],
    /// Height of the ground.
    pub(super) ground: f32,
}

impl FeetTracks {
    /// Follows the feet of a motion. `balls` are the joints that are its balls; `ground` is its height, if it is known. Looks at `most` frames.
    pub(super) fn of(rig: &RetargetRig<'_>, balls: [usize; 2], ground: Option<f32>, most: usize) -> Self {
        let mut tracks = Self::default();
        let mut pose = rig.rest();
        let ankles = [0, 1].map(|side: usize| rig.map.sides.get(side).map_or(0, |side| side.foot));
        let few = rig.few(rig.foot_points.iter().flatten().copied().chain(balls).chain(ankles));
        for frame in 0..rig.motion.frame_count().min(most) {
            rig.pose_few(frame, &few, &mut pose);
            let own = tracks.feet.iter_mut().zip(balls).zip(ankles).zip(&rig.foot_points);
            for (((foot, ball), ankle), points) in own {
                let (ball, ankle) = (place(&pose, ball), place(&pose, ankle));
                foot.ball.push(ball);
                foot.ankle.push(ankle);
                foot.low.push(points.iter().map(|point| place(&pose, *point).y).fold(f32::INFINITY, f32::min));
                foot.slope.push((ball - ankle).normalize_or_zero().y);
            }
        }
        tracks.find_contacts(rig.frame_time(), ground);
        for (foot, _) in tracks.feet.iter_mut().zip(&rig.map.sides).filter(|(_, side)| !side.has_leg()) {
            foot.stands.fill(false);
        }
        tracks
    }

    fn find_contacts(&mut self, frame_time: f32, known: Option<f32>) {
        let speeds = self.feet.each_ref().map(|foot| speeds(&foot.ball, frame_time));
        self.ground = known.unwrap_or_else(|| ground(&self.feet, &speeds));
        for (foot, speeds) in self.feet.iter_mut().zip(&speeds) {
            let on_ground = foot.low.iter().zip(speeds);
            foot.stands = on_ground.map(|(low, speed)| *speed < RESTS && low - self.ground < LOW).collect();
            let contacts: Vec<Range<usize>> = runs(&foot.stands).collect();
            for contact in contacts.into_iter().filter(|one| (one.len() as f32) * frame_time < SHORTEST_CONTACT) {
                foot.stands.get_mut(contact).into_iter().flatten().for_each(|stands| *stands = false);
            }
        }
    }

    /// The sine of a foot's pitch while it stands flat: the median. `None` where it stands in too few frames.
    pub(super) fn standing_slope(&self, side: usize, frame_time: f32) -> Option<f32> {
        let foot = self.feet.get(side)?;
        let speeds = speeds(&foot.ball, frame_time);
        let frames = foot.slope.iter().zip(&foot.low).zip(&speeds);
        let flat: Vec<f32> = frames
            .filter(|((_, low), speed)| **speed < FLAT_SPEED && (*low - self.ground).abs() < LOW * super::rig::LEG)
            .map(|((slope, _), _)| *slope)
            .collect();
        (foot.slope.len() > FEW_FRAMES && flat.len() > FEW_CONTACTS).then(|| median(&flat))
    }
}

/// A flat foot is slower: m/s.
const FLAT_SPEED: f32 = 0.2;
const FEW_FRAMES: usize = 20;
const FEW_CONTACTS: usize = 10;

/// Speed of a point in each frame over a tenth of a second around it: m/s. 0 for a motion that is shorter.
pub(super) fn speeds(points: &[Vec3], frame_time: f32) -> Vec<f32> {
    // Of a motion of fast frames that is shorter than a tenth of a second, half a tenth may be more frames than can be counted.
    let half = ((0.05 / frame_time).round() as usize).clamp(1, points.len().max(1));
    let mut speeds = vec![0.0; points.len()];
    if points.len() <= 2 * half + 2 {
        return speeds;
    }
    let time = 2.0 * half as f32 * frame_time;
    let pairs = points.iter().zip(points.iter().skip(2 * half));
    for (speed, (before, after)) in speeds.iter_mut().skip(half).zip(pairs) {
        *speed = before.distance(*after) / time;
    }
    let last = points.len() - half - 1;
    for (to, from) in (0..half).map(|to| (to, half)).chain((last + 1..points.len()).map(|to| (to, last))) {
        let value = speeds.at(from);
        speeds.put(to, value);
    }
    speeds
}

/// The ground's height: where feet that stand still reach down to, leaving out those on furniture. Without such frames, near the lowest
/// height of the feet.
fn ground(feet: &[FootTrack; 2], speeds: &[Vec<f32>; 2]) -> f32 {
    let [left, right] = feet;
    let lows: Vec<f32> = left.low.iter().zip(&right.low).map(|(a, b)| a.min(*b)).collect();
    let still = feet.iter().zip(speeds).flat_map(|(foot, speeds)| {
        foot.low.iter().zip(speeds).filter(|(_, speed)| **speed < STILL).map(|(low, _)| *low)
    });
    let still: Vec<f32> = still.collect();
    if (still.len() as f32) < (0.03 * lows.len() as f32).max(5.0) {
        return percentile(&lows, 0.05);
    }
    let highest = percentile(&lows, 0.5) + LOW * super::rig::LEG;
    let mut low: Vec<f32> = still.iter().copied().filter(|low| *low < highest).collect();
    if low.len() <= 5 {
        low = still;
    }
    percentile(&low, 0.3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_speed_is_that_of_a_tenth_of_a_second() {
        let points: Vec<Vec3> = (0..20).map(|n| Vec3::X * 0.05 * n as f32).collect();
        let speeds = speeds(&points, 0.025);
        assert_eq!(speeds.len(), 20);
        assert!(speeds.iter().all(|speed| (speed - 2.0).abs() < 1e-5), "{speeds:?}");
    }

    #[test]
    fn frames_too_fast_to_be_counted_have_no_speed() {
        for frame_time in [1e-9, 1e-30, 0.0] {
            assert_eq!(speeds(&[Vec3::ZERO, Vec3::X, Vec3::Y], frame_time), [0.0; 3]);
        }
    }
}
