use std::sync::Arc;

use glam::Vec3;

use super::block::{Block, BlockOdds, LaneKind, PreviousBlock, channels, code_moves, frame_bytes};
use super::bones::{BoneLimits, LinkBones, OFFSET_STEP};
use super::curves::Curves;
use super::damage::{Container, Damage};
use super::envelope;
use super::head::{Accuracy, LinkHead, code_behaviour, code_time};
use super::marks::{self, MARKS_NOTE};
use super::maths::{rotation, single};
use super::names::Letters;
use super::range_coder::Reader;
use super::rig::{LinkRig, rest_rotation, vector_of};
use super::steps::{PoseJacobian, delta_of};
use marey::model::{
    Behaviour, BuildError, Channels, Clip, Motion, MotionBuilder, PositionMode, Scaling, Skeleton, SkeletonBuilder,
    Source,
};
use marey::{Limits, ParseError};

/// Limits of a link: its motion takes a few megabytes of memory at most.
pub fn link_limits() -> Limits {
    Limits::default()
        .input_bytes(64 << 10)
        .joints(1000)
        .depth(500)
        .frames(20_000)
        .motion_bytes(6 << 20)
        .name_bytes(64)
        .warnings(0)
}

/// Title of the note that states a packed clip's error. The share panel looks for it.
pub(super) const PACKED_NOTE: &str = "Packed with loss";

/// The file's first bytes: a name, then line ends that a text-mode transfer would change.
pub(super) const MAGIC: &[u8; 8] = b"Marey\x1A\r\n";

/// Decodes a motion from the bytes of a link. Errors: a [`ParseError`] with a one-sentence message and the code
/// `link.empty`, `link.foreign`, `link.version`, `link.truncated`, `link.damaged` or `link.too-large`.
pub fn decode(bytes: &[u8], limits: &Limits) -> Result<Clip, ParseError> {
    read(bytes, limits, Container::Link).map_err(|damage| damage.refusal(Container::Link))
}

/// Decodes a motion from the text of a link. Accepts what chats and mails do to links where it stays unambiguous: white
/// space and zero-width characters anywhere, percent codes, `+` and `/` for `-` and `_`, padding, and surrounding brackets,
/// quotes or full stops. Errors: those of [`decode`].
pub fn from_text(text: &str, limits: &Limits) -> Result<Clip, ParseError> {
    super::text::from_text(text)
        .and_then(|bytes| read(&bytes, limits, Container::Link))
        .map_err(|damage| damage.refusal(Container::Link))
}

/// Decodes a file (`.marey`). Errors: those of [`decode`], with codes that begin with `marey.`.
pub fn decode_file(bytes: &[u8], limits: &Limits) -> Result<Clip, ParseError> {
    let stream = bytes.strip_prefix(MAGIC).ok_or(Damage::UnknownFormat);
    stream.and_then(|stream| read(stream, limits, Container::File)).map_err(|damage| damage.refusal(Container::File))
}

/// Whether a file begins with the signature of a packed motion.
pub fn is_file(head: &[u8]) -> bool {
    head.starts_with(MAGIC)
}

fn built(error: BuildError) -> Damage {
    match error {
        BuildError::OutOfMemory => Damage::OutOfMemory,
        _ => Damage::Inconsistent,
    }
}

fn read(bytes: &[u8], limits: &Limits, container: Container) -> Result<Clip, Damage> {
    let (payload, behind) = envelope::unwrap(bytes, envelope::VERSION, limits.input_bytes)?;
    let mut reader = Reader::new(payload);
    let mut letters = Letters::new();
    let head = LinkHead::code(&mut reader, &mut letters, None, limits.name_bytes)?;
    if head.behaviours == 0 || (container == Container::Link && head.behaviours > 1) {
        return Err(Damage::Inconsistent);
    }
    let bone_limits = BoneLimits { joints: limits.joints, depth: limits.depth, name_bytes: limits.name_bytes };
    let bones = LinkBones::code(&mut reader, &mut letters, None, &bone_limits)?;
    let skeleton = Arc::new(skeleton(&bones, head.units, limits)?);
    let mut odds = BlockOdds::new();
    let mut behaviours = Vec::new();
    let mut accuracy = Accuracy::default();
    let mut budget = Budget { frames: limits.frames, bytes: limits.motion_bytes, limits };
    for _ in 0..head.behaviours {
        let (name, frames) = code_behaviour(&mut reader, &mut letters, &head, None, limits.name_bytes)?;
        budget.take_frames(frames)?;
        let time = code_time(&mut reader, None, frames)?;
        let mut motion = frames_of(&mut reader, &mut odds, &bones, &skeleton, head.units, frames, &mut budget)?;
        motion.set_time(time).map_err(built)?;
        let own = Accuracy::code(&mut reader, Accuracy::default())?;
        accuracy.mean_mm = accuracy.mean_mm.max(own.mean_mm);
        accuracy.p99_mm = accuracy.p99_mm.max(own.p99_mm);
        behaviours.push(Behaviour { name, motion });
    }
    let mut source = Source::new(head.format);
    source.metres_per_unit = head.metres_per_unit;
    source.unit_stated = head.unit_stated;
    source.length_factor = head.length_factor;
    source.rate_stated = head.rate_stated;
    source.up = head.up;
    source.channels = vec![Box::default(); bones.len()];
    let mut clip = Clip::new(head.title, skeleton, behaviours, source);
    let Accuracy { mean_mm, p99_mm } = accuracy;
    let note = format!(
        "as if the figure were 1.8 m tall: {mean_mm:.2} mm off on average, 99 of 100 places less than {p99_mm:.1} mm"
    );
    clip.about.notes.push((PACKED_NOTE.to_owned(), note));
    if container == Container::File {
        clip.about.notes.extend(marks::read(behind).map(|text| (MARKS_NOTE.to_owned(), text)));
    }
    Ok(clip)
}

