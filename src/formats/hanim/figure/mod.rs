//! The figure in a scene: its humanoids, joints, segments and sites, their names and their transforms.

pub(crate) mod assembly;
pub(crate) mod names;
pub(crate) mod sites;
pub(crate) mod standard;
pub(crate) mod transform;
pub(crate) mod walk;
