//! A pose, the world positions of its joints, and its centre of mass.

use super::body::{COUNT, HIPS, JOINTS};
use glam::{DQuat, DVec3};

#[derive(Clone)]
pub struct BodyPose {
    pub root: DVec3,
    pub local: [DQuat; COUNT],
}

pub struct World {
    pub at: [DVec3; COUNT],
    pub turn: [DQuat; COUNT],
}

impl BodyPose {
    pub fn world(&self) -> World {
        let mut world = World { at: [self.root; COUNT], turn: self.local };
        for (i, joint) in JOINTS.iter().enumerate().skip(HIPS + 1) {
            let parent = world.turn[joint.parent];
            world.at[i] = world.at[joint.parent] + parent * joint.offset;
            world.turn[i] = parent * self.local[i];
        }
        world
    }
}

impl World {
    pub fn centre_of_mass(&self) -> DVec3 {
        let (mut sum, mut total) = (DVec3::ZERO, 0.0);
        for (i, joint) in JOINTS.iter().enumerate() {
            sum += joint.mass.share * (self.at[i] + self.turn[i] * joint.mass.centre);
            total += joint.mass.share;
        }
        sum / total
    }
}
