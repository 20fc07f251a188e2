//! Why a clip cannot be written.

use std::fmt;

use marey::model::{BuildError, Format};

/// Why a clip cannot be written: what the format cannot hold, and where that is in the clip.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum WriteError {
    /// The clip has no behaviour of this index.
    NoBehaviour {
        /// The requested index.
        behaviour: usize,
        /// Number of behaviours in the clip.
        count: usize,
    },
    /// The format has no scales, and this joint's scale is not uniform or not constant. Others go into the descendants' offsets.
    Scale {
        /// The format to write.
        format: Format,
        /// The joint's name.
        joint: String,
    },
    /// The frames are at uneven moments, but the format has a single frame time: use [`Sampling::Rate`](super::Sampling::Rate).
    UnevenFrames {
        /// The format to write.
        format: Format,
    },
    /// The format has a fixed frame rate, and the motion has another: use [`Sampling::Rate`](super::Sampling::Rate).
    FixedRate {
        /// The format to write.
        format: Format,
        /// The motion's frame time, in seconds.
        frame_time: f64,
        /// The format's rate, in frames a second.
        rate: f64,
    },
    /// The requested rate is not finite and above 0, or needs more frames than the default [limit](marey::Limits::frames).
    BadRate {
        /// The requested rate, in frames a second.
        rate: f64,
    },
    /// The requested channels cannot express the joint's pose.
    Channels {
        /// The joint's name.
        joint: String,
        /// The first such frame, counted from 0.
        frame: usize,
    },
    /// More joints than the format can count, or than Marey's reader [accepts](marey::Limits::joints).
    TooManyJoints {
        /// The format to write.
        format: Format,
        /// Largest number of joints.
        most: usize,
    },
    /// Joints nest deeper than Marey's reader [accepts](marey::Limits::depth). End sites count in The Sims' files, as bones.
    TooDeep {
        /// The format to write.
        format: Format,
        /// Largest depth.
        most: usize,
    },
    /// The X3D scene exceeds the limits of Marey's reader.
    SceneTooLarge {
        /// What exceeds its limit: nodes, routes or nesting.
        what: &'static str,
        /// The limit.
        most: usize,
    },
    /// The motion has more keys than the format can count.
    TooManyKeys {
        /// The format to write.
        format: Format,
    },
    /// The format refers to joints by name, and this name is not a single word that identifies one joint.
    Name {
        /// The joint's name.
        joint: String,
    },
    /// The format has no fields for how the skin follows a joint.
    Skin {
        /// The joint's name; empty for the figure's own space.
        joint: String,
    },
    /// The format has one root, and the clip has several figures.
    SeveralRoots {
        /// Number of roots.
        roots: usize,
    },
    /// The requested range contains no frame.
    NoFrames,
    /// The result is no valid clip: too many frames, or lengths out of range.
    Build(BuildError),
    /// This length is not usable as a unit.
    BadUnit {
        /// The requested unit, in metres.
        metres: f64,
    },
    /// The transform between a joint and its parent is singular, so it cannot be a translation, rotation and scale.
    Flat {
        /// The joint's name.
        joint: String,
    },
    /// The format has a humanoid, and no joint is this bone of it, below the hips.
    Humanoid {
        /// The bone, as VRM names it.
        bone: &'static str,
    },
    /// The file would exceed the largest size that its format can state.
    TooLarge,
    /// The clip cannot be mirrored: names do not tell pairs of left and right joints, or all of a pair rest in the same place.
    NoSides,
    /// The clip cannot be mirrored: no [partner](marey::body::partners) was found for the end of this leg or arm.
    NoPartner {
        /// The joint's name.
        joint: String,
    },
    /// The clip cannot be mirrored: its rest pose is not symmetric. Such a pose does not tell how left joints turn where right ones do.
    NotSymmetric,
    /// The clip cannot be mirrored: this joint's scale or static transform is not the reflection of its partner's.
    Mirror {
        /// The joint's name.
        joint: String,
    },
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
            Self::SeveralRoots { roots } => write!(f, "the format has one figure, and this clip has {roots} roots"),
            Self::NoFrames => f.write_str("no frame lies in that range"),
            Self::Build(error) => error.fmt(f),
            Self::BadUnit { metres } => write!(f, "{metres} m is not a unit of length"),
            Self::Flat { joint } => write!(f, "the joints above `{joint}` flatten it, which the format cannot store"),
            Self::Humanoid { bone } => write!(f, "VRMA moves the bones of a VRM, and no joint here is its `{bone}`"),
            Self::NoSides => f.write_str("it cannot be mirrored: no left joint has a partner on the right"),
            Self::NoPartner { joint } => {
                write!(f, "it cannot be mirrored: the other side of the figure has no joint like `{joint}`")
            }
            Self::NotSymmetric => f.write_str("it cannot be mirrored: the rest pose is not symmetric"),
            Self::Mirror { joint } => {
                write!(
                    f,
                    "it cannot be mirrored: `{joint}` is scaled along other axes than the joint on the other side"
                )
            }
            Self::TooLarge => f.write_str("the file would be larger than the format allows"),
        }
    }
}

impl std::error::Error for WriteError {}
