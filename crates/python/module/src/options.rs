//! The arguments of Python's functions.

use marey::body::{Rig, Unit};
use marey::formats::ArrayOptions;
use marey::model::{Axis, Clip};
use marey_link::Quality;
use marey_write::{Choice, Conversion, Target, arrays, convert};
use pyo3::PyResult;
use pyo3::exceptions::PyValueError;

use crate::failures::Failure;
use crate::motion::MotionArrays;

/// The changes that a caller asks for between a file and its motion.
#[derive(Default)]
pub(crate) struct Changes(Conversion);

impl Changes {
    pub(crate) fn new(
        fps: Option<f64>,
        unit: Option<&str>,
        up: Option<&str>,
        source_unit: Option<&str>,
        source_up: Option<&str>,
    ) -> PyResult<Self> {
        let mut conversion = Conversion::default();
        conversion.rate = fps;
        conversion.metres_per_unit = unit.map(|text| metres("unit", text)).transpose()?;
        conversion.up = up.map(|text| axis("up", text)).transpose()?;
        conversion.source_metres = source_unit.map(|text| metres("source_unit", text)).transpose()?;
        conversion.source_up = source_up.map(|text| axis("source_up", text)).transpose()?;
        Ok(Self(conversion))
    }

    pub(crate) fn conversion(&self) -> &Conversion {
        &self.0
    }

    /// The motion of a clip, as `marey convert` would write it to an `.npz`.
    pub(crate) fn apply(&self, clip: Clip, behaviour: Option<&str>) -> Result<MotionArrays, Failure> {
        let behaviours: Vec<String> = clip.behaviours.iter().map(|behaviour| behaviour.name.clone()).collect();
        let index = match behaviour {
            None => 0,
            Some(name) => behaviours.iter().position(|own| own == name).ok_or_else(|| {
                Failure::Argument(format!("there is no motion `{name}`; the file has {}", behaviours.join(", ")))
            })?,
        };
        let mut conversion = self.0.clone();
        conversion.behaviour = Some(index);
        // A conversion may change names and channels.
        let rig = Rig::of_clip(&clip);
        let (converted, choices) = convert(&clip, Target::Npz, &conversion)?;
        // The arrays take its memory.
        drop(clip);
        let clip = converted;
        let arrays = arrays(&clip, 0)?;
        Ok(MotionArrays { clip, behaviours, arrays, rig, choices: choices.iter().filter_map(note).collect() })
    }
}

/// The code and words of what was chosen.
fn note(choice: &Choice) -> Option<(&'static str, String)> {
    match choice {
        Choice::Unit(metres) => {
            Some(("read.unit", format!("the unit is an unsure guess: {metres} m (correct it with source_unit)")))
        }
        Choice::Up(up) => {
            Some(("read.up", format!("the up axis is an unsure guess: {} (correct it with source_up)", up.name())))
        }
        _ => None,
    }
}

fn metres(argument: &str, text: &str) -> PyResult<f64> {
    let named = Unit::NAMED.into_iter().find(|unit| unit.name().eq_ignore_ascii_case(text));
    let unit = named.or_else(|| text.parse().ok().and_then(Unit::of_metres));
    unit.map(Unit::metres).ok_or_else(|| {
        PyValueError::new_err(format!(
            "{argument} takes 'm', 'cm', 'mm', 'dm', 'in', 'cmu' or a length in metres, and is '{text}'"
        ))
    })
}

fn axis(argument: &str, text: &str) -> PyResult<Axis> {
    Axis::from_name(text).ok_or_else(|| {
        PyValueError::new_err(format!("{argument} takes 'x', 'y', 'z', '-x', '-y' or '-z', and is '{text}'"))
    })
}

/// A tier of links by its name.
pub(crate) fn quality(tier: &str) -> Result<Quality, Failure> {
    match tier {
        "tiny" => Ok(Quality::TINY),
        "standard" => Ok(Quality::STANDARD),
        "faithful" => Ok(Quality::FAITHFUL),
        _ => Err(Failure::Argument(format!("quality takes 'tiny', 'standard' or 'faithful', and is '{tier}'"))),
    }
}

/// How arrays are meant.
pub(crate) fn array_options(joints: Option<&str>, axes: Option<&str>, holds: Option<&str>) -> PyResult<ArrayOptions> {
    let mut options = ArrayOptions::default();
    if let Some(name) = joints {
        options = options.with_joints(name).ok_or_else(|| {
            let known: Vec<&str> =
                ArrayOptions::tables().map(|(name, ..)| name).chain(["inferred", "points", "rotations"]).collect();
            PyValueError::new_err(format!("joints takes {}, and is {name:?}", known.join(", ")))
        })?;
    }
    if let Some(letters) = axes {
        options = options.with_axes(letters).ok_or_else(|| {
            PyValueError::new_err(format!("axes takes a letter for each axis, such as \"FJ3\", and is {letters:?}"))
        })?;
    }
    if let Some(word) = holds {
        options = options.with_holds(word).ok_or_else(|| {
            let known: Vec<&str> = ArrayOptions::holds_words().collect();
            PyValueError::new_err(format!("holds takes {}, and is {word:?}", known.join(", ")))
        })?;
    }
    Ok(options)
}
