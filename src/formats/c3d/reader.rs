//! Collects the bytes of a file, then reads its points.

use super::events;
use super::header::{Header, KEY, parameter_block};
use super::layout::FrameLayout;
use super::numbers::{Bytes, Processor};
use super::parameters::Parameters;
use super::points;
use crate::error::{ErrorKind, Limits, Location, ParseError};
use crate::formats::reading::markers::{NoClip, Recording};
use crate::formats::reading::wording::{Count, damaged, folded};
use crate::formats::reading::{FormatReader, ReaderStart, WarningLog, growth};
use crate::model::{Axis, Clip, Format};

/// Most bytes reserved for a file by its stated size.
const MOST_RESERVED: u64 = 256 << 20;
/// The rate that is assumed where a file states none.
const ASSUMED_RATE: u32 = 100;

/// Points that are no places.
const OTHERS: &str = "angle, force, moment or power value";

/// Collects a whole file, because its parameters may follow its frames.
pub(super) struct C3dReader {
    name: String,
    limits: Limits,
    joint_centres: bool,
    bytes: Vec<u8>,
}

impl C3dReader {
    pub(super) fn new(start: ReaderStart) -> Self {
        let ReaderStart { name, limits, size, options, .. } = start;
        let mut bytes = Vec::new();
        // A vector that grows is in memory twice. If this fails, it grows.
        let size = size.map_or(0, |size| size.min(limits.input_bytes).min(MOST_RESERVED));
        bytes.try_reserve_exact(size as usize).ok();
        Self { name, limits, joint_centres: options.joint_centres, bytes }
    }
}

fn at(byte: usize) -> Location {
    Location { byte: byte as u64, line: 0, column: 0 }
}

fn refusal(kind: ErrorKind, code: &'static str, byte: usize, message: impl Into<String>) -> ParseError {
    let message = message.into();
    let message = if kind == ErrorKind::Syntax { damaged(&message) } else { message };
    ParseError::new(kind, code, message).at(at(byte))
}

fn no_memory() -> ParseError {
    refusal(ErrorKind::Limit, "c3d.out-of-memory", 0, "there is no memory left for the file")
}

