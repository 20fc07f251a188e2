//! How dense frames have to be for what is between them.
//!
//! A player turns a joint along the shortest way from one frame to the next, and a curve of Euler angles bends between them. Frames at the
//! rate of the file show that nearly always. In a motion whose joints swing too fast for it, there are two or four frames for one.

use glam::{DAffine3, DVec3};

use super::models::LocalTransform;
use crate::compact::maths::slerp;

/// How far a joint may be from its curve between two frames, as a share of the largest coordinate, or of the figure's size if that is less.
const MISS: f64 = 6e-3;
/// The share of frames in which joints may swing faster: there, Euler angles leap to others of the same rotation.
const RARE: f64 = 0.05;
/// A quarter of the time between frames makes the miss of a smooth curve much smaller, and does nothing for a jump.
const SMOOTH: f64 = 0.5;

/// The places of joints whose transforms in their parents are these, parents first.
fn places(pose: &[LocalTransform], parents: &[Option<usize>]) -> Vec<DVec3> {
    let mut worlds: Vec<DAffine3> = Vec::with_capacity(pose.len());
    for (own, parent) in pose.iter().zip(parents) {
        let own = DAffine3::from_scale_rotation_translation(own.scale, own.rotation, own.translation);
        let above = parent.and_then(|parent| worlds.get(parent)).copied().unwrap_or_default();
        worlds.push(above * own);
    }
    worlds.into_iter().map(|world| world.translation).collect()
}

fn between(from: &[LocalTransform], to: &[LocalTransform], part: f64) -> Vec<LocalTransform> {
    let mix = |(from, to): (&LocalTransform, &LocalTransform)| LocalTransform {
        translation: from.translation.lerp(to.translation, part),
        rotation: slerp(from.rotation, to.rotation, part),
        scale: from.scale.lerp(to.scale, part),
    };
    from.iter().zip(to).map(mix).collect()
}

/// The largest coordinate of places, and the length of their extent.
fn size(places: &[DVec3]) -> [f64; 2] {
    let (mut least, mut most) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    for place in places {
        (least, most) = (least.min(*place), most.max(*place));
    }
    [least.abs().max(most.abs()).max_element(), (most - least).max_element()]
}

/// Into how many frames each of so many has to be split, which begin here and are `step` seconds apart: 1, 2 or 4. At most `looks` of them
/// are looked at, evenly spread. `pose` gives the transforms of all joints at a moment.
pub(super) fn split(
    begin: f64,
    step: f64,
    frames: usize,
    looks: usize,
    parents: &[Option<usize>],
    mut pose: impl FnMut(f64) -> Vec<LocalTransform>,
) -> usize {
    let stride = frames.div_ceil(looks.max(1)).max(1);
    let mut sizes = [0.0_f64; 2];
    for frame in (0..frames).step_by(stride) {
        let [farthest, extent] = size(&places(&pose(begin + frame as f64 * step), parents));
        sizes = [sizes[0].max(farthest), sizes[1].max(extent)];
    }
    let [farthest, extent] = sizes;
    let size = if extent > 0.0 { extent.min(farthest) } else { farthest };
    // The share by which a joint is off between two moments. A curve that eases in and out is right halfway.
    let mut miss = |from: f64, length: f64| {
        let [start, end] = [0.0, 1.0].map(|part| pose(from + part * length));
        let off = [0.25, 0.5].map(|part| {
            let exact = places(&pose(from + part * length), parents);
            let drawn = places(&between(&start, &end, part), parents);
            exact.iter().zip(&drawn).map(|(exact, drawn)| (*exact - *drawn).abs().max_element()).fold(0.0, f64::max)
        });
        if size > 0.0 { off[0].max(off[1]) / size } else { 0.0 }
    };
    let (mut split, mut fast, mut looked_at) = (1, 0.0, 0.0);
    for frame in (0..frames).step_by(stride) {
        let from = begin + frame as f64 * step;
        looked_at += 1.0;
        let whole = miss(from, step);
        if whole <= MISS {
            continue;
        }
        let mut most = |parts: usize| {
            let length = step / parts as f64;
            (0..parts).map(|part| miss(from + part as f64 * length, length)).fold(0.0, f64::max)
        };
        let [half, quarter] = [2, 4].map(&mut most);
        if quarter < SMOOTH * whole {
            fast += 1.0;
            split = split.max(if half > MISS { 4 } else { 2 });
        }
    }
    if fast > RARE * looked_at { split } else { 1 }
}

#[cfg(test)]
mod tests {
    use glam::DQuat;

    use super::*;

    /// An arm whose joint turns by an angle that depends on the moment.
    fn swing(angle: impl Fn(f64) -> f64) -> usize {
        let at = |rotation: DQuat, translation: DVec3| LocalTransform { translation, rotation, scale: DVec3::ONE };
        let pose =
            |seconds: f64| vec![at(DQuat::from_rotation_z(angle(seconds)), DVec3::ZERO), at(DQuat::IDENTITY, DVec3::X)];
        split(0.0, 0.1, 10, 100, &[None, Some(0)], pose)
    }

    #[test]
    fn fast_swings_are_split_and_jumps_are_not() {
        assert_eq!(swing(|seconds| seconds), 1);
        assert_eq!(swing(|seconds| 20.0 * seconds), 1, "even turns");
        assert_eq!(swing(|seconds| 0.1 * (10.0 * seconds).sin()), 2);
        assert_eq!(swing(|seconds| 0.8 * (10.0 * seconds).sin()), 4);
        assert_eq!(swing(|seconds| if seconds < 0.55 { 0.0 } else { 1.0 }), 1, "a jump");
    }
}
