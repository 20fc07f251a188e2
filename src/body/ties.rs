//! Finds joints without a bone from their parent, and joints off the body, such as a root bone at the scene's origin while
//! the figure travels, or a reference point on the floor.

use glam::Vec3;

use crate::body::off_body;
use crate::checked::Checked;
use crate::model::{Motion, Skeleton};

/// How a joint belongs to the body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tie {
    /// A bone connects it to its parent, if its kind has bones.
    Bone,
    /// No rigid bone connects it to its parent.
    Loose,
    /// Off the body: it has no bones and does not move with the body. Bounding boxes ignore it.
    Nothing,
}

/// Farthest a body part is from the hips, in heights: a raised hand is at about three quarters.
const REACH: f32 = 0.8;

/// Classifies the joints. A child of a root with position channels whose distance from the root varies much has no bone: one of
/// the two is a reference point. If they are farther apart than a body reaches, those of them without bones are off the body.
/// If no joint has a bone, all points are the body. `poses`: positions of all joints; `size`: the figure's largest extent.
pub fn ties(skeleton: &Skeleton, motion: &Motion, poses: &[Vec<Vec3>], size: f32) -> Vec<Tie> {
    let mut ties = vec![Tie::Bone; skeleton.len()];
    for &joint in motion.translations().joints() {
        let joint = usize::from(joint);
        let Some(parent) = skeleton.parent(joint).filter(|&parent| skeleton.parent(parent).is_none()) else {
            continue;
        };
        let distances = poses.iter().filter_map(|p| Some(p.get(joint)?.distance(*p.get(parent)?)));
        let (near, far) = distances.fold((f32::MAX, 0.0_f32), |(near, far), d| (near.min(d), far.max(d)));
        if far > 0.3 * size && far > near * 1.05 || near > 0.4 * size {
            let apart = far > REACH * size;
            if let Ok([end, start]) = ties.get_disjoint_mut([joint, parent]) {
                *end = if apart { Tie::Nothing } else { Tie::Loose };
                if apart {
                    *start = Tie::Nothing;
                }
            }
        }
    }
    let mut bones = false;
    for joint in 0..ties.len() {
        if let Some(parent) = skeleton.parent(joint).filter(|_| ties.get(joint) == Some(&Tie::Bone)) {
            bones = true;
            if let Some(tie) = ties.get_mut(parent).filter(|tie| **tie == Tie::Nothing) {
                *tie = Tie::Loose;
            }
        }
    }
    if !bones {
        ties.fill(Tie::Loose);
    }
    for (tie, is_off) in ties.iter_mut().zip(off_body(skeleton)) {
        if is_off {
            *tie = Tie::Nothing;
        }
    }
    ties
}

/// Moves joints off the body to the first joint on it, so that bounding boxes ignore them.
pub fn pull_in(ties: &[Tie], poses: &mut [Vec<Vec3>]) {
    let Some(on_body) = ties.iter().position(|tie| *tie != Tie::Nothing) else { return };
    for points in poses {
        let at = points.at(on_body);
        for (tie, point) in ties.iter().zip(points) {
            if *tie == Tie::Nothing {
                *point = at;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::Quat;

    use super::Tie::{Bone, Loose, Nothing};
    use super::*;
    use crate::error::Limits;
    use crate::model::{Channels, JointKind, MotionBuilder, PositionMode, SkeletonBuilder};

    /// The parent (-1: none) and the positions in two frames of each joint. All have position channels.
    type Joints<'a> = &'a [(i32, [Vec3; 2])];

    fn found(joints: Joints<'_>) -> Vec<Tie> {
        let limits = Limits::default();
        let mut b = SkeletonBuilder::new(&limits);
        for (parent, _) in joints {
            let parent = u16::try_from(*parent).ok();
            b.add("x", parent, JointKind::Joint, Vec3::ZERO, Quat::IDENTITY).unwrap();
        }
        let skeleton = b.finish().unwrap();
        let channels = Channels { translated: (0..joints.len() as u16).collect(), ..Channels::default() };
        let mut m = MotionBuilder::new(&skeleton, channels, PositionMode::Replace, &limits).unwrap();
        m.push_row(|_| ()).unwrap();
        let poses = [0, 1].map(|frame| joints.iter().map(|(_, at)| at[frame]).collect());
        ties(&skeleton, &m.finish().unwrap(), &poses, 1.8)
    }

    /// A joint at height `y` that moves 5 along X.
    fn goes(y: f32) -> [Vec3; 2] {
        [Vec3::Y * y, Vec3::new(5.0, y, 0.0)]
    }

    #[test]
    fn only_a_stationary_root_is_off_the_body() {
        let with = |root: [Vec3; 2]| found(&[(-1, root), (0, goes(1.0)), (1, goes(1.8)), (1, goes(0.0))]);
        assert_eq!(with([Vec3::ZERO; 2]), [Nothing, Loose, Bone, Bone]);
        assert_eq!(with(goes(0.0)), [Bone, Loose, Bone, Bone], "no bone from the floor to the hips");
        assert_eq!(with(goes(0.9)), [Bone; 4], "one within the body");
    }

    #[test]
    fn only_a_stationary_point_without_bones_is_off_the_body() {
        let body = [(-1, goes(1.0)), (0, goes(1.5)), (0, goes(0.6)), (0, [Vec3::ZERO; 2])];
        assert_eq!(found(&body)[3], Nothing);
        assert_eq!(found(&[&body[..], &[(3, [Vec3::X * 0.2; 2])]].concat())[3..], [Loose, Bone]);
    }

    #[test]
    fn several_figures_count_and_so_do_mere_points() {
        let figures = [(-1, goes(1.0)), (0, goes(1.5)), (-1, [Vec3::X * 9.0; 2]), (2, [Vec3::X * 9.5; 2])];
        assert_eq!(found(&figures), [Bone; 4]);
        let points = [(-1, [Vec3::ZERO; 2]), (0, goes(1.0)), (0, goes(1.8)), (0, goes(0.0))];
        assert_eq!(found(&points), [Loose; 4]);
        assert!(!found(&[(-1, goes(1.0)), (-1, [Vec3::X * 9.0; 2])]).contains(&Nothing));
    }

    #[test]
    fn boxes_of_poses_leave_out_joints_off_the_body() {
        let mut poses = vec![vec![Vec3::ZERO, Vec3::new(5.0, 1.0, 0.0), Vec3::new(5.0, 2.0, 1.0)]];
        pull_in(&[Nothing, Loose, Bone], &mut poses);
        assert_eq!(poses, [[Vec3::new(5.0, 1.0, 0.0), Vec3::new(5.0, 1.0, 0.0), Vec3::new(5.0, 2.0, 1.0)]]);
    }
}
