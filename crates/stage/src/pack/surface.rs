//! The packet of a skin.

use glam::Affine3A;

use std::num::NonZeroU32;

use super::{SKIN, damaged, pack_error, packet, put_list, put_text, put_u32};
use crate::pack::bytes::ByteReader;
use marey::ParseError;
use marey::model::{Bind, Morph, Skeleton, Skin, SkinParts, Textured};

/// The packet of a skin. It may come anywhere after the head.
pub fn skin(skin: &Skin) -> Vec<u8> {
    packet(SKIN, |out| {
        put_text(out, skin.name());
        put_u32(out, skin.binds().len());
        for bind in skin.binds() {
            out.extend_from_slice(&bind.joint.to_le_bytes());
            out.extend_from_slice(bytemuck::bytes_of(&bind.matrix.to_cols_array()));
        }
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
        put_u32(out, skin.generated().map_or(0, NonZeroU32::get) as usize);
    })
}

/// Reads a skin packet for a clip of `skeleton`.
pub(super) fn read(mut input: ByteReader<'_>, skeleton: &Skeleton) -> Result<Skin, ParseError> {
    let name = input.text()?;
    let (mut binds, mut morphs) = (Vec::new(), Vec::new());
    for _ in 0..input.count()? {
        let joint = input.u16()?;
        binds.push(Bind { joint, matrix: Affine3A::from_cols_array(&input.pod()?) });
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
    let parts = SkinParts { binds, morphs, influences, corners, triangles, segments, pictures, textured };
    let generated = NonZeroU32::new(input.count()? as u32);
    Ok(Skin::new(name, parts, skeleton).map_err(pack_error)?.with_number(generated))
}
