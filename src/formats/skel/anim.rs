//! `.anim`, version 2: tables of translations and rotations, and a track for each bone that refers to them.

use super::binary::{BinaryFields, ByteOrder, RefusalCodes};
use super::fields::{Fields, Surplus, items, no_memory, pairs, properties};
use super::raw::{SimsTrack, Skill, SkillEvent, SkillKeys};
use crate::error::{ErrorKind, ParseError};
use crate::formats::reading::growth::push;

const CODES: RefusalCodes = RefusalCodes { cut: "anim.cut", count: "anim.count" };
const MIN_TRACK_BYTES: usize = 4 + 1 + 4 + 4 + 1 + 1 + 4 + 4 + 1 + 1;

/// Nesting depth of a track's property lists. Other readers disagree, and no file of the game has any.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Nesting {
    /// Lists of properties of pairs.
    Three,
    /// Lists of pairs.
    Two,
}

/// Reads a whole file, and what follows it. Tries both nestings of property lists; the one that ends at the file's end is right.
pub(super) fn read(bytes: &[u8]) -> Result<(Skill, Option<Surplus>), ParseError> {
    let three = read_as(bytes, Nesting::Three);
    if matches!(three, Ok((_, None))) {
        return three;
    }
    match read_as(bytes, Nesting::Two) {
        two @ Ok((_, None)) => two,
        two if three.is_err() && two.is_ok() => two,
        _ => three,
    }
}

fn read_as(bytes: &[u8], nesting: Nesting) -> Result<(Skill, Option<Surplus>), ParseError> {
    let mut from = BinaryFields::new(bytes, ByteOrder::Big, CODES);
    let at = from.place();
    let version = from.u32("the version")?;
    if version != 2 {
        let message = format!("expected version 2 of an animation, found {version}");
        return Err(ParseError::new(ErrorKind::Unsupported, "anim.version", message).at(at));
    }
    let length = from.u16_be("the animation's name")?;
    let name = from.text_of(usize::from(length), "the animation's name")?;
    let duration = from.float("the duration")?;
    let distance = from.float("the distance")?;
    let moving = from.u8("whether the figure moves on")? != 0;
    let translations = from.count(12, "translations")?;
    let translations = items(&mut from, translations, |from| from.floats("a translation"))?;
    let rotations = from.count(16, "rotations")?;
    let rotations = items(&mut from, rotations, |from| from.floats("a rotation"))?;
    let tracks = from.count(MIN_TRACK_BYTES, "tracks")?;
    let tracks = items(&mut from, tracks, |from| track(from, nesting))?;
    let keys = SkillKeys { translations, rotations };
    let skill = Skill { at, name, keys_file: String::new(), duration, distance, moving, keys, tracks };
    Ok((skill, from.surplus()))
}

fn track(from: &mut BinaryFields<'_>, nesting: Nesting) -> Result<SimsTrack, ParseError> {
    let at = from.place();
    // 0 in the game's files, 1 in others; meaning unknown.
    from.u32("a track")?;
    let bone = from.text("a track's bone")?;
    let frames = from.u32("the number of frames")? as usize;
    from.float("a track's duration")?;
    let moves = from.u8("whether a bone translates")? != 0;
    let turns = from.u8("whether a bone rotates")? != 0;
    let first = (from.int("the first translation")?, from.int("the first rotation")?);
    let lists = if from.u8("whether a track has properties")? == 0 { 0 } else { from.count(4, "property lists")? };
    let one = |from: &mut BinaryFields<'_>| match nesting {
        Nesting::Three => properties(from),
        Nesting::Two => Ok(vec![pairs(from)?]),
    };
    let lists = items(from, lists, one)?;
    let mut events = Vec::new();
    let timed = if from.u8("whether a track has events")? == 0 { 0 } else { from.count(4, "event lists")? };
    for _ in 0..timed {
        for _ in 0..from.count(8, "events")? {
            let time = from.u32("an event's time")?;
            let event = SkillEvent { time, properties: properties(from)?.into_iter().flatten().collect() };
            push(&mut events, event).map_err(|_| no_memory(at))?;
        }
    }
    Ok(SimsTrack {
        at,
        bone,
        frames,
        translations: moves.then_some(first.0),
        rotations: turns.then_some(first.1),
        properties: lists,
        events,
    })
}
