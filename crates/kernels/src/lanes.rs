//! Four rotations side by side.

use glam::{Mat4, Quat, Vec4};

/// All x, all y, all z and all w of four rotations.
#[inline(always)]
pub(crate) fn lanes_of([a, b, c, d]: &[Quat; 4]) -> [Vec4; 4] {
    columns_of([(*a).into(), (*b).into(), (*c).into(), (*d).into()])
}

/// Transposes the matrix.
#[inline(always)]
pub(crate) fn columns_of([a, b, c, d]: [Vec4; 4]) -> [Vec4; 4] {
    let turned = Mat4::from_cols(a, b, c, d).transpose();
    [turned.x_axis, turned.y_axis, turned.z_axis, turned.w_axis]
}
