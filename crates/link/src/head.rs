//! Metadata of a packed clip: title, source format, unit, up axis and frame times.

use super::bits::{Bit, Coder, NumberModel, Signed};
use super::bones::float;
use super::damage::Damage;
use super::names::Letters;
use marey::model::{Axis, FACTORS, Format, Time};

/// The most common units: metres, centimetres, inches, millimetres, feet.
const UNITS: [f64; 5] = [1.0, 0.01, 0.0254, 0.001, 0.3048];

#[derive(Debug, Clone, PartialEq)]
pub(super) struct LinkHead {
    pub(super) title: String,
    pub(super) format: Format,
    pub(super) metres_per_unit: Option<f64>,
    pub(super) unit_stated: bool,
    pub(super) rate_stated: bool,
    pub(super) length_factor: f64,
    pub(super) up: Option<Axis>,
    /// Clip units per metre of a figure 1.8 m tall.
    pub(super) units: f32,
    pub(super) behaviours: usize,
}

impl LinkHead {
    pub(super) fn code<C: Coder>(
        coder: &mut C,
        letters: &mut Letters,
        input: Option<&Self>,
        name_bytes: usize,
    ) -> Result<Self, Damage> {
        let title = letters.code(coder, input.map_or("", |input| &input.title), name_bytes)?;
        let format = input.map_or(0, |input| Format::ALL.iter().position(|one| *one == input.format).unwrap_or(0));
        // Four bits leave room for twelve more formats.
        let format = *Format::ALL.get(coder.plain(4, format as u64)? as usize).ok_or(Damage::Inconsistent)?;
        let unit = input.and_then(|input| input.metres_per_unit);
        let metres_per_unit = if coder.even(unit.is_some())? {
            let unit = unit.unwrap_or(1.0);
            let common = UNITS.iter().position(|common| *common == unit).unwrap_or(7);
            Some(match UNITS.get(coder.plain(3, common as u64)? as usize) {
                Some(common) => *common,
                None => factor(coder, unit)?,
            })
        } else {
            None
        };
        let unit_stated = coder.even(input.is_some_and(|input| input.unit_stated))?;
        let rate_stated = coder.even(input.is_some_and(|input| input.rate_stated))?;
        let own = input.map_or(1.0, |input| input.length_factor);
        let length_factor = if coder.even(own != 1.0)? { factor(coder, own)? } else { 1.0 };
        let up = input.and_then(|input| input.up).map_or(7, |up| up as u64);
        let up = Axis::ALL.get(coder.plain(3, up)? as usize).copied();
        let units = float(coder, input.map_or(1.0, |input| input.units))?;
        if !(1e-12..=1e9).contains(&units) {
            return Err(Damage::Inconsistent);
        }
        let behaviours = input.map_or(1, |input| input.behaviours);
        let several = coder.even(behaviours != 1)?;
        let behaviours = if several { coder.plain(20, behaviours as u64)? as usize } else { 1 };
        Ok(Self { title, format, metres_per_unit, unit_stated, rate_stated, length_factor, up, units, behaviours })
    }
}

fn factor<C: Coder>(coder: &mut C, factor: f64) -> Result<f64, Damage> {
    let read = f64::from_bits(coder.plain(64, factor.to_bits())?);
    if FACTORS.contains(&read) { Ok(read) } else { Err(Damage::Inconsistent) }
}

