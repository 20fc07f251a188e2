//! A clip as flat bytes, for the transfer from the parsing worker to the page.
//!
//! A packed clip is a sequence of packets: one head (skeleton, channels, metadata so far), any number of rows (frames), a
//! skin if there is one, and one tail (data known only at the end: frame times, warnings, all metadata). [`unpack`] and
//! [`Unpacked::push`] accept one or several packets at a time, so a long file plays before it is complete. All numbers are
//! little-endian:
//!
//! ```text
//! packet  "MRY5"  kind u8 (1 head, 2 rows, 3 tail, 4 skin, 5 turns of a body)  0 0 0  payload length u32  payload
//! text    length u32, UTF-8        list   count u32, items        what may be absent   u8 0, or u8 1 and the value
//! ```
//!
//! `fields.rs` has what else stands in them. The reader trusts no byte.

mod about;
mod bytes;
mod fields;
mod frames;
mod played;
mod reading;
mod surface;
mod turns;

pub use frames::{FramePacker, frames, frames_of};
pub use played::{PackedFigure, push_motions, unpack_labels, unpack_motions};
pub use reading::{Append, Unpacked, unpack, unpack_with};
pub use surface::skin;
pub use turns::{PackedTurns, body, take_body, turns_in};

use self::bytes::{ByteError, ByteReader};
use self::fields::{Field, put_list, put_pods, put_text};
use marey::model::{Behaviour, Bounds, BuildError, Channels, Clip, Frames, JointKind, Scaling};
use marey::{ErrorKind, ParseError};

const MAGIC: &[u8; 4] = b"MRY5";
const HEAD: u8 = 1;
const ROWS: u8 = 2;
const TAIL: u8 = 3;
const SKIN: u8 = 4;
const TURNS: u8 = 5;
const PREFIX: usize = 12;
/// Most bytes reserved for the frame counts that a head announces, of all behaviours together; beyond it memory grows with
/// the frames that arrive.
const MAX_RESERVED: usize = 256 << 20;

/// The first packet. `expected_frames` is the likely frame count of each behaviour, 0 if unknown: a hint for reserving
/// memory.
pub fn head(clip: &Clip, expected_frames: &[usize]) -> Vec<u8> {
    packet(HEAD, |out| {
        clip.name.put(out);
        clip.source.put(out);
        let skeleton = &clip.skeleton;
        skeleton.len().put(out);
        for joint in 0..skeleton.len() {
            put_text(out, skeleton.names().get(joint).map_or("", |name| name));
            skeleton.kinds().get(joint).copied().unwrap_or(JointKind::Joint).put(out);
        }
        put_pods(out, skeleton.parents());
        put_pods(out, skeleton.rest_translations());
        put_pods(out, skeleton.rest_rotations());
        put_scaling(out, skeleton.scaling());
        put_list(out, skeleton.weights());
        put_list(out, skeleton.links().as_flattened());
        put_behaviours(out, &clip.behaviours, expected_frames);
        clip.source.channels.put(out);
        clip.masses.put(out);
        clip.about.put(out);
        clip.viewpoints.put(out);
    })
}

fn put_behaviours(out: &mut Vec<u8>, behaviours: &[Behaviour], expected_frames: &[usize]) {
    behaviours.len().put(out);
    for (index, Behaviour { name, motion }) in behaviours.iter().enumerate() {
        let channels = Channels {
            rotated: motion.rotations().joints().to_vec(),
            translated: motion.translations().joints().to_vec(),
            masks: motion.translation_masks().to_vec(),
            scaled: motion.scales().joints().to_vec(),
            weighted: motion.weights().joints().to_vec(),
        };
        name.put(out);
        motion.frame_time().put(out);
        expected_frames.get(index).copied().unwrap_or(0).put(out);
        channels.put(out);
    }
}

/// A packet of consecutive frames of one behaviour (its index in [`Clip::behaviours`]), and their bounding boxes in order.
pub fn rows(behaviour: usize, frames: Frames<'_>, boxes: &[Bounds]) -> Vec<u8> {
    packet(ROWS, |out| {
        behaviour.put(out);
        frames.count.put(out);
        put_list(out, boxes);
        let lists: [&[u8]; 4] = [
            bytemuck::cast_slice(frames.rotations),
            bytemuck::cast_slice(frames.translations),
            bytemuck::cast_slice(frames.scales),
            bytemuck::cast_slice(frames.weights),
        ];
        out.reserve_exact(lists.iter().map(|list| list.len()).sum());
        lists.iter().for_each(|list| out.extend_from_slice(list));
    })
}

/// The last packet.
pub fn tail(clip: &Clip) -> Vec<u8> {
    packet(TAIL, |out| {
        put_times(out, clip);
        clip.about.put(out);
        clip.warnings.put(out);
        clip.warnings_dropped.put(out);
        clip.visibility.put(out);
    })
}

/// The beginning of a tail: how positions are read, and the frame times.
fn put_times(out: &mut Vec<u8>, clip: &Clip) {
    (clip.source.position_mode, clip.source.position_confidence).put(out);
    clip.behaviours.len().put(out);
    clip.behaviours.iter().for_each(|behaviour| behaviour.motion.time().put(out));
}

fn put_scaling(out: &mut Vec<u8>, scaling: Option<&Scaling>) {
    scaling.is_some().put(out);
    if let Some(Scaling { frames, axes, rest_scales }) = scaling {
        Field::put_all(frames, out);
        put_pods(out, axes);
        put_pods(out, rest_scales);
    }
}

fn damaged() -> ParseError {
    ParseError::new(ErrorKind::Syntax, "pack.damaged", "the packed clip is damaged; load the file again")
}

pub(crate) fn pack_error(error: BuildError) -> ParseError {
    match error {
        BuildError::OutOfMemory => {
            ParseError::new(ErrorKind::Limit, "pack.memory", "there is no memory left for this many frames")
        }
        _ => damaged(),
    }
}

fn packet(kind: u8, fill: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut out = Vec::new();
    out.extend_from_slice(MAGIC);
    out.extend_from_slice(&[kind, 0, 0, 0, 0, 0, 0, 0]);
    fill(&mut out);
    let length = u32::try_from(out.len() - PREFIX).unwrap_or(u32::MAX);
    if let Some(slot) = out.get_mut(8..PREFIX) {
        slot.copy_from_slice(&length.to_le_bytes());
    }
    out
}

/// The next packet's kind and payload; `None` at the end.
fn next_packet<'a>(input: &mut ByteReader<'a>) -> Result<Option<(u8, &'a [u8])>, ParseError> {
    if input.rest().is_empty() {
        return Ok(None);
    }
    if input.pod::<[u8; 4]>() != *MAGIC {
        return Err(damaged());
    }
    let [kind, ..] = input.pod::<[u8; 4]>();
    let length = input.count();
    let payload = input.bytes(length);
    input.check()?;
    Ok(Some((kind, payload)))
}

impl From<ByteError> for ParseError {
    fn from(error: ByteError) -> Self {
        match error {
            ByteError::Damaged => damaged(),
            ByteError::OutOfMemory => pack_error(BuildError::OutOfMemory),
        }
    }
}

#[cfg(test)]
mod tests;
