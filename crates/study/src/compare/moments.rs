//! The moments at which two motions are compared.

use marey::model::Motion;

/// Most moments of a comparison: 2.4 hours at 120 frames a second.
const MOST_MOMENTS: usize = 1 << 20;
/// Most joints that are posed for a comparison: some seconds of work.
const MOST_POSED: usize = 1 << 28;
/// A moment this share of a frame after the end of a motion is its end. Files round the frame time.
const SAME: f64 = 1e-3;

/// The moments of a reference, in seconds: its frames, or even steps where its keys are uneven.
pub(super) enum ComparedMoments<'a> {
    /// Every n-th frame: every frame, unless there are too many.
    Frames { motion: &'a Motion, step: usize },
    /// From the start to the end, so many seconds apart.
    Even { count: usize, step: f64 },
}

impl<'a> ComparedMoments<'a> {
    /// `joints`: how many are posed at each moment.
    pub(super) fn of(motion: &'a Motion, joints: usize) -> Self {
        let most = MOST_MOMENTS.min(MOST_POSED / joints.max(1)).max(2);
        match motion.even_rate() {
            None => Self::Frames { motion, step: motion.frame_count().div_ceil(most).max(1) },
            Some(rate) => {
                // Rounding may put the end just before a whole number of steps.
                let steps = (motion.duration() * rate + SAME).floor();
                if steps < most as f64 {
                    Self::Even { count: steps as usize + 1, step: 1.0 / rate }
                } else {
                    Self::Even { count: most, step: motion.duration() / (most - 1) as f64 }
                }
            }
        }
    }

    /// The moments within a stretch of the clock, both ends included.
    pub(super) fn within(&self, from: f64, to: f64) -> impl Iterator<Item = f64> {
        let (count, frame_time) = match self {
            Self::Frames { motion, step } => (motion.frame_count().div_ceil(*step), motion.frame_time()),
            Self::Even { count, step } => (*count, *step),
        };
        let slack = SAME * frame_time;
        let moments = (0..count).map(|index| match self {
            Self::Frames { motion, step } => motion.frame_start(index * step),
            Self::Even { step, .. } => index as f64 * step,
        });
        moments.filter(move |moment| (from - slack..=to + slack).contains(moment))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::tests::keyed;
    use marey::model::Motion;

    fn times(motion: &Motion, joints: usize) -> Vec<f64> {
        ComparedMoments::of(motion, joints).within(f64::NEG_INFINITY, f64::INFINITY).collect()
    }

    #[test]
    fn frames_and_even_keys_are_moments_themselves() {
        assert_eq!(times(&Motion::rest(), 10), [0.0]);
        assert_eq!(times(&keyed(&[0.0, 0.25, 0.5]), 10), [0.0, 0.25, 0.5]);
        let within: Vec<f64> = ComparedMoments::of(&keyed(&[0.0, 0.25, 0.5]), 10).within(0.25001, 0.49999).collect();
        assert_eq!(within, [0.25, 0.5], "a thousandth of a frame is no difference");
    }

    #[test]
    fn uneven_keys_are_sampled_evenly() {
        let found = times(&keyed(&[0.0, 0.1, 1.0]), 10);
        assert_eq!((found.len(), found[30]), (31, 1.0));
    }

    #[test]
    fn the_work_is_limited() {
        let huge = times(&keyed(&[0.0, 0.01, 1e9]), 10);
        assert_eq!(
            (huge.len(), huge.first(), huge.last().map(|end| end.round())),
            (MOST_MOMENTS, Some(&0.0), Some(1e9))
        );
        assert_eq!(times(&keyed(&[0.0, 1.0, 2.0, 3.0, 4.0]), MOST_POSED / 2), [0.0, 3.0]);
        assert_eq!(times(&keyed(&[0.0, 1e-3, 9.0]), usize::MAX).len(), 2);
    }
}
