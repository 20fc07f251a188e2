//! What a figure does: each TimeSensor with what it moves, and each HAnimMotion.
//!
//! - [`routes`]: who moves what, by ROUTEs. [`interpolators`]: keys and values, and what lies between.
//! - [`time_sensors`]: behaviours of TimeSensors. [`hanim_motion`]: behaviours of HAnimMotions, with their [`channels`].
//! - [`rows`]: frames of either. [`behaviours`]: all behaviours of a file in their order.

mod behaviours;
mod channels;
mod hanim_motion;
mod interpolators;
mod routes;
mod rows;
mod time_sensors;

use glam::{DQuat, DVec3};

pub(super) use self::behaviours::read;
pub(super) use self::channels::changes_scales;
pub(super) use self::routes::{moved_nodes, route_chains};

/// What of a node moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum AnimatedProperty {
    Translation,
    Rotation,
    Scale,
    /// How strong a displacer is.
    Weight,
}

/// The value of a property at a moment.
#[derive(Debug, Clone, Copy, PartialEq)]
enum PropertyValue {
    Rotation(DQuat),
    /// A translation or a scale; of a weight, x alone.
    Vector(DVec3),
}
