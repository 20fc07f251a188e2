//! Gaits as tables of comma-separated values and as JSON: the same bytes from the program and from the page.

use std::fmt::Write;

use marey::body::Side;
use marey_write::{csv_number, csv_text, json_text};

use super::{
    Angle, AngleCurve, AngleSeries, Cycle, EventKind, GaitAnalysis, JointAngles, Number, POINTS, Statistic, Trust,
    angles_in_words, curves, table, walk_in_words,
};

/// The rows of a table: one for each of these.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GaitTable {
    /// Each number of a gait report.
    Numbers,
    /// Each cycle and percent, with a column for each angle.
    Cycles,
    /// The motion.
    Clip,
    /// Each moment of the angles, with a column for each angle and side.
    Angles,
}

/// A table of comma-separated values.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct GaitCsv {
    /// The first line, with its end.
    pub titles: String,
    /// All other lines, each with its end.
    pub rows: String,
}

/// A table of a gait. `file`: a first column that has this name in each row. `folded`: with the angles that are folded away.
pub fn gait_csv(gait: &GaitAnalysis, rows: GaitTable, file: Option<&str>, folded: bool) -> GaitCsv {
    let (titles, lines) = match rows {
        GaitTable::Numbers => numbers(gait),
        GaitTable::Cycles => cycles(gait, folded),
        GaitTable::Clip => clip(gait),
        GaitTable::Angles => moments(gait, folded),
    };
    let (title, name) = match file {
        Some(file) => ("file,", format!("{},", csv_text(file))),
        None => ("", String::new()),
    };
    let rows = lines.iter().map(|line| format!("{name}{line}\n")).collect();
    GaitCsv { titles: format!("{title}{}\n", titles.join(",")), rows }
}

/// The findings in one line.
pub fn gait_in_words(gait: &GaitAnalysis) -> String {
    let angles = match &gait.angles {
        Ok(angles) => angles_in_words(angles),
        Err(reason) => vec![format!("no angles: {reason}")],
    };
    walk_in_words(&gait.walk).into_iter().chain(angles).collect::<Vec<_>>().join("; ")
}

/// `left`, `right`; nothing for the middle.
pub fn side_name(side: Side) -> Option<&'static str> {
    match side {
        Side::Left => Some("left"),
        Side::Right => Some("right"),
        Side::Middle => None,
    }
}

fn is_shown(angle: Angle, folded: bool) -> bool {
    folded || angle.trust() == Trust::Shown
}

/// Each angle once, in the order of the series.
fn angles_of(angles: &JointAngles) -> impl Iterator<Item = Angle> {
    Angle::ALL.into_iter().filter(|angle| angles.series.iter().any(|series| series.angle == *angle))
}

/// A field of a number that may be missing.
fn field(value: Option<f64>) -> String {
    value.filter(|value| value.is_finite()).map_or(String::new(), csv_number)
}

fn texts<const N: usize>(titles: [&str; N]) -> Vec<String> {
    titles.map(str::to_owned).to_vec()
}

fn numbers(gait: &GaitAnalysis) -> (Vec<String>, Vec<String>) {
    let titles = ["number", "unit", "left", "left sd", "left n", "right", "right sd", "right n", "difference [%]"];
    let own = |one: &Statistic| format!("{},{},{}", field(one.mean), field(one.sd), one.n);
    let rows = table(&gait.walk).into_iter().map(|row| {
        let (name, unit, difference) = (row.number.name(), row.number.unit(), field(row.difference));
        format!("{name},{unit},{},{},{difference}", own(&row.left), own(&row.right))
    });
    (texts(titles), rows.collect())
}

fn cycles(gait: &GaitAnalysis, folded: bool) -> (Vec<String>, Vec<String>) {
    let mut titles = texts(["cycle", "side", "percent", "time"]);
    let Ok(angles) = &gait.angles else { return (titles, Vec::new()) };
    let curves: Vec<AngleCurve> = curves(angles, &gait.walk);
    let shown: Vec<Angle> = angles_of(angles).filter(|angle| is_shown(*angle, folded)).collect();
    titles.extend(shown.iter().map(|angle| format!("{} [deg]", angle.name())));
    let mut rows = Vec::new();
    for (index, cycle) in gait.walk.cycles.iter().enumerate().filter(|(_, cycle)| !cycle.is_turning()) {
        let own = |angle: &Angle| {
            let own = curves.iter().find(|curve| curve.angle == *angle && curve.side == cycle.side);
            let own = own.and_then(|curve| curve.cycles.iter().find(|(own, _)| *own == index));
            own.map_or(&[][..], |(_, values)| values)
        };
        let values: Vec<&[f64]> = shown.iter().map(own).collect();
        for percent in 0..POINTS {
            let time = cycle.from + cycle.seconds() * percent as f64 / (POINTS - 1) as f64;
            let side = side_name(cycle.side).unwrap_or_default();
            let mut row = format!("{},{side},{percent},{}", index + 1, csv_number(time));
            for values in &values {
                // Writing to a string cannot fail.
                let _ = write!(row, ",{}", field(values.get(percent).copied()));
            }
            rows.push(row);
        }
    }
    (titles, rows)
}

