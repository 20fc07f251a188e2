//! Frames: what the joints do over time.

use glam::{Quat, Vec3};

use super::{BuildError, PositionMode, Skeleton};
use crate::error::Limits;

/// When each frame is.
#[derive(Debug, Clone, PartialEq)]
pub enum Time {
    /// Frame `n` is at `n * frame_time` seconds. Always finite and greater than 0.
    Uniform {
        /// Seconds from one frame to the next.
        frame_time: f64,
    },
    /// Frame `n` is at `keys[n]` seconds: ascending, the first is 0.
    Keys(Vec<f64>),
}

/// Two neighbouring frames and how far between them a moment lies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Span {
    /// The frame at or before the moment.
    pub from: usize,
    /// The frame after it; the same as `from` on the last frame.
    pub to: usize,
    /// 0 at `from`, towards 1 at `to`.
    pub fraction: f32,
}

/// What the joints do: frame-major, so that the two rows a sample needs lie side by side and playing
/// backwards costs the same as forwards.
///
/// Row `f` of `rotations` is `[f * rotated.len() ..][.. rotated.len()]`; the same for translations.
/// A joint that is not listed keeps its rest rotation or translation.
#[derive(Debug, Clone, PartialEq)]
pub struct Motion {
    time: Time,
    frame_count: usize,
    rotated: Vec<u16>,
    rotations: Vec<Quat>,
    translated: Vec<u16>,
    /// Which axes of each translated joint have a channel: 1.0 or 0.0 an axis.
    translation_masks: Vec<Vec3>,
    translation_bases: Vec<Vec3>,
    translations: Vec<Vec3>,
}

impl Motion {
    /// When each frame is.
    pub fn time(&self) -> &Time {
        &self.time
    }

    /// At least 1.
    pub fn frame_count(&self) -> usize {
        self.frame_count
    }

    /// Joints that turn.
    pub fn rotated(&self) -> &[u16] {
        &self.rotated
    }

    /// Local rotations, unit quaternions, `[frame][rotated joint]`.
    pub fn rotations(&self) -> &[Quat] {
        &self.rotations
    }

    /// Joints that move against their parent. From the number of joints on, entries stand for scales
    /// (see [`Skeleton::scale_slot`]).
    pub fn translated(&self) -> &[u16] {
        &self.translated
    }

    /// What is added to the stored values of each translated joint to give its local translation.
    pub fn translation_bases(&self) -> &[Vec3] {
        &self.translation_bases
    }

    /// Which axes of each translated joint have a channel: 1.0 = yes, 0.0 = no (the axis keeps its rest value).
    pub fn translation_masks(&self) -> &[Vec3] {
        &self.translation_masks
    }

    /// Values as in the file, 0 on axes without a channel, `[frame][translated joint]`, parent space, file units.
    pub fn translations(&self) -> &[Vec3] {
        &self.translations
    }

    /// Seconds from the first to the last frame: `(frames - 1) * frame_time`. 0 for a single frame.
    pub fn duration(&self) -> f64 {
        self.frame_start(self.frame_count.saturating_sub(1))
    }

    /// Seconds between frames; for keyed motion the mean.
    pub fn frame_time(&self) -> f64 {
        match &self.time {
            Time::Uniform { frame_time } => *frame_time,
            Time::Keys(keys) => {
                let steps = keys.len().saturating_sub(1).max(1);
                keys.last().copied().filter(|&end| end > 0.0).unwrap_or(1.0) / steps as f64
            }
        }
    }

    /// The moment of frame `frame` in seconds; past the end, the last one's.
    pub fn frame_start(&self, frame: usize) -> f64 {
        let frame = frame.min(self.frame_count.saturating_sub(1));
        match &self.time {
            Time::Uniform { frame_time } => frame as f64 * frame_time,
            Time::Keys(keys) => keys.get(frame).copied().unwrap_or(0.0),
        }
    }

