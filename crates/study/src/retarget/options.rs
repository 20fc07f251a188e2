//! What is done with feet, and maps that people made.

use marey::body::BodyMap;
use marey::setters;

/// What is done with the feet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Feet {
    /// Nothing: limbs point exactly as in the source, and feet slide and float where the proportions differ.
    Free,
    /// The ball of a foot that stands goes where the source's is, scaled by the legs; in the air legs point as in the source.
    #[default]
    Follow,
    /// As [`Follow`](Self::Follow), and a foot that stands on the ground stays where it is.
    Still,
}

/// How a motion is put on another figure.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Options {
    /// What is done with the feet.
    pub feet: Feet,
    /// The source's map, where the one by names is wrong.
    pub source_map: Option<BodyMap>,
    /// The target's map, where the one by names is wrong.
    pub target_map: Option<BodyMap>,
}

setters!(Options { feet: Feet } optional { source_map: BodyMap, target_map: BodyMap });
