//! Whether another program takes a BVH, and what it makes of it: requirements that were read out of the code of twenty-one programs, as rows of
//! a table. Most of them accept a wrong file and spoil it in silence.
//!
//! ```
//! # let bytes = b"HIERARCHY\nROOT Hips\n{\nOFFSET 0 90 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 10 0\n}\n}\nMOTION\nFrames: 1\nFrame Time: 0.5\n0 90 0 0 0 0\n";
//! # let clip = marey::formats::parse("walk.bvh", bytes, marey::Limits::default())?;
//! use marey_study::consumers::{BvhText, FileFacts, consumer};
//!
//! let three = consumer("three").unwrap();
//! let verdict = three.verdict(&FileFacts::new(&clip, Some(BvhText::read(bytes))));
//! assert!(verdict.stops.is_empty());
//! assert_eq!(verdict.spoils[0].code, "three.root-offset");
//! # Ok::<(), marey::ParseError>(())
//! ```

mod checks;
mod facts;
mod guide;
mod table;
#[cfg(test)]
mod tests;
mod text;
mod verdict;

pub use facts::FileFacts;
pub use guide::guide;
pub use table::{Consumer, consumer, consumers};
pub use text::BvhText;
pub use verdict::{Point, Verdict};
