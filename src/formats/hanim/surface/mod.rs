//! The surface of a figure: shapes of segments, skins with their weights, displacers, meshes, textures and colours.

pub(crate) mod assembly;
pub(crate) mod displacers;
pub(crate) mod mesh;
pub(crate) mod skin;
pub(crate) mod textures;
