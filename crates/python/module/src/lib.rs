//! The module `marey_read._marey`: the reader, the writers and links of Marey for the Python package `marey`.
//!
//! Work runs without Python's lock. Arrays are handed over without a copy. The package has the classes that users see.

mod failures;
mod filming;
mod gait;
mod mending;
mod motion;
mod options;

use std::fs::File;
use std::path::{Path, PathBuf};

use marey::Limits;
use marey::formats::{Formats, Parser, ReadOptions, read_stream};
use marey::model::Clip;
use marey_link::{Excerpt, encode, encode_file, to_text};
use marey_study::mend::mend as mend_motion;
use marey_study::retarget::{Feet, Options as RetargetOptions, Retarget, RetargetError};
use marey_study::targets::fit;
use marey_write::{Target, TargetOptions};
use numpy::PyReadonlyArray3;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyDict};

use failures::{Failure, Refusal};
use filming::FilmChoice;
use mending::MendOptions;
use motion::{clip_of_arrays, fill};
use options::{Changes, array_options, quality};

/// All formats of the core, and packed motion.
fn formats() -> Formats {
    Formats::default().with(marey_link::family)
}

/// Files that motions need: skeletons, skins, body models. Parsed once, for any number of motions and threads.
#[pyclass(frozen, module = "marey_read._marey", name = "Companions")]
struct PyCompanions(marey::formats::Companions);

#[pymethods]
impl PyCompanions {
    #[new]
    fn new(py: Python<'_>, files: Vec<(String, PyBackedBytes)>) -> Self {
        py.detach(|| {
            let mut companions = marey::formats::Companions::of(&formats());
            for (name, bytes) in &files {
                companions.add(name, bytes, &Limits::default());
            }
            Self(companions)
        })
    }
}

/// Reads a file, or bytes with a name, and returns the fields of a motion.
#[pyfunction]
#[pyo3(signature = (path, data, companions, *, behaviour = None, fps = None, unit = None, up = None, source_unit = None, source_up = None, joints = None, axes = None, holds = None, skip_reference = false))]
#[allow(clippy::too_many_arguments, reason = "these are arguments of Python, with names")]
fn read<'py>(
    py: Python<'py>,
    path: PathBuf,
    data: Option<PyBackedBytes>,
    companions: &PyCompanions,
    behaviour: Option<String>,
    fps: Option<f64>,
    unit: Option<&str>,
    up: Option<&str>,
    source_unit: Option<&str>,
    source_up: Option<&str>,
    joints: Option<&str>,
    axes: Option<&str>,
    holds: Option<&str>,
    skip_reference: bool,
) -> PyResult<Bound<'py, PyDict>> {
    let changes = Changes::new(fps, unit, up, source_unit, source_up)?;
    let arrays = array_options(joints, axes, holds)?;
    let name = path.to_string_lossy().into_owned();
    let read = py.detach(|| {
        let mut companions = companions.0.clone();
        companions.options = ReadOptions::default().arrays(arrays).skip_reference(skip_reference);
        let clip = read_clip(&path, &name, data.as_deref(), companions)?;
        changes.apply(clip, behaviour.as_deref())
    });
    fill(py, read.map_err(|failure| failure.raised(&name))?)
}

fn read_clip(
    path: &Path,
    name: &str,
    data: Option<&[u8]>,
    companions: marey::formats::Companions,
) -> Result<Clip, Failure> {
    let parser = |size| Parser::new(name, size, Limits::default()).with_companions(companions);
    if let Some(bytes) = data {
        let mut parser = parser(Some(bytes.len() as u64));
        parser.push(bytes)?;
        return Ok(parser.finish()?);
    }
    // In pieces: fresh memory for a whole file takes longer than parsing half of it.
    let file = File::open(path).map_err(|error| Failure::Io(path.to_owned(), error))?;
    let size = file.metadata().ok().map(|metadata| metadata.len());
    Ok(read_stream(parser(size), file, path)?)
}

