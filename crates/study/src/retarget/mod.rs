//! Plays the motion of one person on the body of another, whatever names, rest poses, axes and proportions both skeletons have.
//!
//! ```
//! use marey_study::retarget::{Feet, Options, Retarget};
//! # fn played(walk: &marey::model::Clip, figure: &marey::model::Clip) -> Result<marey::model::Clip, Box<dyn std::error::Error>> {
//! let options = Options::default().feet(Feet::Still);
//! let mut retarget = Retarget::new(walk, 0, figure, &options)?;
//! let clip = retarget.clip()?; // the figure's skeleton and skin, the walk's frames and times
//! # Ok(clip) }
//! ```
//!
//! How it works, frame by frame:
//!
//! 1. Both skeletons are mapped to the parts of a body ([`BodyMap`](marey::body::BodyMap)), and each has a reference pose: its rest pose if that shows a body.
//! 2. The target's reference pose is aligned with the source's, bone by bone from the trunk outwards, by the shortest rotation between their
//!    directions. Then each joint turns in the world as the source's joint turns from its reference pose:
//!    `Q = Q_source * Q_source_reference^-1 * alignment * Q_reference` (quaternions that act on columns).
//! 3. Upper and lower arms and legs are swung by the rest that remains, so that they point exactly as the source's.
//! 4. Both bodies are in one space in which their legs are equally long. The middle of the hip joints goes where the source's is.
//! 5. The ball of a foot that stands goes where the source's is, by two-bone inverse kinematics (the law of cosines in the knee's own plane),
//!    after the pelvis went with what both feet have in common, and was lowered where a leg would be too short. In the air legs point as the
//!    source's. From one frame to the next no knee leaps: near a straight leg the ankle misses its goal by some millimetres instead. Where knees
//!    and ankles would still move much farther than the source's, the frames around are drawn together, and a foot that stands turns about its
//!    ball.
//!
//! Two humanoids of VRM are another matter: their files state the bones, and the specification how they turn (`humanoid.rs`).
//!
//! Nothing depends on local axes, rotation orders or rest poses. Hands are placed by angles: contacts between hands are not kept.

mod align;
mod bends;
mod feet;
mod goals;
mod humanoid;
mod leaps;
mod legs;
mod math;
mod measures;
mod notes;
mod options;
mod pelvis;
mod rig;
mod smooth;
mod solver;
mod tracks;
mod transfer;
mod turns;

pub use measures::{FootMeasures, Measures, Spread, measures};
pub use notes::{FigureRole, Note};
pub use options::{Feet, Options};
pub use transfer::{Plan, Retarget, RetargetError};
