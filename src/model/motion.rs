//! Frames: the joints' values over time.

use std::ops::Range;

use glam::{Quat, Vec3};

use super::packed_rotation::PackedRotation;
use super::time::{Span, Time, is_step};
use super::track::{Track, each_track, make_room};
use super::{BuildError, FARTHEST, Skeleton, is_placeable};
use crate::checked::Checked;

/// How BVH position channels combine with a joint's offset, and Acclaim's `l` with a bone's length where its limits allow
/// both readings. The format documents do not say, and files disagree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PositionMode {
    /// The channel's value replaces the joint's offset, axis by axis; `l` is the bone's whole length.
    Replace,
    /// The channel's value is added to the joint's offset, `l` to the bone's length.
    Add,
}

/// A motion's tracks. Joints that a track does not list keep their rest rotation, translation or scale.
#[derive(Debug, Clone, PartialEq)]
pub struct Motion {
    pub(super) time: Time,
    pub(super) frame_count: usize,
    pub(super) rotations: Track<Quat>,
    /// Rotations of the frames after those in `rotations`.
    pub(super) packed_rotations: Vec<PackedRotation>,
    pub(super) translations: Track<Vec3>,
    pub(super) scales: Track<Vec3>,
    pub(super) weights: Track<f32>,
    pub(super) translation_masks: Vec<Vec3>,
    pub(super) translation_bases: Vec<Vec3>,
}

/// Consecutive frames of a motion: rows of its tracks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Frames<'a> {
    /// Number of frames.
    pub count: usize,
    /// See [`Motion::rotations`].
    pub rotations: &'a [Quat],
    /// See [`Motion::translations`].
    pub translations: &'a [Vec3],
    /// See [`Motion::scales`].
    pub scales: &'a [Vec3],
    /// See [`Motion::weights`].
    pub weights: &'a [f32],
}

impl Frames<'_> {
    /// Checks that every number is placeable and every rotation is of unit length.
    fn check(&self) -> Result<(), BuildError> {
        let is_unit = |rotation: &Quat| (rotation.length_squared() - 1.0).abs() < UNIT_LENGTH_TOLERANCE;
        // Rotations of unit length are finite: those of good frames are looked at once.
        let are_units = self.rotations.iter().all(is_unit);
        let finite = (are_units || self.rotations.iter().all(|rotation| rotation.is_finite()))
            && self.translations.iter().chain(self.scales).all(|vector| is_placeable(*vector))
            && self.weights.iter().all(|weight| weight.abs() <= FARTHEST);
        match (finite, are_units) {
            (false, _) => Err(BuildError::NotFinite),
            (true, false) => Err(BuildError::NotUnitLength),
            (true, true) => Ok(()),
        }
    }
}

/// One frame being written: a value for each joint of the motion's [`Channels`](super::Channels), in their order.
#[derive(Debug)]
pub struct RowMut<'a> {
    /// Unit quaternions, parent space; initially the identity.
    pub rotations: &'a mut [Quat],
    /// Values of the position channels: parent space, file units; initially 0.
    pub translations: &'a mut [Vec3],
    /// Scales; initially 1.
    pub scales: &'a mut [Vec3],
    /// Weights; initially 0.
    pub weights: &'a mut [f32],
    /// The joints of the rotations and translations.
    pub(super) joints: [&'a [u16]; 2],
}

impl RowMut<'_> {
    /// The rotation of a joint of the skeleton. `None` for one that the motion does not rotate.
    pub fn rotation_mut(&mut self, joint: u16) -> Option<&mut Quat> {
        let slot = self.joints[0].iter().position(|rotated| *rotated == joint)?;
        self.rotations.get_mut(slot)
    }

    /// The translation of a joint of the skeleton. `None` for one that the motion does not translate.
    pub fn translation_mut(&mut self, joint: u16) -> Option<&mut Vec3> {
        let slot = self.joints[1].iter().position(|translated| *translated == joint)?;
        self.translations.get_mut(slot)
    }

    /// As [`Frames::check`], but without a branch per value, which would cost more than reading the row. Stricter: the tolerance
    /// is for all rotations together.
    #[inline]
    pub(super) fn check(&self) -> Result<(), BuildError> {
        let placeable = |vectors: &[Vec3]| vectors.iter().fold(true, |all, vector| all & is_placeable(*vector));
        let weights = self.weights.iter().fold(true, |all, weight| all & (weight.abs() <= FARTHEST));
        let off: f32 = self
            .rotations
            .iter()
            .map(|rotation| {
                let off = rotation.length_squared() - 1.0;
                off * off
            })
            .sum();
        if !(placeable(self.translations) & placeable(self.scales) & weights) || !off.is_finite() {
            Err(BuildError::NotFinite)
        } else if off < UNIT_LENGTH_TOLERANCE * UNIT_LENGTH_TOLERANCE {
            Ok(())
        } else {
            Err(BuildError::NotUnitLength)
        }
    }
}

