mod analysis;
mod basis;
mod bodies;
mod closed_loop;
mod contacts;
mod one_channel;
mod predict;
mod rates;
mod search;
mod source;

use std::fmt;
use std::ops::Range;

use glam::Vec3;

use self::analysis::Analysis;
use self::closed_loop::LoopErrors;
pub use self::contacts::Slide;
use self::contacts::Slides;
use self::search::{CoderState, Goal, Guess, Search};
use self::source::{PackSource, needs_scales, truncate, units_per_metre};
use super::block::{Block, BlockOdds, PreviousBlock, code_moves, frame_bytes, max_frames};
use super::bones::{BoneLimits, LinkBones};
use super::damage::Damage;
use super::decode::{MAGIC, PACKED_NOTE, decode, decode_file, link_limits};
use super::envelope;
use super::head::{Accuracy, LinkHead, code_behaviour, code_time};
use super::marks::{self, MARKS_NOTE};
use super::names::Letters;
use super::range_coder::Writer;
use marey::model::{Clip, Time};
use marey::{Limits, ParseError};

/// The target of packing. Distances are those of a figure 1.8 m tall.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Quality {
    /// Mean error over all joints, end sites and frames: millimetres.
    Mean(f32),
    /// 99th percentile of the error: millimetres.
    P99(f32),
    /// Most bytes.
    Bytes(usize),
}

impl Quality {
    /// Small: planted feet slide visibly.
    pub const TINY: Self = Self::Mean(5.0);
    /// Looks like the original.
    pub const STANDARD: Self = Self::Mean(1.5);
    /// Looks like the original from close up.
    pub const FAITHFUL: Self = Self::P99(2.0);
}

/// The part of a clip to pack.
#[derive(Debug, Clone, PartialEq)]
pub struct Excerpt {
    /// Index of the behaviour.
    pub behaviour: usize,
    /// The behaviour's frames; clamped to its end.
    pub frames: Range<usize>,
    /// The target.
    pub quality: Quality,
    /// Title of the packed clip; `None`: the clip's name.
    pub title: Option<String>,
}

impl Excerpt {
    /// All frames of the first behaviour.
    pub fn whole(quality: Quality) -> Self {
        Self { behaviour: 0, frames: 0..usize::MAX, quality, title: None }
    }
}

/// A part of a clip that packing drops.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LeftOut {
    /// The skin.
    Skin,
    /// Weights of the skin's morphs.
    Weights,
    /// Masses of bones.
    Masses,
    /// Notes, labels and marks.
    Notes,
    /// Behaviours outside the excerpt.
    OtherBehaviours,
    /// Ends of long names.
    LongNames,
}

/// Result of packing.
#[derive(Debug, Clone, PartialEq)]
pub struct LinkReport {
    /// Position error: millimetres of a figure 1.8 m tall.
    pub accuracy: Accuracy,
    /// The largest error: millimetres.
    pub max_mm: f32,
    /// Sliding of points that stand on the ground, such as planted feet; `None` if none stands.
    pub slide: Option<Slide>,
    /// Packed frames.
    pub frames: usize,
    /// Joints, end sites included.
    pub joints: usize,
    /// Parts of the clip that were dropped.
    pub left_out: Vec<LeftOut>,
}

/// A packed motion.
#[derive(Debug, Clone, PartialEq)]
pub struct Encoded {
    /// Input of [`decode`](super::decode()); [`to_text`](super::to_text) makes text of it.
    pub bytes: Vec<u8>,
    /// Errors and contents of the packed motion.
    pub report: LinkReport,
}

/// Why a motion cannot be packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum LinkError {
    /// `progress` returned false.
    Cancelled,
    /// The behaviour does not exist or has no frame in the range.
    Empty,
    /// More joints than allowed: the number, and the limit.
    TooManyJoints(usize, usize),
    /// More frames than allowed: the number, and the limit.
    TooManyFrames(usize, usize),
    /// Times are too far apart, or the result is longer than a link may be.
    TooLarge,
    /// A joint is too far from its parent or from the origin, or moves too wildly to be packed.
    TooFar,
    /// An allocation failed.
    OutOfMemory,
}

