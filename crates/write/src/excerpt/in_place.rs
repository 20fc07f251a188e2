//! Removes travel along the ground from a motion.

use glam::{DAffine3, DVec3, Vec3};

use crate::figure::{FullPose, wide, world};
use marey::model::{Motion, Skeleton, Span};

/// Tracks the joint that carries the figure.
pub(super) struct InPlace {
    carrier: usize,
    up: DVec3,
    pose: FullPose,
    world: Vec<DAffine3>,
    /// The joint's position at the first moment.
    start: Option<DVec3>,
}

impl InPlace {
    pub(super) fn new(skeleton: &Skeleton, carrier: u16, up: Vec3) -> Self {
        let (pose, carrier) = (FullPose::rest(skeleton), usize::from(carrier));
        Self { carrier, up: up.as_dvec3(), pose, world: Vec::new(), start: None }
    }

    /// The joint's displacement along the ground since the first moment.
    pub(super) fn displacement(&mut self, skeleton: &Skeleton, motion: &Motion, span: Span) -> Displacement {
        self.pose.mix(motion, span);
        world(skeleton, &self.pose, &mut self.world);
        let at = self.world.get(self.carrier).map_or(DVec3::ZERO, |world| world.translation);
        let travelled = at - *self.start.get_or_insert(at);
        Displacement(travelled - self.up * travelled.dot(self.up))
    }
}

/// A displacement in world space.
pub(super) struct Displacement(DVec3);

impl Displacement {
    /// A joint's offset without the displacement. Only roots change; other joints follow them.
    pub(super) fn remove_from(&self, skeleton: &Skeleton, joint: u16, offset: Vec3) -> Vec3 {
        let joint = usize::from(joint);
        if skeleton.parent(joint).is_some() {
            return offset;
        }
        let frame = skeleton.scaling().and_then(|scaling| scaling.frames.get(joint));
        let displacement = frame.map_or(self.0, |frame| wide(frame).matrix3.inverse() * self.0);
        let moved = (offset.as_dvec3() - displacement).as_vec3();
        // A singular frame has no inverse.
        if moved.is_finite() { moved } else { offset }
    }
}
