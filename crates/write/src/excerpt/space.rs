//! Converts units and up axes.

use glam::{Affine3A, DQuat, DVec3, Mat3A, Quat, Vec3};

use super::Excerpt;
use crate::WriteError;
use crate::figure::upright;
use marey::Limits;
use marey::model::{
    Axis, BuildError, FACTORS, NO_PARENT, Scaling, Skeleton, SkeletonBuilder, Skin, SkinParts, Source, Viewpoint,
};

/// Unit and up axis of a clip's numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Space {
    /// Metres in one unit of the clip's positions.
    pub metres_per_unit: f64,
    /// The axis that points up.
    pub up: Axis,
}

impl Default for Space {
    /// Metres, +Y up.
    fn default() -> Self {
        Self { metres_per_unit: 1.0, up: Axis::Y }
    }
}

impl Space {
    /// The unit and up axis that the file or its format states. `None` if either has to be guessed.
    pub fn stated(source: &Source) -> Option<Self> {
        Some(Self { metres_per_unit: source.metres_per_unit? / source.length_factor, up: source.up? })
    }
}

/// Converts from a clip's space to another.
pub(super) struct SpaceChange {
    factor: f64,
    turn: DQuat,
    from: Space,
    to: Space,
    /// Whether the clip or the options state a space.
    known: bool,
}

impl SpaceChange {
    pub(super) fn new(source: &Source, options: &Excerpt) -> Result<Self, WriteError> {
        let stated = options.space.or_else(|| Space::stated(source));
        let from = stated.unwrap_or_else(|| Space {
            metres_per_unit: source.metres_per_unit.map_or(1.0, |metres| metres / source.length_factor),
            up: source.up.unwrap_or_default(),
        });
        let to = Space {
            metres_per_unit: options.metres_per_unit.unwrap_or(from.metres_per_unit),
            up: options.up.unwrap_or(from.up),
        };
        let asked = [options.space.map(|space| space.metres_per_unit), options.metres_per_unit];
        if let Some(metres) = asked.into_iter().flatten().find(|metres| !FACTORS.contains(metres)) {
            return Err(WriteError::BadUnit { metres });
        }
        let turn = if from.up == to.up { DQuat::IDENTITY } else { upright(to.up).conjugate() * upright(from.up) };
        let asked = options.metres_per_unit.is_some() || options.up.is_some();
        Ok(Self { factor: from.metres_per_unit / to.metres_per_unit, turn, from, to, known: stated.is_some() || asked })
    }

    /// Whether all numbers stay the same.
    pub(super) fn is_none(&self) -> bool {
        self.factor == 1.0 && self.turn == DQuat::IDENTITY
    }

    /// The clip's up axis.
    pub(super) fn up_before(&self) -> Vec3 {
        self.from.up.vector()
    }

    /// Writes the new unit and up axis into `source`, if they are known.
    pub(super) fn state(&self, source: &mut Source) {
        if self.known {
            // The clip's own unit is a quotient of two numbers within `FACTORS`, which stay apart where it is outside.
            let own = self.to.metres_per_unit * source.length_factor;
            if self.factor == 1.0 && FACTORS.contains(&own) {
                // The factor stays, so that a file that states it is read back the same.
                source.metres_per_unit = Some(own);
            } else if FACTORS.contains(&self.to.metres_per_unit) {
                source.metres_per_unit = Some(self.to.metres_per_unit);
                source.length_factor = 1.0;
            }
            source.up = Some(self.to.up);
        }
    }

    /// Converts a vector in a joint's space.
    pub(super) fn length(&self, vector: Vec3) -> Vec3 {
        if self.factor == 1.0 { vector } else { (vector.as_dvec3() * self.factor).as_vec3() }
    }

    /// Converts a vector in the file's space.
    fn in_world(&self, vector: Vec3) -> Vec3 {
        if self.is_none() { vector } else { (self.turn * (vector.as_dvec3() * self.factor)).as_vec3() }
    }

    /// Converts a camera. A camera on a joint keeps that joint's axes.
    pub(super) fn viewpoint(&self, old: &Viewpoint) -> Viewpoint {
        let mut viewpoint = old.clone();
        if old.joint.is_some() {
            viewpoint.position = self.length(old.position);
        } else if !self.is_none() {
            viewpoint.position = self.in_world(old.position);
            viewpoint.orientation = (self.turn * old.orientation.as_dquat()).normalize().as_quat();
        }
        viewpoint
    }

