//! Selects a part of a motion.

use std::ops::RangeInclusive;

use marey::model::Motion;
use marey_write::Moments;

use super::Stop;
use super::arguments::SpanArguments;
use super::frames::FrameChoice;

/// A moment as given on the command line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum SpanEnd {
    Seconds(f64),
    Frame(usize),
}

impl SpanEnd {
    pub(super) fn parse(text: &str) -> Option<Self> {
        if let Some(frame) = text.strip_prefix(['f', 'F']) {
            return frame.parse().ok().map(Self::Frame);
        }
        let mut seconds = 0.0;
        for part in text.split(':') {
            let part: f64 = part.parse().ok().filter(|part: &f64| part.is_finite() && *part >= 0.0)?;
            seconds = seconds * 60.0 + part;
        }
        Some(Self::Seconds(seconds))
    }

    /// Infinity for a frame past the end.
    pub(super) fn seconds(self, motion: &Motion) -> f64 {
        match self {
            Self::Seconds(seconds) => seconds,
            Self::Frame(frame) if frame < motion.frame_count() => motion.frame_start(frame),
            Self::Frame(_) => f64::INFINITY,
        }
    }
}

/// From one moment to another. `None`: from the start, or to the end.
pub(super) struct TimeSpan {
    from: Option<SpanEnd>,
    to: Option<SpanEnd>,
}

impl TimeSpan {
    pub(super) fn new(arguments: &SpanArguments) -> Result<Self, Stop> {
        let moment = |text: &Option<String>| {
            let parse = |text: &String| {
                SpanEnd::parse(text).ok_or_else(|| {
                    Stop::Usage(format!(
                        "expected a time in seconds (12.5), minutes (2:03) or frames (f120), found `{text}`"
                    ))
                })
            };
            text.as_ref().map(parse).transpose()
        };
        let Some(text) = &arguments.frames else {
            return Ok(Self { from: moment(&arguments.from)?, to: moment(&arguments.to)? });
        };
        let Some(range) = FrameChoice::parse(text)?.range() else {
            let message = format!("expected --frames to be one range, as in 10-120, found `{text}`");
            return Err(Stop::Usage(message));
        };
        Ok(Self { from: Some(SpanEnd::Frame(*range.start())), to: Some(SpanEnd::Frame(*range.end())) })
    }

    /// Both ends, seconds, within the motion. [`Stop::Usage`] if nothing of the motion is between them.
    pub(super) fn seconds(&self, motion: &Motion) -> Result<[f64; 2], Stop> {
        let duration = motion.duration();
        let from = self.from.map_or(0.0, |from| from.seconds(motion));
        // `120-` and a frame past the end mean the end.
        let to = self.to.map_or(duration, |to| to.seconds(motion).min(duration));
        if from > to {
            return Err(Stop::Usage(format!("the range has no part of the motion, which lasts {duration:.2} s")));
        }
        Ok([from, to])
    }

    /// The frames between both ends, which are included. `None`: all.
    pub(super) fn frames(&self, motion: &Motion) -> Result<Option<RangeInclusive<usize>>, Stop> {
        if self.from.is_none() && self.to.is_none() {
            return Ok(None);
        }
        let [from, to] = self.seconds(motion)?;
        let first = motion.locate(from);
        Ok(Some((if first.fraction > 0.0 { first.to } else { first.from })..=motion.locate(to).from))
    }

    pub(super) fn moments(&self, motion: &Motion) -> Moments {
        match (self.from, self.to) {
            (None, None) => Moments::All,
            (Some(SpanEnd::Frame(from)), Some(SpanEnd::Frame(to))) => Moments::Frames(from..=to),
            (from, to) => {
                let from = from.map_or(0.0, |from| from.seconds(motion));
                Moments::Seconds(from..=to.map_or(f64::INFINITY, |to| to.seconds(motion)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_seconds_minutes_or_frames() {
        for (text, moment) in [
            ("12.5", Some(SpanEnd::Seconds(12.5))),
            ("2:03", Some(SpanEnd::Seconds(123.0))),
            ("1:00:00.5", Some(SpanEnd::Seconds(3600.5))),
            ("f120", Some(SpanEnd::Frame(120))),
            ("", None),
            ("f", None),
            ("-1", None),
            ("inf", None),
            ("nan", None),
        ] {
            assert_eq!(SpanEnd::parse(text), moment, "{text}");
        }
    }
}
