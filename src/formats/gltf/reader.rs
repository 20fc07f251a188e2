//! Collects the bytes of a file, then reads its clip.

use super::about;
use super::accessors::Accessors;
use super::animations;
use super::behaviours;
use super::buffers::Buffers;
use super::companions::GltfCompanions;
use super::container::{self, GltfContainer};
use super::extensions;
use super::figure::{GltfFigure, Members};
use super::humanoid::Humanoid;
use super::json::{self, Json, JsonStop};
use super::nodes::NodeTree;
use super::problem::Problem;
use super::surface;
use crate::body::HUMANOID_BONES;
use crate::error::{ErrorKind, Limits, Location, ParseError};
use crate::formats::reading::scenes::channels;
use crate::formats::reading::text::Ruler;
use crate::formats::reading::{FormatReader, Kind, ReaderStart, WarningLog, growth};
use crate::model::{Axis, Clip, Format, Source};

/// Most bytes reserved for a file by its stated size.
const MOST_RESERVED: u64 = 256 << 20;

/// Collects a whole file, because its numbers follow what says what they mean.
pub(super) struct GltfReader {
    kind: Kind,
    name: String,
    limits: Limits,
    ruler: Ruler,
    companions: GltfCompanions,
    bytes: Vec<u8>,
}

impl GltfReader {
    pub(super) fn new(start: ReaderStart, companions: GltfCompanions) -> Self {
        let ReaderStart { kind, name, limits, size, ruler, .. } = start;
        let mut bytes = Vec::new();
        // A vector that grows is in memory twice. If this fails, it grows.
        let size = size.map_or(0, |size| size.min(limits.input_bytes).min(MOST_RESERVED));
        bytes.try_reserve_exact(size as usize).ok();
        Self { kind, name, limits, ruler, companions, bytes }
    }
}

impl FormatReader for GltfReader {
    fn push(&mut self, bytes: &[u8]) -> Result<(), ParseError> {
        if growth::reserve(&mut self.bytes, bytes.len()).is_err() {
            return Err(Problem::no_memory().at(Location::default()));
        }
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Clip, ParseError> {
        let Self { kind, name, limits, ruler, companions, bytes } = *self;
        let start = Location { byte: 0, line: 1, column: 1 };
        let mut warnings = WarningLog::new(&limits);
        let place = |byte: usize| Location { byte: byte as u64, line: 0, column: 0 };
        let (container, start) = match kind {
            Kind::Bin => {
                let message = "these are the numbers of a glTF file: drop its .gltf together with it";
                return Err(ParseError::new(ErrorKind::Unsupported, "gltf.bin-alone", message).at(place(0)));
            }
            Kind::Glb => {
                let container =
                    container::read(&bytes, &mut warnings).map_err(|(problem, byte)| problem.at_byte(byte))?;
                let start = place(container.json_at);
                (container, start)
            }
            _ => (GltfContainer { json: &bytes, json_at: 0, bin: None }, start),
        };
        let json = json::read(container.json, HUMANOID_BONES).map_err(|JsonStop { problem, line, column }| {
            let at = container.json_at + offset(container.json, line, column);
            if kind == Kind::Glb { problem.at_byte(at) } else { problem.at(ruler.location_in(&bytes, at)) }
        })?;
        let file = File { name, json: &json, bin: container.bin, bytes: bytes.len(), start };
        let clip = file.read(&companions, &limits, &mut warnings).map_err(|problem| problem.at(start))?;
        let (warnings, warnings_dropped) = warnings.into_list();
        Ok(Clip { warnings, warnings_dropped, ..clip })
    }
}

/// The offset of a line and column of a text, both from 1.
fn offset(text: &[u8], line: usize, column: usize) -> usize {
    let mut ends = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
    let start = line.checked_sub(2).map_or(0, |before| ends.nth(before).unwrap_or(0));
    (start + column.saturating_sub(1)).min(text.len())
}

/// A file whose JSON was read.
struct File<'a> {
    name: String,
    json: &'a Json<'a>,
    bin: Option<&'a [u8]>,
    bytes: usize,
    /// The place at which its JSON begins: that of all else that is told.
    start: Location,
}

impl File<'_> {
    /// The clip without warnings.
    fn read(self, companions: &GltfCompanions, limits: &Limits, warnings: &mut WarningLog) -> Result<Clip, Problem> {
        let Self { name, json, bin, bytes, start } = self;
        extensions::check(json, start, warnings)?;
        let buffers = Buffers::new(json, bin, companions);
        let file_bytes = bytes + companions.bytes();
        let accessors = Accessors::new(json, &buffers, file_bytes);
        let humanoid = Humanoid::read(json);
        let nodes = NodeTree::read(json, start, warnings)?;
        let animations = animations::read(json, &nodes, &accessors, humanoid.is_motion, (start, warnings))?;
        let members = Members {
            animated: &animations::moved_nodes(json, &nodes),
            scales: behaviours::scales(&animations, &nodes),
            humanoid: &humanoid,
            is_own: about::is_own(json),
        };
        let figure = GltfFigure::read(json, &nodes, &members, limits, (start, warnings))?;
        let behaviours = behaviours::read(&name, &animations, &figure, limits, file_bytes, (start, warnings));
        let skin = surface::read(json, &nodes, &figure, &accessors, members.is_own, (start, warnings));
        about::warn(&figure, start, warnings);
        let source = Source {
            metres_per_unit: Some(1.0),
            unit_stated: true,
            up: Some(Axis::Y),
            channels: channels(&figure.skeleton, &behaviours),
            ..Source::new(Format::Gltf)
        };
        let mut clip = Clip::new(name, figure.skeleton.clone(), behaviours, source);
        clip.skin = skin;
        clip.about.notes = about::notes(json, limits);
        clip.about.labels = about::labels(&figure, &humanoid);
        Ok(clip)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_are_offsets() {
        let at = |line, column| offset(b"ab\ncd\nef", line, column);
        assert_eq!([at(1, 1), at(1, 2), at(2, 1), at(3, 2), at(9, 9)], [0, 1, 3, 7, 8]);
    }
}
