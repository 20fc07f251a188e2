//! Displacers: which points they push, and how far.

use glam::{DMat3, DVec3};

use super::GrowingSurface;
use crate::compact::sorting::sort_by_key;
use crate::formats::hanim::figure::PlacedDisplacer;
use crate::formats::hanim::report::SceneReport;
use crate::formats::hanim::scene::{NodeId, SceneNode, SceneTree};
use crate::formats::reading::growth::push;
use crate::formats::reading::wording::Count;
use crate::model::{Morph, is_placeable};

/// A point and its displacement at full strength: x, y, z and morph, as in [`crate::model::SkinParts::influences`].
pub(super) type PointDisplacement = (u32, [f32; 4]);

/// The displacers of a joint and segment. `displacers` are sorted by joint and segment.
pub(super) fn of_joint(displacers: &[PlacedDisplacer], joint: u16, segment: Option<NodeId>) -> &[PlacedDisplacer] {
    let key = |one: &PlacedDisplacer| (one.joint, one.segment);
    let from = displacers.partition_point(|one| key(one) < (joint, segment));
    let list = displacers.get(from..).unwrap_or_default();
    list.get(..list.partition_point(|one| key(one) == (joint, segment))).unwrap_or_default()
}

/// Makes a morph of each displacer. Each displacer comes with its bind, and with the matrix from its displacements to
/// the space of that bind's points. Returns the displacements of points below `count`, sorted by point.
pub(super) fn read_displacements<'a>(
    tree: &SceneTree,
    displacers: impl Iterator<Item = (&'a PlacedDisplacer, u32, DMat3)>,
    count: usize,
    surface: &mut GrowingSurface,
    report: &mut SceneReport<'_>,
) -> Vec<PointDisplacement> {
    let mut displacements = Vec::new();
    for (displacer, bind, to_bind) in displacers {
        let Some(node) = tree.node(displacer.node) else { continue };
        let Ok(bind) = u16::try_from(bind) else { continue };
        if !surface.take_text(tree, node, 1) {
            warning!(report.warn_once => "hanim.displacers", node.place(),
                "displacers are used too often; this one and those after it are ignored");
            break;
        }
        let morph = surface.parts.morphs.len() as f32;
        surface.parts.morphs.push(Morph { bind, weight: displacer.weight });
        let mut outside = 0_usize;
        for (point, displacement) in read(tree, node, report) {
            let displacement = (to_bind * displacement).as_vec3();
            if point as usize >= count {
                outside += 1;
            } else if is_placeable(displacement) {
                let one = (point, [displacement.x, displacement.y, displacement.z, morph]);
                if !surface.memory.take(1, size_of::<PointDisplacement>()) || push(&mut displacements, one).is_err() {
                    warning!(report.warn_once => "hanim.displacers", node.place(),
                        "displacers move too many points; some do not move");
                    break;
                }
            }
        }
        if outside > 0 {
            let name = tree.shown_def(node);
            warning!(report.warn => "hanim.displacer", node.place(),
                "`{name}` names {} outside the list of {count}; ignored", Count(outside, "point"));
        }
    }
    sort_by_key(&mut displacements, |(point, _)| *point);
    displacements
}

/// Points and their displacements at full strength, up to the end of the shorter list. The points need not exist.
fn read(tree: &SceneTree, node: &SceneNode, report: &mut SceneReport<'_>) -> Vec<(u32, DVec3)> {
    let points = tree.numbers(node, "coordIndex", report);
    let numbers = tree.numbers(node, "displacements", report);
    let (displacements, rest) = numbers.as_chunks::<3>();
    let (found, given) = (points.len(), displacements.len());
    let name = tree.shown_def(node);
    if found != given || !rest.is_empty() {
        warning!(report.warn => "hanim.displacer", node.place(),
            "`{name}` has {}, but {}; the surplus is ignored", Count(found, "point"), Count(given, "displacement"));
    }
    let pairs = || points.iter().zip(displacements);
    let is_index = |point: f64| point.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&point);
    let wrong = pairs().filter(|(point, _)| !is_index(**point)).count();
    if wrong > 0 {
        warning!(report.warn => "hanim.displacer", node.place(),
            "`{name}` names {} by numbers that are no index; ignored", Count(wrong, "point"));
    }
    pairs()
        .filter(|(point, _)| is_index(**point))
        .map(|(point, displacement)| (*point as u32, DVec3::from_array(*displacement)))
        .collect()
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::error::Limits;
    use crate::formats::hanim::scene::{self, SceneEncoding, SceneFiles};
    use crate::formats::reading::WarningLog;
    use crate::formats::reading::text::{Encoding, Ruler};

    /// The displacements of a displacer with these fields, and the number of warnings.
    fn read_fields(fields: &str) -> (Vec<(u32, DVec3)>, usize) {
        let text = Rc::new(format!("#X3D V4.0 utf8\nHAnimDisplacer {{ {fields} }}"));
        let (tree, stop) = scene::read(&text, &SceneFiles::alone(&text), SceneEncoding::Vrml);
        assert_eq!(stop, None);
        let mut notes = WarningLog::new(&Limits::default());
        let mut report = SceneReport::new(text.as_bytes(), Ruler::new(Encoding::Utf8, 0), &mut notes);
        let found = read(&tree, tree.node(NodeId(0)).unwrap(), &mut report);
        let warnings = notes.into_list().0;
        assert!(warnings.iter().all(|warning| warning.code == "hanim.displacer" && warning.location.is_some()));
        (found, warnings.len())
    }

    #[test]
    fn hanim_displacers_end_with_the_shorter_list() {
        let both = vec![(4, DVec3::X), (2, DVec3::Y)];
        assert_eq!(read_fields("coordIndex [ 4 2 ] displacements [ 1 0 0 0 1 0 ]"), (both.clone(), 0));
        assert_eq!(read_fields("coordIndex [ 4 2 7 ] displacements [ 1 0 0 0 1 0 ]"), (both.clone(), 1));
        assert_eq!(read_fields("coordIndex [ 4 2 ] displacements [ 1 0 0 0 1 0 3 ]"), (both, 1));
        assert_eq!(read_fields(""), (vec![], 0));
    }

    #[test]
    fn hanim_displacers_skip_invalid_indices() {
        let found = read_fields("coordIndex [ -1 0.5 3 1e11 ] displacements [ 1 0 0 1 0 0 0 0 1 1 0 0 ]");
        assert_eq!(found, (vec![(3, DVec3::Z)], 1));
    }
}
