//! The `rigs` module: which rig the names of a clip follow, and what other programs make of its file.

use js_sys::{Error, Object};
use marey::body::{Rig, rig_remarks, rigs};
use marey_stage::pack;
use marey_study::consumers::{BvhText, FileFacts, Point, consumers};
use wasm_bindgen::prelude::*;

use crate::errors::parse_error;
use crate::objects::{list, set};

/// The rig of a clip, what is to be said about its rest pose, and for a BVH what each program makes of it. `packets` are all of the clip's
/// packets, in order; `text` are the bytes of the file if that is a BVH, else nothing. The result has the shape of `RigFound` in the
/// shell's `types.d.ts`. Throws a `ParseError` for packets that are damaged.
#[wasm_bindgen(js_name = rigOf, unchecked_return_type = "any")]
pub fn rig_of(packets: &[u8], text: &[u8]) -> Result<Object, Error> {
    let clip = pack::unpack_motions(packets).map_err(|error| parse_error(&error))?;
    let rig = Rig::of_clip(&clip);
    let motion = clip.behaviours.first().map(|first| &first.motion);
    let out = Object::new();
    set(&out, "id", rig.id);
    set(&out, "name", rigs().find(|known| Some(known.id) == rig.id).map(|known| known.name));
    set(&out, "chip", rig.chip.as_str());
    set(&out, "summary", rig.summary());
    set(&out, "sentence", rig.sentence.as_str());
    set(&out, "isPerson", rig.is_person);
    let remarks = rig_remarks(&rig, &clip.skeleton, motion);
    set(&out, "remarks", list(remarks.iter().map(|remark| remark.words.as_str())));
    let programs = if text.is_empty() { &[] } else { consumers() };
    let facts = FileFacts::new(&clip, Some(BvhText::read(text)));
    set(
        &out,
        "programs",
        list(programs.iter().map(|program| {
            let verdict = program.verdict(&facts);
            let one = Object::new();
            set(&one, "id", program.id);
            set(&one, "name", program.name);
            set(&one, "stops", list(verdict.stops.iter().map(point)));
            set(&one, "spoils", list(verdict.spoils.iter().map(point)));
            one
        })),
    );
    Ok(out)
}

fn point(point: &Point) -> Object {
    let out = Object::new();
    set(&out, "words", point.words.as_str());
    set(&out, "mend", point.mend);
    out
}
