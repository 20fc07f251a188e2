//! Motions between Rust and Python.

use marey::Limits;
use marey::body::Rig;
use marey::formats::parse;
use marey::model::Clip;
use marey::pose::{Pose, sample_frame, world_matrices};
use marey_write::Arrays;
use numpy::{IntoPyArray, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::failures::Failure;

/// A motion on its way to Python.
pub(crate) struct MotionArrays {
    /// With one behaviour.
    pub(crate) clip: Clip,
    /// Names of all behaviours of the file.
    pub(crate) behaviours: Vec<String>,
    pub(crate) arrays: Arrays,
    /// The convention of the file's joint names.
    pub(crate) rig: Rig,
    /// Codes and words of guesses.
    pub(crate) choices: Vec<(&'static str, String)>,
}

/// The fields of a motion. NumPy takes over the memory of the arrays.
pub(crate) fn fill(py: Python<'_>, motion: MotionArrays) -> PyResult<Bound<'_, PyDict>> {
    let MotionArrays { clip, behaviours, arrays, rig, choices } = motion;
    let (frames, joints) = (arrays.times.len(), arrays.parents.len());
    let fields = PyDict::new(py);
    fields.set_item("name", &clip.name)?;
    fields.set_item("names", PyTuple::new(py, arrays.names)?)?;
    fields.set_item("parents", arrays.parents.into_pyarray(py))?;
    fields.set_item("kinds", PyTuple::new(py, arrays.kinds)?)?;
    fields.set_item("times", arrays.times.into_pyarray(py))?;
    fields.set_item("frame_time", arrays.frame_time)?;
    fields.set_item("positions", arrays.positions.into_pyarray(py).reshape([frames, joints, 3])?)?;
    fields.set_item("rotations", arrays.rotations.into_pyarray(py).reshape([frames, joints, 4])?)?;
    fields.set_item("translations", arrays.translations.into_pyarray(py).reshape([frames, joints, 3])?)?;
    fields.set_item("offsets", arrays.offsets.into_pyarray(py).reshape([joints, 3])?)?;
    fields.set_item("rest_rotations", arrays.rest_rotations.into_pyarray(py).reshape([joints, 4])?)?;
    fields.set_item("metres_per_unit", arrays.metres_per_unit)?;
    fields.set_item("up", arrays.up.map(|up| up.name()))?;
    fields.set_item("rig", rig.id)?;
    fields.set_item("rig_words", rig.summary())?;
    // Files of several skeletons have joints that no motion has.
    let channels = clip.source.channels.iter().filter(|_| clip.source.channels.len() == joints);
    fields.set_item("channels", PyTuple::new(py, channels.map(|text| &**text).collect::<Vec<_>>())?)?;
    fields.set_item("behaviours", PyTuple::new(py, behaviours)?)?;
    let place = |line: u32| (line > 0).then_some(line);
    let odd = clip.warnings.iter().map(|warning| {
        let [line, column] = [|at: marey::Location| at.line, |at: marey::Location| at.column]
            .map(|part| warning.location.map(part).and_then(place));
        (warning.code.to_string(), warning.to_string(), warning.file.clone(), line, column, warning.count)
    });
    let chosen = choices.into_iter().map(|(code, words)| (code.to_owned(), words, String::new(), None, None, 1));
    let warnings: Vec<_> = odd.chain(chosen).collect();
    fields.set_item("warnings", PyTuple::new(py, warnings)?)?;
    Ok(fields)
}

/// Largest distance of a position from where the rotations and translations put it, relative to the largest coordinate.
const TOLERANCE: f32 = 1e-4;

/// The clip of a motion's archive. `positions` must be those of its rotations and translations.
pub(crate) fn clip_of_arrays(archive: &[u8], positions: &[f32]) -> Result<Clip, Failure> {
    let clip = parse("motion.npz", archive, Limits::default())?;
    let Some(behaviour) = clip.behaviours.first() else { return Ok(clip) };
    let mut pose = Pose::rest(&clip.skeleton);
    let extent = positions.iter().fold(1e-6_f32, |most, value| most.max(value.abs()));
    let joints = clip.skeleton.len();
    for (frame, row) in positions.chunks_exact((3 * joints).max(1)).enumerate() {
        sample_frame(&behaviour.motion, frame, &mut pose);
        world_matrices(&clip.skeleton, marey::glam::Affine3A::IDENTITY, &mut pose);
        for ((world, given), name) in pose.world.iter().zip(row.chunks_exact(3)).zip(clip.skeleton.names()) {
            let far = world.translation.to_array().iter().zip(given).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
            if far > TOLERANCE * extent || far.is_nan() {
                return Err(Failure::Argument(format!(
                    "in frame {frame} the position of {name} is {far} away from where rotations and translations put it: \
                     files hold only these, so change them with the positions (marey.bvh writes positions alone; scales cannot be written)"
                )));
            }
        }
    }
    Ok(clip)
}
