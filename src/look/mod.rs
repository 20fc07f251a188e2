//! Shapes and colours of a figure: bones, joints, heads and hands as solids, and the skin. The player draws them, glTF
//! files contain them.

mod body;
mod instances;
mod skin;
mod solids;
mod theme;
mod tint;

pub use body::{BodyPart, BodyTurns, NoBody, body_of, generated_body, plain_body};
pub use instances::{Body, FigureLook, Instances, SkinJoint};
#[doc(hidden)]
pub use instances::{IS_SKIN, OPACITY, TINTED, TRANSLUCENT};
pub use marey_kernels::instances::BoneInstance;
#[doc(hidden)]
pub use marey_kernels::instances::{END_SITE, HIGHLIGHTED, LEFT_PATTERN, OFF_BODY, RIGHT_PATTERN, ROUND};
pub use skin::SkinPose;
pub use theme::{Palette, Theme};
pub use tint::Tint;
