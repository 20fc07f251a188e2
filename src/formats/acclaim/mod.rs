//! Acclaim's pair of files: a skeleton (`.asf`) and its motions (`.amc`).

mod rig;
