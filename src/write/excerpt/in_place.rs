//! Takes the way along the ground out of a motion.

use glam::{DAffine3, DVec3, Vec3};

use crate::model::{Motion, Skeleton, Span};
use crate::write::figure::{FullPose, wide, world};

/// Follows the joint that carries the figure.
pub(super) struct InPlace {
    carrier: usize,
    up: DVec3,
    pose: FullPose,
    world: Vec<DAffine3>,
    /// Where the joint is at the first moment.
    start: Option<DVec3>,
}

impl InPlace {
    pub(super) fn new(skeleton: &Skeleton, carrier: u16, up: Vec3) -> Self {
        let (pose, carrier) = (FullPose::rest(skeleton), usize::from(carrier));
        Self { carrier, up: up.as_dvec3(), pose, world: Vec::new(), start: None }
    }

    /// How far the joint went along the ground since the first moment.
    pub(super) fn way(&mut self, skeleton: &Skeleton, motion: &Motion, span: Span) -> Way {
        self.pose.mix(motion, span);
        world(skeleton, &self.pose, &mut self.world);
        let at = self.world.get(self.carrier).map_or(DVec3::ZERO, |world| world.translation);
        let gone = at - *self.start.get_or_insert(at);
        Way(gone - self.up * gone.dot(self.up))
    }
}

/// A way in the world.
pub(super) struct Way(DVec3);

impl Way {
    /// A joint's offset without that way, which only roots go; the others are carried by them.
    pub(super) fn back(&self, skeleton: &Skeleton, joint: u16, offset: Vec3) -> Vec3 {
        let joint = usize::from(joint);
        if skeleton.parent(joint).is_some() {
            return offset;
        }
        let frame = skeleton.scaling().and_then(|scaling| scaling.frames.get(joint));
        let way = frame.map_or(self.0, |frame| wide(frame).matrix3.inverse() * self.0);
        let back = (offset.as_dvec3() - way).as_vec3();
        // A frame that flattens the figure has no way back.
        if back.is_finite() { back } else { offset }
    }
}
