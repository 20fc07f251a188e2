//! `.skel`, version 1: big-endian integers, little-endian floats, texts with a length byte.

use super::binary::{BinaryFields, ByteOrder, RefusalCodes};
use super::fields::{Fields, Surplus, items, properties};
use super::raw::{SimsBone, SimsSkeleton};
use crate::error::{ErrorKind, ParseError};

const CODES: RefusalCodes = RefusalCodes { cut: "skel.cut", count: "skel.count" };
/// Bytes of the shortest bone: two empty texts, no properties.
const MIN_BONE_BYTES: usize = 4 + 1 + 1 + 1 + 12 + 16 + 12 + 8;

/// Reads a whole file. The second result is what follows the last bone.
pub(super) fn read(bytes: &[u8]) -> Result<(SimsSkeleton, Option<Surplus>), ParseError> {
    let mut from = BinaryFields::new(bytes, ByteOrder::Big, CODES);
    let at = from.place();
    let version = from.u32("the version")?;
    if version != 1 {
        let message = format!("expected version 1 of a skeleton, found {version}");
        return Err(ParseError::new(ErrorKind::Unsupported, "skel.version", message).at(at));
    }
    let name = from.text("the skeleton's name")?;
    let at = from.place();
    let count = u32::from(from.u16_be("the number of bones")?);
    if count == 0 {
        return Err(ParseError::new(ErrorKind::Syntax, "skel.no-bones", "expected bones, found none").at(at));
    }
    let count = from.check(count, at, MIN_BONE_BYTES, "bones")?;
    let bones = items(&mut from, count, bone)?;
    Ok((SimsSkeleton { at, name, bones }, from.surplus()))
}

fn bone(from: &mut BinaryFields<'_>) -> Result<SimsBone, ParseError> {
    let at = from.place();
    // Always 1; meaning unknown.
    from.u32("a bone")?;
    Ok(SimsBone {
        at,
        name: from.text("a bone's name")?,
        parent: from.text("a parent's name")?,
        properties: if from.u8("whether a bone has properties")? == 0 { Vec::new() } else { properties(from)? },
        translation: from.floats("a bone's translation")?,
        rotation: from.floats("a bone's rotation")?,
        flags: [
            from.int("whether a bone can translate")?,
            from.int("whether a bone can rotate")?,
            from.int("whether a bone can blend")?,
        ],
        wiggle: from.floats("the rest of a bone")?,
    })
}
