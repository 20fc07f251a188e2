//! A motion in numbers, before and after.

use glam::DVec3;

use super::figure::{Figure, World};
use super::report::Change;
use super::tracks::Tracks;
use marey::checked::Checked;

/// Sums accelerations up, frame by frame.
#[derive(Default)]
struct Accelerations {
    /// The places of all joints in the two frames before.
    before: [Vec<DVec3>; 2],
    sum: f64,
    count: usize,
}

impl Accelerations {
    fn add(&mut self, places: &[DVec3]) {
        let [last, one] = &self.before;
        for ((here, one), last) in places.iter().zip(one).zip(last) {
            self.sum += (*here - 2.0 * *one + *last).length_squared();
            self.count += 1;
        }
        self.before.swap(0, 1);
        let [_, one] = &mut self.before;
        one.clear();
        one.extend_from_slice(places);
    }

    /// The root of the mean of the squares: metres a second squared.
    fn usual(&self, figure: &Figure<'_>, rate: f64) -> f64 {
        (self.sum / self.count.max(1) as f64).sqrt() * figure.metres * rate * rate
    }
}

/// The accelerations of all joints, root of the mean of the squares: metres a second squared.
pub(super) fn acceleration(figure: &Figure<'_>, tracks: &Tracks) -> f64 {
    let (mut world, mut accelerations) = (World::default(), Accelerations::default());
    for frame in 0..tracks.frames() {
        figure.pose(tracks, frame, &mut world);
        accelerations.add(&world.places);
    }
    accelerations.usual(figure, tracks.rate)
}

/// The farthest that a joint is from where it was, `None` where nothing moved by a thousandth of a millimetre; and the accelerations as they are now.
pub(super) fn largest_change(figure: &Figure<'_>, before: &Tracks, after: &Tracks) -> (Option<Change>, f64) {
    let (mut old, mut new, mut accelerations) = (World::default(), World::default(), Accelerations::default());
    let mut largest = Change { mm: 0.0, joint: 0, frame: 0 };
    let were = before.frames();
    for frame in 0..after.frames() {
        figure.pose(after, frame, &mut new);
        accelerations.add(&new.places);
        if frame >= were {
            continue;
        }
        figure.pose(before, frame, &mut old);
        for (joint, place) in new.places.iter().enumerate() {
            let mm = place.distance(old.places.at(joint)) * figure.metres * 1000.0;
            if mm > largest.mm {
                largest = Change { mm, joint: joint as u16, frame };
            }
        }
    }
    ((largest.mm > 1e-3).then_some(largest), accelerations.usual(figure, after.rate))
}
