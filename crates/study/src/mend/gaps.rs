//! Finds frames in which joints have no true values: missing in the file, zero all of a sudden, frozen.

use glam::{DMat3, DQuat, DVec3};

use super::report::FaultKind;
use super::sample::log;
use super::tracks::{MotionTracks, ValueTrack};
use crate::runs::{all, quantile, runs, set};
use marey::checked::Checked;
use marey::model::{Mark, Skeleton};

/// A smaller turn in a frame is none: radians.
const STILL: f64 = 1e-6;
/// Fewer frames are not frozen.
const LEAST_FROZEN: usize = 4;
/// A joint moves that turns in more of its frames.
const MOVES: f64 = 0.6;
/// A joint that is at zero in more of its frames rests there.
const RESTS_AT_ZERO: f64 = 0.4;
/// The least jump to zero: radians.
const JUMP_TO_ZERO: f64 = 0.17;
/// The least turn that a frozen joint missed, and the least jump at its end: radians.
const MISSED: f64 = 0.017_453;
/// The least jump of a figure's place to the origin: metres.
const JUMP_TO_ORIGIN: f64 = 0.05;
/// Frames beside a gap that tell how fast the joint moves.
const BESIDE: usize = 12;

/// Frames of a joint that have no true value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Gap {
    pub(super) kind: FaultKind,
    pub(super) joint: usize,
    pub(super) first: usize,
    pub(super) last: usize,
    /// Whether its position channels are meant, else its rotation.
    pub(super) is_place: bool,
}

/// Masks of frames, a list for each rotation track.
type Masks = Vec<Vec<bool>>;

/// A joint that turns, in numbers.
struct Turning<'a> {
    track: &'a ValueTrack<DQuat>,
    /// Radians from each frame to the next.
    steps: Vec<f64>,
    /// Whether it is as in the frame before.
    still: Vec<bool>,
    /// Whether its rotation is zero.
    zero: Vec<bool>,
    /// Whether it moves at all.
    moves: bool,
    /// Whether it turns about one axis only, as a knee does.
    hinge: bool,
}

impl<'a> Turning<'a> {
    fn new(track: &'a ValueTrack<DQuat>) -> Self {
        let values = &track.values;
        let steps: Vec<f64> = values.windows(2).map(|pair| super::noise::step(pair).length()).collect();
        let still: Vec<bool> = std::iter::once(false).chain(steps.iter().map(|step| *step < STILL)).collect();
        let logs: Vec<DVec3> = values.iter().map(|value| log(*value)).collect();
        let zero = logs.iter().map(|log| log.length() < STILL).collect();
        let moving = still.iter().filter(|still| !**still).count();
        let moves = moving as f64 > MOVES * values.len() as f64;
        Self { track, steps, still, zero, moves, hinge: is_hinge(&logs) }
    }

    /// The usual turn a frame beside a run of frames.
    fn speed(&self, first: usize, last: usize, before: usize) -> f64 {
        let steps = &self.steps;
        let before = steps.get(first.saturating_sub(before)..first.saturating_sub(1)).unwrap_or_default();
        let after = steps.get((last + 1).min(steps.len())..(last + 1 + BESIDE).min(steps.len())).unwrap_or_default();
        quantile(&mut before.iter().chain(after).copied().collect::<Vec<_>>(), 0.5)
    }

    /// Frames in which it jumps to zero, stays there and jumps back.
    fn zeros(&self) -> Vec<(usize, usize)> {
        let share = self.zero.iter().filter(|zero| **zero).count() as f64 / self.zero.len().max(1) as f64;
        if share >= RESTS_AT_ZERO {
            return Vec::new();
        }
        let is_gap = |(first, last): &(usize, usize)| {
            let jump = |step: Option<usize>| step.and_then(|step| self.steps.get(step)).copied().unwrap_or(0.0);
            let largest = jump(first.checked_sub(1)).max(jump(Some(*last)));
            *first > 0 && largest > JUMP_TO_ZERO.max(4.0 * self.speed(*first, *last, BESIDE))
        };
        runs(&self.zero).into_iter().filter(is_gap).collect()
    }

    /// Frames in which it stands still between motion, and jumps at the end.
    fn frozen(&self, other: &[bool]) -> Vec<(usize, usize)> {
        if !self.moves {
            return Vec::new();
        }
        let still: Vec<bool> = self.still.iter().zip(other).map(|(still, other)| *still && !*other).collect();
        let is_gap = |(first, last): &(usize, usize)| {
            let count = last + 1 - first;
            let speed = self.speed(*first, *last, BESIDE + 1);
            let jump = self.steps.get(*last).copied().unwrap_or(0.0);
            count >= LEAST_FROZEN && *first > 1 && speed * count as f64 > MISSED && jump > MISSED.max(3.0 * speed)
        };
        runs(&still).into_iter().filter(is_gap).collect()
    }
}

