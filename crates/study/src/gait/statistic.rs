//! Mean and deviation.

/// Mean and standard deviation over cycles.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[non_exhaustive]
pub struct Statistic {
    /// `None` without cycles.
    pub mean: Option<f64>,
    /// Of the sample, divided by n - 1. `None` with fewer than two cycles.
    pub sd: Option<f64>,
    /// The number of cycles.
    pub n: usize,
}

impl Statistic {
    /// Of these values.
    pub fn new(values: &[f64]) -> Self {
        let n = values.len();
        let mean = values.iter().sum::<f64>() / n as f64;
        let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
        Self { mean: (n > 0).then_some(mean), sd: (n > 1).then(|| (squares / (n as f64 - 1.0)).sqrt()), n }
    }
}
