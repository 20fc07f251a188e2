//! A motion's values joint by joint, and back.

use glam::{DQuat, DVec3, Quat, Vec3};

use std::ops::{Deref, DerefMut};
use std::rc::Rc;

use super::sample::one_hemisphere;
use marey::checked::Checked;
use marey::model::{BuildError, Frames, Motion, Time};

/// The values of one joint in all frames.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ValueTrack<S> {
    pub(super) joint: usize,
    pub(super) values: SharedValues<S>,
}

/// A value a frame. Copies of a motion share them until one of them changes its own.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct SharedValues<S>(Rc<Vec<S>>);

impl<S> From<Vec<S>> for SharedValues<S> {
    fn from(values: Vec<S>) -> Self {
        Self(Rc::new(values))
    }
}

impl<S> Deref for SharedValues<S> {
    type Target = [S];

    fn deref(&self) -> &[S] {
        &self.0
    }
}

impl<S: Clone> DerefMut for SharedValues<S> {
    fn deref_mut(&mut self) -> &mut [S] {
        let values: &mut Vec<S> = Rc::make_mut(&mut self.0);
        values
    }
}

/// All rotations and position channels of a motion with even frames.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct MotionTracks {
    /// Local rotations, neighbours in one hemisphere.
    pub(super) turns: Vec<ValueTrack<DQuat>>,
    /// Local translations, without their [`bases`](Self::bases).
    pub(super) places: Vec<ValueTrack<DVec3>>,
    /// The offset that is added to the values of each of `places`.
    pub(super) bases: Vec<DVec3>,
    /// Frames a second.
    pub(super) rate: f64,
    /// The first frame of the motion that they were taken from.
    pub(super) start: usize,
}

impl MotionTracks {
    pub(super) fn new(motion: &Motion, rate: f64) -> Self {
        let frames = motion.frame_count();
        let turn = |(slot, joint): (usize, &u16)| {
            let turns = (0..frames).map(|frame| motion.rotation(frame, slot).unwrap_or(Quat::IDENTITY).as_dquat());
            let mut values: Vec<DQuat> = turns.collect();
            one_hemisphere(&mut values);
            ValueTrack { joint: usize::from(*joint), values: values.into() }
        };
        let place = |(slot, joint): (usize, &u16)| {
            let width = motion.translations().joints().len().max(1);
            let places = motion.translations().values().iter().skip(slot).step_by(width);
            ValueTrack {
                joint: usize::from(*joint),
                values: places.map(|place| place.as_dvec3()).collect::<Vec<_>>().into(),
            }
        };
        Self {
            turns: motion.rotations().joints().iter().enumerate().map(turn).collect(),
            places: motion.translations().joints().iter().enumerate().map(place).collect(),
            bases: motion.translation_bases().iter().map(|base| base.as_dvec3()).collect(),
            rate,
            start: 0,
        }
    }

    /// Number of frames; 0 for a motion without tracks.
    pub(super) fn frames(&self) -> usize {
        let turns = self.turns.first().map(|track| track.values.len());
        turns.or_else(|| self.places.first().map(|track| track.values.len())).unwrap_or(0)
    }

    /// Leaves out all but some frames.
    pub(super) fn cut(&mut self, first: usize, count: usize) {
        let keep = |values: usize| first.min(values)..(first + count).min(values);
        for track in &mut self.turns {
            track.values = track.values.get(keep(track.values.len())).unwrap_or_default().to_vec().into();
        }
        for track in &mut self.places {
            track.values = track.values.get(keep(track.values.len())).unwrap_or_default().to_vec().into();
        }
        self.start += first;
    }

    /// These values in a motion with the other tracks of `motion`. Values that did not change keep their bits.
    pub(super) fn motion(&self, motion: &Motion) -> Result<Motion, BuildError> {
        let frames = self.frames();
        let (mut rotations, mut translations) = (Vec::new(), Vec::new());
        rotations.try_reserve_exact(frames * self.turns.len()).map_err(|_| BuildError::OutOfMemory)?;
        translations.try_reserve_exact(frames * self.places.len()).map_err(|_| BuildError::OutOfMemory)?;
        for frame in 0..frames {
            for (slot, track) in self.turns.iter().enumerate() {
                let old = motion.rotation(self.start + frame, slot).unwrap_or(Quat::IDENTITY);
                let new = track.values.at(frame).as_quat();
                rotations.push(if new == old || -new == old { old } else { new.normalize() });
            }
            translations.extend(self.places.iter().map(|track| track.values.at(frame).as_vec3()));
        }
        let rest = self.start..self.start + frames;
        let rows = |width: usize| rest.start * width..rest.end * width;
        let (scales, weights): (&[Vec3], &[f32]) = (
            motion.scales().values().get(rows(motion.scales().joints().len())).unwrap_or_default(),
            motion.weights().values().get(rows(motion.weights().joints().len())).unwrap_or_default(),
        );
        let mut made = motion.outline();
        made.set_time(Time::Uniform { frame_time: motion.frame_time() })?;
        made.append(Frames { count: frames, rotations: &rotations, translations: &translations, scales, weights })?;
        Ok(made)
    }
}
