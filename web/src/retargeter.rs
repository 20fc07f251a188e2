//! The `retarget` module: plays the motions of one clip on the figure of another.

use js_sys::{Array, Error, Object, Uint8Array};
use marey::body::Side;
use marey::model::Clip;
use marey::retarget::{BodyMap, Feet, NoMap, Options, Part, Retarget, RetargetError};
use marey_stage::pack;
use wasm_bindgen::prelude::*;

use crate::errors::{named, parse_error};
use crate::job::Job;
use crate::objects::{flag, set, text};
use crate::overrule::{axis, overrule};

/// Plays all motions of a clip on another figure. `source` and `target` are all packets of each clip, in order. The shell's `types.d.ts`
/// has the shapes of `options` and of the result, whose packets a stage takes: the target's skeleton and skin, the source's frames and
/// times. Throws an `Error` named `ParseError` with the code `retarget.source` or `retarget.target` if that clip has no figure of a person,
/// and `retarget.too-large` if the motion would exceed the limits of a clip.
///
/// `options.mended` has corrections of the maps, a line each: `0` for the source or `1` for the target, the side (`left`, `right` or
/// nothing), the [part](Part::name), and the name of its joint, with tabs between them. What the clips do not have is ignored.
#[wasm_bindgen(js_name = retargetClip, unchecked_return_type = "any")]
pub fn retarget_clip(source: &[u8], target: &[u8], options: &Object) -> Result<Object, Error> {
    let unpacked = |packets| pack::unpack(packets).map(|unpacked| unpacked.clip).map_err(|error| parse_error(&error));
    let mut source = unpacked(source)?;
    let target = unpacked(target)?;
    overrule(&mut source, options);
    if let Some(up) = axis(options, "sourceUp") {
        source.source.up = Some(up);
    }
    let feet = if flag(options, "stillFeet") { Feet::Still } else { Feet::Follow };
    let mut wanted = Options::default().feet(feet);
    if let Some(mended) = text(options, "mended").filter(|mended| !mended.is_empty()) {
        let map = |clip, refused_as: fn(NoMap) -> RetargetError| {
            BodyMap::of_clip(clip).map_err(|reason| refused(refused_as(reason)))
        };
        let mut maps = [map(&source, RetargetError::Source)?, map(&target, RetargetError::Target)?];
        mend(&mut maps, [&source, &target], &mended);
        let [of_source, of_target] = maps;
        wanted = wanted.source_map(of_source).target_map(of_target);
    }
    let (played, out) = played(&source, &target, &wanted)?;
    let (packets, _) = Job::whole(&played);
    set(&out, "packets", Uint8Array::from(packets.as_slice()));
    Ok(out)
}

/// Applies corrections; see [`retarget_clip`].
fn mend(maps: &mut [BodyMap; 2], clips: [&Clip; 2], mended: &str) {
    for line in mended.lines() {
        let mut words = line.split('\t');
        let [figure, side, name, joint] = std::array::from_fn(|_| words.next().unwrap_or_default());
        let part = Part::all().find(|part| (side_of(*part), part.name()) == (side, name));
        let [source, target] = &mut *maps;
        let (map, clip) = if figure == "1" { (target, clips[1]) } else { (source, clips[0]) };
        if let (Some(part), Some(joint)) = (part, clip.skeleton.find(joint)) {
            map.mend(&clip.skeleton, part, joint);
        }
    }
}

fn side_of(part: Part) -> &'static str {
    match part.side() {
        Side::Left => "left",
        Side::Right => "right",
        Side::Middle => "",
    }
}

/// The joints of both figures by parts of the body, a line each: side, part, and the names of the source's joint and of the target's, which
/// may be empty, with tabs between them.
fn pairs(maps: [&BodyMap; 2], clips: [&Clip; 2]) -> String {
    let mut out = String::new();
    for part in Part::all() {
        let [source, target] = [0, 1].map(|at| {
            let joint = maps[at].joint(part);
            joint.and_then(|joint| clips[at].skeleton.names().get(joint)).map_or("", |name| &**name)
        });
        if !source.is_empty() || !target.is_empty() {
            for (word, end) in [(side_of(part), '\t'), (part.name(), '\t'), (source, '\t'), (target, '\n')] {
                out.push_str(word);
                out.push(end);
            }
        }
    }
    out
}

/// The clip with all motions that have frames, and what is told of its first motion.
fn played(source: &Clip, target: &Clip, options: &Options) -> Result<(Clip, Object), Error> {
    let mut clip: Option<Clip> = None;
    let out = Object::new();
    for (index, behaviour) in source.behaviours.iter().enumerate() {
        if behaviour.motion.frame_count() == 0 {
            continue;
        }
        let mut retarget = Retarget::new(source, index, target, options).map_err(refused)?;
        let next = retarget.clip().map_err(|error| coded("retarget.too-large", &error.to_string()))?;
        match &mut clip {
            Some(clip) => clip.behaviours.extend(next.behaviours),
            None => {
                clip = Some(next);
                describe(&retarget, &out);
                set(&out, "pairs", pairs(retarget.maps(), [source, target]));
            }
        }
    }
    let clip = clip.ok_or_else(|| refused(RetargetError::Source(NoMap::NoMotion)))?;
    Ok((clip, out))
}

/// What the visitor is told: the joints and fingers in use, the scale, and the parts that were found by shape.
fn describe(retarget: &Retarget<'_>, out: &Object) {
    let [source, target] = retarget.maps();
    let fingers = |map: &BodyMap| map.sides.iter().flat_map(|side| &side.fingers).filter(|one| !one.is_empty()).count();
    let guessed: Array = source.guessed.iter().chain(&target.guessed).map(|part| JsValue::from(*part)).collect();
    set(out, "joints", target.main_joints().len() as f64);
    set(out, "fingers", fingers(source).min(fingers(target)) as f64);
    set(out, "scale", retarget.scale());
    set(out, "guessed", guessed);
}

fn refused(error: RetargetError) -> Error {
    let code = match error {
        RetargetError::Target(_) => "retarget.target",
        _ => "retarget.source",
    };
    coded(code, &error.to_string())
}

fn coded(code: &str, message: &str) -> Error {
    let error = named("ParseError", message);
    set(&error, "code", code);
    error
}
