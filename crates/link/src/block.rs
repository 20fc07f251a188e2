//! A block, some seconds of packed motion: which joints move, the mean pose, axes, step sizes and coefficients.

use super::bits::{Bit, Coder, NumberModel, Signed};
use super::bones::LinkBones;
use super::coefficients::{CoefficientOdds, Coefficients, RelatedChannels};
use super::damage::Damage;
use super::grid::{Grid, WHOLE};
use super::wavelet::MAX_LEVELS;
use marey::checked::Checked;

/// Steps of a mean rotation (radians), a mean position (metres) and a mean scale (factor).
pub(super) const TURN_STEP: f32 = 1.0 / 32.0;
pub(super) const SHIFT_STEP: f32 = 1.0 / 64.0;
pub(super) const SCALE_STEP: f32 = 1.0 / 64.0;
pub(super) const AXES_STEP: f32 = 1.0 / 16.0;
/// A predictor's weight of 1 in steps.
pub(super) const WEIGHT_STEPS: f32 = 16.0;
pub(super) const MAX_PREDICTORS: usize = 3;
/// No prediction with more channels, or more channels times joints, than this: working out its effect on the steps would
/// take too long.
const MAX_PREDICTED: (usize, usize) = (512, 40_000);
/// `log2` of a step is counted in units of 1 / `DELTA_STEPS`.
pub(super) const DELTA_STEPS: f32 = 64.0;
/// Most frames, and most frames times joints, of a block.
pub(super) const MAX_FRAMES: usize = 1536;
pub(super) const MAX_FRAMES_OF_JOINTS: usize = 64_000;
/// Largest magnitude of a base's numbers, in steps.
const MAX_BASE: u32 = 1 << 24;
const GROUPS: usize = MAX_LEVELS + 1;

/// The mean pose of a joint, in steps of [`TURN_STEP`], [`AXES_STEP`], [`SHIFT_STEP`] and [`SCALE_STEP`].
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Base {
    /// Whether the joint translates, rotates and scales in any block.
    pub(super) moves: [bool; 3],
    pub(super) shift: [i32; 3],
    /// Rotation vector from the rest rotation to the mean.
    pub(super) turn: [i32; 3],
    /// Rotation vector of the axes along which the rotation channels are measured.
    pub(super) axes: [i32; 3],
    pub(super) scale: [i32; 3],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LaneKind {
    Translation,
    Rotation,
    Scale,
}

/// One component of a joint's translation, rotation vector or scale, a value a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Channel {
    pub(super) joint: usize,
    pub(super) kind: LaneKind,
    pub(super) axis: usize,
}

/// Another channel and its weight: 1 / [`WEIGHT_STEPS`], both channels measured in their own quantisation steps.
pub(super) type Predictor = (usize, i32);

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Block {
    pub(super) frames: usize,
    /// The first frame of each segment but the first.
    pub(super) cuts: Vec<usize>,
    /// Spline points per frame, in 256ths.
    pub(super) ratio: u32,
    /// `log2` of the step, in 64ths.
    pub(super) delta: i32,
    pub(super) bases: Vec<Base>,
    /// The band limit of each channel: how many column groups it has.
    pub(super) bands: Vec<usize>,
    pub(super) predictors: Vec<Vec<Predictor>>,
    pub(super) coefficients: Coefficients,
}

impl Block {
    /// The context in which a coefficient is coded.
    #[inline]
    pub(super) fn class(&self, grid: &Grid, column: usize, channel: usize, related: &RelatedChannels) -> usize {
        let at = &grid.columns[column];
        self.coefficients.class(at, self.coefficients.background(at), column, channel, related)
    }
}

/// The moving channels by joint: translations, rotations, scales.
pub(super) fn channels(bases: &[Base]) -> Vec<Channel> {
    let mut channels = Vec::new();
    for (joint, base) in bases.iter().enumerate() {
        for (moves, kind) in base.moves.into_iter().zip([LaneKind::Translation, LaneKind::Rotation, LaneKind::Scale]) {
            if moves {
                channels.extend((0..3).map(|axis| Channel { joint, kind, axis }));
            }
        }
    }
    channels
}

