//! Why a figure gets no body.

use std::fmt;

use crate::body::NoMap;
use crate::model::BuildError;

/// Why no body is generated around a figure's joints: its bones stay.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum NoBody {
    /// The joints are not those of a person.
    NoMap(NoMap),
    /// Legs, trunk and arms are of people whose sizes differ too much.
    Proportions {
        /// The part of the largest person, and that of the smallest.
        parts: [BodyPart; 2],
        /// How many times as tall the first person would be as the second.
        ratio: f32,
    },
    /// The hip joints are farther from each other than in any pelvis.
    WideHips {
        /// Their distance as a multiple of the usual one.
        ratio: f32,
    },
    /// The numbers of the figure cannot make a surface: lengths beyond all bounds.
    NoSurface(BuildError),
}

/// A part of the body that tells how tall a person is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BodyPart {
    /// From hip to ankle.
    Legs,
    /// From hips to shoulders.
    Trunk,
    /// From shoulder to wrist.
    Arms,
}

impl BodyPart {
    fn words(self) -> &'static str {
        match self {
            Self::Legs => "legs",
            Self::Trunk => "trunk",
            Self::Arms => "arms",
        }
    }
}

impl From<NoMap> for NoBody {
    fn from(reason: NoMap) -> Self {
        Self::NoMap(reason)
    }
}

impl From<BuildError> for NoBody {
    fn from(reason: BuildError) -> Self {
        Self::NoSurface(reason)
    }
}

impl fmt::Display for NoBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoMap(reason) => reason.fmt(f),
            Self::Proportions { parts: [large, small], ratio } => write!(
                f,
                "this is no person: by the {} it would be {} times as tall as by the {}",
                large.words(),
                in_tenths(*ratio),
                small.words()
            ),
            Self::WideHips { ratio } => {
                write!(f, "this is no person: the hips are {} times as far apart as a person's", in_tenths(*ratio))
            }
            Self::NoSurface(reason) => write!(f, "no body can be made: {reason}"),
        }
    }
}

/// A ratio with one decimal. The standard library's numbers would be kilobytes of the module that makes bodies.
fn in_tenths(ratio: f32) -> String {
    let tenths = (10.0 * ratio).round() as u32;
    format!("{}.{}", tenths / 10, tenths % 10)
}

impl std::error::Error for NoBody {}
