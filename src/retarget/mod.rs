//! Plays the motion of one person on the body of another.

mod align;
mod goals;
mod legs;
mod map;
mod math;
mod measures;
mod options;
mod reference;
mod rig;
mod solver;
mod tracks;
mod transfer;
mod turns;

pub use map::{BodyMap, Finger, NoMap, Part, SideMap};
pub use measures::{FootMeasures, Measures, Spread, measures};
pub use options::{Feet, Options};
pub use transfer::{Retarget, RetargetError};
