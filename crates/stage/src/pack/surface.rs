//! The packet of a skin.

use glam::{Affine3A, Quat, Vec3};

use super::{SKIN, damaged, pack_error, packet, put_list, put_text, put_u32};
use crate::pack::bytes::ByteReader;
use marey::ParseError;
use marey::model::{Bind, Morph, Skeleton, Skin, SkinParts, Textured, Turn};

/// The packet of a skin. It may come anywhere after the head.
pub fn skin(skin: &Skin) -> Vec<u8> {
    packet(SKIN, |out| {
        put_text(out, skin.name());
        put_u32(out, skin.binds().len());
        for bind in skin.binds() {
            out.extend_from_slice(&bind.joint.to_le_bytes());
            out.extend_from_slice(bytemuck::bytes_of(&bind.matrix.to_cols_array()));
        }
        put_u32(out, skin.turns().len());
        skin.turns().iter().for_each(|turn| put_turn(out, turn));
        put_u32(out, skin.morphs().len());
        for morph in skin.morphs() {
            out.extend_from_slice(&morph.bind.to_le_bytes());
            out.extend_from_slice(&morph.weight.to_le_bytes());
        }
        put_list(out, skin.influences());
        put_list(out, skin.corners());
        put_list(out, skin.triangles());
        put_u32(out, skin.segments());
        put_u32(out, skin.pictures().len());
        skin.pictures().iter().for_each(|name| put_text(out, name));
        put_u32(out, skin.textured().len());
        for Textured { triangles, picture } in skin.textured() {
            out.extend_from_slice(bytemuck::bytes_of(&[triangles.start, triangles.end, u32::from(*picture)]));
        }
    })
}

/// Reads a skin packet for a clip of `skeleton`.
pub(super) fn read(mut input: ByteReader<'_>, skeleton: &Skeleton) -> Result<Skin, ParseError> {
    let name = input.text()?;
    let (mut binds, mut turns, mut morphs) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..input.count()? {
        let joint = input.u16()?;
        binds.push(Bind { joint, matrix: Affine3A::from_cols_array(&input.pod()?) });
    }
    for _ in 0..input.count()? {
        turns.push(read_turn(&mut input)?);
    }
    for _ in 0..input.count()? {
        morphs.push(Morph { bind: input.u16()?, weight: input.u16()? });
    }
    let (influences, corners, triangles) = (input.list()?, input.list()?, input.list()?);
    let segments = input.count()?;
    let (mut pictures, mut textured) = (Vec::new(), Vec::new());
    for _ in 0..input.count()? {
        pictures.push(input.text()?.to_owned());
    }
    for _ in 0..input.count()? {
        let [start, end, picture] = input.pod::<[u32; 3]>()?;
        textured.push(Textured { triangles: start..end, picture: u16::try_from(picture).map_err(|_| damaged())? });
    }
    let parts = SkinParts { binds, turns, morphs, influences, corners, triangles, segments, pictures, textured };
    Skin::new(name, parts, skeleton).map_err(pack_error)
}

/// A turn in its packet: its kind, the binds and joints that it uses, and its numbers.
type FlatTurn = (u8, [u16; 6], [f32; 9]);

fn put_turn(out: &mut Vec<u8>, turn: &Turn) {
    let (kind, indices, numbers): FlatTurn = match *turn {
        Turn::Between { from, to, axis: Vec3 { x, y, z }, swing, twist } => {
            (0, [from, to, 0, 0, 0, 0], [x, y, z, swing, twist, 0.0, 0.0, 0.0, 0.0])
        }
        Turn::Spanned { up: [[a, b], [c, d]], left: [e, f], inverse } => {
            let [x, y, z, w] = inverse.to_array();
            (1, [a, b, c, d, e, f], [x, y, z, w, 0.0, 0.0, 0.0, 0.0, 0.0])
        }
        Turn::Aimed { base, bone: [a, b], along: Vec3 { x, y, z } } => {
            (2, [base, a, b, 0, 0, 0], [x, y, z, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0])
        }
        Turn::Hinged { base, limb: [a, b, c], along: [first, second], hinge, is_second } => {
            let [[x, y, z], [u, v, w], [h, i, j]] = [first, second, hinge].map(|direction| direction.to_array());
            (3, [base, a, b, c, u16::from(is_second), 0], [x, y, z, u, v, w, h, i, j])
        }
    };
    out.push(kind);
    out.extend_from_slice(bytemuck::bytes_of(&indices));
    out.extend_from_slice(bytemuck::bytes_of(&numbers));
}

fn read_turn(input: &mut ByteReader<'_>) -> Result<Turn, ParseError> {
    let (kind, indices, numbers): FlatTurn = (input.u8()?, input.pod()?, input.pod()?);
    let [a, b, c, d, e, f] = indices;
    let [x, y, z, u, v, w, h, i, j] = numbers;
    Ok(match kind {
        0 => Turn::Between { from: a, to: b, axis: Vec3::new(x, y, z), swing: u, twist: v },
        1 => Turn::Spanned { up: [[a, b], [c, d]], left: [e, f], inverse: Quat::from_xyzw(x, y, z, u) },
        2 => Turn::Aimed { base: a, bone: [b, c], along: Vec3::new(x, y, z) },
        3 => Turn::Hinged {
            base: a,
            limb: [b, c, d],
            along: [Vec3::new(x, y, z), Vec3::new(u, v, w)],
            hinge: Vec3::new(h, i, j),
            is_second: e != 0,
        },
        _ => return Err(damaged()),
    })
}
