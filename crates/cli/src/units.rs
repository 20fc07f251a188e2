//! Parses units and axes.

use marey::body::Unit;
use marey::model::Axis;

use super::Stop;

/// Parses a unit's name or its length in metres. Returns metres.
pub(super) fn metres(text: &str) -> Result<f64, Stop> {
    let named = Unit::NAMED.into_iter().find(|unit| unit.name().eq_ignore_ascii_case(text));
    let unit = named.or_else(|| text.parse().ok().and_then(Unit::of_metres));
    unit.map(Unit::metres).ok_or_else(|| {
        Stop::Usage(format!("expected a unit (m, cm, mm, dm, in, cmu, or its length in metres), found `{text}`"))
    })
}

/// Parses the name of an axis.
pub(super) fn axis(text: &str) -> Result<Axis, Stop> {
    Axis::from_name(text)
        .ok_or_else(|| Stop::Usage(format!("expected an axis (x, y, z, -x, -y or -z), found `{text}`")))
}
