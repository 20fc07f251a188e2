//! The packet of a generated body beside that of its skin: what the stage does not need of it.

use std::sync::Arc;

use super::bytes::ByteReader;
use super::fields::{put_list, take};
use super::{TURNS, next_packet, packet, skin};
use marey::ParseError;
use marey::look::BodyTurns;
use marey::model::{Clip, Skin};

/// How a body turns, and what its joints are, for those who draw it on paper.
#[derive(Debug, Clone, PartialEq)]
pub struct PackedTurns {
    /// How the last binds turn.
    pub turns: BodyTurns,
    /// The part of the body that each joint moves; none if nobody has found them.
    pub parts: Vec<u8>,
}

/// The packets of a generated body: its skin, and how its last binds turn. They may come anywhere after the head. `parts`: see [`PackedTurns`].
pub fn body(made: &Skin, parts: &[u8]) -> Vec<u8> {
    let mut out = skin(made);
    out.append(&mut packet(TURNS, |out| {
        put_list(out, &BodyTurns::new(made).to_words());
        put_list(out, parts);
    }));
    out
}

/// The turns among packets, the last ones if there are several; `None` without any.
///
/// # Errors
/// If a packet is damaged.
pub fn turns_in(packets: &[u8]) -> Result<Option<PackedTurns>, ParseError> {
    let mut found = None;
    let mut input = ByteReader::new(packets);
    while let Some((kind, payload)) = next_packet(&mut input)? {
        if kind == TURNS {
            let mut payload = ByteReader::new(payload);
            let turns = BodyTurns::from_words(&take::<Vec<f32>>(&mut payload)?);
            let parts = take(&mut payload)?;
            found = turns.map(|turns| PackedTurns { turns, parts });
        }
    }
    Ok(found)
}

/// Takes the generated body off an unpacked clip, which it is not part of, and gives it its turns. `packets`: all of the clip's. `None` without one.
///
/// # Errors
/// If a packet is damaged.
pub fn take_body(clip: &mut Clip, packets: &[u8]) -> Result<Option<(Skin, Vec<u8>)>, ParseError> {
    let Some(skin) = clip.skin.take_if(|skin| skin.generated().is_some()) else { return Ok(None) };
    let Some(PackedTurns { turns, parts }) = turns_in(packets)? else { return Ok(None) };
    let body = Arc::unwrap_or_clone(skin).with_turns(turns.turns().to_vec());
    Ok(body.ok().map(|body| (body, parts)))
}
