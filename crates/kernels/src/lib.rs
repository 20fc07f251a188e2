//! Marey's hot loops. They take slices and know nothing of files.
//!
//! A crate of its own lets the browser's build compile them for speed, and the rest of Marey for size; no loop is inlined into
//! the rest. The tests compare each vectorised loop with a plain one that defines the result.
//!
//! Quaternions have unit length, matrices act on column vectors, joints come after their parents.

#![forbid(unsafe_code)]

pub mod angles;
pub mod digits;
pub mod euler;
pub mod instances;
mod lanes;
pub mod lines;
pub mod mixing;
pub mod numbers;
pub mod places;
pub mod subdivision;
pub mod surface;
pub mod world;

#[cfg(test)]
mod random;
