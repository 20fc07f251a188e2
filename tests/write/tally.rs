//! Counts what was written and what was refused.

use std::collections::{BTreeMap, BTreeSet};

use marey_write::WriteError;

/// The fixtures that a format refused, and how many it accepted.
#[derive(Default)]
pub struct Tally {
    written: usize,
    refused: BTreeMap<&'static str, BTreeSet<String>>,
}

impl Tally {
    pub fn take<T>(&mut self, name: &str, result: Result<T, WriteError>) -> Option<T> {
        let why = match result {
            Ok(written) => {
                self.written += 1;
                return Some(written);
            }
            Err(WriteError::Scale { .. }) => "scale",
            Err(WriteError::UnevenFrames { .. }) => "uneven",
            Err(WriteError::FixedRate { .. }) => "rate",
            Err(other) => panic!("{name}: {other}"),
        };
        self.refused.entry(why).or_default().insert(name.to_owned());
        None
    }

    /// Fails unless at least `least` were written and exactly these were refused.
    pub fn check(&self, least: usize, refused: &[(&'static str, &[&str])]) {
        assert!(self.written >= least, "only {} written", self.written);
        let named =
            |(why, names): &(&'static str, &[&str])| (*why, names.iter().map(|name| (*name).to_owned()).collect());
        assert_eq!(self.refused, refused.iter().map(named).collect());
    }
}

pub const SCALED: &[&str] = &[
    "angle_units.x3d",
    "between",
    "even_scale",
    "growing",
    "layer_scales",
    "motion_scale.x3d",
    "scale.x3dv",
    "scaled_pivots",
    "skin_arm.x3d",
    "standard_order.x3dv",
    "transforms.x3d",
];
pub const UNEVEN: &[&str] = &[
    "clamp.x3d",
    "coordinates.x3dv",
    "displaced.x3d",
    "end_between",
    "fractions.x3d",
    "jump.x3d",
    "key_order.x3d",
    "moved_skin.x3d",
    "steps",
    "two_curves.x3dv",
    "uneven",
];
