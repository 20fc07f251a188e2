//! The files that a clip becomes.

use marey::model::Clip;
use marey::write::{
    AcclaimOptions, AnimOptions, BvhOptions, CsvOptions, GltfOptions, SkelOptions, WriteError, X3dOptions, amc, anim,
    asf, bvh, csv, glb, gltf, npz, skel, x3d,
};

use crate::arguments::{Columns, ConvertArguments, Target};

/// One file.
pub(super) struct Part {
    pub(super) extension: &'static str,
    pub(super) bytes: Vec<u8>,
}

impl Target {
    /// The extensions of the files, in the order in which they are written.
    pub(super) fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Bvh => &["bvh"],
            Self::Asf => &["asf", "amc"],
            Self::Skel => &["skel", "anim"],
            Self::X3d => &["x3d"],
            Self::Gltf => &["gltf"],
            Self::Glb => &["glb"],
            Self::Csv => &["csv"],
            Self::Npz => &["npz"],
        }
    }

    /// Whether all behaviours of a clip are in one file.
    pub(super) fn holds_all(self) -> bool {
        matches!(self, Self::X3d | Self::Gltf | Self::Glb)
    }
}

/// The files of a clip; of several behaviours the first, where one file does not hold all.
pub(super) fn parts(clip: &Clip, target: Target, arguments: &ConvertArguments) -> Result<Vec<Part>, WriteError> {
    let files = match target {
        Target::Bvh => {
            let mut options = BvhOptions::default();
            // What others read is meant here: they agree about an offset of 0 only.
            (options.sites, options.roots_at_origin) = (arguments.sites, true);
            vec![bvh(clip, 0, &options)?.into_bytes()]
        }
        Target::Asf => {
            let options = AcclaimOptions::default();
            vec![asf(clip, &options)?.into_bytes(), amc(clip, 0, &options)?.into_bytes()]
        }
        Target::Skel => vec![skel(clip, &SkelOptions::default())?, anim(clip, 0, &AnimOptions::default())?],
        Target::X3d => vec![x3d(clip, &X3dOptions::default())?.into_bytes()],
        Target::Gltf | Target::Glb => {
            let mut options = GltfOptions::default();
            (options.mesh, options.sites) = (!arguments.no_mesh, arguments.sites);
            vec![if target == Target::Glb { glb(clip, &options)? } else { gltf(clip, &options)?.into_bytes() }]
        }
        Target::Csv => {
            let mut options = CsvOptions::default();
            options.positions = arguments.columns != Columns::Rotations;
            options.rotations = arguments.columns != Columns::Positions;
            vec![csv(clip, 0, &options)?.into_bytes()]
        }
        Target::Npz => vec![npz(clip, 0)?],
    };
    let named = target.extensions().iter().zip(files);
    Ok(named.map(|(extension, bytes)| Part { extension, bytes }).collect())
}
