//! The limits of joints: `llimit`, `ulimit` and `limitOrientation`.

use glam::{DQuat, DVec3};

use super::transform::axis_angle;
use crate::compact::maths::angle_of;
use crate::decimal;
use crate::formats::hanim::report::SceneReport;
use crate::formats::hanim::scene::{SceneNode, SceneTree};

/// Joint limits: angles about the axes x, y and z of a frame that `limitOrientation` rotates.
///
/// The standard does not define the order of the three angles, so they are compared with the rotation vector (axis
/// times angle), which needs no order. About a single axis the vector is that angle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct JointLimits {
    /// Radians about x, y and z.
    pub(crate) least: DVec3,
    pub(crate) most: DVec3,
    /// From the joint's axes to those of the limits.
    to_limits: DQuat,
}

impl JointLimits {
    /// `None` if the node has no limits, or only the default, all 0.
    pub(crate) fn read(tree: &SceneTree, node: &SceneNode, report: &mut SceneReport<'_>) -> Option<Self> {
        let count = |name: &str| tree.tokens(node, name).take(4).count();
        let counts = ["llimit", "ulimit"].map(count);
        // OpenHRP's robots have one limit, about the joint's only axis.
        if counts.into_iter().max() == Some(1) {
            return Self::about_one_axis(tree, node, report);
        }
        // Their joints with more degrees of freedom have one limit for each, about unknown axes.
        if is_of_robot(tree, node) && counts.iter().any(|count| !matches!(count, 0 | 3)) {
            return None;
        }
        // An empty list means the default.
        let mut list = |name: &str| match count(name) {
            0 => DVec3::ZERO,
            _ => DVec3::from(tree.vector(node, name, [0.0; 3], report)) * tree.radians(node, name),
        };
        let (one, other) = (list("llimit"), list("ulimit"));
        let orientation = axis_angle(tree.rotation(node, "limitOrientation", report));
        // Some authors write the upper limit first.
        let limits = Self { least: one.min(other), most: one.max(other), to_limits: orientation.inverse() };
        Some(limits).filter(|_| one != DVec3::ZERO || other != DVec3::ZERO)
    }

    /// Limits about `jointAxis` (X, Y, Z or a vector) and no other axis. `None` for joints that slide.
    fn about_one_axis(tree: &SceneTree, node: &SceneNode, report: &mut SceneReport<'_>) -> Option<Self> {
        let name = tree.string(node, "jointAxis");
        let axis = match name.trim() {
            "X" | "x" => DVec3::X,
            "Y" | "y" => DVec3::Y,
            "Z" | "z" => DVec3::Z,
            _ => DVec3::from(tree.vector(node, "jointAxis", [0.0; 3], report)).try_normalize()?,
        };
        let mut limit = |name: &str| match tree.tokens(node, name).next() {
            Some(_) => tree.angle(node, name, 0.0, report),
            None => 0.0,
        };
        let (one, other) = (limit("llimit"), limit("ulimit"));
        if tree.string(node, "jointType").trim() == "slide" || (one == 0.0 && other == 0.0) {
            return None;
        }
        let (along, to_limits) = match axis {
            DVec3::X | DVec3::Y | DVec3::Z => (axis, DQuat::IDENTITY),
            DVec3::NEG_X => (DVec3::X, DQuat::from_xyzw(0.0, 1.0, 0.0, 0.0)),
            _ => (DVec3::X, DQuat::from_vec4(axis.cross(DVec3::X).extend(1.0 + axis.x)).normalize()),
        };
        let only =
            |limit: f64, free: f64| DVec3::select(along.cmpgt(DVec3::ZERO), DVec3::splat(limit), DVec3::splat(free));
        let (least, most) = (only(one.min(other), f64::NEG_INFINITY), only(one.max(other), f64::INFINITY));
        Some(Self { least, most, to_limits })
    }

    /// The angles of a joint's rotation about the limits' axes, in radians.
    pub(crate) fn angles(&self, rotation: DQuat) -> DVec3 {
        let turned = self.to_limits * rotation * self.to_limits.inverse();
        let turned = if turned.w < 0.0 { -turned } else { turned };
        let sine = turned.xyz().length();
        turned.xyz().try_normalize().map_or(DVec3::ZERO, |axis| axis * 2.0 * angle_of(sine, turned.w))
    }

    /// `x 0\u{b0} to 150\u{b0}, y 0\u{b0}, z 0\u{b0}`
    pub(crate) fn words(&self) -> String {
        let bounds = self.least.to_array().into_iter().zip(self.most.to_array());
        let axes =
            bounds.zip(["x", "y", "z"]).filter(|((least, _), _)| least.is_finite()).map(|((least, most), axis)| {
                let [least, most] = [least, most].map(|angle| decimal::text(angle.to_degrees(), 1));
                if least == most {
                    format!("{axis} {least}\u{b0}")
                } else {
                    format!("{axis} {least}\u{b0} to {most}\u{b0}")
                }
            });
        axes.collect::<Vec<_>>().join(", ")
    }
}

/// Whether a joint is of OpenHRP's dialect.
pub(crate) fn is_of_robot(tree: &SceneTree, joint: &SceneNode) -> bool {
    ["jointType", "jointAxis", "jointId"].into_iter().any(|field| tree.field(joint, field).is_some())
}