    /// Where `seconds` falls. Clamped to the first and last frame: the end never blends into the start.
    pub fn locate(&self, seconds: f64) -> Span {
        let last = self.frame_count.saturating_sub(1);
        let (from, fraction) = match &self.time {
            Time::Uniform { frame_time } => {
                // A NaN becomes 0 here: `max` returns the other operand.
                let position = (seconds / frame_time).max(0.0).min(last as f64);
                // A frame's own time divided by the frame time may fall a hair short of the frame's number.
                let nearest = position.round();
                if (position - nearest).abs() < 1e-9 * (nearest + 1.0) {
                    (nearest as usize, 0.0)
                } else {
                    (position as usize, position.fract())
                }
            }
            Time::Keys(keys) => {
                let next = keys.partition_point(|&key| key <= seconds);
                let from = next.saturating_sub(1).min(last);
                match (keys.get(from), keys.get(from + 1)) {
                    (Some(&a), Some(&b)) if b > a => (from, ((seconds - a) / (b - a)).clamp(0.0, 1.0)),
                    _ => (from, 0.0),
                }
            }
        };
        Span { from, to: (from + 1).min(last), fraction: fraction as f32 }
    }

    /// The same frames at another rate. Ignored unless `frame_time` is finite and greater than 0.
    pub fn set_frame_time(&mut self, frame_time: f64) {
        if frame_time.is_finite() && frame_time > 0.0 {
            self.time = Time::Uniform { frame_time };
        }
    }

    /// Makes room for `frames` more; refusing is not an error.
    pub(crate) fn reserve(&mut self, frames: usize) {
        self.rotations.try_reserve_exact(frames.saturating_mul(self.rotated.len())).ok();
        self.translations.try_reserve_exact(frames.saturating_mul(self.translated.len())).ok();
    }

    /// Appends frames that a builder handed out elsewhere.
    pub fn append(&mut self, rows: &Rows) -> Result<(), BuildError> {
        if rows.rotations.len() as u64 != rows.frame_count as u64 * self.rotated.len() as u64
            || rows.translations.len() as u64 != rows.frame_count as u64 * self.translated.len() as u64
        {
            return Err(BuildError::WrongLength);
        }
        if !rows.rotations.iter().all(|q| q.is_finite()) || !rows.translations.iter().all(|v| v.is_finite()) {
            return Err(BuildError::NotFinite);
        }
        make_room(&mut self.rotations, rows.rotations.len())?;
        make_room(&mut self.translations, rows.translations.len())?;
        self.rotations.extend_from_slice(&rows.rotations);
        self.translations.extend_from_slice(&rows.translations);
        self.frame_count += rows.frame_count;
        Ok(())
    }

    /// Replaces the moments of the frames. Keys ascend from 0, one a frame; a uniform step is finite and above 0.
    pub(crate) fn set_time(&mut self, time: Time) -> Result<(), BuildError> {
        match &time {
            Time::Uniform { frame_time } if frame_time.is_finite() && *frame_time > 0.0 => {}
            Time::Uniform { .. } => return Err(BuildError::NotFinite),
            Time::Keys(keys) => {
                if keys.len() != self.frame_count {
                    return Err(BuildError::WrongLength);
                }
                if keys.first() != Some(&0.0) || !keys.is_sorted() || !keys.iter().all(|key| key.is_finite()) {
                    return Err(BuildError::NotFinite);
                }
            }
        }
        self.time = time;
        Ok(())
    }

    pub(super) fn set_position_mode(&mut self, skeleton: &Skeleton, mode: PositionMode) {
        let rest = skeleton.rest_translations();
        for ((base, mask), &joint) in
            self.translation_bases.iter_mut().zip(&self.translation_masks).zip(&self.translated)
        {
            let offset = rest.get(usize::from(joint)).copied().unwrap_or(Vec3::ZERO);
            *base = match mode {
                PositionMode::Add => offset,
                PositionMode::Replace => offset * (Vec3::ONE - *mask),
            };
        }
    }
}

