//! Reads any line word by word.

use super::{AmcFrameAssembler, BoneMeaning, COUNT, TWICE, UnfinishedBone};
use crate::decimal::{TokenPart, looks_numeric, split_token};
use crate::error::{Location, ParseError};
use crate::formats::acclaim::amc::frame_maker::AmcFrameMaker;
use crate::formats::acclaim::amc::lines::{LONGEST_LINE, LineStart, whole_number, words};
use crate::formats::acclaim::rig::AcclaimRig;
use crate::formats::reading::WarningLog;
use crate::formats::reading::text::Quoted;
use crate::formats::reading::wording::Count;

/// Most names of unknown bones that are stored to warn of each only once.
const MAX_UNKNOWN_NAMES: usize = 10_000;
/// Bytes of such a name that are compared.
const LONGEST_NAME: usize = 200;

/// A word of a line.
#[derive(Clone, Copy)]
struct Word<'a> {
    offset: usize,
    text: &'a [u8],
    place: Location,
}

/// Remaining words of a line, without comments.
type WordsLeft<'a> = std::vec::IntoIter<Word<'a>>;

/// The words of a line up to a comment, with their places: counted from word to word, since a line may have thousands.
fn placed_words(line: &[u8], start: LineStart) -> WordsLeft<'_> {
    let (mut at, mut reached) = (start, 0);
    let placed = words(line).take_while(|(_, word)| !word.starts_with(b"#")).map(|(offset, text)| {
        at.start = at.start.plus(line.get(reached..offset).unwrap_or_default());
        reached = offset;
        Word { offset, text, place: start.place_at(at.start) }
    });
    placed.collect::<Vec<_>>().into_iter()
}

struct BoneValues<'a> {
    /// The bone's columns in the row.
    slots: &'a mut [f64],
    /// Number of values read, surplus ones included.
    filled: usize,
    /// Whether one of them was no number.
    lacks: bool,
}

impl AmcFrameAssembler {
    /// Reads one line, without its end. `cut`: the file ends here without a line end.
    #[inline(never)]
    pub(in crate::formats::acclaim::amc) fn line(
        &mut self,
        text: &[u8],
        line: LineStart,
        cut: bool,
        out: &mut AmcFrameMaker,
    ) -> Result<(), ParseError> {
        let kept = text.get(..LONGEST_LINE).unwrap_or(text);
        if kept.len() < text.len() {
            let message = format_args!("a line of more than {} kB; the rest of it was skipped", LONGEST_LINE >> 10);
            out.stream.warnings.each("amc.long-line", line.place(), message);
        }
        let mut rest = placed_words(kept, line);
        while let Some(&Word { text: word, place, .. }) = rest.as_slice().first() {
            if word.starts_with(b":") {
                let message = format_args!("`{}` comes after the first frame; it was skipped", Quoted(word));
                out.stream.warnings.each("amc.late-keyword", place, message);
                return Ok(());
            }
            if looks_numeric(word) {
                self.numbers(&mut rest, text, line, out)?;
            } else if let Some(part) = self.rig.part(word) {
                self.bone(part, &mut rest, text, line, out)?;
            } else {
                let alone = rest.as_slice().len() == 1;
                if !(cut && alone) {
                    self.unknown(word, place, &mut out.stream.warnings);
                }
                return Ok(());
            }
        }
        Ok(())
    }

