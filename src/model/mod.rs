//! The data model that every format is read into: a [`Skeleton`], its [`Motion`]s, and the [`Clip`] that holds both.
//!
//! Readers fill the builders; the builders check every invariant once. Nothing downstream checks again.

mod bounds;
mod clip;
mod confidence;
mod editing;
mod even_rate;
mod motion;
mod motion_builder;
mod packed_rotation;
mod range;
mod skeleton;
mod skin;
mod time;
mod track;
mod tree;
mod turn;
mod viewpoint;

pub use bounds::Bounds;
pub use clip::{About, Axis, Behaviour, Clip, Format, Mark, MarkKind, Mass, Source, Take};
pub use confidence::Confidence;
pub use motion::{Frames, Motion, PositionMode, RowMut};
pub use motion_builder::{Channels, MotionBuilder};
pub use range::is_placeable;
pub use range::{FACTORS, FARTHEST};
pub(crate) use range::{in_range, is_placeable_matrix};
#[doc(hidden)]
pub use skeleton::MOVED;
pub use skeleton::{JointKind, NO_PARENT, Scaling, Skeleton, SkeletonBuilder};
pub use skin::{Bind, Morph, Skin, SkinCorner, SkinParts, Textured};
pub use time::{Span, Time};
pub use track::Track;
pub use turn::Turn;
pub use viewpoint::Viewpoint;

/// Why a builder refuses its input. Readers turn it into a [`crate::ParseError`] with a location.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuildError {
    /// More joints than [`crate::Limits::joints`].
    TooManyJoints,
    /// Joints nested deeper than [`crate::Limits::depth`].
    TooDeep,
    /// The parent has not been added.
    UnknownParent,
    /// A joint, bind or weight that the skeleton does not have.
    UnknownJoint,
    /// A joint appears twice in a list that names each once.
    JointTwice,
    /// A number is not finite, or past [`FARTHEST`].
    NotFinite,
    /// A rotation or a direction is not of unit length.
    NotUnitLength,
    /// A skeleton without a joint.
    NoJoints,
    /// More frames than [`crate::Limits::frames`] or more bytes than [`crate::Limits::motion_bytes`].
    TooManyFrames,
    /// A surface of more than two million triangles, or of more than four million influences.
    TooManyTriangles,
    /// The machine has no memory left for the frames.
    OutOfMemory,
    /// Frames were taken out before, so the motion would be incomplete.
    FramesTaken,
    /// A frame that the motion does not have, or that is packed.
    UnknownFrame,
    /// A list's length does not match the skeleton or the row.
    WrongLength,
}

impl std::fmt::Display for BuildError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::TooManyJoints => "too many joints",
            Self::TooDeep => "joints are nested too deep",
            Self::UnknownParent => "a joint's parent is unknown",
            Self::UnknownJoint => "a joint is unknown",
            Self::JointTwice => "a joint is named twice",
            Self::NotFinite => "a number is not finite or too large to be placed",
            Self::NotUnitLength => "a rotation or direction is not of unit length",
            Self::NoJoints => "there is no joint",
            Self::TooManyFrames => "too many frames",
            Self::TooManyTriangles => "too many triangles",
            Self::OutOfMemory => "there is no memory left",
            Self::FramesTaken => "frames were handed out before",
            Self::UnknownFrame => "there is no such frame",
            Self::WrongLength => "lists differ in length",
        })
    }
}

impl std::error::Error for BuildError {}