/// Whether rotation vectors are all along one line.
fn is_hinge(logs: &[DVec3]) -> bool {
    let mut squares = DMat3::ZERO;
    for log in logs {
        squares += DMat3::from_cols(*log * log.x, *log * log.y, *log * log.z);
    }
    let total = squares.x_axis.x + squares.y_axis.y + squares.z_axis.z;
    if total < 1e-12 {
        return true;
    }
    // The largest eigenvalue, by repeated multiplication.
    let mut axis = (squares * DVec3::new(1.0, 0.9, 1.1)).normalize_or(DVec3::X);
    for _ in 0..50 {
        axis = (squares * axis).normalize_or(axis);
    }
    let largest = axis.dot(squares * axis);
    total - largest < 0.000_4 * largest
}

/// The gaps of a motion. `known` are the file's marks of missing values.
pub(super) fn gaps(
    skeleton: &Skeleton,
    tracks: &MotionTracks,
    known: &[Mark],
    root: Option<usize>,
    metres: f64,
) -> Vec<Gap> {
    let frames = tracks.frames();
    let turning: Vec<Turning<'_>> =
        tracks.turns.iter().filter(|track| skeleton.is_joint(track.joint)).map(Turning::new).collect();
    let empty = || -> Masks { turning.iter().map(|_| vec![false; frames]).collect() };
    let mut missing = empty();
    for mark in known {
        let slot = turning.iter().position(|own| Some(own.track.joint) == mark.joint.map(usize::from));
        if let Some(mask) = slot.and_then(|slot| missing.get_mut(slot)) {
            set(mask, mark.first, mark.last, true);
        }
    }
    let (mut zero, mut frozen) = (empty(), empty());
    for ((own, missing), (zero, frozen)) in turning.iter().zip(&missing).zip(zero.iter_mut().zip(&mut frozen)) {
        own.zeros().into_iter().for_each(|(first, last)| set(zero, first, last, true));
        let other: Vec<bool> = missing.iter().zip(&*zero).map(|(a, b)| *a || *b).collect();
        own.frozen(&other).into_iter().for_each(|(first, last)| set(frozen, first, last, true));
    }
    for (masks, is_zero) in [(&mut zero, true), (&mut frozen, false)] {
        take_along(skeleton, &turning, masks, is_zero);
        drop_lone_hinges(skeleton, &turning, masks);
    }
    let mut found = Vec::new();
    for held in held(&turning, &missing, frames) {
        frozen.iter_mut().chain(&mut zero).for_each(|mask| set(mask, held.0, held.1, false));
        let joint = turning.first().map_or(0, |own| own.track.joint);
        found.push(Gap { kind: FaultKind::Held, joint, first: held.0, last: held.1, is_place: false });
    }
    for (slot, own) in turning.iter().enumerate() {
        let masks = [(FaultKind::Missing, &missing), (FaultKind::Zero, &zero), (FaultKind::Frozen, &frozen)];
        let mut taken = vec![false; frames];
        for (kind, masks) in masks {
            let Some(mask) = masks.get(slot) else { continue };
            let rest: Vec<bool> = mask.iter().zip(&taken).map(|(own, taken)| *own && !*taken).collect();
            for (first, last) in runs(&rest) {
                set(&mut taken, first, last, true);
                found.push(Gap { kind, joint: own.track.joint, first, last, is_place: false });
            }
        }
    }
    found.extend(missing_places(tracks, known));
    found.extend(root.and_then(|root| origin(skeleton, tracks, root, metres)).into_iter().flatten());
    found
}

/// Missing values of position channels: a file's marks do not say which channels they are about, but these hold their last value then.
fn missing_places(tracks: &MotionTracks, known: &[Mark]) -> Vec<Gap> {
    let mut found = Vec::new();
    for mark in known {
        let joint = mark.joint.map(usize::from);
        let turns = tracks.turns.iter().any(|track| Some(track.joint) == joint);
        for track in tracks.places.iter().filter(|track| Some(track.joint) == joint) {
            let held = track.values.get(mark.first.saturating_sub(1)..=mark.last).unwrap_or_default();
            if !turns || held.windows(2).all(|pair| pair.first() == pair.last()) {
                found.push(Gap {
                    kind: FaultKind::Missing,
                    joint: track.joint,
                    first: mark.first,
                    last: mark.last,
                    is_place: true,
                });
            }
        }
    }
    found
}

