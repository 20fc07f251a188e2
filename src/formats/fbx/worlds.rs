//! Places of joints that do not inherit scales as `T * R * S` does.
//!
//! Below such a parent that is scaled, no joint's transform in its parent has the three parts of the model. World places and rotations are kept
//! then, and the scales, which only change a surface, are dropped.

use glam::{DMat3, DQuat, DVec3};

use super::models::{Inherit, LocalTransform};

/// A joint in the world.
#[derive(Debug, Clone, Copy)]
struct World {
    place: DVec3,
    /// Without the joint's own scale.
    unscaled: DMat3,
    full: DMat3,
    /// The scale that children take from it, and the one that it took itself.
    scale: DVec3,
    taken: DVec3,
}

const ORIGIN: World = World {
    place: DVec3::ZERO,
    unscaled: DMat3::IDENTITY,
    full: DMat3::IDENTITY,
    scale: DVec3::ONE,
    taken: DVec3::ONE,
};

impl World {
    fn child(&self, own: &LocalTransform, inherit: Inherit) -> Self {
        let turn = DMat3::from_quat(own.rotation);
        let (above, taken, offset) = match inherit {
            Inherit::Normal => (self.full, DVec3::ONE, own.translation),
            Inherit::Componentwise => (self.unscaled, self.scale, own.translation * self.scale),
            Inherit::NoScale => (self.unscaled, self.taken, own.translation * self.scale),
        };
        let unscaled = above * turn;
        let scale = own.scale * taken;
        Self {
            place: self.place + above * offset,
            unscaled,
            full: unscaled * DMat3::from_diagonal(scale),
            scale,
            taken,
        }
    }
}

/// Replaces the transforms of all joints, parents first, by ones without scales that give the same places in the world.
pub(super) fn drop_scales(joints: &mut [LocalTransform], parents: &[Option<usize>], inherits: &[Inherit]) {
    let mut worlds: Vec<(World, DQuat)> = Vec::with_capacity(joints.len());
    for ((joint, parent), inherit) in joints.iter_mut().zip(parents).zip(inherits) {
        let above = parent.and_then(|parent| worlds.get(parent)).copied();
        let (above, turn_above) = above.unwrap_or((ORIGIN, DQuat::IDENTITY));
        let world = above.child(joint, *inherit);
        let turn = rotation(&world.unscaled, turn_above);
        *joint = LocalTransform {
            translation: turn_above.inverse() * (world.place - above.place),
            rotation: (turn_above.inverse() * turn).normalize(),
            scale: DVec3::ONE,
        };
        worlds.push((world, turn));
    }
}

/// The rotation of a matrix that may scale and shear; `otherwise` for one that makes things flat.
fn rotation(matrix: &DMat3, otherwise: DQuat) -> DQuat {
    let x = matrix.x_axis.normalize_or_zero();
    let y = (matrix.y_axis - x * x.dot(matrix.y_axis)).normalize_or_zero();
    if x == DVec3::ZERO || y == DVec3::ZERO || !(x + y).is_finite() {
        return otherwise;
    }
    DQuat::from_mat3(&DMat3::from_cols(x, y, x.cross(y))).normalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A parent that is twice as large along X, and a child that turns by 90 degrees about Z, one unit along X and Y.
    fn grandchild(inherit: Inherit) -> DVec3 {
        let turn = DQuat::from_rotation_z(std::f64::consts::FRAC_PI_2);
        let at = |translation: DVec3, rotation: DQuat, scale: DVec3| LocalTransform { translation, rotation, scale };
        let mut joints = [
            at(DVec3::ZERO, DQuat::IDENTITY, DVec3::new(2.0, 1.0, 1.0)),
            at(DVec3::X, turn, DVec3::ONE),
            at(DVec3::X, DQuat::IDENTITY, DVec3::ONE),
        ];
        drop_scales(&mut joints, &[None, Some(0), Some(1)], &[inherit; 3]);
        let [_, child, grandchild] = joints;
        child.translation + child.rotation * grandchild.translation
    }

    #[test]
    fn each_type_of_inheritance_has_its_places() {
        let near = |inherit: Inherit, wanted: DVec3| {
            let found = grandchild(inherit);
            assert!(found.abs_diff_eq(wanted, 1e-12), "{inherit:?}: {found}");
        };
        // The parent's scale is along its own X, across the child's.
        near(Inherit::Normal, DVec3::new(2.0, 1.0, 0.0));
        // The scale is passed on axis by axis.
        near(Inherit::Componentwise, DVec3::new(2.0, 2.0, 0.0));
        near(Inherit::NoScale, DVec3::new(2.0, 1.0, 0.0));
    }
}
