//! Collects the text of a file, then reads its points.

use super::head::{TrcHeader, has_labels, labels};
use super::lines::{TextLine, lines};
use super::table::Table;
use crate::decimal;
use crate::error::{ErrorKind, Limits, Location, ParseError};
use crate::formats::reading::markers::{NoClip, Recording};
use crate::formats::reading::text::{Ruler, TextPlaces, line_text};
use crate::formats::reading::wording::Count;
use crate::formats::reading::{FormatReader, ReaderStart, WarningLog, growth};
use crate::model::{Clip, Format};

/// Most bytes reserved for a file by its stated size.
const MOST_RESERVED: u64 = 256 << 20;
/// The rate that is assumed where neither the head nor the times have one.
const ASSUMED_RATE: f64 = 100.0;
/// How far the rate may be from that of the times, which are rounded.
const RATE_DIFFERENCE: f64 = 0.05;
/// The labels come after at most so many lines.
const MOST_HEAD_LINES: usize = 20;
/// Bytes of a point in a row.
const POINT_BYTES: u64 = 12;

/// Collects a whole file: the number of points may grow with its last row.
pub(super) struct TrcReader {
    name: String,
    limits: Limits,
    joint_centres: bool,
    ruler: Ruler,
    text: Vec<u8>,
}

impl TrcReader {
    pub(super) fn new(start: ReaderStart) -> Self {
        let ReaderStart { name, limits, size, ruler, options, .. } = start;
        let mut text = Vec::new();
        // A vector that grows is in memory twice. If this fails, it grows.
        let size = size.map_or(0, |size| size.min(limits.input_bytes).min(MOST_RESERVED));
        text.try_reserve_exact(size as usize).ok();
        Self { name, limits, joint_centres: options.joint_centres, ruler, text }
    }
}

fn no_memory() -> ParseError {
    let start = Location { byte: 0, line: 1, column: 1 };
    ParseError::new(ErrorKind::Limit, "trc.out-of-memory", "there is no memory left for the file").at(start)
}

impl FormatReader for TrcReader {
    fn push(&mut self, text: &[u8]) -> Result<(), ParseError> {
        growth::reserve(&mut self.text, text.len()).map_err(|_| no_memory())?;
        self.text.extend_from_slice(text);
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Clip, ParseError> {
        let Self { name, limits, joint_centres, ruler, text } = *self;
        let mut warnings = WarningLog::new(&limits);
        let mut file = File { text: &text, places: TextPlaces::new(&text, ruler), limits: &limits };
        let (recording, labels_at) = file.read(name, &mut warnings)?;
        let place = file.places.locate(labels_at);
        recording.clip(joint_centres, &limits, place, warnings).map_err(|reason| match reason {
            NoClip::NoPlaces => {
                let message = "expected points, found only empty cells";
                file.refusal(ErrorKind::Unsupported, "trc.no-places", labels_at, message)
            }
            NoClip::Limit(error) => file.refusal(ErrorKind::Limit, "trc.limit", labels_at, error.to_string()),
        })
    }
}

/// A file whose text is complete.
struct File<'a> {
    text: &'a [u8],
    places: TextPlaces<'a>,
    limits: &'a Limits,
}

