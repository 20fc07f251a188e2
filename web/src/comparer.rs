//! The `compare` module: how far two motions are from each other, at any offset and after a warp in time.
//!
//! It runs in a worker that keeps the clips: what is called often gets their numbers, not their packets.

use std::cell::RefCell;

use js_sys::{Array, Error, Float32Array, Float64Array, Object, Uint16Array};
use marey::body::{self, ContactOptions, Side, Subject, Survey, sides, survey};
use marey::model::Clip;
use marey_stage::pack;
use marey_study::compare::{
    self, CommonJoints, CompareError, Comparison, Distance, JointErrors, PairedBy, Timing, Warp,
};
use marey_study::measure::{gait, mass_points};
use wasm_bindgen::prelude::*;

use crate::errors::{named, parse_error};
use crate::objects::{number, set};
use crate::overrule::{axis, overrule};

/// A behaviour of a clip, surveyed once.
struct Held {
    clip: Clip,
    behaviour: usize,
    survey: Survey,
    /// The visitor's unit: metres per unit of the file.
    metres: Option<f64>,
}

impl Held {
    fn subject(&self) -> Result<Subject<'_>, CompareError> {
        let subject = Subject::surveyed(&self.clip, self.behaviour, self.survey.clone())?;
        let up = subject.up();
        Ok(match self.metres {
            Some(metres) => subject.with_space(metres / self.clip.source.length_factor, up),
            None => subject,
        })
    }

    fn joint_name(&self, joint: usize) -> &str {
        self.clip.skeleton.names().get(joint).map_or("", |name| name)
    }
}

thread_local! {
    /// The clips by their numbers.
    static CLIPS: RefCell<Vec<Option<Held>>> = const { RefCell::new(Vec::new()) };
}

/// Keeps a behaviour of a clip and returns the clip's number. `packets` are all of the clip's packets, in order. The shell's
/// `types.d.ts` has the shape of `options`. Throws an `Error` named `CompareError` if there is no such motion.
#[wasm_bindgen(js_name = addClip)]
pub fn add_clip(packets: &[u8], options: &Object) -> Result<usize, Error> {
    let mut clip = pack::unpack(packets).map_err(|error| parse_error(&error))?.clip;
    overrule(&mut clip, options);
    let behaviour = number(options, "behaviour").map_or(0, |index| index as usize);
    let motion = clip.behaviours.get(behaviour).map(|behaviour| &behaviour.motion);
    let motion = motion.filter(|motion| motion.frame_count() > 0).ok_or_else(|| refused(&CompareError::NoMotion))?;
    let survey = survey(&clip.skeleton, motion, axis(options, "sourceUp").or(clip.source.up));
    let metres = number(options, "sourceMetres").filter(|metres| *metres > 0.0);
    let held = Held { clip, behaviour, survey, metres };
    Ok(CLIPS.with_borrow_mut(|clips| {
        clips.push(Some(held));
        clips.len() - 1
    }))
}

/// Drops a clip.
#[wasm_bindgen(js_name = removeClip)]
pub fn remove_clip(clip: usize) {
    CLIPS.with_borrow_mut(|clips| {
        if let Some(slot) = clips.get_mut(clip) {
            *slot = None;
        }
    });
}

/// When the left and when the right foot comes down on the ground, seconds, and the length of the legs by the file's own unit, or the
/// guessed one, metres; 0 without legs that are recognised.
#[wasm_bindgen(js_name = touchDowns, unchecked_return_type = "any")]
pub fn touch_downs(clip: usize) -> Result<Object, Error> {
    with_clips(clip, clip, |held, _| {
        let Held { clip, behaviour, survey, .. } = held;
        let motion = &clip.behaviours.get(*behaviour).ok_or(CompareError::NoMotion)?.motion;
        let found = body::touch_downs(&clip.skeleton, motion, survey);
        let sides = sides(&clip.skeleton);
        let out = Object::new();
        let metres = survey.scale(&clip.source).unit.metres() / clip.source.length_factor;
        set(&out, "legs", survey.parts.legs.map_or(0.0, |legs| f64::from(legs.length)) * metres);
        for (name, side) in [("left", Side::Left), ("right", Side::Right)] {
            let own = found.iter().filter(|contact| sides.get(contact.joint) == Some(&side));
            set(&out, name, Float64Array::from(own.map(|contact| contact.time).collect::<Vec<_>>().as_slice()));
        }
        Ok(out)
    })
}

