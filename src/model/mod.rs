//! The one model that every format ends in: a [`Skeleton`], its [`Motion`]s, and the [`Clip`] that holds both.
//!
//! Readers fill the builders; the builders check every invariant once. Nothing downstream checks again.

mod bounds;
mod clip;
mod motion;
mod skeleton;
mod skin;

pub use bounds::Bounds;
pub use clip::{About, Axis, Behaviour, Clip, Format, Mark, MarkKind, Mass, PositionMode, Source};
pub use motion::{Motion, MotionBuilder, Rows, Span, Time};
pub use skeleton::{JointKind, NO_PARENT, Scaling, Skeleton, SkeletonBuilder};
pub use skin::{Bind, Morph, Skin, SkinCorner, SkinParts, Textured};

/// What a builder refuses. Readers turn it into a [`crate::ParseError`] with a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BuildError {
    /// More joints than [`crate::Limits::joints`].
    TooManyJoints,
    /// Joints nested deeper than [`crate::Limits::depth`].
    TooDeep,
    /// The parent is not a joint that was added before.
    UnknownParent,
    /// A number is infinite or not a number, or a direction is not of unit length.
    NotFinite,
    /// A skeleton without a joint.
    NoJoints,
    /// More frames than [`crate::Limits::frames`] or more bytes than [`crate::Limits::motion_bytes`].
    TooManyFrames,
    /// A surface of more than two million triangles, or whose corners are pulled at more than four million times.
    TooManyTriangles,
    /// The machine has no memory left for the frames.
    OutOfMemory,
    /// A list has another length than the skeleton or the row asks for.
    WrongLength,
}

impl std::fmt::Display for BuildError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::TooManyJoints => "too many joints",
            Self::TooDeep => "joints are nested too deep",
            Self::UnknownParent => "a joint's parent is unknown",
            Self::NotFinite => "a number is not finite",
            Self::NoJoints => "there is no joint",
            Self::TooManyFrames => "too many frames",
            Self::TooManyTriangles => "too many triangles",
            Self::OutOfMemory => "there is no memory left",
            Self::WrongLength => "lists differ in length",
        })
    }
}

impl std::error::Error for BuildError {}