/// The clip in a link, its fragment, or the packed text, as the fields of a motion.
#[pyfunction]
fn from_link<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyDict>> {
    let read = py.detach(|| {
        let clip = marey_link::clip_in(text).ok_or(Failure::NoLink)??;
        Changes::default().apply(clip, None)
    });
    fill(py, read.map_err(|failure| failure.raised(""))?)
}

/// Writes a motion's archive in another format: the extensions and bytes of its files, skeletons first. `channels` are the texts of the file that
/// was read, one for each joint: a BVH keeps their orders of
/// rotations.
#[pyfunction]
#[pyo3(signature = (archive, positions, format, *, fps = None, unit = None, up = None, channels = None))]
fn write(
    py: Python<'_>,
    archive: PyBackedBytes,
    positions: PyReadonlyArray3<'_, f32>,
    format: &str,
    fps: Option<f64>,
    unit: Option<&str>,
    up: Option<&str>,
    channels: Option<Vec<String>>,
) -> PyResult<Vec<(&'static str, Vec<u8>)>> {
    let changes = Changes::new(fps, unit, up, None, None)?;
    let positions = positions.as_slice()?;
    let is_packed = format == "marey";
    let target = if is_packed { Some(Target::Npz) } else { Target::from_extension(format) };
    let target = target.ok_or_else(|| {
        let names = Target::ALL.iter().flat_map(|target| target.extensions()).copied();
        let known: Vec<&str> = names.chain(["marey"]).collect();
        PyValueError::new_err(format!(".{format} is no format that is written; these are: {}", known.join(", ")))
    })?;
    let written = py.detach(|| -> Result<_, Failure> {
        let mut clip = clip_of_arrays(&archive, positions)?;
        if let Some(channels) = channels.filter(|channels| channels.len() == clip.skeleton.len()) {
            clip.source.channels = channels.into_iter().map(String::into_boxed_str).collect();
        }
        let clip = fit(&clip, changes.conversion(), target).map_err(|error| Failure::Argument(error.to_string()))?.clip;
        if is_packed {
            return Ok(vec![("marey", encode_file(&clip, quality("standard")?, &mut |_| true)?.bytes)]);
        }
        let files = target.files(&clip, &TargetOptions::default())?;
        Ok(target.extensions().iter().copied().zip(files).collect())
    });
    written.map_err(|failure| failure.raised(""))
}

/// Packs a motion's archive into the text of a link. Also returns the mean and the largest error, in millimetres of a figure 1.8 m tall.
#[pyfunction]
fn to_link(
    py: Python<'_>,
    archive: PyBackedBytes,
    positions: PyReadonlyArray3<'_, f32>,
    tier: &str,
) -> PyResult<(String, f32, f32)> {
    let positions = positions.as_slice()?;
    let packed = py.detach(|| -> Result<_, Failure> {
        let clip = clip_of_arrays(&archive, positions)?;
        Ok(encode(&clip, &Excerpt::whole(quality(tier)?), &mut |_| true)?)
    });
    let packed = packed.map_err(|failure| failure.raised(""))?;
    Ok((to_text(&packed.bytes), packed.report.accuracy.mean_mm, packed.report.max_mm))
}