impl File<'_> {
    fn refusal(&mut self, kind: ErrorKind, code: &'static str, at: usize, message: impl Into<String>) -> ParseError {
        ParseError::new(kind, code, message).at(self.places.locate(at)).with_excerpt(&line_text(self.text, at))
    }

    /// The points of a file, and the offset of the line of labels.
    fn read(&mut self, name: String, warnings: &mut WarningLog) -> Result<(Recording, usize), ParseError> {
        let text = self.text;
        let mut all = lines(text);
        let mut above: Vec<TextLine<'_>> = Vec::new();
        let titles = loop {
            match all.next() {
                Some(line) if has_labels(line) => break line,
                Some(line) if above.len() < MOST_HEAD_LINES => above.push(line),
                found => {
                    let at = found.map_or(text.len(), |line| line.at);
                    let message = "expected the line of labels, which begins with Frame#: export the file as TRC again";
                    let message = if found.is_none() {
                        format!("the file ends too early: {message}")
                    } else {
                        message.to_owned()
                    };
                    return Err(self.refusal(ErrorKind::Syntax, "trc.no-table", at, message));
                }
            }
        };
        let head = TrcHeader::read(&above);
        let mut names = labels(titles, self.limits.name_bytes);
        let table = self.table(all, warnings)?;
        if table.rows() == 0 {
            let message = format!(
                "expected rows of numbers below the labels of {}, found none: export the file with its frames",
                Count(names.len(), "point")
            );
            return Err(self.refusal(ErrorKind::Unsupported, "trc.no-frames", titles.at, message));
        }
        let points = names.len().max(table.points);
        if points == 0 {
            let message = "the file holds no points: no labels, and rows with nothing but frames and times; export it with its markers";
            return Err(self.refusal(ErrorKind::Unsupported, "trc.no-points", titles.at, message));
        }
        self.check_limits(points, table.rows(), titles.at)?;
        let unnamed = names.iter().filter(|name| name.is_empty()).count() + (points - names.len());
        if unnamed > 0 {
            let message = format_args!("{} without a label", Count(unnamed, "point"));
            warnings.each("trc.unnamed", self.places.locate(titles.at), message);
        }
        names.resize(points, String::new());
        for (point, name) in names.iter_mut().enumerate().filter(|(_, name)| name.is_empty()) {
            *name = format!("point_{}", point + 1);
        }
        let frames = table.rows();
        if let Some(stated) = head.frames.filter(|stated| *stated != frames as f64) {
            let message =
                format_args!("the head states {}, and there are {frames}", Count(stated.max(0.0) as usize, "frame"));
            warnings.each("trc.frames", self.places.locate(titles.at), message);
        }
        let (frame_time, rate_stated) = self.frame_time(&head, &table, titles.at, warnings);
        let places = table.filled(points).map_err(|_| no_memory())?;
        let recording = Recording {
            format: Format::Trc,
            name,
            labels: names,
            places,
            frame_time,
            rate_stated,
            metres_per_unit: head.metres(),
            up: None,
            notes: notes(&head, &table),
            marks: Vec::new(),
            marks_dropped: 0,
        };
        Ok((recording, titles.at))
    }

    fn table<'a>(
        &mut self,
        all: impl Iterator<Item = TextLine<'a>>,
        warnings: &mut WarningLog,
    ) -> Result<Table, ParseError> {
        let mut table = Table::default();
        for line in all {
            // Before the first row stands the line of axes.
            if !table.push(line).map_err(|_| no_memory())? && table.rows() > 0 && warnings.wants("trc.row") {
                warning!(warnings.keep => "trc.row", self.places.locate(line.at), "expected the number of a frame");
            }
        }
        Ok(table)
    }

    /// A row may lack most of its numbers, but each row is a whole frame: a file gets only as many as its size justifies.
    fn check_limits(&mut self, points: usize, frames: usize, at: usize) -> Result<(), ParseError> {
        let bytes = (points as u64).saturating_mul(frames as u64).saturating_mul(POINT_BYTES);
        let justified = Limits::justified_by(self.text.len() as u64).min(self.limits.motion_bytes);
        if points > self.limits.joints || frames > self.limits.frames || bytes > justified {
            let message = format!("{} in {} are too many", Count(points, "point"), Count(frames, "frame"));
            return Err(self.refusal(ErrorKind::Limit, "trc.limit", at, message));
        }
        Ok(())
    }

    /// Seconds from frame to frame, and whether the file states its rate: that of the head, unless the times contradict it.
    fn frame_time(&mut self, head: &TrcHeader, table: &Table, at: usize, warnings: &mut WarningLog) -> (f64, bool) {
        let stated = head.rate.filter(|rate| (1e-3..=1e6).contains(rate));
        let step = table.step();
        let contradicts = |rate: f64| step.is_some_and(|step| (rate * step - 1.0).abs() > RATE_DIFFERENCE);
        if let Some(rate) = stated.filter(|rate| !contradicts(*rate)) {
            return (1.0 / rate, true);
        }
        let found = stated.map_or("no rate is stated".to_owned(), |rate| {
            format!("a rate of {} is stated, which the times contradict", decimal::text(rate, 3))
        });
        let used = step.unwrap_or(1.0 / ASSUMED_RATE);
        let message = format_args!("{found}; {} frames a second", decimal::text(1.0 / used, 3));
        warnings.each("trc.rate", self.places.locate(at), message);
        (used, step.is_some())
    }
}

/// The file's name in the head, and the number of its first frame.
fn notes(head: &TrcHeader, table: &Table) -> Vec<(String, String)> {
    let mut notes = Vec::new();
    if !head.file.is_empty() {
        notes.push(("Recorded as".to_owned(), head.file.clone()));
    }
    if let Some(first) = table.first.filter(|first| *first != 1.0 && *first != 0.0) {
        notes.push(("First frame".to_owned(), decimal::text(first, 0)));
    }
    notes
}