impl LinkError {
    /// Stable identifier.
    pub fn code(self) -> &'static str {
        match self {
            Self::Cancelled => "link.cancelled",
            Self::Empty => "link.no-frames",
            Self::TooManyJoints(..) => "link.too-many-joints",
            Self::TooManyFrames(..) => "link.too-many-frames",
            Self::TooLarge => "link.too-large",
            Self::TooFar => "link.too-far",
            Self::OutOfMemory => "link.no-memory",
        }
    }
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cancelled => f.write_str("packing was stopped"),
            Self::Empty => f.write_str("there are no frames to pack"),
            Self::TooManyJoints(there, most) => write!(f, "there are {there} joints; at most {most} can be packed"),
            Self::TooManyFrames(there, most) => write!(f, "there are {there} frames; at most {most} can be packed"),
            Self::TooLarge => f.write_str("the motion is too large to be packed"),
            Self::TooFar => f.write_str(
                "the motion cannot be packed: a joint is more than 10 km from its parent or 100 km from the origin, if the figure were 1.8 m tall",
            ),
            Self::OutOfMemory => f.write_str("there is no memory left"),
        }
    }
}

impl std::error::Error for LinkError {}

impl From<Damage> for LinkError {
    fn from(damage: Damage) -> Self {
        match damage {
            Damage::OutOfMemory => Self::OutOfMemory,
            _ => Self::TooLarge,
        }
    }
}

/// Farthest place of a joint: metres of a figure 1.8 m tall. Farther away `f32` has steps of more than a centimetre.
const FARTHEST: f32 = 1e5;

/// Packs a part of a clip for a link. `progress` receives the completed share, 0 to 1, and returns whether to continue. The
/// result is the same on every machine.
pub fn encode(clip: &Clip, excerpt: &Excerpt, progress: &mut dyn FnMut(f32) -> bool) -> Result<Encoded, LinkError> {
    let behaviour = clip.behaviours.get(excerpt.behaviour).ok_or(LinkError::Empty)?;
    let end = behaviour.motion.frame_count();
    let range = excerpt.frames.start.min(end)..excerpt.frames.end.min(end);
    let joints = clip.skeleton.len();
    if joints > link_limits().joints {
        return Err(LinkError::TooManyJoints(joints, link_limits().joints));
    }
    if range.len() > link_limits().frames {
        return Err(LinkError::TooManyFrames(range.len(), link_limits().frames));
    }
    let title = excerpt.title.as_deref().unwrap_or(&clip.name);
    let parts = [(excerpt.behaviour, range)];
    let encoded = pack(clip, &parts, title, excerpt.quality, &link_limits(), progress)?;
    if encoded.bytes.len() as u64 > link_limits().input_bytes {
        return Err(LinkError::TooLarge);
    }
    readable(encoded, |bytes| decode(bytes, &link_limits()))
}

/// Packs all behaviours of a clip as a file (`.marey`), with its own marks ([`MARKS_NOTE`](crate::MARKS_NOTE)). `progress` as in [`encode`].
pub fn encode_file(clip: &Clip, quality: Quality, progress: &mut dyn FnMut(f32) -> bool) -> Result<Encoded, LinkError> {
    let limits = Limits::default();
    let parts: Vec<_> = clip.behaviours.iter().map(|one| 0..one.motion.frame_count()).enumerate().collect();
    let mut encoded = pack(clip, &parts, &clip.name, quality, &limits, progress)?;
    encoded.bytes.splice(0..0, MAGIC.iter().copied());
    encoded.bytes.extend(marks::section(clip));
    readable(encoded, |bytes| decode_file(bytes, &limits))
}

