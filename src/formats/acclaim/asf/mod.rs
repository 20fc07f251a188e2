//! Acclaim skeleton (`.asf`): the root, the bones and their hierarchy.
//!
//! Follows the two texts of the format (1994 and 1995), which differ in details and leave much open. The reader accepts whatever
//! it can and warns of every repair:
//!
//! | code | cause; repair |
//! |---|---|
//! | `asf.stray-text`, `asf.version` | text before the first keyword, another version; skipped, read as 1.10 |
//! | `asf.unknown-unit`, `asf.unit-value` | an unknown unit, an impossible value; skipped, the default |
//! | `asf.no-root`, `asf.root-order` | no `:root`, no `order`; at the origin, `tx ty tz rx ry rz` |
//! | `asf.missing-begin`, `asf.missing-end` | `begin` and `end` do not match; the missing one is assumed |
//! | `asf.outside-bone`, `asf.no-name`, `asf.name-twice` | an item outside any bone, a bone without a name or with another bone's name; left out |
//! | `asf.id`, `asf.id-twice` | an id that is no number, or another bone's id; ignored |
//! | `asf.item-twice`, `asf.item-missing` | an item twice or missing; the last one is used (of `dof` and `limits` both), 0 |
//! | `asf.value-missing`, `asf.bad-number`, `asf.surplus-value` | too few values, no number or one past 1e12, too many values; 0, 0, ignored |
//! | `asf.axis-order` | no axis order, or invalid letters; XYZ |
//! | `asf.direction-length`, `asf.no-direction` | a direction of a length other than 1, or 0; normalised, kept |
//! | `asf.negative-length`, `asf.negative-mass` | a negative length or mass; kept, ignored |
//! | `asf.unknown-dof`, `asf.dof-twice` | an unknown dof, the same dof twice; ignored, each has a value |
//! | `asf.limit-value`, `asf.limits-count`, `asf.limits-order` | a limit that is no number, too few or too many limits, an upper limit below the lower one; unlimited, used as far as they go, kept |
//! | `asf.limits-first`, `asf.limits-without-dof` | limits before the dofs, or without dofs; read as if after them, ignored |
//! | `asf.stretch-limits` | limits of `l` contain the bone's length but not 0; its values are whole lengths instead of additions |
//! | `asf.positional` | bones only translate |
//! | `asf.unknown-bone`, `asf.root-as-child`, `asf.self-parent`, `asf.two-parents`, `asf.cycle` | impossible words in the hierarchy; ignored |
//! | `asf.bone-outside`, `asf.no-hierarchy` | bones missing from the hierarchy; attached to the root |
//! | `asf.no-bones` | the file ends after the root |
//! | `asf.name-cut`, `asf.name-encoding` | a name past the limit or not UTF-8; cut, U+FFFD |
//!
//! Errors: `asf.no-skeleton` (none of `:root`, `:bonedata`, `:hierarchy`), `asf.skeleton` (products of numbers past 1e12), and the
//! limits `asf.too-long`, `asf.too-many-joints`, `asf.too-deep`.

mod build;
mod check;
mod draft;
mod grammar;
mod items;
mod joint_limits;
mod log;
mod sections;
#[cfg(test)]
mod tests;
mod texts;
mod tree;

use self::log::AsfLog;
use super::rig::AcclaimRig;
use crate::error::{ErrorKind, Limits, ParseError};
use crate::formats::reading::WarningLog;
use crate::formats::reading::text::{Decoder, Encoding, Ruler};

/// Longer files are refused; twenty thousand bones fit.
pub(super) const LONGEST: usize = 8 << 20;

/// Reads a whole file. Errors do not name it.
pub(super) fn read(file: &str, bytes: &[u8], limits: &Limits) -> Result<AcclaimRig, ParseError> {
    if bytes.len() as u64 > limits.input_bytes {
        return Err(crate::formats::reading::input::too_long(limits));
    }
    let (encoding, mark) = Encoding::detect(bytes);
    let (mut decoder, ruler) = (Decoder::new(encoding, mark), Ruler::new(encoding, mark));
    let mut text = decoder.decode(bytes).to_vec();
    text.extend_from_slice(decoder.finish());
    if text.len() > LONGEST {
        return Err(too_long(&text, ruler));
    }
    Ok(AcclaimRig { file: file.to_owned(), ..read_text(&text, ruler, limits)? })
}

/// Reads the text of a whole file. Neither the rig nor an error names it.
pub(super) fn read_text(text: &[u8], ruler: Ruler, limits: &Limits) -> Result<AcclaimRig, ParseError> {
    let mut notes = WarningLog::new(limits);
    let mut log = AsfLog::new(text, ruler, &mut notes);
    let mut draft = sections::read(text, limits, &mut log)?;
    let tree = tree::link(&draft, &mut log);
    check::check(&mut draft, &tree, &mut log);
    let rig = build::build(draft, tree, limits, &mut log)?;
    let (warnings, warnings_dropped) = notes.into_list();
    Ok(AcclaimRig { warnings, warnings_dropped, ..rig })
}

/// The error for a text longer than [`LONGEST`].
pub(super) fn too_long(text: &[u8], ruler: Ruler) -> ParseError {
    let message = format!("expected a skeleton of at most {} MiB", LONGEST >> 20);
    ParseError::new(ErrorKind::Limit, "asf.too-long", message).at(ruler.location_in(text, LONGEST))
}
