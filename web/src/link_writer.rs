//! Packs motion for links and files.

use std::ops::Range;

use js_sys::{Array, Error, Object, Uint8Array};
use marey::model::{Motion, Time};
use marey_link::{Excerpt, LeftOut, MARKS_NOTE, Quality, encode, encode_file, to_text};
use marey_stage::pack;
use wasm_bindgen::prelude::*;

use crate::errors::{named, parse_error};
use crate::objects::{flag, number, set, text};
use crate::overrule::overrule;

/// Tolerance for moments, as a share of a frame: files round their frame times.
const TOLERANCE: f64 = 1e-3;

/// Packs a clip or a part of it. `packets` are all of the clip's packets, in order. The shell's `types.d.ts` has the shapes
/// of `options` and of the result. Throws an `Error` named `WriteError` whose message is one sentence for the visitor.
#[wasm_bindgen(js_name = packMotion, unchecked_return_type = "any")]
pub fn pack_motion(packets: &[u8], options: &Object) -> Result<Object, Error> {
    let mut clip = pack::unpack(packets).map_err(|error| parse_error(&error))?.clip;
    overrule(&mut clip, options);
    if let Some(marks) = text(options, "marks") {
        clip.about.notes.retain(|(title, _)| title != MARKS_NOTE);
        clip.about.notes.push((MARKS_NOTE.to_owned(), marks));
    }
    let quality = quality(options);
    let behaviour = number(options, "behaviour").map_or(0, |index| index as usize);
    let packed = if flag(options, "file") {
        encode_file(&clip, quality, &mut |_| true)
    } else {
        let frames = clip.behaviours.get(behaviour).map_or(0..0, |one| frames(&one.motion, options));
        encode(&clip, &Excerpt { behaviour, frames, quality, title: None }, &mut |_| true)
    };
    let packed = packed.map_err(|error| named("WriteError", &error.to_string()))?;
    let report = &packed.report;
    let out = Object::new();
    set(&out, "bytes", Uint8Array::from(packed.bytes.as_slice()));
    set(&out, "text", to_text(&packed.bytes));
    set(&out, "meanMm", report.accuracy.mean_mm);
    set(&out, "p99Mm", report.accuracy.p99_mm);
    set(&out, "maxMm", report.max_mm);
    if let Some(slide) = report.slide {
        set(&out, "slide", slide.packed_mm_s - slide.original_mm_s);
    }
    set(&out, "frames", report.frames as f64);
    set(&out, "joints", report.joints as f64);
    let left_out: Array = report.left_out.iter().map(|item| JsValue::from(name(*item))).collect();
    set(&out, "leftOut", left_out);
    Ok(out)
}

fn quality(options: &Object) -> Quality {
    let positive = |key| number(options, key).filter(|number| *number > 0.0);
    if let Some(bytes) = positive("bytes") {
        return Quality::Bytes(bytes as usize);
    }
    if let Some(p99) = positive("p99") {
        return Quality::P99(p99 as f32);
    }
    positive("mean").map_or(Quality::STANDARD, |mean| Quality::Mean(mean as f32))
}

/// The frames in the range that `options` select; all frames without a range.
fn frames(motion: &Motion, options: &Object) -> Range<usize> {
    let Some((from, to)) = number(options, "from").zip(number(options, "to")) else { return 0..motion.frame_count() };
    let tolerance = TOLERANCE * motion.frame_time();
    match motion.time() {
        Time::Uniform { frame_time } => {
            let first = ((from - tolerance) / frame_time).ceil().max(0.0) as usize;
            first..(((to + tolerance) / frame_time).floor().max(0.0) as usize).max(first).saturating_add(1)
        }
        Time::Keys(keys) => {
            let first = keys.partition_point(|key| *key < from - tolerance);
            first..keys.partition_point(|key| *key <= to + tolerance).max(first + 1)
        }
    }
}

fn name(item: LeftOut) -> &'static str {
    match item {
        LeftOut::Skin => "skin",
        LeftOut::Weights => "weights",
        LeftOut::Masses => "masses",
        LeftOut::Notes => "notes",
        LeftOut::OtherBehaviours => "other-behaviours",
        LeftOut::LongNames => "long-names",
    }
}
