//! A motion to compare, in metres and with +Y up.

use std::fmt;

use glam::{Affine3A, DVec3};

use marey::body::{Scale, Survey, survey};
use marey::model::{Axis, Clip, Motion, Skeleton};
use marey::pose::{Interpolation, Pose, sample, world_matrices};

/// Why two motions are not compared.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum CompareError {
    /// The clip has no such behaviour, or the behaviour has no frame.
    NoMotion,
    /// The clips have no joint in common.
    NoCommonJoints,
    /// At this offset (seconds) no frame of the reference lies within the other motion.
    NoOverlap {
        /// Seconds from the start of the reference to that of the other motion.
        offset: f64,
    },
}

impl fmt::Display for CompareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoMotion => f.write_str("there is no motion"),
            Self::NoCommonJoints => f.write_str("the clips have no joint in common"),
            Self::NoOverlap { offset } => write!(f, "the motions do not overlap at an offset of {offset} s"),
        }
    }
}

impl std::error::Error for CompareError {}

/// One of two motions to compare. Its positions are in metres, with +Y up and the file's own origin: a floor above or below
/// zero is not moved.
#[derive(Debug, Clone)]
pub struct Subject<'a> {
    pub(super) skeleton: &'a Skeleton,
    pub(super) motion: &'a Motion,
    /// What the body says: the parts and the up axis.
    pub survey: Survey,
    /// The unit, stated or guessed.
    pub scale: Scale,
    metres_per_unit: f64,
    up: Axis,
}

impl<'a> Subject<'a> {
    /// A behaviour of a clip, in the unit and up axis that the clip states or that [`body`](marey::body) guesses.
    ///
    /// # Errors
    /// [`CompareError::NoMotion`] if there is no such behaviour, or if it has no frame.
    pub fn new(clip: &'a Clip, behaviour: usize) -> Result<Self, CompareError> {
        let motion = motion_of(clip, behaviour)?;
        let survey = survey(&clip.skeleton, motion, clip.source.up);
        Self::surveyed(clip, behaviour, survey)
    }

    /// The same with a survey of this behaviour that was made before: it takes most of the time.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn surveyed(clip: &'a Clip, behaviour: usize, survey: Survey) -> Result<Self, CompareError> {
        let motion = motion_of(clip, behaviour)?;
        let scale = survey.scale(&clip.source);
        let (metres_per_unit, up) = (scale.unit.metres() / clip.source.length_factor, survey.up);
        Ok(Self { skeleton: &clip.skeleton, motion, survey, scale, metres_per_unit, up })
    }

    /// The same motion in another space: metres per unit of the clip's positions, and the up axis.
    pub fn with_space(mut self, metres_per_unit: f64, up: Axis) -> Self {
        self.metres_per_unit = metres_per_unit;
        self.up = up;
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
        self.skeleton
    }

    /// The motion.
    pub fn motion(&self) -> &'a Motion {
        self.motion
    }

    /// Positions of some joints, moment after moment.
    pub(super) fn places(&'a self, joints: Vec<usize>) -> Places<'a> {
        Places::new(self, joints)
    }

    /// A point of the file's space in metres, with +Y up. Axes change places, so nothing is rounded.
    pub(crate) fn upright(&self, point: DVec3) -> DVec3 {
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
}

fn motion_of(clip: &Clip, behaviour: usize) -> Result<&Motion, CompareError> {
    let motion = clip.behaviours.get(behaviour).map(|behaviour| &behaviour.motion);
    motion.filter(|motion| motion.frame_count() > 0).ok_or(CompareError::NoMotion)
}

/// Poses a motion again and again without allocating.
pub(super) struct Places<'a> {
    subject: &'a Subject<'a>,
    pose: Pose,
    joints: Vec<usize>,
}

impl<'a> Places<'a> {
    pub(super) fn new(subject: &'a Subject<'a>, joints: Vec<usize>) -> Self {
        Self { subject, pose: Pose::rest(subject.skeleton), joints }
    }

    /// The joints' positions at a moment (seconds), in their order: metres, +Y up. Replaces what `points` holds.
    pub(super) fn at(&mut self, seconds: f64, points: &mut Vec<DVec3>) {
        let Self { subject, pose, joints } = self;
        sample(subject.motion, seconds, Interpolation::Linear, pose);
        world_matrices(subject.skeleton, Affine3A::IDENTITY, pose);
        points.clear();
        let world =
            joints.iter().map(|joint| pose.world.get(*joint).map_or(DVec3::ZERO, |world| world.translation.as_dvec3()));
        points.extend(world.map(|point| subject.upright(point)));
    }
}
