//! Mends the motion that the `study` module keeps.

use std::ops::RangeInclusive;

use js_sys::{Array, Error, Object, Reflect, Uint8Array};
use marey::model::{Behaviour, Clip, Mark};
use marey_stage::pack::{self, FramePacker};
use marey_study::mend::{
    Change, FaultKind, FaultMark, FaultPlace, MendError, Mended, Numbers, Report, Spikes, StepReport, Steps, Switch,
    mend,
};
use wasm_bindgen::prelude::*;

use crate::errors::coded;
use crate::objects::{flag, number, set, text};
use crate::study::{Studied, with_studied};

/// Mends the motion that [`study_clip`](crate::study_clip) keeps. The shell's `types.d.ts` has the shapes of `steps` and of the result, whose packets a
/// stage takes: the whole clip, of which the other behaviours are as they were. There are none where nothing is changed. Of a motion with uneven keys the result is
/// the rate at which it is best resampled. Throws an `Error` named `ParseError` with the code
/// `mend.refused`, whose message says why.
#[wasm_bindgen(js_name = mendMotion, unchecked_return_type = "any")]
pub fn mend_motion(steps: &Object) -> Result<Object, Error> {
    with_studied(|studied| {
        let out = Object::new();
        let mended = match mend(&studied.clip, studied.behaviour, &steps_of(steps)) {
            Ok(mended) => mended,
            Err(MendError::Uneven { rate }) => {
                set(&out, "uneven", rate);
                return Ok(out);
            }
            Err(refusal) => return Err(coded("mend.refused", &refusal.to_string())),
        };
        set(&out, "report", report(&mended.report));
        if mended.report.changed {
            set(&out, "packets", Uint8Array::from(packed(studied, mended).as_slice()));
        }
        Ok(out)
    })
}

/// All packets of the clip with the mended behaviour in place of its own.
fn packed(studied: &Studied, mended: Mended) -> Vec<u8> {
    let Studied { clip: own, behaviour, stated } = studied;
    let mut clip = mended.clip;
    let frames = clip.behaviours.first().map_or(0, |one| one.motion.frame_count());
    let marks = std::mem::take(&mut clip.about.marks);
    let of_mended = marks.into_iter().filter(|mark| mark.behaviour == 0 && mark.last < frames);
    let mut marks: Vec<Mark> = own.about.marks.iter().filter(|mark| mark.behaviour != *behaviour).cloned().collect();
    marks.extend(of_mended.map(|mark| Mark { behaviour: *behaviour, ..mark }));
    marks.sort_by_key(|mark| (mark.behaviour, mark.first));
    let mut all = own.behaviours.clone();
    let mut visibility = own.visibility.clone();
    if let (Some(slot), Some(one)) = (all.get_mut(*behaviour), clip.behaviours.pop()) {
        *slot = Behaviour { name: slot.name.clone(), motion: one.motion };
    }
    if let Some(slot) = visibility.get_mut(*behaviour) {
        *slot = clip.visibility.pop().unwrap_or_default();
    }
    (clip.behaviours, clip.visibility, clip.about.marks) = (all, visibility, marks);
    (clip.source.metres_per_unit, clip.source.up) = *stated;
    packets(&clip)
}

fn packets(clip: &Clip) -> Vec<u8> {
    let counts: Vec<usize> = clip.behaviours.iter().map(|behaviour| behaviour.motion.frame_count()).collect();
    let mut out = pack::head(clip, &counts);
    if let Some(skin) = &clip.skin {
        out.append(&mut pack::skin(skin));
    }
    FramePacker::default().append_all(clip, &mut out);
    out.append(&mut pack::tail(clip));
    out
}

