//! How far a figure reaches.

use glam::Vec3;

use super::kinematics::down_the_tree;
use crate::checked::Checked;
use crate::model::Skeleton;

/// The largest distance of a joint from the origin at rest if all bones were in line, or the largest scale of a joint's space if that is
/// larger. Scales multiply down the tree, so that a few of them overflow `f32`.
pub fn reach(skeleton: &Skeleton) -> f64 {
    // For each joint: the scale of its space, and the distance of its origin.
    let mut reaches: Vec<(f64, f64)> = Vec::new();
    let own = skeleton.rest_translations().iter().enumerate().map(|(joint, offset)| {
        let scaling = skeleton.scaling();
        let frame = scaling.map(|scaling| scaling.frames.at(joint)).unwrap_or_default();
        let scale = scaling.map_or(Vec3::ONE, |scaling| scaling.rest_scales.at(joint));
        let columns = [frame.matrix3.x_axis, frame.matrix3.y_axis, frame.matrix3.z_axis];
        let widest = columns.iter().map(|column| column.as_dvec3().length()).fold(0.0, f64::max);
        let way = frame.translation.as_dvec3().length() + widest * offset.as_dvec3().length();
        (widest * f64::from(scale.abs().max_element()), way)
    });
    down_the_tree(skeleton.parent_of_each(), own, &mut reaches, |above, (widens, way)| {
        let (growth, distance) = above.unwrap_or((1.0, 0.0));
        (growth * widens, distance + growth * way)
    });
    reaches.into_iter().fold(0.0, |farthest, (growth, distance)| farthest.max(distance).max(growth))
}

#[cfg(test)]
mod tests {
    use glam::{Affine3A, Quat, Vec3};

    use super::*;
    use crate::error::Limits;
    use crate::model::{JointKind, Scaling, SkeletonBuilder};

    #[test]
    fn offsets_add_up_and_scales_multiply_down_the_tree() {
        let mut builder = SkeletonBuilder::new(&Limits::default());
        let mut parent = None;
        for offset in [Vec3::ZERO, Vec3::X, Vec3::X] {
            parent = Some(builder.add("joint", parent, JointKind::Joint, offset, Quat::IDENTITY).unwrap());
        }
        assert_eq!(reach(&builder.clone().finish().unwrap()), 2.0);
        let scaling = Scaling {
            frames: vec![Affine3A::IDENTITY; 3],
            axes: vec![Quat::IDENTITY; 3],
            rest_scales: vec![Vec3::splat(1e5), Vec3::new(1.0, -1e4, 1.0), Vec3::ONE],
        };
        builder.set_scaling(scaling).unwrap();
        let found = reach(&builder.finish().unwrap());
        // The last joint is 1e5 + 1e9 from the origin.
        assert!((found / 1.0001e9 - 1.0).abs() < 1e-6, "{found}");
    }
}
