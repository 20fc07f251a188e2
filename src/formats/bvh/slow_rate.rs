//! Whether a motion with few frames a second is as smooth as one with many: then its `Frame Time:` may be an exporter's default.

use glam::Quat;

/// Frame times, seconds, that are doubted: shorter ones are usual, longer ones are told anyway.
const DOUBTED: std::ops::RangeInclusive<f64> = 0.1..=2.0;
/// Fewer frames tell nothing.
const FEWEST: usize = 10;
/// In 95 of 100 frames of a smooth motion no joint turns further than this since the frame before, degrees.
const SMOOTH: f32 = 8.0;
/// Who stands still is smooth at any rate: some joint turns at least so far from its first rotation, degrees.
const MOVES: f32 = 15.0;

/// What the frames so far say.
#[derive(Debug, Default)]
pub(super) struct SlowRate {
    first: Vec<Quat>,
    previous: Vec<Quat>,
    /// The frames after the first, and those of them that are [`SMOOTH`].
    frames: usize,
    smooth: usize,
    /// The largest turn of any joint since the first frame, degrees.
    farthest: f32,
}

impl SlowRate {
    /// `None` for a frame time that is not doubted.
    pub(super) fn new(frame_time: f64) -> Option<Box<Self>> {
        DOUBTED.contains(&frame_time).then(Box::default)
    }

    /// Adds a frame.
    #[cold]
    pub(super) fn add_frame(&mut self, rotations: &[Quat]) {
        if self.first.is_empty() {
            self.first = rotations.to_vec();
            self.previous = rotations.to_vec();
        } else {
            self.frames += 1;
            self.smooth += usize::from(farthest(&self.previous, rotations) < SMOOTH);
            self.farthest = self.farthest.max(farthest(&self.first, rotations));
            self.previous.copy_from_slice(rotations);
        }
    }

    /// Whether the motion is too smooth for its rate.
    pub(super) fn is_too_smooth(&self) -> bool {
        self.frames >= FEWEST && self.farthest > MOVES && self.smooth * 20 >= self.frames * 19
    }
}

/// The largest angle between two rotations of one joint, degrees.
fn farthest(before: &[Quat], after: &[Quat]) -> f32 {
    let least = before.iter().zip(after).map(|(a, b)| a.dot(*b).abs()).fold(1.0_f32, f32::min);
    2.0 * least.acos().to_degrees()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether an arm that swings like this, degrees, is too smooth.
    fn judged(angle: impl Fn(f32) -> f32) -> bool {
        let mut rate = SlowRate::new(0.333).unwrap();
        for frame in 0..40 {
            rate.add_frame(&[Quat::IDENTITY, Quat::from_rotation_x(angle(frame as f32).to_radians())]);
        }
        rate.is_too_smooth()
    }

    #[test]
    fn small_turns_of_a_moving_body_are_too_smooth_for_three_frames_a_second() {
        assert!(judged(|frame| 30.0 * (0.2 * frame).sin()));
        assert!(!judged(|frame| 40.0 * (2.1 * frame).sin()), "a walk of three frames a second");
        assert!(!judged(|frame| 2.0 * (0.2 * frame).sin()), "who stands still");
    }

    #[test]
    fn usual_rates_and_very_slow_ones_are_not_doubted() {
        assert!([1.0 / 120.0, 1.0 / 30.0, 0.0666, 30.0].into_iter().all(|time| SlowRate::new(time).is_none()));
    }
}
