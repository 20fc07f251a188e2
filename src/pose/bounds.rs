use glam::{Affine3A, Vec3A};

use super::{Pose, sample_frame, world_matrices};
use crate::model::{Bounds, Motion, Skeleton};

/// Frames per box: a third of a second of most captures, in which figures hardly move. Takes less than a hundredth of their bytes.
pub const FRAMES_A_BOX: usize = 32;

/// The boxes around all joints, end sites included, for every 32 frames of `motion`, the last for the remainder; roots on
/// the identity: the file's axes and units. Costs as much as posing every frame.
///
/// Many boxes follow a figure's path far better than one, most of which it may never enter.
pub fn boxes(skeleton: &Skeleton, motion: &Motion) -> Vec<Bounds> {
    boxes_of(skeleton, motion, 0..motion.frame_count())
}

/// As [`boxes`], of some of the frames.
pub fn boxes_of(skeleton: &Skeleton, motion: &Motion, frames: std::ops::Range<usize>) -> Vec<Bounds> {
    let end = frames.end.min(motion.frame_count());
    let starts = (frames.start..end).step_by(FRAMES_A_BOX);
    starts.map(|start| box_of(skeleton, motion, start..end.min(start + FRAMES_A_BOX))).collect()
}

fn box_of(skeleton: &Skeleton, motion: &Motion, frames: std::ops::Range<usize>) -> Bounds {
    let mut pose = Pose::rest(skeleton);
    let (mut min, mut max) = (Vec3A::INFINITY, Vec3A::NEG_INFINITY);
    for frame in frames {
        sample_frame(motion, frame, &mut pose);
        world_matrices(skeleton, Affine3A::IDENTITY, &mut pose);
        for world in &pose.world {
            min = min.min(world.translation);
            max = max.max(world.translation);
        }
    }
    Bounds { min: min.into(), max: max.into() }
}

#[cfg(test)]
mod tests {
    use glam::{Quat, Vec3};

    use super::*;
    use crate::error::Limits;
    use crate::model::{Channels, JointKind, MotionBuilder, PositionMode, SkeletonBuilder};

    #[test]
    fn the_box_contains_every_frame() {
        let mut b = SkeletonBuilder::new(&Limits::default());
        let root = b.add("root", None, JointKind::Joint, Vec3::ZERO, Quat::IDENTITY).unwrap();
        b.add("tip", Some(root), JointKind::EndSite, Vec3::Y, Quat::IDENTITY).unwrap();
        let skeleton = b.finish().unwrap();
        let channels = Channels { rotated: vec![0], translated: vec![0], ..Channels::default() };
        let mut m = MotionBuilder::new(&skeleton, channels, PositionMode::Replace, &Limits::default()).unwrap();
        for x in [0.0, -3.0, 5.0] {
            m.push_row(|row| row.translations[0].x = x).unwrap();
        }
        let found = boxes(&skeleton, &m.clone().finish().unwrap());
        let whole = Bounds { min: Vec3::new(-3.0, 0.0, 0.0), max: Vec3::new(5.0, 1.0, 0.0) };
        assert_eq!(found, [whole]);
        for _ in 3..=FRAMES_A_BOX {
            m.push_row(|row| row.translations[0].x = 4.0).unwrap();
        }
        let last = Bounds { min: Vec3::new(4.0, 0.0, 0.0), max: Vec3::new(4.0, 1.0, 0.0) };
        assert_eq!(boxes(&skeleton, &m.finish().unwrap()), [whole, last]);
    }
}
