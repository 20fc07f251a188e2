//! A clip: one skeleton, what it does, and what is known about where it came from.

use std::sync::Arc;

use super::motion::{Motion, PositionMode};
use super::{Confidence, Skeleton, Skin, Viewpoint};
use crate::error::Warning;

/// The file formats Marey reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Biovision Hierarchy.
    Bvh,
    /// Acclaim: a skeleton (ASF) and its motions (AMC).
    Acclaim,
    /// The Sims: a skeleton and its animations.
    Skel,
    /// ISO/IEC 19774 humanoids in X3D and VRML, in any encoding.
    Hanim,
}

impl Format {
    /// The name people know it by.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bvh => "BVH",
            Self::Acclaim => "ASF/AMC",
            Self::Skel => "SKEL",
            Self::Hanim => "HAnim",
        }
    }

    /// The axis that readers negate, since the files are left-handed and a [`Clip`] is right-handed; rotations are mirrored
    /// with it. `None` where the axes are the files' own.
    pub fn negated_axis(self) -> Option<Axis> {
        match self {
            Self::Skel => Some(Axis::X),
            Self::Bvh | Self::Acclaim | Self::Hanim => None,
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

/// What the file said about itself, as far as its format says anything.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Source {
    /// The format it was read as.
    pub format: Format,
    /// Metres in one unit of the lengths that the file writes, where it or its format states it. `None`: to be guessed from
    /// the figure.
    pub metres_per_unit: Option<f64>,
    /// Whether the file itself states that unit; if not, it is the usual one of the format.
    pub unit_stated: bool,
    /// What the written lengths were multiplied by while reading, as the format asks (Acclaim's `:units length`); 1
    /// where it asks for nothing; always within [`FACTORS`](super::FACTORS). Positions in the clip are products; a unit of length is one of the written lengths.
    pub length_factor: f64,
    /// Whether the file states its frame rate; if not, the format's usual one was taken.
    pub rate_stated: bool,
    /// The direction that is up, where the format has a usual one. No format's files state it. `None`: to be guessed.
    pub up: Option<Axis>,
    /// How position channels were taken (decided from the data); `None` when no joint has both
    /// position channels and an offset, so that both readings are the same.
    pub position_mode: Option<PositionMode>,
    /// How sure the decision is.
    pub position_confidence: Confidence,
    /// The animated channels of each joint as text for people, parallel to the skeleton's joints; empty = none.
    pub channels: Vec<Box<str>>,
}

impl Source {
    /// A source of which nothing more is known: lengths as written, a rate of its own, `channels` empty.
    pub fn new(format: Format) -> Self {
        Self {
            format,
            metres_per_unit: None,
            unit_stated: false,
            length_factor: 1.0,
            rate_stated: true,
            up: None,
            position_mode: None,
            position_confidence: Confidence::Sure,
            channels: Vec::new(),
        }
    }
}

/// The mass of a joint's bone, for the centre of mass.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mass {
    /// The joint that the bone starts at.
    pub joint: u16,
    /// In the file's own unit of mass; above 0.
    pub mass: f32,
    /// Where the bone's centre of mass is: the joint's space, file units.
    pub centre: glam::Vec3,
}

/// What a [`Mark`] marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MarkKind {
    /// A joint leaves the limits that its file sets.
    Limit,
    /// Something the file says happens: a footstep, a sound.
    Event,
}

/// Some consecutive frames worth a look.
#[derive(Debug, Clone, PartialEq)]
pub struct Mark {
    /// Why.
    pub kind: MarkKind,
    /// Whose frames: the index of the behaviour.
    pub behaviour: usize,
    /// The joint it is about.
    pub joint: Option<u16>,
    /// First frame, from 0.
    pub first: usize,
    /// Last frame.
    pub last: usize,
    /// The frame that shows it best: where a value is farthest outside.
    pub at: usize,
    /// For people, without the joint's name: `rx 172.4\u{b0}, at most 160\u{b0}`.
    pub text: String,
}

/// What a reader learned that is for people to read. It plays no part in what is drawn.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct About {
    /// The file that the skeleton came from, where it is another one than the motion's.
    pub skeleton_file: String,
    /// Why that may be somebody else's skeleton (`the file names male.ASF`); empty where nothing speaks against it.
    pub skeleton_doubt: String,
    /// The names of the files of all skins that fit the figure, in the order in which the skeleton lists them; empty in formats whose skins stand in the
    /// same file.
    pub skins: Vec<String>,
    /// Headings and texts that the file carries: documentation, names of skins, properties.
    pub notes: Vec<(String, String)>,
    /// Each joint's name in words where a naming convention tells (`left upper arm`), parallel to the joints; empty
    /// texts, or an empty list, where it does not.
    pub labels: Vec<Box<str>>,
    /// Frames worth a look: in the order of the behaviours, and in each of their first frames.
    pub marks: Vec<Mark>,
    /// How many further marks were only counted.
    pub marks_dropped: u64,
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
#[non_exhaustive]
pub struct Clip {
    /// For people: usually the file's name without its extension.
    pub name: String,
    /// Shared: one skeleton may serve many clips.
    pub skeleton: Arc<Skeleton>,
    /// At least one. A file without motion has one behaviour of one frame, the rest pose.
    pub behaviours: Vec<Behaviour>,
    /// Where it came from.
    pub source: Source,
    /// Masses of bones, where the file gives them whole; empty otherwise.
    pub masses: Vec<Mass>,
    /// Cameras that the file has, at most [`Viewpoint::MOST`], each with a name of its own.
    pub viewpoints: Vec<Viewpoint>,
    /// A surface that moves with the joints.
    pub skin: Option<Arc<Skin>>,
    /// What there is to read about it.
    pub about: About,
    /// What was repaired or assumed, in the order of the file.
    pub warnings: Vec<Warning>,
    /// How many warnings belong to none of these: of some causes there were too many to tell each.
    pub warnings_dropped: u64,
}

impl Clip {
    /// A clip with nothing to warn of and nothing beside its skeleton and motion.
    pub fn new(name: String, skeleton: Arc<Skeleton>, behaviours: Vec<Behaviour>, source: Source) -> Self {
        Self {
            name,
            skeleton,
            behaviours,
            source,
            masses: Vec::new(),
            viewpoints: Vec::new(),
            skin: None,
            about: About::default(),
            warnings: Vec::new(),
            warnings_dropped: 0,
        }
    }

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
