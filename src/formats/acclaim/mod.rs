//! Acclaim's pair of files: a skeleton ([`asf`]) and its motions ([`amc`]), and the skins that may lie beside them ([`obj`]).
//! A motion says which bones it has, not where they are; [`pairing`] finds its skeleton.

mod amc;
mod asf;
mod companions;
mod names;
mod obj;
mod pairing;
mod rig;

pub(super) use amc::AmcReader;
pub(super) use asf::AsfReader;
pub(super) use companions::Companions;

/// Motions do not tell their rate. The format's own captures, and nearly all others, have 120 frames a second.
const FRAME_TIME: f64 = 1.0 / 120.0;
