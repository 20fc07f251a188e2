//! All that is compared to choose a reading.

use super::axis_angles::Alignment;
use super::free_points::unrest;
use super::hints::Hints;
use super::layouts::AxisOrder;
use super::look::Look;
use super::{ArrayContent, ArrayReading, Certainty};
use crate::formats::arrays::array::Array;

/// How a message names differences of places.
pub(super) const DIFFERENCES: &str =
    "differences from frame to frame, as velocities are: add them up onto a first frame, in Python with numpy.cumsum";

/// An array with its hints, and every way to read it.
pub(super) struct Chooser<'l> {
    pub(super) array: &'l Array,
    pub(super) hints: Hints,
    pub(super) looks: &'l [Look],
    pub(super) alignments: Vec<Alignment>,
    /// Whether the joints are stated to be in no known order.
    pub(super) is_free: bool,
    /// Whether something is stated, so that there are positions.
    pub(super) is_stated: bool,
}

impl<'l> Chooser<'l> {
    /// Layouts whose joints may be in no known order.
    pub(super) fn open(&self) -> impl Iterator<Item = &'l Look> + use<'l> {
        let looks = self.looks;
        looks.iter().filter(|look| !matches!(look.layout.spread, AxisOrder::Planes | AxisOrder::Pairs))
    }

    pub(super) fn unrest(&self, look: &Look) -> Option<f64> {
        unrest(self.array, &look.layout, look.start, look.frames)
    }

    /// Rotations of this alignment. Those of a body without its root look like others.
    pub(super) fn turned(
        &self,
        angle: &Alignment,
        mut certainty: Certainty,
        mut others: Vec<ArrayContent>,
        all: &[&Alignment],
    ) -> ArrayReading {
        let evidence = &angle.evidence;
        let rivals = || all.iter().filter(|other| !other.is_like(angle) && other.evidence.is_possible());
        if angle.lacks_root() && certainty != Certainty::Unsure && !evidence.is_human() {
            let is_alone = !rivals().any(|other| other.evidence.likelihood > evidence.likelihood - 0.35);
            let is_likely = evidence.likelihood > 0.6 && angle.rotations.frames >= 5;
            if !(is_likely && (angle.joints == 21 || angle.has_axes || is_alone)) {
                certainty = Certainty::Unsure;
                others.extend(rivals().take(3).map(|other| turns_of(other)));
            }
        }
        ArrayReading::of(turns_of(angle), certainty, others)
    }
}

/// The rotations of an alignment.
pub(super) fn turns_of(angle: &Alignment) -> ArrayContent {
    ArrayContent::Rotations(angle.rotations.clone())
}
