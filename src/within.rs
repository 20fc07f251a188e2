//! Numbers between bounds that are computed.
//!
//! [`f32::clamp`] panics where its bounds are not in order or not numbers, which no input may cause. Use it where both bounds are constants.

/// A number that can be brought between bounds.
pub trait Within {
    /// The nearest number from `low` to `high`: `high` if it is below `low`, and `low` for NaN.
    #[must_use]
    fn within(self, low: Self, high: Self) -> Self;
}

impl Within for f32 {
    #[inline]
    fn within(self, low: Self, high: Self) -> Self {
        self.max(low).min(high)
    }
}

impl Within for f64 {
    #[inline]
    fn within(self, low: Self, high: Self) -> Self {
        self.max(low).min(high)
    }
}

#[cfg(test)]
mod tests {
    use super::Within;

    #[test]
    fn numbers_are_brought_between_bounds() {
        assert_eq!([-1.0, 0.5, 2.0].map(|number: f32| number.within(0.0, 1.0)), [0.0, 0.5, 1.0]);
        assert_eq!([-1.0, 0.5, 2.0].map(|number: f64| number.within(0.0, 1.0)), [0.0, 0.5, 1.0]);
    }

    #[test]
    fn bounds_out_of_order_and_nan_are_no_panic() {
        assert_eq!(0.5_f32.within(1.0, 0.0), 0.0);
        assert_eq!(f64::NAN.within(1.0, 2.0), 1.0);
    }
}