/// Tolerance for the squared length of a rotation.
const UNIT_LENGTH_TOLERANCE: f32 = 1e-3;

impl Motion {
    /// One frame without tracks: the rest pose of any figure.
    pub const fn rest() -> Self {
        Self {
            time: Time::Uniform { frame_time: 1.0 / 30.0 },
            frame_count: 1,
            rotations: Track::EMPTY,
            packed_rotations: Vec::new(),
            translations: Track::EMPTY,
            scales: Track::EMPTY,
            weights: Track::EMPTY,
            translation_masks: Vec::new(),
            translation_bases: Vec::new(),
        }
    }

    /// The time of each frame.
    pub fn time(&self) -> &Time {
        &self.time
    }

    /// Number of frames: at least 1, except before a stream's first frames and after all frames were taken.
    pub fn frame_count(&self) -> usize {
        self.frame_count
    }

    /// Local rotations of the [whole](Self::whole_frames) frames: parent space, unit quaternions.
    pub fn rotations(&self) -> &Track<Quat> {
        &self.rotations
    }

    /// The local rotation in any frame of the joint at `slot` of the [track](Self::rotations). `None` past the last frame or slot.
    pub fn rotation(&self, frame: usize, slot: usize) -> Option<Quat> {
        let width = self.rotations.joints.len();
        match frame.checked_sub(self.whole_frames()) {
            None => self.rotations.row(frame).get(slot).copied(),
            Some(_) if slot >= width => None,
            Some(packed) => self.packed_rotations.get(packed * width + slot).map(|rotation| rotation.unpack()),
        }
    }

    /// Number of frames before the [packed](Self::append_packed) ones.
    pub fn whole_frames(&self) -> usize {
        self.frame_count - self.packed_rotations.len() / self.rotations.joints.len().max(1)
    }

    /// Values of the position channels as in the file: parent space, file units, 0 on axes that nothing moves. The local
    /// translation is this plus the joint's [base](Self::translation_bases).
    pub fn translations(&self) -> &Track<Vec3> {
        &self.translations
    }

    /// Scales, in skeletons that have [any](Skeleton::scaling).
    pub fn scales(&self) -> &Track<Vec3> {
        &self.scales
    }

    /// Strengths of the skin's morphs. The track's indices are those of [`Skeleton::weights`].
    pub fn weights(&self) -> &Track<f32> {
        &self.weights
    }

    /// The base that is added to each translated joint's values: parent space, file units.
    pub fn translation_bases(&self) -> &[Vec3] {
        &self.translation_bases
    }

    /// For each axis of each translated joint: 1.0 where the [`PositionMode`] decides whether its values replace the joint's offset, 0.0
    /// where they are added to it in any mode.
    pub fn translation_masks(&self) -> &[Vec3] {
        &self.translation_masks
    }

    /// The same tracks without frames, to [append](Self::append) to.
    pub fn outline(&self) -> Self {
        Self {
            time: self.time.clone(),
            frame_count: 0,
            rotations: self.rotations.outline(),
            packed_rotations: Vec::new(),
            translations: self.translations.outline(),
            scales: self.scales.outline(),
            weights: self.weights.outline(),
            translation_masks: self.translation_masks.clone(),
            translation_bases: self.translation_bases.clone(),
        }
    }

