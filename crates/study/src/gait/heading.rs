//! The way that a person goes.

use glam::DVec3;

use super::body::{BodyTracks, hip};

/// Seconds over which the way of the hips counts: about a stride.
const STRIDE: f64 = 1.1;
/// Hips that are slower do not go anywhere: metres a second of a person of 1.75 m.
const STILL: f64 = 0.25;
/// A path is straight if its whole is longer than half a stature, and no part of it is more than 15 degrees off: statures, cosine.
const LONG: f64 = 0.5;
const STRAIGHT: f64 = 0.966;

/// The horizontal direction in which a person goes at each moment. A straight path has one direction; on others it is that of the hips over
/// a stride, and where they do not move, that in which the pelvis looks. On a belt it is against the belt (metres a second).
pub(super) fn headings(body: &BodyTracks, belt: DVec3) -> Vec<DVec3> {
    let count = body.times.len();
    if let Some(against) = (-belt).try_normalize() {
        return vec![against; count];
    }
    let hips: Vec<DVec3> = body.moments().filter_map(|at| body.middle(hip, at)).map(level).collect();
    let velocities = velocities(&hips, body.between);
    let least = body.metres(STILL);
    let whole = hips.first().zip(hips.last()).map_or(DVec3::ZERO, |(first, last)| *last - *first);
    let along = whole.normalize_or_zero();
    let is_straight = |velocity: &DVec3| velocity.dot(along) > STRAIGHT * velocity.length().max(least);
    if whole.length() > LONG * body.stature && velocities.iter().all(is_straight) {
        return vec![along; count];
    }
    let look = body.moments().map(|at| DVec3::Y.cross(body.across(hip, at).unwrap_or_default()));
    let own = velocities.iter().zip(look);
    own.map(
        |(velocity, look)| {
            if velocity.length() > least { velocity.normalize() } else { level(look).normalize_or_zero() }
        },
    )
    .collect()
}

fn level(vector: DVec3) -> DVec3 {
    DVec3::new(vector.x, 0.0, vector.z)
}

/// Mean velocities over a stride around each moment, metres a second; near the ends those of the outermost stride.
fn velocities(hips: &[DVec3], between: f64) -> Vec<DVec3> {
    let last = hips.len().saturating_sub(1);
    let reach = ((0.5 * STRIDE / between).round() as usize).min(hips.len() / 4).max(1);
    let velocity = |moment: usize| {
        let middle = if last >= 2 * reach { moment.clamp(reach, last - reach) } else { last / 2 };
        let (from, to) = (middle.saturating_sub(reach), (middle + reach).min(last));
        let way = hips.get(to).zip(hips.get(from)).map_or(DVec3::ZERO, |(to, from)| *to - *from);
        way / ((to - from).max(1) as f64 * between)
    };
    (0..hips.len()).map(velocity).collect()
}
