//! Gait: when feet come down on the ground and leave it, steps, cycles, the table, and joint angles.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod cycles;
mod events;
mod goldens;
mod plug_in_gait;
