//! Cuts a cycle out of a motion and closes it.

use glam::DVec3;

use super::figure::{ScaledFigure, WorldPoses};
use super::sample::FrameValue;
use super::tracks::{MotionTracks, ValueTrack};
use super::travel::{Travel, put_back, take_out};
use marey::checked::Checked;

/// How much velocities count beside positions: seconds.
const VELOCITY_COUNTS: f64 = 0.1;
/// Frames that are compared with each other at first; around the best pair all are.
const MOST_COMPARED: usize = 600;
/// A cycle moves at least so fast, in mean speeds of the motion: where nobody moves all frames are alike.
const LEAST_SPEED: f64 = 0.5;

/// Two frames that are alike.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct CycleCut {
    pub(super) first: usize,
    pub(super) last: usize,
    /// How far joints are apart, root of the mean of the squares: metres; velocities count a tenth of a second.
    pub(super) distance: f64,
}

/// A closed cycle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Closed {
    pub(super) travel: Travel,
    /// The largest second difference of a joint at the seam, and within the cycle: metres.
    pub(super) seam: f64,
    pub(super) worst: f64,
}

/// How frames look and move, without place and heading.
struct Looks<'a> {
    figure: &'a ScaledFigure<'a>,
    tracks: &'a MotionTracks,
    frames: Vec<usize>,
    rows: Vec<Vec<f64>>,
}

impl<'a> Looks<'a> {
    fn new(figure: &'a ScaledFigure<'a>, tracks: &'a MotionTracks, frames: Vec<usize>) -> Self {
        let mut looks = Self { figure, tracks, frames, rows: Vec::new() };
        let mut worlds = [WorldPoses::default(), WorldPoses::default(), WorldPoses::default()];
        let numbers = looks.frames.clone();
        looks.rows = numbers.into_iter().map(|frame| looks.row(frame, &mut worlds)).collect();
        looks
    }

    fn row(&self, frame: usize, worlds: &mut [WorldPoses; 3]) -> Vec<f64> {
        let last = self.tracks.frames().saturating_sub(1);
        let around = [frame.saturating_sub(1), frame, (frame + 1).min(last)];
        for (world, frame) in worlds.iter_mut().zip(around) {
            self.figure.pose(self.tracks, frame, world);
        }
        let [before, now, after] = worlds.each_ref().map(|world| self.seen(world));
        let scale = self.figure.metres / (now.len().max(1) as f64).sqrt();
        let rate = VELOCITY_COUNTS * self.tracks.rate / (around[2] - around[0]).max(1) as f64;
        let velocities = before.iter().zip(&after).map(|(from, to)| (*to - *from) * rate);
        let travelled = self.carrier_place(&worlds[2]).distance(self.carrier_place(&worlds[0])) * rate;
        let all = now.iter().copied().chain(velocities).chain([DVec3::new(travelled, 0.0, 0.0)]);
        all.flat_map(|vector| (vector * scale).to_array()).collect()
    }

    fn carrier_place(&self, world: &WorldPoses) -> DVec3 {
        self.figure.carrier.map_or(DVec3::ZERO, |carrier| world.places.at(carrier.joint))
    }

    /// All joints, seen from the carrier's place on the ground and its heading.
    fn seen(&self, world: &WorldPoses) -> Vec<DVec3> {
        let Some(carrier) = self.figure.carrier else { return world.places.clone() };
        let origin = self.figure.flat(world.places.at(carrier.joint));
        let back = self.figure.heading(world.turns.at(carrier.joint)).conjugate();
        world.places.iter().map(|place| back * (*place - origin)).collect()
    }

    /// The speed of each row, in what velocities count.
    fn speed(&self, row: usize) -> f64 {
        let values = self.rows.get(row).map(Vec::as_slice).unwrap_or_default();
        let velocities = values.get((values.len().saturating_sub(3)) / 2..).unwrap_or_default();
        velocities.iter().map(|value| value * value).sum::<f64>().sqrt()
    }

    /// The most alike pair of rows of which `allowed` says that they may be one.
    fn best(&self, allowed: impl Fn(usize, usize) -> bool) -> Option<CycleCut> {
        let mut best: Option<CycleCut> = None;
        for (a, row) in self.rows.iter().enumerate() {
            for (b, other) in self.rows.iter().enumerate().skip(a + 1) {
                let (first, last) = (self.frames.at(a), self.frames.at(b));
                let limit = best.map_or(f64::INFINITY, |best| best.distance * best.distance);
                if allowed(a, b)
                    && let Some(square) = distance_below(row, other, limit)
                {
                    best = Some(CycleCut { first, last, distance: square.sqrt() });
                }
            }
        }
        best
    }
}

/// The squared distance of two rows, if it is below a limit.
fn distance_below(a: &[f64], b: &[f64], limit: f64) -> Option<f64> {
    let mut sum = 0.0;
    for (a, b) in a.chunks(24).zip(b.chunks(24)) {
        sum += a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>();
        if sum >= limit {
            return None;
        }
    }
    Some(sum)
}

