//! Retargeting: the map of a skeleton, and motions on other bodies.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod bodies;
mod conventions;
mod generated;
mod humanoids;
mod knees;
mod pairs;
mod partial;
mod skeletons;
mod transfer;
