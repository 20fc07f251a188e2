//! Bodies that are generated around the joints of people.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod corpus;
mod figures;
mod measures;
mod plain;
mod refusals;
mod shape;
mod volumes;
