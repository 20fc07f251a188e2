//! The packet of a generated body's turns, beside that of its skin: the stage does not read it.

use std::sync::Arc;

use super::bytes::ByteReader;
use super::{TURNS, next_packet, packet, put_list, skin};
use marey::ParseError;
use marey::look::BodyTurns;
use marey::model::{Clip, Skin};

/// The packets of a generated body: its skin, and how its last binds turn. They may come anywhere after the head.
pub fn body(made: &Skin) -> Vec<u8> {
    let mut out = skin(made);
    out.append(&mut packet(TURNS, |out| put_list(out, &BodyTurns::new(made).to_words())));
    out
}

/// The turns among packets, the last ones if there are several; `None` without any.
///
/// # Errors
/// If a packet is damaged.
pub fn turns_in(packets: &[u8]) -> Result<Option<BodyTurns>, ParseError> {
    let mut found = None;
    let mut input = ByteReader::new(packets);
    while let Some((kind, payload)) = next_packet(&mut input)? {
        if kind == TURNS {
            found = BodyTurns::from_words(&ByteReader::new(payload).list::<f32>()?);
        }
    }
    Ok(found)
}

/// Gives the generated body of an unpacked clip its turns, or takes it off: the body is not the clip's own. `packets`: all of the clip's.
///
/// # Errors
/// If a packet is damaged.
pub fn dress(clip: &mut Clip, packets: &[u8], with_body: bool) -> Result<(), ParseError> {
    let Some(skin) = clip.skin.take_if(|skin| skin.generated().is_some()) else { return Ok(()) };
    if with_body && let Some(turns) = turns_in(packets)? {
        clip.skin = (*skin).clone().with_turns(turns.turns().to_vec()).ok().map(Arc::new);
    }
    Ok(())
}