/// Plays a motion's archive on the figure in a file, and returns the fields of that motion.
#[pyfunction]
#[pyo3(signature = (archive, positions, path, data, companions, *, feet = "follow"))]
fn onto<'py>(
    py: Python<'py>,
    archive: PyBackedBytes,
    positions: PyReadonlyArray3<'_, f32>,
    path: PathBuf,
    data: Option<PyBackedBytes>,
    companions: &PyCompanions,
    feet: &str,
) -> PyResult<Bound<'py, PyDict>> {
    let feet = match feet {
        "follow" => Feet::Follow,
        "still" => Feet::Still,
        "free" => Feet::Free,
        other => return Err(PyValueError::new_err(format!("feet takes follow, still or free, and is {other}"))),
    };
    let positions = positions.as_slice()?;
    let name = path.to_string_lossy().into_owned();
    let played = py.detach(|| {
        let source = clip_of_arrays(&archive, positions)?;
        let figure = read_clip(&path, &name, data.as_deref(), companions.0.clone())?;
        let refused = |error: RetargetError| {
            let whose = if matches!(error, RetargetError::Target(_)) { &name } else { "the motion" };
            Failure::Argument(format!("{whose}: {error}"))
        };
        let mut retarget =
            Retarget::new(&source, 0, &figure, &RetargetOptions::default().feet(feet)).map_err(refused)?;
        let clip = retarget.clip().map_err(|error| Failure::Argument(error.to_string()))?;
        Changes::default().apply(clip, None)
    });
    fill(py, played.map_err(|failure| failure.raised(&name))?)
}

/// Mends a motion. Returns the fields of the mended one, and what was found and done.
#[pyfunction]
fn mend<'py>(
    py: Python<'py>,
    archive: PyBackedBytes,
    positions: PyReadonlyArray3<'_, f32>,
    options: MendOptions,
) -> PyResult<(Bound<'py, PyDict>, Bound<'py, PyDict>)> {
    let positions = positions.as_slice()?;
    let steps = options.steps().map_err(|failure| failure.raised(""))?;
    let mended = py.detach(|| {
        let clip = clip_of_arrays(&archive, positions)?;
        let mended = mend_motion(&clip, 0, &steps).map_err(|refusal| Failure::Argument(refusal.to_string()))?;
        Ok((Changes::default().apply(mended.clip.clone(), None)?, mended))
    });
    let (fields, mended) = mended.map_err(|failure: Failure| failure.raised(""))?;
    Ok((fill(py, fields)?, mending::report(py, &mended.clip, &mended.report)?))
}

/// Films a motion: the bytes of a GIF, and why the figure wears no body where one was asked for.
#[pyfunction]
fn film<'py>(
    py: Python<'py>,
    archive: PyBackedBytes,
    positions: PyReadonlyArray3<'_, f32>,
    options: FilmChoice,
) -> PyResult<(Bound<'py, PyBytes>, Option<String>)> {
    let positions = positions.as_slice()?;
    let plan = options.plan()?;
    let filmed = py.detach(|| plan.gif(&archive, positions));
    let (gif, bare) = filmed.map_err(|failure| failure.raised(""))?;
    Ok((PyBytes::new(py, &gif), bare))
}

/// Measures the gait in a motion's archive: the fields of a `marey.Gait`.
#[pyfunction]
#[pyo3(name = "gait", signature = (archive, positions, *, zero = None))]
fn measure_gait<'py>(
    py: Python<'py>,
    archive: PyBackedBytes,
    positions: PyReadonlyArray3<'_, f32>,
    zero: Option<&str>,
) -> PyResult<Bound<'py, PyDict>> {
    let zero = gait::zero(zero)?;
    let positions = positions.as_slice()?;
    let measured = py.detach(|| gait::measure(&clip_of_arrays(&archive, positions)?, zero));
    gait::fields(py, measured.map_err(|failure| failure.raised(""))?)
}

#[pymodule]
fn _marey(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("Refusal", module.py().get_type::<Refusal>())?;
    module.add_class::<PyCompanions>()?;
    module.add_function(wrap_pyfunction!(read, module)?)?;
    module.add_function(wrap_pyfunction!(from_link, module)?)?;
    module.add_function(wrap_pyfunction!(write, module)?)?;
    module.add_function(wrap_pyfunction!(to_link, module)?)?;
    module.add_function(wrap_pyfunction!(onto, module)?)?;
    module.add_function(wrap_pyfunction!(mend, module)?)?;
    module.add_function(wrap_pyfunction!(measure_gait, module)?)?;
    module.add_function(wrap_pyfunction!(film, module)?)?;
    Ok(())
}
