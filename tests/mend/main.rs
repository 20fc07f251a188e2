//! Mending motions: our own clips, damaged by our own hand, and labelled damage of real ones.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod corpus;
mod steps;