/// The two frames that look and move most alike, at least so many seconds apart. `None`: the motion is too short.
pub(super) fn find_cut(figure: &ScaledFigure<'_>, tracks: &MotionTracks, least: f64) -> Option<CycleCut> {
    let (first, last) = (1, tracks.frames().checked_sub(2)?);
    let least = (least * tracks.rate).ceil().max(4.0) as usize;
    let step = (tracks.frames() / MOST_COMPARED).max(1);
    let looks = Looks::new(figure, tracks, (first..=last).step_by(step).collect());
    let speeds: Vec<f64> = (0..looks.rows.len()).map(|row| looks.speed(row)).collect();
    let sums: Vec<f64> = std::iter::once(0.0)
        .chain(speeds.iter().scan(0.0, |sum, speed| {
            *sum += speed;
            Some(*sum)
        }))
        .collect();
    let mean = sums.last().copied().unwrap_or(0.0) / speeds.len().max(1) as f64;
    let moves = |a: usize, b: usize| sums.at(b) - sums.at(a) >= LEAST_SPEED * mean * (b - a) as f64;
    let is_long = |looks: &Looks<'_>, a: usize, b: usize| looks.frames.at(b) >= looks.frames.at(a) + least;
    let found = looks.best(|a, b| is_long(&looks, a, b) && moves(a, b))?;
    if step == 1 {
        return Some(found);
    }
    let around = |frame: usize| frame.saturating_sub(step).max(first)..=(frame + step).min(last);
    let mut near: Vec<usize> = around(found.first).chain(around(found.last)).collect();
    near.sort_unstable();
    near.dedup();
    let looks = Looks::new(figure, tracks, near);
    looks.best(|a, b| is_long(&looks, a, b)).or(Some(found))
}

/// How alike two frames are that somebody chose.
pub(super) fn chosen_cut(
    figure: &ScaledFigure<'_>,
    tracks: &MotionTracks,
    first: usize,
    last: usize,
) -> Option<CycleCut> {
    if first + 4 > last || last >= tracks.frames() {
        return None;
    }
    Looks::new(figure, tracks, vec![first, last]).best(|_, _| true)
}

/// Keeps the frames from the first up to the one before the last and closes the cycle: travel and turning are taken out, half of the difference of values and rates
/// goes into each end, and with `travels` travel is put back.
pub(super) fn close(
    figure: &ScaledFigure<'_>,
    tracks: &mut MotionTracks,
    cut: &CycleCut,
    blend: f64,
    travels: bool,
) -> Closed {
    let count = cut.last - cut.first;
    tracks.cut(cut.first, count + 1);
    let travel = take_out(figure, tracks).unwrap_or_default();
    let reach = ((blend * tracks.rate) as usize).max(2).min(count / 2);
    tracks.turns.iter_mut().for_each(|track| close_track(track, reach));
    tracks.places.iter_mut().for_each(|track| close_track(track, reach));
    tracks.turns.iter_mut().for_each(|track| super::sample::one_hemisphere(&mut track.values));
    let (seam, worst) = roughness(figure, tracks);
    if travels {
        put_back(figure, tracks, travel);
    }
    Closed { travel, seam, worst }
}

/// Closes a track whose last value is to be the first one, and leaves that out.
fn close_track<S: FrameValue>(track: &mut ValueTrack<S>, reach: usize) {
    let values = track.values.clone();
    let last = values.len().saturating_sub(1);
    let (Some(start), Some(end)) = (values.first(), values.last()) else { return };
    let apart = end.way_to(*start);
    let faster = values.at(0).way_to(values.at(1)) - values.at(last - 1).way_to(*end);
    for index in 0..=reach {
        let s = 1.0 - index as f64 / reach as f64;
        // A quintic for the value, and a bump whose rate at the seam is -1 for the rate.
        let share = s * s * s * (10.0 - 15.0 * s + 6.0 * s * s);
        let bump = s * s * s * (1.0 - s) * reach as f64;
        track.values.change(last - index, |value| *value = value.moved(apart / 2.0 * share - faster / 2.0 * bump));
        track.values.change(index, |value| *value = values.at(index).moved(-apart / 2.0 * share - faster / 2.0 * bump));
    }
    track.values = track.values.get(..last).unwrap_or_default().to_vec().into();
}

/// The largest second difference of any joint at the seam, and elsewhere: metres.
fn roughness(figure: &ScaledFigure<'_>, tracks: &MotionTracks) -> (f64, f64) {
    let frames = tracks.frames();
    let mut worlds = [WorldPoses::default(), WorldPoses::default(), WorldPoses::default()];
    let (mut seam, mut worst) = (0.0_f64, 0.0_f64);
    for middle in 0..frames {
        let around = [(middle + frames - 1) % frames, middle, (middle + 1) % frames];
        for (world, frame) in worlds.iter_mut().zip(around) {
            figure.pose(tracks, frame, world);
        }
        let [before, now, after] = &worlds;
        let places = now.places.iter().zip(before.places.iter().zip(&after.places));
        let largest = places.map(|(now, (before, after))| (*before + *after - 2.0 * *now).length()).fold(0.0, f64::max);
        let slot = if middle == 0 || middle + 1 == frames { &mut seam } else { &mut worst };
        *slot = slot.max(largest * figure.metres);
    }
    (seam, worst)
}
