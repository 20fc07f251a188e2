//! Selects the behaviour that plays, and steps by frames.

use super::Scene;
use marey::model::{Motion, Time};

impl Scene {
    /// Plays another behaviour (an index in [`Clip::behaviours`](marey::model::Clip::behaviours)) from its start, without a
    /// range, at the file's rate. The clock keeps playing or pausing. Frames it anew unless the user moved the camera. Ignores an
    /// index that does not exist or already plays.
    pub fn set_behaviour(&mut self, index: usize) {
        if self.figure.as_mut().is_some_and(|figure| figure.set_behaviour(index)) {
            self.clock.set_range(None);
            self.clock.seek(0.0);
            self.refresh();
        }
    }

    /// Steps `by` frames, backwards if negative.
    pub fn step_frame(&mut self, by: i32) {
        if let Some(figure) = &self.figure {
            self.clock.seek(time_after(figure.motion(), self.clock.time(), by));
        }
    }

    /// Overrides the frame time of the current behaviour; `None`: the file's. Keyed frames keep their times.
    pub fn set_frame_time(&mut self, frame_time: Option<f64>) {
        if let Some(figure) = &mut self.figure {
            let frame = figure.motion().locate(self.clock.time()).from;
            figure.set_frame_time(frame_time);
            let moment = figure.motion().frame_start(frame);
            self.set_clock_ends();
            self.clock.seek(moment);
        }
        self.changed();
    }
}

/// The time `by` frames after the frame at `now`. Steps between keys go by time, since two keys may share a time (a jump) and
/// a step between them would not move; from between two keys the first step leads to the nearer one in that direction.
fn time_after(motion: &Motion, now: f64, by: i32) -> f64 {
    let Time::Keys(keys) = motion.time() else {
        let frame = motion.locate(now).from;
        let steps = by.unsigned_abs() as usize;
        return motion.frame_start(if by < 0 { frame.saturating_sub(steps) } else { frame.saturating_add(steps) });
    };
    let mut moment = now;
    for _ in 0..by.unsigned_abs().min(u32::try_from(keys.len()).unwrap_or(u32::MAX)) {
        let next = if by < 0 {
            keys.get(..keys.partition_point(|&key| key < moment)).and_then(<[f64]>::last)
        } else {
            keys.get(keys.partition_point(|&key| key <= moment))
        };
        let Some(&next) = next else { break };
        moment = next;
    }
    moment
}

#[cfg(test)]
pub(super) mod tests;
