//! A clip as flat bytes, for the transfer from the parsing worker to the page.
//!
//! A packed clip is a sequence of packets: one head (skeleton, channels, metadata so far), any number of rows (frames), a
//! skin if there is one, and one tail (data known only at the end: frame times, warnings, all metadata). [`unpack`] and
//! [`Unpacked::push`] accept one or several packets at a time, so a long file plays before it is complete. All numbers are
//! little-endian:
//!
//! ```text
//! packet  "MRY4"  kind u8 (1 head, 2 rows, 3 tail, 4 skin, 5 turns of a body)  0 0 0  payload length u32  payload
//! text    length u32, UTF-8        list   count u32, items
//! ```
//!
//! The reader trusts no byte.

mod about;
mod bytes;
mod frames;
mod played;
mod reading;
mod surface;
mod turns;
mod viewpoints;

pub use frames::{FramePacker, frames, frames_of};
pub use played::{PackedFigure, push_motions, unpack_labels, unpack_motions};
pub use reading::{Append, Unpacked, unpack, unpack_with};
pub use surface::skin;
pub use turns::{PackedTurns, body, take_body, turns_in};

use self::bytes::{ByteError, ByteReader};
use marey::model::{Behaviour, Bounds, BuildError, Clip, Frames, PositionMode, Scaling, Source, Time};
use marey::{ErrorKind, Location, ParseError};

const MAGIC: &[u8; 4] = b"MRY4";
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
        put_text(out, &clip.name);
        put_source(out, &clip.source);
        let skeleton = &clip.skeleton;
        put_u32(out, skeleton.len());
        for joint in 0..skeleton.len() {
            put_text(out, skeleton.names().get(joint).map_or("", |name| name));
            out.push(skeleton.kinds().get(joint).map_or(0, |kind| *kind as u8));
        }
        out.extend_from_slice(bytemuck::cast_slice(skeleton.parents()));
        out.extend_from_slice(bytemuck::cast_slice(skeleton.rest_translations()));
        out.extend_from_slice(bytemuck::cast_slice(skeleton.rest_rotations()));
        put_scaling(out, skeleton.scaling());
        put_list(out, skeleton.weights());
        put_list(out, skeleton.links().as_flattened());
        put_behaviours(out, &clip.behaviours, expected_frames);
        put_channels(out, &clip.source);
        put_u32(out, clip.masses.len());
        for mass in &clip.masses {
            out.extend_from_slice(&mass.joint.to_le_bytes());
            out.extend_from_slice(&mass.mass.to_le_bytes());
            out.extend_from_slice(bytemuck::bytes_of(&mass.centre));
        }
        about::put(out, &clip.about);
        viewpoints::put(out, &clip.viewpoints);
    })
}

fn put_source(out: &mut Vec<u8>, source: &Source) {
    out.push(source.format as u8);
    put_f64(out, source.metres_per_unit.unwrap_or(f64::NAN));
    put_f64(out, source.length_factor);
    out.push(u8::from(source.unit_stated));
    out.push(u8::from(source.rate_stated));
    out.push(source.up.map_or(u8::MAX, |axis| axis as u8));
    put_mode(out, source);
}

fn put_channels(out: &mut Vec<u8>, source: &Source) {
    put_u32(out, source.channels.len());
    source.channels.iter().for_each(|text| put_text(out, text));
}

fn put_behaviours(out: &mut Vec<u8>, behaviours: &[Behaviour], expected_frames: &[usize]) {
    put_u32(out, behaviours.len());
    for (index, behaviour) in behaviours.iter().enumerate() {
        put_text(out, &behaviour.name);
        put_f64(out, behaviour.motion.frame_time());
        put_u32(out, expected_frames.get(index).copied().unwrap_or(0));
        put_list(out, behaviour.motion.rotations().joints());
        put_list(out, behaviour.motion.translations().joints());
        out.extend_from_slice(bytemuck::cast_slice(behaviour.motion.translation_masks()));
        put_list(out, behaviour.motion.scales().joints());
        put_list(out, behaviour.motion.weights().joints());
    }
}

