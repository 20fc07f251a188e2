//! How alike two motions are, read once more and looked at frame by frame, joint by joint.
//!
//! The marks of motions that a gallery keeps only find candidates. This comparison decides.

use glam::DVec3;
use marey::body::Subject;

/// Moments at which joints are paired, as shares of the duration.
const PAIRED_AT: [f64; 3] = [0.0, 0.5, 1.0];
/// Joints of a figure that is compared by places, at most.
const MOST_JOINTS: usize = 1000;
/// The least share of the joints of the larger figure that have a counterpart: formats drop the ends of bones.
const LEAST_PAIRED: f64 = 0.7;
/// How far a joint moves from frame to frame where a figure stands still, as a share of what counts as the same place.
const STILL: f64 = 0.02;
/// The share of the frames that differ in which one of two figures stands still where it is frozen.
const FROZEN: f64 = 0.8;
/// Fewer frames tell nothing about parts of a motion.
const LEAST_FRAMES: usize = 8;
/// Between frames places are interpolated: so many times what counts as the same place.
const BETWEEN: f64 = 3.0;
/// Moments at which motions of another speed or rate are compared, at most.
const MOST_MOMENTS: usize = 5000;

/// How alike two motions with the same number of frames are.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Alike {
    /// In every frame each joint is at the same place.
    Same,
    /// Most frames are the same; how the first of both differs.
    Nearly(String),
    Other,
}

/// Compares all frames. `reach`: how far apart (metres) the same place may be.
pub(super) fn in_each_frame(own: &Subject<'_>, other: &Subject<'_>, reach: f64) -> Alike {
    let frames = own.motion().frame_count();
    let Some(pairs) = pairs(own, other, None).filter(|_| other.motion().frame_count() == frames) else {
        return Alike::Other;
    };
    let (mut own_pose, mut other_pose) = (own.pose(), other.pose());
    let (mut places, mut before) = ([Vec::new(), Vec::new()], [Vec::new(), Vec::new()]);
    let (mut different, mut still, mut most) = (Vec::new(), [0_usize; 2], 0.0_f64);
    for frame in 0..frames {
        own_pose.move_to(own.motion().frame_start(frame));
        other_pose.move_to(other.motion().frame_start(frame));
        let [own_places, other_places] = &mut places;
        own_pose.places(own_places);
        other_pose.places(other_places);
        let far = farthest(&pairs, own_places, other_places);
        if far > reach {
            different.push(frame);
            most = most.max(far);
            for ((still, now), before) in still.iter_mut().zip(&places).zip(&before) {
                *still += usize::from(is_still(before, now, reach));
            }
        }
        before.clone_from(&places);
    }
    let (Some(first), Some(last)) = (different.first(), different.last()) else { return Alike::Same };
    if frames < LEAST_FRAMES || 2 * different.len() > frames {
        return Alike::Other;
    }
    let seconds = |frame: usize| own.motion().frame_start(frame);
    let span = match first == last {
        true => format!("at {:.2} s", seconds(*first)),
        false => format!("from {:.2} to {:.2} s", seconds(*first), seconds(*last)),
    };
    let is_frozen = |still: usize| still as f64 >= FROZEN * different.len() as f64 && different.len() > 1;
    let [own_still, other_still] = still.map(is_frozen);
    Alike::Nearly(if own_still && !other_still {
        format!("stands still {span}, where the other one moves")
    } else if other_still && !own_still {
        format!("moves {span}, where the other one stands still")
    } else if last - first < 2 * different.len() {
        format!("differs {span}, by up to {}", distance(most))
    } else {
        format!("differs in {} of {frames} frames, by up to {}", different.len(), distance(most))
    })
}

/// Whether both go through the same poses in the same order, each in its own time.
pub(super) fn in_its_own_time(own: &Subject<'_>, other: &Subject<'_>, reach: f64) -> bool {
    let moments = own.motion().frame_count().max(other.motion().frame_count()).min(MOST_MOMENTS);
    let Some(pairs) = pairs(own, other, None).filter(|_| moments >= LEAST_FRAMES) else { return false };
    same_shares(own, other, &pairs, moments, |place| place, BETWEEN * reach)
}

/// Whether one is the mirror image of the other, across a plane through the origin with this normal: 0 is x, 2 is z.
pub(super) fn is_mirrored(own: &Subject<'_>, other: &Subject<'_>, normal: usize, reach: f64) -> bool {
    let frames = own.motion().frame_count();
    if frames != other.motion().frame_count() || frames < LEAST_FRAMES {
        return false;
    }
    let Some(pairs) = pairs(own, other, Some(normal)) else { return false };
    let moments = frames.min(MOST_MOMENTS);
    same_shares(own, other, &pairs, moments, |place| mirrored(place, normal), reach)
}

