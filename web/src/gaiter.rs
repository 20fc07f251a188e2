//! Measures the gait of the motion that the `study` module keeps.

use js_sys::{Array, Error, Float64Array, Object};
use marey::body::{Side, Subject};
use marey_study::gait::{
    self, Angle, AngleCurve, ChartOptions, Cycle, EventKind, GaitCsv, GaitOptions, GaitTable, JointAngles, Number,
    Statistic, TableRow, Trust, Walk, Zero, ZeroPose, analyse,
};
use wasm_bindgen::prelude::*;

use crate::errors::coded;
use crate::objects::set;
use crate::study::{Studied, with_studied};

/// Joint angles, events, cycles, curves and the table of the motion that [`study_clip`](crate::study_clip) keeps. `zero` is the pose that is
/// zero: `rest`, `straightest` or `frame` (with the frame's index); the usual one for all else. The shell's `types.d.ts` has the shape of the
/// result. Throws an `Error` named `ParseError` with the code `study.none` without a motion.
#[wasm_bindgen(js_name = measureGait, unchecked_return_type = "any")]
pub fn measure_gait(zero: &str, frame: usize) -> Result<Object, Error> {
    with_studied(|studied| {
        let found = analyse(&subject(studied)?, &options(zero, frame));
        let walk = &found.walk;
        let out = Object::new();
        set(&out, "walks", walk.is_regular());
        set(&out, "words", texts(gait::walk_in_words(walk)));
        set(&out, "belt", walk.belt);
        set(&out, "feet", walk.ankles.iter().map(|ankle| JsValue::from(ankle.is_some())).collect::<Array>());
        set(&out, "events", numbers(events(walk)));
        set(&out, "cycles", numbers(walk.cycles.iter().flat_map(cycle)));
        set(&out, "table", gait::table(walk).iter().map(|one| row(walk, one)).collect::<Array>());
        match &found.angles {
            Ok(joints) => {
                set(&out, "angles", angles(joints));
                set(&out, "curves", gait::curves(joints, walk).iter().map(curve).collect::<Array>());
            }
            Err(refusal) => {
                set(&out, "refusal", refusal.to_string());
                set(&out, "curves", Array::new());
            }
        }
        Ok(out)
    })
}

/// A file of the gait, as `marey measure` writes it: `table`, `curves`, `clip` and `angles` as comma-separated values, `json`, and for all else the
/// cycles as small multiples for a paper, as SVG. Undefined for a picture without a cycle or without angles. `name`: that of the motion. `folded`: with
/// the angles that are folded away. Throws as [`measure_gait`] does.
#[wasm_bindgen(js_name = gaitFile)]
pub fn gait_file(zero: &str, frame: usize, what: &str, name: String, folded: bool) -> Result<Option<String>, Error> {
    with_studied(|studied| {
        let found = analyse(&subject(studied)?, &options(zero, frame));
        let csv = |rows: GaitTable, file: Option<&str>| {
            let GaitCsv { titles, rows, .. } = gait::gait_csv(&found, rows, file, folded);
            Some(titles + &rows)
        };
        Ok(match what {
            "table" => csv(GaitTable::Numbers, None),
            "curves" => csv(GaitTable::Cycles, None),
            "clip" => csv(GaitTable::Clip, Some(&name)),
            "angles" => csv(GaitTable::Angles, None),
            "json" => Some(format!("[{}]\n", gait::gait_json(&found, &name, folded))),
            _ => gait::chart(&found, &ChartOptions::default().title(name).with_folded(folded)),
        })
    })
}

fn subject(studied: &Studied) -> Result<Subject<'_>, Error> {
    Subject::new(&studied.clip, studied.behaviour).map_err(|refusal| coded("study.none", &refusal.to_string()))
}

fn options(zero: &str, frame: usize) -> GaitOptions {
    GaitOptions::default().zero(match zero {
        "rest" => Zero::RestPose,
        "straightest" => Zero::Straightest,
        "frame" => Zero::Frame(frame),
        _ => Zero::Usual,
    })
}

