//! Studies of motion: how far two motions are from each other, what a motion's joints do, a motion on another person's figure, and pictures of
//! several moments. The crate `marey` reads the files.
//!
//! | to | use |
//! |---|---|
//! | measure how two motions differ, find the best start of one on the other | [`compare`] |
//! | measure distances, angles, heights and speeds of joints, steps, the centre of mass | [`mod@measure`] |
//! | fill gaps, take out noise, hold feet | [`mod@mend`] |
//! | tell which frames of a file lack values | [`missing`] |
//! | joint angles, events, cycles and the table of a gait report | [`gait`] |
//! | play a motion on another person's figure | [`retarget`] |
//! | draw several moments in one picture, for paper | [`picture`] |
//! | tell whether another program takes a BVH, and what it would get wrong | [`consumers`] |
//! | give a motion the rig that another program asks for | [`targets`] |
#![forbid(unsafe_code)]

pub mod compare;
pub mod consumers;
pub mod gait;
pub mod measure;
pub mod mend;
pub mod missing;
pub mod picture;
pub mod retarget;
mod runs;
pub mod targets;
