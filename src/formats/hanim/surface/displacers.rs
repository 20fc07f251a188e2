//! Displacers: which points they push, and how far.

use glam::DVec3;

use crate::formats::hanim::report::Report;
use crate::formats::hanim::scene::tree::{Node, Tree};

/// Points and their displacements at full strength, as far as `coordIndex` and `displacements` both go. Whether the
/// points are there is for who has them.
pub(crate) fn read(tree: &Tree, node: &Node, report: &mut Report<'_>) -> Vec<(u32, DVec3)> {
    let points = tree.numbers(node, "coordIndex", report);
    let numbers = tree.numbers(node, "displacements", report);
    let (displacements, rest) = numbers.as_chunks::<3>();
    let (found, given) = (points.len(), displacements.len());
    if found != given || !rest.is_empty() {
        report.warn(
            "hanim.displacer",
            node.place,
            format_args!("`{}` has {found} points and {given} displacements; those that have both are taken", node.def),
        );
    }
    let pairs = || points.iter().zip(displacements);
    let is_index = |point: f64| point.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&point);
    let list: Vec<(u32, DVec3)> = pairs()
        .filter(|(point, _)| is_index(**point))
        .map(|(point, displacement)| (*point as u32, DVec3::from_array(*displacement)))
        .collect();
    let wrong = pairs().count() - list.len();
    if wrong > 0 {
        report.warn(
            "hanim.displacer",
            node.place,
            format_args!("{wrong} points of `{}` have no number of a point; passed over", node.def),
        );
    }
    list
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::error::Limits;
    use crate::formats::hanim::scene::builder::Builder;
    use crate::formats::hanim::scene::tree::Encoding;
    use crate::formats::hanim::scene::vrml;
    use crate::formats::text::{self, Ruler};
    use crate::formats::warning_log::WarningLog;

    /// What a displacer of those fields displaces, and how many warnings there are.
    fn read_fields(fields: &str) -> (Vec<(u32, DVec3)>, usize) {
        let text = format!("#X3D V4.0 utf8\nHAnimDisplacer {{ {fields} }}");
        let mut builder = Builder::new(Encoding::Vrml);
        vrml::read(text.as_bytes(), &mut builder).unwrap();
        let tree = builder.finish(Rc::new(text.clone().into_bytes()));
        let mut notes = WarningLog::new(&Limits::default());
        let found = read(
            &tree,
            &tree.nodes[0],
            &mut Report::new(text.as_bytes(), Ruler::new(text::Encoding::Utf8, 0), &mut notes),
        );
        let warnings = notes.list().0;
        assert!(warnings.iter().all(|warning| warning.code == "hanim.displacer" && warning.location.is_some()));
        (found, warnings.len())
    }

    #[test]
    fn hanim_displacers_go_as_far_as_both_lists() {
        let both = vec![(4, DVec3::X), (2, DVec3::Y)];
        assert_eq!(read_fields("coordIndex [ 4 2 ] displacements [ 1 0 0 0 1 0 ]"), (both.clone(), 0));
        assert_eq!(read_fields("coordIndex [ 4 2 7 ] displacements [ 1 0 0 0 1 0 ]"), (both.clone(), 1));
        assert_eq!(read_fields("coordIndex [ 4 2 ] displacements [ 1 0 0 0 1 0 3 ]"), (both, 1));
        assert_eq!(read_fields(""), (vec![], 0));
    }

    #[test]
    fn hanim_displacers_pass_over_what_is_no_index() {
        let found = read_fields("coordIndex [ -1 0.5 3 1e11 ] displacements [ 1 0 0 1 0 0 0 0 1 1 0 0 ]");
        assert_eq!(found, (vec![(3, DVec3::Z)], 1));
    }
}
