//! Acclaim: skeletons ([`asf`], `.asf`), their motions ([`amc`], `.amc`), and skins ([`skin`], `.obj`).
//!
//! A motion names its bones but not their places: [`pairing`] finds its skeleton among the [`companions`], and [`clip`] puts the
//! clip together.

mod amc;
mod asf;
mod asf_reader;
mod clip;
mod companions;
mod family;
mod names_in_words;
mod pairing;
mod rig;
mod skin;

pub use family::family;

/// Motions do not state their frame rate. The format's own captures, and nearly all others, have 120 frames a second.
const FRAME_TIME: f64 = 1.0 / 120.0;
