//! What a figure does: interpolators driven by ROUTEs, and HAnimMotions.

pub(crate) mod behaviours;
pub(crate) mod hanim_motion;
pub(crate) mod interpolators;
pub(crate) mod routes;
