//! A clip: one skeleton, its motions, and what is known about their origin.

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
    /// Arrays of NumPy.
    Arrays,
    /// glTF 2.0, with VRM and VRMA.
    Gltf,
    /// C3D: markers of optical motion capture.
    C3d,
    /// TRC: the same as text.
    Trc,
    /// FBX 7.
    Fbx,
}

impl Format {
    /// All formats. Packets and packed motion store a format as its index here: a new one comes last.
    pub const ALL: [Self; 9] =
        [Self::Bvh, Self::Acclaim, Self::Skel, Self::Hanim, Self::Arrays, Self::Gltf, Self::C3d, Self::Trc, Self::Fbx];

    /// The format's usual name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bvh => "BVH",
            Self::Acclaim => "ASF/AMC",
            Self::Skel => "SKEL",
            Self::Hanim => "HAnim",
            Self::Arrays => "NumPy",
            Self::Gltf => "glTF",
            Self::C3d => "C3D",
            Self::Trc => "TRC",
            Self::Fbx => "FBX",
        }
    }

    /// The axis that the reader negates (mirroring rotations, too) to make the clip right-handed; `None` for right-handed formats.
    pub fn negated_axis(self) -> Option<Axis> {
        match self {
            Self::Skel => Some(Axis::X),
            Self::Bvh | Self::Acclaim | Self::Hanim | Self::Arrays | Self::Gltf | Self::C3d | Self::Trc | Self::Fbx => {
                None
            }
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

    /// Unit vector.
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

/// What is known about a file's units, rate and axes.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Source {
    /// The file's format.
    pub format: Format,
    /// Metres per length unit of the file, where the file or its format states it. `None`: to be guessed from the figure.
    pub metres_per_unit: Option<f64>,
    /// Whether the file states that unit itself; false for the format's usual unit.
    pub unit_stated: bool,
    /// Factor that the reader applied to all lengths because the format asks for it (Acclaim's `:units length`), within
    /// [`FACTORS`](super::FACTORS); otherwise 1. The clip's positions include it, `metres_per_unit` does not.
    pub length_factor: f64,
    /// Whether the file states its frame rate; false for the format's usual rate.
    pub rate_stated: bool,
    /// The up direction that the file states (FBX, C3D), or else the format's usual one. `None`: to be guessed.
    pub up: Option<Axis>,
    /// How position channels are read, decided from the data. `None` when no joint has both position channels and an offset.
    pub position_mode: Option<PositionMode>,
    /// Confidence in `position_mode`.
    pub position_confidence: Confidence,
    /// Each joint's animated channels as text for people, parallel to the skeleton's joints; empty = none.
    pub channels: Vec<Box<str>>,
}

impl Source {
    /// A source with defaults: lengths as written, a stated frame rate, `channels` empty.
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

    /// The [channels](Self::channels) of a BVH without its positions, `Zrotation Xrotation Yrotation`, for each of so many joints; empty where they
    /// are not known. Other formats have other words.
    pub fn rotation_channels(&self, joints: usize) -> Vec<Box<str>> {
        let is_rotation = |word: &&str| word.ends_with("rotation");
        let rotations = |text: &str| text.split_ascii_whitespace().filter(is_rotation).collect::<Vec<_>>().join(" ");
        let text = |joint: usize| self.channels.get(joint).map_or("", |text| text);
        (0..joints).map(|joint| rotations(text(joint)).into_boxed_str()).collect()
    }
}

/// The mass of a joint's bone, for the centre of mass.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mass {
    /// The joint at the bone's start.
    pub joint: u16,
    /// In the file's own unit of mass; above 0.
    pub mass: f32,
    /// The bone's centre of mass: the joint's space, file units.
    pub centre: glam::Vec3,
}

/// The kind of a [`Mark`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MarkKind {
    /// A joint leaves the limits that its file sets.
    Limit,
    /// An event in the file: a footstep, a sound.
    Event,
    /// The file lacks values of a joint, which hold their last one.
    Missing,
}

/// Consecutive frames worth looking at.
#[derive(Debug, Clone, PartialEq)]
pub struct Mark {
    /// Why they are marked.
    pub kind: MarkKind,
    /// Index of the behaviour that has the frames.
    pub behaviour: usize,
    /// The joint concerned.
    pub joint: Option<u16>,
    /// First frame, from 0.
    pub first: usize,
    /// Last frame.
    pub last: usize,
    /// The frame to look at: where a value is farthest outside.
    pub at: usize,
    /// For people, without the joint's name: `rx 172.4\u{b0}, at most 160\u{b0}`.
    pub text: String,
}

