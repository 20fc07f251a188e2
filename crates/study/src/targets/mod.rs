//! Gives a motion the rig that a program asks for: names, tree, rest pose, rotation orders, position channels, unit, up axis and rate.
//!
//! ```
//! use marey_study::targets::{TargetRig, target_rig};
//! # fn made(walk: &marey::model::Clip) -> Result<marey::model::Clip, Box<dyn std::error::Error>> {
//! let lafan1: &TargetRig = target_rig("lafan1").ok_or("no such rig")?;
//! let applied = lafan1.apply(walk, 0)?;
//! # Ok(applied.clip) }
//! ```
//!
//! The clip that is made states its rotation orders in [`Source::channels`](marey::model::Source::channels), where `marey_write::bvh` finds
//! them. A figure that has the rig already keeps its bones; see [`TargetRig::apply`]. [`TargetRig::make`] does all that `marey convert --as` does,
//! and [`fit`] what it does without `--as`.

mod apply;
mod figure;
mod finish;
mod make;
mod same;
mod table;
#[cfg(test)]
mod tests;
mod tree;

pub use apply::{Applied, ApplyError};
pub use make::{Made, MakeError, fit};
pub use table::{TargetRig, target_rig, target_rigs};
