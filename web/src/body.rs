//! The `body` module: a body around the joints of a person, and how it turns with them.

use std::num::NonZeroU32;

use glam::{Affine3A, Mat3A, Vec3A};
use js_sys::{Error, Object};
use marey::body::{BodyMap, NoMap, Subject};
use marey::look::{BodyTurns, NoBody, generated_body};
use marey::model::{Clip, Skin};
use marey_stage::pack;
use marey_study::picture::parts_of_joints;
use wasm_bindgen::prelude::*;

use crate::errors::{coded, parse_error};
use crate::objects::number;
use crate::overrule::{axis, overrule};

/// Numbers of a joint in a frame: three rows of its matrix, and four more (`marey::look::SkinJoint`).
const NUMBERS: usize = 16;

/// Makes a body. `packets` are all of the clip's packets, in order. The shell's `types.d.ts` has the shape of `options`. The result are
/// packets for the stage that has the clip, and for a [`BodyTurner`]. Throws an `Error` named `ParseError` with the code `body.none` for a figure that is no
/// person.
#[wasm_bindgen(js_name = makeBody)]
pub fn make_body(packets: &[u8], options: &Object) -> Result<Vec<u8>, Error> {
    let mut clip = pack::unpack_motions(packets).map_err(|error| parse_error(&error))?;
    overrule(&mut clip, options);
    let source = &mut clip.source;
    source.metres_per_unit = number(options, "sourceMetres").or(source.metres_per_unit);
    source.up = axis(options, "sourceUp").or(source.up);
    let (body, parts) = made(&clip).map_err(|reason| coded("body.none", &reason.to_string()))?;
    let body = body.with_number(number(options, "number").and_then(|number| NonZeroU32::new(number as u32)));
    Ok(pack::body(&body, &parts))
}

fn made(clip: &Clip) -> Result<(Skin, Vec<u8>), NoBody> {
    let subject = Subject::new(clip, 0).map_err(|_| NoMap::NoMotion)?;
    let map = BodyMap::whole_of_subject(&subject)?;
    Ok((generated_body(&subject, &map)?, parts_of_joints(&clip.skeleton, &map)))
}

/// Turns the last joints of a body, in each frame that shows it.
#[wasm_bindgen]
pub struct BodyTurner {
    turns: BodyTurns,
    matrices: Vec<Affine3A>,
}

#[wasm_bindgen]
impl BodyTurner {
    /// From the packets of [`make_body`]. Throws for others.
    #[wasm_bindgen(constructor)]
    pub fn new(packets: &[u8]) -> Result<Self, Error> {
        let turns = pack::turns_in(packets).map_err(|error| parse_error(&error))?;
        let packed = turns.ok_or_else(|| coded("body.none", "no turns"))?;
        Ok(Self { turns: packed.turns, matrices: Vec::new() })
    }

    /// Numbers of the joints of one figure, for [`turn`](Self::turn).
    pub fn length(&self) -> usize {
        self.turns.binds() * NUMBERS
    }

    /// Corrects the joints of one figure in a frame: see `marey_stage::frame::SkinTable`.
    pub fn turn(&mut self, joints: &mut [f32]) {
        let (joints, _) = joints.as_chunks_mut::<NUMBERS>();
        self.matrices.clear();
        self.matrices.extend(joints.iter().map(|[a, b, c, x, d, e, f, y, g, h, i, z, ..]| {
            let linear = Mat3A::from_cols_array(&[*a, *d, *g, *b, *e, *h, *c, *f, *i]);
            Affine3A { matrix3: linear, translation: Vec3A::new(*x, *y, *z) }
        }));
        self.turns.turn(&mut self.matrices);
        for (joint, matrix) in joints.iter_mut().zip(&self.matrices) {
            let [a, d, g, b, e, h, c, f, i, x, y, z] = matrix.to_cols_array();
            let rows = [a, b, c, x, d, e, f, y, g, h, i, z];
            for (slot, number) in joint.iter_mut().zip(rows) {
                *slot = number;
            }
        }
    }
}
