//! The packet of a skin.

use std::num::NonZeroU32;

use super::bytes::ByteReader;
use super::fields::{Field, put_list, put_text, take};
use super::{SKIN, pack_error, packet};
use marey::ParseError;
use marey::model::{Skeleton, Skin, SkinParts};

/// The packet of a skin. It may come anywhere after the head.
pub fn skin(skin: &Skin) -> Vec<u8> {
    packet(SKIN, |out| {
        put_text(out, skin.name());
        put_list(out, skin.binds());
        put_list(out, skin.morphs());
        put_list(out, skin.influences());
        put_list(out, skin.corners());
        put_list(out, skin.triangles());
        skin.segments().put(out);
        put_list(out, skin.pictures());
        put_list(out, skin.textured());
        skin.generated().map_or(0, NonZeroU32::get).put(out);
    })
}

/// Reads a skin packet for a clip of `skeleton`.
pub(super) fn read(mut input: ByteReader<'_>, skeleton: &Skeleton) -> Result<Skin, ParseError> {
    let name = input.text();
    let input = &mut input;
    let parts = SkinParts {
        binds: Field::take(input),
        morphs: Field::take(input),
        influences: Field::take(input),
        corners: Field::take(input),
        triangles: Field::take(input),
        segments: Field::take(input),
        pictures: Field::take(input),
        textured: Field::take(input),
    };
    let generated = NonZeroU32::new(take(input)?);
    Ok(Skin::new(name, parts, skeleton).map_err(pack_error)?.with_number(generated))
}
