//! TRC, the table of points of Motion Analysis, OpenSim and Pose2Sim.
//!
//! Three lines of head (`PathFileType`, names, values), a line of labels, a line of axes, and a row of numbers for each frame. Programs differ in
//! tabs, blank lines and empty cells:
//!
//! - [`lines`]: lines with their places, and cells between tabs or, without a tab, between blanks;
//! - [`head`]: rate, unit, labels;
//! - [`table`]: the rows; a cell that is empty or no number hides its point;
//! - [`reader`]: the [recording](crate::formats::reading::markers), which becomes the clip.
//!
//! | code | what was found; what was done |
//! |---|---|
//! | `trc.rate` | no rate, or one that the times contradict; that of the times, or 100 a second |
//! | `trc.frames` | another number of frames than stated; those that are there |
//! | `trc.unnamed` | points without a label; numbered |
//! | `trc.row` | a line among the rows that is no row; left out |
//! | `markers.far`, `markers.zeros`, `markers.unit` | see [`markers`](crate::formats::reading::markers) |
//!
//! Refusals: `trc.no-table`, `trc.no-points`, `trc.no-frames`, `trc.no-places`, `trc.limit`, `trc.out-of-memory`.

mod family;
mod head;
mod lines;
mod reader;
mod table;

pub use self::family::family;
