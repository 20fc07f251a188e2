//! Reads a motion's header and the bones of its first frame, enough to find its skeleton.

use super::lines::{LONGEST_LINE, LineStart, line_end, whole_number, words};
use crate::decimal::{leading, looks_numeric};
use crate::error::Location;
use crate::formats::reading::WarningLog;
use crate::formats::reading::text::{Quoted, Ruler};

/// The first frame is searched for in this many bytes, a fixed number so that the result does not depend on the chunks.
pub(super) const LONGEST_HEAD: usize = 1 << 20;

/// The longest time from frame to frame that is believed, seconds.
const LONGEST_FRAME_TIME: f64 = 3600.0;

#[derive(Debug, Clone, PartialEq)]
pub(super) struct HeadBone {
    pub(super) name: Box<[u8]>,
    /// Number of numbers after the name.
    pub(super) values: usize,
    /// The numbers on the bone's own line.
    pub(super) numbers: Vec<f64>,
    pub(super) place: Location,
}

#[derive(Debug)]
pub(super) struct AmcHead {
    /// The path after `#!OML:ASF` in a comment, and the comment's place.
    pub(super) skeleton: Option<(String, Location)>,
    /// The first frame's bones that have values.
    pub(super) bones: Vec<HeadBone>,
    /// `:FORCE-ALL-JOINTS-BE-3DOF`: every bone has three rotations, whatever the skeleton says.
    pub(super) force: bool,
    /// The seconds from frame to frame that a comment of ours states: the format has none.
    pub(super) frame_time: Option<f64>,
    /// Whether angles are in radians, if `:RADIANS` or `:DEGREES` is given.
    pub(super) radians: Option<bool>,
}

/// Collects the text up to the end of the first frame.
#[derive(Debug)]
pub(super) struct AmcHeadCollector {
    block: Vec<u8>,
    /// Bytes of the block that were read; the next line starts here.
    read: usize,
    line: LineStart,
    /// Start of the rows: the first line that is neither comment nor keyword.
    rows: Option<(usize, LineStart)>,
    /// Whether there was a keyword.
    keywords: bool,
    first_number: Option<i64>,
    head: AmcHead,
}

impl AmcHeadCollector {
    pub(super) fn new(ruler: Ruler) -> Self {
        let head = AmcHead { skeleton: None, bones: Vec::new(), force: false, frame_time: None, radians: None };
        let line = LineStart::first(ruler);
        Self { block: Vec::new(), read: 0, line, rows: None, keywords: false, first_number: None, head }
    }

    /// Takes bytes up to the end of the first frame. Returns their number, and whether that end was found.
    pub(super) fn take(&mut self, bytes: &[u8], warnings: &mut WarningLog) -> (usize, bool) {
        let taken = bytes.len().min(LONGEST_HEAD - self.block.len());
        self.block.extend_from_slice(bytes.get(..taken).unwrap_or(bytes));
        let block = std::mem::take(&mut self.block);
        let mut done = block.len() >= LONGEST_HEAD;
        // No line ended in earlier bytes, unless the last one is a CR, which may be half of a CRLF.
        let before = (block.len() - taken).saturating_sub(1);
        while let Some((end, next)) = line_end(&block, self.read.max(before)) {
            let start = self.read;
            if self.read_line(block.get(start..end).unwrap_or_default(), start, warnings) {
                done = true;
                break;
            }
            self.line = self.line.next(block.get(start..next).unwrap_or_default());
            self.read = next;
        }
        self.block = block;
        (taken, done)
    }

    pub(super) fn finish(&mut self, warnings: &mut WarningLog) {
        let block = std::mem::take(&mut self.block);
        let start = self.read;
        self.read_line(block.get(start..).unwrap_or_default(), start, warnings);
        self.block = block;
    }

    /// The header, the text of the rows so far, and its start.
    pub(super) fn into_parts(self, warnings: &mut WarningLog) -> (AmcHead, Vec<u8>, LineStart) {
        let (at, line) = self.rows.unwrap_or((self.block.len(), self.line));
        if !self.keywords && self.rows.is_some() {
            warning!(warnings.each => "amc.no-keyword", line.place(),
                "expected :FULLY-SPECIFIED before the first frame");
        }
        let mut block = self.block;
        block.drain(..at);
        (self.head, block, line)
    }

