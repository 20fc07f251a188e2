//! Changing frames of a finished motion.

use super::BuildError;
use super::motion::{Motion, RowMut};
use super::time::Time;

impl Motion {
    /// Changes a frame: `write` gets its values, in the order of the tracks. A frame that a [builder](super::MotionBuilder) would refuse, with
    /// a number that is not finite or a rotation that is not of unit length, stays as it was.
    ///
    /// ```
    /// # let mut clip = marey::formats::parse("a.bvh", b"HIERARCHY ROOT Hips { OFFSET 0 90 0 CHANNELS 1 Zrotation
    /// #     End Site { OFFSET 0 10 0 } } MOTION\nFrames: 2\nFrame Time: 0.5\n0\n90", marey::Limits::default())?;
    /// use marey::glam::Quat;
    ///
    /// let motion = &mut clip.behaviours[0].motion;
    /// for frame in 0..motion.frame_count() {
    ///     motion.edit_frame(frame, |row| *row.rotation_mut(0).unwrap() = Quat::IDENTITY).unwrap();
    /// }
    /// assert!(!motion.moves());
    /// # Ok::<(), marey::ParseError>(())
    /// ```
    ///
    /// # Errors
    /// [`BuildError::UnknownFrame`] past the last frame that is [whole](Self::whole_frames), [`BuildError::NotFinite`] and
    /// [`BuildError::NotUnitLength`].
    pub fn edit_frame(&mut self, frame: usize, write: impl FnOnce(&mut RowMut<'_>)) -> Result<(), BuildError> {
        if frame >= self.whole_frames() {
            return Err(BuildError::UnknownFrame);
        }
        let (rotated, rotations) = self.rotations.row_mut(frame);
        let (translated, translations) = self.translations.row_mut(frame);
        let ((_, scales), (_, weights)) = (self.scales.row_mut(frame), self.weights.row_mut(frame));
        let mut row = RowMut { rotations, translations, scales, weights, joints: [rotated, translated] };
        let before = (row.rotations.to_vec(), row.translations.to_vec(), row.scales.to_vec(), row.weights.to_vec());
        write(&mut row);
        let checked = row.check();
        if checked.is_err() {
            row.rotations.copy_from_slice(&before.0);
            row.translations.copy_from_slice(&before.1);
            row.scales.copy_from_slice(&before.2);
            row.weights.copy_from_slice(&before.3);
        }
        checked
    }

    /// Removes the first frame: the second one is then at 0 seconds. The only frame stays.
    pub fn remove_first_frame(&mut self) {
        if self.frame_count < 2 {
            return;
        }
        if self.whole_frames() > 0 {
            self.rotations.remove_first_row();
        } else {
            let rotations = self.rotations.joints.len().min(self.packed_rotations.len());
            self.packed_rotations.drain(..rotations);
        }
        self.translations.remove_first_row();
        self.scales.remove_first_row();
        self.weights.remove_first_row();
        self.frame_count -= 1;
        if let Time::Keys(keys) = &mut self.time {
            let start = keys.get(1).copied().unwrap_or_default();
            keys.drain(..keys.len().min(1));
            keys.iter_mut().for_each(|key| *key -= start);
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::{Quat, Vec3};

    use super::*;
    use crate::error::Limits;
    use crate::model::{Channels, JointKind, MotionBuilder, PositionMode, SkeletonBuilder};

    #[test]
    fn a_frame_can_be_changed_and_stays_unchanged_on_bad_values() {
        let limits = Limits::default();
        let mut joints = SkeletonBuilder::new(&limits);
        joints.add("hip", None, JointKind::Joint, Vec3::Y, Quat::IDENTITY).unwrap();
        let skeleton = joints.finish().unwrap();
        let channels = Channels { rotated: vec![0], translated: vec![0], ..Channels::default() };
        let mut frames = MotionBuilder::new(&skeleton, channels, PositionMode::Replace, &limits).unwrap();
        for _ in 0..3 {
            frames.push_row(|_| {}).unwrap();
        }
        let mut motion = frames.finish().unwrap();
        motion.edit_frame(1, |row| row.translations[0] = Vec3::X).unwrap();
        let bad = motion.edit_frame(1, |row| {
            (row.translations[0], row.rotations[0]) = (Vec3::Z, Quat::from_xyzw(0.0, 0.0, 0.0, 2.0))
        });
        assert_eq!(bad, Err(BuildError::NotUnitLength));
        assert_eq!(motion.edit_frame(1, |row| row.translations[0].y = f32::NAN), Err(BuildError::NotFinite));
        assert_eq!(motion.edit_frame(3, |_| {}), Err(BuildError::UnknownFrame));
        assert_eq!(motion.translations().values(), [Vec3::ZERO, Vec3::X, Vec3::ZERO]);
        assert_eq!(motion.rotations().values(), [Quat::IDENTITY; 3]);
        // Packed frames hold no values that could be changed.
        let taken = motion.clone();
        motion.append_packed(taken.frames(0..1)).unwrap();
        assert_eq!(motion.edit_frame(3, |_| {}), Err(BuildError::UnknownFrame));
    }

    #[test]
    fn the_first_frame_can_be_removed() {
        let limits = Limits::default();
        let mut joints = SkeletonBuilder::new(&limits);
        joints.add("hip", None, JointKind::Joint, Vec3::Y, Quat::IDENTITY).unwrap();
        let skeleton = joints.finish().unwrap();
        let channels = Channels { rotated: vec![0], translated: vec![0], ..Channels::default() };
        let mut frames = MotionBuilder::new(&skeleton, channels, PositionMode::Replace, &limits).unwrap();
        for frame in 0..3_u8 {
            frames.push_row(|row| row.translations[0] = Vec3::splat(f32::from(frame))).unwrap();
        }
        let whole = frames.finish().unwrap();
        let mut packed = whole.outline();
        packed.append_packed(whole.frames(0..3)).unwrap();
        let mut keyed = whole.clone();
        keyed.set_time(Time::Keys(vec![0.0, 0.5, 2.0])).unwrap();
        for mut motion in [whole, packed, keyed.clone()] {
            motion.remove_first_frame();
            assert_eq!((motion.frame_count(), motion.translations().values()), (2, &[Vec3::ONE, Vec3::splat(2.0)][..]));
            assert!(motion.rotation(1, 0).is_some() && motion.rotation(2, 0).is_none());
            motion.remove_first_frame();
            motion.remove_first_frame();
            assert_eq!(motion.frame_count(), 1, "one stays");
        }
        keyed.remove_first_frame();
        assert_eq!(keyed.time(), &Time::Keys(vec![0.0, 1.5]));
    }
}
