//! The letters of a BVH that decide whether other programs read it. Their readers are stricter than ours, each in its own way: this looks at
//! lines and words as they do, and repairs nothing.

use std::borrow::Cow;

use marey::model::Clip;

/// The lines of a BVH as other programs see them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct BvhText {
    /// Whether the bytes are UTF-8 and no UTF-16.
    pub(super) is_utf8: bool,
    /// Whether a byte order mark of UTF-8 comes first.
    pub(super) has_mark: bool,
    /// Whether the first line is HIERARCHY and nothing else.
    pub(super) starts_exactly: bool,
    /// Whether the first line that is not empty is HIERARCHY, with or without blanks around.
    pub(super) starts_loosely: bool,
    /// Whether a line is MOTION alone.
    pub(super) has_motion: bool,
    pub(super) joints: Vec<TextJoint>,
    pub(super) roots: usize,
    /// Whether the last ROOT begins its line, with one blank before the name.
    pub(super) root_is_plain: bool,
    /// The different spellings of `End Site`.
    pub(super) ends: Vec<String>,
    /// Whether braces, joints, offsets and channels have lines of their own.
    pub(super) lines_are_apart: bool,
    /// Whether an OFFSET has other letters than digits, minus, point and `e`, or fewer than three numbers.
    pub(super) has_odd_offset: bool,
    /// The number behind `Frames:`.
    pub(super) frames: Option<usize>,
    /// Seconds behind `Frame Time:`.
    pub(super) frame_time: Option<f64>,
    /// The rows of numbers; `None` without `Frame Time:`.
    pub(super) rows: Option<RowFacts>,
    /// Empty lines in the whole file.
    pub(super) blank_lines: usize,
    /// Empty lines below `Frames:` and `Frame Time:`.
    pub(super) blank_lines_of_motion: usize,
}

/// A joint as it is written.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct TextJoint {
    pub(super) name: String,
    /// The words behind CHANNELS: a number, then names.
    channels: Option<Vec<String>>,
}

impl TextJoint {
    fn listed(&self) -> &[String] {
        self.channels.as_deref().and_then(|words| words.split_first()).map_or(&[], |(_, listed)| listed)
    }

    /// Number of channels that are listed.
    pub(super) fn channel_count(&self) -> usize {
        self.listed().len()
    }

    /// The letters of the rotation channels, in their order.
    pub(super) fn order(&self) -> String {
        let turns = self.listed().iter().filter(|channel| is_kind(channel, "rotation"));
        turns.filter_map(|channel| channel.chars().next()).map(|letter| letter.to_ascii_uppercase()).collect()
    }

    /// The first letters of the position channels, in their order, as they are written.
    pub(super) fn position_letters(&self) -> String {
        let moves = self.listed().iter().filter(|channel| is_kind(channel, "position"));
        moves.filter_map(|channel| channel.chars().next()).collect()
    }

    /// Whether no position comes behind the third channel.
    pub(super) fn positions_come_first(&self) -> bool {
        !self.listed().iter().skip(3).any(|channel| is_kind(channel, "position"))
    }

    /// Whether the number is that of the names, and each name is spelled as in the specification.
    pub(super) fn channels_are_plain(&self) -> bool {
        let Some(words) = self.channels.as_deref() else { return false };
        let Some((number, listed)) = words.split_first() else { return true };
        let spelled = |channel: &String| {
            let rest = channel.strip_prefix(['X', 'Y', 'Z']);
            rest.is_some_and(|rest| ["rotation", "position"].contains(&rest))
        };
        number.parse() == Ok(listed.len()) && listed.iter().all(spelled)
    }
}

fn is_kind(channel: &str, kind: &str) -> bool {
    let end = channel.len().checked_sub(kind.len()).and_then(|at| channel.get(at..));
    end.is_some_and(|end| end.eq_ignore_ascii_case(kind))
}