    /// Handles numbers in place of a bone's name: a frame number, a bone's id, or wrapped values of the bone before.
    fn numbers(
        &mut self,
        rest: &mut WordsLeft<'_>,
        text: &[u8],
        line: LineStart,
        out: &mut AmcFrameMaker,
    ) -> Result<(), ParseError> {
        let Some(&Word { text: word, place, .. }) = rest.as_slice().first() else { return Ok(()) };
        let values = rest.as_slice().iter().take_while(|word| looks_numeric(word.text)).count();
        let number = whole_number(word).filter(|_| values == 1);
        let continues = number.is_some_and(|number| self.number.is_some_and(|last| number == last + 1));
        let all = values == rest.as_slice().len();
        if let Some(bone) = self.unfinished
            && all
            && !continues
            && values <= self.expected_values(bone.part).saturating_sub(bone.filled)
        {
            self.more_values(bone, rest, line, out);
            return Ok(());
        }
        if number.is_some() {
            rest.next();
            return self.begin(number, line, out);
        }
        if values > 1
            && let Some(part) = self.rig.part(word)
        {
            return self.bone(part, rest, text, line, out);
        }
        if let Some(bone) = self.unfinished {
            self.more_values(bone, rest, line, out);
            return Ok(());
        }
        let message = format_args!("expected a bone or a frame number, found numbers; they are ignored");
        out.stream.warnings.each("amc.stray-numbers", place, message);
        rest.nth(values.saturating_sub(1));
        Ok(())
    }

    fn bone(
        &mut self,
        part: usize,
        rest: &mut WordsLeft<'_>,
        text: &[u8],
        line: LineStart,
        out: &mut AmcFrameMaker,
    ) -> Result<(), ParseError> {
        let Some(Word { offset, text: name, place }) = rest.next() else { return Ok(()) };
        self.finish_bone(out);
        if !self.begun() {
            self.begin(None, line, out)?;
        }
        match self.meaning(part) {
            BoneMeaning::OfThisFrame => {}
            BoneMeaning::NextFrame => self.begin(None, line, out)?,
            BoneMeaning::Repeated => {
                if self.first_warning(part, TWICE) {
                    let message = format_args!("`{}` comes twice in a frame; the last one is used", Quoted(name));
                    out.stream.warnings.each("amc.bone-twice", place, message);
                }
            }
        }
        let columns = self.layout.of(part);
        let slots = self.row.get_mut(columns.start..columns.start + columns.whole).unwrap_or_default();
        let mut values = BoneValues { slots, filled: 0, lacks: false };
        values.read(rest, &self.rig, &mut out.stream.warnings);
        let count = values.filled;
        if values.lacks {
            self.lacking.push(part);
        }
        if !(count == columns.whole || self.force && count > columns.dofs) {
            // The line has no rotations beyond the skeleton's.
            values.slots.iter_mut().skip(columns.dofs).for_each(|value| *value = 0.0);
        }
        if count > columns.dofs {
            out.use_all_rotations();
        }
        // Include the byte after the name.
        let written = text.get(offset..=offset + name.len()).unwrap_or(name);
        self.bone_read(part, written, count);
        self.check_count(part, count, place, &mut out.stream.warnings);
        Ok(())
    }

    /// Number of values of a bone; if its line has fewer, the next line may have the rest.
    fn expected_values(&self, part: usize) -> usize {
        let columns = self.layout.of(part);
        if self.force { columns.whole } else { columns.dofs }
    }

    fn check_count(&mut self, part: usize, count: usize, place: Location, warnings: &mut WarningLog) {
        let columns = self.layout.of(part);
        if count == columns.dofs {
            if self.force && count < columns.whole {
                warning!(warnings.once => "amc.not-three-dof", place,
                    "not three rotations, in spite of :FORCE-ALL-JOINTS-BE-3DOF; read as the skeleton orders them");
            }
        } else if count == columns.whole {
            if !self.force {
                warning!(warnings.once => "amc.three-dof", place,
                    "more rotations than the skeleton has; read as with :FORCE-ALL-JOINTS-BE-3DOF");
            }
        } else if count < self.expected_values(part) {
            self.unfinished = Some(UnfinishedBone { part, filled: count, place });
        } else if self.first_warning(part, COUNT) {
            let name = self.rig.parts.get(part).map_or("", |part| &part.name);
            warning!(warnings.each => "amc.value-count", place,
                "expected {} for `{name}`, found {count}; the surplus is ignored", Count(self.expected_values(part), "value"));
        }
    }

