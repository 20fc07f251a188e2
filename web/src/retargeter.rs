//! The `retarget` module: plays the motions of one clip on the figure of another.

use std::cell::RefCell;

use js_sys::{Array, Error, Object, Uint8Array};
use marey::ParseError;
use marey::body::Side;
use marey::body::{BodyMap, NoMap, Part};
use marey::model::{Axis, Behaviour, BuildError, Clip, Motion};
use marey_stage::pack::{self, FramePacker, PackedFigure};
use marey_study::retarget::{Feet, FigureRole as Of, Note, Options, Plan, Retarget, RetargetError};
use wasm_bindgen::prelude::*;

use crate::errors::coded;
use crate::objects::{flag, set, text};
use crate::overrule::overrule;

/// Frames from which on a motion that is still arriving is played.
const ENOUGH: usize = 30;

thread_local! {
    static PLAYER: RefCell<Option<RetargetJob>> = const { RefCell::new(None) };
}

/// A figure, and the motion that arrives for it.
struct RetargetJob {
    figure: PackedFigure,
    options: Object,
    source: Option<Clip>,
    /// How the figure plays the frames that have arrived.
    plan: Option<Plan>,
    /// Number of frames that are played already.
    sent: usize,
}

/// Chooses the figure that the next motion is played on. `target` are all packets of its clip, in order. The shell's `types.d.ts` has the
/// shape of `options`.
///
/// `options.mended` has corrections of the maps, a line each: `0` for the source or `1` for the target, the side (`left`, `right` or
/// nothing), the [part](Part::name), and the name of its joint, with tabs between them. What the clips do not have is ignored.
#[wasm_bindgen(js_name = startRetarget)]
pub fn start_retarget(target: &[u8], options: Object) -> Result<(), Error> {
    let mut figure = PackedFigure::new(target).map_err(damaged)?;
    pack::unpack_labels(&mut figure.clip, target).map_err(damaged)?;
    PLAYER.set(Some(RetargetJob { figure, options, source: None, plan: None, sent: 0 }));
    Ok(())
}

/// Takes further packets of the motion, and plays the frames that have arrived: as well as can be told before its end. The result is as that
/// of [`finish_retarget`], and `undefined` where there is nothing to play yet. Throws as [`finish_retarget`].
#[wasm_bindgen(js_name = pushRetarget, unchecked_return_type = "any")]
pub fn push_retarget(source: &[u8]) -> Result<Option<Object>, Error> {
    with_player(|player| {
        player.push(source)?;
        player.play_arrived()
    })
}

/// Plays all motions of the clip that was pushed. The shell's `types.d.ts` has the shape of the result, whose packets a stage takes: the
/// target's skeleton and skin, the source's frames and times. Throws an `Error` named `ParseError` with the code `retarget.source` or
/// `retarget.target` if that clip has no figure of a person, and `retarget.too-large` if the motion would exceed the limits of a clip.
#[wasm_bindgen(js_name = finishRetarget, unchecked_return_type = "any")]
pub fn finish_retarget() -> Result<Object, Error> {
    with_player(RetargetJob::play_all)
}

/// Plays all motions of a clip on another figure; `source` are all of its packets. See [`start_retarget`] and [`finish_retarget`].
#[wasm_bindgen(js_name = retargetClip, unchecked_return_type = "any")]
pub fn retarget_clip(source: &[u8], target: &[u8], options: Object) -> Result<Object, Error> {
    start_retarget(target, options)?;
    with_player(|player| {
        player.push(source)?;
        player.play_all()
    })
}

fn with_player<T>(act: impl FnOnce(&mut RetargetJob) -> Result<T, Error>) -> Result<T, Error> {
    PLAYER.with_borrow_mut(|player| match player {
        Some(player) => act(player),
        None => Err(no_motion()),
    })
}

impl RetargetJob {
    fn push(&mut self, packets: &[u8]) -> Result<(), Error> {
        match &mut self.source {
            Some(clip) => pack::push_motions(clip, packets).map_err(damaged),
            None => {
                let mut clip = pack::unpack_motions(packets).map_err(damaged)?;
                pack::unpack_labels(&mut clip, packets).map_err(damaged)?;
                self.source = Some(clip);
                Ok(())
            }
        }
    }

