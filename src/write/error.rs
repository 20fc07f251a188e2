//! Why a clip cannot be written.

use std::fmt;

use crate::model::{BuildError, Format};

/// Why a clip cannot be written in a format: what the format has no place for, and where it is.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum WriteError {
    /// The clip has fewer behaviours.
    NoBehaviour {
        /// The index that was asked for.
        behaviour: usize,
        /// How many there are.
        count: usize,
    },
    /// A joint is scaled, and the format has no scales. A scale that is the same in all directions and at all frames is
    /// no reason: it goes into the offsets of what hangs below.
    Scale {
        /// The format that was to be written.
        format: Format,
        /// The joint's name.
        joint: String,
    },
    /// The frames are at uneven moments, and the format has one time from frame to frame. [`Sampling::Rate`] takes
    /// frames at even ones.
    ///
    /// [`Sampling::Rate`]: super::Sampling::Rate
    UnevenFrames {
        /// The format that was to be written.
        format: Format,
    },
    /// The format has one rate for all motions, and the motion has another one. [`Sampling::Rate`] takes frames at it.
    ///
    /// [`Sampling::Rate`]: super::Sampling::Rate
    FixedRate {
        /// The format that was to be written.
        format: Format,
        /// The motion's seconds from frame to frame.
        frame_time: f64,
        /// The format's frames a second.
        rate: f64,
    },
    /// A rate that is asked for is not finite and above 0, or gives more frames than can be counted.
    BadRate {
        /// The rate that was asked for.
        rate: f64,
    },
    /// A joint does what the channels that were asked for cannot say.
    Channels {
        /// The joint's name.
        joint: String,
        /// The frame that shows it, from 0.
        frame: usize,
    },
    /// More joints than the format can count, or than Marey's reader of it [takes](crate::Limits::joints).
    TooManyJoints {
        /// The format that was to be written.
        format: Format,
        /// How many may be written.
        most: usize,
    },
    /// Joints nested deeper than Marey's reader of the format [takes](crate::Limits::depth). Some formats nest deeper than
    /// others: an end site is a bone in The Sims' files.
    TooDeep {
        /// The format that was to be written.
        format: Format,
        /// How deep they may be nested.
        most: usize,
    },
    /// A scene of X3D larger than Marey's reader takes.
    SceneTooLarge {
        /// What there is too much of.
        what: &'static str,
        /// How many of it may be written.
        most: usize,
    },
    /// More keys than the format can count.
    TooManyKeys {
        /// The format that was to be written.
        format: Format,
    },
    /// The format addresses joints by names, and this name does not tell the joint from others.
    Name {
        /// The joint's name.
        joint: String,
    },
    /// The skin follows a joint in a way that the format has no fields for.
    Skin {
        /// The joint's name; empty for the figure's own space.
        joint: String,
    },
    /// No frame lies in the range that was asked for.
    NoFrames,
    /// What was asked for makes no clip: too many frames, or lengths that cannot be placed.
    Build(BuildError),
    /// A unit of so many metres is none.
    BadUnit {
        /// What was asked for.
        metres: f64,
    },
    /// What is between a joint and the one above it makes all flat, and the format's nodes turn and stretch.
    Flat {
        /// The joint's name.
        joint: String,
    },
    /// A file that is larger than its format can say.
    TooLarge,
}

impl From<BuildError> for WriteError {
    fn from(error: BuildError) -> Self {
        Self::Build(error)
    }
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoBehaviour { behaviour, count } => {
                write!(f, "there is no behaviour {behaviour}: the clip has {count}")
            }
            Self::Scale { format, joint } => {
                write!(f, "`{joint}` is scaled, which {} cannot store", format.name())
            }
            Self::UnevenFrames { format } => {
                write!(f, "the frames are unevenly spaced, and {} has one frame time: choose a rate", format.name())
            }
            Self::FixedRate { format, frame_time, rate } => write!(
                f,
                "{} plays {rate} frames a second, and this motion has one every {frame_time} s: choose that rate",
                format.name()
            ),
            Self::BadRate { rate } => write!(f, "{rate} cannot be a rate of frames"),
            Self::Channels { joint, frame } => {
                write!(f, "the channels of `{joint}` cannot express its pose in frame {frame}")
            }
            Self::TooManyJoints { format, most } => {
                write!(f, "as {} it would have more than {most} joints, which is the limit", format.name())
            }
            Self::TooDeep { format, most } => {
                write!(f, "as {} its joints would be nested more than {most} deep, which is the limit", format.name())
            }
            Self::SceneTooLarge { what, most } => {
                write!(f, "the scene would have more than {most} {what}, which is the limit")
            }
            Self::TooManyKeys { format } => write!(f, "more keys than {} can count", format.name()),
            Self::Name { joint } => {
                write!(f, "the format refers to joints by name, and `{joint}` is not the name of exactly one")
            }
            Self::Skin { joint } => {
                write!(f, "the format cannot store how the skin follows `{joint}`")
            }
            Self::NoFrames => f.write_str("no frame lies in that range"),
            Self::Build(error) => error.fmt(f),
            Self::BadUnit { metres } => write!(f, "{metres} m is not a unit of length"),
            Self::Flat { joint } => write!(f, "the joints above `{joint}` flatten it, which the format cannot store"),
            Self::TooLarge => f.write_str("the file would be larger than the format allows"),
        }
    }
}

impl std::error::Error for WriteError {}