/// Room for `more` items. Grows by an eighth, not to twice the size: frames are most of what a page holds, and wasm
/// never gives memory back.
fn make_room<T>(list: &mut Vec<T>, more: usize) -> Result<(), BuildError> {
    if list.capacity() - list.len() >= more {
        return Ok(());
    }
    let ample = more.max(list.len() / 8);
    list.try_reserve_exact(ample).or_else(|_| list.try_reserve_exact(more)).map_err(|_| BuildError::OutOfMemory)
}

/// Some consecutive frames on their way from one builder to another (from the worker to the page).
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Rows {
    /// How many frames.
    pub frame_count: usize,
    /// `[frame][rotated joint]`
    pub rotations: Vec<Quat>,
    /// `[frame][translated joint]`
    pub translations: Vec<Vec3>,
}

/// The only door to a [`Motion`]. Frames are appended as they are read.
#[derive(Debug, Clone)]
pub struct MotionBuilder {
    motion: Motion,
    /// Frames handed out by [`take_rows`](Self::take_rows) before those held now.
    taken: usize,
    max_frames: usize,
    max_bytes: u64,
}

impl MotionBuilder {
    /// No frames yet. `rotated` and `translated` list the joints that move, each at most once, all of them in
    /// `skeleton` (scales by their [`slots`](Skeleton::scale_slot)); `masks` says for each translated joint which axes have a channel (1.0 or 0.0).
    pub fn new(
        skeleton: &Skeleton,
        rotated: Vec<u16>,
        translated: Vec<u16>,
        masks: Vec<Vec3>,
        mode: PositionMode,
        limits: &Limits,
    ) -> Result<Self, BuildError> {
        if masks.len() != translated.len() {
            return Err(BuildError::WrongLength);
        }
        for (list, count) in [(&rotated, skeleton.len()), (&translated, skeleton.vector_count())] {
            let mut seen = vec![false; count];
            for &joint in list {
                match seen.get_mut(usize::from(joint)) {
                    Some(seen) if !*seen => *seen = true,
                    _ => return Err(BuildError::UnknownParent),
                }
            }
        }
        let mut motion = Motion {
            time: Time::Uniform { frame_time: 1.0 / 30.0 },
            frame_count: 0,
            rotated,
            rotations: Vec::new(),
            translation_bases: vec![Vec3::ZERO; translated.len()],
            translated,
            translation_masks: masks,
            translations: Vec::new(),
        };
        motion.set_position_mode(skeleton, mode);
        Ok(Self { motion, taken: 0, max_frames: limits.frames, max_bytes: limits.motion_bytes })
    }

    /// Bytes that one frame takes.
    pub fn row_bytes(&self) -> usize {
        self.motion.rotated.len() * size_of::<Quat>() + self.motion.translated.len() * size_of::<Vec3>()
    }

    /// Makes room for `frames` more, as far as the limits allow. A hint taken from the size of the input, never
    /// from a number in a header; refusing is not an error.
    pub fn reserve(&mut self, frames: usize) {
        let row = (self.row_bytes() as u64).max(1);
        let frames = frames.min(self.max_frames).min(usize::try_from(self.max_bytes / row).unwrap_or(usize::MAX));
        self.motion.reserve(frames);
    }

