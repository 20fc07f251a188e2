//! A motion with its skeleton in a few thousand characters, so that a link can carry it, and in files (`.marey`).
//!
//! Packing is lossy, as JPEG is for pictures: joints stay within a few millimetres of a figure 1.8 m tall. Five seconds of
//! a person take 1.4 kB (mean error 5 mm), 3.9 kB (1.5 mm) or 7.8 kB (99th percentile 2 mm).
//!
//! ```
//! use marey_link::{Excerpt, link_limits, Quality, encode, from_text, to_text};
//! use marey::{Limits, formats};
//!
//! let bytes = b"HIERARCHY ROOT Hips { OFFSET 0 90 0 CHANNELS 1 Zrotation End Site { OFFSET 0 10 0 } }
//!     MOTION
//!     Frames: 3
//!     Frame Time: 0.5
//!     30 35 40";
//! let clip = formats::parse("walk.bvh", bytes, Limits::default())?;
//!
//! let packed = encode(&clip, &Excerpt::whole(Quality::STANDARD), &mut |_| true)?;
//! let text = to_text(&packed.bytes);
//! assert!(text.len() < 80 && packed.report.accuracy.mean_mm < 1.5);
//!
//! let back = from_text(&text, &link_limits())?;
//! assert_eq!(back.behaviours[0].motion.frame_count(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Rotations become vectors around a mean pose, curves become wavelet coefficients of spline points, channels are predicted
//! from other channels, and an adaptive range coder writes the residuals. [`encode()`] chooses them by the error of all
//! joint positions. `docs/motion-in-a-link.md` specifies the format; every version ever written stays readable.

#![forbid(unsafe_code)]

mod address;
mod bits;
mod block;
mod bones;
mod coefficients;
mod curves;
mod damage;
mod decode;
mod encode;
mod envelope;
mod grid;
mod head;
mod lanes;
mod marks;
mod maths;
mod names;
mod range_coder;
mod reader;
mod rig;
mod steps;
mod text;
mod wavelet;
pub use address::{clip_in, parameter};
pub use decode::{decode, decode_file, from_text, is_file, link_limits};
pub use encode::{Encoded, Excerpt, LeftOut, LinkError, LinkReport, Quality, Slide, encode, encode_file};
pub use head::Accuracy;
pub use marks::MARKS_NOTE;
pub use reader::family;
pub use text::to_text;
