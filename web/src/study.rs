//! The `study` module: studies of one motion. It runs in a worker that keeps the clip, whose packets are long.

use std::cell::RefCell;

use js_sys::{Error, Object};
use marey::model::{Axis, Clip};
use marey_stage::pack;
use wasm_bindgen::prelude::*;

use crate::errors::{coded, parse_error};
use crate::objects::number;
use crate::overrule::{axis, overrule};

/// A behaviour of a clip, with the visitor's corrections.
pub struct Studied {
    /// The clip, as it is corrected.
    pub clip: Clip,
    /// Index of the behaviour.
    pub behaviour: usize,
    /// Unit and up axis as the file has them.
    pub stated: (Option<f64>, Option<Axis>),
}

thread_local! {
    static STUDIED: RefCell<Option<Studied>> = const { RefCell::new(None) };
}

/// Keeps a behaviour of a clip for all studies, in place of the one before. `packets` are all of the clip's packets, in order. The shell's
/// `types.d.ts` has the shape of `options`. Throws an `Error` named `ParseError` for damaged packets.
#[wasm_bindgen(js_name = studyClip)]
pub fn study_clip(packets: &[u8], options: &Object) -> Result<(), Error> {
    let mut clip = pack::unpack(packets).map_err(|error| parse_error(&error))?.clip;
    overrule(&mut clip, options);
    let source = &mut clip.source;
    let stated = (source.metres_per_unit, source.up);
    source.metres_per_unit = number(options, "sourceMetres").filter(|metres| *metres > 0.0).or(source.metres_per_unit);
    source.up = axis(options, "sourceUp").or(source.up);
    let behaviour = number(options, "behaviour").map_or(0, |index| index as usize);
    STUDIED.set(Some(Studied { clip, behaviour, stated }));
    Ok(())
}

/// Does something with the clip that is kept. Throws an `Error` named `ParseError` with the code `study.none` without one.
pub fn with_studied<T>(act: impl FnOnce(&Studied) -> Result<T, Error>) -> Result<T, Error> {
    STUDIED.with_borrow(|studied| match studied {
        Some(studied) => act(studied),
        None => Err(coded("study.none", "there is no motion to study")),
    })
}
