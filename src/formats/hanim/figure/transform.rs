//! The five fields that place a node, in Transform, Joint, Site and Humanoid.

use glam::{DAffine3, DMat3, DQuat, DVec3};

use crate::compact::maths::turn;
use crate::formats::hanim::report::SceneReport;
use crate::formats::hanim::scene::{SceneNode, SceneTree};
use crate::model::FARTHEST;
use crate::pose::Transform;

/// `T(translation) T(center) R(rotation) A S(scale) inverse(A) T(-center)`, where `A` rotates by `scaleOrientation`
/// (column vectors; ISO/IEC 19774-1 clause 6, as Transform in 19775-1).
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct NodeTransform {
    pub(crate) translation: DVec3,
    pub(crate) center: DVec3,
    pub(crate) rotation: DQuat,
    pub(crate) scale: DVec3,
    /// `scaleOrientation`: the directions along which `scale` stretches.
    pub(crate) axes: DQuat,
}

impl NodeTransform {
    pub(crate) const IDENTITY: Self = Self {
        translation: DVec3::ZERO,
        center: DVec3::ZERO,
        rotation: DQuat::IDENTITY,
        scale: DVec3::ONE,
        axes: DQuat::IDENTITY,
    };

    /// Reads a node's fields; absent ones have the standard's defaults.
    pub(crate) fn read(tree: &SceneTree, node: &SceneNode, report: &mut SceneReport<'_>) -> Self {
        let mut vector = |name: &str, default: f64| DVec3::from(tree.vector(node, name, [default; 3], report));
        let (translation, center, scale) = (vector("translation", 0.0), vector("center", 0.0), vector("scale", 1.0));
        if scale.to_array().iter().any(|scale| *scale != 0.0 && scale.abs() * f64::from(FARTHEST) < 1.0) {
            let message = format_args!("a scale below 1e-12 makes this too small to be seen");
            report.warn_once("hanim.scale", node.place(), message);
        }
        let mut turn = |name: &str| axis_angle(tree.rotation(node, name, report));
        let (rotation, axes) = (turn("rotation"), turn("scaleOrientation"));
        Self { translation, center, rotation, scale, axes }
    }

    /// From the node's space to the space around it.
    pub(crate) fn matrix(&self) -> DAffine3 {
        self.frame() * DAffine3::from_translation(-self.center)
    }

    /// The same for points relative to the center.
    pub(crate) fn frame(&self) -> DAffine3 {
        DAffine3::from_rotation_translation(self.rotation, self.translation + self.center)
            .stretched(DMat3::from_quat(self.axes), self.scale)
    }
}

/// Quaternion of an axis and an angle in radians. The axis need not have unit length; a zero axis gives the identity.
pub(crate) fn axis_angle([x, y, z, angle]: [f64; 4]) -> DQuat {
    DVec3::new(x, y, z).try_normalize().map_or(DQuat::IDENTITY, |axis| turn(axis, angle))
}

#[cfg(test)]
mod tests {
    use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

    use super::*;

    #[test]
    fn hanim_placing_follows_the_standards_order() {
        // Scaled by 2 along (1, 1, 0), rotated a quarter about z around (1, 0, 0), moved by 5 along z.
        let placing = NodeTransform {
            translation: DVec3::new(0.0, 0.0, 5.0),
            center: DVec3::X,
            rotation: DQuat::from_rotation_z(FRAC_PI_2),
            scale: DVec3::new(2.0, 1.0, 1.0),
            axes: DQuat::from_rotation_z(FRAC_PI_4),
        };
        let near = |point: [f64; 3], expected: [f64; 3]| {
            let found = placing.matrix().transform_point3(point.into());
            assert!(found.distance(expected.into()) < 1e-12, "{found} is not {expected:?}");
        };
        near([1.0, 0.0, 0.0], [1.0, 0.0, 5.0]);
        // (1, 1, 0) from the centre becomes (2, 2, 0), rotated (-2, 2, 0).
        near([2.0, 1.0, 0.0], [-1.0, 2.0, 5.0]);
        // Nothing stretches across the direction: (1, -1, 0) becomes (1, 1, 0).
        near([2.0, -1.0, 0.0], [2.0, 1.0, 5.0]);
    }

    #[test]
    fn hanim_axes_are_normalised_and_may_be_missing() {
        assert!(axis_angle([0.0, 3.0, 0.0, 1.0]).angle_between(DQuat::from_rotation_y(1.0)) < 1e-9);
        assert_eq!(axis_angle([0.0, 0.0, 0.0, 1.0]), DQuat::IDENTITY);
    }
}
