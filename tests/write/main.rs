//! Every fixture is written in every format that can express it, and read back.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]

mod acclaim;
mod bvh;
mod clips;
mod corpus;
mod csv;
mod excerpt;
mod gltf;
mod gltf_again;
mod limits;
mod mirror;
mod npz;
mod parts;
mod rate;
mod sims;
mod skin;
mod sticks;
mod tally;
mod units;
mod vrma;
mod world;
mod x3d;
