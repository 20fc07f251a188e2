//! The rest pose of the nodes, and the floor below it.

use glam::Affine3A;

use crate::Sampling;
use crate::figure::FullPose;
use marey::body::{Survey, survey};
use marey::model::{Axis, Bounds, Clip, Motion, Skeleton};
use marey::pose::{Pose, sample_frame, world_matrices};

/// The rest pose of the nodes, which is where the motion begins: viewers place their camera by the nodes at rest, and only then
/// play. A skeleton's own rest pose often has the root at the origin, with half of the body below the floor.
pub(super) struct Standing {
    pub(super) nodes: FullPose,
    /// The same pose with world matrices, in the file's space.
    pub(super) world: Pose,
    /// Measurements of the first behaviour.
    pub(super) survey: Survey,
}

impl Standing {
    pub(super) fn new(clip: &Clip) -> Self {
        static REST: Motion = Motion::rest();
        let skeleton = &clip.skeleton;
        let motion = clip.behaviours.first().map_or(&REST, |behaviour| &behaviour.motion);
        let (mut nodes, mut world) = (FullPose::rest(skeleton), Pose::rest(skeleton));
        if motion.frame_count() > 0 {
            let frame = first_frame(skeleton, motion);
            nodes.sample(motion, Sampling::Frames, frame);
            pose(skeleton, motion, frame, &mut world);
        }
        // An unstated up axis stays +Y, as in `FormatSpace`.
        let survey = survey(skeleton, motion, Some(clip.source.up.unwrap_or(Axis::Y)));
        Self { nodes, world, survey }
    }

    /// Height of the floor along the up axis, in the file's unit.
    pub(super) fn floor(&self, clip: &Clip) -> f64 {
        self.survey.floor(clip.skin.as_deref()).into()
    }
}

fn pose(skeleton: &Skeleton, motion: &Motion, frame: usize, pose: &mut Pose) {
    sample_frame(motion, frame, pose);
    world_matrices(skeleton, Affine3A::IDENTITY, pose);
}

/// Longest time between two frames of continuous movement, in seconds.
const CONTINUOUS: f64 = 0.1;

/// The first frame, or the second if the figure jumps there from a single frame of calibration at another place.
fn first_frame(skeleton: &Skeleton, motion: &Motion) -> usize {
    if motion.frame_count() < 3 || motion.frame_start(1) > CONTINUOUS {
        return 0;
    }
    let mut now = Pose::rest(skeleton);
    let [first, second] = [0, 1].map(|frame| {
        pose(skeleton, motion, frame, &mut now);
        let mut bounds = Bounds::EMPTY;
        now.world.iter().for_each(|world| bounds.include(world.translation.into()));
        bounds
    });
    let size = first.size().max_element().max(second.size().max_element());
    usize::from(first.centre().distance(second.centre()) > 0.5 * size)
}
