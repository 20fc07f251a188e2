//! Joint angles, and the walk: its table, its cycles, a row for each motion, or a picture.

use std::fmt::Write;

use marey::body::Side;
use marey_study::gait::{
    Angle, AngleCurve, ChartOptions, EventKind, GaitAnalysis, GaitOptions, JointAngles, Number, POINTS, Statistic,
    Trust, analyse, angles_in_words, chart, curves, table, walk_in_words,
};
use serde_json::{Value, json};

use super::output::{OutputColumn, number, quoted};
use super::{MeasuredMotion, for_each_motion, thresholds};
use crate::arguments::{GaitRows, MeasureArguments, MeasureFormat};
use crate::{Stop, eprintln_quietly, print};

/// The columns of `--joint-angles` at these moments.
pub(super) fn angle_columns(
    motion: &MeasuredMotion<'_>,
    arguments: &MeasureArguments,
    times: &[f64],
) -> Result<Vec<OutputColumn>, Stop> {
    let gait = analyse(&motion.subject, &options(motion, arguments));
    let angles = gait.angles.map_err(|reason| motion.failed(reason.message()))?;
    eprintln_quietly(&format!("{}: {}", motion.path, angles_in_words(&angles).join("; ")));
    let shown = angles.series.iter().filter(|series| is_shown(series.angle, arguments));
    let columns = shown.map(|series| OutputColumn {
        name: series.angle.name(),
        side: side_name(series.side),
        joints: Vec::new(),
        unit: "deg",
        values: times.iter().map(|time| angles.at(series, *time)).collect(),
    });
    Ok(columns.collect())
}

/// Measures walks: `--gait`.
pub(super) fn measure_walks(arguments: &MeasureArguments, rows: GaitRows) -> Result<(), Stop> {
    if arguments.format == MeasureFormat::Npz {
        return Err(Stop::Usage("--gait is printed as csv, json or svg".into()));
    }
    let mut objects = Vec::new();
    let mut header = String::new();
    let failed = for_each_motion(arguments, |motion, with_files| {
        motion.tell_unsure_unit(arguments);
        let gait = analyse(&motion.subject, &options(motion, arguments));
        match arguments.format {
            MeasureFormat::Json => objects.push(object(motion.path, &gait, arguments)),
            MeasureFormat::Svg if with_files => {
                return Err(Stop::Usage("expected one motion for --format svg".into()));
            }
            MeasureFormat::Svg => {
                let options = ChartOptions::default().title(motion.path.to_owned()).with_folded(arguments.rotations);
                print(&chart(&gait, &options).ok_or_else(|| motion.failed(&words(&gait)))?)?;
            }
            MeasureFormat::Csv | MeasureFormat::Npz => {
                // A row for each motion has the words in it.
                if rows != GaitRows::Clips {
                    eprintln_quietly(&format!("{}: {}", motion.path, words(&gait)));
                }
                let (titles, lines) = match rows {
                    GaitRows::Table => table_rows(&gait),
                    GaitRows::Cycles => cycle_rows(&gait, arguments),
                    GaitRows::Clips => clip_row(&gait),
                };
                let file = if with_files { format!("{},", quoted(motion.path)) } else { String::new() };
                let own = format!("{}{}\n", if with_files { "file," } else { "" }, titles.join(","));
                // The angles that are known may differ from file to file.
                if own != header {
                    print(&own)?;
                    header = own;
                }
                print(&lines.iter().map(|line| format!("{file}{line}\n")).collect::<String>())?;
            }
        }
        Ok(())
    })?;
    if arguments.format == MeasureFormat::Json {
        print(&format!("{}\n", Value::Array(objects)))?;
    }
    if failed { Err(Stop::Reported) } else { Ok(()) }
}

fn options(motion: &MeasuredMotion<'_>, arguments: &MeasureArguments) -> GaitOptions {
    GaitOptions::default().zero(arguments.zero.unwrap_or_default()).contacts(thresholds(&motion.subject, arguments))
}

fn is_shown(angle: Angle, arguments: &MeasureArguments) -> bool {
    arguments.rotations || angle.trust() == Trust::Shown
}

fn side_name(side: Side) -> Option<&'static str> {
    match side {
        Side::Left => Some("left"),
        Side::Right => Some("right"),
        Side::Middle => None,
    }
}

/// What was found, in one line.
fn words(gait: &GaitAnalysis) -> String {
    let angles = match &gait.angles {
        Ok(angles) => angles_in_words(angles),
        Err(reason) => vec![format!("no angles: {reason}")],
    };
    walk_in_words(&gait.walk).into_iter().chain(angles).collect::<Vec<_>>().join("; ")
}

/// A field of a number that may be missing.
fn field(value: Option<f64>) -> String {
    value.filter(|value| value.is_finite()).map_or(String::new(), number)
}

/// Titles, and a row for each number.
fn table_rows(gait: &GaitAnalysis) -> (Vec<String>, Vec<String>) {
    let titles = ["number", "unit", "left", "left sd", "left n", "right", "right sd", "right n", "difference [%]"];
    let own = |one: &Statistic| format!("{},{},{}", field(one.mean), field(one.sd), one.n);
    let rows = table(&gait.walk).into_iter().map(|row| {
        let (name, unit, difference) = (row.number.name(), row.number.unit(), field(row.difference));
        format!("{name},{unit},{},{},{difference}", own(&row.left), own(&row.right))
    });
    (titles.map(str::to_owned).to_vec(), rows.collect())
}