/// The related channels of each channel, for [`Coefficients::class`].
pub(super) fn related_channels(bones: &LinkBones, channels: &[Channel]) -> Vec<RelatedChannels> {
    let mut firsts = vec![[None; 3]; bones.len()];
    let mut related = Vec::with_capacity(channels.len());
    for (index, channel) in channels.iter().enumerate() {
        let kind = channel.kind as usize;
        if channel.axis == 0 {
            firsts[channel.joint][kind] = Some(index);
        }
        let mut above = bones.bones.get(channel.joint).and_then(|bone| bone.parent);
        let is_root = above.is_none();
        let mut parent = None;
        while let Some(joint) = above {
            parent = firsts[joint][kind];
            if parent.is_some() {
                break;
            }
            above = bones.bones.get(joint).and_then(|bone| bone.parent);
        }
        if is_root && channel.kind == LaneKind::Rotation {
            parent = firsts[channel.joint][LaneKind::Translation as usize];
        }
        let mirror = bones.mirrors.get(channel.joint).copied().flatten().and_then(|joint| firsts[joint][kind]);
        related.push(RelatedChannels { first: index - channel.axis, parent, mirror });
    }
    related
}

/// Kept from block to block.
#[derive(Debug, Clone)]
pub(super) struct BlockOdds {
    frames: NumberModel,
    cuts: NumberModel,
    ratio: Signed,
    delta: Signed,
    bases: [[Signed; 3]; 3],
    turned: [Bit; 2],
    axes: Signed,
    bands: Vec<[Bit; GROUPS]>,
    more: [Bit; MAX_PREDICTORS],
    distance: NumberModel,
    weight: Signed,
    coefficients: CoefficientOdds,
}

impl BlockOdds {
    pub(super) fn new() -> Self {
        Self {
            frames: NumberModel::NEW,
            cuts: NumberModel::NEW,
            ratio: Signed::NEW,
            delta: Signed::NEW,
            bases: std::array::from_fn(|_| std::array::from_fn(|_| Signed::NEW)),
            turned: [Bit::EVEN; 2],
            axes: Signed::NEW,
            bands: vec![[Bit::EVEN; GROUPS]; 9 * (GROUPS + 1)],
            more: [Bit::EVEN; MAX_PREDICTORS],
            distance: NumberModel::NEW,
            weight: Signed::NEW,
            coefficients: CoefficientOdds::new(),
        }
    }
}

/// The values of the previous block, from which a block is coded as differences.
#[derive(Debug, Clone, Default)]
pub(super) struct PreviousBlock {
    ratio: i32,
    delta: i32,
    bases: Vec<Base>,
}

impl PreviousBlock {
    /// The state before the first block. `moves` says which joints translate, rotate and scale in any block.
    pub(super) fn new(moves: &[[bool; 3]]) -> Self {
        let bases = moves.iter().map(|&moves| Base { moves, ..Base::default() }).collect();
        Self { ratio: 53, delta: -640, bases }
    }
}

/// Codes which joints translate, rotate and scale in any block.
pub(super) fn code_moves<C: Coder>(
    coder: &mut C,
    bones: &LinkBones,
    input: Option<&[[bool; 3]]>,
) -> Result<Vec<[bool; 3]>, Damage> {
    let mut odds = [[Bit::EVEN; 8]; 3];
    let mut all = Vec::new();
    for (joint, bone) in bones.bones.iter().enumerate() {
        let own = input.map(|input| input.at(joint)).unwrap_or_default();
        let context = bone.kind as usize * 2 + usize::from(bone.parent.is_none());
        let mut moves = [false; 3];
        for kind in 0..3 {
            // Only skeletons with scaling data have scaled joints.
            if kind < 2 || bones.scaling.is_some() {
                moves[kind] = coder.bit(&mut odds[kind][context], own[kind])?;
            }
        }
        all.push(moves);
    }
    Ok(all)
}

