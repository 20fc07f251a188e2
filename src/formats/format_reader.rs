//! What the reader of every format can do.

use super::frame_stream::FrameStream;
use crate::error::ParseError;
use crate::model::Clip;

/// Reads one file of one format, piece by piece. Any cutting into pieces gives the same clip, warnings and refusal.
pub(super) trait FormatReader: Send + Sync {
    /// Reads the next piece: of text formats text as UTF-8, of binary formats the bytes of the file.
    fn push(&mut self, piece: &[u8]) -> Result<(), ParseError>;

    /// The end of the file: the clip, with the frames that were not taken.
    fn finish(self: Box<Self>) -> Result<Clip, ParseError>;

    /// The frames, once they have begun. Never, in formats that are read when all of the file is there.
    fn stream(&self) -> Option<&FrameStream> {
        None
    }

    /// The same, to take frames out of it.
    fn stream_mut(&mut self) -> Option<&mut FrameStream> {
        None
    }
}