    /// Appends one frame: `write` fills the rotations (unit quaternions, they come in as the identity) and the
    /// translations (they come in as 0). A row with a number that is not finite is not kept.
    #[inline]
    pub fn push_row(&mut self, write: impl FnOnce(&mut [Quat], &mut [Vec3])) -> Result<(), BuildError> {
        let motion = &mut self.motion;
        let total = self.taken + motion.frame_count;
        let row = (motion.rotated.len() * size_of::<Quat>() + motion.translated.len() * size_of::<Vec3>()) as u64;
        if total >= self.max_frames || (total as u64 + 1).saturating_mul(row) > self.max_bytes {
            return Err(BuildError::TooManyFrames);
        }
        let (r, t) = (motion.rotations.len(), motion.translations.len());
        motion.rotations.try_reserve(motion.rotated.len()).map_err(|_| BuildError::OutOfMemory)?;
        motion.translations.try_reserve(motion.translated.len()).map_err(|_| BuildError::OutOfMemory)?;
        motion.rotations.resize(r + motion.rotated.len(), Quat::IDENTITY);
        motion.translations.resize(t + motion.translated.len(), Vec3::ZERO);
        let rotations = motion.rotations.get_mut(r..).unwrap_or_default();
        let translations = motion.translations.get_mut(t..).unwrap_or_default();
        write(rotations, translations);
        // 0 * x is 0 for every finite x and NaN otherwise: one sum tells for the whole row.
        let turns: glam::Vec4 = rotations.iter().map(|&q| glam::Vec4::from(q) * 0.0).sum();
        let moves: Vec3 = translations.iter().map(|&v| v * 0.0).sum();
        if turns.is_nan() || moves.is_nan() {
            motion.rotations.truncate(r);
            motion.translations.truncate(t);
            return Err(BuildError::NotFinite);
        }
        motion.frame_count += 1;
        Ok(())
    }

    /// Hands out the frames held now and forgets them; [`frame_count`](Self::frame_count) still counts them.
    pub fn take_rows(&mut self) -> Rows {
        let motion = &mut self.motion;
        let rows = Rows {
            frame_count: motion.frame_count,
            rotations: std::mem::take(&mut motion.rotations),
            translations: std::mem::take(&mut motion.translations),
        };
        self.taken += rows.frame_count;
        motion.frame_count = 0;
        rows
    }

    /// Frames so far, those handed out included.
    pub fn frame_count(&self) -> usize {
        self.taken + self.motion.frame_count
    }

    /// Frames held now.
    pub fn held_frames(&self) -> usize {
        self.motion.frame_count
    }

    /// When frames are. Ignored unless finite and greater than 0.
    pub fn set_frame_time(&mut self, frame_time: f64) {
        self.motion.set_frame_time(frame_time);
    }

    /// See [`PositionMode`].
    pub fn set_position_mode(&mut self, skeleton: &Skeleton, mode: PositionMode) {
        self.motion.set_position_mode(skeleton, mode);
    }

    /// The motion so far (of the frames held now), for a look before the end.
    pub fn so_far(&self) -> &Motion {
        &self.motion
    }

