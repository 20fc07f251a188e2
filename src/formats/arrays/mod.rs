//! Arrays of NumPy that hold motion, as researchers exchange it: positions of joints over time, the vectors of HumanML3D, and
//! poses of SMPL's bodies; `.npy`, `.npz`, and pickles of plain data.
//!
//! No array says what it holds. Keys, shapes and numbers tell:
//!
//! | file | question |
//! |---|---|
//! | `files`, `npy`, `npz`, `pickle`, `stacked` | which arrays are in a file |
//! | `own`, `poselib`, `people`, `readings` | which of them are motion, what their axes and numbers mean, and how sure that is |
//! | `poses`, `vector`, `points` | rotations, vectors and positions in frames |
//! | `tables`, `tree`, `rig` | which joints they have: a known order, or else a tree that is inferred |
//! | `model`, `body` | the bones of poses that come without: the user's body model, or a neutral body |
//! | `clip` | the clip |
//!
//! Positions become joints without rotations, each moved to its place by its translation. What was guessed or assumed is in the
//! clip's notes. Files are read whole. A warning reports every repair:
//!
//! | code | cause; repair |
//! |---|---|
//! | `npy.cut` | an array with fewer rows than its header says; the rows that are there |
//! | `npz.damaged`, `npz.left-out` | a wrong checksum, an array that cannot be read; used as it is, left out |
//! | `npz.times` | times that do not grow from 0; even frames |
//! | `arrays.far` | places past 1e12; such a joint is not drawn |
//! | `arrays.far-origin` | a figure from 1e5 on, far beyond its own size; moved to the origin while it has all digits |
//! | `arrays.unseen` | places that are no numbers; such a joint is not drawn |
//! | `arrays.numbers` | rotations or positions that are no numbers; none, the one before |
//! | `arrays.unsure` | another reading is about as likely; the likelier one |
//! | `arrays.padding` | frames that only fill an array up; cut |
//! | `arrays.lengths` | a path and poses of other numbers of frames; the motion ends with the shorter |
//! | `arrays.left-out` | clips of other joints than the first, or too many; left out |
//! | `arrays.other-model` | a body model with fewer joints than the poses turn; neutral proportions |
//!
//! Errors: `npy.header`, `npy.type`, `npy.shape`, `npy.cut`; `npz.cut`, `npz.limit`, `npz.damaged`, `npz.method`, `npz.nothing`,
//! `npz.skeleton`, `npz.model`; `pickle.unknown`, `pickle.damaged`; `arrays.nothing`, `arrays.robot`, `arrays.empty`, `arrays.normalized`,
//! `arrays.numbers`, `arrays.limit`, `arrays.axes`, `arrays.joints`.

mod array;
mod body;
mod clip;
mod companions;
mod doubt;
mod dtype;
mod family;
mod files;
mod keys;
mod model;
mod npy;
mod npz;
mod own;
mod people;
mod pickle;
mod points;
mod poselib;
mod poses;
mod positions;
mod reader;
mod reading;
mod readings;
mod refusal;
mod rig;
mod rotations;
mod shared_bytes;
mod stacked;
mod tables;
mod tree;
mod vector;

pub use family::family;
