//! What a file may ask for is limited: hostile files end in a refusal with its place, or in a clip.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail")]

mod acclaim;
mod arrays;
mod bvh;
mod c3d;
mod fbx;
mod gltf;
mod hanim;
mod skel;
mod trc;

use marey::formats::Parser;
use marey::model::Clip;
use marey::{ErrorKind, ParseError};

/// The refusal of a text, and how many frames were taken before it.
fn taken_until_refused(parser: &mut Parser, text: &str) -> (ParseError, usize) {
    let mut taken = 0;
    let refused = text.as_bytes().chunks(500).find_map(|chunk| {
        let refused = parser.push(chunk).err();
        taken += parser.take_frames().map_or(0, |frames| frames.frame_count());
        refused
    });
    (refused.unwrap(), taken)
}

/// The refusal by a limit; fails without a place.
fn limited(result: Result<Clip, ParseError>) -> ParseError {
    let refusal = result.expect_err("expected a refusal");
    assert_eq!(refusal.kind(), ErrorKind::Limit, "{refusal}");
    assert!(refusal.location().is_some(), "{refusal}");
    refusal
}
