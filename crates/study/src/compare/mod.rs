//! Measures how two motions differ: how far their common joints are from each other, at the same moments or after a shift or a
//! warp in time.
//!
//! ```
//! use marey::body::Subject;
//! use marey_study::compare::{Timing, common_joints, compare};
//! # let file = b"HIERARCHY ROOT Hips { OFFSET 0 90 0 CHANNELS 1 Zrotation JOINT Chest { OFFSET 0 30 0 CHANNELS 1 Zrotation
//! #     End Site { OFFSET 0 10 0 } } } MOTION\nFrames: 2\nFrame Time: 0.5\n0 0\n10 0";
//! # let a = marey::formats::parse("a.bvh", file, marey::Limits::default())?;
//! # let b = a.clone();
//!
//! let (a, b) = (Subject::new(&a, 0)?, Subject::new(&b, 0)?);
//! let common = common_joints(&a, &b)?;
//! let compared = compare(&a, &b, &common, Timing::Offset(0.0))?;
//! assert_eq!(compared.mpjpe.mean, 0.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Distances are in millimetres, positions in metres with +Y up, whatever the files' units and axes: [`Subject`](marey::body::Subject). The first of two
//! clips is the reference, whose frames and clock count.

mod joints;
mod measures;
mod moments;
mod refusal;
mod rigid;
mod shifts;
#[cfg(test)]
mod tests;
mod timing;
mod warp;

pub use joints::{CommonJoints, JointPair, PairedBy, common_joints};
pub use measures::{Comparison, Distance, Errors, JointErrors, Moment, Timing, compare};
pub use refusal::CompareError;
pub use timing::{BestOffset, best_offset};
pub use warp::{Warp, warp};
