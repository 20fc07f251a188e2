//! The stage of the player: the clip as packets of bytes, and the scene. Made for the player: it may change with any version.
//!
//! [`pack`] transfers clips from a worker to the page as bytes, [`scene`] shows them, [`frame`] is what renderers draw of it.
//! `frame` uses `scene`, and `scene` uses `pack`.

#![forbid(unsafe_code)]

pub mod frame;
pub mod pack;
#[cfg(test)]
#[path = "../../../src/body/person.rs"]
mod person;
pub mod scene;