fn clip(gait: &GaitAnalysis) -> (Vec<String>, Vec<String>) {
    let walk = &gait.walk;
    let mut titles = texts(["walk", "left cycles", "right cycles"]);
    let [left, right] = [Side::Left, Side::Right].map(|side| walk.of(side).count());
    let mut row = format!("{},{left},{right}", if walk.is_regular() { "yes" } else { "no" });
    for one in table(walk) {
        let (name, unit) = (one.number.name(), one.number.unit());
        titles.extend([format!("{name} [{unit}]"), format!("{name} left"), format!("{name} right")]);
        let both = Statistic::of_both(walk, one.number).mean;
        let _ = write!(row, ",{},{},{}", field(both), field(one.left.mean), field(one.right.mean));
    }
    titles.extend(texts(["belt [m/s]", "found"]));
    let _ = write!(row, ",{},{}", csv_number(walk.belt), csv_text(&gait_in_words(gait)));
    (titles, vec![row])
}

fn moments(gait: &GaitAnalysis, folded: bool) -> (Vec<String>, Vec<String>) {
    let mut titles = texts(["frame", "time"]);
    let Ok(angles) = &gait.angles else { return (titles, Vec::new()) };
    let shown: Vec<&AngleSeries> = angles.series.iter().filter(|series| is_shown(series.angle, folded)).collect();
    titles.extend(shown.iter().map(|series| {
        let words = [series.angle.name()].into_iter().chain(side_name(series.side));
        format!("{} [deg]", words.collect::<Vec<_>>().join(" "))
    }));
    let row = |(frame, time): (usize, &f64)| {
        let values = shown.iter().map(|series| field(series.degrees.get(frame).copied()));
        let first = [frame.to_string(), csv_number(*time)];
        first.into_iter().chain(values).collect::<Vec<_>>().join(",")
    };
    (titles, angles.times.iter().enumerate().map(row).collect())
}

/// All of a gait as a JSON object. `folded`: with the curves of the angles that are folded away.
pub fn gait_json(gait: &GaitAnalysis, file: &str, folded: bool) -> String {
    let walk = &gait.walk;
    let events = walk.events.iter().map(|event| {
        let kind = if event.kind == EventKind::TouchDown { "touch-down" } else { "lift-off" };
        object(&[("time", json_number(event.time)), ("side", side(event.side)), ("event", json_text(kind))])
    });
    let rows = table(walk).into_iter().map(|row| {
        object(&[
            ("number", json_text(row.number.name())),
            ("unit", json_text(row.number.unit())),
            ("left", statistic(&row.left)),
            ("right", statistic(&row.right)),
            ("difference", optional(row.difference)),
        ])
    });
    let angles = gait.angles.as_ref().ok();
    let curves = angles.map_or_else(Vec::new, |angles| curves(angles, walk));
    let curves = curves.iter().filter(|curve| is_shown(curve.angle, folded)).map(|curve| {
        object(&[
            ("angle", json_text(curve.angle.name())),
            ("positive", json_text(curve.angle.positive())),
            ("side", side(curve.side)),
            ("unit", json_text("deg")),
            ("n", curve.cycles.len().to_string()),
            ("mean", list(curve.mean.iter().map(|value| json_number(*value)))),
            ("sd", curve.sd.as_ref().map_or("null".into(), |sd| list(sd.iter().map(|value| json_number(*value))))),
            ("lift_off", json_number(curve.lift_off)),
        ])
    });
    let reason =
        |angle: Angle, reason: &str| object(&[("angle", json_text(angle.name())), ("reason", json_text(reason))]);
    let missing = angles.into_iter().flat_map(|angles| &angles.missing).map(|one| reason(one.angle, one.reason));
    let folded = angles.into_iter().flat_map(angles_of).filter_map(|angle| match angle.trust() {
        Trust::Folded(why) => Some(reason(angle, why)),
        Trust::Shown => None,
    });
    object(&[
        ("file", json_text(file)),
        ("walk", walk.is_regular().to_string()),
        ("words", json_text(&gait_in_words(gait))),
        ("belt", json_number(walk.belt)),
        ("events", list(events)),
        ("cycles", list(walk.cycles.iter().map(cycle))),
        ("table", list(rows)),
        ("curves", list(curves)),
        ("missing", list(missing)),
        ("folded", list(folded)),
    ])
}

fn cycle(cycle: &Cycle) -> String {
    let mut fields = vec![
        ("side", side(cycle.side)),
        ("from", json_number(cycle.from)),
        ("lift_off", json_number(cycle.lift_off)),
        ("to", json_number(cycle.to)),
        ("turn", json_number(cycle.turn)),
        ("in_curves", (!cycle.is_turning()).to_string()),
        ("flight", cycle.has_flight().to_string()),
    ];
    fields.extend(Number::ALL.iter().map(|number| (number.name(), optional(number.of(cycle)))));
    object(&fields)
}

fn statistic(one: &Statistic) -> String {
    object(&[("mean", optional(one.mean)), ("sd", optional(one.sd)), ("n", one.n.to_string())])
}

fn side(side: Side) -> String {
    side_name(side).map_or("null".into(), json_text)
}

fn optional(value: Option<f64>) -> String {
    value.map_or("null".into(), json_number)
}

/// A number; JSON has no NaN.
fn json_number(value: f64) -> String {
    if value.is_finite() { value.to_string() } else { "null".into() }
}

fn object(fields: &[(&str, String)]) -> String {
    let fields: Vec<String> = fields.iter().map(|(name, value)| format!("{}:{value}", json_text(name))).collect();
    format!("{{{}}}", fields.join(","))
}

fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(","))
}
