//! Guesses from a skeleton's names and bones: sides, parts of the body, the unit, a person's height, and the up axis; and a
//! [survey] of its frames: ground, facing and travel. Rules, weights and error rates were measured on 1,795 BVH files of 57
//! public repositories.

mod contacts;
mod first_row;
mod hands;
mod humanoid;
mod landmarks;
mod map;
pub(crate) mod names;
mod partners;
mod parts;
#[cfg(test)]
pub(crate) mod person;
mod placement;
mod poses;
mod reference;
mod rig;
mod sides;
mod subject;
mod survey;
#[cfg(test)]
mod tests;
mod ties;
mod tree;
mod unit;
mod up;

pub use contacts::{
    Contact, ContactOptions, Contacts, Stance, TouchDown, ball_of, contacts, foot_joints, stances, touch_downs,
};
#[doc(hidden)]
pub use contacts::{ends_of_runs, percentile, runs, slopes};
pub use first_row::{poses, starts_with_reference};
pub use hands::{BoneOf, hand_bones};
pub use humanoid::{HUMANOID_BONES, Humanoid, bone_in_words, bone_of_version_zero};
#[doc(hidden)]
pub use landmarks::compared_names;
pub use landmarks::{Landmark, landmarks};
pub use map::{BodyMap, Finger, NoMap, Part, SideMap, Unpaired};
#[doc(hidden)]
pub use names::key as key_of_name;
pub use partners::partners;
pub use parts::{BodyParts, Limbs, Stature, StatureFrom};
pub use placement::Placement;
#[doc(hidden)]
pub use placement::turn_up;
pub(crate) use poses::boxes;
pub use poses::poses_at;
#[doc(hidden)]
pub use poses::{off_body, ranked};
pub use reference::ReferencePose;
pub use rig::{NearestRig, RestPose, Rig, RigFacts, RigMatch, RigRemark, own_names, rig_remarks, rigs};
pub use sides::{Side, side_of_name, sides};
pub use subject::{NoMotion, Subject, SubjectPose};
pub(crate) use survey::facing;
pub use survey::{Bearings, Survey, survey};
pub use ties::Tie;
pub use unit::{Scale, Unit};
pub use up::UpGuess;
