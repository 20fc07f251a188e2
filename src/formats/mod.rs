//! Reads files into clips.
//!
//! # A whole file
//!
//! [`read_file`] reads a file from disk, [`read_file_with`] one with its companions, and [`parse`] one in memory:
//!
//! ```
//! let text = b"HIERARCHY ROOT hips { OFFSET 0 0 0 CHANNELS 3 Zrotation Xrotation Yrotation }
//!     MOTION Frames: 1 Frame Time: 0.1
//!     0 90 0";
//! let clip = marey::formats::parse("wave.bvh", text, marey::Limits::default())?;
//! assert_eq!((clip.name.as_str(), clip.behaviours[0].motion.frame_count()), ("wave", 1));
//! # Ok::<(), marey::ParseError>(())
//! ```
//!
//! # A file that arrives in chunks
//!
//! Feed a [`Parser`] with a file's bytes as they come, in chunks of any size: clip, warnings and errors do not depend on the
//! chunks. For a complete clip, [`push`](Parser::push) and [`finish`](Parser::finish) are all that is needed.
//!
//! BVH and AMC can be played before they are complete. Once their frames have begun,
//! - [`preview`](Parser::preview) shows the clip without frames: name, skeleton, which joints move, rate;
//! - [`take_frames`](Parser::take_frames) returns the frames since the last call, to be
//!   [appended](crate::model::Motion::append) to the preview's motion;
//! - [`estimated_frames`](Parser::estimated_frames) estimates the total number of frames;
//! - `finish` returns the clip with the frames not taken, possibly none. Its warnings and
//!   [position mode](crate::model::Source::position_mode) are final, those of the preview are not.
//!
//! Other formats are read at the end: until then there is no preview and there are no frames, and `finish` returns the whole
//! clip. The same code serves both:
//!
//! ```
//! use marey::{Limits, formats::Parser};
//!
//! let header = "HIERARCHY ROOT hips { OFFSET 0 0 0 CHANNELS 1 Xrotation } MOTION Frames: 2000 Frame Time: 0.01\n";
//! let file = header.to_owned() + &"90\n".repeat(2000);
//!
//! let mut parser = Parser::new("wave.bvh", Some(file.len() as u64), Limits::default());
//! let mut playing = None;
//! for piece in file.as_bytes().chunks(1500) {
//!     parser.push(piece)?;
//!     if let Some(frames) = parser.take_frames()
//!         && let Some(clip) = parser.preview()
//!     {
//!         let motion = playing.get_or_insert_with(|| clip.behaviours[0].motion.clone());
//!         motion.append(frames.frames(0..frames.frame_count()))?;
//!     }
//! }
//! let mut clip = parser.finish()?;
//! if let Some(mut motion) = playing {
//!     let rest = &clip.behaviours[0].motion;
//!     motion.append(rest.frames(0..rest.frame_count()))?;
//!     if let Some(mode) = clip.source.position_mode {
//!         motion.set_position_mode(&clip.skeleton, mode);
//!     }
//!     clip.behaviours[0].motion = motion;
//! }
//! assert_eq!(clip.behaviours[0].motion.frame_count(), 2000);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Files that need others
//!
//! The skeleton of an AMC or ANIM is in another file: give such files to the parser as [`Companions`] before its first bytes.
//! [`parse_set`] reads several files and finds out which belong together.

// Its macro is for all families.
#[macro_use]
mod reading;

mod acclaim;
mod arrays;
mod bvh;
mod c3d;
mod fbx;
mod gltf;
mod hanim;
mod registry;
mod skel;
mod trc;

pub use reading::{ArrayOptions, Family, FormatReader, Kind, ReadOptions, ReaderStart, Role};
pub use registry::{
    Companions, Formats, KINDS, KindInfo, NewFamily, PICTURE_EXTENSIONS, Parser, ReadError, is_arrays, is_plain_bvh,
    parse, parse_set, parse_set_of, read_file, read_file_with, read_stream, sniff,
};

pub mod families {
    //! The families that this crate reads, for [`Formats::with`](super::Formats::with).

    pub use super::acclaim::family as acclaim;
    pub use super::arrays::family as arrays;
    pub use super::bvh::family as bvh;
    pub use super::c3d::family as c3d;
    pub use super::fbx::family as fbx;
    pub use super::gltf::family as gltf;
    pub use super::hanim::family as hanim;
    pub use super::skel::family as sims;
    pub use super::trc::family as trc;
}
