//! Frames at another rate: on cubic curves through the frames of the file, because a chord cuts off what is fast.

use super::MendError;
use super::faults::FaultReport;
use super::mending::Mending;
use super::other_rate::{NEAR, frames_at};
use super::report::FaultKind;
use super::sample::{FrameValue, hermite};
use super::steps::Steps;
use super::tracks::{MotionTracks, ValueTrack};
use crate::missing::missing_values;
use crate::runs::{all, set};
use marey::body::Subject;
use marey::checked::Checked;
use marey::model::{self, BuildError, Clip, MarkKind};
use marey_write::{Excerpt, excerpt};

/// A clip at another rate.
pub(super) struct Resampled {
    /// With its faults.
    pub(super) clip: Clip,
    /// The faults that were found in the frames of the file, and the motion at the other rate without those that were mended. `None`: the frames of the file
    /// do not tell, because their times are uneven.
    pub(super) mended: Option<(FaultReport, MotionTracks)>,
}

/// The first motion of a clip at another rate. Faults are mended first: a curve between a false value and a true one is false, and hard to find.
pub(super) fn resample(source: Clip, rate: f64, steps: &Steps) -> Result<Resampled, MendError> {
    let clip = at_rate(&source, rate)?;
    let motion = &source.behaviours.first().ok_or(MendError::NoMotion)?.motion;
    let Some(frame_time) = motion.even_frame_time() else { return Ok(Resampled { clip, mended: None }) };
    let subject = Subject::new(&source, 0).map_err(|_| MendError::NoMotion)?;
    let ratio = rate * frame_time;
    let mut mending = Mending::new(&source, motion, &subject, frame_time.recip(), steps);
    let mut faults = mending.mend_faults(&missing_values(&source, 0), ratio);
    let motion = mending.tracks.motion(motion)?;
    let mut whole = source.clone();
    whole.about.marks =
        faults.marks.iter().filter(|mark| !mark.filled && mark.kind != FaultKind::Held).map(left_as_it_is).collect();
    whole.visibility.clear();
    whole.behaviours.first_mut().into_iter().for_each(|own| own.motion = motion.clone());
    let whole = at_rate(&whole, rate)?;
    let motion = &whole.behaviours.first().ok_or(MendError::NoMotion)?.motion;
    let last = motion.frame_count().saturating_sub(1);
    for mark in &mut faults.marks {
        let (first, end) = frames_at(ratio, mark.first, mark.last);
        (mark.first, mark.last) = (first.min(last), end.min(last));
    }
    for change in [&mut faults.gap_step.largest, &mut faults.spike_step.largest].into_iter().flatten() {
        change.frame = ((change.frame as f64 * ratio).round() as usize).min(last);
    }
    let tracks = MotionTracks::new(motion, motion.even_frame_time().map_or(rate, f64::recip));
    Ok(Resampled { clip, mended: Some((faults, tracks)) })
}

/// A finding that nobody mends, as a mark of a file.
fn left_as_it_is(mark: &super::FaultMark) -> model::Mark {
    let (first, last, joint) = (mark.first, mark.last, Some(mark.joint));
    model::Mark { kind: MarkKind::Missing, behaviour: 0, joint, first, last, at: first, text: String::new() }
}

/// A clip at another rate, on curves.
fn at_rate(source: &Clip, rate: f64) -> Result<Clip, MendError> {
    let mut wanted = Excerpt::default();
    wanted.rate = Some(rate);
    let mut clip = excerpt(source, &wanted)?;
    put_on_curves(&mut clip, source)?;
    Ok(clip)
}

/// Moves the frames of `part`, the first motion of `source` at another rate on chords, to curves. Frames beside missing values stay on chords.
fn put_on_curves(part: &mut Clip, source: &Clip) -> Result<(), BuildError> {
    let Some((from, to)) = source.behaviours.first().map(|own| &own.motion).zip(part.behaviours.first_mut()) else {
        return Ok(());
    };
    let (Some(from_time), Some(to_time)) = (from.even_frame_time(), to.motion.even_frame_time()) else {
        return Ok(());
    };
    let tracks = MotionTracks::new(from, from_time.recip());
    let (turns, places) = (known(source, &tracks.turns), known(source, &tracks.places));
    for frame in 0..to.motion.frame_count() {
        let at = frame as f64 * to_time / from_time;
        let (before, share) = (at as usize, at.fract());
        if !(NEAR..=1.0 - NEAR).contains(&share) || before + 1 >= tracks.frames() {
            continue;
        }
        let has_all = |known: &Vec<bool>| all(known, before.saturating_sub(1), (before + 2).min(tracks.frames() - 1));
        to.motion.edit_frame(frame, |row| {
            for ((value, track), known) in row.rotations.iter_mut().zip(&tracks.turns).zip(&turns) {
                if has_all(known) {
                    *value = between(&track.values, before, share).as_quat().normalize();
                }
            }
            for ((value, track), known) in row.translations.iter_mut().zip(&tracks.places).zip(&places) {
                if has_all(known) {
                    *value = between(&track.values, before, share).as_vec3();
                }
            }
        })?;
    }
    Ok(())
}

/// For each track, the frames whose values the file has.
fn known<S>(clip: &Clip, tracks: &[ValueTrack<S>]) -> Vec<Vec<bool>> {
    let missing = missing_values(clip, 0);
    let of_track = |track: &ValueTrack<S>| {
        let mut known = vec![true; track.values.len()];
        let own = missing.iter().filter(|mark| mark.joint.map(usize::from) == Some(track.joint));
        own.for_each(|mark| set(&mut known, mark.first, mark.last, false));
        known
    };
    tracks.iter().map(of_track).collect()
}

/// The value between a frame and the next one, on the cubic curve that has the mean rate of both sides at each frame (Catmull-Rom), in the tangent space
/// of the frame before.
fn between<S: FrameValue>(values: &[S], before: usize, share: f64) -> S {
    let (start, end) = (values.at(before), values.at(before + 1));
    let way = start.way_to(end);
    let earlier = before.checked_sub(1).map_or(way, |frame| values.at(frame).way_to(start));
    let later = values.get(before + 2).map_or(way, |next| end.way_to(*next));
    let [_, leave, arrive, slow] = hermite(share);
    let arriving = S::growth(way, (way + later) / 2.0);
    start.moved((earlier + way) / 2.0 * leave + way * arrive + arriving * slow)
}

#[cfg(test)]
mod tests {
    use glam::{DQuat, DVec3};

    use super::*;
    use crate::mend::sample::exp;

    #[test]
    fn between_frames_of_an_even_motion_it_goes_on_evenly() {
        let turn = |at: f64| exp(DVec3::new(0.3, -0.2, 0.1)) * exp(DVec3::new(0.1, 0.4, -0.2) * at);
        let turns: Vec<DQuat> = (0..8).map(|frame| turn(f64::from(frame))).collect();
        let parabola = |at: f64| DVec3::new(at * at, 1.0 - at, 0.5);
        let places: Vec<DVec3> = (0..8).map(|frame| parabola(f64::from(frame))).collect();
        for (before, share) in [(0, 0.5), (3, 0.25), (5, 0.9), (6, 0.5)] {
            let at = before as f64 + share;
            assert!(between(&turns, before, share).way_to(turn(at)).length() < 1e-9, "{at}");
            // Beyond the ends nothing bends the curve.
            if (1..6).contains(&before) {
                assert!(between(&places, before, share).distance(parabola(at)) < 1e-9, "{at}");
            }
        }
    }
}
