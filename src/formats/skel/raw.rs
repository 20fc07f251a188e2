//! File contents as stored: left-handed, +Y up.

use super::fields::{FieldPair, Properties};
use crate::error::Location;

#[derive(Debug, Clone, PartialEq)]
pub(super) struct SimsBone {
    pub(super) at: Location,
    pub(super) name: String,
    /// `NULL` for a root.
    pub(super) parent: String,
    pub(super) properties: Properties,
    pub(super) translation: [f32; 3],
    /// x, y, z, w
    pub(super) rotation: [f32; 4],
    /// Whether it can translate, rotate and blend: 0 or 1.
    pub(super) flags: [i32; 3],
    /// Wiggle value and power, unused by players.
    pub(super) wiggle: [f32; 2],
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct SimsSkeleton {
    pub(super) at: Location,
    pub(super) name: String,
    pub(super) bones: Vec<SimsBone>,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct SimsTrack {
    pub(super) at: Location,
    pub(super) bone: String,
    pub(super) frames: usize,
    /// Index of its first translation, if it has any.
    pub(super) translations: Option<i32>,
    /// Index of its first rotation, if it has any.
    pub(super) rotations: Option<i32>,
    pub(super) properties: Vec<Properties>,
    pub(super) events: Vec<SkillEvent>,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct SkillEvent {
    /// Milliseconds from the start.
    pub(super) time: u32,
    pub(super) properties: Vec<FieldPair>,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Skill {
    pub(super) at: Location,
    pub(super) name: String,
    /// The file with the keys; empty if they are in this one.
    pub(super) keys_file: String,
    /// Milliseconds in the games' own files, seconds in others.
    pub(super) duration: f32,
    /// Distance covered by one cycle.
    pub(super) distance: f32,
    pub(super) moving: bool,
    pub(super) keys: SkillKeys,
    pub(super) tracks: Vec<SimsTrack>,
}

/// The tables that tracks refer to.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct SkillKeys {
    pub(super) translations: Vec<[f32; 3]>,
    /// x, y, z, w
    pub(super) rotations: Vec<[f32; 4]>,
}
