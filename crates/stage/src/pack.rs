//! A clip as flat bytes, for the transfer from the parsing worker to the page.
//!
//! A packed clip is a sequence of packets: one head (skeleton, channels, metadata so far), any number of rows (frames), a
//! skin if there is one, and one tail (data known only at the end: frame times, warnings, all metadata). [`unpack`] and
//! [`Unpacked::push`] accept one or several packets at a time, so a long file plays before it is complete. All numbers are
//! little-endian:
//!
//! ```text
//! packet  "MRY3"  kind u8 (1 head, 2 rows, 3 tail, 4 skin)  0 0 0  payload length u32  payload
//! text    length u32, UTF-8        list   count u32, items
//! ```
//!
//! The reader trusts no byte.

mod about;
mod bytes;
mod surface;
mod viewpoints;

pub use surface::skin;

use std::borrow::Cow;
use std::sync::Arc;

use glam::{Affine3A, Quat, Vec3};

use self::bytes::{ByteError, ByteReader};
use marey::model::{
    Axis, Behaviour, Bounds, BuildError, Channels, Clip, Confidence, FACTORS, Format, Frames, JointKind, Mass, Motion,
    MotionBuilder, NO_PARENT, PositionMode, Scaling, SkeletonBuilder, Source, Time, is_placeable,
};
use marey::{ErrorKind, Limits, Location, Occurrence, ParseError, Warning};

const MAGIC: &[u8; 4] = b"MRY3";
const HEAD: u8 = 1;
const ROWS: u8 = 2;
const TAIL: u8 = 3;
const SKIN: u8 = 4;
const PREFIX: usize = 12;
/// Most bytes reserved for the frame counts that a head announces, of all behaviours together; beyond it memory grows with
/// the frames that arrive.
const MAX_RESERVED: usize = 256 << 20;

/// The first packet. `expected_frames` is the likely frame count of each behaviour, 0 if unknown: a hint for reserving
/// memory.
pub fn head(clip: &Clip, expected_frames: &[usize]) -> Vec<u8> {
    packet(HEAD, |out| {
        put_text(out, &clip.name);
        out.push(clip.source.format as u8);
        put_f64(out, clip.source.metres_per_unit.unwrap_or(f64::NAN));
        put_f64(out, clip.source.length_factor);
        out.push(u8::from(clip.source.unit_stated));
        out.push(u8::from(clip.source.rate_stated));
        out.push(clip.source.up.map_or(u8::MAX, |axis| axis as u8));
        put_mode(out, &clip.source);
        let skeleton = &clip.skeleton;
        put_u32(out, skeleton.len());
        for joint in 0..skeleton.len() {
            put_text(out, skeleton.names().get(joint).map_or("", |name| name));
            put_text(out, clip.source.channels.get(joint).map_or("", |text| text));
            out.push(skeleton.kinds().get(joint).map_or(0, |kind| *kind as u8));
        }
        out.extend_from_slice(bytemuck::cast_slice(skeleton.parents()));
        out.extend_from_slice(bytemuck::cast_slice(skeleton.rest_translations()));
        out.extend_from_slice(bytemuck::cast_slice(skeleton.rest_rotations()));
        put_scaling(out, skeleton.scaling());
        put_list(out, skeleton.weights());
        about::put(out, &clip.about);
        put_u32(out, clip.masses.len());
        for mass in &clip.masses {
            out.extend_from_slice(&mass.joint.to_le_bytes());
            out.extend_from_slice(&mass.mass.to_le_bytes());
            out.extend_from_slice(bytemuck::bytes_of(&mass.centre));
        }
        viewpoints::put(out, &clip.viewpoints);
        put_u32(out, clip.behaviours.len());
        for (index, behaviour) in clip.behaviours.iter().enumerate() {
            put_text(out, &behaviour.name);
            put_f64(out, behaviour.motion.frame_time());
            put_u32(out, expected_frames.get(index).copied().unwrap_or(0));
            put_list(out, behaviour.motion.rotations().joints());
            put_list(out, behaviour.motion.translations().joints());
            out.extend_from_slice(bytemuck::cast_slice(behaviour.motion.translation_masks()));
            put_list(out, behaviour.motion.scales().joints());
            put_list(out, behaviour.motion.weights().joints());
        }
    })
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
        put_u32(out, clip.behaviours.len());
        for behaviour in &clip.behaviours {
            match behaviour.motion.time() {
                Time::Uniform { frame_time } => {
                    out.push(0);
                    put_f64(out, *frame_time);
                }
                Time::Keys(keys) => {
                    out.push(1);
                    put_u32(out, keys.len());
                    out.extend_from_slice(bytemuck::cast_slice(keys));
                }
            }
        }
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
        about::put(out, &clip.about);
        put_u32(out, clip.visibility.len());
        clip.visibility.iter().for_each(|rows| put_list(out, rows));
    })
}