    /// Reads the line at `start` of the block. True if it starts the second frame.
    fn read_line(&mut self, line: &[u8], start: usize, warnings: &mut WarningLog) -> bool {
        let line = line.get(..LONGEST_LINE).unwrap_or(line);
        let mut words = words(line).take_while(|(_, word)| !word.starts_with(b"#"));
        let Some((offset, word)) = words.next() else {
            self.comment(line);
            return false;
        };
        if self.rows.is_none() && word.starts_with(b":") {
            self.keywords(line, offset, warnings);
            return false;
        }
        if self.rows.is_none() {
            self.rows = Some((start, self.line));
        }
        let values = words.clone().filter(|(_, word)| looks_numeric(word)).count();
        let Some(number) = whole_number(word) else {
            if looks_numeric(word) {
                self.more_values(values + 1);
                return false;
            }
            return self.bone(line, offset, word, values);
        };
        match words.next() {
            None => {
                if self.first_number.is_none() {
                    // Words before the first number are remarks, unless numbers follow them.
                    self.head.bones.retain(|bone| bone.values > 0);
                }
                let over = !self.head.bones.is_empty() && self.first_number.is_none_or(|first| number == first + 1);
                self.first_number = self.first_number.or(Some(number));
                over
            }
            Some((offset, next)) if !looks_numeric(next) => {
                self.first_number = self.first_number.or(Some(number));
                self.bone(line, offset, next, values)
            }
            // A bone's id (ids start at 1), or values of the bone before on a line of their own.
            Some(_) if number > 0 => self.bone(line, offset, word, values),
            Some(_) => {
                self.more_values(values + 1);
                false
            }
        }
    }

    fn more_values(&mut self, count: usize) {
        if let Some(bone) = self.head.bones.last_mut() {
            bone.values += count;
        }
    }

    /// Adds a bone. True if it is the first bone again, which starts the second frame.
    fn bone(&mut self, line: &[u8], offset: usize, name: &[u8], values: usize) -> bool {
        let bones = &mut self.head.bones;
        let first = bones.first().is_some_and(|first| first.name.eq_ignore_ascii_case(name));
        if first && bones.len() > 1 {
            return true;
        }
        if !first {
            let place = self.line.place_in(line, offset);
            let behind = words(line.get(offset..).unwrap_or_default()).skip(1);
            let numbers = behind.map_while(|(_, word)| leading(word, b'.').map(|(number, _)| number)).collect();
            bones.push(HeadBone { name: name.into(), values, numbers, place });
        }
        false
    }

    /// Many files name their skeleton in a comment: `#!OML:ASF path`. [`write::amc`](crate::write::amc) also states the rate in one.
    fn comment(&mut self, line: &[u8]) {
        if self.rows.is_none() && self.head.frame_time.is_none() {
            self.head.frame_time = stated_frame_time(line);
        }
        const MARK: &[u8] = b"#!OML:ASF";
        let text = line.trim_ascii();
        let marked = text.get(..MARK.len()).is_some_and(|start| start.eq_ignore_ascii_case(MARK));
        if let (None, true, Some(path)) = (&self.head.skeleton, marked, text.get(MARK.len()..)) {
            let path = String::from_utf8_lossy(path.trim_ascii()).into_owned();
            self.head.skeleton = Some((path, self.line.place())).filter(|(path, _)| !path.is_empty());
        }
    }

    /// Reads the keywords of a line, regardless of blanks, dashes and case.
    fn keywords(&mut self, line: &[u8], offset: usize, warnings: &mut WarningLog) {
        let mut at = offset;
        for part in line.get(offset + 1..).unwrap_or_default().split(|byte| *byte == b':') {
            let text = part.split(|byte| *byte == b'#').next().unwrap_or_default();
            let letters = text.iter().filter(|byte| byte.is_ascii_alphanumeric()).map(u8::to_ascii_uppercase);
            let word: Vec<u8> = letters.take(64).collect();
            // A line may have thousands of keywords: only places that are told are counted.
            let place = || self.line.place_in(line, at);
            match word.as_slice() {
                b"FULLYSPECIFIED" => {}
                b"FORCEALLJOINTSBE3DOF" => self.head.force = true,
                b"DEGREES" | b"RADIANS" => {
                    let radians = word.starts_with(b"R");
                    let has_two = self.head.radians.is_some_and(|before| before != radians);
                    if has_two && warnings.wants("amc.two-units") {
                        let message = format_args!("two units of angles; the last one is used");
                        warnings.keep("amc.two-units", place(), message);
                    }
                    self.head.radians = Some(radians);
                }
                _ => {
                    if warnings.wants("amc.unknown-keyword") {
                        let message = format_args!("`:{}` is not known; it was skipped", Quoted(text.trim_ascii()));
                        warnings.keep("amc.unknown-keyword", place(), message);
                    }
                }
            }
            self.keywords = true;
            at += part.len() + 1;
            if text.len() < part.len() {
                return;
            }
        }
    }
}

