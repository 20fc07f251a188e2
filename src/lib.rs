//! Reads files of skeletal motion and poses their skeletons: BVH, Acclaim (ASF and AMC), The Sims (SKEL and ANIM), HAnim (X3D and VRML in
//! every encoding), glTF, markers (C3D and TRC) and arrays of NumPy. The core of the Marey player.
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
//! | tell by which convention joints are named, and what a rest pose shows | [`body::Rig`], [`body::RestPose`] |
//! | find which joint is which part of a person, and the pose that its rotations count from | [`body::BodyMap`], [`body::ReferencePose`] |
//! | change a motion | [`Motion::edit_frame`](model::Motion::edit_frame) |
//! | write a file; cut, resample or mirror a clip | the crate `marey-write` |
//! | measure joints, steps and the centre of mass; compare two motions; play a motion on another figure; draw moments for paper | the crate `marey-study` |
//! | make films without a window | the crate `marey-film` |
//! | read labels of clips | the crate `marey-labels` |
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
//! # Read files that need each other
//! Their names and contents tell which belong together.
//! ```
//! use marey::{Limits, formats};
//!
//! let skeleton = b":root order tx ty tz rx ry rz
//!     :bonedata begin name thigh direction 0 -1 0 length 10 axis 0 0 0 XYZ dof rx end
//!     :hierarchy begin root thigh end";
//! let motion = b":fully-specified :degrees\n1\nroot 0 90 0 0 0 0\nthigh 0\n2\nroot 0 90 0 0 0 0\nthigh 90\n";
//! let clips = formats::parse_set(&[("07.asf", skeleton), ("07_01.amc", motion)], Limits::default());
//! for (file, clip) in clips {
//!     assert_eq!((file.as_str(), clip?.behaviours[0].motion.frame_count()), ("07_01.amc", 2));
//! }
//! # Ok::<(), marey::ParseError>(())
//! ```
//!
//! # Every joint, frame by frame
//! ```
//! # let bytes = b"HIERARCHY ROOT Hips { OFFSET 0 90 0 CHANNELS 3 Zrotation Xrotation Yrotation
//! #     End Site { OFFSET 0 10 0 } } MOTION Frames: 2 Frame Time: 0.5\n0 0 0\n90 0 0";
//! # let clip = marey::formats::parse("wave.bvh", bytes, marey::Limits::default())?;
//! for frame in 0..clip.behaviours[0].motion.frame_count() {
//!     let places = clip.positions(0, frame).unwrap_or_default();
//!     for (name, place) in clip.skeleton.names().iter().zip(&places) {
//!         println!("{frame} {name}: {place}"); // the file's axes and unit
//!     }
//!     assert_eq!(places.len(), clip.skeleton.len());
//! }
//! # Ok::<(), marey::ParseError>(())
//! ```
//!
//! # What the body says
//! A file of BVH states neither unit nor up axis: names and bones tell.
//! ```
//! # let bytes = b"HIERARCHY ROOT Hips { OFFSET 0 0 0 CHANNELS 3 Xposition Yposition Zposition
//! #   JOINT Spine { OFFSET 0 30 0 CHANNELS 1 Zrotation JOINT Head { OFFSET 0 40 0 CHANNELS 1 Zrotation End Site { OFFSET 0 20 0 } } }
//! #   JOINT LeftUpLeg { OFFSET 10 0 0 CHANNELS 1 Xrotation JOINT LeftLeg { OFFSET 0 -45 0 CHANNELS 1 Xrotation
//! #     JOINT LeftFoot { OFFSET 0 -45 0 CHANNELS 1 Xrotation End Site { OFFSET 0 -5 10 } } } }
//! #   JOINT RightUpLeg { OFFSET -10 0 0 CHANNELS 1 Xrotation JOINT RightLeg { OFFSET 0 -45 0 CHANNELS 1 Xrotation
//! #     JOINT RightFoot { OFFSET 0 -45 0 CHANNELS 1 Xrotation End Site { OFFSET 0 -5 10 } } } } }
//! #   MOTION Frames: 2 Frame Time: 0.5\n0 95 0 0 0 0 0 0 0 0 0\n30 95 0 0 0 0 0 0 0 0 0";
//! # let clip = marey::formats::parse("walk.bvh", bytes, marey::Limits::default())?;
//! use marey::body::{Subject, side_of_name, Side};
//!
//! let subject = Subject::new(&clip, 0).unwrap();
//! assert_eq!((subject.scale.unit.metres(), subject.up().name()), (0.01, "y"));
//! assert_eq!(side_of_name("LeftUpLeg"), Side::Left);
//! let mut pose = subject.pose();
//! pose.move_to(0.25);
//! assert!((pose.place(0).x - 0.15).abs() < 1e-6, "metres, half way");
//! # Ok::<(), marey::ParseError>(())
//! ```
//!
//! # Change a motion
//! ```
//! # let bytes = b"HIERARCHY ROOT Hips { OFFSET 0 90 0 CHANNELS 3 Zrotation Xrotation Yrotation
//! #     End Site { OFFSET 0 10 0 } } MOTION Frames: 2 Frame Time: 0.5\n0 0 0\n90 0 0";
//! # let mut clip = marey::formats::parse("wave.bvh", bytes, marey::Limits::default())?;
//! use marey::glam::Quat;
//!
//! let hips = clip.skeleton.find("Hips").unwrap();
//! let motion = &mut clip.behaviours[0].motion;
//! for frame in 0..motion.frame_count() {
//!     motion.edit_frame(frame, |row| {
//!         if let Some(rotation) = row.rotation_mut(hips as u16) {
//!             *rotation = Quat::from_rotation_y(0.5) * *rotation;
//!         }
//!     })?;
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
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
//! `error <- model <- pose <- body <- formats`, `body <- look`; `tests/layers.rs` enforces these arrows, and those between `formats/reading`, the
//! families, and the registry. The hot loops are the crate `marey-kernels`,
//! below all of them; `marey-write`, `marey-study` and `marey-link` (motion packed for links and `.marey` files) stand on this crate, and `marey-film` on those that draw.

#![forbid(unsafe_code)]
pub mod body;
#[doc(hidden)]
pub mod checked;
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
pub mod within;

#[doc(hidden)]
pub use error::SceneLimits;
pub use error::{ErrorKind, Limits, Location, Occurrence, ParseError, Warning};
pub use formats::{ReadError, read_file, read_file_with};
#[cfg(test)]
extern crate self as marey;

/// Vectors, quaternions and matrices, in the version that this crate uses.
pub use glam;
