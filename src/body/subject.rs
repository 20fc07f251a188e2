//! A behaviour of a clip as studies see it: in metres, with +Y up.

use std::fmt;

use glam::{Affine3A, DAffine3, DMat3, DQuat, DVec3};

use super::placement::turn_up;
use super::survey::{Survey, survey};
use super::unit::Scale;
use crate::model::{Axis, Clip, Motion, Skeleton};
use crate::pose::{Interpolation, Pose, sample, world_matrices, world_transforms};

/// The clip has no such behaviour, or the behaviour has no frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoMotion;

impl fmt::Display for NoMotion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("there is no motion")
    }
}

impl std::error::Error for NoMotion {}

/// A behaviour of a clip with what the body says about it. Its positions are in metres, with +Y up and the file's own origin: a floor above
/// or below zero is not moved.
#[derive(Debug, Clone)]
pub struct Subject<'a> {
    clip: &'a Clip,
    behaviour: usize,
    motion: &'a Motion,
    /// The survey of the body: its parts and the up axis.
    pub survey: Survey,
    /// The unit, stated or guessed.
    pub scale: Scale,
    metres_per_unit: f64,
    up: Axis,
}

impl<'a> Subject<'a> {
    /// A behaviour of a clip, in the unit and up axis that the clip states or that a [`survey`] guesses.
    ///
    /// # Errors
    /// [`NoMotion`] if there is no such behaviour, or if it has no frame.
    pub fn new(clip: &'a Clip, behaviour: usize) -> Result<Self, NoMotion> {
        let survey = survey(&clip.skeleton, motion_of(clip, behaviour)?, clip.source.up);
        Self::surveyed(clip, behaviour, survey)
    }

    /// A behaviour of a clip with a survey that was made before, which takes most of the time.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn surveyed(clip: &'a Clip, behaviour: usize, survey: Survey) -> Result<Self, NoMotion> {
        let motion = motion_of(clip, behaviour)?;
        let scale = survey.scale(&clip.source);
        let (metres_per_unit, up) = (scale.unit.metres() / clip.source.length_factor, survey.up);
        Ok(Self { clip, behaviour, motion, survey, scale, metres_per_unit, up })
    }

    /// Reads the motion in another space: metres per unit of the clip's positions, and the up axis.
    pub fn with_space(mut self, metres_per_unit: f64, up: Axis) -> Self {
        (self.metres_per_unit, self.up) = (metres_per_unit, up);
        self
    }

    /// Metres per unit of the clip's positions.
    pub fn metres_per_unit(&self) -> f64 {
        self.metres_per_unit
    }

    /// The axis that points up.
    pub fn up(&self) -> Axis {
        self.up
    }

    /// The skeleton.
    pub fn skeleton(&self) -> &'a Skeleton {
        &self.clip.skeleton
    }

    /// The clip whose [`behaviour`](Self::behaviour) this is.
    pub fn clip(&self) -> &'a Clip {
        self.clip
    }

    /// Index of the behaviour in its clip.
    pub fn behaviour(&self) -> usize {
        self.behaviour
    }

    /// The motion.
    pub fn motion(&self) -> &'a Motion {
        self.motion
    }

    /// A point of the file's space in metres, with +Y up. Axes change places, so nothing is rounded.
    pub fn upright(&self, point: DVec3) -> DVec3 {
        let DVec3 { x, y, z } = point * self.metres_per_unit;
        match self.up {
            Axis::Y => DVec3::new(x, y, z),
            Axis::NegY => DVec3::new(x, -y, -z),
            Axis::Z => DVec3::new(x, z, -y),
            Axis::NegZ => DVec3::new(x, -z, y),
            Axis::X => DVec3::new(-y, x, z),
            Axis::NegX => DVec3::new(y, -x, z),
        }
    }

    /// A buffer in which it is posed at one moment after the other, in the single precision of the player's poses and of exported positions.
    pub fn pose(&self) -> SubjectPose<'_> {
        SubjectPose { subject: self, pose: Pose::rest(self.skeleton()), world: Vec::new(), is_exact: false }
    }

    /// As [`pose`](Self::pose), with positions multiplied down the tree in double precision, because speeds and accelerations divide their
    /// rounding by the frame time. Skeletons with scales are in single precision all the same.
    pub fn exact_pose(&self) -> SubjectPose<'_> {
        SubjectPose { is_exact: self.skeleton().scaling().is_none(), ..self.pose() }
    }
}

/// The motion of a behaviour, if it has frames.
fn motion_of(clip: &Clip, behaviour: usize) -> Result<&Motion, NoMotion> {
    let motion = clip.behaviours.get(behaviour).map(|behaviour| &behaviour.motion);
    motion.filter(|motion| motion.frame_count() > 0).ok_or(NoMotion)
}

/// Poses a [`Subject`] again and again without allocating: [`Subject::pose`], [`Subject::exact_pose`].
#[derive(Debug)]
pub struct SubjectPose<'a> {
    subject: &'a Subject<'a>,
    pose: Pose,
    /// The joints in the file's space, if they are exact.
    world: Vec<DAffine3>,
    is_exact: bool,
}

impl SubjectPose<'_> {
    /// Poses the subject at a moment, seconds; between two frames as the player does.
    pub fn move_to(&mut self, seconds: f64) {
        sample(self.subject.motion, seconds, Interpolation::Linear, &mut self.pose);
        self.find_places();
    }

    /// Poses the subject as its skeleton rests.
    pub fn move_to_rest(&mut self) {
        self.pose.reset(self.subject.skeleton());
        self.find_places();
    }

    fn find_places(&mut self) {
        let Self { subject, pose, world, is_exact } = self;
        let skeleton = subject.skeleton();
        if !*is_exact {
            return world_matrices(skeleton, Affine3A::IDENTITY, pose);
        }
        let joints = pose.rotations.iter().zip(&pose.translations);
        let locals = joints
            .map(|(turn, place)| DAffine3::from_rotation_translation(turn.as_dquat().normalize(), place.as_dvec3()));
        world_transforms(skeleton.parent_of_each(), locals, world);
    }

    /// The position of a joint at that moment: metres, +Y up. The origin for a joint that the skeleton does not have.
    pub fn place(&self, joint: usize) -> DVec3 {
        let exact = self.world.get(joint).map(|world| world.translation);
        let place = exact.or_else(|| self.pose.world.get(joint).map(|world| world.translation.as_dvec3()));
        place.map_or(DVec3::ZERO, |place| self.subject.upright(place))
    }

    /// Replaces what `places` holds by the positions of all joints.
    pub fn places(&self, places: &mut Vec<DVec3>) {
        places.clear();
        places.extend((0..self.subject.skeleton().len()).map(|joint| self.place(joint)));
    }

    /// How a joint is turned relative to its parent at that moment.
    pub fn rotation(&self, joint: usize) -> DQuat {
        self.pose.rotations.get(joint).map_or(DQuat::IDENTITY, |turn| turn.as_dquat())
    }

    /// How a joint is turned in the room, with +Y up, at that moment. Scales do not count.
    pub fn turn(&self, joint: usize) -> DMat3 {
        let above = self.subject.skeleton().up_from(joint);
        let turn = above.fold(DQuat::IDENTITY, |turn, joint| self.rotation(joint).normalize() * turn);
        turn_up(self.subject.up).as_dmat3() * DMat3::from_quat(turn)
    }
}