/// A packet of consecutive frames of one behaviour (its index in [`Clip::behaviours`]), and their bounding boxes in order.
pub fn rows(behaviour: usize, frames: Frames<'_>, boxes: &[Bounds]) -> Vec<u8> {
    packet(ROWS, |out| {
        put_u32(out, behaviour);
        put_u32(out, frames.count);
        put_u32(out, boxes.len());
        for one in boxes {
            out.extend_from_slice(bytemuck::bytes_of(&one.min));
            out.extend_from_slice(bytemuck::bytes_of(&one.max));
        }
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
        put_mode(out, &clip.source);
        put_times(out, &clip.behaviours);
        about::put(out, &clip.about);
        put_u32(out, clip.warnings.len());
        for warning in &clip.warnings {
            put_text(out, &warning.code);
            put_text(out, &warning.noun);
            put_text(out, &warning.file);
            out.extend_from_slice(&warning.count.to_le_bytes());
            put_u32(out, warning.more.len());
            put_place(out, &warning.message, warning.location);
            warning.more.iter().for_each(|one| put_place(out, &one.message, one.location));
        }
        out.extend_from_slice(&clip.warnings_dropped.to_le_bytes());
        put_u32(out, clip.visibility.len());
        clip.visibility.iter().for_each(|rows| put_list(out, rows));
    })
}

fn put_times(out: &mut Vec<u8>, behaviours: &[Behaviour]) {
    put_u32(out, behaviours.len());
    for behaviour in behaviours {
        match behaviour.motion.time() {
            Time::Uniform { frame_time } => {
                out.push(0);
                put_f64(out, *frame_time);
            }
            Time::Keys(keys) => {
                out.push(1);
                put_list(out, keys);
            }
        }
    }
}

fn put_place(out: &mut Vec<u8>, message: &str, location: Option<Location>) {
    put_text(out, message);
    let at = location.unwrap_or_default();
    out.push(u8::from(location.is_some()));
    out.extend_from_slice(&at.byte.to_le_bytes());
    out.extend_from_slice(&at.line.to_le_bytes());
    out.extend_from_slice(&at.column.to_le_bytes());
}

fn put_scaling(out: &mut Vec<u8>, scaling: Option<&Scaling>) {
    out.push(u8::from(scaling.is_some()));
    if let Some(scaling) = scaling {
        for frame in &scaling.frames {
            out.extend_from_slice(bytemuck::bytes_of(&frame.to_cols_array()));
        }
        out.extend_from_slice(bytemuck::cast_slice(&scaling.axes));
        out.extend_from_slice(bytemuck::cast_slice(&scaling.rest_scales));
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

fn put_mode(out: &mut Vec<u8>, source: &Source) {
    out.push(match source.position_mode {
        None => 0,
        Some(PositionMode::Replace) => 1,
        Some(PositionMode::Add) => 2,
    });
    out.push(source.position_confidence as u8);
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

fn put_u32(out: &mut Vec<u8>, value: usize) {
    out.extend_from_slice(&u32::try_from(value).unwrap_or(u32::MAX).to_le_bytes());
}

fn put_list<T: bytemuck::Pod>(out: &mut Vec<u8>, list: &[T]) {
    put_u32(out, list.len());
    out.extend_from_slice(bytemuck::cast_slice(list));
}

fn put_f64(out: &mut Vec<u8>, value: f64) {
    out.extend_from_slice(&value.to_le_bytes());
}

fn put_text(out: &mut Vec<u8>, text: &str) {
    put_u32(out, text.len());
    out.extend_from_slice(text.as_bytes());
}

/// The next packet's kind and payload; `None` at the end.
fn next_packet<'a>(input: &mut ByteReader<'a>) -> Result<Option<(u8, &'a [u8])>, ParseError> {
    if input.rest().is_empty() {
        return Ok(None);
    }
    if input.array::<4>()? != *MAGIC {
        return Err(damaged());
    }
    let [kind, ..] = input.array::<4>()?;
    let length = input.count()?;
    Ok(Some((kind, input.bytes(length)?)))
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