    /// Plays the frames that have arrived since the last time.
    fn play_arrived(&mut self) -> Result<Option<Object>, Error> {
        let Some(Clip { behaviours, .. }) = &self.source else { return Ok(None) };
        let [Behaviour { name, motion }] = behaviours.as_slice() else { return Ok(None) };
        let (first, count) = (self.sent, motion.frame_count());
        if count == first || count < ENOUGH {
            return Ok(None);
        }
        let mut arrived = motion.outline();
        arrived.append(motion.frames(first..count)).map_err(too_large)?;
        let behaviours = vec![Behaviour { name: name.clone(), motion: arrived }];
        let Some(source) = &self.source else { return Ok(None) };
        let mut part = Clip::new(source.name.clone(), source.skeleton.clone(), behaviours, source.source.clone());
        part.about.labels.clone_from(&source.about.labels);
        correct(&mut part, &self.options);
        let out = Object::new();
        let target = &self.figure.clip;
        let begins = self.plan.is_none();
        let mut retarget = match &self.plan {
            Some(plan) => Retarget::further(plan, &part, 0, target),
            None => Retarget::new(&part, 0, target, &wanted(&part, target, &self.options)?),
        }
        .map_err(refused)?;
        let motion = retarget.motion().map_err(too_large)?;
        if begins {
            describe(&retarget, [&part, target], &mended(&self.options), &out);
            self.plan = Some(retarget.plan().clone());
        }
        self.sent = count;
        let played = self.with_motions(&part, vec![motion]);
        let mut packets = if begins { self.figure.head(&played, &[count]) } else { Vec::new() };
        FramePacker::default().append_all(&played, &mut packets);
        set(&out, "packets", Uint8Array::from(packets.as_slice()));
        Ok(Some(out))
    }

    fn play_all(&mut self) -> Result<Object, Error> {
        let mut source = self.source.take().ok_or_else(no_motion)?;
        correct(&mut source, &self.options);
        source.behaviours.retain(|behaviour| behaviour.motion.frame_count() > 0);
        let out = Object::new();
        let target = &self.figure.clip;
        let options = wanted(&source, target, &self.options)?;
        let mut motions = Vec::new();
        for index in 0..source.behaviours.len() {
            let mut retarget = Retarget::new(&source, index, target, &options).map_err(refused)?;
            if motions.is_empty() {
                describe(&retarget, [&source, target], &mended(&self.options), &out);
            }
            motions.push(retarget.motion().map_err(too_large)?);
        }
        if motions.is_empty() {
            return Err(no_motion());
        }
        let counts: Vec<usize> = motions.iter().map(Motion::frame_count).collect();
        let played = self.with_motions(&source, motions);
        let mut packets = self.figure.head(&played, &counts);
        FramePacker::default().append_all(&played, &mut packets);
        packets.append(&mut self.figure.tail(&played));
        set(&out, "packets", Uint8Array::from(packets.as_slice()));
        Ok(out)
    }

    /// The figure with motions that have the names of a clip's.
    fn with_motions(&self, source: &Clip, motions: Vec<Motion>) -> Clip {
        let named = source.behaviours.iter().zip(motions);
        let behaviours = named.map(|(own, motion)| Behaviour { name: own.name.clone(), motion }).collect();
        self.figure.with_motions(&source.name, source.source.rate_stated, behaviours)
    }
}

/// Applies the visitor's corrections to the motion.
fn correct(source: &mut Clip, options: &Object) {
    overrule(source, options);
    if let Some(up) = text(options, "sourceUp") {
        source.source.up = Axis::ALL.into_iter().find(|axis| axis.name() == up).or(source.source.up);
    }
}

fn wanted(source: &Clip, target: &Clip, options: &Object) -> Result<Options, Error> {
    let feet = if flag(options, "stillFeet") { Feet::Still } else { Feet::Follow };
    let mut wanted = Options::default().feet(feet);
    let mended = mended(options);
    if !mended.is_empty() {
        let map = |which: usize, clip: &Clip, refused_as: fn(NoMap) -> RetargetError| {
            sketch(clip, &corrections(clip, which, &mended)).0.map_err(|reason| refused(refused_as(reason)))
        };
        wanted = wanted.source_map(map(0, source, RetargetError::Source)?);
        wanted = wanted.target_map(map(1, target, RetargetError::Target)?);
    }
    Ok(wanted)
}

/// The visitor's corrections of the pairs.
fn mended(options: &Object) -> String {
    text(options, "mended").unwrap_or_default()
}

/// The corrections for one of both figures; see [`start_retarget`].
fn corrections(clip: &Clip, which: usize, mended: &str) -> Vec<(Part, usize)> {
    let correction = |line: &[u8]| {
        let mut words = line.split(|letter| *letter == b'\t');
        let [figure, side, name, joint] = std::array::from_fn(|_| words.next().unwrap_or_default());
        let of_figure = figure == (if which == 1 { b"1" } else { b"0" });
        let part = Part::all().find(|part| side_of(*part).as_bytes() == side && part.name().as_bytes() == name);
        let joint = clip.skeleton.names().iter().position(|name| name.as_bytes() == joint);
        part.zip(joint).filter(|_| of_figure)
    };
    mended.as_bytes().split(|letter| *letter == b'\n').filter_map(correction).collect()
}

/// The map of a figure with corrections, which alone make it where the names say nothing; and the parts that are known without a map, with
/// the first one that is needed for it.
fn sketch(clip: &Clip, named: &[(Part, usize)]) -> (Result<BodyMap, NoMap>, Option<Part>) {
    match BodyMap::partial_of_clip(clip) {
        Ok(mut map) => {
            map.mend_all(&clip.skeleton, named);
            (Ok(map), None)
        }
        Err(reason) => match BodyMap::of_parts(&clip.skeleton, named) {
            Ok(map) => (Ok(map), None),
            Err(missing) => (Err(reason), Some(missing.part)),
        },
    }
}