struct Budget<'a> {
    frames: usize,
    bytes: u64,
    limits: &'a Limits,
}

impl Budget<'_> {
    fn take_frames(&mut self, frames: usize) -> Result<(), Damage> {
        if frames == 0 {
            return Err(Damage::Inconsistent);
        }
        let too_large = Damage::TooLarge("frames", self.limits.frames as u64);
        self.frames = self.frames.checked_sub(frames).ok_or(too_large)?;
        Ok(())
    }

    fn take_bytes(&mut self, bytes: u64) -> Result<(), Damage> {
        let too_large = Damage::TooLarge("bytes of motion", self.limits.motion_bytes);
        self.bytes = self.bytes.checked_sub(bytes).ok_or(too_large)?;
        Ok(())
    }
}

fn skeleton(bones: &LinkBones, units: f32, limits: &Limits) -> Result<Skeleton, Damage> {
    let mut builder = SkeletonBuilder::new(&limits.depth(limits.depth + 1));
    for bone in &bones.bones {
        let parent = bone.parent.and_then(|parent| u16::try_from(parent).ok());
        let rest = single(rest_rotation(bone.rest));
        let offset = vector_of(bone.offset, OFFSET_STEP) * units;
        builder.add(&bone.name, parent, bone.kind, offset, rest).map_err(built)?;
    }
    if let Some(scaling) = &bones.scaling {
        let mut frames = scaling.frames.clone();
        frames.iter_mut().for_each(|frame| frame.translation *= units);
        let (axes, rest_scales) = (scaling.axes.clone(), scaling.rest_scales.clone());
        builder.set_scaling(Scaling { frames, axes, rest_scales }).map_err(built)?;
    }
    builder.finish().map_err(built)
}

fn frames_of(
    reader: &mut Reader<'_>,
    odds: &mut BlockOdds,
    bones: &LinkBones,
    skeleton: &Skeleton,
    units: f32,
    frames: usize,
    budget: &mut Budget<'_>,
) -> Result<Motion, Damage> {
    let listed = code_moves(reader, bones, None)?;
    let mut previous = PreviousBlock::new(&listed);
    let of = |kind: LaneKind| -> Vec<u16> {
        let moved = listed.iter().enumerate().filter(|(_, moves)| moves[kind as usize]);
        moved.map(|(joint, _)| joint as u16).collect()
    };
    let moved = Channels {
        rotated: of(LaneKind::Rotation),
        translated: of(LaneKind::Translation),
        scaled: of(LaneKind::Scale),
        ..Channels::default()
    };
    budget.take_bytes(frame_bytes(&listed).saturating_mul(frames as u64))?;
    let mut builder =
        MotionBuilder::new(skeleton, moved.clone(), PositionMode::Replace, budget.limits).map_err(built)?;
    // A motion that grows by doubling would take three times its memory, which wasm never gives back.
    let row = frame_bytes(&listed).max(1);
    builder.reserve(frames.min(usize::try_from(link_limits().motion_bytes / row).unwrap_or(0)));
    while builder.frame_count() < frames {
        let left = frames - builder.frame_count();
        let block = Block::code(reader, odds, &mut previous, bones, None, left)?;
        push_block(&block, bones, &moved, units, &mut builder)?;
    }
    builder.finish().map_err(built)
}

fn push_block(
    block: &Block,
    bones: &LinkBones,
    moved: &Channels,
    units: f32,
    builder: &mut MotionBuilder,
) -> Result<(), Damage> {
    let channels = channels(&block.bases);
    let rig = LinkRig::new(bones, &block.bases, &channels);
    let steps = PoseJacobian::new(&rig, &channels).steps(&block.predictors, delta_of(block.delta))?;
    let curves = Curves::new(block, &block.grid(), &steps)?;
    let three = |first: Option<usize>, frame: usize| match first {
        Some(first) => Vec3::new(curves.at(first, frame), curves.at(first + 1, frame), curves.at(first + 2, frame)),
        None => Vec3::ZERO,
    };
    for frame in 0..block.frames {
        let written = builder.push_row(|row| {
            for (slot, &joint) in row.rotations.iter_mut().zip(&moved.rotated) {
                let at = &rig.joints[usize::from(joint)];
                *slot = single(at.turn * rotation(at.axes * three(at.channels[LaneKind::Rotation as usize], frame)));
            }
            for (slot, &joint) in row.translations.iter_mut().zip(&moved.translated) {
                let at = &rig.joints[usize::from(joint)];
                *slot = units * (at.place + three(at.channels[LaneKind::Translation as usize], frame));
            }
            for (slot, &joint) in row.scales.iter_mut().zip(&moved.scaled) {
                let at = &rig.joints[usize::from(joint)];
                *slot = at.scale + three(at.channels[LaneKind::Scale as usize], frame);
            }
        });
        written.map_err(built)?;
    }
    Ok(())
}
