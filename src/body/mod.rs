//! What is told by a skeleton's names and bones: sides, parts of the body, the unit, how tall a person is, and which way
//! is up. Rules, weights and how often they are right were measured on 1,795 BVH files of 57 public repositories.

mod hands;
mod names;
mod parts;
mod poses;
mod sides;
#[cfg(test)]
mod tests;
mod unit;
mod up;

pub use hands::{BoneOf, hand_bones};
pub use parts::{BodyParts, Limbs, Stature, StatureFrom};
pub(crate) use poses::{boxes, off_body, ranked};
pub use poses::{poses, poses_at};
pub use sides::{Side, side_of_name, sides};
pub use unit::{Scale, Unit};
pub use up::UpGuess;
pub(crate) use up::{low, median_extent};
