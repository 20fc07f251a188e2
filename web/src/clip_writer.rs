//! The `write` module: turns a clip's packets into files.

use js_sys::{Array, Error, Object, Reflect, Uint8Array};
use marey::body::survey;
use marey::model::Clip;
use marey_stage::pack;
use marey_write::{Excerpt, Moments, Space, Target, TargetOptions, WriteError, bvh_changes, excerpt, readable_unit};
use wasm_bindgen::prelude::*;

use crate::errors::{named, parse_error};
use crate::objects::{flag, number, set, text};
use crate::overrule::{axis, overrule};

/// Writes a clip as an array of plain objects with `extension`, `bytes` and `changes`. `packets` are all of the clip's
/// packets, in order. The shell's `types.d.ts` has the shapes of `options` and the result. Throws an `Error` named
/// `WriteError` whose message names what the format cannot hold.
#[wasm_bindgen(js_name = writeFiles, unchecked_return_type = "any[]")]
pub fn write_files(packets: &[u8], options: &Object) -> Result<Array, Error> {
    let mut clip = pack::unpack(packets).map_err(|error| parse_error(&error))?.clip;
    let body = pack::take_body(&mut clip, packets).map_err(|error| parse_error(&error))?;
    if let Some((body, _)) = body.filter(|_| flag(options, "body")) {
        clip.skin = Some(body.into());
    }
    overrule(&mut clip, options);
    let target = text(options, "format").and_then(|name| Target::from_extension(&name)).unwrap_or(Target::Bvh);
    let mut target_options = TargetOptions::default();
    target_options.csv.rotations = true;
    target_options.gltf.pictures = pictures(options);
    let part = part(&clip, options, target).map_err(|error| refused(&error))?;
    let files = target.files(&part, &target_options).map_err(|error| refused(&error))?;
    let changes = file_changes(&clip, &part, options, target, &target_options);
    let out = Array::new();
    for (extension, bytes) in target.extensions().iter().zip(files) {
        let file = Object::new();
        set(&file, "changes", &changes);
        set(&file, "extension", *extension);
        set(&file, "bytes", Uint8Array::from(bytes.as_slice()));
        out.push(&file);
    }
    Ok(out)
}

/// How the files differ from the clip: the rate chosen for unevenly spaced keys, and [`bvh_changes`].
fn file_changes(clip: &Clip, part: &Clip, options: &Object, target: Target, target_options: &TargetOptions) -> Object {
    let out = Object::new();
    let index = number(options, "behaviour").map_or(0, |index| index as usize);
    if number(options, "rate").is_none()
        && target.fixed_rate().is_none()
        && let Some(rate) = clip.behaviours.get(index).and_then(|shown| target.rate(&clip.skeleton, &shown.motion))
    {
        set(&out, "rate", rate);
    }
    if target == Target::Bvh {
        let changes = bvh_changes(&part.skeleton, &target_options.bvh);
        let renamed = Array::new();
        for (joint, name) in &changes.renamed {
            let own = part.skeleton.names().get(usize::from(*joint)).map_or("", |own| own);
            renamed.push(&Array::of2(&own.into(), &name.as_str().into()));
        }
        set(&out, "renamed", renamed);
        if let Some(root) = &changes.common_root {
            set(&out, "commonRoot", root.as_str());
        }
    }
    out
}

/// The image files in `options`, as pairs of name and bytes.
fn pictures(options: &Object) -> Vec<(String, Vec<u8>)> {
    let get = |object: &JsValue, key: &str| Reflect::get(object, &key.into()).unwrap_or_default();
    let list = get(options, "pictures").dyn_into::<Array>().unwrap_or_default();
    let file =
        |file: JsValue| Some((text(&file, "name")?, get(&file, "bytes").dyn_into::<Uint8Array>().ok()?.to_vec()));
    list.iter().filter_map(file).collect()
}

/// The part of the clip that `options` select, in the unit and axes they select.
fn part(clip: &Clip, options: &Object, target: Target) -> Result<Clip, WriteError> {
    let index = number(options, "behaviour").map_or(0, |index| index as usize);
    let Some(shown) = clip.behaviours.get(index) else {
        return Err(WriteError::NoBehaviour { behaviour: index, count: clip.behaviours.len() });
    };
    let mut wanted = Excerpt::default();
    // If the format holds several behaviours, a whole clip keeps all of them.
    let range = number(options, "from").zip(number(options, "to"));
    wanted.behaviour = (range.is_some() || !target.holds_all_behaviours()).then_some(index);
    wanted.moments = range.map_or(Moments::All, |(from, to)| Moments::Seconds(from..=to));
    wanted.rate = number(options, "rate").or_else(|| target.rate(&clip.skeleton, &shown.motion));
    let seen = survey(&clip.skeleton, &shown.motion, axis(options, "sourceUp").or(clip.source.up));
    let metres = seen.scale(&clip.source).unit.metres() / clip.source.length_factor;
    let metres = number(options, "sourceMetres").unwrap_or(metres);
    wanted.space = Some(Space { metres_per_unit: metres, up: seen.up });
    let readable = || readable_unit(&clip.source, &seen, number(options, "sourceMetres"), target);
    wanted.metres_per_unit = number(options, "metres").or_else(readable);
    wanted.up = axis(options, "up");
    wanted.in_place = if flag(options, "inPlace") { u16::try_from(seen.carrier).ok() } else { None };
    excerpt(clip, &wanted)
}

fn refused(error: &WriteError) -> Error {
    named("WriteError", &error.to_string())
}