fn numbers(values: impl IntoIterator<Item = f64>) -> Float64Array {
    Float64Array::from(values.into_iter().collect::<Vec<_>>().as_slice())
}

fn texts(words: Vec<String>) -> Array {
    words.into_iter().map(JsValue::from).collect()
}

/// The number of a side: left 0, right 1, middle 2.
fn side(side: Side) -> f64 {
    match side {
        Side::Left => 0.0,
        Side::Right => 1.0,
        Side::Middle => 2.0,
    }
}

/// Three numbers an event.
fn events(walk: &Walk) -> impl Iterator<Item = f64> {
    let kind = |kind| if kind == EventKind::TouchDown { 0.0 } else { 1.0 };
    walk.events.iter().flat_map(move |event| [event.time, side(event.side), kind(event.kind)])
}

/// The numbers of a cycle: what it is, then the value of each number of the table, NaN without one.
fn cycle(cycle: &Cycle) -> Vec<f64> {
    let flags = [!cycle.is_turning(), cycle.has_flight()].map(f64::from);
    let own = [side(cycle.side), cycle.from, cycle.lift_off, cycle.to, cycle.turn].into_iter().chain(flags);
    let values = Number::ALL.iter().map(|number| number.of(cycle).unwrap_or(f64::NAN));
    own.chain(values).collect()
}

fn row(walk: &Walk, row: &TableRow) -> JsValue {
    let out = Object::new();
    set(&out, "number", row.number.name());
    set(&out, "unit", row.number.unit());
    set(&out, "left", statistic(&row.left));
    set(&out, "right", statistic(&row.right));
    set(&out, "both", Statistic::of_both(walk, row.number).mean);
    set(&out, "difference", row.difference);
    out.into()
}

fn statistic(of: &Statistic) -> Object {
    let out = Object::new();
    set(&out, "mean", of.mean);
    set(&out, "sd", of.sd);
    set(&out, "n", of.n as f64);
    out
}

fn angles(joints: &JointAngles) -> Object {
    let out = Object::new();
    set(&out, "words", texts(gait::angles_in_words(joints)));
    let (zero, frame) = match joints.zero {
        ZeroPose::RestPose => ("rest", None),
        ZeroPose::Frame(frame) => ("frame", Some(frame as f64)),
        ZeroPose::Mean => ("mean", None),
    };
    set(&out, "zero", zero);
    set(&out, "zeroFrame", frame);
    set(&out, "times", numbers(joints.times.iter().copied()));
    set(&out, "all", Angle::ALL.into_iter().map(angle).collect::<Array>());
    let series = joints.series.iter().map(|series| {
        let one = Object::new();
        set(&one, "angle", series.angle.name());
        set(&one, "side", side(series.side));
        set(&one, "degrees", numbers(series.degrees.iter().copied()));
        JsValue::from(one)
    });
    set(&out, "series", series.collect::<Array>());
    let missing = joints.missing.iter().map(|missing| {
        let one = Object::new();
        set(&one, "angle", missing.angle.name());
        set(&one, "reason", missing.reason);
        JsValue::from(one)
    });
    set(&out, "missing", missing.collect::<Array>());
    out
}

fn angle(angle: Angle) -> JsValue {
    let out = Object::new();
    set(&out, "angle", angle.name());
    set(&out, "positive", angle.positive());
    if let Trust::Folded(reason) = angle.trust() {
        set(&out, "folded", reason);
    }
    out.into()
}

fn curve(curve: &AngleCurve) -> JsValue {
    let out = Object::new();
    set(&out, "angle", curve.angle.name());
    set(&out, "side", side(curve.side));
    set(&out, "liftOff", curve.lift_off);
    set(&out, "mean", numbers(curve.mean.iter().copied()));
    set(&out, "sd", curve.sd.as_ref().map(|sd| numbers(sd.iter().copied())));
    set(&out, "cycles", numbers(curve.cycles.iter().map(|(index, _)| *index as f64)));
    set(&out, "values", numbers(curve.cycles.iter().flat_map(|(_, values)| values.iter().copied())));
    out.into()
}