/// Facts about the rows of numbers.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct RowFacts {
    pub(super) count: usize,
    pub(super) blank: usize,
    pub(super) has_tabs: bool,
    pub(super) has_double_blanks: bool,
    /// The smallest and the largest number of values in a row.
    pub(super) widths: Option<(usize, usize)>,
    /// The first word that is no number.
    pub(super) bad_word: Option<String>,
}

impl BvhText {
    /// Reads the bytes of a file. Never fails: what is missing is not there.
    pub fn read(bytes: &[u8]) -> Self {
        let utf8 = std::str::from_utf8(bytes);
        let is_utf16 = bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF");
        let text = match utf8 {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => bytes.iter().map(|byte| char::from(*byte)).collect(),
        };
        let mut reader = BvhLineReader {
            out: Self {
                is_utf8: utf8.is_ok() && !is_utf16,
                has_mark: bytes.starts_with(b"\xEF\xBB\xBF"),
                root_is_plain: true,
                lines_are_apart: true,
                ..Self::default()
            },
            ..BvhLineReader::default()
        };
        let mut rest = &*text;
        while let Some(at) = rest.find(['\r', '\n']) {
            reader.line(rest.get(..at).unwrap_or_default());
            let end = rest.get(at..).unwrap_or_default();
            rest = end.strip_prefix("\r\n").or_else(|| end.get(1..)).unwrap_or_default();
        }
        // After the last line end there is no line.
        if !rest.is_empty() {
            reader.line(rest);
        }
        reader.out
    }

    /// The text that a careful writer makes of a clip's first motion: names, channels, rate and number of frames are the clip's, and nothing is
    /// odd. For files of other formats, and where the bytes are gone.
    pub fn of_clip(clip: &Clip) -> Self {
        let joints = (0..clip.skeleton.len()).filter(|joint| clip.skeleton.is_joint(*joint));
        let joint = |joint: usize| {
            let listed: Vec<&str> =
                clip.source.channels.get(joint).map_or("", |text| text).split_whitespace().collect();
            let channels =
                std::iter::once(listed.len().to_string()).chain(listed.iter().map(|word| (*word).to_owned()));
            TextJoint { name: clip.skeleton.name(joint).to_owned(), channels: Some(channels.collect()) }
        };
        let joints: Vec<TextJoint> = joints.map(joint).collect();
        let width = joints.iter().map(TextJoint::channel_count).sum();
        let motion = clip.behaviours.first().map(|first| &first.motion);
        let frames = motion.map(marey::model::Motion::frame_count);
        let rows = RowFacts { count: frames.unwrap_or(0), widths: Some((width, width)), ..RowFacts::default() };
        let roots = clip.skeleton.parent_of_each().filter(Option::is_none).count();
        Self {
            is_utf8: true,
            starts_exactly: true,
            starts_loosely: true,
            has_motion: true,
            joints,
            roots,
            root_is_plain: true,
            lines_are_apart: true,
            frames,
            frame_time: motion.map(marey::model::Motion::frame_time),
            rows: Some(rows),
            ..Self::default()
        }
    }

    /// Number of channels of all joints.
    pub(super) fn width(&self) -> usize {
        self.joints.iter().map(TextJoint::channel_count).sum()
    }

    /// Number of rows; 0 without any.
    pub(super) fn row_count(&self) -> usize {
        self.rows.as_ref().map_or(0, |rows| rows.count)
    }

