//! Builds a motion frame by frame and checks each frame once.

use glam::Vec3;

use super::motion::{Motion, PositionMode, RowMut};
use super::track::Track;
use super::{BuildError, Skeleton};
use crate::error::Limits;

/// The joints that a motion moves. Each list names a joint at most once.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Channels {
    /// Joints with rotations.
    pub rotated: Vec<u16>,
    /// Joints with translations.
    pub translated: Vec<u16>,
    /// Axes of each translated joint that have a channel, 1.0 or 0.0 an axis. Empty: all axes of all joints.
    pub masks: Vec<Vec3>,
    /// Joints with scales, in skeletons that have [scales](Skeleton::scaling).
    pub scaled: Vec<u16>,
    /// Animated weights: indices of [`Skeleton::weights`].
    pub weighted: Vec<u16>,
}

/// Builds a [`Motion`]; readers append frames as they read them.
#[derive(Debug, Clone)]
pub struct MotionBuilder {
    motion: Motion,
    /// Number of frames that [`take_frames`](Self::take_frames) handed out.
    taken: usize,
    max_frames: usize,
    max_bytes: u64,
    /// Frames that the bytes read so far justify.
    justified: usize,
}

impl MotionBuilder {
    /// No frames yet, 30 a second. Errors: [`BuildError::UnknownJoint`], [`BuildError::JointTwice`],
    /// [`BuildError::WrongLength`] unless there are no masks or one for each translated joint, and [`BuildError::NotFinite`]
    /// for a mask with an entry other than 0 or 1.
    pub fn new(
        skeleton: &Skeleton,
        channels: Channels,
        mode: PositionMode,
        limits: &Limits,
    ) -> Result<Self, BuildError> {
        let Channels { rotated, translated, masks, scaled, weighted } = channels;
        let mut motion = Motion {
            frame_count: 0,
            rotations: Track { joints: rotated, ..Track::EMPTY },
            translations: Track { joints: translated, ..Track::EMPTY },
            scales: Track { joints: scaled, ..Track::EMPTY },
            weights: Track { joints: weighted, ..Track::EMPTY },
            translation_masks: masks,
            ..Motion::rest()
        };
        let translated = motion.translations.joints.len();
        motion.translation_bases.resize(translated, Vec3::ZERO);
        if motion.translation_masks.is_empty() {
            motion.translation_masks.resize(translated, Vec3::ONE);
        }
        if motion.translation_masks.len() != translated {
            return Err(BuildError::WrongLength);
        }
        // Only 0 and 1 give 0 here.
        if motion.translation_masks.iter().any(|mask| *mask * (*mask - Vec3::ONE) != Vec3::ZERO) {
            return Err(BuildError::NotFinite);
        }
        let scales = if skeleton.scaling().is_some() { skeleton.len() } else { 0 };
        for (list, count) in [
            (&motion.rotations.joints, skeleton.len()),
            (&motion.translations.joints, skeleton.len()),
            (&motion.scales.joints, scales),
            (&motion.weights.joints, skeleton.weights().len()),
        ] {
            let mut seen = vec![false; count];
            for &joint in list {
                let seen = seen.get_mut(usize::from(joint)).ok_or(BuildError::UnknownJoint)?;
                if std::mem::replace(seen, true) {
                    return Err(BuildError::JointTwice);
                }
            }
        }
        motion.set_position_mode(skeleton, mode);
        Ok(Self { motion, taken: 0, max_frames: limits.frames, max_bytes: limits.motion_bytes, justified: usize::MAX })
    }

    /// Sets how many frames there may be in all, within the limits.
    pub(crate) fn justify(&mut self, frames: usize) {
        self.justified = frames;
    }

    /// Reserves room for `frames` more, within the limits; failing is no error. Estimate `frames` from the size of the input,
    /// never from a number in a header.
    pub fn reserve(&mut self, frames: usize) {
        let row = (self.motion.row_bytes() as u64).max(1);
        let frames = frames.min(self.max_frames).min(usize::try_from(self.max_bytes / row).unwrap_or(usize::MAX));
        self.motion.reserve(frames);
    }

