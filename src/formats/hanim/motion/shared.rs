//! Transfers a behaviour of one figure to another by joint names (ISO/IEC 19774-1, 4.8.1).

use std::collections::HashSet;

use super::rows::{MotionColumn, MotionRows};
use super::{AnimatedProperty, PropertyValue};
use crate::checked::Checked;
use crate::error::Limits;
use crate::formats::hanim::figure::{HanimFigure, JointNames};
use crate::model::Motion;

/// Where a column's values come from: a slot of the other motion's track.
struct SharedColumn {
    slot: usize,
    property: AnimatedProperty,
    /// The joint that it moves in its own figure.
    from: u16,
}

/// A motion of the figure `from`, for the figure `to`; `None` if `to` has fewer than half of the joints that it moves.
/// Translations are multiplied by `scale`. Weights of displacers belong to one surface and are left out.
pub(crate) fn on_other_figure(
    motion: &Motion,
    from: &HanimFigure,
    to: &HanimFigure,
    names: &mut JointNames<'_>,
    scale: f64,
    limits: &Limits,
) -> Option<Motion> {
    let (rotations, translations, scales) = (motion.rotations(), motion.translations(), motion.scales());
    let tracks = [
        (rotations.joints(), AnimatedProperty::Rotation),
        (translations.joints(), AnimatedProperty::Translation),
        (scales.joints(), AnimatedProperty::Scale),
    ];
    let (mut columns, mut sources, mut taken) = (Vec::new(), Vec::new(), HashSet::new());
    let (mut known, mut all) = (0, 0);
    for (joints, property) in tracks {
        for (slot, joint) in joints.iter().enumerate() {
            let name = from.skeleton.names().get(usize::from(*joint)).map_or("", |name| name);
            all += 1;
            let Some(found) = names.find(None, name) else { continue };
            known += 1;
            for target in names.joints(&found) {
                if taken.insert((target, property)) {
                    columns.push(MotionColumn { joint: target, property });
                    sources.push(SharedColumn { slot, property, from: *joint });
                }
            }
        }
    }
    if columns.is_empty() || known * 2 < all {
        return None;
    }
    let mut rows = MotionRows::new(to, columns, limits).ok()?;
    rows.reserve(motion.frame_count());
    for frame in 0..motion.frame_count() {
        let row = motion.frames(frame..frame + 1);
        let pushed = rows.push(|index| {
            let Some(SharedColumn { slot, property, from: joint }) = sources.get(index) else {
                return PropertyValue::Vector(glam::DVec3::ZERO);
            };
            match property {
                AnimatedProperty::Rotation => PropertyValue::Rotation(row.rotations.at(*slot).as_dquat()),
                AnimatedProperty::Scale => PropertyValue::Vector(row.scales.at(*slot).as_dvec3()),
                // The tracks above are rotations, scales and translations only.
                _ => {
                    let base = from.joint(*joint).map(|joint| joint.base).unwrap_or_default();
                    let offset = row.translations.at(*slot).as_dvec3();
                    PropertyValue::Vector((offset - base) * scale)
                }
            }
        });
        if pushed.is_err() {
            break;
        }
    }
    let mut shared = rows.finish();
    shared.set_time(motion.time().clone()).ok()?;
    Some(shared)
}
