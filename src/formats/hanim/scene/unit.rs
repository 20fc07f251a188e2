//! The units that a file's head states (`UNIT`, X3D 3.3 and later), in metres and radians (ISO/IEC 19775-1, 4.3.6).
//! Units of mass and force are not used.

use super::node::{Field, FieldValue, SceneNode, Statement, TextSpan};
use super::tree::SceneTree;
use crate::decimal::placeable;
use crate::formats::hanim::report::SceneReport;
use crate::model::FACTORS;

impl SceneTree {
    /// The unit statements, each with its category and its factor.
    pub(crate) fn units(&self) -> impl Iterator<Item = (&Statement, &str, &str)> {
        self.statements.iter().filter_map(|statement| match statement.texts.as_slice() {
            [_, _, category, factor] if &*statement.heading == "unit" => Some((statement, &**category, &**factor)),
            _ => None,
        })
    }

    /// The factor of a category's first unit; `None` without one. `Err`: its statement and its factor, out of range.
    pub(crate) fn stated_unit(&self, category: &str) -> Result<Option<f64>, (&Statement, &str)> {
        let mut units = self.units().filter(|(_, known, _)| known.eq_ignore_ascii_case(category));
        let Some((statement, _, factor)) = units.next() else { return Ok(None) };
        let found = placeable(factor.as_bytes()).filter(|found| FACTORS.contains(found));
        found.map(Some).ok_or((statement, factor))
    }

    /// Metres or radians per unit of that category; 1 if the head states none or it is out of range.
    pub(super) fn unit(&self, category: &str) -> f64 {
        self.stated_unit(category).ok().flatten().unwrap_or(1.0)
    }

    /// Radians per unit of angle in the file that a field is from: an Inline's file has its own.
    pub(crate) fn radians(&self, node: &SceneNode, name: &str) -> f64 {
        match self.field(node, name) {
            Some(Field { value: FieldValue::Text(TextSpan { start, .. }), .. }) => {
                self.other_at(*start).map_or(self.radians, |other| other.radians)
            }
            _ => 1.0,
        }
    }

    /// A rotation: an axis, not always of unit length, and an angle in radians. No rotation if the field is absent.
    pub(crate) fn rotation(&self, node: &SceneNode, name: &str, report: &mut SceneReport<'_>) -> [f64; 4] {
        let [x, y, z, angle] = self.vector(node, name, [0.0, 0.0, 1.0, 0.0], report);
        [x, y, z, angle * self.radians(node, name)]
    }

    /// An angle in radians; so is `default`.
    pub(crate) fn angle(&self, node: &SceneNode, name: &str, default: f64, report: &mut SceneReport<'_>) -> f64 {
        let radians = self.radians(node, name);
        self.scalar(node, name, default / radians, report) * radians
    }
}