    /// Appends one frame, which `write` fills. Drops the row on an error: a number that is not finite, a rotation that is not of
    /// unit length, or a limit exceeded.
    #[inline]
    pub fn push_row(&mut self, write: impl FnOnce(&mut RowMut<'_>)) -> Result<(), BuildError> {
        let motion = &mut self.motion;
        let total = self.taken + motion.frame_count;
        if total >= self.max_frames.min(self.justified)
            || (total as u64 + 1).saturating_mul(motion.row_bytes() as u64) > self.max_bytes
        {
            return Err(BuildError::TooManyFrames);
        }
        let written = motion.push_row().and_then(|mut row| {
            write(&mut row);
            row.check()
        });
        match written {
            Ok(()) => motion.frame_count += 1,
            Err(_) => motion.forget_unfinished_row(),
        }
        written
    }

    /// Moves the frames held now out as a motion of their own; [`frame_count`](Self::frame_count) still counts them.
    pub fn take_frames(&mut self) -> Motion {
        let motion = &mut self.motion;
        let outline = motion.outline();
        let taken = std::mem::replace(motion, outline);
        self.taken += taken.frame_count;
        taken
    }

    /// Number of frames so far, including those handed out.
    pub fn frame_count(&self) -> usize {
        self.taken + self.motion.frame_count
    }

    /// Sets the seconds between frames. Ignored unless greater than 0 and at most 1e12.
    pub fn set_frame_time(&mut self, frame_time: f64) {
        self.motion.set_frame_time(frame_time);
    }

    /// Sets how position channels are read.
    pub fn set_position_mode(&mut self, skeleton: &Skeleton, mode: PositionMode) {
        self.motion.set_position_mode(skeleton, mode);
    }

    /// The motion of the frames held now.
    pub fn so_far(&self) -> &Motion {
        &self.motion
    }

    /// The finished motion; the rest pose as one frame if there was none. [`BuildError::FramesTaken`] if frames were handed out.
    pub fn finish(self) -> Result<Motion, BuildError> {
        if self.taken == 0 { Ok(self.finish_remaining()) } else { Err(BuildError::FramesTaken) }
    }

    /// The frames not handed out, possibly none; one frame of the rest pose if there never was a frame.
    pub fn finish_remaining(self) -> Motion {
        if self.frame_count() == 0 { Motion { time: self.motion.time, ..Motion::rest() } } else { self.motion }
    }
}

#[cfg(test)]
mod tests {
    use glam::Quat;

    use super::*;
    use crate::model::{Frames, JointKind, Scaling, SkeletonBuilder};

    fn skeleton() -> Skeleton {
        let mut b = SkeletonBuilder::new(&Limits::default());
        let root = b.add("root", None, JointKind::Joint, Vec3::new(1.0, 2.0, 3.0), Quat::IDENTITY).unwrap();
        b.add("child", Some(root), JointKind::Joint, Vec3::Y, Quat::IDENTITY).unwrap();
        b.finish().unwrap()
    }

    fn channels() -> Channels {
        let masks = vec![Vec3::new(1.0, 1.0, 0.0)];
        Channels { rotated: vec![0, 1], translated: vec![0], masks, ..Channels::default() }
    }

    fn builder(limits: &Limits) -> MotionBuilder {
        MotionBuilder::new(&skeleton(), channels(), PositionMode::Replace, limits).unwrap()
    }

    fn of_frames(n: usize) -> Motion {
        let mut b = builder(&Limits::default());
        for i in 0..n {
            b.push_row(|row| row.translations[0] = Vec3::splat(i as f32)).unwrap();
        }
        b.set_frame_time(0.1);
        b.finish().unwrap()
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
        b.push_row(|_| {}).unwrap();
        assert_eq!(b.push_row(|_| {}), Err(BuildError::TooManyFrames));
        let mut b = builder(&Limits { motion_bytes: 44 + 43, ..Limits::default() });
        b.push_row(|_| {}).unwrap();
        assert_eq!(b.push_row(|_| {}), Err(BuildError::TooManyFrames));
    }

    #[test]
    fn a_row_that_is_not_finite_is_not_kept() {
        let mut b = builder(&Limits::default());
        for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            assert_eq!(b.push_row(|row| row.translations[0].y = bad), Err(BuildError::NotFinite));
            assert_eq!(b.push_row(|row| row.rotations[1].z = bad), Err(BuildError::NotFinite));
        }
        assert_eq!(b.push_row(|row| row.translations[0].x = -1.1e12), Err(BuildError::NotFinite), "too far");
        assert_eq!(b.frame_count(), 0);
    }

    #[test]
    fn a_row_with_a_rotation_of_another_length_is_not_kept() {
        let mut b = builder(&Limits::default());
        for long in [0.0, 0.99, 1.01, 5.0] {
            let refused = b.push_row(|row| row.rotations[1] = Quat::from_xyzw(0.0, 0.0, 0.0, long));
            assert_eq!(refused, Err(BuildError::NotUnitLength), "{long}");
        }
        // Accept rounding error of multiplied rotations.
        b.push_row(|row| row.rotations[1] = Quat::from_xyzw(0.0, 0.0, 0.0, 1.00001)).unwrap();
        assert_eq!(b.finish().unwrap().rotations().values().len(), 2);
    }

