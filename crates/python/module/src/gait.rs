//! A gait as dictionaries and arrays.

use marey::body::Subject;
use marey::model::Clip;
use marey_study::gait::{
    Cycle, EventKind, GaitAnalysis, GaitOptions, Number, Statistic, Trust, Zero, analyse, angles_in_words, curves,
    side_name, table, walk_in_words,
};
use numpy::IntoPyArray;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use super::failures::Failure;

/// A gait, and the times of the motion's frames.
pub(crate) struct MeasuredGait {
    gait: GaitAnalysis,
    times: Vec<f64>,
}

/// The pose that is zero: `rest`, `straightest`, or the number of a frame.
pub(crate) fn zero(text: Option<&str>) -> PyResult<Zero> {
    match text {
        None => Ok(Zero::Usual),
        Some("rest") => Ok(Zero::RestPose),
        Some("straightest") => Ok(Zero::Straightest),
        Some(other) => other.parse().map(Zero::Frame).map_err(|_| {
            PyValueError::new_err(format!("zero takes rest, straightest or the number of a frame, and is {other}"))
        }),
    }
}

pub(crate) fn measure(clip: &Clip, zero: Zero) -> Result<MeasuredGait, Failure> {
    let subject = Subject::new(clip, 0).map_err(|error| Failure::Argument(error.to_string()))?;
    let gait = analyse(&subject, &GaitOptions::default().zero(zero));
    let motion = subject.motion();
    Ok(MeasuredGait { gait, times: (0..motion.frame_count()).map(|frame| motion.frame_start(frame)).collect() })
}

/// The fields of a `marey.Gait`.
pub(crate) fn fields<'py>(py: Python<'py>, measured: MeasuredGait) -> PyResult<Bound<'py, PyDict>> {
    let MeasuredGait { gait: GaitAnalysis { angles, walk, .. }, times } = measured;
    let out = PyDict::new(py);
    let mut words = walk_in_words(&walk);
    let (series, folded, missing, all) = (PyDict::new(py), PyDict::new(py), PyDict::new(py), PyList::empty(py));
    match &angles {
        Ok(angles) => {
            words.extend(angles_in_words(angles));
            for one in &angles.series {
                let label =
                    [Some(one.angle.name()), side_name(one.side)].into_iter().flatten().collect::<Vec<_>>().join(" ");
                let values: Vec<f64> = times.iter().map(|time| angles.at(one, *time)).collect();
                series.set_item(label, values.into_pyarray(py))?;
                if let Trust::Folded(reason) = one.angle.trust() {
                    folded.set_item(one.angle.name(), reason)?;
                }
            }
            for one in &angles.missing {
                missing.set_item(one.angle.name(), one.reason)?;
            }
            for curve in curves(angles, &walk) {
                let own = PyDict::new(py);
                own.set_item("angle", curve.angle.name())?;
                own.set_item("side", side_name(curve.side))?;
                own.set_item("cycles", curve.cycles.iter().map(|(index, _)| *index).collect::<Vec<usize>>())?;
                let values: Vec<Vec<f64>> = curve.cycles.into_iter().map(|(_, values)| values).collect();
                own.set_item("values", numpy::PyArray2::from_vec2(py, &values)?)?;
                own.set_item("mean", curve.mean.into_pyarray(py))?;
                own.set_item("sd", curve.sd.map(|sd| sd.into_pyarray(py)))?;
                own.set_item("lift_off", curve.lift_off)?;
                all.append(own)?;
            }
        }
        Err(reason) => words.push(format!("no angles: {reason}")),
    }
    out.set_item("angles", series)?;
    out.set_item("folded", folded)?;
    out.set_item("missing", missing)?;
    out.set_item("curves", all)?;
    out.set_item("words", words.join("; "))?;
    out.set_item("walks", walk.is_regular())?;
    out.set_item("belt", walk.belt)?;
    let events = walk.events.iter().map(|event| {
        let kind = if event.kind == EventKind::TouchDown { "touch-down" } else { "lift-off" };
        (event.time, side_name(event.side), kind)
    });
    out.set_item("events", events.collect::<Vec<_>>())?;
    let cycles = PyList::empty(py);
    for cycle in &walk.cycles {
        cycles.append(fields_of_cycle(py, cycle)?)?;
    }
    out.set_item("cycles", cycles)?;
    let rows = PyDict::new(py);
    for row in table(&walk) {
        let own = PyDict::new(py);
        own.set_item("unit", row.number.unit())?;
        for (name, Statistic { mean, sd, n, .. }) in [("left", row.left), ("right", row.right)] {
            own.set_item(name, (mean, sd, n))?;
        }
        own.set_item("difference", row.difference)?;
        rows.set_item(row.number.name(), own)?;
    }
    out.set_item("table", rows)?;
    Ok(out)
}

fn fields_of_cycle<'py>(py: Python<'py>, cycle: &Cycle) -> PyResult<Bound<'py, PyDict>> {
    let out = PyDict::new(py);
    out.set_item("side", side_name(cycle.side))?;
    out.set_item("from", cycle.from)?;
    out.set_item("lift_off", cycle.lift_off)?;
    out.set_item("to", cycle.to)?;
    out.set_item("turn", cycle.turn)?;
    out.set_item("in_curves", !cycle.is_turning())?;
    for number in Number::ALL {
        out.set_item(number.name(), number.of(cycle))?;
    }
    Ok(out)
}