/// Reads what was packed: a motion that is barely small enough may not come back.
fn readable(encoded: Encoded, read: impl FnOnce(&[u8]) -> Result<Clip, ParseError>) -> Result<Encoded, LinkError> {
    if read(&encoded.bytes).is_ok() { Ok(encoded) } else { Err(LinkError::TooFar) }
}

/// Approximate number of sweeps of a block, for progress reports.
const SWEEPS_OF_A_BLOCK: f32 = 60.0;

fn pack(
    clip: &Clip,
    parts: &[(usize, Range<usize>)],
    title: &str,
    quality: Quality,
    limits: &Limits,
    progress: &mut dyn FnMut(f32) -> bool,
) -> Result<Encoded, LinkError> {
    let all: usize = parts.iter().map(|(_, range)| range.len()).sum();
    if parts.is_empty() || parts.iter().any(|(_, range)| range.is_empty()) {
        return Err(LinkError::Empty);
    }
    let mut writer = Writer::new();
    let mut letters = Letters::new();
    let source = &clip.source;
    let head = LinkHead {
        title: truncate(title, limits.name_bytes),
        format: source.format,
        metres_per_unit: source.metres_per_unit,
        unit_stated: source.unit_stated,
        rate_stated: source.rate_stated,
        length_factor: source.length_factor,
        up: source.up,
        units: units_per_metre(clip),
        behaviours: parts.len(),
    };
    let head = LinkHead::code(&mut writer, &mut letters, Some(&head), limits.name_bytes)?;
    let bone_limits = BoneLimits { joints: limits.joints, depth: limits.depth, name_bytes: limits.name_bytes };
    let mut bones: Option<LinkBones> = None;
    let mut odds = BlockOdds::new();
    let mut total = ByteTotals::default();
    let mut done = 0;
    let scaled = needs_scales(clip, parts.iter().map(|(index, _)| *index));
    for (index, range) in parts {
        let behaviour = clip.behaviours.get(*index).ok_or(LinkError::Empty)?;
        let mut source = PackSource::new(clip, &behaviour.motion, head.units, scaled);
        if bones.is_none() {
            let own = source.bones(limits.name_bytes);
            if !own.are_near() {
                return Err(LinkError::TooFar);
            }
            bones = Some(LinkBones::code(&mut writer, &mut letters, Some(&own), &bone_limits)?);
        }
        let Some(bones) = &bones else { return Err(LinkError::Empty) };
        // A behaviour named like the clip takes the new title.
        let name = if behaviour.name == clip.name { title } else { &behaviour.name };
        let name = truncate(name, limits.name_bytes);
        code_behaviour(&mut writer, &mut letters, &head, Some((&name, range.len())), limits.name_bytes)?;
        let time = time_of(behaviour.motion.time(), range);
        code_time(&mut writer, Some(&time), range.len())?;
        let moves = source.moves(range.clone());
        let moves = code_moves(&mut writer, bones, Some(&moves))?;
        let most = usize::try_from(limits.motion_bytes / frame_bytes(&moves).max(1)).unwrap_or(usize::MAX);
        if range.len() > most {
            return Err(LinkError::TooManyFrames(range.len(), most));
        }
        let mut previous = PreviousBlock::new(&moves);
        let most = max_frames(bones.len());
        let blocks = range.len().div_ceil(most);
        let mut guess = None;
        let mut own = ByteTotals::default();
        for block in 0..blocks {
            let from = range.start + range.len() * block / blocks;
            let to = range.start + range.len() * (block + 1) / blocks;
            let analysis = Analysis::new(&mut source, bones, &moves, from..to);
            let near = |place: &Vec3| place.abs().cmple(Vec3::splat(FARTHEST)).all();
            if !analysis.places.iter().flatten().all(near) {
                return Err(LinkError::TooFar);
            }
            let goal = match quality {
                Quality::Mean(mm) => Goal::Mean(mm.max(0.01)),
                Quality::P99(mm) => Goal::P99(mm.max(0.02)),
                Quality::Bytes(bytes) => {
                    let left = bytes.saturating_sub(writer.len() + 12);
                    Goal::Bytes((left as f64 * (to - from) as f64 / (all - done) as f64) as usize)
                }
            };
            let mut sweeps = 0.0;
            let mut go_on = || {
                let share = done as f32 + (to - from) as f32 * (sweeps / SWEEPS_OF_A_BLOCK).min(0.99);
                sweeps += 1.0;
                if progress(share / all as f32) { Ok(()) } else { Err(LinkError::Cancelled) }
            };
            let search = Search {
                analysis: &analysis,
                bones,
                frame_time: behaviour.motion.frame_time(),
                coder_state: CoderState { odds: &odds, previous: &previous },
            };
            let packed = search.run(goal, guess, &mut go_on)?;
            if !packed.errors.max.is_finite() {
                return Err(LinkError::TooFar);
            }
            guess = Some(Guess { ratio: packed.block.ratio, delta: packed.block.delta });
            Block::code(&mut writer, &mut odds, &mut previous, bones, Some(&packed.block), to - from)?;
            own.add(packed.errors, to - from);
            total.slides.add(packed.slides);
            done += to - from;
        }
        Accuracy::code(&mut writer, own.accuracy())?;
        total.add(own.errors(), own.frames);
    }
    progress(1.0);
    let report = LinkReport {
        accuracy: total.accuracy(),
        max_mm: total.max,
        slide: total.slides.mean(),
        frames: all,
        joints: clip.skeleton.len(),
        left_out: left_out(clip, parts.len(), limits),
    };
    Ok(Encoded { bytes: envelope::wrap(envelope::VERSION, &writer.finish()), report })
}

