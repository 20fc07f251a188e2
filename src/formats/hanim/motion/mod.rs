//! The behaviours of a figure: one per TimeSensor with everything that it moves, per HAnimMotion and per HAnimPose.
//!
//! [`behaviours`] collects them. [`routes`] finds which sensor drives which of the [`interpolators`], and what these
//! move. [`rows`] has the frames of all behaviours. [`shared`] transfers one to another figure, [`limit_marks`] marks
//! where one exceeds joint limits.

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

pub(super) use self::behaviours::{FigureMotions, read, read_for_figure};
pub(super) use self::hanim_motion::named_joints;
pub(super) use self::moved_points::read as moved_points;
pub(super) use self::routes::{RouteChains, moved_nodes, route_chains};
pub(super) use self::shared::on_other_figure;
use super::scene::SceneTree;

pub(super) fn changes_scales(tree: &SceneTree) -> bool {
    channels::changes_scales(tree) || poses::changes_scales(tree)
}

/// A field of a node that can be animated.
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
    /// A translation or a scale; a weight is in x.
    Vector(DVec3),
}
