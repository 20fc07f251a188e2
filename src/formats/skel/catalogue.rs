//! The Sims 1's catalogues of skeletons, suits and skills: text (`.cmx`) or binary (`.cmx.bcf`), with the same fields.

use super::binary::{BinaryFields, ByteOrder, RefusalCodes};
use super::fields::{Fields, Surplus, items, no_memory, pairs, properties};
use super::lines::Lines;
use super::raw::{SimsBone, SimsSkeleton, SimsTrack, Skill, SkillEvent, SkillKeys};
use crate::error::{ErrorKind, ParseError};
use crate::formats::reading::Kind;
use crate::formats::reading::growth::push;

const CODES: RefusalCodes = RefusalCodes { cut: "bcf.cut", count: "bcf.count" };
/// The only text version that the game wrote.
const VERSION: &str = "version 300";

/// The contents of a file. Suits, which list the meshes of bones, are skipped.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Catalogue {
    pub(super) skeletons: Vec<SimsSkeleton>,
    pub(super) skills: Vec<ListedSkill>,
}

/// A skill whose keys are in a separate file.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ListedSkill {
    pub(super) skill: Skill,
    /// Number of keys in that file.
    pub(super) translations: usize,
    pub(super) rotations: usize,
}

/// Reads a `.cmx` or a `.cmx.bcf`. The second result is what follows its end.
pub(super) fn read(kind: Kind, bytes: &[u8]) -> Result<(Catalogue, Option<Surplus>), ParseError> {
    if kind == Kind::Cmx { read_text(bytes) } else { read_binary(bytes) }
}

fn read_text(bytes: &[u8]) -> Result<(Catalogue, Option<Surplus>), ParseError> {
    let mut from = Lines::new(bytes)?;
    let at = from.place();
    let version = from.text(VERSION)?;
    if !version.split_ascii_whitespace().eq(VERSION.split_ascii_whitespace()) {
        let message = format!("expected `{VERSION}`, found `{}`", version.chars().take(40).collect::<String>());
        return Err(ParseError::new(ErrorKind::Unsupported, "cmx.version", message).at(at));
    }
    let catalogue = fields(&mut from)?;
    Ok((catalogue, from.surplus()))
}

fn read_binary(bytes: &[u8]) -> Result<(Catalogue, Option<Surplus>), ParseError> {
    let mut from = BinaryFields::new(bytes, ByteOrder::Little, CODES);
    let catalogue = fields(&mut from)?;
    Ok((catalogue, from.surplus()))
}

fn fields(from: &mut impl Fields) -> Result<Catalogue, ParseError> {
    let count = from.count(2, "skeletons")?;
    let skeletons = items(from, count, skeleton)?;
    let count = from.count(2, "suits")?;
    (0..count).try_for_each(|_| suit(from))?;
    let count = from.count(2, "skills")?;
    let skills = items(from, count, skill)?;
    Ok(Catalogue { skeletons, skills })
}

fn skeleton(from: &mut impl Fields) -> Result<SimsSkeleton, ParseError> {
    let at = from.place();
    let name = from.text("a skeleton's name")?;
    let count = from.count(8, "bones")?;
    let bones = items(from, count, bone)?;
    Ok(SimsSkeleton { at, name, bones })
}

fn bone(from: &mut impl Fields) -> Result<SimsBone, ParseError> {
    Ok(SimsBone {
        at: from.place(),
        name: from.text("a bone's name")?,
        parent: from.text("a parent's name")?,
        properties: properties(from)?,
        translation: from.floats("a bone's translation")?,
        rotation: from.floats("a bone's rotation")?,
        flags: [
            from.int("whether a bone can translate")?,
            from.int("whether a bone can rotate")?,
            from.int("whether a bone can blend")?,
        ],
        wiggle: [from.float("a bone's wiggle value")?, from.float("a bone's wiggle power")?],
    })
}

fn suit(from: &mut impl Fields) -> Result<(), ParseError> {
    from.text("a suit's name")?;
    from.int("a suit's type")?;
    properties(from)?;
    for _ in 0..from.count(4, "skins of a suit")? {
        from.text("a skin's bone")?;
        from.text("a skin's name")?;
        from.int("a skin's flags")?;
        properties(from)?;
    }
    Ok(())
}

fn skill(from: &mut impl Fields) -> Result<ListedSkill, ParseError> {
    let at = from.place();
    let name = from.text("a skill's name")?;
    let keys_file = from.text("the name of a skill's keys")?;
    let duration = from.float("the duration")?;
    let distance = from.float("the distance")?;
    let moving = from.int("whether the figure moves on")? != 0;
    // Counts of the file of keys, checked when that file is read.
    let counted = |value: i32| usize::try_from(value).unwrap_or(0);
    let translations = counted(from.int("the number of translations")?);
    let rotations = counted(from.int("the number of rotations")?);
    let count = from.count(8, "tracks")?;
    let tracks = items(from, count, track)?;
    let skill = Skill { at, name, keys_file, duration, distance, moving, keys: SkillKeys::default(), tracks };
    Ok(ListedSkill { skill, translations, rotations })
}

fn track(from: &mut impl Fields) -> Result<SimsTrack, ParseError> {
    let at = from.place();
    let bone = from.text("a track's bone")?;
    let frames = usize::try_from(from.int("the number of frames")?).unwrap_or(0);
    from.float("a track's duration")?;
    let moves = from.int("whether a bone translates")? != 0;
    let turns = from.int("whether a bone rotates")? != 0;
    let first = (from.int("the first translation")?, from.int("the first rotation")?);
    let lists = properties(from)?;
    let mut events = Vec::new();
    for _ in 0..from.count(1, "event lists")? {
        for _ in 0..from.count(2, "events")? {
            let time = u32::try_from(from.int("an event's time")?).unwrap_or(0);
            let event = SkillEvent { time, properties: pairs(from)? };
            push(&mut events, event).map_err(|_| no_memory(at))?;
        }
    }
    Ok(SimsTrack {
        at,
        bone,
        frames,
        translations: moves.then_some(first.0),
        rotations: turns.then_some(first.1),
        properties: vec![lists],
        events,
    })
}