/// The frame times of a range, relative to its first frame.
fn time_of(time: &Time, range: &Range<usize>) -> Time {
    match time {
        Time::Keys(keys) => {
            let keys = keys.get(range.clone()).unwrap_or_default();
            let first = keys.first().copied().unwrap_or(0.0);
            Time::Keys(keys.iter().map(|key| key - first).collect())
        }
        uniform => uniform.clone(),
    }
}

#[derive(Debug, Clone, Copy, Default)]
struct ByteTotals {
    frames: usize,
    mean: f64,
    p99: f32,
    max: f32,
    slides: Slides,
}

impl ByteTotals {
    fn add(&mut self, errors: LoopErrors, frames: usize) {
        self.frames += frames;
        self.mean += f64::from(errors.mean) * frames as f64;
        // An upper bound: the percentile of the worst block.
        self.p99 = self.p99.max(errors.p99);
        self.max = self.max.max(errors.max);
    }

    fn errors(&self) -> LoopErrors {
        LoopErrors { mean: (self.mean / self.frames.max(1) as f64) as f32, p99: self.p99, max: self.max }
    }

    fn accuracy(&self) -> Accuracy {
        let LoopErrors { mean, p99, .. } = self.errors();
        Accuracy { mean_mm: mean, p99_mm: p99 }
    }
}

fn left_out(clip: &Clip, behaviours: usize, limits: &Limits) -> Vec<LeftOut> {
    let about = &clip.about;
    let long = clip.skeleton.names().iter().any(|name| name.len() > limits.name_bytes);
    // Losing the note of an earlier packing is no loss: every decoder adds it again.
    // Own marks are in a file, or beside the motion in a link, if they are short enough.
    let notes =
        about.notes.iter().any(|(title, text)| title != PACKED_NOTE && !(title == MARKS_NOTE && marks::fits(text)));
    let marks = !about.marks.is_empty() || notes || !about.labels.is_empty();
    let all = [
        (LeftOut::Skin, clip.skin.is_some()),
        (LeftOut::Weights, !clip.skeleton.weights().is_empty()),
        (LeftOut::Masses, !clip.masses.is_empty()),
        (LeftOut::Notes, marks),
        (LeftOut::OtherBehaviours, behaviours < clip.behaviours.len()),
        (LeftOut::LongNames, long),
    ];
    all.into_iter().filter(|(_, there)| *there).map(|(what, _)| what).collect()
}
