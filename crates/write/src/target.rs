//! The table of all formats that can be written, and the files of each.

use super::rate;
use super::sims::RATE as SIMS_RATE;
use super::{
    AcclaimOptions, AnimOptions, BvhOptions, CsvOptions, GltfOptions, SkelOptions, WriteError, X3dOptions, amc, anim,
    asf, bvh, csv, glb, gltf, skel, vrma, x3d,
};
use super::{npy, npz, pymotion_npz};
use marey::model::{Clip, Motion, Skeleton};

/// A format to write. Formats of two files, a skeleton and a motion, are one target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// Biovision Hierarchy.
    Bvh,
    /// Acclaim: a skeleton (ASF) and a motion (AMC).
    Asf,
    /// The Sims Online: a skeleton (SKEL) and a motion (ANIM).
    Skel,
    /// An HAnim figure in X3D.
    X3d,
    /// glTF 2.0 as text.
    Gltf,
    /// glTF 2.0 binary.
    Glb,
    /// The motion of a humanoid, for VRMs.
    Vrma,
    /// A table of numbers.
    Csv,
    /// Arrays for NumPy.
    Npz,
    /// The positions of all joints as an array for NumPy.
    Npy,
}

/// Options of each format. The defaults give files that most programs read.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct TargetOptions {
    /// For [`Target::Bvh`]. By default it is [portable](BvhOptions::portable).
    pub bvh: BvhOptions,
    /// For both files of [`Target::Asf`].
    pub acclaim: AcclaimOptions,
    /// For the skeleton of [`Target::Skel`].
    pub skel: SkelOptions,
    /// For the motion of [`Target::Skel`].
    pub anim: AnimOptions,
    /// For [`Target::X3d`].
    pub x3d: X3dOptions,
    /// For [`Target::Gltf`] and [`Target::Glb`].
    pub gltf: GltfOptions,
    /// For [`Target::Csv`].
    pub csv: CsvOptions,
    /// For [`Target::Npz`]: writes the arrays of upc-pymotion instead of Marey's.
    pub pymotion: bool,
}

impl Default for TargetOptions {
    fn default() -> Self {
        Self {
            bvh: BvhOptions { portable: true, ..BvhOptions::default() },
            acclaim: AcclaimOptions::default(),
            skel: SkelOptions::default(),
            anim: AnimOptions::default(),
            x3d: X3dOptions::default(),
            gltf: GltfOptions::default(),
            csv: CsvOptions::default(),
            pymotion: false,
        }
    }
}

impl Target {
    /// Every target.
    pub const ALL: &[Self] = &[
        Self::Bvh,
        Self::Asf,
        Self::Skel,
        Self::X3d,
        Self::Gltf,
        Self::Glb,
        Self::Vrma,
        Self::Csv,
        Self::Npz,
        Self::Npy,
    ];

    /// The extensions of the target's files, in lower case and in the order of [`files`](Self::files): skeletons first. The
    /// first extension is the target's name.
    pub fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Bvh => &["bvh"],
            Self::Asf => &["asf", "amc"],
            Self::Skel => &["skel", "anim"],
            Self::X3d => &["x3d"],
            Self::Gltf => &["gltf"],
            Self::Glb => &["glb"],
            Self::Vrma => &["vrma"],
            Self::Csv => &["csv"],
            Self::Npz => &["npz"],
            Self::Npy => &["npy"],
        }
    }

    /// The target that has files with this extension, in any case.
    pub fn from_extension(extension: &str) -> Option<Self> {
        let has = |target: &Self| target.extensions().iter().any(|own| own.eq_ignore_ascii_case(extension));
        Self::ALL.iter().copied().find(has)
    }

    /// Whether one file holds all behaviours of a clip. Files of other targets hold one behaviour.
    pub fn holds_all_behaviours(self) -> bool {
        matches!(self, Self::X3d | Self::Gltf | Self::Glb)
    }

    /// Whether the format fixes the up axis, and mostly the unit, of its numbers.
    pub fn has_fixed_space(self) -> bool {
        matches!(self, Self::Skel | Self::X3d | Self::Gltf | Self::Glb | Self::Vrma)
    }

    /// The only rate that the format allows, in frames a second. `None` if it allows any.
    pub fn fixed_rate(self) -> Option<f64> {
        (self == Self::Skel).then_some(SIMS_RATE)
    }

    /// The rate to resample a motion at, in frames a second, because its own frames do not suit the format:
    /// [the fixed rate](Self::fixed_rate), or one from [its even rate](Motion::even_rate) up to 240 if the keys are uneven and the format has a
    /// single frame time: the lowest at which all joints pass within 1 mm (of a person) of their places at every key, or else the best.
    /// `None` if the motion's own frames can be written.
    pub fn rate(self, skeleton: &Skeleton, motion: &Motion) -> Option<f64> {
        match self {
            Self::Skel => self.fixed_rate().filter(|_| motion.frame_count() > 1),
            Self::Bvh | Self::Asf => rate::even_rate(skeleton, motion),
            _ => None,
        }
    }

    /// The bytes of each file, parallel to [`extensions`](Self::extensions). A file that holds one behaviour gets the clip's
    /// first.
    ///
    /// # Errors
    /// Those of the format's own functions: [`bvh`], [`asf`] and [`amc`], ..
    pub fn files(self, clip: &Clip, options: &TargetOptions) -> Result<Vec<Vec<u8>>, WriteError> {
        Ok(match self {
            Self::Bvh => vec![bvh(clip, 0, &options.bvh)?.into_bytes()],
            Self::Asf => {
                vec![asf(clip, &options.acclaim)?.into_bytes(), amc(clip, 0, &options.acclaim)?.into_bytes()]
            }
            Self::Skel => vec![skel(clip, &options.skel)?, anim(clip, 0, &options.anim)?],
            Self::X3d => vec![x3d(clip, &options.x3d)?.into_bytes()],
            Self::Gltf => vec![gltf(clip, &options.gltf)?.into_bytes()],
            Self::Glb => vec![glb(clip, &options.gltf)?],
            Self::Vrma => vec![vrma(clip, 0)?],
            Self::Csv => vec![csv(clip, 0, &options.csv)?.into_bytes()],
            Self::Npy => vec![npy(clip, 0)?],
            Self::Npz => vec![if options.pymotion { pymotion_npz(clip, 0) } else { npz(clip, 0) }?],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_extension_means_one_target() {
        let mut known = Vec::new();
        for target in Target::ALL {
            for extension in target.extensions() {
                assert_eq!(Target::from_extension(&extension.to_uppercase()), Some(*target));
                assert!(!known.contains(extension), "{extension}");
                known.push(extension);
            }
        }
        assert_eq!(Target::from_extension("fbx"), None);
        assert_eq!(Target::from_extension(""), None);
    }
}