    /// The finished motion. Without a single frame it becomes one frame of the rest pose.
    pub fn finish(mut self, skeleton: &Skeleton) -> Motion {
        if self.motion.frame_count == 0 && self.taken == 0 {
            // Nothing moves: the lists go, and with them every row.
            self.motion.rotated.clear();
            self.motion.translated.clear();
            self.motion.translation_masks.clear();
            self.motion.translation_bases.clear();
            self.motion.frame_count = 1;
        }
        debug_assert!(self.motion.rotated.iter().all(|&joint| usize::from(joint) < skeleton.len()));
        self.motion
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{JointKind, SkeletonBuilder};

    fn skeleton() -> Skeleton {
        let mut b = SkeletonBuilder::new(&Limits::default());
        let root = b.add("root", None, JointKind::Joint, Vec3::new(1.0, 2.0, 3.0), Quat::IDENTITY).unwrap();
        b.add("child", Some(root), JointKind::Joint, Vec3::Y, Quat::IDENTITY).unwrap();
        b.finish().unwrap()
    }

    fn builder(limits: &Limits) -> MotionBuilder {
        let masks = vec![Vec3::new(1.0, 1.0, 0.0)];
        MotionBuilder::new(&skeleton(), vec![0, 1], vec![0], masks, PositionMode::Replace, limits).unwrap()
    }

    fn of_frames(n: usize) -> Motion {
        let mut b = builder(&Limits::default());
        for i in 0..n {
            b.push_row(|_, t| t[0] = Vec3::splat(i as f32)).unwrap();
        }
        b.set_frame_time(0.1);
        b.finish(&skeleton())
    }

    #[test]
    fn duration_counts_steps_not_frames() {
        assert!((of_frames(11).duration() - 1.0).abs() < 1e-12);
        assert_eq!(of_frames(1).duration(), 0.0);
    }

    #[test]
    fn moments_are_located_and_clamped() {
        let motion = of_frames(3);
        let at = |s| motion.locate(s);
        assert_eq!(at(-1.0), Span { from: 0, to: 1, fraction: 0.0 });
        assert_eq!(at(0.1), Span { from: 1, to: 2, fraction: 0.0 });
        assert!((at(0.15).fraction - 0.5).abs() < 1e-6);
        assert_eq!(at(9.0), Span { from: 2, to: 2, fraction: 0.0 });
        assert_eq!(at(f64::NAN).from, 0);
    }

    #[test]
    fn every_frame_is_found_at_its_own_time() {
        let mut motion = of_frames(1000);
        for frame_time in [1.0 / 30.0, 1.0 / 120.0, 0.0083333, 0.033333, 0.0417083750417] {
            motion.set_frame_time(frame_time);
            for frame in 0..1000 {
                assert_eq!(motion.locate(motion.frame_start(frame)).from, frame, "at {frame_time}");
            }
        }
    }

    #[test]
    fn keyed_motion_is_located_between_its_keys() {
        let mut motion = of_frames(3);
        motion.set_time(Time::Keys(vec![0.0, 1.0, 5.0])).unwrap();
        assert_eq!(motion.locate(3.0), Span { from: 1, to: 2, fraction: 0.5 });
        assert_eq!(motion.locate(7.0), Span { from: 2, to: 2, fraction: 0.0 });
        assert_eq!(motion.duration(), 5.0);
    }

    #[test]
    fn an_axis_without_a_channel_keeps_the_offset_in_both_modes() {
        let skeleton = skeleton();
        let mut b = builder(&Limits::default());
        assert_eq!(b.so_far().translation_bases(), [Vec3::new(0.0, 0.0, 3.0)]);
        b.set_position_mode(&skeleton, PositionMode::Add);
        assert_eq!(b.so_far().translation_bases(), [Vec3::new(1.0, 2.0, 3.0)]);
    }

    #[test]
    fn limits_are_charged_before_frames_are_kept() {
        let mut b = builder(&Limits { frames: 1, ..Limits::default() });
        b.push_row(|_, _| {}).unwrap();
        assert_eq!(b.push_row(|_, _| {}), Err(BuildError::TooManyFrames));
        let mut b = builder(&Limits { motion_bytes: 44 + 43, ..Limits::default() });
        b.push_row(|_, _| {}).unwrap();
        assert_eq!(b.push_row(|_, _| {}), Err(BuildError::TooManyFrames));
    }

    #[test]
    fn a_row_that_is_not_finite_is_not_kept() {
        let mut b = builder(&Limits::default());
        for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            assert_eq!(b.push_row(|_, t| t[0].y = bad), Err(BuildError::NotFinite));
            assert_eq!(b.push_row(|r, _| r[1].z = bad), Err(BuildError::NotFinite));
        }
        assert_eq!(b.frame_count(), 0);
    }

    #[test]
    fn rows_taken_and_appended_make_the_same_motion() {
        let mut from = builder(&Limits::default());
        let mut to = from.so_far().clone();
        for i in 0..5 {
            from.push_row(|_, t| t[0] = Vec3::splat(i as f32)).unwrap();
            if i % 2 == 0 {
                to.append(&from.take_rows()).unwrap();
            }
        }
        to.append(&from.take_rows()).unwrap();
        assert_eq!((from.frame_count(), from.held_frames()), (5, 0));
        to.set_frame_time(0.1);
        assert_eq!(to, of_frames(5));
    }

    #[test]
    fn no_frame_at_all_is_one_frame_of_rest() {
        let motion = builder(&Limits::default()).finish(&skeleton());
        assert_eq!((motion.frame_count(), motion.rotated().len(), motion.duration()), (1, 0, 0.0));
    }
}
