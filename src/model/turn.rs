//! How the binds of a generated body turn.

use glam::{Quat, Vec3};

use super::BuildError;

/// How a bind turns that does not turn as its joint.
///
/// Its matrix in a pose is the rotation that the variant makes, at the place of its joint: `T(world[joint]) * R * bind.matrix`, times the scale
/// of the space. The rotation
/// of another bind is that of its matrix `M`, which is the identity where the figure stands in the skin's own pose. Directions are in the
/// skin's space and of unit length.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Turn {
    /// From one bind towards another: `from * swing * twist`, of `from^-1 * to = swing * twist`, where the twist turns about `axis` by -180 to
    /// 180 degrees and the swing about a direction across it (P. Baerlocher and R. Boulic, 2001). Each is taken in part.
    Between {
        /// The first bind.
        from: u16,
        /// The second bind.
        to: u16,
        /// The axis of the twist.
        axis: Vec3,
        /// The share of the swing, 0 to 1.
        swing: f32,
        /// The share of the twist, 0 to 1.
        twist: f32,
    },
    /// A frame through joints, for clips of positions: Y from the middle of two joints to the middle of two others, X towards the first of
    /// two joints, made square to it.
    Spanned {
        /// Two joints at the bottom and two at the top; twice the same for a single one.
        up: [[u16; 2]; 2],
        /// The joint on the left and that on the right.
        left: [u16; 2],
        /// The inverse of that frame in the skin's pose.
        inverse: Quat,
    },
    /// As another bind, then by the shortest rotation that turns a bone to where its joints are, for clips of positions.
    Aimed {
        /// The other bind.
        base: u16,
        /// The joints at the bone's ends.
        bone: [u16; 2],
        /// The bone in the skin's pose.
        along: Vec3,
    },
    /// One of the two bones of a limb, for clips of positions: it points where its joints are, and its hinge is across both bones. The
    /// straighter the limb, the more the hinge is that of the other bind, turned by the shortest rotation.
    Hinged {
        /// The other bind: of the trunk.
        base: u16,
        /// Hip, knee and ankle, or shoulder, elbow and wrist.
        limb: [u16; 3],
        /// The first and the second bone in the skin's pose.
        along: [Vec3; 2],
        /// The hinge in the skin's pose, across both bones: the second bone bends about it.
        hinge: Vec3,
        /// Whether this is the second bone.
        is_second: bool,
    },
}

impl Turn {
    /// The joints whose places it uses.
    pub(crate) fn joints(&self) -> Vec<u16> {
        match self {
            Self::Between { .. } => Vec::new(),
            Self::Spanned { up: [[a, b], [c, d]], left: [l, r], .. } => vec![*a, *b, *c, *d, *l, *r],
            Self::Aimed { bone, .. } => bone.to_vec(),
            Self::Hinged { limb, .. } => limb.to_vec(),
        }
    }

    /// Adds to the indices of the binds that it uses.
    pub(crate) fn shift(&mut self, by: u16) {
        match self {
            Self::Between { from, to, .. } => [from, to].into_iter().for_each(|bind| *bind += by),
            Self::Spanned { .. } => {}
            Self::Aimed { base, .. } | Self::Hinged { base, .. } => *base += by,
        }
    }

    /// Checks the indices and numbers of the turn of the bind with this index. `has_place`: whether a joint has a bind.
    pub(super) fn check(&self, bind: usize, has_place: impl Fn(u16) -> bool) -> Result<(), BuildError> {
        let unit = |vector: Vec3| if vector.is_normalized() { Ok(()) } else { Err(BuildError::NotUnitLength) };
        let binds: &[u16] = match self {
            Self::Between { from, to, .. } => &[*from, *to],
            Self::Spanned { .. } => &[],
            Self::Aimed { base, .. } | Self::Hinged { base, .. } => &[*base],
        };
        if binds.iter().any(|other| usize::from(*other) >= bind) || !self.joints().into_iter().all(has_place) {
            return Err(BuildError::UnknownJoint);
        }
        match self {
            Self::Between { axis, swing, twist, .. } => {
                if ![swing, twist].into_iter().all(|share| (0.0..=1.0).contains(share)) {
                    return Err(BuildError::NotFinite);
                }
                unit(*axis)
            }
            Self::Spanned { inverse, .. } if inverse.is_normalized() => Ok(()),
            Self::Spanned { .. } => Err(BuildError::NotUnitLength),
            Self::Aimed { along, .. } => unit(*along),
            Self::Hinged { along: [first, second], hinge, .. } => {
                [first, second, hinge].into_iter().try_for_each(|direction| unit(*direction))
            }
        }
    }
}
