//! Reads one file as its bytes arrive.

use std::fmt;

use super::companions::Companions;
use super::sniff::SNIFFED;
use crate::error::{ErrorKind, Limits, ParseError};
use crate::formats::reading::input::{clip_name, too_long};
use crate::formats::reading::text::{Decoder, Encoding, Ruler};
use crate::formats::reading::{FormatReader, FrameStream, Kind, ReaderStart};
use crate::model::{Clip, Motion};

/// Chunk size, to stay in the processor's cache.
const PIECE: usize = 64 << 10;
/// Chunk size before the first frame: small, so that the start of the frames is known well enough to estimate their number.
const PIECE_BEFORE_FRAMES: usize = 1 << 10;

/// Reads one file of any format as its bytes arrive; see the [module](crate::formats).
///
/// After an error every further call returns the same error, and there are no previews or frames.
pub struct Parser {
    name: String,
    size_hint: Option<u64>,
    limits: Limits,
    companions: Companions,
    state: ParserState,
    /// Bytes pushed so far.
    pushed: u64,
    /// Bytes pushed before the chunk in which the frames begin.
    before_frames: u64,
}

enum ParserState {
    /// Too few bytes to tell the kind of the file.
    Sniffing(Vec<u8>),
    Reading(Decoder, Box<dyn FormatReader>),
    Refused(ParseError),
}

impl Parser {
    pub(super) fn with(companions: Companions, name: &str, size_hint: Option<u64>, limits: Limits) -> Self {
        let state = ParserState::Sniffing(Vec::new());
        Self { name: name.to_owned(), size_hint, limits, companions, state, pushed: 0, before_frames: 0 }
    }

    /// Sets the files that this file may need, and reads the formats that were given to [`Companions::of`]. Call it before
    /// [pushing](Self::push) bytes.
    #[must_use]
    pub fn with_companions(self, companions: Companions) -> Self {
        Self { companions, ..self }
    }

    /// The files that this file may need, to add more. Call it before [pushing](Self::push) bytes.
    pub fn companions_mut(&mut self) -> &mut Companions {
        &mut self.companions
    }

