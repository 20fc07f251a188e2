//! How a figure looks: bones, joints, heads and hands as solids, its skin, and the colours of both. What the player draws and what glTF
//! carries is made here.

mod instances;
mod skin;
mod solids;
mod theme;

pub use instances::{Body, FigureLook, IS_SKIN, Instances, SkinJoint, TRANSLUCENT};
pub use marey_kernels::instances::{BoneInstance, END_SITE, HIGHLIGHTED, LEFT_PATTERN, OFF_BODY, RIGHT_PATTERN, ROUND};
pub use skin::SkinPose;
pub use theme::{Palette, Theme};