/// Titles, and a row for each cycle and percent.
fn cycle_rows(gait: &GaitAnalysis, arguments: &MeasureArguments) -> (Vec<String>, Vec<String>) {
    let mut titles: Vec<String> = ["cycle", "side", "percent", "time"].map(str::to_owned).to_vec();
    let Ok(angles) = &gait.angles else { return (titles, Vec::new()) };
    let curves: Vec<AngleCurve> =
        curves(angles, &gait.walk).into_iter().filter(|curve| is_shown(curve.angle, arguments)).collect();
    let shown: Vec<Angle> = angles_of(angles).filter(|angle| is_shown(*angle, arguments)).collect();
    titles.extend(shown.iter().map(|angle| format!("{} [deg]", angle.name())));
    let mut rows = Vec::new();
    for (index, cycle) in gait.walk.cycles.iter().enumerate().filter(|(_, cycle)| !cycle.is_turning()) {
        let values: Vec<&[f64]> = shown
            .iter()
            .map(|angle| {
                let own = curves.iter().find(|curve| curve.angle == *angle && curve.side == cycle.side);
                let own = own.and_then(|curve| curve.cycles.iter().find(|(own, _)| *own == index));
                own.map_or(&[][..], |(_, values)| values)
            })
            .collect();
        for percent in 0..POINTS {
            let time = cycle.from + cycle.seconds() * percent as f64 / 100.0;
            let mut row =
                format!("{},{},{percent},{}", index + 1, side_name(cycle.side).unwrap_or_default(), number(time));
            for values in &values {
                // Writing to a string cannot fail.
                let _ = write!(row, ",{}", field(values.get(percent).copied()));
            }
            rows.push(row);
        }
    }
    (titles, rows)
}

/// Each angle once, in the order of the series.
fn angles_of(angles: &JointAngles) -> impl Iterator<Item = Angle> {
    Angle::ALL.into_iter().filter(|angle| angles.series.iter().any(|series| series.angle == *angle))
}

/// Titles, and the row of a motion.
fn clip_row(gait: &GaitAnalysis) -> (Vec<String>, Vec<String>) {
    let walk = &gait.walk;
    let mut titles: Vec<String> = ["walk", "left cycles", "right cycles"].map(str::to_owned).to_vec();
    let [left, right] = [Side::Left, Side::Right].map(|side| walk.of(side).count());
    let mut row = format!("{},{left},{right}", if walk.is_regular() { "yes" } else { "no" });
    for one in table(walk) {
        let (name, unit) = (one.number.name(), one.number.unit());
        titles.extend([format!("{name} [{unit}]"), format!("{name} left"), format!("{name} right")]);
        let _ = write!(
            row,
            ",{},{},{}",
            field(Statistic::of_both(walk, one.number).mean),
            field(one.left.mean),
            field(one.right.mean)
        );
    }
    titles.extend(["belt [m/s]".to_owned(), "found".to_owned()]);
    let _ = write!(row, ",{},{}", number(walk.belt), quoted(&words(gait)));
    (titles, vec![row])
}

fn object(path: &str, gait: &GaitAnalysis, arguments: &MeasureArguments) -> Value {
    let walk = &gait.walk;
    let events = walk.events.iter().map(|event| {
        let kind = match event.kind {
            EventKind::TouchDown => "touch-down",
            EventKind::LiftOff => "lift-off",
        };
        json!({ "time": event.time, "side": side_name(event.side), "event": kind })
    });
    let cycles = walk.cycles.iter().map(|cycle| {
        let mut object = json!({
            "side": side_name(cycle.side), "from": cycle.from, "lift_off": cycle.lift_off, "to": cycle.to,
            "turn": cycle.turn, "in_curves": !cycle.is_turning(), "flight": cycle.has_flight(),
        });
        for number in Number::ALL {
            object[number.name()] = number.of(cycle).into();
        }
        object
    });
    let own = |one: Statistic| json!({ "mean": one.mean, "sd": one.sd, "n": one.n });
    let table = table(walk).into_iter().map(|row| {
        json!({
            "number": row.number.name(), "unit": row.number.unit(), "left": own(row.left), "right": own(row.right),
            "difference": row.difference,
        })
    });
    let angles = gait.angles.as_ref().ok();
    let curves = angles.map_or_else(Vec::new, |angles| curves(angles, walk));
    let curves = curves.iter().filter(|curve| is_shown(curve.angle, arguments)).map(|curve| {
        json!({
            "angle": curve.angle.name(), "positive": curve.angle.positive(), "side": side_name(curve.side), "unit": "deg",
            "n": curve.cycles.len(), "mean": known(&curve.mean), "sd": curve.sd.as_deref().map(known), "lift_off": curve.lift_off,
        })
    });
    let missing = angles.into_iter().flat_map(|angles| &angles.missing);
    let missing = missing.map(|one| json!({ "angle": one.angle.name(), "reason": one.reason }));
    let folded = angles.into_iter().flat_map(angles_of).filter_map(|angle| match angle.trust() {
        Trust::Folded(reason) => Some(json!({ "angle": angle.name(), "reason": reason })),
        Trust::Shown => None,
    });
    json!({
        "file": path, "walk": walk.is_regular(), "words": words(gait), "belt": walk.belt, "events": events.collect::<Vec<_>>(),
        "cycles": cycles.collect::<Vec<_>>(), "table": table.collect::<Vec<_>>(), "curves": curves.collect::<Vec<_>>(),
        "missing": missing.collect::<Vec<_>>(), "folded": folded.collect::<Vec<_>>(),
    })
}

/// Values for JSON, which has no NaN.
fn known(values: &[f64]) -> Vec<Option<f64>> {
    values.iter().map(|value| value.is_finite().then_some(*value)).collect()
}