    /// Reads the next bytes. Returns an error as soon as it is certain that the file cannot be shown.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), ParseError> {
        let mut rest = bytes;
        while !rest.is_empty() {
            let size = if self.stream().is_some() { PIECE } else { PIECE_BEFORE_FRAMES };
            let (piece, behind) = rest.split_at(size.min(rest.len()));
            rest = behind;
            self.pushed += piece.len() as u64;
            let done = if self.pushed > self.limits.input_bytes {
                Err(too_long(&self.limits))
            } else {
                self.push_piece(piece)
            };
            if let Err(refusal) = done {
                self.state = ParserState::Refused(refusal);
            }
        }
        if let ParserState::Refused(refusal) = &self.state { Err(refusal.clone()) } else { Ok(()) }
    }

    /// The clip before the file is complete, without frames and without the file's warnings. Its motion has the tracks of
    /// [`take_frames`](Self::take_frames). The [position mode](crate::model::Source::position_mode) follows from the frames so far
    /// and may change. `None` until frames have begun, and always in formats that are parsed only when the file is complete.
    pub fn preview(&self) -> Option<&Clip> {
        self.stream().map(FrameStream::outline)
    }

    /// The frames since the last call, if any; of a BVH not before there are three, which tell a reference pose. They are final, and [`finish`](Self::finish) does not return them again.
    pub fn take_frames(&mut self) -> Option<Motion> {
        if let ParserState::Reading(_, reader) = &mut self.state { reader.stream_mut()?.take_frames() } else { None }
    }

    /// Estimated number of frames in the whole file, from the size given to [`new`](Self::new), the bytes read and the frames in them.
    /// `None` without a size, and before the first frame.
    pub fn estimated_frames(&self) -> Option<usize> {
        let frames = self.stream()?.frame_count();
        let read = self.pushed.saturating_sub(self.before_frames);
        let size = self.size_hint?.max(self.pushed).saturating_sub(self.before_frames);
        if frames == 0 || read == 0 {
            return None;
        }
        Some((frames as f64 * (size as f64 / read as f64)).ceil() as usize)
    }

    /// Ends the file without its frames, if they can be read in parts: [`advance`](Self::advance) reads some, which can be
    /// [taken](Self::take_frames), so that they are never all in memory twice. Returns their number. `None`: only
    /// [`finish`](Self::finish) reads them, which is called in any case.
    ///
    /// # Errors
    /// As [`finish`](Self::finish).
    pub fn end(&mut self) -> Result<Option<usize>, ParseError> {
        self.start(true)?;
        let ParserState::Reading(decoder, reader) = &mut self.state else { return Ok(None) };
        reader.push(decoder.finish())?;
        reader.end()
    }

    /// Reads at most so many more frames of a file that was [ended](Self::end).
    ///
    /// # Errors
    /// As [`finish`](Self::finish).
    pub fn advance(&mut self, frames: usize) -> Result<(), ParseError> {
        if let ParserState::Reading(_, reader) = &mut self.state { reader.advance(frames) } else { Ok(()) }
    }

    /// Ends the file and returns the clip with the frames that were not [taken](Self::take_frames), possibly none.
    pub fn finish(mut self) -> Result<Clip, ParseError> {
        self.start(true)?;
        match self.state {
            ParserState::Reading(mut decoder, mut reader) => {
                reader.push(decoder.finish())?;
                reader.finish()
            }
            ParserState::Refused(refusal) => Err(refusal),
            ParserState::Sniffing(_) => Err(ParseError::new(ErrorKind::Syntax, "file.empty", "the file is empty")),
        }
    }

    fn stream(&self) -> Option<&FrameStream> {
        if let ParserState::Reading(_, reader) = &self.state { reader.stream() } else { None }
    }

    fn push_piece(&mut self, piece: &[u8]) -> Result<(), ParseError> {
        match &mut self.state {
            ParserState::Sniffing(head) => {
                // A fixed number of bytes decides, so that the kind does not depend on the chunks.
                let room = SNIFFED.saturating_sub(head.len()).min(piece.len());
                let (head_part, behind) = piece.split_at(room);
                head.extend_from_slice(head_part);
                self.start(false)?;
                if behind.is_empty() { Ok(()) } else { self.push_piece(behind) }
            }
            ParserState::Reading(decoder, reader) => {
                let begun = reader.stream().is_some();
                if let Some(stream) = reader.stream_mut() {
                    stream.justify(self.pushed);
                }
                reader.push(decoder.decode(piece))?;
                if !begun {
                    self.before_frames = self.pushed - piece.len() as u64;
                }
                if let Some(expected) = self.estimated_frames()
                    && let ParserState::Reading(_, reader) = &mut self.state
                    && let Some(stream) = reader.stream_mut()
                {
                    stream.expect_frames(expected);
                }
                Ok(())
            }
            ParserState::Refused(refusal) => Err(refusal.clone()),
        }
    }

    /// Determines the kind of the file once there are enough bytes (or, with `end`, all) and starts reading.
    fn start(&mut self, end: bool) -> Result<(), ParseError> {
        let ParserState::Sniffing(head) = &mut self.state else { return Ok(()) };
        if head.len() < SNIFFED && !end {
            return Ok(());
        }
        let head = std::mem::take(head);
        let info = self.companions.detector.recognise(&self.name, &head)?;
        let (encoding, mark) = if info.is_text { Encoding::detect(&head) } else { (Encoding::Utf8, 0) };
        let mut decoder = Decoder::new(encoding, mark);
        let mut reader = match (info.kind, self.companions.detector.gzip) {
            (Kind::Gzip, Some(gzip)) => (gzip.reader)(self.name.clone(), self.limits, self.companions.clone()),
            _ => {
                let ruler = Ruler::new(encoding, mark);
                let options = self.companions.options.clone();
                let name = clip_name(&self.name);
                let (kind, limits, size) = (info.kind, self.limits, self.size_hint);
                self.companions.reader(info, ReaderStart { kind, name, limits, size, options, ruler })?
            }
        };
        reader.push(decoder.decode(&head))?;
        self.state = ParserState::Reading(decoder, reader);
        Ok(())
    }
}

impl fmt::Debug for Parser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Parser").field("name", &self.name).field("pushed", &self.pushed).finish_non_exhaustive()
    }
}

pub(super) fn parse_with(name: &str, bytes: &[u8], limits: Limits, companions: Companions) -> Result<Clip, ParseError> {
    let mut parser = Parser::with(companions, name, Some(bytes.len() as u64), limits);
    parser.push(bytes)?;
    parser.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parser_may_move_to_another_thread() {
        fn moves<T: Send + Sync>(_: &T) {}
        moves(&Parser::new("walk.bvh", None, Limits::default()));
    }
}
