//! A motion in numbers, before and after.

use glam::DVec3;

use super::figure::{Figure, World};
use super::report::Change;
use super::tracks::Tracks;
use marey::checked::Checked;

/// The accelerations of all joints, root of the mean of the squares: metres a second squared.
pub(super) fn acceleration(figure: &Figure<'_>, tracks: &Tracks) -> f64 {
    let mut world = World::default();
    let mut before: [Vec<DVec3>; 2] = [Vec::new(), Vec::new()];
    let (mut sum, mut count) = (0.0, 0_usize);
    for frame in 0..tracks.frames() {
        figure.pose(tracks, frame, &mut world);
        if frame >= 2 {
            let [last, one] = &before;
            for ((here, one), last) in world.places.iter().zip(one).zip(last) {
                sum += (*here - 2.0 * *one + *last).length_squared();
                count += 1;
            }
        }
        before.swap(0, 1);
        before[1].clone_from(&world.places);
    }
    (sum / count.max(1) as f64).sqrt() * figure.metres * tracks.rate * tracks.rate
}

/// The farthest that a joint is from where it was. `None` where nothing moved by a thousandth of a millimetre.
pub(super) fn largest_change(figure: &Figure<'_>, before: &Tracks, after: &Tracks) -> Option<Change> {
    let (mut old, mut new) = (World::default(), World::default());
    let mut largest = Change { mm: 0.0, joint: 0, frame: 0 };
    for frame in 0..after.frames().min(before.frames()) {
        figure.pose(before, frame, &mut old);
        figure.pose(after, frame, &mut new);
        for (joint, place) in new.places.iter().enumerate() {
            let mm = place.distance(old.places.at(joint)) * figure.metres * 1000.0;
            if mm > largest.mm {
                largest = Change { mm, joint: joint as u16, frame };
            }
        }
    }
    (largest.mm > 1e-3).then_some(largest)
}
