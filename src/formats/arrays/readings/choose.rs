//! Chooses the likeliest reading of an array.

use super::axis_angles::{Alignment, alignments};
use super::beyond_doubt::beyond_doubt;
use super::chooser::Chooser;
use super::exact::has_transforms;
use super::hints::Hints;
use super::known_order::{Fitted, scored_picture};
use super::layouts::{ArrayLayout, layouts, stated};
use super::look::{Look, looks};
use super::stated::{Stated, count_of};
use super::stated_rotations::{of_stated_angles, of_stated_rotations};
use super::{ArrayContent, ArrayReading, Certainty, MOST_OTHERS, Placed};
use crate::compact::sorting::sort_by;
use crate::formats::arrays::array::Array;
use crate::formats::arrays::dtype::ItemKind;
use crate::formats::arrays::tables::{self, Table};
use crate::formats::reading::{ArrayJoints, ArrayOptions, Holds};

/// Fewer numbers are no motion.
const FEWEST_NUMBERS: usize = 9;

/// Reads an array, with whatever is stated of it.
pub(in crate::formats::arrays) fn read(array: &Array, hints: Hints, options: &ArrayOptions) -> ArrayReading {
    if !array.dtype.is_number() || array.len() < FEWEST_NUMBERS {
        return ArrayReading::nothing("no numbers");
    }
    let is_stated = *options != ArrayOptions::default();
    if array.dtype.kind != ItemKind::Float && array.dtype.width == 1 && !is_stated {
        return ArrayReading::nothing("bytes, as pictures and masks have them");
    }
    if options.axes().is_none() && has_transforms(array) {
        return ArrayReading::nothing("transforms: save [..., :3, 3] as positions, or [..., :3, :3] as matrices");
    }
    let stated_joints = options.joints();
    let stated_rotations = Stated { width: None, joints: count_of(stated_joints), axes: options.axes() };
    match options.holds() {
        Some(Holds::AxisAngles) => return of_stated_angles(array, stated_rotations),
        Some(Holds::Rotations(width)) => {
            return of_stated_rotations(array, Stated { width: Some(width), ..stated_rotations });
        }
        None if stated_joints == Some(ArrayJoints::Rotations) => return of_stated_rotations(array, stated_rotations),
        Some(Holds::Positions) | None => {}
    }
    let is_open = options.holds().is_none() && options.axes().is_none() && stated_joints.is_none();
    if is_open && let Some(found) = beyond_doubt(array) {
        return found;
    }
    let places: Vec<ArrayLayout> = match options.axes() {
        Some(axes) => stated(array, axes).into_iter().collect(),
        None => layouts(array),
    };
    let first = places.iter().find(|layout| layout.is_usual).cloned();
    let looks: Vec<Look> = places.into_iter().flat_map(|layout| looks(array, layout)).collect();
    if let Some(layout) = first.filter(|_| looks.is_empty()) {
        // Nothing is in the array, in a shape of positions.
        return ArrayReading::of(ArrayContent::Points(Placed { layout, table: None }), Certainty::Unsure, Vec::new());
    }
    let table = match stated_joints {
        Some(ArrayJoints::Table(name)) => tables::called(name),
        _ => None,
    };
    let alignments = if is_open { alignments(array, Stated::default()) } else { Vec::new() };
    let hints = Hints { is_positions: hints.is_positions || !is_open, ..hints };
    let chooser = Chooser {
        array,
        hints,
        looks: &looks,
        alignments,
        is_free: stated_joints.is_some() && table.is_none(),
        is_stated: !is_open,
    };
    let found = chooser.choose(table);
    let mut found = if options.axes().is_some() { found } else { with_other_time(found) };
    if stated_joints.is_some() || options.holds().is_none() && options.axes().is_some() && found.others.is_empty() {
        (found.certainty, found.others) = (Certainty::Sure, Vec::new());
    }
    found
}

/// Asks about a reading whose time is open.
fn with_other_time(mut found: ArrayReading) -> ArrayReading {
    if let ArrayContent::Points(placed) = &mut found.content
        && let Some(layout) = placed.layout.otherwise.take()
    {
        found.others.insert(0, ArrayContent::Points(Placed { layout: *layout, table: placed.table }));
        found.others.truncate(MOST_OTHERS);
        found.certainty = Certainty::Unsure;
    }
    found
}

impl Chooser<'_> {
    fn choose(&self, stated: Option<&'static Table>) -> ArrayReading {
        let fitted = if self.is_free { Vec::new() } else { self.fitted(stated) };
        if let Some(stated) = stated {
            let best = fitted.first().map(Fitted::content);
            let why = || format!("no positions of the {} joints of {}", stated.len(), stated.title);
            return best.map_or_else(
                || ArrayReading::nothing(why()),
                |best| ArrayReading::of(best, Certainty::Sure, Vec::new()),
            );
        }
        if let Some(found) = scored_picture(&fitted, self.hints) {
            return found;
        }
        let mut weak = Vec::new();
        let mut angles: Vec<&Alignment> = self.alignments.iter().collect();
        sort_by(&mut angles, |a, b| b.evidence.likelihood.total_cmp(&a.evidence.likelihood));
        if let Some(found) = self.under_table(&fitted, &angles, &mut weak) {
            return found;
        }
        weak.extend(fitted.iter().take(3).filter(|fit| fit.cost < 1.1 && !fit.is_good()).map(Fitted::content));
        if let Some(found) = self.as_rotations(&angles, &mut weak) {
            return found;
        }
        if let Some(found) = self.in_degrees(&mut weak) {
            return found;
        }
        self.in_no_order(&fitted, &angles, weak)
    }
}
