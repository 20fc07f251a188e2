//! The turns of a body as plain numbers, for a player that makes a body in one place and turns it in another.

use glam::{Affine3A, Quat, Vec3};

use super::turning::BodyTurns;
use crate::model::{Bind, Turn};

/// Numbers of the head, of a bind that turns, and of a place.
const HEAD: usize = 3;
const TURN: usize = 28;
const PLACE: usize = 5;

impl BodyTurns {
    /// The turns as numbers: how many binds come before those that turn, how many turn, and how many places there are. Then each bind that turns,
    /// 28 numbers: its joint, its matrix by columns, the kind of its turn (0 to 3), and the fields of the kind. Then each place, 5 numbers: the joint, the
    /// bind and its place. Indices are exact, since they are below 2^16.
    pub fn to_words(&self) -> Vec<f32> {
        let mut out = Vec::with_capacity(HEAD + TURN * self.turns.len() + PLACE * self.places.len());
        out.extend([self.first, self.turns.len(), self.places.len()].map(|count| count as f32));
        for (own, turn) in self.own.iter().zip(&self.turns) {
            let end = out.len() + TURN;
            out.push(own.joint.into());
            out.extend(own.matrix.to_cols_array());
            match turn {
                Turn::Between { from, to, axis, swing, twist } => {
                    out.extend([0.0, (*from).into(), (*to).into(), axis.x, axis.y, axis.z, *swing, *twist]);
                }
                Turn::Spanned { up, left, inverse } => {
                    out.push(1.0);
                    out.extend(up.as_flattened().iter().chain(left).map(|joint| f32::from(*joint)));
                    out.extend(inverse.to_array());
                }
                Turn::Aimed { base, bone: [start, end], along } => {
                    out.extend([2.0, (*base).into(), (*start).into(), (*end).into(), along.x, along.y, along.z]);
                }
                Turn::Hinged { base, limb, along: [first, second], hinge, is_second } => {
                    out.extend([3.0, (*base).into()]);
                    out.extend(limb.map(f32::from));
                    for direction in [first, second, hinge] {
                        out.extend(direction.to_array());
                    }
                    out.push(f32::from(u8::from(*is_second)));
                }
            }
            out.resize(end, 0.0);
        }
        for (joint, bind, at) in &self.places {
            out.extend([(*joint).into(), (*bind).into(), at.x, at.y, at.z]);
        }
        out
    }

    /// The turns of [`to_words`](Self::to_words); `None` for other numbers.
    pub fn from_words(words: &[f32]) -> Option<Self> {
        let (&[first, turned, placed], rest) = words.split_first_chunk()?;
        let (binds, places) = rest.split_at_checked(TURN * turned as usize)?;
        let (binds, places) = (binds.as_chunks::<TURN>().0, places.as_chunks::<PLACE>().0);
        let mut made = Self {
            first: first as usize,
            turns: Vec::new(),
            own: Vec::new(),
            places: places
                .iter()
                .map(|[joint, bind, x, y, z]| (*joint as u16, *bind as u16, Vec3::new(*x, *y, *z)))
                .collect(),
        };
        for bind in binds {
            let [joint, rest @ ..] = bind;
            let (matrix, [kind, fields @ ..]) = rest.split_first_chunk::<12>().and_then(|(matrix, rest)| {
                let rest: &[f32; 15] = rest.try_into().ok()?;
                Some((matrix, rest))
            })?;
            made.own.push(Bind { joint: *joint as u16, matrix: Affine3A::from_cols_array(matrix) });
            made.turns.push(turn(*kind as u8, fields));
        }
        (made.places.len() == placed as usize).then_some(made)
    }
}

/// The turn of a kind with its fields.
fn turn(kind: u8, fields: &[f32; 14]) -> Turn {
    let [a, b, c, d, e, f, g, h, i, j, k, l, m, n] = *fields;
    let index = |value: f32| value as u16;
    match kind {
        0 => Turn::Between { from: index(a), to: index(b), axis: Vec3::new(c, d, e), swing: f, twist: g },
        1 => Turn::Spanned {
            up: [[a, b], [c, d]].map(|pair| pair.map(index)),
            left: [e, f].map(index),
            inverse: Quat::from_xyzw(g, h, i, j),
        },
        2 => Turn::Aimed { base: index(a), bone: [b, c].map(index), along: Vec3::new(d, e, f) },
        _ => Turn::Hinged {
            base: index(a),
            limb: [b, c, d].map(index),
            along: [Vec3::new(e, f, g), Vec3::new(h, i, j)],
            hinge: Vec3::new(k, l, m),
            is_second: n != 0.0,
        },
    }
}