/// When the left and the right foot stand on the ground: its ankle (none without legs that are recognised), and seconds from and to, one
/// pair after the other; the steps, eight numbers each (see `steps` in the shell's `types.d.ts`); and the thresholds: slower than
/// `speed`, metres a second, and at most `height` metres above its lowest usual place. NaN: the usual ones.
#[wasm_bindgen(unchecked_return_type = "any")]
pub fn stances(clip: usize, speed: f64, height: f64) -> Result<Object, Error> {
    with_clips(clip, clip, |held, _| {
        let Held { clip, survey, .. } = held;
        let tall = f64::from(survey.tall()) * survey.scale(&clip.source).unit.metres() / clip.source.length_factor;
        let usual = ContactOptions::default();
        let share = |given: f64| (given >= 0.0).then_some((given / tall) as f32);
        let options = usual.speed(share(speed)).height(share(height).unwrap_or(usual.height));
        let found = gait(&held.subject()?, &options);
        let sides = sides(&clip.skeleton);
        let out = Object::new();
        set(&out, "speed", f64::from(options.speed.unwrap_or(ContactOptions::FASTEST_REST)) * tall);
        set(&out, "height", f64::from(options.height) * tall);
        let ankles = survey.parts.legs.map_or([usize::MAX; 2], |legs| legs.ends);
        for (name, side) in [("left", Side::Left), ("right", Side::Right)] {
            let Some(ankle) = ankles.into_iter().find(|ankle| sides.get(*ankle) == Some(&side)) else { continue };
            let own = found.stances.iter().filter(|stance| stance.joint == ankle);
            let spans: Vec<f64> = own.flat_map(|stance| [stance.from, stance.to]).collect();
            let foot = Object::new();
            set(&foot, "ankle", ankle as f64);
            set(&foot, "spans", Float64Array::from(spans.as_slice()));
            set(&out, name, foot);
        }
        let steps = found.steps.iter().flat_map(|step| {
            let (joint, other, [from, to]) = (step.joint as f64, step.other as f64, step.stood);
            [step.time, step.length, step.width, step.cadence, other, from, joint, to]
        });
        set(&out, "steps", Float64Array::from(steps.collect::<Vec<_>>().as_slice()));
        Ok(out)
    })
}

/// The centre of mass as a weighted sum of joints: a joint and its weight, one after the other. Empty without limbs that are recognised.
#[wasm_bindgen(js_name = massJoints)]
pub fn mass_joints(clip: usize) -> Result<Vec<f64>, Error> {
    with_clips(clip, clip, |held, _| {
        let points = mass_points(&held.subject()?);
        let weights =
            points.iter().flat_map(|point| point.joints.iter().map(|(joint, weight)| (*joint, weight * point.mass)));
        Ok(weights.flat_map(|(joint, weight)| [joint as f64, weight]).collect())
    })
}

/// The pairs of joints of two clips, as an object of arrays in the order of the pairs; no pairs if the clips have no joint in common.
#[wasm_bindgen(js_name = commonJoints, unchecked_return_type = "any")]
pub fn common_joints(a: usize, b: usize) -> Result<Object, Error> {
    with_clips(a, b, |a, b| {
        let common = common_of(&a.subject()?, &b.subject()?)?;
        let pairs = common.as_ref().map_or(&[][..], |common| &common.pairs);
        let indices = |joint: fn(&compare::JointPair) -> usize| {
            Uint16Array::from(pairs.iter().map(|pair| joint(pair) as u16).collect::<Vec<_>>().as_slice())
        };
        let out = Object::new();
        set(&out, "a", indices(|pair| pair.a));
        set(&out, "b", indices(|pair| pair.b));
        set(&out, "namesA", pairs.iter().map(|pair| JsValue::from(a.joint_name(pair.a))).collect::<Array>());
        set(&out, "namesB", pairs.iter().map(|pair| JsValue::from(b.joint_name(pair.b))).collect::<Array>());
        set(&out, "byName", pairs.iter().map(|pair| JsValue::from(pair.by == PairedBy::Name)).collect::<Array>());
        set(&out, "root", common.as_ref().map_or(0, |common| common.root) as f64);
        Ok(out)
    })
}

/// The offset in seconds at which two motions fit best, and the correlation of their speeds there; `undefined` if none is better
/// than others.
#[wasm_bindgen(js_name = bestOffset, unchecked_return_type = "any")]
pub fn best_offset(a: usize, b: usize) -> Result<Option<Object>, Error> {
    with_clips(a, b, |a, b| {
        let (a, b) = (a.subject()?, b.subject()?);
        let Some(common) = common_of(&a, &b)? else { return Ok(None) };
        Ok(compare::best_offset(&a, &b, &common).map(|best| {
            let out = Object::new();
            set(&out, "offset", best.offset);
            set(&out, "correlation", best.correlation);
            out
        }))
    })
}

