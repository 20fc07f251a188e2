//! What a file may ask for is bounded: every bound is in force, and hostile files end in a refusal with its place or in a
//! clip, in no more memory than their own size justifies.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]

#[cfg(feature = "acclaim")]
mod acclaim;
mod bvh;
#[cfg(feature = "hanim")]
mod hanim;
#[cfg(feature = "skel")]
mod skel;

#[cfg(any(feature = "acclaim", feature = "skel"))]
#[path = "../support/mod.rs"]
mod support;

#[cfg(feature = "skel")]
#[path = "../support/sims.rs"]
#[allow(dead_code, reason = "shared with the samples")]
mod sims;
