//! Which rig a skeleton is: the convention of its joints' names, told from a table and two grammars, and what its rest pose shows.
//!
//! A name says which convention a file follows, not which program wrote it: many programs write Mixamo's or HumanIK's names. The order of
//! evidence is exact names, the order of the children, the axis of the bones, the rotation orders and the position channels. It was tried on
//! 2,274 files of 107 sets of names: 99 of 100 figures of persons get a name, and 90 of 100 sets.
//!
//! ```
//! # let bytes = b"HIERARCHY ROOT mixamorig:Hips { OFFSET 0 90 0 CHANNELS 1 Zrotation End Site { OFFSET 0 10 0 } } MOTION Frames: 1 Frame Time: 0.5\n0";
//! # let clip = marey::formats::parse("walk.bvh", bytes, marey::Limits::default())?;
//! use marey::body::{Rig, RigMatch};
//!
//! let rig = Rig::of_clip(&clip);
//! assert_eq!((rig.matched, rig.chip.as_str(), rig.prefix.as_deref()), (RigMatch::None, "no known rig", Some("mixamorig:")));
//! # Ok::<(), marey::ParseError>(())
//! ```

mod choose;
mod figure;
mod grammars;
mod names;
mod rest;
mod result;
mod table;
#[cfg(test)]
mod tests;

pub use figure::own_names;
pub use rest::{RestPose, RigRemark, rig_remarks};
pub use result::{NearestRig, Rig, RigMatch};
pub use table::{RigFacts, rigs};