/// A limb is lost as a whole: parents and children that fall still in the same frames are lost, too.
fn take_along(skeleton: &Skeleton, turning: &[Turning<'_>], masks: &mut Masks, is_zero: bool) {
    for slot in 0..turning.len() {
        let found = masks.get(slot).map(|mask| runs(mask)).unwrap_or_default();
        for (first, last) in found {
            for (other, kin) in turning.iter().enumerate() {
                let state = if is_zero { &kin.zero } else { &kin.still };
                let was_so = first > 0
                    && state.get(first.saturating_sub(2)..first).is_some_and(|part| part.iter().all(|on| *on));
                let falls_still = all(state, (first + 1).min(last), last) && !was_so;
                if kin.moves && are_kin(skeleton, turning, slot, other) && falls_still {
                    masks.get_mut(other).into_iter().for_each(|mask| set(mask, first, last, true));
                }
            }
        }
    }
}

/// A knee or an elbow that stands at its limit is no damage, unless its neighbours are lost as well.
fn drop_lone_hinges(skeleton: &Skeleton, turning: &[Turning<'_>], masks: &mut Masks) {
    for (slot, _) in turning.iter().enumerate().filter(|(_, own)| own.hinge) {
        let found = masks.get(slot).map(|mask| runs(mask)).unwrap_or_default();
        for (first, last) in found {
            let lost = |other: usize| {
                masks.get(other).is_some_and(|mask| mask.get(first..=last).is_some_and(|part| part.contains(&true)))
            };
            let has_kin = turning
                .iter()
                .enumerate()
                .any(|(other, kin)| kin.moves && are_kin(skeleton, turning, slot, other) && lost(other));
            if !has_kin {
                masks.get_mut(slot).into_iter().for_each(|mask| set(mask, first, last, false));
            }
        }
    }
}

/// Whether one of two joints is the parent of the other.
fn are_kin(skeleton: &Skeleton, turning: &[Turning<'_>], a: usize, b: usize) -> bool {
    let joint = |slot: usize| turning.get(slot).map(|own| own.track.joint);
    let (Some(a), Some(b)) = (joint(a), joint(b)) else { return false };
    skeleton.parent(a) == Some(b) || skeleton.parent(b) == Some(a)
}

/// Frames in which nothing moves that moves otherwise.
fn held(turning: &[Turning<'_>], missing: &Masks, frames: usize) -> Vec<(usize, usize)> {
    let live: Vec<(&Turning<'_>, &Vec<bool>)> = turning.iter().zip(missing).filter(|(own, _)| own.moves).collect();
    if live.is_empty() {
        return Vec::new();
    }
    let is_held = |frame: usize| live.iter().all(|(own, missing)| own.still.at(frame) && !missing.at(frame));
    let whole: Vec<bool> = (0..frames).map(is_held).collect();
    runs(&whole).into_iter().filter(|(first, last)| last + 1 - first >= LEAST_FROZEN).collect()
}

/// Frames in which the figure jumps to the origin of the file, or to its joint's rest place.
fn origin(skeleton: &Skeleton, tracks: &MotionTracks, root: usize, metres: f64) -> Option<Vec<Gap>> {
    let (track, base) = (tracks.places.get(root)?, tracks.bases.get(root)?);
    let places: Vec<DVec3> = track.values.iter().map(|value| *value + *base).collect();
    let offset = skeleton.rest_translations().get(track.joint)?.as_dvec3();
    let usual = quantile(&mut places.iter().map(|place| place.length()).collect::<Vec<_>>(), 0.5);
    let near = 1e-6 * usual.max(1e-9);
    let lost: Vec<bool> = places.iter().map(|place| place.length() <= near || place.distance(offset) <= near).collect();
    if lost.iter().filter(|lost| **lost).count() * 2 >= lost.len() {
        return None;
    }
    let steps: Vec<f64> = places.windows(2).map(|pair| super::noise::step(pair).length()).collect();
    let usual = quantile(&mut steps.clone(), 0.5);
    let least = (JUMP_TO_ORIGIN / metres).max(3.0 * usual);
    // A file that begins there begins with a pose for reference.
    let jumps = |(first, last): &(usize, usize)| {
        let before = first.checked_sub(1).and_then(|step| steps.get(step));
        before.is_some_and(|step| *step > least) && steps.get(*last).is_none_or(|step| *step > least)
    };
    let gap = |(first, last)| Gap { kind: FaultKind::Origin, joint: track.joint, first, last, is_place: true };
    Some(runs(&lost).into_iter().filter(jumps).map(gap).collect())
}