/// Codes the frame times. Uniform frame times are lossless and short if they have seven decimals or a whole frame rate; keys
/// are rounded to 0.1 ms, or finer if they lie closer together.
pub(super) fn code_time<C: Coder>(coder: &mut C, input: Option<&Time>, frames: usize) -> Result<Time, Damage> {
    const DECIMALS: f64 = 1e7;
    let (way, number) = match input {
        Some(Time::Keys(_)) => (3, 0),
        Some(Time::Uniform { frame_time }) => {
            let (decimal, rate) = ((frame_time * DECIMALS).round(), (1.0 / frame_time).round());
            if (1.0..16_777_216.0).contains(&decimal) && decimal / DECIMALS == *frame_time {
                (0, decimal as u64)
            } else if (1.0..65_536.0).contains(&rate) && 1.0 / rate == *frame_time {
                (1, rate as u64)
            } else {
                (2, frame_time.to_bits())
            }
        }
        None => (0, 0),
    };
    let frame_time = match coder.plain(2, way)? {
        0 => coder.plain(24, number)? as f64 / DECIMALS,
        1 => 1.0 / coder.plain(16, number)? as f64,
        2 => f64::from_bits(coder.plain(64, number)?),
        _ => return code_keys(coder, input, frames),
    };
    if frame_time.is_finite() && frame_time > 0.0 {
        Ok(Time::Uniform { frame_time })
    } else {
        Err(Damage::Inconsistent)
    }
}

/// Key resolutions: seconds.
const TICKS: [f64; 4] = [1e-4, 1e-6, 1e-2, 1.0];

/// Changes of the time between keys are smaller, in ticks.
const MAX_CHANGE: u32 = i32::MAX.unsigned_abs();

fn code_keys<C: Coder>(coder: &mut C, input: Option<&Time>, frames: usize) -> Result<Time, Damage> {
    let own = match input {
        Some(Time::Keys(keys)) => &keys[..],
        _ => &[],
    };
    let last = own.last().copied().unwrap_or(0.0);
    let close = own.windows(2).any(|pair| (1e-9..1e-3).contains(&(pair[1] - pair[0])));
    let tick = if close && last < 1000.0 {
        1
    } else if last < 1e5 {
        0
    } else if last < 1e7 {
        2
    } else {
        3
    };
    let tick = TICKS[coder.plain(2, tick)? as usize];
    let mut odds = Signed::NEW;
    let (mut at, mut gap) = (0i64, 0i64);
    let mut keys = vec![0.0];
    for index in 1..frames {
        let next = own.get(index).map_or(0, |key| (key / tick).round() as i64);
        // A reader has no next time: it adds up what it reads.
        let wanted = if own.is_empty() { 0 } else { next.saturating_sub(at).saturating_sub(gap) };
        let change = i32::try_from(wanted).ok().filter(|change| change.unsigned_abs() < MAX_CHANGE);
        gap += i64::from(coder.signed(&mut odds, change.ok_or(Damage::Inconsistent)?)?);
        if gap < 0 {
            return Err(Damage::Inconsistent);
        }
        at = at.checked_add(gap).ok_or(Damage::Inconsistent)?;
        keys.push(at as f64 * tick);
    }
    Ok(Time::Keys(keys))
}

/// Position error of the packed motion: millimetres of a figure 1.8 m tall.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Accuracy {
    /// The mean over all joints, end sites and frames.
    pub mean_mm: f32,
    /// The 99th percentile.
    pub p99_mm: f32,
}

impl Accuracy {
    /// Codes the mean in steps of 1/50 mm and the percentile in steps of 1/10 mm, rounded up.
    pub(super) fn code<C: Coder>(coder: &mut C, input: Self) -> Result<Self, Damage> {
        let mut one = |value: f32, steps: f32| {
            let number = (value * steps).ceil().clamp(0.0, 1023.0) as u64;
            Ok(coder.plain(10, number)? as f32 / steps)
        };
        Ok(Self { mean_mm: one(input.mean_mm, 50.0)?, p99_mm: one(input.p99_mm, 10.0)? })
    }
}

pub(super) fn code_behaviour<C: Coder>(
    coder: &mut C,
    letters: &mut Letters,
    head: &LinkHead,
    input: Option<(&str, usize)>,
    name_bytes: usize,
) -> Result<(String, usize), Damage> {
    let mut frames_odds = NumberModel::NEW;
    let (name, frames) = input.unwrap_or(("", 0));
    let name = if coder.bit(&mut Bit::EVEN.clone(), name == head.title)? {
        head.title.clone()
    } else {
        letters.code(coder, name, name_bytes)?
    };
    let frames = coder.unsigned(&mut frames_odds, frames as u32)? as usize;
    Ok((name, frames))
}