/// Bytes a frame counts against the limit: its rotations, positions and scales, at least four a joint.
pub(super) fn frame_bytes(moves: &[[bool; 3]]) -> u64 {
    let count = |kind: usize| moves.iter().filter(|moves| moves[kind]).count() as u64;
    (count(1) * 16 + (count(0) + count(2)) * 12).max(4 * moves.len() as u64)
}

/// The most frames of a block with this many joints. Every block but the last has at least half as many.
pub(super) fn max_frames(joints: usize) -> usize {
    (MAX_FRAMES_OF_JOINTS / joints.max(1)).clamp(64, MAX_FRAMES)
}

impl Block {
    /// Writes `input`, or reads a block. `left` frames remain.
    pub(super) fn code<C: Coder>(
        coder: &mut C,
        odds: &mut BlockOdds,
        previous: &mut PreviousBlock,
        bones: &LinkBones,
        input: Option<&Self>,
        left: usize,
    ) -> Result<Self, Damage> {
        let frames = coder.unsigned(&mut odds.frames, input.map_or(0, |input| input.frames as u32))? as usize;
        let most = max_frames(bones.len());
        if frames == 0 || frames > left || frames > most || frames < left.min(most / 2) {
            return Err(Damage::Inconsistent);
        }
        let cuts = code_cuts(coder, odds, input, frames)?;
        let ratio = coder.signed(&mut odds.ratio, input.map_or(0, |input| input.ratio as i32 - previous.ratio))?;
        let ratio = ratio.saturating_add(previous.ratio);
        let delta = coder.signed(&mut odds.delta, input.map_or(0, |input| input.delta - previous.delta))?;
        let delta = delta.saturating_add(previous.delta);
        let whole = WHOLE as i32;
        if !(1..=whole).contains(&ratio) || !(-1600..=640).contains(&delta) {
            return Err(Damage::Inconsistent);
        }
        (previous.ratio, previous.delta) = (ratio, delta);
        code_bases(coder, odds, previous, input)?;
        let bases = previous.bases.clone();
        let channels = channels(&bases);
        let grid = Grid::new(frames, &cuts, ratio as u32);
        let bands = code_bands(coder, odds, input, &channels, grid.groups.len())?;
        let predictors = code_predictors(coder, odds, input, &bands, bones.len())?;
        let related = related_channels(bones, &channels);
        let limits: Vec<usize> = bands.iter().map(|band| grid.columns_below(*band)).collect();
        let mut coefficients = match input {
            Some(input) => input.coefficients.clone(),
            None => Coefficients::zero(grid.columns.len(), channels.len())?,
        };
        coefficients.code(coder, &mut odds.coefficients, &grid, &related, &limits, |_, _, _, _, _| {})?;
        Ok(Self { frames, cuts, ratio: ratio as u32, delta, bases, bands, predictors, coefficients })
    }

    pub(super) fn grid(&self) -> Grid {
        Grid::new(self.frames, &self.cuts, self.ratio)
    }
}

fn code_cuts<C: Coder>(
    coder: &mut C,
    odds: &mut BlockOdds,
    input: Option<&Block>,
    frames: usize,
) -> Result<Vec<usize>, Damage> {
    let own = input.map_or(&[][..], |input| &input.cuts);
    let count = coder.unsigned(&mut odds.cuts, own.len() as u32)? as usize;
    let mut cuts = Vec::new();
    let mut last = 0;
    for index in 0..count {
        let gap = own.get(index).map_or(0, |cut| cut - last - 1);
        last += coder.unsigned(&mut odds.cuts, gap as u32)? as usize + 1;
        if last >= frames {
            return Err(Damage::Inconsistent);
        }
        cuts.push(last);
    }
    Ok(cuts)
}