/// Appends arrived frames to the behaviour with this index. The clip is known to have that behaviour.
pub type Append<'a> = dyn FnMut(&mut Clip, usize, Frames<'_>) -> Result<(), ParseError> + 'a;

fn append_whole(clip: &mut Clip, behaviour: usize, frames: Frames<'_>) -> Result<(), ParseError> {
    clip.behaviours.get_mut(behaviour).ok_or_else(damaged)?.motion.append(frames).map_err(pack_error)
}

/// A clip that is arriving.
#[derive(Debug, Clone, PartialEq)]
pub struct Unpacked {
    /// The clip so far. Its motions have no frames until the first rows arrive.
    pub clip: Clip,
    /// Bounding boxes of the arrived frames, a list for each behaviour.
    pub boxes: Vec<Vec<Bounds>>,
    /// Whether the tail has arrived.
    pub complete: bool,
    /// The likely frame count of all behaviours together, or 0.
    pub expected_frames: usize,
}

impl Unpacked {
    /// Whether every behaviour has a frame to show.
    pub fn is_playable(&self) -> bool {
        self.clip.behaviours.iter().all(|behaviour| behaviour.motion.frame_count() > 0)
    }

    /// Adds further packets of the same clip. An error keeps the data that arrived before.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), ParseError> {
        self.push_with(bytes, &mut append_whole)
    }

    /// [`push`](Self::push) with a custom way to store frames.
    pub fn push_with(&mut self, bytes: &[u8], append: &mut Append<'_>) -> Result<(), ParseError> {
        let mut input = ByteReader::new(bytes);
        while let Some((kind, payload)) = next_packet(&mut input)? {
            match kind {
                ROWS => self.take_rows(ByteReader::new(payload), append)?,
                TAIL => self.take_tail(ByteReader::new(payload))?,
                SKIN => self.clip.skin = Some(Arc::new(surface::read(ByteReader::new(payload), &self.clip.skeleton)?)),
                _ => return Err(damaged()),
            }
        }
        Ok(())
    }

    fn take_rows(&mut self, mut input: ByteReader<'_>, append: &mut Append<'_>) -> Result<(), ParseError> {
        let index = input.count()?;
        let count = input.count()?;
        let mut boxes = Vec::new();
        for _ in 0..input.count()? {
            boxes.push(Bounds { min: input.pod()?, max: input.pod()? });
        }
        let motion = &self.clip.behaviours.get(index).ok_or_else(damaged)?.motion;
        let values = |joints: &[u16]| count.checked_mul(joints.len()).ok_or_else(damaged);
        let rotations: Vec<Quat> = input.pods(values(motion.rotations().joints())?)?;
        let translations: Vec<Vec3> = input.pods(values(motion.translations().joints())?)?;
        let scales: Vec<Vec3> = input.pods(values(motion.scales().joints())?)?;
        let weights: Vec<f32> = input.pods(values(motion.weights().joints())?)?;
        let frames =
            Frames { count, rotations: &rotations, translations: &translations, scales: &scales, weights: &weights };
        append(&mut self.clip, index, frames)?;
        if let Some(all) = self.boxes.get_mut(index) {
            all.append(&mut boxes);
        }
        Ok(())
    }

    fn take_tail(&mut self, mut input: ByteReader<'_>) -> Result<(), ParseError> {
        let (mode, confidence) = take_mode(&mut input)?;
        if input.count()? != self.clip.behaviours.len() {
            return Err(damaged());
        }
        for behaviour in &mut self.clip.behaviours {
            let time = match input.u8()? {
                0 => Time::Uniform { frame_time: input.f64()? },
                _ => {
                    let count = input.count()?;
                    Time::Keys(input.pods(count)?)
                }
            };
            behaviour.motion.set_time(time).map_err(pack_error)?;
        }
        for _ in 0..input.count()? {
            let code = Cow::Owned(input.text()?.to_owned());
            let noun = Cow::Owned(input.text()?.to_owned());
            let file = input.text()?.to_owned();
            let count = input.u64()?;
            let others = input.count()?;
            let Occurrence { message, location } = take_place(&mut input)?;
            let mut more = Vec::new();
            for _ in 0..others {
                more.push(take_place(&mut input)?);
            }
            self.clip.warnings.push(Warning { code, message, location, count, noun, more, file });
        }
        self.clip.warnings_dropped = input.u64()?;
        let frames: Vec<usize> = self.clip.behaviours.iter().map(|each| each.motion.frame_count()).collect();
        self.clip.about = about::take(&mut input, self.clip.skeleton.len(), &frames)?;
        for _ in 0..input.count()? {
            self.clip.visibility.push(input.list()?);
        }
        self.clip.source.position_mode = mode;
        self.clip.source.position_confidence = confidence;
        if let Some(mode) = mode {
            self.clip.set_position_mode(mode);
        }
        self.complete = true;
        Ok(())
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

fn take_place(input: &mut ByteReader<'_>) -> Result<Occurrence, ParseError> {
    let message = input.text()?.to_owned();
    let located = input.u8()? == 1;
    let at = Location { byte: input.u64()?, line: input.u32()?, column: input.u32()? };
    Ok(Occurrence { location: located.then_some(at), message })
}

/// Starts a clip from a head and the packets that follow it in `bytes`.
pub fn unpack(bytes: &[u8]) -> Result<Unpacked, ParseError> {
    unpack_with(bytes, &mut append_whole)
}

/// [`unpack`] with a custom way to store frames.
pub fn unpack_with(bytes: &[u8], append: &mut Append<'_>) -> Result<Unpacked, ParseError> {
    let mut input = ByteReader::new(bytes);
    match next_packet(&mut input)? {
        Some((HEAD, payload)) => {
            let mut unpacked = take_head(ByteReader::new(payload))?;
            unpacked.push_with(input.rest(), append)?;
            Ok(unpacked)
        }
        _ => Err(damaged()),
    }
}

fn take_head(mut input: ByteReader<'_>) -> Result<Unpacked, ParseError> {
    let limits = Limits::default();
    let name = input.text()?.to_owned();
    let format = *Format::ALL.get(usize::from(input.u8()?)).ok_or_else(damaged)?;
    let metres_per_unit = Some(input.f64()?).filter(|metres| metres.is_finite() && *metres > 0.0);
    let length_factor = input.f64()?;
    if !FACTORS.contains(&length_factor) {
        return Err(damaged());
    }
    let unit_stated = input.u8()? == 1;
    let rate_stated = input.u8()? == 1;
    let up = Axis::ALL.get(usize::from(input.u8()?)).copied();
    let (position_mode, position_confidence) = take_mode(&mut input)?;

    let joints = input.count()?;
    // Each joint takes at least two text lengths and its kind.
    if joints > input.rest().len() / 9 {
        return Err(damaged());
    }
    let mut texts = Vec::with_capacity(joints);
    for _ in 0..joints {
        texts.push((input.text()?, input.text()?, input.u8()?));
    }
    let parents: Vec<u16> = input.pods(joints)?;
    let translations: Vec<Vec3> = input.pods(joints)?;
    let rotations: Vec<Quat> = input.pods(joints)?;
    let mut skeleton = SkeletonBuilder::new(&limits);
    let mut channels: Vec<Box<str>> = Vec::with_capacity(joints);
    for (((&(name, channel, kind), &parent), &translation), &rotation) in
        texts.iter().zip(&parents).zip(&translations).zip(&rotations)
    {
        let kind = match kind {
            1 => JointKind::EndSite,
            2 => JointKind::Site,
            3 => JointKind::Frame,
            _ => JointKind::Joint,
        };
        let parent = Some(parent).filter(|&parent| parent != NO_PARENT);
        skeleton.add(name, parent, kind, translation, rotation).map_err(pack_error)?;
        channels.push(channel.into());
    }
    if let Some(scaling) = take_scaling(&mut input, joints)? {
        skeleton.set_scaling(scaling).map_err(pack_error)?;
    }
    skeleton.set_weights(input.list()?).map_err(pack_error)?;
    let skeleton = Arc::new(skeleton.finish().map_err(pack_error)?);

    // The marks refer to frames that have not arrived yet.
    let about = about::take(&mut input, skeleton.len(), &[])?;
    let mut masses = Vec::new();
    for _ in 0..input.count()? {
        let one = Mass { joint: input.u16()?, mass: input.f32()?, centre: input.pod()? };
        if usize::from(one.joint) >= skeleton.len() || !(one.mass > 0.0 && one.mass.is_finite()) {
            return Err(damaged());
        }
        if !is_placeable(one.centre) {
            return Err(damaged());
        }
        masses.push(one);
    }
    let viewpoints = viewpoints::take(&mut input, skeleton.len())?;

    let count = input.count()?;
    let mut behaviours = Vec::new();
    let mut reservable = MAX_RESERVED;
    let mut all_expected = 0_usize;
    for _ in 0..count {
        let name = input.text()?.to_owned();
        let frame_time = input.f64()?;
        let expected_frames = input.count()?;
        all_expected = all_expected.saturating_add(expected_frames);
        let (rotated, translated) = (input.list()?, input.list::<u16>()?);
        let masks = input.pods(translated.len())?;
        let channels = Channels { rotated, translated, masks, scaled: input.list()?, weighted: input.list()? };
        let mode = position_mode.unwrap_or(PositionMode::Replace);
        let mut builder = MotionBuilder::new(&skeleton, channels, mode, &limits).map_err(pack_error)?;
        builder.set_frame_time(frame_time);
        let mut motion: Motion = builder.so_far().clone();
        // Reserve 1/32 more: an estimate that is a frame short would copy all frames at the end. Unused memory is never touched.
        let ample = expected_frames.saturating_add(expected_frames / 32);
        let row = motion.row_bytes().max(1);
        let frames = ample.min(reservable / row);
        reservable -= frames * row;
        motion.reserve(frames);
        behaviours.push(Behaviour { name, motion });
    }
    if behaviours.is_empty() {
        return Err(damaged());
    }
    let boxes = vec![Vec::new(); behaviours.len()];
    let mut source = Source::new(format);
    (source.metres_per_unit, source.unit_stated, source.length_factor) = (metres_per_unit, unit_stated, length_factor);
    (source.rate_stated, source.up, source.channels) = (rate_stated, up, channels);
    (source.position_mode, source.position_confidence) = (position_mode, position_confidence);
    let mut clip = Clip::new(name, skeleton, behaviours, source);
    (clip.masses, clip.viewpoints, clip.about) = (masses, viewpoints, about);
    Ok(Unpacked { clip, boxes, complete: false, expected_frames: all_expected })
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

fn take_scaling(input: &mut ByteReader<'_>, joints: usize) -> Result<Option<Scaling>, ParseError> {
    if input.u8()? == 0 {
        return Ok(None);
    }
    let frames: Vec<[f32; 12]> = input.pods(joints)?;
    let frames = frames.iter().map(Affine3A::from_cols_array).collect();
    Ok(Some(Scaling { frames, axes: input.pods(joints)?, rest_scales: input.pods(joints)? }))
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

fn take_mode(input: &mut ByteReader<'_>) -> Result<(Option<PositionMode>, Confidence), ParseError> {
    let mode = match input.u8()? {
        0 => None,
        1 => Some(PositionMode::Replace),
        2 => Some(PositionMode::Add),
        _ => return Err(damaged()),
    };
    let confidence = match input.u8()? {
        0 => Confidence::Unknown,
        1 => Confidence::Unsure,
        2 => Confidence::Likely,
        _ => Confidence::Sure,
    };
    Ok((mode, confidence))
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
