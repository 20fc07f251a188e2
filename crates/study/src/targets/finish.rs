//! What a rig's programs expect of the frames: a T-pose before them, or the figure at a certain place.

use marey::Limits;
use marey::checked::Checked;
use marey::glam::{Affine3A, Quat, Vec3};
use marey::model::{BuildError, Channels, Clip, Motion, MotionBuilder, PositionMode, Skeleton};
use marey::pose::{Pose, sample_frame, world_matrices};

use super::table::{FrameConvention, TargetRig};

impl TargetRig {
    /// A clip of [`apply`](Self::apply), at the rig's rate, with the frames that the rig's programs expect: for Second Life a T-pose comes first and
    /// the last frame twice; for HumanML3D the figure stands at the origin and faces +Z in the first frame, with its lowest point on the ground.
    ///
    /// # Errors
    /// [`BuildError::TooManyFrames`] if no frame can be added.
    pub fn finish(&self, mut clip: Clip) -> Result<Clip, BuildError> {
        let Some(chosen) = clip.behaviours.first_mut() else { return Ok(clip) };
        let made = match self.frames {
            FrameConvention::AsTheyAre => return Ok(clip),
            FrameConvention::AfterReference => after_reference(&clip.skeleton, &chosen.motion)?,
            FrameConvention::Placed => self.placed(&clip.skeleton, &chosen.motion)?,
        };
        if self.frames == FrameConvention::AfterReference {
            // Marks count frames.
            clip.about.marks.clear();
        }
        chosen.motion = made;
        Ok(clip)
    }

    /// What was done by [`finish`](Self::finish), in a sentence; `None` where it does nothing.
    pub fn frames_words(&self) -> Option<&'static str> {
        match self.frames {
            FrameConvention::AsTheyAre => None,
            FrameConvention::AfterReference => {
                Some("a T-pose comes before the first frame, and the last frame is there twice")
            }
            FrameConvention::Placed => {
                Some("the figure begins at the origin and faces +Z, and its lowest point is on the ground")
            }
        }
    }

    fn placed(&self, skeleton: &Skeleton, motion: &Motion) -> Result<Motion, BuildError> {
        let mut rows = FrameRows::new(skeleton, motion)?;
        let mut pose = Pose::rest(skeleton);
        let mut lowest = f32::INFINITY;
        for frame in 0..motion.frame_count() {
            pose_world(skeleton, motion, frame, &mut pose);
            let heights =
                (0..skeleton.len()).filter(|joint| skeleton.is_joint(*joint)).map(|joint| pose.place(joint).y);
            lowest = heights.fold(lowest, f32::min);
        }
        pose_world(skeleton, motion, 0, &mut pose);
        let start = pose.translations.at(rows.root);
        let forward = self.forward(skeleton, &pose);
        let turn = Quat::from_rotation_y(-forward.x.atan2(forward.z));
        for frame in 0..motion.frame_count() {
            sample_frame(motion, frame, &mut pose);
            let at = pose.translations.at(rows.root) - Vec3::new(start.x, lowest, start.z);
            pose.translations.put(rows.root, turn * at);
            pose.rotations.change(rows.root, |own| *own = (turn * *own).normalize());
            rows.push(&pose)?;
        }
        rows.finish(motion)
    }

    /// The direction that the figure faces: across its hips and shoulders, as HumanML3D finds it. +Z where they are above each other.
    fn forward(&self, skeleton: &Skeleton, pose: &Pose) -> Vec3 {
        let joints = self.joints();
        let at = |place: &str, is_right: bool| {
            let joint = joints.iter().find(|joint| joint.place == place && (joint.at.x < 0.0) == is_right);
            let joint = joint.and_then(|joint| skeleton.find(&self.full_name(&joint.name)));
            joint.map_or(Vec3::ZERO, |joint| pose.place(joint))
        };
        let across: Vec3 = ["thigh", "arm"].map(|place| at(place, true) - at(place, false)).into_iter().sum();
        let forward = Vec3::Y.cross(across);
        Vec3::new(forward.x, 0.0, forward.z).normalize_or(Vec3::Z)
    }
}

/// A T-pose where the figure begins, the frames, and the last one again.
fn after_reference(skeleton: &Skeleton, motion: &Motion) -> Result<Motion, BuildError> {
    let mut rows = FrameRows::new(skeleton, motion)?;
    let mut pose = Pose::rest(skeleton);
    sample_frame(motion, 0, &mut pose);
    let at = pose.translations.at(rows.root);
    let mut reference = Pose::rest(skeleton);
    // A figure of retargeting stands with its lowest point on the ground.
    let lowest = (0..skeleton.len()).map(|joint| reference.place(joint).y).fold(f32::INFINITY, f32::min);
    let height = reference.place(rows.root).y - lowest;
    reference.translations.put(rows.root, Vec3::new(at.x, height, at.z));
    rows.push(&reference)?;
    let last = motion.frame_count().saturating_sub(1);
    for frame in (0..motion.frame_count()).chain([last]) {
        sample_frame(motion, frame, &mut pose);
        rows.push(&pose)?;
    }
    rows.finish(motion)
}

fn pose_world(skeleton: &Skeleton, motion: &Motion, frame: usize, pose: &mut Pose) {
    sample_frame(motion, frame, pose);
    world_matrices(skeleton, Affine3A::IDENTITY, pose);
}

/// Frames of a motion with the joints that another one moves, and its root.
struct FrameRows {
    builder: MotionBuilder,
    rotated: Vec<u16>,
    translated: Vec<u16>,
    root: usize,
}

impl FrameRows {
    fn new(skeleton: &Skeleton, motion: &Motion) -> Result<Self, BuildError> {
        let with_root = |joints: &[u16]| {
            let root = Some(0).filter(|root| !joints.contains(root));
            root.into_iter().chain(joints.iter().copied()).collect::<Vec<u16>>()
        };
        let rotated = with_root(motion.rotations().joints());
        let translated = with_root(motion.translations().joints());
        let channels = Channels { rotated: rotated.clone(), translated: translated.clone(), ..Channels::default() };
        let builder = MotionBuilder::new(skeleton, channels, PositionMode::Replace, &Limits::default())?;
        Ok(Self { builder, rotated, translated, root: 0 })
    }

    fn push(&mut self, pose: &Pose) -> Result<(), BuildError> {
        self.builder.push_row(|row| {
            for (slot, joint) in row.rotations.iter_mut().zip(&self.rotated) {
                *slot = pose.rotations.at(usize::from(*joint));
            }
            for (slot, joint) in row.translations.iter_mut().zip(&self.translated) {
                *slot = pose.translations.at(usize::from(*joint));
            }
        })
    }

    fn finish(self, motion: &Motion) -> Result<Motion, BuildError> {
        let mut made = self.builder.finish()?;
        made.set_frame_time(motion.frame_time());
        Ok(made)
    }
}
