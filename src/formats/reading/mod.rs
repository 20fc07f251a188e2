//! The ground of the families of formats: the interface of a family and of its readers, texts and their places, frames that are handed out
//! while a file is still being read, and the warnings of a file.

// Its macro is for all that follows.
#[macro_use]
mod warning_log;

mod array_options;
mod family;
mod format_reader;
mod frame_stream;
pub(crate) mod growth;
pub(crate) mod inflate;
pub(crate) mod input;
mod kind;
pub(crate) mod markers;
pub(crate) mod marks;
mod missing;
mod options;
pub(crate) mod scenes;
pub(crate) mod text;
mod vertex_triangles;
pub(crate) mod wording;

pub use array_options::ArrayOptions;
#[cfg(test)]
pub(crate) use array_options::TABLES;
pub(crate) use array_options::{ArrayJoints, Holds, Meaning};
pub use family::{Family, ReaderStart};
pub use format_reader::FormatReader;
pub use frame_stream::FrameStream;
pub(crate) use frame_stream::ReferenceCheck;
pub use kind::{Kind, Role};
pub use options::ReadOptions;
pub(crate) use vertex_triangles::VertexTriangles;
pub(crate) use warning_log::{ROWS, WarningLog};
