//! Why two motions are not compared.

use std::fmt;

use marey::body::NoMotion;

/// Why two motions are not compared.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum CompareError {
    /// The clip has no such behaviour, or the behaviour has no frame.
    NoMotion,
    /// The clips have no joint in common.
    NoCommonJoints,
    /// At this offset (seconds) no frame of the reference lies within the other motion.
    NoOverlap {
        /// Seconds from the start of the reference to that of the other motion.
        offset: f64,
    },
}

impl fmt::Display for CompareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoMotion => f.write_str("there is no motion"),
            Self::NoCommonJoints => f.write_str("the clips have no joint in common"),
            Self::NoOverlap { offset } => write!(f, "the motions do not overlap at an offset of {offset} s"),
        }
    }
}

impl std::error::Error for CompareError {}

impl From<NoMotion> for CompareError {
    fn from(_: NoMotion) -> Self {
        Self::NoMotion
    }
}