/// A place behind the mirror.
fn mirrored(mut place: DVec3, normal: usize) -> DVec3 {
    if normal == 0 {
        place.x = -place.x
    } else {
        place.z = -place.z
    }
    place
}

/// Whether paired joints are at the same places at so many moments from the beginning of both to their ends.
fn same_shares(
    own: &Subject<'_>,
    other: &Subject<'_>,
    pairs: &[(usize, usize)],
    moments: usize,
    seen: impl Fn(DVec3) -> DVec3,
    reach: f64,
) -> bool {
    let (mut own_pose, mut other_pose) = (own.pose(), other.pose());
    let (mut own_places, mut other_places) = (Vec::new(), Vec::new());
    (0..moments).all(|moment| {
        let share = moment as f64 / (moments.max(2) - 1) as f64;
        own_pose.move_to(share * own.motion().duration());
        other_pose.move_to(share * other.motion().duration());
        own_pose.places(&mut own_places);
        other_pose.places(&mut other_places);
        other_places.iter_mut().for_each(|place| *place = seen(*place));
        farthest(pairs, &own_places, &other_places) <= reach
    })
}

/// Pairs the joints of both: each of the smaller figure with the nearest of the larger one, or all in their order where that is nearer.
/// `mirror`: the normal of a plane in which the other one is mirrored. `None` if too many have no counterpart.
fn pairs(own: &Subject<'_>, other: &Subject<'_>, mirror: Option<usize>) -> Option<Vec<(usize, usize)>> {
    let places = |subject: &Subject<'_>, mirror: Option<usize>| {
        let mut pose = subject.pose();
        PAIRED_AT.map(|share| {
            let mut places = Vec::new();
            pose.move_to(share * subject.motion().duration());
            pose.places(&mut places);
            let seen = |place: &DVec3| mirror.map_or(*place, |normal| mirrored(*place, normal));
            places.iter().map(seen).collect::<Vec<DVec3>>()
        })
    };
    let (own, other) = (places(own, None), places(other, mirror));
    let (own_count, other_count) = (own.first()?.len(), other.first()?.len());
    let (least, most) = (own_count.min(other_count), own_count.max(other_count));
    if least == 0 || (least as f64) < LEAST_PAIRED * most as f64 {
        return None;
    }
    let apart = |a: usize, b: usize| -> f64 {
        let at = own.iter().zip(&other).filter_map(|(own, other)| Some(gap(*own.get(a)?, *other.get(b)?)));
        at.sum()
    };
    let in_order: Option<Vec<(usize, usize)>> =
        (least == most).then(|| (0..least).map(|joint| (joint, joint)).collect());
    if most > MOST_JOINTS {
        return in_order;
    }
    let mut taken = vec![false; most];
    let nearest = (0..least).filter_map(|joint| {
        let pair = |partner: usize| if own_count <= other_count { (joint, partner) } else { (partner, joint) };
        let free = (0..most).filter(|partner| !taken.get(*partner).copied().unwrap_or(true));
        let partner = free.min_by(|a, b| {
            let apart = |partner: usize| {
                let (a, b) = pair(partner);
                apart(a, b)
            };
            apart(*a).total_cmp(&apart(*b))
        })?;
        *taken.get_mut(partner)? = true;
        Some(pair(partner))
    });
    let nearest: Vec<(usize, usize)> = nearest.collect();
    let total = |pairs: &[(usize, usize)]| pairs.iter().map(|(a, b)| apart(*a, *b)).sum::<f64>();
    Some(in_order.filter(|in_order| total(in_order) <= total(&nearest)).unwrap_or(nearest))
}

/// How far apart two places are. Points that are hidden in both are at the same place.
fn gap(a: DVec3, b: DVec3) -> f64 {
    match (a.is_finite(), b.is_finite()) {
        (true, true) => a.distance(b),
        (false, false) => 0.0,
        _ => f64::INFINITY,
    }
}

fn farthest(pairs: &[(usize, usize)], own: &[DVec3], other: &[DVec3]) -> f64 {
    let gaps = pairs.iter().filter_map(|(a, b)| Some(gap(*own.get(*a)?, *other.get(*b)?)));
    gaps.fold(0.0, f64::max)
}

/// Whether no joint has moved since the frame before.
fn is_still(before: &[DVec3], now: &[DVec3], reach: f64) -> bool {
    before.len() == now.len() && before.iter().zip(now).all(|(before, now)| gap(*before, *now) <= STILL * reach)
}

/// `12 mm`, `1.3 m`.
fn distance(metres: f64) -> String {
    if !metres.is_finite() {
        "what is hidden in one of them".to_owned()
    } else if metres < 1.0 {
        format!("{:.0} mm", 1000.0 * metres)
    } else {
        format!("{metres:.1} m")
    }
}