fn code_bases<C: Coder>(
    coder: &mut C,
    odds: &mut BlockOdds,
    previous: &mut PreviousBlock,
    input: Option<&Block>,
) -> Result<(), Damage> {
    for (joint, base) in previous.bases.iter_mut().enumerate() {
        let own = input.map_or(*base, |input| input.bases.at(joint));
        let numbers = [
            (base.moves[0], &mut base.shift, own.shift),
            (base.moves[1], &mut base.turn, own.turn),
            (base.moves[2], &mut base.scale, own.scale),
        ];
        for ((moves, numbers, own), odds) in numbers.into_iter().zip(&mut odds.bases) {
            if !moves {
                continue;
            }
            for axis in 0..3 {
                let change = coder.signed(&mut odds[axis], own[axis].wrapping_sub(numbers[axis]))?;
                numbers[axis] = numbers[axis].saturating_add(change);
                if numbers[axis].unsigned_abs() > MAX_BASE {
                    return Err(Damage::Inconsistent);
                }
            }
        }
        if !base.moves[1] {
            continue;
        }
        let had = usize::from(base.axes != [0; 3]);
        if coder.bit(&mut odds.turned[had], own.axes != base.axes)? {
            for axis in 0..3 {
                let change = coder.signed(&mut odds.axes, own.axes[axis].wrapping_sub(base.axes[axis]))?;
                base.axes[axis] = base.axes[axis].saturating_add(change);
                if base.axes[axis].unsigned_abs() > 256 {
                    return Err(Damage::Inconsistent);
                }
            }
        }
    }
    Ok(())
}

fn code_bands<C: Coder>(
    coder: &mut C,
    odds: &mut BlockOdds,
    input: Option<&Block>,
    channels: &[Channel],
    groups: usize,
) -> Result<Vec<usize>, Damage> {
    let mut bands: Vec<usize> = Vec::with_capacity(channels.len());
    let mut last = 0;
    for (index, channel) in channels.iter().enumerate() {
        let own = input.map_or(0, |input| input.bands.at(index));
        let context = (channel.kind as usize * 3 + channel.axis) * (GROUPS + 1) + last;
        last = coder.symbol(&mut odds.bands[context], groups + 1, own)?;
        bands.push(last);
    }
    Ok(bands)
}

pub(super) fn may_predict(channels: usize, joints: usize) -> bool {
    channels <= MAX_PREDICTED.0 && channels * joints <= MAX_PREDICTED.1
}

/// Codes the predictors of each channel with a band limit, as distances back over such channels.
fn code_predictors<C: Coder>(
    coder: &mut C,
    odds: &mut BlockOdds,
    input: Option<&Block>,
    bands: &[usize],
    joints: usize,
) -> Result<Vec<Vec<Predictor>>, Damage> {
    let mut predictors = vec![Vec::new(); bands.len()];
    let own = |channel: usize| input.and_then(|input| input.predictors.get(channel)).map_or(&[][..], |list| list);
    let any =
        may_predict(bands.len(), joints) && coder.even((0..bands.len()).any(|channel| !own(channel).is_empty()))?;
    if !any {
        return Ok(predictors);
    }
    let mut alive: Vec<usize> = Vec::new();
    for (channel, list) in predictors.iter_mut().enumerate() {
        if bands[channel] == 0 {
            continue;
        }
        for place in 0..MAX_PREDICTORS {
            if alive.is_empty() || !coder.bit(&mut odds.more[place], own(channel).len() > place)? {
                break;
            }
            let (predictor, weight) = own(channel).get(place).copied().unwrap_or((0, 0));
            let distance = alive.iter().rev().position(|other| *other == predictor).unwrap_or(0);
            let distance = coder.unsigned(&mut odds.distance, distance as u32)? as usize;
            let predictor =
                alive.len().checked_sub(distance + 1).and_then(|at| alive.get(at)).ok_or(Damage::Inconsistent)?;
            let weight = coder.signed(&mut odds.weight, weight)?;
            if weight.unsigned_abs() > 256 {
                return Err(Damage::Inconsistent);
            }
            list.push((*predictor, weight));
        }
        alive.push(channel);
    }
    Ok(predictors)
}
