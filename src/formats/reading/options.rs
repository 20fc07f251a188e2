//! Decisions of a person where a reader would guess or choose.

use super::array_options::ArrayOptions;

/// Decisions of a person where a reader would guess or choose: see [`Companions::options`](crate::formats::Companions::options).
///
/// ```
/// use marey::formats::{Companions, ReadOptions};
///
/// let mut companions = Companions::default();
/// companions.options = ReadOptions::default().skip_reference(true);
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct ReadOptions {
    /// The meaning of arrays of NumPy, in place of guesses.
    pub arrays: ArrayOptions,
    /// The file of the skin that a figure gets if several fit. Otherwise the best is used: first one that the skeleton lists, then the one
    /// for most of its bones, then the one with most triangles. [`About::skins`](crate::model::About::skins) lists all that fit.
    pub skin: Option<String>,
    /// Each scene plays only its own motions. A scene without a figure still gets one from another file, and Inlines still find their files.
    pub motions_apart: bool,
    /// Leaves out the first frame of a BVH if it is a [reference pose](crate::body::starts_with_reference). Its warning
    /// `bvh.reference-frame` stays.
    pub skip_reference: bool,
    /// Points of optical motion capture that tell the joint centres of a person are read as that person: a figure of named joints in place of the points.
    /// Ignored where they tell none.
    pub joint_centres: bool,
}

crate::setters!(ReadOptions { arrays: ArrayOptions, motions_apart: bool, skip_reference: bool, joint_centres: bool } optional { skin: String });
