//! Smooth functions of time: keyed tracks, periodic curves and short blends.

use std::f64::consts::TAU;

/// Keys joined by a monotone cubic (Fritsch and Carlson 1980): continuous in value and slope, never
/// beyond the two keys around it, still before the first and after the last.
pub struct Keyframes<const N: usize> {
    keys: Vec<(f64, [f64; N])>,
    soft: f64,
}

impl<const N: usize> Keyframes<N> {
    /// `keys` are (time, values), times ascending.
    pub fn new(keys: &[(f64, [f64; N])]) -> Self {
        debug_assert!(keys.windows(2).all(|w| w[0].0 < w[1].0));
        Self { keys: keys.to_vec(), soft: 0.0 }
    }

    /// Averages over `seconds` around each moment, for a smooth slope.
    pub fn soft(mut self, seconds: f64) -> Self {
        self.soft = seconds;
        self
    }

    pub fn at(&self, t: f64) -> [f64; N] {
        if self.soft == 0.0 {
            return self.exact(t);
        }
        const HALF: i32 = 8;
        let mut sum = [0.0; N];
        let mut total = 0.0;
        for i in -HALF..=HALF {
            let u = f64::from(i) / f64::from(HALF + 1);
            let weight = (1.0 + (u * TAU / 2.0).cos()) / 2.0;
            let values = self.exact(t + u * self.soft / 2.0);
            total += weight;
            for (s, v) in sum.iter_mut().zip(values) {
                *s += weight * v;
            }
        }
        sum.map(|s| s / total)
    }

    fn exact(&self, t: f64) -> [f64; N] {
        let keys = &self.keys;
        let next = keys.partition_point(|k| k.0 <= t);
        if next == 0 {
            return keys[0].1;
        }
        if next == keys.len() {
            return keys[next - 1].1;
        }
        let (a, b) = (keys[next - 1], keys[next]);
        let span = b.0 - a.0;
        let (from, to) = (self.slope(next - 1), self.slope(next));
        std::array::from_fn(|i| hermite((t - a.0) / span, span, (a.1[i], from[i]), (b.1[i], to[i])))
    }

    fn slope(&self, k: usize) -> [f64; N] {
        if k == 0 || k + 1 == self.keys.len() {
            return [0.0; N];
        }
        let (a, b, c) = (self.keys[k - 1], self.keys[k], self.keys[k + 1]);
        let (before, after) = (b.0 - a.0, c.0 - b.0);
        std::array::from_fn(|i| {
            let (p, q) = ((b.1[i] - a.1[i]) / before, (c.1[i] - b.1[i]) / after);
            if p * q <= 0.0 {
                return 0.0;
            }
            let (wp, wq) = (2.0 * after + before, after + 2.0 * before);
            (wp + wq) / (wp / p + wq / q)
        })
    }
}

/// A periodic curve through values at even steps of a cycle, made of the lowest harmonics: seven describe normal gait (Winter,
/// Sidwall and Hobson, J. Biomech. 7, 1974).
pub struct Cycle {
    mean: f64,
    waves: Vec<(f64, f64)>,
}

impl Cycle {
    pub fn new(values: &[f64], harmonics: usize) -> Self {
        let n = values.len() as f64;
        let sum = |wave: &dyn Fn(f64) -> f64| -> f64 {
            let terms = values.iter().enumerate();
            terms.map(|(k, v)| v * wave(TAU * k as f64 / n)).sum::<f64>() / n
        };
        let wave = |h: f64| (2.0 * sum(&|a| (h * a).cos()), 2.0 * sum(&|a| (h * a).sin()));
        Self { mean: sum(&|_| 1.0), waves: (1..=harmonics).map(|h| wave(h as f64)).collect() }
    }

    /// The value at `phase`, in cycles.
    pub fn at(&self, phase: f64) -> f64 {
        let harmonics = self.waves.iter().zip(1..);
        let wave = |((c, s), h): (&(f64, f64), i32)| {
            let angle = TAU * phase * f64::from(h);
            c * angle.cos() + s * angle.sin()
        };
        self.mean + harmonics.map(wave).sum::<f64>()
    }
}

/// The cubic from `a` to `b`, each (value, slope per second), at `u` of 0 to 1 across `span` seconds.
pub fn hermite(u: f64, span: f64, a: (f64, f64), b: (f64, f64)) -> f64 {
    let (u2, u3) = (u * u, u * u * u);
    let value = (2.0 * u3 - 3.0 * u2 + 1.0) * a.0 + (3.0 * u2 - 2.0 * u3) * b.0;
    value + span * ((u3 - 2.0 * u2 + u) * a.1 + (u3 - u2) * b.1)
}

/// The quintic from `a` to `b`, each (value, velocity, acceleration), at `u` of 0 to 1 across `span` seconds.
pub fn quintic(u: f64, span: f64, a: [f64; 3], b: [f64; 3]) -> f64 {
    let (v0, v1) = (a[1] * span, b[1] * span);
    let (a0, a1) = (a[2] * span * span, b[2] * span * span);
    let rest = b[0] - a[0] - v0 - a0 / 2.0;
    let (rv, ra) = (v1 - v0 - a0, a1 - a0);
    let c3 = 10.0 * rest - 4.0 * rv + ra / 2.0;
    let c4 = -15.0 * rest + 7.0 * rv - ra;
    let c5 = 6.0 * rest - 3.0 * rv + ra / 2.0;
    a[0] + u * (v0 + u * (a0 / 2.0 + u * (c3 + u * (c4 + u * c5))))
}

/// 0 before `from`, 1 after `to`, level and without acceleration at both.
pub fn ramp(t: f64, from: f64, to: f64) -> f64 {
    let u = ((t - from) / (to - from)).clamp(0.0, 1.0);
    quintic(u, 1.0, [0.0; 3], [1.0, 0.0, 0.0])
}