    #[test]
    fn frames_taken_and_appended_make_the_same_motion() {
        let mut from = builder(&Limits::default());
        let mut to = from.so_far().clone();
        for i in 0..5 {
            from.push_row(|row| row.translations[0] = Vec3::splat(i as f32)).unwrap();
            if i % 2 == 0 {
                let taken = from.take_frames();
                to.append(taken.frames(0..taken.frame_count())).unwrap();
            }
        }
        from.push_row(|row| row.translations[0] = Vec3::splat(5.0)).unwrap();
        assert_eq!((from.frame_count(), from.so_far().frame_count()), (6, 1));
        assert_eq!(from.clone().finish(), Err(BuildError::FramesTaken));
        let last = from.finish_remaining();
        to.append(last.frames(0..9)).unwrap();
        to.set_frame_time(0.1);
        assert_eq!(to, of_frames(6));
        assert_eq!(to.frames(4..6).translations, [Vec3::splat(4.0), Vec3::splat(5.0)]);
    }

    #[test]
    fn appended_frames_are_checked() {
        let whole = of_frames(2);
        let good = whole.frames(0..2);
        let mut motion = of_frames(1);
        let mut append = |frames: Frames<'_>| motion.append(frames);
        assert_eq!(append(Frames { count: 1, ..good }), Err(BuildError::WrongLength));
        assert_eq!(append(Frames { weights: &[0.5], ..good }), Err(BuildError::WrongLength));
        for vector in [Vec3::NAN, Vec3::splat(1.1e12)] {
            assert_eq!(append(Frames { translations: &[vector; 2], ..good }), Err(BuildError::NotFinite));
        }
        assert_eq!(append(Frames { rotations: &[Quat::IDENTITY * 5.0; 4], ..good }), Err(BuildError::NotUnitLength));
        assert_eq!(append(good), Ok(()));
        // Without tracks a frame takes no bytes: only the count can overflow.
        let endless = Frames { count: usize::MAX, rotations: &[], translations: &[], scales: &[], weights: &[] };
        assert_eq!(Motion::rest().append(endless), Err(BuildError::TooManyFrames));
    }

    #[test]
    fn channels_name_existing_joints_once() {
        let built = |channels| {
            let builder = MotionBuilder::new(&skeleton(), channels, PositionMode::Replace, &Limits::default());
            builder.map(|builder| builder.so_far().translation_masks().to_vec())
        };
        let none = Channels::default;
        assert_eq!(built(Channels { rotated: vec![2], ..none() }), Err(BuildError::UnknownJoint));
        assert_eq!(built(Channels { translated: vec![1, 1], ..none() }), Err(BuildError::JointTwice));
        assert_eq!(built(Channels { scaled: vec![0], ..none() }), Err(BuildError::UnknownJoint), "it has no scales");
        assert_eq!(built(Channels { weighted: vec![0], ..none() }), Err(BuildError::UnknownJoint), "nor weights");
        assert_eq!(
            built(Channels { translated: vec![0], masks: vec![Vec3::ONE; 2], ..none() }),
            Err(BuildError::WrongLength)
        );
        for mask in [Vec3::NAN, Vec3::INFINITY, Vec3::splat(0.5)] {
            let channels = Channels { translated: vec![0], masks: vec![mask], ..none() };
            assert_eq!(built(channels), Err(BuildError::NotFinite), "{mask}");
        }
        assert_eq!(built(Channels { translated: vec![0], ..none() }), Ok(vec![Vec3::ONE]), "all axes");
    }

    #[test]
    fn scales_and_weights_have_tracks_of_their_own() {
        let mut b = SkeletonBuilder::new(&Limits::default());
        b.add("root", None, JointKind::Joint, Vec3::ZERO, Quat::IDENTITY).unwrap();
        b.set_scaling(Scaling {
            frames: vec![glam::Affine3A::IDENTITY],
            axes: vec![Quat::IDENTITY],
            rest_scales: vec![Vec3::ONE],
        })
        .unwrap();
        b.set_weights(vec![0.0, 1.0]).unwrap();
        let skeleton = b.finish().unwrap();
        let channels = Channels { scaled: vec![0], weighted: vec![1], ..Channels::default() };
        let mut b = MotionBuilder::new(&skeleton, channels, PositionMode::Replace, &Limits::default()).unwrap();
        b.push_row(|row| row.weights[0] = 0.5).unwrap();
        assert_eq!(b.push_row(|row| row.weights[0] = f32::NAN), Err(BuildError::NotFinite));
        for bad in [f32::INFINITY, 1.1e12] {
            assert_eq!(b.push_row(|row| row.scales[0].x = bad), Err(BuildError::NotFinite));
        }
        let motion = b.finish().unwrap();
        assert_eq!((motion.scales().row(0), motion.weights().row(0)), (&[Vec3::ONE][..], &[0.5][..]));
        assert_eq!((motion.weights().joints(), motion.weights().row(1)), (&[1][..], &[][..]));
    }

    #[test]
    fn without_frames_there_is_one_frame_of_rest() {
        let motion = builder(&Limits::default()).finish().unwrap();
        assert_eq!(motion, Motion::rest());
    }
}