    fn direction(&self, vector: Vec3) -> Vec3 {
        (self.turn * vector.as_dvec3()).normalize_or(DVec3::Y).as_vec3()
    }

    /// Whether a joint's own offset and rotation take the turn. Roots do, unless the skeleton has frames: then those of the roots do.
    fn turns(&self, skeleton: &Skeleton, joint: usize) -> bool {
        skeleton.parent(joint).is_none() && skeleton.scaling().is_none()
    }

    pub(super) fn translation(&self, skeleton: &Skeleton, joint: u16, offset: Vec3) -> Vec3 {
        if self.turns(skeleton, usize::from(joint)) { self.in_world(offset) } else { self.length(offset) }
    }

    pub(super) fn rotation(&self, skeleton: &Skeleton, joint: u16, rotation: Quat) -> Quat {
        if self.turn == DQuat::IDENTITY || !self.turns(skeleton, usize::from(joint)) {
            return rotation;
        }
        (self.turn * rotation.as_dquat()).normalize().as_quat()
    }

    pub(super) fn skeleton(&self, old: &Skeleton) -> Result<Skeleton, WriteError> {
        // The reader has enforced its limits already.
        let limits = Limits::default().joints(usize::MAX).depth(usize::MAX - 1);
        let mut builder = SkeletonBuilder::new(&limits);
        let rest = old.rest_translations().iter().zip(old.rest_rotations());
        let all = old.names().iter().zip(old.kinds()).zip(old.parents()).zip(rest);
        for (joint, (((name, kind), parent), (offset, rotation))) in (0_u16..).zip(all) {
            let parent = Some(*parent).filter(|parent| *parent != NO_PARENT);
            let offset = self.translation(old, joint, *offset);
            builder.add(name, parent, *kind, offset, self.rotation(old, joint, *rotation))?;
        }
        if let Some(scaling) = old.scaling() {
            let frame = |(joint, frame): (usize, &Affine3A)| {
                let (mut linear, mut at) = (frame.matrix3, self.length(frame.translation.into()));
                if old.parent(joint).is_none() {
                    let turn = self.turn.as_quat();
                    linear = Mat3A::from_quat(turn) * linear;
                    at = self.in_world(frame.translation.into());
                }
                Affine3A { matrix3: linear, translation: at.into() }
            };
            let frames = scaling.frames.iter().enumerate().map(frame).collect();
            builder.set_scaling(Scaling { frames, ..scaling.clone() })?;
        }
        builder.set_weights(old.weights().to_vec())?;
        old.links().iter().try_for_each(|link| builder.link(*link))?;
        Ok(builder.finish()?)
    }

    /// Converts a skin. Without binds it is in the file's space. With binds it has axes of its own, which stay, and the file's
    /// unit.
    pub(super) fn skin(&self, old: &Skin, skeleton: &Skeleton) -> Result<Skin, BuildError> {
        let is_files = old.binds().is_empty();
        let place = |vector: Vec3| if is_files { self.in_world(vector) } else { self.length(vector) };
        let mut influences = old.influences().to_vec();
        let mut corners = old.corners().to_vec();
        for corner in &mut corners {
            corner.position = place(corner.position);
            if is_files {
                corner.normal = self.direction(corner.normal);
            }
            if !corner.is_rigid() {
                let first = (corner.first as usize).saturating_add(usize::from(corner.influences));
                let shifts = influences.get_mut(first..first.saturating_add(usize::from(corner.morphs)));
                for [x, y, z, _] in shifts.unwrap_or_default() {
                    [*x, *y, *z] = place(Vec3::new(*x, *y, *z)).to_array();
                }
            }
        }
        let mut binds = old.binds().to_vec();
        for bind in &mut binds {
            let matrix = bind.matrix;
            let at: Vec3 = matrix.translation.into();
            bind.matrix = if bind.joint == NO_PARENT {
                let turn = Mat3A::from_quat(self.turn.as_quat());
                Affine3A { matrix3: turn * matrix.matrix3, translation: self.in_world(at).into() }
            } else {
                Affine3A { translation: self.length(at).into(), ..matrix }
            };
        }
        let parts = SkinParts {
            binds,
            morphs: old.morphs().to_vec(),
            influences,
            corners,
            triangles: old.triangles().to_vec(),
            segments: old.segments(),
            pictures: old.pictures().to_vec(),
            textured: old.textured().to_vec(),
        };
        Skin::new(old.name(), parts, skeleton)?.with_turns_of(old)
    }
}