    /// Ends an unfinished bone: warns of its missing values.
    pub(super) fn finish_bone(&mut self, out: &mut AmcFrameMaker) {
        let Some(UnfinishedBone { part, filled, place }) = self.unfinished.take() else { return };
        self.lacking.push(part);
        if self.first_warning(part, COUNT) {
            let (name, wanted) = (self.rig.parts.get(part).map_or("", |part| &part.name), self.expected_values(part));
            let what = if self.is_end {
                format!("the file ends after {filled} of {} for `{name}`", Count(wanted, "value"))
            } else {
                format!("expected {} for `{name}`, found {filled}", Count(wanted, "value"))
            };
            let message = format_args!("{what}; the others hold their last value");
            out.stream.warnings.each("amc.value-count", place, message);
        }
    }

    fn more_values(
        &mut self,
        bone: UnfinishedBone,
        rest: &mut WordsLeft<'_>,
        line: LineStart,
        out: &mut AmcFrameMaker,
    ) {
        let message = format_args!("values are wrapped over several lines; they were put together");
        out.stream.warnings.once("amc.values-wrapped", line.place(), message);
        let columns = self.layout.of(bone.part);
        let wanted = self.expected_values(bone.part);
        let slots = self.row.get_mut(columns.start..columns.start + wanted).unwrap_or_default();
        let mut values = BoneValues { slots, filled: bone.filled, lacks: false };
        values.read(rest, &self.rig, &mut out.stream.warnings);
        let filled = values.filled;
        if values.lacks {
            self.lacking.push(bone.part);
        }
        self.unfinished = None;
        if filled > columns.dofs {
            out.use_all_rotations();
        }
        if filled != wanted {
            self.check_count(bone.part, filled, bone.place, &mut out.stream.warnings);
        }
    }

    fn unknown(&mut self, name: &[u8], place: Location, warnings: &mut WarningLog) {
        let key: Box<[u8]> = name.get(..LONGEST_NAME).unwrap_or(name).to_ascii_lowercase().into();
        if self.unknown.len() < MAX_UNKNOWN_NAMES && self.unknown.insert(key) {
            let file = &self.rig.file;
            warning!(warnings.each => "amc.unknown-bone", place,
                "`{}` is not in the skeleton {file}; its values are ignored", Quoted(name));
        }
    }
}

impl BoneValues<'_> {
    /// Reads words up to another bone's name.
    fn read(&mut self, rest: &mut WordsLeft<'_>, rig: &AcclaimRig, warnings: &mut WarningLog) {
        while let Some(&Word { text: word, place, .. }) = rest.as_slice().first() {
            let numeric = looks_numeric(word);
            if !numeric && rig.part(word).is_some() {
                return;
            }
            rest.next();
            let (mut junk, mut gap) = (!numeric, false);
            if numeric {
                let odd = split_token(word, |piece| {
                    let slot = self.slots.get_mut(self.filled);
                    self.filled += 1;
                    match piece {
                        TokenPart::Number(value) => slot.into_iter().for_each(|slot| *slot = value),
                        TokenPart::Junk => junk = true,
                        _ => gap = true,
                    }
                });
                if odd.glued {
                    let message = format_args!("numbers run into each other; they were split at the sign");
                    warnings.once("amc.glued-numbers", place, message);
                }
            } else {
                self.filled += 1;
            }
            self.lacks |= junk || gap;
            if junk {
                let message = format_args!(
                    "expected a number, found `{}`; the value from the frame before is kept",
                    Quoted(word)
                );
                warnings.each("amc.bad-number", place, message);
            }
            if gap {
                let message = format_args!(
                    "`{}` is not a number from -1e12 to 1e12; the value from the frame before is kept",
                    Quoted(word)
                );
                warnings.each("amc.not-finite", place, message);
            }
        }
    }
}
