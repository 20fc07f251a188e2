//! The interface of every format's reader.

use super::frame_stream::FrameStream;
use crate::error::ParseError;
use crate::model::Clip;

/// Reads one file in chunks of any size; clip, warnings and errors do not depend on the chunks.
pub trait FormatReader: Send + Sync {
    /// Reads the next chunk: UTF-8 for text formats, the file's bytes for binary ones.
    fn push(&mut self, piece: &[u8]) -> Result<(), ParseError>;

    /// Ends the file and returns the clip with the frames that were not taken.
    fn finish(self: Box<Self>) -> Result<Clip, ParseError>;

    /// The frames, once they have begun; always `None` in formats that are read at the end.
    #[doc(hidden)]
    fn stream(&self) -> Option<&FrameStream> {
        None
    }

    /// As [`stream`](Self::stream), to take frames out of it.
    #[doc(hidden)]
    fn stream_mut(&mut self) -> Option<&mut FrameStream> {
        None
    }
}
