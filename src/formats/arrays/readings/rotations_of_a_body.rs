//! Rotations as axes and angles, or as angles in degrees, that are as likely as a body's.

use super::axis_angles::{Alignment, Evidence};
use super::chooser::{Chooser, DIFFERENCES, turns_of};
use super::free_points::{PointBody, may_be_differences};
use super::look::Dimensions;
use super::sample::{FRAMES, Sample, SampleSpan, bounds};
use super::{ArrayContent, ArrayReading, Certainty, Form, Rotations};
use crate::formats::arrays::points::spread;

impl Chooser<'_> {
    /// Rotations that are as likely as a body's.
    pub(super) fn as_rotations(&self, angles: &[&Alignment], weak: &mut Vec<ArrayContent>) -> Option<ArrayReading> {
        let best = *angles.iter().find(|angle| angle.evidence.fits())?;
        let evidence = &best.evidence;
        let mut rivals: Vec<&Alignment> =
            angles.iter().copied().filter(|angle| angle.evidence.fits() && !angle.is_like(best)).collect();
        let frames = best.rotations.frames;
        let mut is_sure = !(best.roughness.is_some_and(|roughness| roughness > 0.9) && evidence.likelihood < 0.0);
        let near = if frames >= 5 { 0.12 } else { 0.4 };
        is_sure &= rivals.first().is_none_or(|rival| rival.evidence.likelihood <= evidence.likelihood - near);
        let is_human = evidence.is_human();
        if !is_human {
            let is_new = |angle: &&Alignment| !angle.is_like(best) && !rivals.iter().any(|rival| rival.is_like(angle));
            let more: Vec<&Alignment> =
                angles.iter().copied().filter(|angle| is_new(angle) && angle.evidence.is_possible()).collect();
            rivals.extend(more);
            is_sure &= !rivals.iter().any(|rival| rival.evidence.likelihood > evidence.likelihood - 0.35);
        }
        is_sure &= !self.hints.is_positions;
        if !is_human && may_be_differences(best.standing, frames) {
            is_sure = false;
            weak.push(ArrayContent::Nothing(DIFFERENCES.into()));
        }
        if !is_human && frames >= 5 && is_sure {
            let same = self.open().find(|look| {
                look.dimensions == Dimensions::Space && look.joints() == best.joints && look.frames == frames
            });
            if let Some(look) = same {
                let body = PointBody::of(&look.sample);
                if body.variation < 0.06 && body.stretch < 0.2 {
                    is_sure = false;
                    weak.push(look.placed(None));
                }
            }
        }
        if self.hints.is_positions {
            let same = self.open().find(|look| look.dimensions == Dimensions::Space && look.joints() == best.joints);
            weak.extend(same.map(|look| look.placed(None)));
        }
        let mut certainty = if is_sure { Certainty::Sure } else { Certainty::Unsure };
        if frames < 5 && !is_human && angles.iter().filter(|angle| angle.evidence.is_possible()).count() > 1 {
            certainty = Certainty::Unsure;
        }
        if frames < 5 && certainty == Certainty::Sure {
            let is_likely = evidence.likelihood > 0.5 && evidence.knees > 0.1;
            certainty = if is_likely { Certainty::Likely } else { Certainty::Unsure };
        }
        let others = rivals.into_iter().map(turns_of).chain(weak.drain(..)).collect();
        Some(self.turned(best, certainty, others, angles))
    }

    /// Angles in degrees, whose order nobody wrote down.
    pub(super) fn in_degrees(&self, weak: &mut Vec<ArrayContent>) -> Option<ArrayReading> {
        let array = self.array;
        let axes = array.shape.len();
        let row = SampleSpan::of(array, axes.checked_sub(1)?);
        let mut best: Option<(f64, Rotations)> = None;
        if self.alignments.is_empty() {
            return None;
        }
        for alignment in self.alignments.iter().filter(|each| each.rotations.clips.count() == 1 && !each.lacks_root()) {
            let rotations = &alignment.rotations;
            let [frame, joint, number] = rotations.strides;
            let width = if alignment.has_axes { 3 * alignment.joints } else { row.length };
            if !matches!(width - 3 * alignment.joints, 0 | 3) {
                continue;
            }
            let rows: Vec<usize> = spread(rotations.frames, FRAMES).map(|at| rotations.start + at * frame).collect();
            let joints: Vec<usize> = (0..alignment.joints).map(|at| at * joint).collect();
            let sample =
                Sample::of(array, &rows, &joints, SampleSpan { length: 3, stride: number }).without_broken_frames();
            let (low, high) = bounds(sample.each().flatten().copied());
            if !(6.3..=361.0).contains(&high.max(-low)) {
                continue;
            }
            for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
                let likelihood = Evidence::of(&sample.in_radians(order)).plain;
                if best.as_ref().is_none_or(|(other, _)| likelihood > *other) {
                    best = Some((likelihood, Rotations { form: Form::Degrees, ..rotations.clone() }));
                }
            }
        }
        let (_, rotations) = best.filter(|(likelihood, _)| *likelihood > -1.2)?;
        let joints = rotations.turned.len();
        let places = self.open().find(|look| {
            look.dimensions == Dimensions::Space && look.joints() == joints && look.frames == rotations.frames
        });
        if let Some(look) = places {
            let body = PointBody::of(&look.sample);
            weak.push(look.placed(None));
            if rotations.frames >= 5 && body.variation < 0.03 && body.stretch < 0.1 {
                return None;
            }
        }
        Some(ArrayReading::of(ArrayContent::Rotations(rotations), Certainty::Unsure, std::mem::take(weak)))
    }
}
