//! Steps of mending from Python, and reports to it.

use marey::model::Clip;
use marey_study::mend::{Change, Numbers, Report, Spikes, Steps, Switch};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::failures::Failure;

/// The arguments of `motion.mend` but for those that are switches.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct MendOptions {
    fps: Option<f64>,
    gaps: bool,
    longest_gap: f64,
    spikes: String,
    spike_degrees: f64,
    smooth: String,
    strength: f64,
    level: bool,
    r#loop: bool,
    least_loop: f64,
    path: bool,
    feet: bool,
    in_place: bool,
}

impl MendOptions {
    pub(crate) fn steps(self) -> Result<Steps, Failure> {
        let spikes = match self.spikes.as_str() {
            "off" => Spikes::Off,
            "root" => Spikes::Root,
            "joints" => Spikes::All,
            other => return Err(Failure::Argument(format!("spikes takes off, root or joints, and is {other}"))),
        };
        let smooth = match self.smooth.as_str() {
            "auto" => Switch::Auto,
            "on" => Switch::On,
            "off" => Switch::Off,
            other => return Err(Failure::Argument(format!("smooth takes auto, on or off, and is {other}"))),
        };
        let steps = Steps::default().resample(self.fps).gaps(self.gaps).longest_fill(self.longest_gap);
        let steps = steps.spikes(spikes).spike_degrees(self.spike_degrees).smooth(smooth).strength(self.strength);
        let steps = steps.level(self.level).cycle(self.r#loop).least_cycle(self.least_loop);
        Ok(steps.path(self.path).feet(self.feet).in_place(self.in_place))
    }
}

/// The report as a dictionary, as `marey mend --json` prints it.
pub(crate) fn report<'py>(py: Python<'py>, clip: &Clip, report: &Report) -> PyResult<Bound<'py, PyDict>> {
    let joint = |joint: u16| clip.skeleton.name(usize::from(joint)).to_owned();
    let change = |change: Option<Change>| -> PyResult<Option<Bound<'py, PyDict>>> {
        let Some(change) = change else { return Ok(None) };
        let out = PyDict::new(py);
        out.set_item("mm", change.mm)?;
        out.set_item("joint", joint(change.joint))?;
        out.set_item("frame", change.frame)?;
        Ok(Some(out))
    };
    let numbers = |numbers: Numbers| -> PyResult<Bound<'py, PyDict>> {
        let out = PyDict::new(py);
        out.set_item("slide_mm_s", numbers.slide_mm_s)?;
        out.set_item("acceleration_m_s2", numbers.acceleration_m_s2)?;
        out.set_item("spikes", numbers.spikes)?;
        out.set_item("filled", numbers.filled)?;
        Ok(out)
    };
    let out = PyDict::new(py);
    out.set_item("first_frame", report.first_frame)?;
    out.set_item("frames", report.frames)?;
    out.set_item("rate", report.rate)?;
    out.set_item("person", report.person)?;
    out.set_item("metres_per_unit", report.metres_per_unit)?;
    out.set_item("changed", report.changed)?;
    out.set_item("largest", change(report.largest)?)?;
    out.set_item("before", numbers(report.before)?)?;
    out.set_item("after", numbers(report.after)?)?;
    let steps = PyList::empty(py);
    for step in &report.steps {
        let (own, values) = (PyDict::new(py), PyDict::new(py));
        step.values.iter().try_for_each(|value| values.set_item(value.name, value.value))?;
        own.set_item("step", step.step.name())?;
        own.set_item("outcome", step.outcome.name())?;
        own.set_item("found", &step.found)?;
        own.set_item("done", &step.done)?;
        own.set_item("values", values)?;
        own.set_item("largest", change(step.largest)?)?;
        steps.append(own)?;
    }
    out.set_item("steps", steps)?;
    let marks = PyList::empty(py);
    for mark in &report.marks {
        let own = PyDict::new(py);
        own.set_item("kind", mark.kind.name())?;
        own.set_item("joint", joint(mark.joint))?;
        own.set_item("first", mark.first)?;
        own.set_item("last", mark.last)?;
        own.set_item("size", mark.size)?;
        own.set_item("filled", mark.filled)?;
        own.set_item("guess", mark.guess)?;
        own.set_item("text", &mark.text)?;
        marks.append(own)?;
    }
    out.set_item("marks", marks)?;
    Ok(out)
}
