//! Reads the packets of a clip. No byte is trusted.

use std::sync::Arc;

use glam::{Quat, Vec3};

use super::bytes::ByteReader;
use super::fields::{Field, take};
use super::{HEAD, MAX_RESERVED, ROWS, SKIN, TAIL, TURNS, about, damaged, next_packet, pack_error, surface};
use marey::checked::Checked;
use marey::model::{
    Behaviour, Bounds, Channels, Clip, Confidence, FACTORS, Frames, JointKind, Mass, Motion, MotionBuilder, NO_PARENT,
    PositionMode, Scaling, Skeleton, SkeletonBuilder, Source, Viewpoint, is_placeable,
};
use marey::{Limits, ParseError};

/// Appends arrived frames to the behaviour with this index. The clip is known to have that behaviour.
pub type Append<'a> = dyn FnMut(&mut Clip, usize, Frames<'_>) -> Result<(), ParseError> + 'a;

pub(super) fn append_whole(clip: &mut Clip, behaviour: usize, frames: Frames<'_>) -> Result<(), ParseError> {
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
                TURNS => {}
                _ => return Err(damaged()),
            }
        }
        Ok(())
    }

    fn take_rows(&mut self, input: ByteReader<'_>, append: &mut Append<'_>) -> Result<(), ParseError> {
        let mut boxes = Vec::new();
        let index = take_rows(&mut self.clip, input, append, &mut boxes)?;
        self.boxes.change(index, |all| all.append(&mut boxes));
        Ok(())
    }

    fn take_tail(&mut self, mut input: ByteReader<'_>) -> Result<(), ParseError> {
        // A second tail would add to the first.
        if self.complete {
            return Err(damaged());
        }
        let mode = take_times(&mut self.clip, &mut input)?;
        let frames: Vec<usize> = self.clip.behaviours.iter().map(|each| each.motion.frame_count()).collect();
        self.clip.about = about::take_about(&mut input, self.clip.skeleton.len(), &frames)?;
        self.clip.warnings.append(&mut take(&mut input)?);
        self.clip.warnings_dropped = take(&mut input)?;
        for (index, rows) in take::<Vec<Vec<u8>>>(&mut input)?.into_iter().enumerate() {
            let joints = self.clip.skeleton.len();
            let most = frames.get(index).ok_or_else(damaged)?.saturating_mul(joints);
            if rows.len() > most || !rows.len().is_multiple_of(joints) {
                return Err(damaged());
            }
            self.clip.visibility.push(rows);
        }
        set_mode(&mut self.clip, mode);
        self.complete = true;
        Ok(())
    }
}

/// Appends the frames of a packet of rows, and their bounding boxes. Returns the behaviour's index.
pub(super) fn take_rows(
    clip: &mut Clip,
    mut input: ByteReader<'_>,
    append: &mut Append<'_>,
    boxes: &mut Vec<Bounds>,
) -> Result<usize, ParseError> {
    let (index, count): (usize, usize) = take(&mut input)?;
    boxes.append(&mut take(&mut input)?);
    let motion = &clip.behaviours.get(index).ok_or_else(damaged)?.motion;
    let values = |joints: &[u16]| count.checked_mul(joints.len()).ok_or_else(damaged);
    let rotations: Vec<Quat> = input.pods(values(motion.rotations().joints())?);
    let translations: Vec<Vec3> = input.pods(values(motion.translations().joints())?);
    let scales: Vec<Vec3> = input.pods(values(motion.scales().joints())?);
    let weights: Vec<f32> = input.pods(values(motion.weights().joints())?);
    input.check()?;
    let frames =
        Frames { count, rotations: &rotations, translations: &translations, scales: &scales, weights: &weights };
    append(clip, index, frames)?;
    Ok(index)
}

/// Takes the beginning of a tail: the frame times. Returns the position mode, to be set when all of the tail has been read.
pub(super) fn take_times(
    clip: &mut Clip,
    input: &mut ByteReader<'_>,
) -> Result<(Option<PositionMode>, Confidence), ParseError> {
    let mode = take(input)?;
    if take::<usize>(input)? != clip.behaviours.len() {
        return Err(damaged());
    }
    for behaviour in &mut clip.behaviours {
        behaviour.motion.set_time(take(input)?).map_err(pack_error)?;
    }
    Ok(mode)
}

