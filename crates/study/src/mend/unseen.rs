//! Points of which a file has no place in some frames, as cameras lose markers.

use glam::{DVec3, Quat};

use super::figure::ScaledFigure;
use super::fill::{Hole, fill};
use super::report::{self, FaultKind};
use super::tracks::MotionTracks;
use marey::checked::Checked;
use marey::model::Clip;

/// The [visibility](Clip::visibility) of the mended frames, of which `start` was the first one: what was filled is seen.
pub(super) fn still_unseen(clip: &Clip, marks: &[report::FaultMark], start: usize, count: usize) -> Vec<Vec<u8>> {
    let Some(mut rows) = clip.visibility.first().cloned() else { return Vec::new() };
    let joints = clip.skeleton.len();
    for mark in marks.iter().filter(|mark| mark.kind == FaultKind::Missing && mark.filled) {
        for frame in mark.first..=mark.last {
            rows.change(frame * joints + usize::from(mark.joint), |seen| {
                *seen = if *seen == 0 { u8::MAX } else { *seen }
            });
        }
    }
    let kept = rows.get(start * joints..(start + count) * joints).unwrap_or_default();
    if kept.iter().all(|seen| *seen == u8::MAX) { Vec::new() } else { vec![kept.to_vec()] }
}

/// Whether all joints of a figure are points: moved to their places, and never turned.
pub(super) fn are_points(figure: &ScaledFigure<'_>, tracks: &MotionTracks) -> bool {
    let turned = |turn: &Quat| *turn != Quat::IDENTITY;
    tracks.turns.is_empty()
        && tracks.places.len() == figure.skeleton.len()
        && !figure.skeleton.rest_rotations().iter().any(turned)
}

/// Fills places of [points](are_points). Tracks have the ways from parents to children: those to the children of a filled point change with it, so
/// that these stay where the file has them.
pub(super) fn fill_points(figure: &ScaledFigure<'_>, tracks: &mut MotionTracks, holes: &[Hole], good: &[Vec<bool>]) {
    let parent = |slot: usize| {
        let parent = figure.skeleton.parent(tracks.places.get(slot)?.joint)?;
        tracks.places.iter().position(|track| track.joint == parent)
    };
    let parents: Vec<Option<usize>> = (0..tracks.places.len()).map(parent).collect();
    let mut world: Vec<Vec<DVec3>> = Vec::with_capacity(parents.len());
    for ((track, base), parent) in tracks.places.iter().zip(&tracks.bases).zip(&parents) {
        let above = parent.and_then(|parent| world.get(parent));
        let from = |frame: usize| above.map_or(DVec3::ZERO, |above| above.at(frame));
        world.push(track.values.iter().enumerate().map(|(frame, value)| from(frame) + *base + *value).collect());
    }
    let rate = tracks.rate;
    for hole in holes {
        let (Some(values), Some(good)) = (world.get_mut(hole.slot), good.get(hole.slot)) else { continue };
        fill(values, hole.first, hole.last, good, rate);
    }
    let place = |slot: usize, frame: usize| world.get(slot).map_or(DVec3::ZERO, |values| values.at(frame));
    let all = tracks.places.iter_mut().zip(&tracks.bases).zip(&parents).enumerate();
    for (slot, ((track, base), parent)) in all {
        for hole in holes.iter().filter(|hole| hole.slot == slot || Some(hole.slot) == *parent) {
            for frame in hole.first..=hole.last {
                let from = parent.map_or(DVec3::ZERO, |parent| place(parent, frame));
                track.values.put(frame, place(slot, frame) - from - *base);
            }
        }
    }
}
