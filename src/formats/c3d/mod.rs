//! C3D (c3d.org): points, events and analog channels of a motion capture, in blocks of 512 bytes.
//!
//! From the bytes to the clip, each module using those before it:
//!
//! - [`numbers`]: numbers in the byte orders of three processors: Intel, DEC and SGI (MIPS);
//! - [`header`] and [`parameters`]: the first block, and the groups of parameters;
//! - [`layout`]: where the frames are. Header and parameters may contradict each other;
//! - [`points`]: labels, places, and which points are angles, forces, moments or powers;
//! - [`events`]: footsteps and the like as marks;
//! - [`reader`]: the [recording](crate::formats::reading::markers), which becomes the clip.
//!
//! A point whose residual is below 0 is hidden. Analog channels, force plates and the matrices of `ROTATION` are left out.
//!
//! | code | what was found; what was done |
//! |---|---|
//! | `c3d.processor` | an unknown processor; read as Intel's |
//! | `c3d.parameters` | a chain of parameters that breaks off; those before it count |
//! | `c3d.layout` | header and parameters that state frames of other lengths; the one that fits the file counts |
//! | `c3d.cut` | fewer frames than stated; those that are there |
//! | `c3d.rate` | no rate; 100 a second |
//! | `c3d.events` | events without times, or outside of the recording; left out |
//! | `markers.far`, `markers.zeros`, `markers.unit` | see [`markers`](crate::formats::reading::markers) |
//!
//! Refusals: `c3d.not-c3d`, `c3d.head`, `c3d.parameters`, `c3d.no-points`, `c3d.no-frames`, `c3d.no-places`, `c3d.limit`, `c3d.out-of-memory`.

mod events;
mod family;
mod header;
mod layout;
mod numbers;
mod parameters;
mod points;
mod reader;

pub use self::family::family;
