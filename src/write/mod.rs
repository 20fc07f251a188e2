//! Clips as files: what [`crate::formats`] reads, the other way round.
//!
//! Each function takes a [`Clip`] and gives the text or the bytes of one file. What a format has no place for is refused
//! with a [`WriteError`] that names it; what it writes another way (names, rest rotations) stands with the function.
//! Nothing is written that Marey's own readers would refuse for its size: by their default [limits](crate::Limits).
//! Joints are where the clip has them, within a millionth of the figure's size unless the options ask for fewer decimals.
//!
//! | format | skeleton | motion | has no |
//! |---|---|---|---|
//! | BVH | [`bvh`] | the same file | scales, rest rotations, uneven frames, units |
//! | Acclaim | [`asf`] | [`amc`] | scales, uneven frames, rates, units of length |
//! | The Sims | [`skel`] | [`anim`] | scales, uneven frames, other rates than 30 a second |
//! | HAnim | [`x3d`] | the same file, all behaviours | |
//! | glTF 2.0 | [`gltf`], [`glb`] | the same file, all behaviours | displacers |
//! | tables for spreadsheets | | [`csv`] | skeleton, units |
//! | arrays for NumPy | [`npz`](fn@npz) | the same file | scales, but in positions |
//!
//! A [`Target`] is one of these formats, for programs that let others choose. All write whole clips. A part of one, in another rate, unit or up axis, or in place, is a clip of its own that
//! [`excerpt`](fn@excerpt) makes.
//!
//! ```
//! use marey::write::{BvhOptions, bvh};
//! use marey::{Limits, formats};
//!
//! let bytes = b"HIERARCHY ROOT Hips { OFFSET 0 90 0 CHANNELS 1 Zrotation End Site { OFFSET 0 10 0 } }
//!     MOTION
//!     Frames: 1
//!     Frame Time: 0.5
//!     30";
//! let clip = formats::parse("walk.bvh", bytes, Limits::default())?;
//!
//! let text = bvh(&clip, 0, &BvhOptions::default()).unwrap();
//! assert!(text.ends_with("Frames: 1\nFrame Time: 0.5\n0 90 0 30 0 0\n"));
//! # Ok::<(), marey::ParseError>(())
//! ```

mod acclaim;
mod bvh;
mod clip;
mod csv;
mod error;
mod euler;
mod even_rate;
mod excerpt;
mod figure;
mod gltf;
mod names;
#[cfg(feature = "npz")]
mod npz;
mod number;
mod placing;
mod readable;
mod setters;
mod sims;
mod target;
mod x3d;

pub use acclaim::{AcclaimOptions, BoneOptions, BoneRotation, amc, asf};
pub use bvh::{BvhChanges, BvhOptions, bvh, bvh_changes};
pub use csv::{CsvOptions, csv};
pub use error::WriteError;
pub use euler::RotationOrder;
pub use even_rate::even_rate;
pub use excerpt::{Excerpt, Moments, Space, excerpt};
pub use figure::Sampling;
pub use gltf::{GltfOptions, glb, gltf};
pub use names::names;
#[cfg(feature = "npz")]
pub use npz::npz;
pub use sims::{AnimEvent, AnimOptions, SkelBone, SkelOptions, anim, skel};
pub use target::{Target, TargetOptions};
pub use x3d::{MotionNodes, SegmentOptions, Thinning, X3dOptions, x3d};

use crate::model::{Clip, Motion};

/// The motion of a behaviour.
fn behaviour(clip: &Clip, behaviour: usize) -> Result<&Motion, WriteError> {
    let count = clip.behaviours.len();
    let found = clip.behaviours.get(behaviour).ok_or(WriteError::NoBehaviour { behaviour, count })?;
    Ok(&found.motion)
}
