//! [`Job`](crate::job::Job) as JavaScript sees it.

use js_sys::{Array, Error, Object};
use marey::Location;
use marey::model::{About, JointKind, MarkKind, PositionMode, Time};
use marey::scene::Side;
use wasm_bindgen::prelude::*;

use crate::errors::{parse_error, set};
use crate::job::{Facts, Job};

/// Reads one file. Made for a worker: the packets it gives go to a `Stage` elsewhere, opaque and in order.
#[wasm_bindgen]
pub struct ClipParser(Job);

#[wasm_bindgen]
impl ClipParser {
    /// `size_hint` is the file's size in bytes, 0 when unknown.
    #[wasm_bindgen(constructor)]
    pub fn new(name: &str, size_hint: f64) -> Self {
        Self(Job::new(name, (size_hint >= 1.0).then_some(size_hint as u64)))
    }

    /// Another file that may belong to this one: a skeleton for a motion, a skin. Before the first [`push`](Self::push).
    /// Which of them do belong is told by names and contents; what is wrong with one only matters if it does.
    #[wasm_bindgen(js_name = addCompanion)]
    pub fn add_companion(&mut self, name: &str, bytes: &[u8]) {
        self.0.add_companion(name, bytes);
    }

    /// Reads the next bytes of the file. Now and then returns a packet. Throws a `ParseError` with the properties
    /// `code`, `message`, `format`, `file`, `line`, `column`, `byte` and `excerpt` where the file cannot be shown.
    pub fn push(&mut self, bytes: &[u8]) -> Result<Option<Vec<u8>>, Error> {
        self.0.push(bytes).map_err(|e| parse_error(&e))
    }

    /// The end of the file: the last packets. Throws as [`push`](Self::push) does.
    pub fn finish(&mut self) -> Result<Vec<u8>, Error> {
        self.0.finish().map_err(|e| parse_error(&e))
    }

    /// What is known about the clip, as a plain object; `undefined` before the first packet, final after
    /// [`finish`](Self::finish). The shell's `types.d.ts` has its shape.
    #[wasm_bindgen(unchecked_return_type = "any")]
    pub fn info(&self) -> Option<Object> {
        self.0.facts().map(|facts| info(&facts))
    }
}

fn info(facts: &Facts<'_>) -> Object {
    let Facts { clip, frame_count, complete, survey, unit, sides } = facts;
    let (skeleton, source) = (&clip.skeleton, &clip.source);
    let frame_time = clip.behaviours.first().map_or(0.0, |first| first.motion.frame_time());
    let info = Object::new();
    set(&info, "format", source.format.name());
    set(&info, "name", clip.name.as_str());
    set(&info, "frameCount", *frame_count as f64);
    set(&info, "frameTime", frame_time);
    set(&info, "duration", frame_count.saturating_sub(1) as f64 * frame_time);
    set(&info, "complete", *complete);
    set(
        &info,
        "behaviours",
        list(clip.behaviours.iter().enumerate().map(|(index, behaviour)| {
            let motion = &behaviour.motion;
            let keyed = matches!(motion.time(), Time::Keys(_));
            // Of the first one frames may have left already.
            let count = if index == 0 { *frame_count } else { motion.frame_count() };
            let out = Object::new();
            set(&out, "name", behaviour.name.as_str());
            set(&out, "frameCount", count as f64);
            let even = count.saturating_sub(1) as f64 * motion.frame_time();
            set(&out, "duration", if keyed { motion.duration() } else { even });
            set(&out, "keyed", keyed);
            out
        })),
    );
    set(
        &info,
        "joints",
        list((0..skeleton.len()).map(|joint| {
            let out = Object::new();
            set(&out, "name", skeleton.names().get(joint).map_or("", |name| name));
            set(&out, "parent", skeleton.parent(joint).map_or(-1.0, |parent| parent as f64));
            set(&out, "endSite", skeleton.kinds().get(joint).is_some_and(|kind| kind.is_point()));
            set(
                &out,
                "side",
                match sides.get(joint) {
                    Some(Side::Left) => "left",
                    Some(Side::Right) => "right",
                    _ => "middle",
                },
            );
            set(&out, "channels", source.channels.get(joint).map_or("", |channels| channels));
            set(&out, "label", clip.about.labels.get(joint).map_or("", |label| label));
            out
        })),
    );
    let named = |key: &str, name: &str, guessed: bool| {
        let out = Object::new();
        set(&out, key, name);
        set(&out, "guessed", guessed);
        out
    };
    let unit_info = named("name", unit.name(), source.metres_per_unit.is_none());
    set(&unit_info, "metres", unit.metres());
    set(&unit_info, "factor", source.length_factor);
    set(&info, "unit", unit_info);
    let rate = Object::new();
    set(&rate, "guessed", !source.rate_stated);
    set(&info, "rate", rate);
    set(&info, "up", named("axis", survey.up.name(), source.up.is_none()));
    let mode = match source.position_mode {
        Some(PositionMode::Replace) => "replace",
        Some(PositionMode::Add) => "add",
        None => "none",
    };
    set(&info, "positions", named("mode", mode, source.position_mode.is_some()));
    set(&info, "height", f64::from(survey.height) * unit.metres() / source.length_factor);
    set(
        &info,
        "warnings",
        list(clip.warnings.iter().map(|warning| {
            let out = Object::new();
            set(&out, "code", &*warning.code);
            set(&out, "message", warning.message.as_str());
            set(&out, "file", warning.file.as_str());
            if let Some(Location { line, column, .. }) = warning.location.filter(|at| at.line > 0) {
                set(&out, "line", line);
                set(&out, "column", column);
            }
            out
        })),
    );
    set(&info, "warningsDropped", clip.warnings_dropped as f64);
    set(&info, "massCount", clip.masses.len() as f64);
    set(&info, "skin", clip.skin.as_ref().map_or("", |skin| skin.name()));
    let (triangles, segments) = clip.skin.as_ref().map_or((0, 0), |skin| (skin.triangles().len(), skin.segments()));
    set(&info, "skinned", triangles > segments);
    set(&info, "segments", segments > 0);
    let pictures = clip.skin.iter().flat_map(|skin| skin.pictures());
    set(&info, "pictures", list(pictures.map(String::as_str)));
    let sites = skeleton.kinds().iter().filter(|&&kind| kind == JointKind::Site);
    set(&info, "siteCount", sites.count() as f64);
    about(&info, &clip.about);
    info
}

/// What there is to read about the clip.
fn about(info: &Object, about: &About) {
    set(info, "skeletonFile", about.skeleton_file.as_str());
    set(
        info,
        "notes",
        list(about.notes.iter().map(|(title, text)| {
            let out = Object::new();
            set(&out, "title", title.as_str());
            set(&out, "text", text.as_str());
            out
        })),
    );
    set(
        info,
        "marks",
        list(about.marks.iter().map(|mark| {
            let out = Object::new();
            set(
                &out,
                "kind",
                match mark.kind {
                    MarkKind::Limit => "limit",
                    MarkKind::Event => "event",
                },
            );
            set(&out, "joint", mark.joint.map_or(-1.0, f64::from));
            set(&out, "first", mark.first as f64);
            set(&out, "last", mark.last as f64);
            set(&out, "at", mark.at as f64);
            set(&out, "text", mark.text.as_str());
            out
        })),
    );
    set(info, "marksDropped", about.marks_dropped as f64);
}

fn list<T: Into<JsValue>>(items: impl Iterator<Item = T>) -> Array {
    items.map(Into::into).collect()
}
