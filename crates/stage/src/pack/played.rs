//! Packets of motions on another figure. What is told about the figure, its bones' masses and its skin are copied from its own packets as
//! bytes, so that a module that only moves bones has no code for them.

use std::sync::Arc;

use super::bytes::ByteReader;
use super::fields::{Field, take};
use super::reading::{
    append_whole, set_mode, take_behaviours, take_channels, take_rows, take_skeleton, take_source, take_times,
};
use super::{HEAD, ROWS, SKIN, TAIL, TURNS, about, damaged, next_packet, packet, put_behaviours, put_times};
use marey::ParseError;
use marey::model::{Behaviour, Clip, Mass};

/// Reads the packets of a clip, with nothing but its skeleton, its motions and their source.
///
/// # Errors
/// If the packets are damaged, or do not begin with a head.
pub fn unpack_motions(bytes: &[u8]) -> Result<Clip, ParseError> {
    let mut input = ByteReader::new(bytes);
    let Some((HEAD, payload)) = next_packet(&mut input)? else { return Err(damaged()) };
    let mut payload = ByteReader::new(payload);
    let (name, source) = take_source(&mut payload)?;
    let skeleton = take_skeleton(&mut payload)?;
    let (behaviours, _) = take_behaviours(&mut payload, &skeleton, &source)?;
    let mut clip = Clip::new(name, skeleton, behaviours, source);
    take_channels(&mut payload, &mut clip)?;
    push_motions(&mut clip, input.rest())?;
    Ok(clip)
}

/// Gives a clip of [`unpack_motions`] the labels of its joints, from all of its packets or the first one.
///
/// # Errors
/// If the packets are damaged, or do not begin with a head.
pub fn unpack_labels(clip: &mut Clip, bytes: &[u8]) -> Result<(), ParseError> {
    let Some((HEAD, payload)) = next_packet(&mut ByteReader::new(bytes))? else { return Err(damaged()) };
    let mut payload = ByteReader::new(payload);
    let (_, source) = take_source(&mut payload)?;
    take_skeleton(&mut payload)?;
    take_behaviours(&mut payload, &clip.skeleton, &source)?;
    take::<(Vec<String>, Vec<Mass>)>(&mut payload)?;
    let labels = about::take_labels(&mut payload)?;
    if labels.len() == clip.skeleton.len() {
        clip.about.labels = labels;
    }
    Ok(())
}

/// Adds further packets to a clip of [`unpack_motions`].
///
/// # Errors
/// If the packets are damaged. What arrived before stays.
pub fn push_motions(clip: &mut Clip, bytes: &[u8]) -> Result<(), ParseError> {
    let mut input = ByteReader::new(bytes);
    while let Some((kind, payload)) = next_packet(&mut input)? {
        let mut payload = ByteReader::new(payload);
        match kind {
            ROWS => {
                take_rows(clip, payload, &mut append_whole, &mut Vec::new())?;
            }
            TAIL => {
                let mode = take_times(clip, &mut payload)?;
                set_mode(clip, mode);
            }
            SKIN | TURNS => {}
            _ => return Err(damaged()),
        }
    }
    Ok(())
}

/// A figure on which motions are played.
#[derive(Debug, Clone)]
pub struct PackedFigure {
    /// Its skeleton and its own motions.
    pub clip: Clip,
    /// As packed: its skeleton, its bones' masses, what is told about it without marks, and the packet of its skin.
    skeleton: Vec<u8>,
    masses: Vec<u8>,
    about: Vec<u8>,
    skin: Vec<u8>,
}

impl PackedFigure {
    /// `bytes` are all packets of a clip, in order.
    ///
    /// # Errors
    /// If they are damaged.
    pub fn new(bytes: &[u8]) -> Result<Self, ParseError> {
        let clip = unpack_motions(bytes)?;
        let mut figure = Self { clip, skeleton: Vec::new(), masses: Vec::new(), about: Vec::new(), skin: Vec::new() };
        let mut input = ByteReader::new(bytes);
        while let Some((kind, payload)) = next_packet(&mut input)? {
            let mut payload = ByteReader::new(payload);
            match kind {
                HEAD => figure.copy_head(payload)?,
                TAIL => {
                    take_times(&mut figure.clip, &mut payload)?;
                    figure.about = copied(&mut payload, |input| Ok(about::skip_texts(input)?))?;
                }
                SKIN => figure.skin = packet(SKIN, |out| out.extend_from_slice(payload.rest())),
                _ => {}
            }
        }
        Ok(figure)
    }

    fn copy_head(&mut self, mut payload: ByteReader<'_>) -> Result<(), ParseError> {
        let (_, source) = take_source(&mut payload)?;
        self.skeleton = copied(&mut payload, |input| take_skeleton(input).map(drop))?;
        take_behaviours(&mut payload, &self.clip.skeleton, &source)?;
        self.clip.source.channels = take(&mut payload)?;
        self.masses = copied(&mut payload, |input| Ok(take::<Vec<Mass>>(input).map(drop)?))?;
        self.about = copied(&mut payload, |input| Ok(about::skip_texts(input)?))?;
        Ok(())
    }

    /// A clip of this figure with other motions, without frames: see [`Self::head`] and [`Self::tail`].
    pub fn with_motions(&self, name: &str, rate_stated: bool, behaviours: Vec<Behaviour>) -> Clip {
        let mut source = self.clip.source.clone();
        (source.position_mode, source.rate_stated) = (None, rate_stated);
        source.channels = source.rotation_channels(self.clip.skeleton.len());
        Clip::new(name.to_owned(), Arc::clone(&self.clip.skeleton), behaviours, source)
    }

    /// The packets before the frames of a clip of [`Self::with_motions`]. `expected_frames`: see [`head`](super::head).
    pub fn head(&self, played: &Clip, expected_frames: &[usize]) -> Vec<u8> {
        let mut out = packet(HEAD, |out| {
            played.name.put(out);
            played.source.put(out);
            out.extend_from_slice(&self.skeleton);
            put_behaviours(out, &played.behaviours, expected_frames);
            played.source.channels.put(out);
            out.extend_from_slice(&self.masses);
            out.extend_from_slice(&self.about);
            about::put_no_marks(out);
            played.viewpoints.put(out);
        });
        out.extend_from_slice(&self.skin);
        out
    }

    /// The packet behind the frames.
    pub fn tail(&self, played: &Clip) -> Vec<u8> {
        packet(TAIL, |out| {
            put_times(out, played);
            out.extend_from_slice(&self.about);
            about::put_no_marks(out);
            played.warnings.put(out);
            played.warnings_dropped.put(out);
            played.visibility.put(out);
        })
    }
}

/// The bytes that `skip` takes.
fn copied<'a>(
    input: &mut ByteReader<'a>,
    skip: impl FnOnce(&mut ByteReader<'a>) -> Result<(), ParseError>,
) -> Result<Vec<u8>, ParseError> {
    let before = input.rest();
    skip(input)?;
    Ok(before.get(..before.len() - input.rest().len()).unwrap_or_default().to_vec())
}
