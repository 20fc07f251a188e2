//! Where the joints of a clip are in one of its frames.

use glam::{Affine3A, Vec3};

use super::{Pose, sample_frame, world_matrices};
use crate::model::{Clip, Skeleton};

impl Skeleton {
    /// World positions in the rest pose: one for each joint, in the file's axes and units.
    pub fn rest_positions(&self) -> Vec<Vec3> {
        Pose::rest(self).world.iter().map(|matrix| matrix.translation.into()).collect()
    }
}

impl Clip {
    /// World positions in a frame: one for each joint, in the skeleton's order, in the file's axes and units. `None` if there is no such
    /// behaviour or frame. [`sample`](super::sample) poses moments between frames, and without allocating.
    ///
    /// ```
    /// # let clip = marey::formats::parse("a.bvh", b"HIERARCHY ROOT Hips { OFFSET 0 90 0 CHANNELS 1 Zrotation
    /// #     End Site { OFFSET 0 10 0 } } MOTION\nFrames: 1\nFrame Time: 0.5\n0", marey::Limits::default())?;
    /// let positions = clip.positions(0, 0).unwrap();
    /// assert_eq!(positions[1].to_array(), [0.0, 100.0, 0.0]);
    /// # Ok::<(), marey::ParseError>(())
    /// ```
    pub fn positions(&self, behaviour: usize, frame: usize) -> Option<Vec<Vec3>> {
        let world = self.world_matrices(behaviour, frame)?;
        Some(world.iter().map(|matrix| matrix.translation.into()).collect())
    }

    /// World matrices in a frame: one for each joint, in the skeleton's order, from the joint's space to the file's. `None` if there is no
    /// such behaviour or frame.
    pub fn world_matrices(&self, behaviour: usize, frame: usize) -> Option<Vec<Affine3A>> {
        let motion = &self.behaviours.get(behaviour)?.motion;
        if frame >= motion.frame_count() {
            return None;
        }
        let mut pose = Pose::rest(&self.skeleton);
        sample_frame(motion, frame, &mut pose);
        world_matrices(&self.skeleton, Affine3A::IDENTITY, &mut pose);
        Some(pose.world)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use glam::Quat;

    use super::*;
    use crate::error::Limits;
    use crate::model::{Behaviour, Channels, Format, JointKind, MotionBuilder, PositionMode, SkeletonBuilder, Source};

    #[test]
    fn a_frame_has_a_position_for_each_joint_and_none_past_the_end() {
        let limits = Limits::default();
        let mut joints = SkeletonBuilder::new(&limits);
        let hip = joints.add("hip", None, JointKind::Joint, Vec3::Y, Quat::IDENTITY).unwrap();
        joints.add("knee", Some(hip), JointKind::Joint, Vec3::NEG_Y, Quat::IDENTITY).unwrap();
        let skeleton = Arc::new(joints.finish().unwrap());
        let channels = Channels { rotated: vec![hip], ..Channels::default() };
        let mut frames = MotionBuilder::new(&skeleton, channels, PositionMode::Replace, &limits).unwrap();
        for angle in [0.0, std::f32::consts::FRAC_PI_2] {
            frames.push_row(|row| row.rotations[0] = Quat::from_rotation_x(angle)).unwrap();
        }
        let behaviours = vec![Behaviour { name: "kick".into(), motion: frames.finish().unwrap() }];
        let clip = Clip::new("kick".into(), skeleton, behaviours, Source::new(Format::Bvh));
        assert_eq!(clip.positions(0, 0), Some(vec![Vec3::Y, Vec3::ZERO]));
        let kicked = clip.positions(0, 1).unwrap();
        assert!(kicked[1].distance(Vec3::new(0.0, 1.0, -1.0)) < 1e-6, "{kicked:?}");
        assert_eq!(clip.world_matrices(0, 1).unwrap().len(), 2);
        assert_eq!((clip.positions(0, 2), clip.positions(1, 0)), (None, None));
    }
}
