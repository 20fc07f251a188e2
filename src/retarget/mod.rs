//! Plays the motion of one person on the body of another.

mod map;

pub use map::{BodyMap, Finger, NoMap, SideMap};
