//! The loops that Marey spends its time in. They take slices and know nothing of files.
//!
//! They are a crate of their own because the rest of Marey is compiled for size in the browser: these loops are compiled for
//! speed there, and are never inlined into what is not. Beside each loop that works on several values at once, its tests
//! have the plain loop that says what the result is.
//!
//! Quaternions are of unit length, matrices act on column vectors, joints come after their parents.

#![forbid(unsafe_code)]

pub mod angles;
pub mod digits;
pub mod euler;
pub mod instances;
mod lanes;
pub mod lines;
pub mod mixing;
pub mod numbers;
pub mod world;

#[cfg(test)]
mod random;
