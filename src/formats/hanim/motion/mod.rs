//! What a figure does. Each TimeSensor, with everything that it moves, is a behaviour, and so is each HAnimMotion.
//!
//! - [`routes`]: which sensor moves what, by ROUTEs. [`interpolators`]: keys, values, and the values between them.
//! - [`time_sensors`]: behaviours of TimeSensors. [`hanim_motion`]: behaviours of HAnimMotions, with their
//!   [`channels`].
//! - [`rows`]: the frames of both. [`behaviours`]: all behaviours of a file in their order.

mod behaviours;
mod channels;
mod hanim_motion;
mod interpolators;
mod routes;
mod rows;
mod time_sensors;

use glam::{DQuat, DVec3};

pub(super) use self::behaviours::{read, read_on};
pub(super) use self::channels::changes_scales;
pub(super) use self::hanim_motion::named_joints;
pub(super) use self::routes::{RouteChain, moved_nodes, route_chains};

/// A field of a node that can move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum AnimatedProperty {
    Translation,
    Rotation,
    Scale,
    /// The strength of a displacer.
    Weight,
}

impl AnimatedProperty {
    /// The field's name.
    fn name(self) -> &'static str {
        match self {
            Self::Translation => "translation",
            Self::Rotation => "rotation",
            Self::Scale => "scale",
            Self::Weight => "weight",
        }
    }
}

/// The value of a property at a moment.
#[derive(Debug, Clone, Copy, PartialEq)]
enum PropertyValue {
    Rotation(DQuat),
    /// A translation or a scale. A weight is x.
    Vector(DVec3),
}
