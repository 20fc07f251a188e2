//! Writers: each turns a [`Clip`] into the text or the bytes of one file, the reverse of [`marey::formats`].
//!
//! | to | use |
//! |---|---|
//! | write a file | the function of its format, below; with a choice of formats, a [`Target`] |
//! | cut, resample or mirror a clip, or have it as BVH | the methods of [`WriteClip`] |
//! | write a part, another rate, unit or up axis, or in place | [`excerpt`](fn@excerpt) |
//! | the same, where the file does not state its unit or up axis | [`convert`] |
//! | know what BVH changes of a skeleton | [`bvh_changes`] |
//! | have positions and rotations as arrays | [`arrays`](fn@arrays); as a file, [`npz`](fn@npz) |
//!
//! A writer refuses what its format cannot hold, with a [`WriteError`] that says what that is. Its documentation lists what
//! it converts (names, rest rotations). Files stay within the default [limits](marey::Limits) of Marey's readers.
//! Joint positions match the clip's within a millionth of the figure's size, unless the options ask for fewer decimals.
//!
//! | format | skeleton | motion | has no |
//! |---|---|---|---|
//! | BVH | [`bvh`] | the same file | scales, rest rotations, uneven frames, units |
//! | Acclaim | [`asf`] | [`amc`] | scales, uneven frames, rates, units of length |
//! | The Sims | [`skel`] | [`anim`] | scales, uneven frames, other rates than 30 a second |
//! | HAnim | [`x3d`] | the same file, all behaviours | |
//! | glTF 2.0 | [`gltf`], [`glb`] | the same file, all behaviours | displacers |
//! | VRMA | [`vrma`] | the same file | joints that are no bones of VRM's humanoid, scales |
//! | tables for spreadsheets | | [`csv`] | skeleton, units |
//! | arrays for NumPy | [`npz`](fn@npz) | the same file | scales, except in positions |
//! | an array of positions | | [`npy`] | skeleton, rates, units |
//!
//! Every function writes the whole clip. A [generated body](marey::look::body_of) as its skin is written as X3D and glTF, with joints between the
//! clip's own that keep twisted and bent limbs in shape.
//!
//! ```
//! use marey_write::{BvhOptions, bvh};
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

#![forbid(unsafe_code)]

mod acclaim;
mod arrays;
mod baked;
mod bvh;
mod clip;
mod conversion;
mod csv;
mod error;
mod excerpt;
mod fields;
mod figure;
mod gltf;
mod mended;
mod mirror;
mod names;
mod npz;
mod number;
mod placing;
mod rate;
mod readable;
mod setters;
mod sims;
mod target;
mod x3d;

pub use acclaim::{AcclaimOptions, BoneOptions, BoneRotation, amc, asf};
pub use arrays::{Arrays, arrays};
pub use bvh::{BvhChanges, BvhOptions, bvh, bvh_changes};
pub use clip::WriteClip;
pub use conversion::{Choice, Conversion, convert, readable_unit};
pub use csv::{CsvOptions, csv};
pub use error::WriteError;
pub use excerpt::{Excerpt, Moments, SAME_RATE, Space, excerpt};
pub use fields::{csv_number, csv_text};
pub use figure::Sampling;
pub use gltf::{GltfOptions, glb, gltf, json_text, vrma};
pub use mended::MENDED;
pub use names::names;
pub use npz::{NpzWriter, npy, npz, pymotion_npz};
pub use sims::{AnimEvent, AnimOptions, SkelBone, SkelOptions, anim, skel};
pub use target::{Target, TargetOptions};
pub use x3d::{MotionNodes, SegmentOptions, Thinning, X3dOptions, x3d};

pub use marey::euler::RotationOrder;
use marey::model::{Clip, Motion};

// The writers ignore the result of `write!` into a `String`: it cannot fail.

/// The motion of a behaviour, by its index.
fn behaviour(clip: &Clip, behaviour: usize) -> Result<&Motion, WriteError> {
    let count = clip.behaviours.len();
    let found = clip.behaviours.get(behaviour).ok_or(WriteError::NoBehaviour { behaviour, count })?;
    Ok(&found.motion)
}
