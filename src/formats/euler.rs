//! Prepares rotations from columns of angles in degrees. The listed rotations are multiplied, the first is the leftmost factor.

use glam::{Quat, Vec4};
use marey_kernels::angles::{half_angle, sin_cos_four};
use marey_kernels::euler::{EulerOrder, FourJoints};

/// A joint's angles in the order of their product: the column in the row, and the axis (0, 1, 2 for x, y, z).
pub(super) type EulerColumns = Vec<(usize, u8)>;

fn order_of(angles: &[(usize, u8)]) -> Option<EulerOrder> {
    let &[a, b, c] = angles else { return None };
    EulerOrder::ALL.into_iter().find(|order| order.axes() == [a.1, b.1, c.1])
}

/// Whether these are angles about three different axes, as in [`FourJoints`].
pub(super) fn about_all_axes(angles: &[(usize, u8)]) -> bool {
    order_of(angles).is_some()
}

/// Groups the joints that rotate about three different axes by four. Each joint: its index among the rotated joints, its angles.
pub(super) fn four_by_four(joints: &[(usize, EulerColumns)]) -> Vec<FourJoints> {
    let mut fours = Vec::new();
    for order in EulerOrder::ALL {
        let mut of_order = Vec::new();
        for (slot, angles) in joints {
            if let &[a, b, c] = angles.as_slice()
                && order_of(angles) == Some(order)
            {
                of_order.push((*slot as u32, [a.0 as u32, b.0 as u32, c.0 as u32]));
            }
        }
        for four in of_order.chunks(4) {
            let Some(last) = four.last() else { continue };
            let lanes = [0, 1, 2, 3].map(|lane| four.get(lane).unwrap_or(last));
            let columns = [0, 1, 2].map(|angle| lanes.map(|(_, columns)| columns[angle]));
            fours.push(FourJoints { order, columns, slots: lanes.map(|(slot, _)| *slot) });
        }
    }
    fours
}

pub(super) fn rotation_of(row: &[f64], angles: &[(usize, u8)]) -> Quat {
    angles.iter().fold(Quat::IDENTITY, |product, &(column, axis)| {
        let (sine, cosine) = sin_cos_four(Vec4::splat(half_angle(row.get(column).copied().unwrap_or(0.0))));
        let mut factor = [0.0, 0.0, 0.0, cosine.x];
        if let Some(component) = factor.get_mut(usize::from(axis)) {
            *component = sine.x;
        }
        product * Quat::from_array(factor)
    })
}