/// Compares two motions, of which `b` begins `offset` seconds after `a`; without an offset along the best warp in time. The shell's
/// `types.d.ts` has the shape of the result, which is `undefined` if they have no joint or no moment in common.
#[wasm_bindgen(js_name = compareClips, unchecked_return_type = "any")]
pub fn compare_clips(a: usize, b: usize, offset: Option<f64>) -> Result<Option<Object>, Error> {
    with_clips(a, b, |a, b| {
        let (a, b) = (a.subject()?, b.subject()?);
        let Some(common) = common_of(&a, &b)? else { return Ok(None) };
        let warp = if offset.is_none() { Some(compare::warp(&a, &b, &common)) } else { None };
        let timing = match &warp {
            Some(warp) => Timing::Warp(warp),
            None => Timing::Offset(offset.unwrap_or(0.0)),
        };
        match compare::compare(&a, &b, &common, timing) {
            Ok(compared) => Ok(Some(result(&compared, |when| distances(&a, &b, &common, when)))),
            Err(CompareError::NoOverlap { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    })
}

/// The distances of all pairs of joints at a moment of `a` and one of `b` (seconds on their own clocks): three for each pair.
#[wasm_bindgen(js_name = distancesAt)]
pub fn distances_at(a: usize, b: usize, time: f64, other: f64) -> Result<Vec<f32>, Error> {
    with_clips(a, b, |a, b| {
        let (a, b) = (a.subject()?, b.subject()?);
        let Some(common) = common_of(&a, &b)? else { return Ok(Vec::new()) };
        Ok(distances(&a, &b, &common, [time, other]).into_iter().flatten().map(|distance| distance as f32).collect())
    })
}

/// `None` if the clips have no joint in common.
fn common_of(a: &Subject<'_>, b: &Subject<'_>) -> Result<Option<CommonJoints>, CompareError> {
    match compare::common_joints(a, b) {
        Ok(common) => Ok(Some(common)),
        Err(CompareError::NoCommonJoints) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The three distances of each pair at two moments.
fn distances(a: &Subject<'_>, b: &Subject<'_>, common: &CommonJoints, when: [f64; 2]) -> Vec<[f64; 3]> {
    let moment = Warp { path: vec![when] };
    let compared = compare::compare(a, b, common, Timing::Warp(&moment));
    compared.map_or(Vec::new(), |compared| compared.joints.iter().map(means).collect())
}

fn means(joint: &JointErrors) -> [f64; 3] {
    [joint.mpjpe.mean, joint.root_relative.mean, joint.pa_mpjpe.mean]
}

fn result(compared: &Comparison, distances: impl Fn([f64; 2]) -> Vec<[f64; 3]>) -> Object {
    let Comparison { moments, mpjpe, root_relative, pa_mpjpe, joints } = compared;
    let out = Object::new();
    let clock =
        |time: fn(&compare::Moment) -> f64| Float64Array::from(moments.iter().map(time).collect::<Vec<_>>().as_slice());
    set(&out, "times", clock(|moment| moment.time));
    set(&out, "others", clock(|moment| moment.other));
    let errors: [fn(&compare::Moment) -> f64; 3] =
        [|one| one.errors.mpjpe, |one| one.errors.root_relative, |one| one.errors.pa_mpjpe];
    let measures: Array = errors
        .into_iter()
        .zip([mpjpe, root_relative, pa_mpjpe])
        .enumerate()
        .map(|(index, (error, measure))| {
            let one = summary(measure, index, &distances([measure.when, measure.when_other]));
            let values: Vec<f32> = moments.iter().map(|moment| error(moment) as f32).collect();
            set(&one, "values", Float32Array::from(values.as_slice()));
            let of_joints: Vec<f32> =
                joints.iter().map(|joint| means(joint).get(index).map_or(0.0, |mean| *mean as f32)).collect();
            set(&one, "joints", Float32Array::from(of_joints.as_slice()));
            one
        })
        .collect();
    set(&out, "measures", measures);
    out
}

/// A measure with the pair of joints that is worst at its worst moment.
fn summary(measure: &Distance, index: usize, then: &[[f64; 3]]) -> Object {
    let (mut joint, mut distance) = (0, 0.0);
    for (pair, all) in then.iter().enumerate() {
        if let Some(one) = all.get(index).filter(|one| **one > distance) {
            (joint, distance) = (pair, *one);
        }
    }
    let out = Object::new();
    set(&out, "mean", measure.mean);
    set(&out, "worst", measure.worst);
    set(&out, "when", measure.when);
    set(&out, "whenOther", measure.when_other);
    set(&out, "joint", joint as f64);
    set(&out, "distance", distance);
    out
}

fn with_clips<T>(a: usize, b: usize, then: impl FnOnce(&Held, &Held) -> Result<T, CompareError>) -> Result<T, Error> {
    CLIPS.with_borrow(|clips| {
        let held = |clip: usize| clips.get(clip).and_then(Option::as_ref).ok_or(CompareError::NoMotion);
        held(a).and_then(|a| held(b).and_then(|b| then(a, b))).map_err(|error| refused(&error))
    })
}

fn refused(error: &CompareError) -> Error {
    named("CompareError", &error.to_string())
}
