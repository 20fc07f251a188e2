//! What a figure does. Each TimeSensor, with everything that it moves, is a behaviour, and so are each HAnimMotion and each
//! HAnimPose.
//!
//! - [`routes`]: which sensor moves what, by ROUTEs. [`interpolators`]: keys, values, and the values between them.
//!   [`moved_points`]: which points of shapes and skins interpolators move.
//! - [`time_sensors`]: behaviours of TimeSensors. [`hanim_motion`]: behaviours of HAnimMotions, with their
//!   [`channels`].
//! - [`poses`]: behaviours of HAnimPoses.
//! - [`limit_marks`]: where a motion turns joints farther than they can be.
//! - [`shared`]: a behaviour of another figure. [`rows`]: the frames of all of these. [`behaviours`]: all behaviours of a file in their order.

mod behaviours;
mod channels;
mod hanim_motion;
mod interpolators;
mod limit_marks;
mod moved_points;
mod poses;
mod routes;
mod rows;
mod shared;
mod time_sensors;

use glam::{DQuat, DVec3};

pub(super) use self::behaviours::{Played, read, read_on, tell_apart};
pub(super) use self::hanim_motion::named_joints;
pub(super) use self::moved_points::read as moved_points;
pub(super) use self::routes::{RouteChains, moved_nodes, route_chains};
pub(super) use self::shared::on_other_figure;
use super::scene::SceneTree;

/// Whether a motion or a pose changes scales.
pub(super) fn changes_scales(tree: &SceneTree) -> bool {
    channels::changes_scales(tree) || poses::changes_scales(tree)
}

/// A field of a node that can move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum AnimatedProperty {
    Translation,
    Rotation,
    Scale,
    /// The strength of a displacer.
    Weight,
    /// The points of a Coordinate.
    Points,
}

impl AnimatedProperty {
    /// The field's name.
    fn name(self) -> &'static str {
        match self {
            Self::Translation => "translation",
            Self::Rotation => "rotation",
            Self::Scale => "scale",
            Self::Weight => "weight",
            Self::Points => "point",
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
