//! Which behaviour of the clip plays, and the steps from one of its frames to the next.

use super::Scene;
use marey::model::{Motion, Time};

impl Scene {
    /// Plays another of the clip's behaviours (by its index in [`Clip::behaviours`](marey::model::Clip::behaviours)) from
    /// its start, whole and at the file's own rate. A clock that runs goes on running. Frames it anew if nobody has moved
    /// the camera. One that is not there, and the one that plays, change nothing.
    pub fn set_behaviour(&mut self, index: usize) {
        if self.figure.as_mut().is_some_and(|figure| figure.set_behaviour(index)) {
            self.clock.set_range(None);
            self.clock.seek(0.0);
            self.refresh();
        }
    }

    /// Goes `by` frames on, or back where it is below 0.
    pub fn step_frame(&mut self, by: i32) {
        if let Some(figure) = &self.figure {
            self.clock.seek(stepped(figure.motion(), self.clock.time(), by));
        }
    }

    /// Overrules the rate of the behaviour that plays; `None` goes back to the file's. Frames that have moments of their
    /// own keep them.
    pub fn set_frame_time(&mut self, frame_time: Option<f64>) {
        if let Some(figure) = &mut self.figure {
            let frame = figure.motion().locate(self.clock.time()).from;
            figure.set_frame_time(frame_time);
            self.clock.set_duration(figure.motion().duration());
            self.clock.seek(figure.motion().frame_start(frame));
        }
        self.dirty = true;
    }
}

/// The moment `by` frames after the frame at or before `now`. Keys are walked by their moments, since two of them may
/// share one (a jump) and a step from the one to the other would lead nowhere; between two keys, the nearer ends are the
/// first steps.
fn stepped(motion: &Motion, now: f64, by: i32) -> f64 {
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