/// The seconds of a comment such as `# 0.02 seconds from frame to frame`.
fn stated_frame_time(line: &[u8]) -> Option<f64> {
    let text = line.trim_ascii().strip_prefix(b"#")?.trim_ascii().strip_suffix(b" seconds from frame to frame")?;
    let (seconds, read) = leading(text, b'.')?;
    (read == text.len() && seconds > 0.0 && seconds <= LONGEST_FRAME_TIME).then_some(seconds)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Limits;
    use crate::formats::reading::text::Encoding;

    fn read(text: &str, piece: usize) -> (AmcHead, String, Vec<String>) {
        let mut warnings = WarningLog::new(&Limits::default());
        let mut collector = AmcHeadCollector::new(Ruler::new(Encoding::Utf8, 0));
        let mut done = false;
        for bytes in text.as_bytes().chunks(piece) {
            if !done {
                done = collector.take(bytes, &mut warnings).1;
            }
        }
        if !done {
            collector.finish(&mut warnings);
        }
        let (head, rows, line) = collector.into_parts(&mut warnings);
        let warnings = warnings.into_list().0;
        let texts = warnings.iter().map(|warning| format!("{} {}", warning.code, warning.location.unwrap())).collect();
        (head, format!("{} {}", line.place(), String::from_utf8_lossy(&rows).lines().next().unwrap_or("")), texts)
    }

    fn bones(head: &AmcHead) -> Vec<(String, usize, String)> {
        let name = |bone: &HeadBone| String::from_utf8_lossy(&bone.name).into_owned();
        head.bones.iter().map(|bone| (name(bone), bone.values, bone.place.to_string())).collect()
    }

    #[test]
    fn the_first_frame_lists_its_bones() {
        let text = "#!oml:asf C:\\A B\\07.ASF \r\n#\r\n:FULLY-SPECIFIED\r\n:Degrees\r\n1\r\nroot 1 2 3 4 5 6\r\n a (1,2)\r\n2\r\nroot";
        for piece in [1, 2, 3, 1000] {
            let (head, rows, warnings) = read(text, piece);
            let (path, place) = head.skeleton.clone().unwrap();
            assert_eq!((path.as_str(), place.to_string()), ("C:\\A B\\07.ASF", "1:1".into()));
            assert_eq!(bones(&head), [("root".into(), 6, "6:1".into()), ("a".into(), 2, "7:2".into())]);
            assert_eq!((head.force, head.radians, rows.as_str()), (false, Some(false), "5:1 1"));
            assert!(warnings.is_empty());
        }
    }

    #[test]
    fn keywords_are_read_in_any_form() {
        let (head, rows, warnings) =
            read(": fully specified :RADIANS # so\n:force-all-joints-be-3DOF\n:DEGREES\n:WHAT\nx 1", 5);
        assert_eq!((head.force, head.radians, rows.as_str()), (true, Some(false), "5:1 x 1"));
        assert_eq!(warnings, ["amc.two-units 3:1", "amc.unknown-keyword 4:1"]);
        let (_, rows, warnings) = read("1\nroot 1\n", 3);
        assert_eq!((rows.as_str(), warnings), ("1:1 1", vec!["amc.no-keyword 1:1".to_owned()]));
    }

    #[test]
    fn the_first_bone_again_begins_the_second_frame() {
        let (head, ..) = read(":fully-specified\nroot 1\na 2\nROOT 3\nb 4\n", 1000);
        assert_eq!(bones(&head), [("root".into(), 1, "2:1".into()), ("a".into(), 1, "3:1".into())]);
    }

    #[test]
    fn slipped_values_belong_to_the_bone_before() {
        let (head, ..) = read(":fully-specified\n1\nroot 1 2 3\n4.5 5 6\n7\na\n1.5\n2\nb 1", 1000);
        assert_eq!(bones(&head), [("root".into(), 6, "3:1".into()), ("a".into(), 1, "6:1".into())]);
    }
}
