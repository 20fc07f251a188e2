//! Frames at another rate: on cubic curves through the frames of the file, because a chord cuts off what is fast.

use super::runs::{all, set};
use super::sample::{Sample, hermite};
use super::tracks::{Track, Tracks};
use super::unseen::unseen;
use marey::checked::Checked;
use marey::model::{BuildError, Clip, MarkKind};

/// A moment so near to a frame is that frame's, in frames.
const NEAR: f64 = 1e-6;

/// Moves the frames of `part`, the first motion of `source` at another rate on chords, to curves. Frames beside missing values stay on chords.
pub(super) fn put_on_curves(part: &mut Clip, source: &Clip) -> Result<(), BuildError> {
    let Some((from, to)) = source.behaviours.first().map(|own| &own.motion).zip(part.behaviours.first_mut()) else {
        return Ok(());
    };
    let (Some(from_time), Some(to_time)) = (from.even_frame_time(), to.motion.even_frame_time()) else {
        return Ok(());
    };
    let tracks = Tracks::new(from, from_time.recip());
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
fn known<S>(clip: &Clip, tracks: &[Track<S>]) -> Vec<Vec<bool>> {
    let unseen = unseen(clip);
    let missing = || clip.about.marks.iter().filter(|mark| mark.behaviour == 0 && mark.kind == MarkKind::Missing);
    let of_track = |track: &Track<S>| {
        let mut known = vec![true; track.values.len()];
        let own = missing().chain(&unseen).filter(|mark| mark.joint.map(usize::from) == Some(track.joint));
        own.for_each(|mark| set(&mut known, mark.first, mark.last, false));
        known
    };
    tracks.iter().map(of_track).collect()
}

/// The value between a frame and the next one, on the cubic curve that has the mean rate of both sides at each frame (Catmull-Rom), in the tangent space
/// of the frame before.
fn between<S: Sample>(values: &[S], before: usize, share: f64) -> S {
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
