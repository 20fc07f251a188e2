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

    /// Ends a file that was only collected so far, and begins its [stream](Self::stream), which [`advance`](Self::advance) fills. Returns
    /// the number of its frames; `None`: [`finish`](Self::finish) reads them all at once.
    #[doc(hidden)]
    fn end(&mut self) -> Result<Option<usize>, ParseError> {
        Ok(None)
    }

    /// Reads at most so many more frames of an [ended](Self::end) file.
    #[doc(hidden)]
    fn advance(&mut self, _frames: usize) -> Result<(), ParseError> {
        Ok(())
    }

    /// The frames read so far. `None` before they begin, and always in formats that are parsed only when the file is complete.
    #[doc(hidden)]
    fn stream(&self) -> Option<&FrameStream> {
        None
    }

    /// Mutable version of [`stream`](Self::stream).
    #[doc(hidden)]
    fn stream_mut(&mut self) -> Option<&mut FrameStream> {
        None
    }
}