    fn read_header_line(&mut self, line: &str) {
        let text = line.trim();
        let words: Vec<&str> = text.split_whitespace().collect();
        let Some((keyword, rest)) = words.split_first() else { return };
        let has_brace = text.contains(['{', '}']);
        let lower = keyword.to_ascii_lowercase();
        match *keyword {
            "ROOT" | "JOINT" => {
                if *keyword == "ROOT" {
                    self.roots += 1;
                    let name = line.strip_prefix("ROOT ");
                    self.root_is_plain =
                        name.is_some_and(|name| !name.starts_with(char::is_whitespace) && !name.is_empty());
                }
                self.joints.push(TextJoint { name: rest.join(" "), channels: None });
                self.lines_are_apart &= !text.contains('{');
            }
            "OFFSET" => self.has_odd_offset |= !is_plain_offset(rest),
            "CHANNELS" => {
                if let Some(joint) = self.joints.last_mut() {
                    joint.channels = Some(rest.iter().map(|word| (*word).to_owned()).collect());
                }
            }
            "HIERARCHY" => {}
            _ if lower == "end" || lower.starts_with("endsite") => {
                if !self.ends.iter().any(|known| known == text) {
                    self.ends.push(text.to_owned());
                }
                self.lines_are_apart &= !text.contains('{');
            }
            _ => self.lines_are_apart &= has_brace && text.len() == 1,
        }
    }
}

/// Reads a text line by line.
#[derive(Default)]
struct BvhLineReader {
    out: BvhText,
    /// Number of lines so far.
    lines: usize,
    /// Number of lines after MOTION so far.
    motion_lines: usize,
    has_text: bool,
    /// Whether the line of `Frames:`, or what stands in its place, was read.
    has_frames: bool,
    /// Lines without any letter at the end of the rows so far: if no row follows, they are the file's end.
    empty: usize,
}

impl BvhLineReader {
    fn line(&mut self, line: &str) {
        let text = line.trim();
        let out = &mut self.out;
        if self.lines == 0 {
            out.starts_exactly = line == "HIERARCHY";
        }
        if !self.has_text && !text.is_empty() {
            (self.has_text, out.starts_loosely) = (true, text == "HIERARCHY");
        }
        self.lines += 1;
        out.blank_lines += usize::from(text.is_empty());
        if out.has_motion {
            self.motion_line(line, text);
        } else if text == "MOTION" {
            out.has_motion = true;
        } else {
            out.read_header_line(line);
        }
    }

    fn motion_line(&mut self, line: &str, text: &str) {
        let out = &mut self.out;
        out.blank_lines_of_motion += usize::from(self.motion_lines >= 2 && text.is_empty());
        self.motion_lines += 1;
        if let Some(rows) = &mut out.rows {
            if line.is_empty() {
                self.empty += 1;
            } else {
                rows.blank += std::mem::take(&mut self.empty);
                rows.read(text);
            }
            return;
        }
        if !self.has_frames && !text.is_empty() {
            self.has_frames = true;
            let number =
                text.strip_prefix("Frames:").filter(|rest| rest.starts_with(char::is_whitespace)).map(str::trim);
            let digits = number.filter(|digits| digits.bytes().all(|digit| digit.is_ascii_digit()));
            out.frames = digits.and_then(|digits| digits.parse().ok());
        }
        if let Some(value) = line.trim_start().strip_prefix("Frame Time:") {
            out.frame_time = value.trim().parse().ok();
            out.rows = Some(RowFacts::default());
        }
    }
}

impl RowFacts {
    fn read(&mut self, text: &str) {
        if text.is_empty() {
            self.blank += 1;
            return;
        }
        self.count += 1;
        self.has_tabs |= text.contains('\t');
        self.has_double_blanks |= text.contains("  ");
        let mut width = 0;
        for word in text.split_whitespace() {
            width += 1;
            if self.bad_word.is_none() && word.parse::<f64>().is_err() {
                self.bad_word = Some(word.to_owned());
            }
        }
        let (low, high) = self.widths.unwrap_or((width, width));
        self.widths = Some((low.min(width), high.max(width)));
    }
}