/// A motion of a file whose motions lie on one time line, as the takes of an FBX do.
#[derive(Debug, Clone, PartialEq)]
pub struct Take {
    /// The behaviour's name, or the file's.
    pub name: String,
    /// Seconds of the file at which it begins; may be negative. The behaviour begins at 0.
    pub begin: f64,
    /// Index of the behaviour. `None`: nothing moves in it, and it is no behaviour.
    pub behaviour: Option<usize>,
}

/// Information for people to read; it does not affect drawing.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct About {
    /// Name of the skeleton's file, where it is not the motion's.
    pub skeleton_file: String,
    /// Why the skeleton may be the wrong one (`the file names male.ASF`); empty without such a reason.
    pub skeleton_doubt: String,
    /// File names of all skins that fit the figure, in the skeleton's order; empty in formats whose files contain their skins.
    pub skins: Vec<String>,
    /// Headings and texts from the file: documentation, names of skins, properties.
    pub notes: Vec<(String, String)>,
    /// Each joint's name in words by its naming convention (`left upper arm`), parallel to the joints; empty texts, or an empty
    /// list, where unknown.
    pub labels: Vec<Box<str>>,
    /// Sorted by behaviour, then by first frame.
    pub marks: Vec<Mark>,
    /// Number of further marks, which were only counted.
    pub marks_dropped: u64,
    /// The takes of a file, in its order; empty in formats whose motions begin at 0. For programs that read the file: packets leave them out.
    pub takes: Vec<Take>,
}

/// A motion with its name.
#[derive(Debug, Clone, PartialEq)]
pub struct Behaviour {
    /// The file's name for it; the clip's name where the file has none.
    pub name: String,
    /// The joints' values over time.
    pub motion: Motion,
}

/// A skeleton and its motions.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Clip {
    /// For people: usually the file's name without its extension.
    pub name: String,
    /// Several clips may share one skeleton.
    pub skeleton: Arc<Skeleton>,
    /// At least one. A file without motion has one behaviour of one frame, the rest pose.
    pub behaviours: Vec<Behaviour>,
    /// What is known about the file.
    pub source: Source,
    /// Masses of bones; empty if the centre of any of them is unknown.
    pub masses: Vec<Mass>,
    /// The file's cameras, at most [`Viewpoint::MOST`], with unique names.
    pub viewpoints: Vec<Viewpoint>,
    /// A surface that moves with the joints.
    pub skin: Option<Arc<Skin>>,
    /// How sure the file is of each joint's position, for each behaviour: rows of all joints for each frame, 0 for a joint that was not
    /// seen to 255. Empty, or shorter, where all are sure.
    pub visibility: Vec<Vec<u8>>,
    /// Information for people to read.
    pub about: About,
    /// What the reader repaired or assumed, in file order.
    pub warnings: Vec<Warning>,
    /// Number of warnings whose cause is not in `warnings`: some causes were too many to list.
    pub warnings_dropped: u64,
}

impl Clip {
    /// The clip with other motions: all else is copied.
    #[must_use]
    pub fn with_behaviours(&self, behaviours: Vec<Behaviour>) -> Self {
        Self {
            name: self.name.clone(),
            skeleton: self.skeleton.clone(),
            behaviours,
            source: self.source.clone(),
            masses: self.masses.clone(),
            viewpoints: self.viewpoints.clone(),
            skin: self.skin.clone(),
            visibility: self.visibility.clone(),
            about: self.about.clone(),
            warnings: self.warnings.clone(),
            warnings_dropped: self.warnings_dropped,
        }
    }

    /// A clip without warnings, with nothing but a skeleton, its motions and their source.
    pub fn new(name: String, skeleton: Arc<Skeleton>, behaviours: Vec<Behaviour>, source: Source) -> Self {
        Self {
            name,
            skeleton,
            behaviours,
            source,
            masses: Vec::new(),
            viewpoints: Vec::new(),
            skin: None,
            visibility: Vec::new(),
            about: About::default(),
            warnings: Vec::new(),
            warnings_dropped: 0,
        }
    }

    /// Sets how all motions read their position channels. Cheap: frames keep the file's values, only the bases change.
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
