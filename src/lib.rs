//! The core of Marey: motion files in, world matrices out.
//!
//! # Conventions
//! - **Axes and units** are the file's own. Nothing is flipped or scaled while reading.
//! - **Rotations** are unit quaternions, **matrices** act on column vectors: `world = parent * T * R`.
//! - **Order** is parents first: `parents[i] < i`.
//! - **Time** is in seconds (`f64`) from the first frame; a motion of `n` frames lasts `(n - 1) * frame_time`.
//!
//! # Layers
//! `error <- model <- {formats, pack, write}` and `model <- {pose, pack} <- scene` (a scene shows a clip while its packets still
//! arrive); `maths` is below all of them. `tests/layers.rs` enforces these arrows.
//!
//! # Read a file and pose it
//! ```
//! use marey::pose::{Interpolation, Pose, sample, world_matrices};
//! use marey::{Limits, formats};
//!
//! let bytes = b"HIERARCHY ROOT Hips { OFFSET 0 0 0 CHANNELS 3 Xposition Yposition Zposition
//!     End Site { OFFSET 0 10 0 } }
//!     MOTION
//!     Frames: 2
//!     Frame Time: 0.5
//!     0 90 0
//!     4 90 0";
//! let clip = formats::parse("walk.bvh", bytes, Limits::default())?;
//! let motion = &clip.behaviours[0].motion;
//!
//! let mut pose = Pose::rest(&clip.skeleton);
//! sample(motion, 0.25, Interpolation::Linear, &mut pose);
//! world_matrices(&clip.skeleton, glam::Affine3A::IDENTITY, &mut pose);
//! assert_eq!(pose.world[1].translation.to_array(), [2.0, 100.0, 0.0]);
//! # Ok::<(), marey::ParseError>(())
//! ```
//!
//! # Read a file while it arrives
//! Any chunking of the bytes gives the same clip. What is odd about a file is a warning with its place; a file that
//! cannot be shown is refused, also with a place.
//! ```
//! use marey::{Limits, formats::Parser};
//!
//! let mut parser = Parser::new("walk.bvh", None, Limits::default());
//! let refused = [&b"HIERARCHY ROOT Hips { OFFSET 0"[..], b" x 0 } "]
//!     .into_iter()
//!     .find_map(|chunk| parser.push(chunk).err())
//!     .or_else(|| parser.finish().err());
//! let message = refused.map(|error| error.to_string()).unwrap_or_default();
//! assert!(message.starts_with("1:32: bvh.syntax: expected "), "{message}");
//! ```
//!
//! # Put a clip on a stage
//! A [`scene::Scene`] guesses unit, up axis and ground, frames the motion, and tells what to draw at each moment.
//! ```
//! use marey::scene::Scene;
//! # use marey::{Limits, formats, pack, pose::boxes};
//! # let bytes = b"HIERARCHY ROOT Hips { OFFSET 0 0 0 CHANNELS 3 Xposition Yposition Zposition End Site { OFFSET 0 165 0 } }
//! # MOTION Frames: 1 Frame Time: 0.5
//! # 0 0 0";
//! # let clip = formats::parse("walk.bvh", bytes, Limits::default())?;
//! // A worker packs what it has read; the page unpacks it, whole or packet by packet.
//! let motion = &clip.behaviours[0].motion;
//! let mut packets = pack::head(&clip, &[motion.frame_count()]);
//! let boxes = boxes(&clip.skeleton, motion);
//! packets.extend(pack::rows(0, motion.frames(0..motion.frame_count()), &boxes));
//! packets.extend(pack::tail(&clip));
//!
//! let mut scene = Scene::new();
//! scene.show(pack::unpack(&packets)?);
//! scene.clock.play();
//! assert!(scene.advance(0.0).dirty);
//! assert_eq!(scene.instances().bones.len(), 1);
//! # Ok::<(), marey::ParseError>(())
//! ```

#![forbid(unsafe_code)]

mod bytes;
mod decimal;
mod error;
pub mod formats;
pub mod maths;
pub mod model;
pub mod pack;
pub mod pose;
pub mod scene;
pub mod write;

pub use error::{ErrorKind, Limits, Location, ParseError, Warning, Warnings};
