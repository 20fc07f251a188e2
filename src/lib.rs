//! Reads files of skeletal motion and poses their skeletons: BVH, Acclaim (ASF and AMC), The Sims (SKEL and ANIM), HAnim (X3D and VRML in
//! every encoding) and arrays of NumPy. The core of the Marey player.
//!
//! ```no_run
//! let clip = marey::read_file("walk.bvh")?;
//! for behaviour in &clip.behaviours {
//!     println!("{}: {} frames, {} s", behaviour.name, behaviour.motion.frame_count(), behaviour.motion.duration());
//! }
//! # Ok::<(), marey::ReadError>(())
//! ```
//!
//! | to | use |
//! |---|---|
//! | read a file | [`read_file`]; bytes: [`formats::parse`]; while they arrive: [`formats::Parser`] |
//! | read files that need each other | [`read_file_with`], [`formats::parse_set`] |
//! | look at what was read | [`model::Clip`], [`model::Skeleton`], [`model::Motion`] |
//! | find parts of a body, its unit, its up axis | [`body`] |
//! | have a motion in metres, with +Y up | [`body::Subject`] |
//! | have the joints' places in a frame | [`Clip::positions`](model::Clip::positions), [`Clip::world_matrices`](model::Clip::world_matrices) |
//! | pose the skeleton at a moment | [`pose::sample`], [`pose::world_matrices`] |
//! | make a clip of your own | [`model::SkeletonBuilder`], [`model::MotionBuilder`] |
//! | find which joint is which part of a person, and the pose that its rotations count from | [`body::BodyMap`], [`body::ReferencePose`] |
//! | change a motion | [`Motion::edit_frame`](model::Motion::edit_frame) |
//! | write a file; cut, resample or mirror a clip | the crate `marey-write` |
//! | measure joints, steps and the centre of mass; compare two motions; play a motion on another figure; draw moments for paper | the crate `marey-study` |
//! | pack a motion into a link, or a small file | the crate `marey-link` |
//!
//! No bytes make it panic: whatever cannot be read is a [`ParseError`] that says where and why, and whatever was odd is a
//! [`Warning`] in the clip. The examples in the repository (`inspect`, `pose_at_time`, `stream`) are whole
//! programs.
//!
//! # Conventions
//! - **Axes and units** are the file's own, with one exception: files of The Sims are left-handed, so their X is negated
//!   while reading, and rotations are mirrored with it ([`model::Format::negated_axis`]). Nothing is scaled but Acclaim's
//!   lengths, which the file asks for ([`model::Source::length_factor`]).
//! - **Rotations** are unit quaternions, **matrices** act on column vectors: `world = parent * T * R`. Vectors, quaternions
//!   and matrices are those of [`glam`].
//! - **Order** is parents first: `parents[i] < i`. Joints are addressed by index, since names may repeat.
//! - **Time** is in seconds (`f64`) from the first frame; a motion of `n` frames lasts `(n - 1) * frame_time`.
//!
//! # Pose a clip
//! ```
//! use marey::glam::Affine3A;
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
//! world_matrices(&clip.skeleton, Affine3A::IDENTITY, &mut pose);
//! assert_eq!(pose.world[1].translation.to_array(), [2.0, 100.0, 0.0]);
//! # Ok::<(), marey::ParseError>(())
//! ```
//!
//! # Read a file while it arrives
//! Any cutting of the bytes gives the same clip. What is odd about a file is a warning with its place; a file that
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
//! assert!(message.starts_with("1:32: bvh.expected-number: expected "), "{message}");
//! ```
//!
//! # Make a clip
//! Builders check every rule once: what they make can be posed, written and shown.
//! ```
//! use std::sync::Arc;
//!
//! use marey::Limits;
//! use marey::glam::{Quat, Vec3};
//! use marey::model::{Channels, JointKind, MotionBuilder, PositionMode, SkeletonBuilder, Time};
//!
//! let limits = Limits::default();
//! let mut joints = SkeletonBuilder::new(&limits);
//! let hip = joints.add("hip", None, JointKind::Joint, Vec3::Y, Quat::IDENTITY)?;
//! joints.add("toe", Some(hip), JointKind::EndSite, Vec3::NEG_Y, Quat::IDENTITY)?;
//! let skeleton = Arc::new(joints.finish()?);
//!
//! let channels = Channels { rotated: vec![hip], ..Channels::default() };
//! let mut frames = MotionBuilder::new(&skeleton, channels, PositionMode::Replace, &limits)?;
//! for angle in [0.0, 0.5, 0.0] {
//!     frames.push_row(|row| row.rotations[0] = Quat::from_rotation_x(angle))?;
//! }
//! let mut motion = frames.finish()?;
//! motion.set_time(Time::Keys(vec![0.0, 0.2, 1.0]))?;
//! assert_eq!(motion.duration(), 1.0);
//! # Ok::<(), marey::model::BuildError>(())
//! ```
//!
//! # Layers
//! `error <- model <- pose <- body <- formats`, `body <- look`; `tests/layers.rs` enforces these arrows. The hot loops are the crate `marey-kernels`,
//! below all of them; `marey-write`, `marey-study` and `marey-link` (motion packed for links and `.marey` files) stand on this crate.

#![forbid(unsafe_code)]
pub mod body;
#[doc(hidden)]
pub mod codes;
#[doc(hidden)]
pub mod compact;
#[doc(hidden)]
pub mod decimal;
mod error;
#[doc(hidden)]
pub mod euler;
pub mod formats;
pub mod look;
pub mod model;
pub mod pose;
mod setters;

#[doc(hidden)]
pub use error::SceneLimits;
pub use error::{ErrorKind, Limits, Location, Occurrence, ParseError, Warning};
pub use formats::{ReadError, read_file, read_file_with};
#[cfg(test)]
extern crate self as marey;

/// Vectors, quaternions and matrices, in the version that this crate uses.
pub use glam;