impl FormatReader for C3dReader {
    fn push(&mut self, bytes: &[u8]) -> Result<(), ParseError> {
        growth::reserve(&mut self.bytes, bytes.len()).map_err(|_| no_memory())?;
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Clip, ParseError> {
        let Self { name, limits, joint_centres, bytes } = *self;
        let mut warnings = WarningLog::new(&limits);
        let (recording, data) = read(name, &bytes, &limits, &mut warnings)?;
        recording.clip(joint_centres, &limits, at(data), warnings).map_err(|reason| match reason {
            NoClip::NoPlaces => {
                let message = "expected points, found only ones that are hidden in every frame: export the file with markers that were seen";
                refusal(ErrorKind::Unsupported, "c3d.no-places", data, message)
            }
            NoClip::Limit(error) => refusal(ErrorKind::Limit, "c3d.limit", data, error.to_string()),
        })
    }
}

/// The points of a file, and the offset of its frames.
fn read(
    name: String,
    all: &[u8],
    limits: &Limits,
    warnings: &mut WarningLog,
) -> Result<(Recording, usize), ParseError> {
    if all.get(1) != Some(&KEY) || all.first() == Some(&0) {
        let message = "expected a C3D file, whose second byte is 0x50";
        return Err(refusal(ErrorKind::Syntax, "c3d.not-c3d", all.len().min(1), message));
    }
    let Some((start, processor)) = parameter_block(all) else {
        return Err(refusal(ErrorKind::Syntax, "c3d.head", all.len(), "the file ends before its parameters"));
    };
    if processor.is_none() {
        let number = all.get(start + 3).copied().unwrap_or(0);
        warning!(warnings.each => "c3d.processor", at(start + 3), "processor {number} is unknown; read as Intel's");
    }
    let bytes = Bytes { all, processor: processor.unwrap_or(Processor::Intel) };
    let Some(header) = Header::read(bytes) else {
        return Err(refusal(ErrorKind::Syntax, "c3d.head", all.len(), "the file ends within its header"));
    };
    let parameters = Parameters::read(bytes, start, header.data);
    if let Some(broken) = parameters.broken {
        let message = format_args!("the parameters break off here; those before count");
        warnings.each("c3d.parameters", at(broken.min(all.len())), message);
    }
    let layout = FrameLayout::of(&header, &parameters, all.len());
    if layout.is_of_parameters {
        let message = format_args!(
            "the header states frames of another length than the parameters, which fit the file and count: {}, {}",
            Count(layout.points, "point"),
            Count(layout.analog, "analog number")
        );
        warnings.each("c3d.layout", at(2), message);
    }
    if layout.points == 0 {
        return Err(no_points(&parameters, &layout));
    }
    let frames = count_frames(&layout, all.len(), warnings)?;
    let labels = points::labels(&parameters, layout.points, limits.name_bytes);
    let no_places = points::are_no_places(&parameters, &labels);
    let is_wanted: Vec<bool> = no_places.iter().map(|is_none| !is_none).collect();
    let mut notes = notes(&parameters);
    let (mut kept, mut others) = (Vec::new(), Vec::new());
    for (label, is_wanted) in labels.into_iter().zip(&is_wanted) {
        if *is_wanted { &mut kept } else { &mut others }.push(label);
    }
    let labels = kept;
    if labels.is_empty() {
        let message = format!("the file holds no points: {}; export it with its markers", Count(others.len(), OTHERS));
        return Err(refusal(ErrorKind::Unsupported, "c3d.no-points", 2, message));
    }
    if !others.is_empty() {
        notes.push(("No points".into(), format!("{}: {}", Count(others.len(), OTHERS), folded(&others))));
    }
    if labels.len() > limits.joints {
        let message = format!("{} are more than the limit of {}", Count(labels.len(), "point"), limits.joints);
        return Err(refusal(ErrorKind::Limit, "c3d.limit", 2, message));
    }
    let mut places = Vec::new();
    if frames > limits.frames || places.try_reserve_exact(labels.len().saturating_mul(frames)).is_err() {
        return Err(refusal(ErrorKind::Limit, "c3d.limit", layout.data, format!("{frames} frames are too many")));
    }
    (0..frames).for_each(|frame| points::places(bytes, &layout, frame, &is_wanted, &mut places));
    let (frame_time, rate_stated) = frame_time(&header, &parameters, warnings);
    let events = events::read(&parameters, &layout, frames, frame_time);
    if events.outside > 0 {
        let message =
            format_args!("{} without a time in the recording, or without a name", Count(events.outside, "event"));
        warnings.each("c3d.events", at(start), message);
    }
    let recording = Recording {
        format: Format::C3d,
        name,
        labels,
        places,
        frame_time,
        rate_stated,
        metres_per_unit: parameters.texts("POINT", "UNITS").first().and_then(|unit| metres(unit)),
        up: parameters.texts("POINT", "Y_SCREEN").first().and_then(|axis| Axis::from_name(axis)),
        notes,
        marks: events.marks,
        marks_dropped: events.dropped,
    };
    Ok((recording, layout.data))
}

/// Number of frames that are there.
fn count_frames(layout: &FrameLayout, length: usize, warnings: &mut WarningLog) -> Result<usize, ParseError> {
    if layout.frames == 0 {
        let message = format!(
            "expected frames of {}, found none: export the file with its frames",
            Count(layout.points, "point")
        );
        return Err(refusal(ErrorKind::Unsupported, "c3d.no-frames", 6, message));
    }
    let there = length.saturating_sub(layout.data) / layout.stride().max(1);
    if there == 0 || layout.data == 0 {
        let message = format!("the file ends before its first frame: expected {}", Count(layout.frames, "frame"));
        return Err(refusal(ErrorKind::Syntax, "c3d.no-frames", length, message));
    }
    if there < layout.frames {
        let message = format_args!("the file ends after {} of {}", there, Count(layout.frames, "frame"));
        warnings.each("c3d.cut", at(length), message);
    }
    Ok(there.min(layout.frames))
}

fn no_points(parameters: &Parameters<'_>, layout: &FrameLayout) -> ParseError {
    let channels = parameters.count("ANALOG", "USED").unwrap_or(layout.analog);
    let matrices = parameters.count("ROTATION", "USED").filter(|used| *used > 0);
    let matrices = matrices.map_or(String::new(), |used| format!(" and {}", Count(used, "rotation")));
    let message = format!(
        "the file holds no points: {}{matrices}; export it with its markers",
        Count(channels, "analog channel")
    );
    refusal(ErrorKind::Unsupported, "c3d.no-points", 2, message)
}

/// Seconds from frame to frame, and whether the file states its rate.
fn frame_time(header: &Header, parameters: &Parameters<'_>, warnings: &mut WarningLog) -> (f64, bool) {
    let is_rate = |rate: &f64| (1e-3..=1e6).contains(rate);
    let stated = Some(f64::from(header.rate)).filter(is_rate);
    match stated.or(parameters.number("POINT", "RATE").filter(is_rate)) {
        Some(rate) => (1.0 / rate, true),
        None => {
            warning!(warnings.each => "c3d.rate", at(20), "no rate is stated; {ASSUMED_RATE} frames a second");
            (1.0 / f64::from(ASSUMED_RATE), false)
        }
    }
}

/// Metres per unit.
fn metres(unit: &str) -> Option<f64> {
    match unit.to_ascii_lowercase().as_str() {
        "mm" => Some(0.001),
        "cm" => Some(0.01),
        "dm" => Some(0.1),
        "m" => Some(1.0),
        "in" => Some(0.0254),
        _ => None,
    }
}

/// The notes of a file about its program and its persons.
fn notes(parameters: &Parameters<'_>) -> Vec<(String, String)> {
    let mut notes = Vec::new();
    for (title, group, name) in [
        ("Written by", "MANUFACTURER", "SOFTWARE"),
        ("Subjects", "SUBJECTS", "NAMES"),
        ("Description", "TRIAL", "DESCRIPTION"),
    ] {
        let texts: Vec<String> = parameters.texts(group, name).into_iter().filter(|text| !text.is_empty()).collect();
        if !texts.is_empty() {
            notes.push((title.to_owned(), folded(&texts)));
        }
    }
    notes
}