/// What is known of the joints of both figures, to be completed by people where a figure has no map. The shell's `types.d.ts` has the shape
/// of the result. `source` and `target` are all packets of both clips.
#[wasm_bindgen(js_name = retargetPairs, unchecked_return_type = "any")]
pub fn retarget_pairs(source: &[u8], target: &[u8], options: Object) -> Result<Object, Error> {
    let mut motion = pack::unpack_motions(source).map_err(damaged)?;
    correct(&mut motion, &options);
    let clips = [motion, PackedFigure::new(target).map_err(damaged)?.clip];
    let mended = mended(&options);
    let (joints, needs) = (Array::new(), Array::new());
    let known = [0, 1].map(|which| {
        let clip = &clips[which];
        let named = corrections(clip, which, &mended);
        let (map, missing) = sketch(clip, &named);
        needs.push(&missing.map_or(JsValue::UNDEFINED, |part| put_words([side_of(part), part.name(), "", ""]).into()));
        joints.push(&clip.skeleton.names().join("\n").into());
        map.map_or(named, |map| map.parts())
    });
    let out = Object::new();
    set(&out, "pairs", pairs(&known, [&clips[0], &clips[1]], true));
    set(&out, "joints", joints);
    set(&out, "needs", needs);
    Ok(out)
}

fn side_of(part: Part) -> &'static str {
    match part.side() {
        Side::Left => "left",
        Side::Right => "right",
        Side::Middle => "",
    }
}

/// Words with tabs between them.
fn put_words(words: [&str; 4]) -> String {
    words.join("\t")
}

/// The joints of both figures by parts of the body, a line each: side, part, and the names of the source's joint and of the target's, which
/// may be empty, with tabs between them. Parts that neither has are listed only among `all`.
fn pairs(known: &[Vec<(Part, usize)>; 2], clips: [&Clip; 2], all: bool) -> String {
    let mut out = String::new();
    for part in Part::all() {
        let [source, target] = [0, 1].map(|at| {
            let joint = known[at].iter().rev().find(|(one, _)| *one == part);
            joint.and_then(|(_, joint)| clips[at].skeleton.names().get(*joint)).map_or("", |name| &**name)
        });
        if all || !source.is_empty() || !target.is_empty() {
            out.push_str(&put_words([side_of(part), part.name(), source, target]));
            out.push('\n');
        }
    }
    out
}

/// What the visitor is told: the joints and fingers in use, the scale, the pairs, the parts that were found by shape, and remarks.
fn describe(retarget: &Retarget<'_>, clips: [&Clip; 2], mended: &str, out: &Object) {
    let maps = retarget.maps();
    let [source, target] = maps;
    let fingers = |map: &BodyMap| map.sides.iter().flat_map(|side| &side.fingers).filter(|one| !one.is_empty()).count();
    let guessed: Array = source.guessed.iter().chain(&target.guessed).map(|part| JsValue::from(*part)).collect();
    set(out, "joints", retarget.main_joint_count() as f64);
    set(out, "fingers", fingers(source).min(fingers(target)) as f64);
    set(out, "scale", retarget.scale());
    set(out, "guessed", guessed);
    // Of a limb that was missing some joints may be named already.
    let known = [0, 1].map(|which| [maps[which].parts(), corrections(clips[which], which, mended)].concat());
    set(out, "pairs", pairs(&known, clips, false));
    let notes: Array = retarget.notes().into_iter().map(note).collect();
    set(out, "notes", notes);
}

/// A remark: its kind, the figure that it is about (0 for the source, 1 for the target), a part or a word, and a number.
fn note(note: Note) -> JsValue {
    let (kind, figure, side, part, number) = match note {
        Note::Missing { part, figure } => ("missing", figure, side_of(part), part.name(), 0.0),
        Note::NoContacts => ("contacts", Of::Source, "", "", 0.0),
        Note::Reference { figure, frame, upright } => {
            ("reference", figure, "", if upright { "" } else { "likely" }, frame as f64)
        }
        Note::Stretch(share) => ("stretch", Of::Source, "", "", f64::from(share)),
        Note::Alone(count) => ("alone", Of::Target, "", "", count as f64),
        _ => return JsValue::UNDEFINED,
    };
    let out = Object::new();
    set(&out, "kind", kind);
    set(&out, "which", if figure == Of::Target { 1.0 } else { 0.0 });
    set(&out, "side", side);
    set(&out, "part", part);
    set(&out, "number", number);
    out.into()
}

fn refused(error: RetargetError) -> Error {
    match error {
        RetargetError::Target(reason) => coded("retarget.target", reason.message()),
        RetargetError::Source(reason) => coded("retarget.source", reason.message()),
        _ => no_motion(),
    }
}

fn no_motion() -> Error {
    coded("retarget.source", NoMap::NoMotion.message())
}

fn too_large(_: BuildError) -> Error {
    coded("retarget.too-large", "the motion is too long for a figure with so many joints")
}

fn damaged(error: ParseError) -> Error {
    coded(error.code(), error.message())
}
