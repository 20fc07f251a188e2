//! What a file may ask for is bounded: every bound is in force, and hostile files end in a refusal with its place or in a
//! clip, in no more memory than their own size justifies.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]

#[cfg(feature = "acclaim")]
mod acclaim;
mod bvh;
#[cfg(feature = "hanim")]
mod hanim;
#[cfg(feature = "skel")]
mod skel;

#[path = "../support/mod.rs"]
mod support;

use marey::ParseError;
use marey::formats::Parser;

/// The refusal that some text ends in, and how many frames were taken away before it.
fn taken_until_refused(parser: &mut Parser, text: &str) -> (ParseError, usize) {
    let mut taken = 0;
    let refused = text.as_bytes().chunks(500).find_map(|chunk| {
        let refused = parser.push(chunk).err();
        taken += parser.take_frames().map_or(0, |frames| frames.frame_count());
        refused
    });
    (refused.unwrap(), taken)
}
