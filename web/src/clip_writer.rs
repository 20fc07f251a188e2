//! What the third module does: a clip, as its packets, becomes files.

use js_sys::{Array, Error, Object, Uint8Array};
use marey::model::{Axis, Clip};
use marey::pack;
use marey::scene::survey;
use marey::write::{
    AcclaimOptions, AnimOptions, BvhOptions, CsvOptions, Excerpt, GltfOptions, Moments, SkelOptions, Space, WriteError,
    X3dOptions, amc, anim, asf, bvh, csv, excerpt, glb, gltf, npz, skel, x3d,
};
use wasm_bindgen::prelude::*;

use crate::errors::{named, parse_error};
use crate::objects::{flag, number, set, text};
use crate::overrule::overrule;

/// Frames a second of The Sims' motions.
const SIMS_RATE: f64 = 30.0;

/// Files of a clip, as an array of plain objects with `extension` and `bytes`. `packets` are all of its packets, in their
/// order. The shell's `types.d.ts` tells what `options` has. Throws an `Error` named `WriteError` where the format has no
/// place for something, which its message names.
#[wasm_bindgen(js_name = writeFiles, unchecked_return_type = "any[]")]
pub fn write_files(packets: &[u8], options: &Object) -> Result<Array, Error> {
    let mut clip = pack::unpack(packets).map_err(|error| parse_error(&error))?.clip;
    overrule(&mut clip, options);
    let format = text(options, "format").unwrap_or_default();
    let files =
        part(&clip, options, &format).and_then(|clip| files(&clip, &format)).map_err(|error| refused(&error))?;
    let out = Array::new();
    for (extension, bytes) in files {
        let file = Object::new();
        set(&file, "extension", extension);
        set(&file, "bytes", Uint8Array::from(bytes.as_slice()));
        out.push(&file);
    }
    Ok(out)
}

/// The part of the clip that is wanted, in the space that is.
fn part(clip: &Clip, options: &Object, format: &str) -> Result<Clip, WriteError> {
    let index = number(options, "behaviour").map_or(0, |index| index as usize);
    let Some(shown) = clip.behaviours.get(index) else {
        return Err(WriteError::NoBehaviour { behaviour: index, count: clip.behaviours.len() });
    };
    let mut wanted = Excerpt::default();
    // Whole clips keep all behaviours where one file holds them.
    let range = number(options, "from").zip(number(options, "to"));
    wanted.behaviour = (range.is_some() || !matches!(format, "x3d" | "gltf" | "glb")).then_some(index);
    wanted.moments = range.map_or(Moments::All, |(from, to)| Moments::Seconds(from..=to));
    wanted.rate =
        number(options, "rate").or_else(|| (format == "skel" && shown.motion.frame_count() > 1).then_some(SIMS_RATE));
    let seen = survey(&clip.skeleton, &shown.motion, axis(options, "sourceUp").or(clip.source.up));
    let metres = seen.scale(&clip.source).unit.metres() / clip.source.length_factor;
    let metres = number(options, "sourceMetres").unwrap_or(metres);
    wanted.space = Some(Space { metres_per_unit: metres, up: seen.up });
    wanted.metres_per_unit = number(options, "metres");
    wanted.up = axis(options, "up");
    wanted.in_place = if flag(options, "inPlace") { u16::try_from(seen.carrier).ok() } else { None };
    excerpt(clip, &wanted)
}

fn axis(options: &Object, key: &str) -> Option<Axis> {
    text(options, key).as_deref().and_then(Axis::from_name)
}

/// The files of a format, with their extensions.
fn files(clip: &Clip, format: &str) -> Result<Vec<(&'static str, Vec<u8>)>, WriteError> {
    Ok(match format {
        "asf" => {
            let options = AcclaimOptions::default();
            vec![("asf", asf(clip, &options)?.into_bytes()), ("amc", amc(clip, 0, &options)?.into_bytes())]
        }
        "skel" => {
            vec![("skel", skel(clip, &SkelOptions::default())?), ("anim", anim(clip, 0, &AnimOptions::default())?)]
        }
        "x3d" => vec![("x3d", x3d(clip, &X3dOptions::default())?.into_bytes())],
        "gltf" => vec![("gltf", gltf(clip, &GltfOptions::default())?.into_bytes())],
        "glb" => vec![("glb", glb(clip, &GltfOptions::default())?)],
        "csv" => {
            let mut options = CsvOptions::default();
            options.rotations = true;
            vec![("csv", csv(clip, 0, &options)?.into_bytes())]
        }
        "npz" => vec![("npz", npz(clip, 0)?)],
        _ => {
            let mut options = BvhOptions::default();
            // What others read is meant: they agree about an offset of 0 only.
            options.roots_at_origin = true;
            vec![("bvh", bvh(clip, 0, &options)?.into_bytes())]
        }
    })
}

fn refused(error: &WriteError) -> Error {
    named("WriteError", &error.to_string())
}
