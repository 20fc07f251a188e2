//! The core of Marey: motion files in, world matrices out.
//!
//! # Conventions
//! - **Axes and units** are the file's own. Nothing is flipped or scaled while reading.
//! - **Rotations** are unit quaternions, **matrices** act on column vectors: `world = parent * T * R`.
//! - **Order** is parents first: `parents[i] < i`.
//! - **Time** is in seconds (`f64`) from the first frame; a motion of `n` frames lasts `(n - 1) * frame_time`.
//!
//! # Layers
//! `error <- model <- {formats, pack}` and `model <- {pose, pack} <- scene` (a scene shows a clip while its packets still
//! arrive); `tests/layers.rs` enforces these arrows.

#![forbid(unsafe_code)]

mod error;
pub mod formats;
pub mod model;
pub mod pack;
pub mod pose;
pub mod scene;

pub use error::{ErrorKind, Limits, Location, ParseError, Warning, Warnings};
