//! A clip: one skeleton, what it does, and what is known about where it came from.

use std::sync::Arc;

use super::{Motion, Skeleton};
use crate::error::Warning;

/// The file formats Marey reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Biovision Hierarchy.
    Bvh,
}

impl Format {
    /// The name people know it by.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bvh => "BVH",
        }
    }
}

/// A direction of the file's own axes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Axis {
    /// +X
    X,
    /// +Y
    #[default]
    Y,
    /// +Z
    Z,
    /// -X
    NegX,
    /// -Y
    NegY,
    /// -Z
    NegZ,
}

impl Axis {
    /// Every axis, in the order of the variants.
    pub const ALL: [Self; 6] = [Self::X, Self::Y, Self::Z, Self::NegX, Self::NegY, Self::NegZ];

    /// `x`, `y`, `z`, `-x`, `-y` or `-z`.
    pub fn name(self) -> &'static str {
        match self {
            Self::X => "x",
            Self::Y => "y",
            Self::Z => "z",
            Self::NegX => "-x",
            Self::NegY => "-y",
            Self::NegZ => "-z",
        }
    }

    /// The axis of that [`name`](Self::name), in any case, with an optional `+`.
    pub fn from_name(name: &str) -> Option<Self> {
        let name = name.trim().trim_start_matches('+');
        Self::ALL.into_iter().find(|axis| axis.name().eq_ignore_ascii_case(name))
    }

    /// Unit vector in the file's axes.
    pub fn vector(self) -> glam::Vec3 {
        use glam::Vec3;
        match self {
            Self::X => Vec3::X,
            Self::Y => Vec3::Y,
            Self::Z => Vec3::Z,
            Self::NegX => Vec3::NEG_X,
            Self::NegY => Vec3::NEG_Y,
            Self::NegZ => Vec3::NEG_Z,
        }
    }
}

/// What a BVH joint's position channels mean. The format's text does not say, and files disagree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PositionMode {
    /// The channel's value stands in for the joint's offset, axis by axis.
    Replace,
    /// The channel's value is added to the joint's offset.
    Add,
}

/// What the file said about itself, as far as its format says anything.
#[derive(Debug, Clone, PartialEq)]
pub struct Source {
    /// The format it was read as.
    pub format: Format,
    /// Metres in one file unit, where the file states it. `None`: to be guessed from the figure.
    pub metres_per_unit: Option<f64>,
    /// The direction that is up, where the file or its format states it. `None`: to be guessed.
    pub up: Option<Axis>,
    /// How position channels were taken (decided from the data); `None` when no joint has both
    /// position channels and an offset, so that both readings are the same.
    pub position_mode: Option<PositionMode>,
    /// The animated channels of each joint as text for people, parallel to the skeleton's joints; empty = none.
    pub channels: Vec<Box<str>>,
}

/// A motion with its name.
#[derive(Debug, Clone, PartialEq)]
pub struct Behaviour {
    /// As the file names it; the clip's own name where the file does not.
    pub name: String,
    /// What the joints do.
    pub motion: Motion,
}

/// A skeleton and what it does. Every format ends here.
#[derive(Debug, Clone, PartialEq)]
pub struct Clip {
    /// For people: usually the file's name without its extension.
    pub name: String,
    /// Shared: one skeleton may serve many clips.
    pub skeleton: Arc<Skeleton>,
    /// At least one. A file without motion has one behaviour of one frame, the rest pose.
    pub behaviours: Vec<Behaviour>,
    /// Where it came from.
    pub source: Source,
    /// What was repaired or assumed, in the order of the file.
    pub warnings: Vec<Warning>,
    /// How many further warnings were only counted.
    pub warnings_dropped: u64,
}

impl Clip {
    /// Takes the position channels of every motion as `mode` says. Costs nothing: frames keep the file's own
    /// values and only the base they are added to changes.
    pub fn set_position_mode(&mut self, mode: PositionMode) {
        if self.source.position_mode.is_none() {
            return;
        }
        self.source.position_mode = Some(mode);
        for behaviour in &mut self.behaviours {
            behaviour.motion.set_position_mode(&self.skeleton, mode);
        }
    }
}
