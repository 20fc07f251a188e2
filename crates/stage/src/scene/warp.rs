//! A warp in time, along which a clip follows another one's pace.

/// The moments of a clip at equal steps of the clock. The clock's time 0 is the first.
#[derive(Debug, Clone, PartialEq)]
pub struct ClockWarp {
    /// Seconds of the clock between two moments, above 0.
    pub step: f64,
    /// Seconds in the clip; at least one.
    pub moments: Vec<f32>,
}

impl ClockWarp {
    /// The clip's moment at the clock's time, and whether the warp reaches there; else it is the moment at its nearer end.
    pub(super) fn at(&self, clock: f64) -> (f64, bool) {
        let place = clock / self.step;
        let last = self.moments.len().saturating_sub(1);
        let inside = place.clamp(0.0, last as f64);
        let moment = |index: usize| self.moments.get(index.min(last)).map_or(0.0, |moment| f64::from(*moment));
        let (index, share) = (inside as usize, inside.fract());
        (moment(index) + (moment(index + 1) - moment(index)) * share, place == inside)
    }
}
