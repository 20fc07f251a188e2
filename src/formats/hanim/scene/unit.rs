//! The unit of length that a file's head states.

use super::fields::number;
use super::tree::SceneTree;
use crate::model::FACTORS;

impl SceneTree {
    /// How many metres a unit of length has; `None` where the head does not state it. The error is a statement that cannot be.
    pub(crate) fn stated_metres(&self) -> Result<Option<f64>, &str> {
        let units = self.statements.iter().filter(|(heading, _)| &**heading == "unit");
        let mut lengths = units.filter_map(|(_, texts)| match texts.as_slice() {
            [_, _, category, factor] if category.eq_ignore_ascii_case("length") => Some(factor),
            _ => None,
        });
        let Some(factor) = lengths.next() else { return Ok(None) };
        let metres = number(factor.as_bytes()).filter(|metres| FACTORS.contains(metres));
        metres.map(Some).ok_or(factor)
    }

    /// The same, a metre where nothing else is known.
    pub(super) fn metres(&self) -> f64 {
        self.stated_metres().ok().flatten().unwrap_or(1.0)
    }
}
