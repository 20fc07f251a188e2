//! How large scales and static transforms make a figure.

use crate::model::Skeleton;
use crate::pose::down_the_tree;

/// The largest distance of a joint from the origin at rest, or the largest scale of a joint's space if that is larger.
/// Scales multiply down the tree, so that a few of them overflow `f32`. 0 without scaling.
pub(super) fn reach(skeleton: &Skeleton) -> f64 {
    let Some(scaling) = skeleton.scaling() else { return 0.0 };
    // For each joint: the scale of its space, and the distance of its origin.
    let mut reaches: Vec<(f64, f64)> = Vec::new();
    let own = skeleton.rest_translations().iter().zip(scaling.frames.iter().zip(&scaling.rest_scales));
    down_the_tree(skeleton.parent_of_each(), own, &mut reaches, |above, (offset, (frame, scale))| {
        let (growth, distance) = above.unwrap_or((1.0, 0.0));
        let columns = [frame.matrix3.x_axis, frame.matrix3.y_axis, frame.matrix3.z_axis];
        let widest = columns.iter().map(|column| f64::from(column.length())).fold(0.0, f64::max);
        let way = f64::from(frame.translation.length()) + widest * f64::from(offset.length());
        (growth * widest * f64::from(scale.abs().max_element()), distance + growth * way)
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
    fn hanim_scales_multiply_down_the_tree() {
        let mut builder = SkeletonBuilder::new(&Limits::default());
        let mut parent = None;
        for offset in [Vec3::ZERO, Vec3::X, Vec3::X] {
            parent = Some(builder.add("joint", parent, JointKind::Joint, offset, Quat::IDENTITY).unwrap());
        }
        assert_eq!(reach(&builder.clone().finish().unwrap()), 0.0);
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
