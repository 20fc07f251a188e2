//! What stands on the player's stage. Made for the player: it may change with any version.
//!
//! [`pack`] takes clips from a worker to the page as bytes, [`scene`] shows them. `pack <- scene` is the only arrow between them.

#![forbid(unsafe_code)]

pub mod pack;
#[cfg(test)]
#[path = "../../../src/body/person.rs"]
mod person;
pub mod scene;