pub(super) fn set_mode(clip: &mut Clip, (mode, confidence): (Option<PositionMode>, Confidence)) {
    clip.source.position_mode = mode;
    clip.source.position_confidence = confidence;
    if let Some(mode) = mode {
        clip.set_position_mode(mode);
    }
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

pub(super) fn take_head(mut input: ByteReader<'_>) -> Result<Unpacked, ParseError> {
    let (name, source) = take_source(&mut input)?;
    let skeleton = take_skeleton(&mut input)?;
    let (behaviours, expected_frames) = take_behaviours(&mut input, &skeleton, &source)?;
    let mut clip = Clip::new(name, skeleton, behaviours, source);
    let joints = clip.skeleton.len();
    take_channels(&mut input, &mut clip)?;
    clip.masses = take(&mut input)?;
    let sound = |one: &Mass| {
        usize::from(one.joint) < joints && one.mass > 0.0 && one.mass.is_finite() && is_placeable(one.centre)
    };
    if !clip.masses.iter().all(sound) {
        return Err(damaged());
    }
    // The marks refer to frames that have not arrived yet.
    clip.about = about::take_about(&mut input, joints, &[])?;
    clip.viewpoints = take(&mut input)?;
    check_viewpoints(&clip.viewpoints, joints)?;
    let boxes = vec![Vec::new(); clip.behaviours.len()];
    Ok(Unpacked { clip, boxes, complete: false, expected_frames })
}

/// Takes the texts of the joints' channels, which follow the behaviours.
pub(super) fn take_channels(input: &mut ByteReader<'_>, clip: &mut Clip) -> Result<(), ParseError> {
    clip.source.channels = take(input)?;
    if clip.source.channels.len() == clip.skeleton.len() { Ok(()) } else { Err(damaged()) }
}

fn check_viewpoints(viewpoints: &[Viewpoint], joints: usize) -> Result<(), ParseError> {
    let sound = |(at, one): (usize, &Viewpoint)| {
        one.is_sound(joints) && viewpoints.iter().take(at).all(|other| other.name != one.name)
    };
    let few = viewpoints.len() <= Viewpoint::MOST;
    if few && viewpoints.iter().enumerate().all(sound) { Ok(()) } else { Err(damaged()) }
}

/// Takes the beginning of a head: the clip's name and its source, without the channels.
pub(super) fn take_source(input: &mut ByteReader<'_>) -> Result<(String, Source), ParseError> {
    let (name, source): (String, Source) = take(input)?;
    if !FACTORS.contains(&source.length_factor) || !FACTORS.contains(&source.metres_per_unit.unwrap_or(1.0)) {
        return Err(damaged());
    }
    Ok((name, source))
}

pub(super) fn take_skeleton(input: &mut ByteReader<'_>) -> Result<Arc<Skeleton>, ParseError> {
    let joints: usize = take(input)?;
    // Each joint takes at least a text's length and its kind.
    if joints > input.rest().len() / 5 {
        return Err(damaged());
    }
    let mut texts = Vec::with_capacity(joints);
    for _ in 0..joints {
        texts.push((input.text(), JointKind::take(input)));
    }
    let parents: Vec<u16> = input.pods(joints);
    let translations: Vec<Vec3> = input.pods(joints);
    let rotations: Vec<Quat> = input.pods(joints);
    input.check()?;
    let mut skeleton = SkeletonBuilder::new(&Limits::default());
    for (((&(name, kind), &parent), &translation), &rotation) in
        texts.iter().zip(&parents).zip(&translations).zip(&rotations)
    {
        let parent = Some(parent).filter(|&parent| parent != NO_PARENT);
        skeleton.add(name, parent, kind, translation, rotation).map_err(pack_error)?;
    }
    if let Some(scaling) = take_scaling(input, joints)? {
        skeleton.set_scaling(scaling).map_err(pack_error)?;
    }
    skeleton.set_weights(take(input)?).map_err(pack_error)?;
    let links: Vec<u16> = take(input)?;
    for link in links.as_chunks().0 {
        skeleton.link(*link).map_err(pack_error)?;
    }
    Ok(Arc::new(skeleton.finish().map_err(pack_error)?))
}

/// Takes the behaviours of a head, with the joints that they move. Returns also the likely frame count of all of them.
pub(super) fn take_behaviours(
    input: &mut ByteReader<'_>,
    skeleton: &Skeleton,
    source: &Source,
) -> Result<(Vec<Behaviour>, usize), ParseError> {
    let limits = Limits::default();
    let count: usize = take(input)?;
    let mut behaviours = Vec::new();
    let mut reservable = MAX_RESERVED;
    let mut all_expected = 0_usize;
    for _ in 0..count {
        let (name, frame_time): (String, f64) = take(input)?;
        let (expected_frames, channels): (usize, Channels) = take(input)?;
        all_expected = all_expected.saturating_add(expected_frames);
        let mode = source.position_mode.unwrap_or(PositionMode::Replace);
        let mut builder = MotionBuilder::new(skeleton, channels, mode, &limits).map_err(pack_error)?;
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
    Ok((behaviours, all_expected))
}

pub(super) fn take_scaling(input: &mut ByteReader<'_>, joints: usize) -> Result<Option<Scaling>, ParseError> {
    if !take::<bool>(input)? {
        return Ok(None);
    }
    let frames = Field::take_all(joints, input);
    let scaling = Scaling { frames, axes: input.pods(joints), rest_scales: input.pods(joints) };
    input.check()?;
    Ok(Some(scaling))
}
