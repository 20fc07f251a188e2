//! How the figure stands when nothing plays: the pose of the nodes, and the floor below it.

use glam::Affine3A;

use crate::body::{Survey, survey};
use crate::model::{Axis, Bounds, Clip, Motion, Skeleton};
use crate::pose::{Pose, sample_frame, world_matrices};
use crate::write::Sampling;
use crate::write::figure::FullPose;

/// Viewers put their camera where the nodes are at rest, and only then play. So nodes rest where the motion begins: rest poses
/// have the root at the origin, half of the body below the floor.
pub(super) struct Standing {
    /// The pose of the nodes.
    pub(super) nodes: FullPose,
    /// The same pose with world matrices, file space.
    pub(super) world: Pose,
    /// The first behaviour, measured.
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
        // Without a word of the clip nothing is turned: see `FormatSpace`.
        let survey = survey(skeleton, motion, Some(clip.source.up.unwrap_or(Axis::Y)));
        Self { nodes, world, survey }
    }

    /// Where the floor is along the axis that points up, file units.
    pub(super) fn floor(&self, clip: &Clip) -> f64 {
        self.survey.floor(clip.skin.as_deref()).into()
    }
}

fn pose(skeleton: &Skeleton, motion: &Motion, frame: usize, pose: &mut Pose) {
    sample_frame(motion, frame, pose);
    world_matrices(skeleton, Affine3A::IDENTITY, pose);
}

/// Frames that follow each other sooner than this, in seconds, are a movement.
const SOON: f64 = 0.1;

/// The frame in which the motion begins: the first, or the second where the figure is elsewhere from there on. Some files begin with
/// one frame of a pose for calibration, at the origin.
fn first_frame(skeleton: &Skeleton, motion: &Motion) -> usize {
    if motion.frame_count() < 3 || motion.frame_start(1) > SOON {
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
