//! Mends a motion: fills gaps and spikes, takes out noise, levels the floor, closes a cycle, holds feet.
//!
//! ```
//! use marey_study::mend::{Steps, mend};
//! # fn mended(walk: &marey::model::Clip) -> Result<marey::model::Clip, Box<dyn std::error::Error>> {
//! let mended = mend(walk, 0, &Steps::default().feet(true))?;
//! for step in &mended.report.steps {
//!     println!("{}: {} {}", step.step.name(), step.found, step.done);
//! }
//! # Ok(mended.clip) }
//! ```
//!
//! The order of the steps matters: a frozen limb ends in a jump, so gaps come before spikes; smoothing would smear both; feet are held after it,
//! because it would move them again; and feet slide by design in a motion that is made to stay in place. Another rate comes before all of them in the report, but gaps and
//! spikes are mended in the frames of the file, because curves between frames would mix false values with true ones.

mod body_fill;
mod cycle;
mod faults;
mod feet;
mod figure;
mod fill;
mod floor;
mod gaps;
mod leg;
mod linear;
mod measures;
mod mending;
mod noise;
mod other_rate;
mod path;
mod report;
mod resample;
mod rests;
mod sample;
mod smooth;
mod spikes;
mod steps;
mod tracks;
mod travel;
mod unseen;
mod words;

use std::fmt;

use self::mending::Mending;
use self::resample::{Resampled, resample};
use self::unseen::still_unseen;
use marey::body::Subject;
use marey::model::{BuildError, Clip};
use marey_write::{Excerpt, MENDED, Moments, WriteError, excerpt};

pub use report::{Change, FaultKind, FaultMark, Numbers, Outcome, Report, Step, StepReport, Value};
pub use steps::{FaultPlace, Spikes, Steps, Switch};

/// A mended motion.
#[derive(Debug, Clone)]
pub struct Mended {
    /// A clip with the behaviour alone, and a [note](MENDED) of what was done, which writers pass on. Where no step changed anything, the motion has the
    /// same bits as before.
    pub clip: Clip,
    /// The findings, and the changes that were made.
    pub report: Report,
}

/// Why a motion is not mended.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum MendError {
    /// There is no such behaviour, or it has no frames.
    NoMotion,
    /// The times of its frames are uneven; they can be [resampled](Steps::resample), best at this rate.
    Uneven {
        /// Frames a second.
        rate: f64,
    },
    /// The trimmed or resampled motion cannot be made.
    Write(WriteError),
}

impl fmt::Display for MendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoMotion => f.write_str("there is no motion to mend"),
            Self::Uneven { rate } => {
                write!(f, "its keys are unevenly spaced: resample it first, at {rate} frames a second")
            }
            Self::Write(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for MendError {}

impl From<WriteError> for MendError {
    fn from(error: WriteError) -> Self {
        Self::Write(error)
    }
}

/// Tells which faults these steps find in a behaviour, and what they would change. As [`mend`], without the clip.
///
/// # Errors
/// As [`mend`].
pub fn find(clip: &Clip, behaviour: usize, steps: &Steps) -> Result<Report, MendError> {
    Ok(mend(clip, behaviour, steps)?.report)
}

/// Mends a behaviour of a clip.
///
/// # Errors
/// [`MendError`].
pub fn mend(clip: &Clip, behaviour: usize, steps: &Steps) -> Result<Mended, MendError> {
    let steps = steps.within_ranges();
    let source = part(clip, behaviour, &steps)?;
    let Resampled { mut clip, mended } = match steps.resample {
        Some(rate) => resample(source, rate, &steps)?,
        None => Resampled { clip: source, mended: None },
    };
    let motion = &clip.behaviours.first().ok_or(MendError::NoMotion)?.motion;
    let Some(frame_time) = motion.even_frame_time() else {
        return Err(MendError::Uneven { rate: motion.even_rate().unwrap_or(30.0) });
    };
    let subject = Subject::new(&clip, 0).map_err(|_| MendError::NoMotion)?;
    let mut mending = Mending::new(&clip, motion, &subject, frame_time.recip(), &steps);
    mending.run(mended);
    let (report, tracks) = mending.finish();
    let visibility = still_unseen(&clip, &report.marks, tracks.start, tracks.frames());
    let changed = if report.changed { Some(tracks.motion(motion)?) } else { None };
    if let (Some(motion), Some(behaviour)) = (changed, clip.behaviours.first_mut()) {
        behaviour.motion = motion;
        clip.about.marks.clear();
        clip.about.marks_dropped = 0;
        clip.visibility = visibility;
    }
    let done = report.sentences();
    if !done.is_empty() {
        clip.about.notes.push((MENDED.into(), done));
    }
    Ok(Mended { clip, report })
}

impl From<BuildError> for MendError {
    fn from(error: BuildError) -> Self {
        Self::Write(error.into())
    }
}

/// The frames to mend as a clip of their own, at their own rate.
fn part(clip: &Clip, behaviour: usize, steps: &Steps) -> Result<Clip, MendError> {
    if clip.behaviours.get(behaviour).is_none_or(|own| own.motion.frame_count() == 0) {
        return Err(MendError::NoMotion);
    }
    let mut wanted = Excerpt::default();
    wanted.behaviour = Some(behaviour);
    if let Some(frames) = &steps.trim {
        wanted.moments = Moments::Frames(frames.clone());
    }
    let is_whole = steps.trim.is_none();
    if is_whole && clip.behaviours.len() == 1 {
        return Ok(clip.clone());
    }
    let mut part = excerpt(clip, &wanted)?;
    if is_whole {
        part.source = clip.source.clone();
    }
    Ok(part)
}
