//! The top floor of the formats, over the families: the kinds of files and how they are recognised, and what opens files and sets of them.

mod companions;
mod files;
mod foreign;
mod formats;
mod gzip;
mod kinds;
mod parser;
mod set;
mod sniff;

pub use companions::Companions;
pub use files::{ReadError, read_file, read_file_with, read_stream};
pub use formats::{Formats, NewFamily, parse};
pub use kinds::{KINDS, KindInfo, PICTURE_EXTENSIONS};
pub use parser::Parser;
pub use set::{parse_set, parse_set_of};
pub use sniff::{is_arrays, is_plain_bvh, sniff};