    /// The frames of `range`, without [packed](Self::append_packed) frames and those past the end.
    pub fn frames(&self, range: Range<usize>) -> Frames<'_> {
        let most = self.whole_frames();
        let range = range.start.min(most)..range.end.min(most);
        Frames {
            count: range.len(),
            rotations: self.rotations.rows(range.clone()),
            translations: self.translations.rows(range.clone()),
            scales: self.scales.rows(range.clone()),
            weights: self.weights.rows(range),
        }
    }

    /// Bytes of one whole frame.
    pub fn row_bytes(&self) -> usize {
        self.rotations.row_bytes() + self.translations.row_bytes() + self.scales.row_bytes() + self.weights.row_bytes()
    }

    /// Bytes of one [packed](Self::append_packed) frame.
    pub fn packed_row_bytes(&self) -> usize {
        self.row_bytes() - self.rotations.joints.len() * (size_of::<Quat>() - size_of::<PackedRotation>())
    }

    /// Bytes of all frames.
    pub fn bytes(&self) -> usize {
        let whole = self.whole_frames();
        whole * self.row_bytes() + (self.frame_count - whole) * self.packed_row_bytes()
    }

    /// Whether any frame differs from the first. Assumed of [packed](Self::append_packed) motions: nobody writes that many frames at rest.
    pub fn moves(&self) -> bool {
        self.rotations.moves()
            || self.translations.moves()
            || self.scales.moves()
            || self.weights.moves()
            || !self.packed_rotations.is_empty()
    }

    /// Seconds from the first to the last frame: `(frames - 1) * frame_time`. 0 for a single frame.
    pub fn duration(&self) -> f64 {
        self.frame_start(self.frame_count.saturating_sub(1))
    }

    /// Seconds between frames; the mean for keys.
    pub fn frame_time(&self) -> f64 {
        self.time.step()
    }

    /// Start of `frame` in seconds; past the end, that of the last frame.
    pub fn frame_start(&self, frame: usize) -> f64 {
        self.time.start_of(frame.min(self.frame_count.saturating_sub(1)))
    }

    /// The two frames around `seconds`, clamped to the first and last frame (the end never blends into the start); NaN gives the first.
    pub fn locate(&self, seconds: f64) -> Span {
        self.time.locate(self.frame_count, seconds)
    }

    /// Sets an even frame time in seconds. Ignored unless greater than 0 and at most 1e12.
    pub fn set_frame_time(&mut self, frame_time: f64) {
        if is_step(frame_time) {
            self.time = Time::Uniform { frame_time };
        }
    }

    /// Reserves room for `frames` more; failing is no error.
    pub fn reserve(&mut self, frames: usize) {
        each_track!(self, track => track.reserve(frames));
    }

    /// Reserves room for `frames` more [packed](Self::append_packed) ones; failing is no error.
    pub fn reserve_packed(&mut self, frames: usize) {
        let rotations = frames.saturating_mul(self.rotations.joints.len());
        self.packed_rotations.try_reserve_exact(rotations).ok();
        self.translations.reserve(frames);
        self.scales.reserve(frames);
        self.weights.reserve(frames);
    }

    /// Appends a row after the last frame, for the caller to fill and count or to [remove](Self::forget_unfinished_row).
    #[inline]
    pub(super) fn push_row(&mut self) -> Result<RowMut<'_>, BuildError> {
        let (rotated, rotations) = self.rotations.push_row(Quat::IDENTITY)?;
        let (translated, translations) = self.translations.push_row(Vec3::ZERO)?;
        let (_, scales) = self.scales.push_row(Vec3::ONE)?;
        let (_, weights) = self.weights.push_row(0.0)?;
        Ok(RowMut { rotations, translations, scales, weights, joints: [rotated, translated] })
    }

    /// Removes the uncounted row of [`push_row`](Self::push_row).
    pub(super) fn forget_unfinished_row(&mut self) {
        each_track!(self, track => track.truncate(self.frame_count));
    }

    /// Bytes reserved for frames that are [whole](Self::whole_frames), used or not.
    pub fn reserved_bytes(&self) -> usize {
        self.rotations.values.capacity() * size_of::<Quat>() + self.translations.values.capacity() * size_of::<Vec3>()
    }

    /// Appends frames of another motion with the same tracks; an error leaves the motion unchanged.
    /// [`BuildError::WrongLength`] after [packed](Self::append_packed) frames.
    pub fn append(&mut self, frames: Frames<'_>) -> Result<(), BuildError> {
        self.check(&frames)?;
        if !self.packed_rotations.is_empty() {
            return Err(BuildError::WrongLength);
        }
        self.rotations.make_room(frames.rotations)?;
        self.append_others(&frames)?;
        self.rotations.values.extend_from_slice(frames.rotations);
        self.frame_count += frames.count;
        Ok(())
    }

    /// As [`append`](Self::append), for motions too large to keep whole: rotations take 8 bytes instead of 16, with an error
    /// below 3e-6 radians, less than 0.01 mm at a person's hand.
    pub fn append_packed(&mut self, frames: Frames<'_>) -> Result<(), BuildError> {
        self.check(&frames)?;
        make_room(&mut self.packed_rotations, frames.rotations.len())?;
        self.append_others(&frames)?;
        self.packed_rotations.extend(frames.rotations.iter().map(|rotation| PackedRotation::new(*rotation)));
        self.frame_count += frames.count;
        Ok(())
    }

    /// Checks that `frames` has the same tracks and only valid numbers.
    fn check(&self, frames: &Frames<'_>) -> Result<(), BuildError> {
        let fits = |values: usize, joints: usize| values as u64 == frames.count as u64 * joints as u64;
        self.frame_count.checked_add(frames.count).ok_or(BuildError::TooManyFrames)?;
        if !fits(frames.rotations.len(), self.rotations.joints.len())
            || !fits(frames.translations.len(), self.translations.joints.len())
            || !fits(frames.scales.len(), self.scales.joints.len())
            || !fits(frames.weights.len(), self.weights.joints.len())
        {
            return Err(BuildError::WrongLength);
        }
        frames.check()
    }

    /// Appends all but the rotations; nothing on an error.
    fn append_others(&mut self, frames: &Frames<'_>) -> Result<(), BuildError> {
        self.translations.make_room(frames.translations)?;
        self.scales.make_room(frames.scales)?;
        self.weights.make_room(frames.weights)?;
        self.translations.values.extend_from_slice(frames.translations);
        self.scales.values.extend_from_slice(frames.scales);
        self.weights.values.extend_from_slice(frames.weights);
        Ok(())
    }

    /// Replaces the frame times. Keys are sorted, start at 0 and match the frame count; a uniform step is above 0; none is
    /// past 1e12 s.
    pub fn set_time(&mut self, time: Time) -> Result<(), BuildError> {
        time.check(self.frame_count)?;
        self.time = time;
        Ok(())
    }

    /// Sets how position channels are read (see [`PositionMode`]). Changes only the bases.
    pub fn set_position_mode(&mut self, skeleton: &Skeleton, mode: PositionMode) {
        let rest = skeleton.rest_translations();
        for ((base, mask), &joint) in
            self.translation_bases.iter_mut().zip(&self.translation_masks).zip(&self.translations.joints)
        {
            let offset = rest.at(usize::from(joint));
            *base = match mode {
                PositionMode::Add => offset,
                PositionMode::Replace => offset * (Vec3::ONE - *mask),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Limits;
    use crate::model::{Channels, JointKind, MotionBuilder, SkeletonBuilder};

    /// Two turning joints in `frames` frames, packed from frame `packed` on.
    fn turning(frames: usize, packed: usize, angle: impl Fn(usize) -> f32) -> Motion {
        let mut b = SkeletonBuilder::new(&Limits::default());
        let root = b.add("root", None, JointKind::Joint, Vec3::ZERO, Quat::IDENTITY).unwrap();
        b.add("child", Some(root), JointKind::Joint, Vec3::Y, Quat::IDENTITY).unwrap();
        let channels = Channels { rotated: vec![0, 1], translated: vec![0], ..Channels::default() };
        let skeleton = b.finish().unwrap();
        let mut b = MotionBuilder::new(&skeleton, channels, PositionMode::Replace, &Limits::default()).unwrap();
        for frame in 0..frames {
            b.push_row(|row| {
                row.rotations.fill(Quat::from_rotation_x(angle(frame)));
                row.translations[0] = Vec3::ONE;
            })
            .unwrap();
        }
        let whole = b.finish().unwrap();
        let mut motion = whole.outline();
        motion.append(whole.frames(0..packed)).unwrap();
        motion.append_packed(whole.frames(packed..frames)).unwrap();
        motion
    }

    #[test]
    fn packed_frames_follow_full_precision_ones() {
        let motion = turning(10, 4, |frame| frame as f32 * 0.1);
        assert_eq!((motion.frame_count(), motion.frames(0..10).count), (10, 4));
        assert_eq!((motion.row_bytes(), motion.packed_row_bytes()), (44, 28));
        assert_eq!(motion.bytes(), 4 * 44 + 6 * 28);
        assert_eq!(motion.translations().row(9), [Vec3::ONE]);
        for frame in 0..10 {
            let turned = motion.rotation(frame, 1).unwrap();
            assert!(turned.angle_between(Quat::from_rotation_x(frame as f32 * 0.1)) < 1e-3, "frame {frame}: {turned}");
        }
        assert_eq!([(3, 2), (4, 2), (10, 0)].map(|(frame, slot)| motion.rotation(frame, slot)), [None; 3]);
        assert_eq!(motion.outline(), turning(1, 1, |_| 0.0).outline());
    }
}
