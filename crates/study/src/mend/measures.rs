//! A motion in numbers, before and after.

use glam::DVec3;

use super::figure::{ScaledFigure, WorldPoses, stretches};
use super::report::Change;
use super::tracks::MotionTracks;

/// Sums accelerations up, a few frames at a time.
#[derive(Default)]
struct Accelerations {
    /// The places of each joint in the two frames before.
    before: Vec<[DVec3; 2]>,
    frames: usize,
    sum: f64,
    count: usize,
}

impl Accelerations {
    /// Adds the frames of a world, those after the ones that were added before.
    fn add(&mut self, joints: usize, world: &WorldPoses) {
        self.before.resize(joints, [DVec3::ZERO; 2]);
        let frames = world.places_of(0).len();
        // The first two frames have none.
        let skipped = 2_usize.saturating_sub(self.frames);
        for (joint, before) in self.before.iter_mut().enumerate() {
            let [mut last, mut one] = *before;
            for (index, here) in world.places_of(joint).iter().enumerate() {
                if index >= skipped {
                    self.sum += (*here - 2.0 * one + last).length_squared();
                }
                (last, one) = (one, *here);
            }
            *before = [last, one];
        }
        self.count += joints * frames.saturating_sub(skipped);
        self.frames += frames;
    }

    /// The root of the mean of the squares: metres a second squared.
    fn usual(&self, figure: &ScaledFigure<'_>, rate: f64) -> f64 {
        (self.sum / self.count.max(1) as f64).sqrt() * figure.metres * rate * rate
    }
}

/// The accelerations of all joints, root of the mean of the squares: metres a second squared.
pub(super) fn acceleration(figure: &ScaledFigure<'_>, tracks: &MotionTracks) -> f64 {
    let (mut world, mut accelerations) = (WorldPoses::default(), Accelerations::default());
    for frames in stretches(tracks.frames()) {
        figure.pose_frames(tracks, frames, &mut world);
        accelerations.add(figure.skeleton.len(), &world);
    }
    accelerations.usual(figure, tracks.rate)
}

/// The farthest that a joint is from where it was, `None` where nothing moved by a thousandth of a millimetre; and the accelerations as they are now.
pub(super) fn largest_change(
    figure: &ScaledFigure<'_>,
    before: &MotionTracks,
    after: &MotionTracks,
) -> (Option<Change>, f64) {
    let (mut old, mut new, mut accelerations) =
        (WorldPoses::default(), WorldPoses::default(), Accelerations::default());
    let mut largest = Change { mm: 0.0, joint: 0, frame: 0 };
    let (joints, were) = (figure.skeleton.len(), before.frames());
    for frames in stretches(after.frames()) {
        figure.pose_frames(after, frames.clone(), &mut new);
        accelerations.add(joints, &new);
        let start = frames.start;
        figure.pose_frames(before, start.min(were)..frames.end.min(were), &mut old);
        for joint in 0..joints {
            for (index, (new, old)) in new.places_of(joint).iter().zip(old.places_of(joint)).enumerate() {
                let mm = new.distance(*old) * figure.metres * 1000.0;
                if mm > largest.mm {
                    largest = Change { mm, joint: joint as u16, frame: start + index };
                }
            }
        }
    }
    ((largest.mm > 1e-3).then_some(largest), accelerations.usual(figure, after.rate))
}
