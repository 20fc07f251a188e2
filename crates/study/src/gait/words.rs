//! What was found, in words.

use super::JointAngles;
use super::walk::Walk;

/// What zero is, and what is missing: `zero: rest pose`.
pub fn angles_in_words(angles: &JointAngles) -> Vec<String> {
    let _ = angles;
    Vec::new()
}

/// The cycles, which are left out and why, or what was found instead: `7 left and 8 right cycles, 1 turning left out`.
pub fn walk_in_words(walk: &Walk) -> Vec<String> {
    let _ = walk;
    Vec::new()
}
