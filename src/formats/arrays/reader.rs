//! Collects the bytes of a file, and hands its clip out.

use super::array::Array;
use super::clip::{ArraysClip, PointFrames};
use super::companions::ArraysCompanions;
use super::files;
use super::reading::{FileReading, no_memory};
use super::shared_bytes::SharedBytes;
use crate::error::{Limits, ParseError};
use crate::formats::reading::{ArrayOptions, FormatReader, FrameStream, Kind, ReaderStart, WarningLog};
use crate::model::Clip;

/// Most bytes reserved for a file by its stated size.
const MOST_RESERVED: u64 = 256 << 20;

/// Collects a whole file, then reads it.
pub(super) struct ArraysReader {
    kind: Kind,
    name: String,
    limits: Limits,
    companions: ArraysCompanions,
    /// The file, until it has ended.
    bytes: Vec<u8>,
    /// The clip after the file's end.
    clip: Option<ArraysClip>,
}

impl ArraysReader {
    pub(super) fn new(start: ReaderStart, companions: ArraysCompanions) -> Self {
        let ReaderStart { kind, name, limits, size, .. } = start;
        let mut bytes = Vec::new();
        // A vector that grows is in memory twice. If this fails, it grows.
        let size = size.map_or(0, |size| size.min(limits.input_bytes).min(MOST_RESERVED));
        bytes.try_reserve_exact(size as usize).ok();
        Self { kind, name, limits, companions, bytes, clip: None }
    }

    /// The frames that are read in parts, after the file's end.
    fn frames(&mut self) -> Option<&mut PointFrames> {
        self.clip.as_mut()?.frames()
    }

    /// Reads the whole file, unless it was read; without the frames of a clip of positions.
    fn read(&mut self) -> Result<ArraysClip, ParseError> {
        if let Some(clip) = self.clip.take() {
            return Ok(clip);
        }
        let file = SharedBytes::from(std::mem::take(&mut self.bytes));
        let mut warnings = WarningLog::new(&self.limits);
        let mut keys = files::arrays(self.kind, &file, &self.limits, &mut warnings)?;
        if let [only] = keys.0.as_mut_slice()
            && (is_pose(only) || self.companions.options != ArrayOptions::default())
        {
            only.make_row();
        }
        let reading = FileReading { name: &self.name, keys: &keys, companions: &self.companions, limits: &self.limits };
        reading.clip(warnings)
    }
}

impl FormatReader for ArraysReader {
    fn push(&mut self, bytes: &[u8]) -> Result<(), ParseError> {
        if self.bytes.try_reserve(bytes.len()).is_err() {
            return Err(no_memory());
        }
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<Clip, ParseError> {
        match self.read()? {
            ArraysClip::Whole(clip) => Ok(clip),
            ArraysClip::Frames(frames) => frames.finish(),
        }
    }

    fn end(&mut self) -> Result<Option<usize>, ParseError> {
        let clip = self.read()?;
        Ok(self.clip.insert(clip).frames().map(|frames| frames.count()))
    }

    fn advance(&mut self, frames: usize) -> Result<(), ParseError> {
        self.frames().map_or(Ok(()), |rest| rest.advance(frames))
    }

    fn stream(&self) -> Option<&FrameStream> {
        if let Some(ArraysClip::Frames(frames)) = &self.clip { Some(&frames.stream) } else { None }
    }

    fn stream_mut(&mut self) -> Option<&mut FrameStream> {
        self.frames().map(|frames| &mut frames.stream)
    }
}

/// Whether an array without frames has as many numbers as a pose of SMPL.
fn is_pose(array: &Array) -> bool {
    matches!(array.shape.as_slice(), [66 | 72 | 75 | 156 | 165])
}