/// Whether an OFFSET begins with three numbers of digits, minus, point and `e`; of the third the first letter counts.
fn is_plain_offset(words: &[&str]) -> bool {
    let is_plain = |letter: char| letter.is_ascii_digit() || matches!(letter, '-' | '.' | 'e');
    match words {
        [x, y, z, ..] => [x, y].iter().all(|word| word.chars().all(is_plain)) && z.starts_with(is_plain),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: &str = "HIERARCHY\nROOT Hips\n{\n\tOFFSET 0 0 0\n\tCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n\
        \tJOINT Neck\n\t{\n\t\tOFFSET 0 6.0 -1e-3\n\t\tCHANNELS 3 Zrotation Xrotation Yrotation\n\t\tEnd Site\n\t\t{\n\t\t\tOFFSET 0 2 0\n\t\t}\n\t}\n}\n\
        MOTION\nFrames: 2\nFrame Time: 0.5\n0 9 0 0 0 0 0 0 0\n1 9 0 0 0 0 0 0 0\n";

    #[test]
    fn a_plain_file_has_nothing_odd() {
        let text = BvhText::read(PLAIN.as_bytes());
        let clip = marey::formats::parse("a.bvh", PLAIN.as_bytes(), marey::Limits::default()).unwrap();
        let expected = BvhText { ends: vec!["End Site".into()], ..BvhText::of_clip(&clip) };
        assert_eq!(text, expected);
        assert_eq!((text.width(), text.row_count(), text.joints[1].order().as_str()), (9, 2, "ZXY"));
        assert_eq!(text.joints[0].position_letters(), "XYZ");
        assert!(text.joints.iter().all(|joint| joint.channels_are_plain() && joint.positions_come_first()));
    }

    #[test]
    fn line_ends_do_not_matter() {
        for end in ["\r\n", "\r"] {
            assert_eq!(BvhText::read(PLAIN.replace('\n', end).as_bytes()), BvhText::read(PLAIN.as_bytes()));
        }
    }

    #[test]
    fn each_oddity_is_seen() {
        let with = |from: &str, to: &str| BvhText::read(PLAIN.replacen(from, to, 1).as_bytes());
        assert!(
            with("HIERARCHY", "\u{FEFF}HIERARCHY").has_mark && !with("HIERARCHY", "\u{FEFF}HIERARCHY").starts_exactly
        );
        assert!(!with("HIERARCHY", " HIERARCHY").starts_exactly && with("HIERARCHY", " HIERARCHY").starts_loosely);
        assert!(!BvhText::read(b"HIERARCHY\nROOT \xFF").is_utf8 && !BvhText::read(b"\xFF\xFEH\0").is_utf8);
        assert_eq!(with("JOINT Neck", "JOINT Neck  1").joints[1].name, "Neck 1");
        assert!(!with("ROOT Hips", "\tROOT Hips").root_is_plain && !with("ROOT Hips", "ROOT  Hips").root_is_plain);
        assert_eq!(with("End Site", "EndSite").ends, ["EndSite"]);
        assert!(!with("Hips\n{", "Hips {").lines_are_apart && !with("End Site\n\t\t{", "End Site {").lines_are_apart);
        assert!(!with("ROOT Hips", "root Hips").lines_are_apart);
        assert!(with("0 6.0", "0 +6.0").has_odd_offset && with("0 6.0 -1e-3", "0 6.0").has_odd_offset);
        assert!(
            !with("3 Z", "4 Z").joints[1].channels_are_plain() && !with("3 Z", "3 z").joints[1].channels_are_plain()
        );
        assert!(
            !with("6 Xposition Yposition Zposition Zrotation", "6 Zrotation Xposition Yposition Zposition").joints[0]
                .positions_come_first()
        );
        assert_eq!(with("Frames: 2", "Frames:2").frames, None);
        assert_eq!((with("0.5", "0,5").frame_time, with("Frame Time", "FrameTime").rows), (None, None));
        assert_eq!(with("1 9 0", "1 x 0").rows.unwrap().bad_word.as_deref(), Some("x"));
        let rows = with("1 9 0", "\n1\t9  0 0").rows.unwrap();
        assert!(rows.has_tabs && rows.has_double_blanks && rows.blank == 1 && rows.widths == Some((9, 10)));
        assert_eq!((with("JOINT", "\nJOINT").blank_lines, with("0.5\n", "0.5\n\n").blank_lines_of_motion), (1, 1));
        assert_eq!(with("MOTION", "MOTIONS").row_count(), 0);
    }
}
