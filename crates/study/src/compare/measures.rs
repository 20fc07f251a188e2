//! The distances between the common joints of two motions, and what sums them up.

use glam::DVec3;
use marey::body::Subject;

use super::joints::CommonJoints;
use super::joints::Places;
use super::moments::ComparedMoments;
use super::refusal::CompareError;
use super::rigid::Similarity;
use super::warp::Warp;

const MILLIMETRES: f64 = 1000.0;
/// Millimetres. The alignment of equal poses leaves less than this.
const ROUNDING: f64 = 1e-9;

/// Which moments of the two motions are compared with each other.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Timing<'a> {
    /// The other motion begins so many seconds after the reference (before it, if negative). [`best_offset`](super::best_offset)
    /// finds the best.
    Offset(f64),
    /// The pairs of moments of a [`warp`](super::warp()).
    Warp(&'a Warp),
}

/// Three distances in millimetres. For a moment they are means over all pairs of joints, the root included.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Errors {
    /// In the world: MPJPE, the mean per-joint position error of Ionescu et al. (2014), "Human3.6M", IEEE PAMI 36.
    pub mpjpe: f64,
    /// Relative to the [root](CommonJoints::root) of each figure.
    pub root_relative: f64,
    /// After the other figure's pose was moved, turned and scaled onto the reference's, at each moment anew, by least squares
    /// (Procrustes analysis) and without mirroring: PA-MPJPE. One or two joints always fit. A pose whose joints all lie in one
    /// place is moved only.
    pub pa_mpjpe: f64,
}

/// Two moments that were compared.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moment {
    /// Seconds on the reference's clock.
    pub time: f64,
    /// Seconds on the other motion's own clock.
    pub other: f64,
    /// How far the joints are from each other.
    pub errors: Errors,
}

/// A distance over all moments: millimetres.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Distance {
    /// The mean over all moments.
    pub mean: f64,
    /// The largest.
    pub worst: f64,
    /// When it is largest, for the first time: seconds on the reference's clock.
    pub when: f64,
    /// That moment on the other motion's own clock, seconds.
    pub when_other: f64,
}

/// The distances of one pair of joints: as in [`Errors`], of this joint alone.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct JointErrors {
    /// In the world.
    pub mpjpe: Distance,
    /// Relative to the root.
    pub root_relative: Distance,
    /// After the alignment of the whole pose.
    pub pa_mpjpe: Distance,
}

/// How two motions differ.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// The moments that were compared, in order; at least one. With an offset they are the reference's frames while both motions
    /// last (even steps where its keys are uneven; of more than a million frames every n-th), with a warp its steps.
    pub moments: Vec<Moment>,
    /// [`Errors::mpjpe`] over all moments.
    pub mpjpe: Distance,
    /// [`Errors::root_relative`] over all moments.
    pub root_relative: Distance,
    /// [`Errors::pa_mpjpe`] over all moments.
    pub pa_mpjpe: Distance,
    /// One entry for each pair, in the order of [`CommonJoints::pairs`].
    pub joints: Vec<JointErrors>,
}

/// Measures how far the common joints of two motions are from each other. Between frames of the other motion its pose is
/// interpolated; at equal rates and without an offset it never is.
///
/// Takes time in proportion to the moments and the joints of both skeletons, and keeps only the moments in memory.
///
/// # Errors
/// [`CompareError::NoOverlap`] if no moment of the reference is within the other motion; [`CompareError::NoCommonJoints`] if
/// `common` has no pair.
pub fn compare(
    a: &Subject<'_>,
    b: &Subject<'_>,
    common: &CommonJoints,
    timing: Timing<'_>,
) -> Result<Comparison, CompareError> {
    let mut meter = Meter::new(a, b, common)?;
    let mut moments = Vec::new();
    match timing {
        Timing::Offset(offset) => {
            let joints = a.skeleton().len() + b.skeleton().len();
            let (from, to) = (offset.max(0.0), a.motion().duration().min(b.motion().duration() + offset));
            let reference = ComparedMoments::of(a.motion(), joints);
            let all = reference.within(from, to).filter(|_| offset.is_finite());
            moments.extend(all.map(|time| meter.measure(time, time - offset)));
            if moments.is_empty() {
                return Err(CompareError::NoOverlap { offset });
            }
        }
        Timing::Warp(warp) => moments.extend(warp.path.iter().map(|[time, other]| meter.measure(*time, *other))),
    }
    Ok(meter.finish(moments))
}

/// A measure that grows moment by moment.
#[derive(Clone, Copy, Default)]
struct DistanceTally {
    sum: f64,
    count: usize,
    worst: f64,
    /// When it is worst, on both clocks.
    when: [f64; 2],
}

impl DistanceTally {
    fn add(&mut self, value: f64, when: [f64; 2]) {
        if self.count == 0 || value > self.worst {
            (self.worst, self.when) = (value, when);
        }
        self.sum += value;
        self.count += 1;
    }

    fn measure(&self) -> Distance {
        let [when, when_other] = self.when;
        Distance { mean: self.sum / self.count.max(1) as f64, worst: self.worst, when, when_other }
    }
}

/// Measures moment after moment.
struct Meter<'a> {
    root: usize,
    places: [Places<'a>; 2],
    points: [Vec<DVec3>; 2],
    whole: [DistanceTally; 3],
    joints: Vec<[DistanceTally; 3]>,
}

impl<'a> Meter<'a> {
    fn new(a: &'a Subject<'a>, b: &'a Subject<'a>, common: &CommonJoints) -> Result<Self, CompareError> {
        if common.pairs.is_empty() {
            return Err(CompareError::NoCommonJoints);
        }
        let places = common.places(a, b);
        let joints = vec![Default::default(); common.pairs.len()];
        Ok(Self { root: common.root, places, points: Default::default(), whole: Default::default(), joints })
    }

    fn measure(&mut self, time: f64, other: f64) -> Moment {
        let [of_a, of_b] = &mut self.places;
        let [a, b] = &mut self.points;
        of_a.move_to(time, a);
        of_b.move_to(other, b);
        let at_root = |points: &[DVec3]| points.get(self.root).copied().unwrap_or_default();
        let between = at_root(b) - at_root(a);
        let alignment = Similarity::align(b, a);
        let mut sums = [0.0; 3];
        for ((a, b), tallies) in a.iter().zip(b.iter()).zip(&mut self.joints) {
            let apart = [*b - *a, *b - *a - between, alignment.apply(*b) - *a];
            for ((gap, tally), sum) in apart.into_iter().zip(tallies).zip(&mut sums) {
                let distance = gap.length() * MILLIMETRES;
                let distance = if distance < ROUNDING { 0.0 } else { distance };
                tally.add(distance, [time, other]);
                *sum += distance;
            }
        }
        let means = sums.map(|sum| sum / self.joints.len() as f64);
        for (tally, mean) in self.whole.iter_mut().zip(means) {
            tally.add(mean, [time, other]);
        }
        let [mpjpe, root_relative, pa_mpjpe] = means;
        Moment { time, other, errors: Errors { mpjpe, root_relative, pa_mpjpe } }
    }

    fn finish(self, moments: Vec<Moment>) -> Comparison {
        let [mpjpe, root_relative, pa_mpjpe] = self.whole.map(|tally| tally.measure());
        let joint = |tallies: &[DistanceTally; 3]| {
            let [mpjpe, root_relative, pa_mpjpe] = tallies.map(|tally| tally.measure());
            JointErrors { mpjpe, root_relative, pa_mpjpe }
        };
        Comparison { moments, mpjpe, root_relative, pa_mpjpe, joints: self.joints.iter().map(joint).collect() }
    }
}
