//! Files of every format, whole or damaged: the clips, the warnings and the refusals.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]

mod acclaim_pairing;
mod corpus;
mod cuts;
mod finite;
mod framing;
mod goldens;
mod guesses;
mod hanim_figures;
mod hanim_shapes;
mod links;
mod long_files;
mod messages;
mod mutations;
mod oracles;
mod packed_frames;
mod pieces;
mod real_scenes;
mod refusals;
mod skel_handedness;
