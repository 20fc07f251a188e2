//! What moves in any behaviour.

use glam::{DQuat, DVec3};

use super::element::{ElementKind, FigureElement};
use super::skin::X3dSurface;
use crate::figure::{FullPose, Sampling};
use marey::checked::Checked;
use marey::model::Clip;

/// What differs from the rest pose in any frame of any behaviour, by joint; `weights` by weight.
#[derive(Debug, Default)]
pub(super) struct MovedParts {
    pub(super) translations: Vec<bool>,
    pub(super) rotations: Vec<bool>,
    pub(super) scales: Vec<bool>,
    pub(super) weights: Vec<bool>,
}

impl MovedParts {
    /// Smaller changes count as none: a fraction of the figure's size, or of 1.
    const STILL: f64 = 1e-9;

    pub(super) fn new(clip: &Clip, rest: &FullPose, size: f64) -> Self {
        let count = clip.skeleton.len();
        let mut moved = Self {
            translations: vec![false; count],
            rotations: vec![false; count],
            scales: vec![false; count],
            weights: vec![false; rest.weights.len()],
        };
        for behaviour in &clip.behaviours {
            let mut pose = rest.clone();
            for frame in 0..behaviour.motion.frame_count() {
                pose.sample(&behaviour.motion, Sampling::Frames, frame);
                let far = |a: &DVec3, b: &DVec3, size: f64| a.distance(*b) > Self::STILL * size;
                mark(&mut moved.translations, &pose.translations, &rest.translations, |a, b| far(a, b, size));
                mark(&mut moved.scales, &pose.scales, &rest.scales, |a, b| far(a, b, 1.0));
                let turned = |a: &DQuat, b: &DQuat| (a.conjugate() * *b).xyz().length() > Self::STILL;
                mark(&mut moved.rotations, &pose.rotations, &rest.rotations, turned);
                mark(&mut moved.weights, &pose.weights, &rest.weights, |a, b| a != b);
            }
        }
        moved
    }

    /// Removes weights without displacers. If then nothing moves, but a behaviour has a duration, marks the rotation of the first
    /// joint, so that the behaviour is written.
    pub(super) fn finish(&mut self, clip: &Clip, nodes: &[FigureElement], surface: &X3dSurface) {
        for (weight, moves) in self.weights.iter_mut().enumerate() {
            *moves &= surface.displacers(weight).next().is_some();
        }
        let lasts = clip.behaviours.iter().any(|behaviour| behaviour.motion.duration() > 0.0);
        let first = nodes.iter().position(|node| node.kind == ElementKind::Joint);
        if let Some(first) = first.filter(|_| lasts && !self.any()) {
            self.rotations.put(first, true);
        }
    }

    pub(super) fn any(&self) -> bool {
        [&self.translations, &self.rotations, &self.scales, &self.weights].into_iter().flatten().any(|moves| *moves)
    }
}

fn mark<T>(moved: &mut [bool], now: &[T], rest: &[T], differs: impl Fn(&T, &T) -> bool) {
    for (moved, (now, rest)) in moved.iter_mut().zip(now.iter().zip(rest)) {
        *moved |= differs(now, rest);
    }
}
