//! Why a skeleton has no map.

use std::fmt;

/// Why a skeleton is not taken for a person, or cannot be posed like one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NoMap {
    /// The clip has no such motion, or the motion has no frame.
    NoMotion,
    /// A name has a word that only animals have: a tail, a wing, a hoof.
    Animal,
    /// No name has a word of a part of the body.
    NoNames,
    /// There are no two feet, or what is above them is no leg.
    NoFeet,
    /// There are no two hands, or what is above them is no arm.
    NoHands,
    /// There is neither a head nor a joint that could be one.
    NoHead,
    /// There is more than one figure.
    TwoFigures,
    /// Arms and legs have lengths that no person has.
    Proportions,
    /// The other figure has neither both legs nor both arms of this one.
    NothingInCommon,
    /// Neither the rest pose nor a frame of the motion shows a body: all bones lie along one axis, or have no length.
    RestIsNoBody,
    /// A map has a joint that the skeleton does not have, or a plan is of another skeleton.
    OtherSkeleton,
}

impl NoMap {
    /// The reason in words.
    pub fn message(self) -> &'static str {
        match self {
            Self::NoMotion => "there is no motion",
            Self::Animal => "this skeleton is not a person: it has parts of an animal",
            Self::NoNames => "the names of the joints do not say which part of a body they are",
            Self::NoFeet => "this skeleton is not a person: it has no two legs with feet",
            Self::NoHands => "this skeleton is not a person: it has no two arms with hands",
            Self::NoHead => "this skeleton is not a person: it has no head",
            Self::TwoFigures => "there are two figures in one skeleton",
            Self::Proportions => "this skeleton is not a person: its arms are too long or too short for its legs",
            Self::NothingInCommon => "both figures have neither legs nor arms in common",
            Self::RestIsNoBody => "its rest pose is not a body, and neither is a frame of its motion",
            Self::OtherSkeleton => "the parts of the body are joints of another skeleton",
        }
    }
}

impl fmt::Display for NoMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}

impl std::error::Error for NoMap {}
