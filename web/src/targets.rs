//! The `targets` module: files with the rig of another program, as `marey convert --as` writes them, and VRMA.

use js_sys::{Array, Error, Object, Uint8Array};
use marey_stage::pack;
use marey_study::targets::{ApplyError, MakeError, fit, target_rig};
use marey_write::{BvhOptions, Conversion, Moments, Target, bvh, npy, vrma};
use wasm_bindgen::prelude::*;

use crate::errors::{named, parse_error};
use crate::objects::{flag, number, set, text};
use crate::overrule::{axis, overrule};

/// Writes the motion that plays with a rig, or as VRMA. `packets` are all of the clip's packets, in order; `options.rig` is the rig's id and
/// `options.format` `bvh` or `npy`, or `vrma` without a rig. The shell's `types.d.ts` has the shapes of `options` and the result, an array of one file. Throws an
/// `Error` named `WriteError` for a figure that is no person.
#[wasm_bindgen(js_name = writeAs, unchecked_return_type = "any[]")]
pub fn write_as(packets: &[u8], options: &Object) -> Result<Array, Error> {
    let mut clip = pack::unpack_motions(packets).map_err(|error| parse_error(&error))?;
    overrule(&mut clip, options);
    let rig = text(options, "rig").and_then(|id| target_rig(&id));
    let asked = asked(options);
    let (target, made) = match (text(options, "format").as_deref(), rig) {
        (Some("vrma"), _) => {
            pack::unpack_labels(&mut clip, packets).map_err(|error| parse_error(&error))?;
            (Target::Vrma, fit(&clip, &asked, Target::Vrma))
        }
        (Some("npy"), Some(rig)) => (Target::Npy, rig.make(&clip, &asked, Target::Npy)),
        (_, Some(rig)) => (Target::Bvh, rig.make(&clip, &asked, Target::Bvh)),
        (_, None) => return Err(refused("no such rig")),
    };
    let made = made.map_err(|error| not_made(&error, target))?;
    let bytes = match (target, rig) {
        (Target::Vrma, _) => vrma(&made.clip, 0),
        (Target::Bvh, Some(rig)) => {
            let mut options = BvhOptions::default();
            rig.set_options(&mut options, &made);
            bvh(&made.clip, 0, &options).map(String::into_bytes)
        }
        _ => npy(&made.clip, 0),
    };
    let bytes = bytes.map_err(|error| refused(&error.to_string()))?;
    let changes = Object::new();
    set(&changes, "notes", made.notes.iter().map(JsValue::from).collect::<Array>());
    let file = Object::new();
    set(&file, "changes", changes);
    set(&file, "extension", target.extensions().first().copied());
    set(&file, "bytes", Uint8Array::from(bytes.as_slice()));
    Ok(Array::of1(&file))
}

/// The part of the motion and its reading.
fn asked(options: &Object) -> Conversion {
    let mut asked = Conversion::default();
    asked.behaviour = Some(number(options, "behaviour").map_or(0, |index| index as usize));
    let range = number(options, "from").zip(number(options, "to"));
    asked.moments = range.map_or(Moments::All, |(from, to)| Moments::Seconds(from..=to));
    asked.rate = number(options, "rate");
    asked.metres_per_unit = number(options, "metres");
    asked.up = axis(options, "up");
    asked.source_metres = number(options, "sourceMetres");
    asked.source_up = axis(options, "sourceUp");
    asked.in_place = flag(options, "inPlace");
    asked
}

fn not_made(error: &MakeError, target: Target) -> Error {
    let help = match error {
        MakeError::Apply(ApplyError::Figure(_)) if target == Target::Vrma => "; VRMA needs a person",
        MakeError::Apply(ApplyError::Figure(_)) => "; only a person is given another rig",
        _ => "",
    };
    refused(&format!("{error}{help}"))
}

fn refused(message: &str) -> Error {
    named("WriteError", message)
}