/// The steps as the page has them; what it leaves out is as by default.
fn steps_of(object: &Object) -> Steps {
    let mut steps = Steps::default();
    let has = |key: &str| Reflect::has(object, &key.into()).unwrap_or_default();
    let count = |pair: &[f64; 2]| pair.map(|frame| frame.max(0.0) as usize);
    steps.trim = pair(object, "trim").map(|ends| {
        let [first, last] = count(&ends);
        RangeInclusive::new(first, last)
    });
    steps.cut = pair(object, "cut").map(|ends| count(&ends));
    steps.resample = number(object, "resample");
    for (key, slot) in [
        ("gaps", &mut steps.gaps),
        ("level", &mut steps.level),
        ("loop", &mut steps.cycle),
        ("path", &mut steps.path),
        ("feet", &mut steps.feet),
        ("inPlace", &mut steps.in_place),
    ] {
        if has(key) {
            *slot = flag(object, key);
        }
    }
    for (key, slot) in [
        ("longestFill", &mut steps.longest_fill),
        ("spikeDegrees", &mut steps.spike_degrees),
        ("strength", &mut steps.strength),
        ("leastCycle", &mut steps.least_cycle),
        ("cycleBlend", &mut steps.cycle_blend),
        ("restSpeed", &mut steps.rest_speed),
        ("restHeight", &mut steps.rest_height),
        ("footBlend", &mut steps.foot_blend),
    ] {
        *slot = number(object, key).unwrap_or(*slot);
    }
    steps.spikes = match text(object, "spikes").as_deref() {
        Some("off") => Spikes::Off,
        Some("all") => Spikes::All,
        _ => steps.spikes,
    };
    steps.smooth = match text(object, "smooth").as_deref() {
        Some("off") => Switch::Off,
        Some("on") => Switch::On,
        _ => steps.smooth,
    };
    steps.also = places(object, "also");
    steps.except = places(object, "except");
    steps
}

/// A property that is a list of two numbers.
fn pair(object: &JsValue, key: &str) -> Option<[f64; 2]> {
    let list = items(object, key);
    let [first, last] = [list.get(0).as_f64()?, list.get(1).as_f64()?];
    Some([first, last])
}

/// A property that is a list; empty without one.
fn items(object: &JsValue, key: &str) -> Array {
    Reflect::get(object, &key.into()).unwrap_or_default().dyn_into().unwrap_or_default()
}

/// A property that is a list of findings.
fn places(object: &JsValue, key: &str) -> Vec<FaultPlace> {
    let place = |item: JsValue| {
        let frame = |key: &str| number(&item, key).map(|frame| frame.max(0.0) as usize);
        let kind = FaultKind::from_name(&text(&item, "kind")?)?;
        let joint = u16::try_from(frame("joint")?).ok()?;
        Some(FaultPlace { kind, joint, first: frame("first")?, last: frame("last")? })
    };
    items(object, key).iter().filter_map(place).collect()
}

fn report(report: &Report) -> Object {
    let out = Object::new();
    set(&out, "firstFrame", report.first_frame as f64);
    set(&out, "frames", report.frames as f64);
    set(&out, "rate", report.rate);
    set(&out, "person", report.person);
    set(&out, "changed", report.changed);
    set(&out, "steps", report.steps.iter().map(step).collect::<Array>());
    set(&out, "marks", report.marks.iter().map(mark).collect::<Array>());
    set(&out, "before", numbers(&report.before));
    set(&out, "after", numbers(&report.after));
    set(&out, "largest", report.largest.map(change));
    set(&out, "done", report.sentences());
    out
}

fn step(step: &StepReport) -> JsValue {
    let (out, values) = (Object::new(), Object::new());
    for value in &step.values {
        set(&values, value.name, value.value);
    }
    set(&out, "step", step.step.name());
    set(&out, "outcome", step.outcome.name());
    set(&out, "found", step.found.as_str());
    set(&out, "done", step.done.as_str());
    set(&out, "values", values);
    set(&out, "largest", step.largest.map(change));
    out.into()
}

fn mark(mark: &FaultMark) -> JsValue {
    let out = Object::new();
    set(&out, "kind", mark.kind.name());
    set(&out, "step", mark.kind.step().name());
    set(&out, "joint", f64::from(mark.joint));
    set(&out, "first", mark.first as f64);
    set(&out, "last", mark.last as f64);
    set(&out, "size", mark.size);
    set(&out, "filled", mark.filled);
    set(&out, "guess", mark.guess);
    set(&out, "text", mark.text.as_str());
    out.into()
}

fn change(change: Change) -> JsValue {
    let out = Object::new();
    set(&out, "mm", change.mm);
    set(&out, "joint", f64::from(change.joint));
    set(&out, "frame", change.frame as f64);
    out.into()
}

fn numbers(numbers: &Numbers) -> Object {
    let out = Object::new();
    set(&out, "slide", numbers.slide_mm_s);
    set(&out, "acceleration", numbers.acceleration_m_s2);
    set(&out, "spikes", numbers.spikes as f64);
    set(&out, "filled", numbers.filled as f64);
    out
}
