//! The rate at which a motion with uneven keys is resampled.

use glam::{DAffine3, DVec3};

use super::figure::{FullPose, Sampling, world};
use marey::body::off_body;
use marey::compact::maths::slerp;
use marey::model::{Motion, Skeleton, Time};

/// Common rates, in frames a second. Keys often lie on frames of one of them.
const COMMON: [f64; 9] = [30.0, 48.0, 50.0, 60.0, 90.0, 100.0, 120.0, 200.0, 240.0];
/// Parts of the whole duration: keys of interpolators are fractions of it, which people round.
const PARTS: [f64; 3] = [1.0, 2.0, 5.0];
/// Highest rate, as that of [`Motion::even_rate`].
const MOST: f64 = 240.0;

/// The greatest distance of a joint from its place at a key, relative to the figure's extent: less than 1 mm of a person.
const NEAR: f64 = 5e-4;
/// A moment within this fraction of a frame is on the frame.
const SAME: f64 = 1e-3;

/// The lowest rate, from the [even rate](Motion::even_rate) to 240 frames a second, at which all joints pass within
/// 1 mm, of a person, of their places at every key; if there is none, that at which they pass nearest. `None` if the frames are even already.
///
/// Interpolation from frame to frame is exact except where a key lies between two frames: there it cuts the corner.
pub(super) fn even_rate(skeleton: &Skeleton, motion: &Motion) -> Option<f64> {
    let least = motion.even_rate()?;
    let Time::Keys(keys) = motion.time() else { return Some(least) };
    let mut rates = vec![least];
    let duration = motion.duration();
    let scales = (0..9).map(|power| 10_f64.powi(power));
    let parts = scales.flat_map(|scale| PARTS.map(|part| part * scale / duration));
    rates.extend(parts.chain(COMMON).filter(|rate| (least..=MOST).contains(rate)));
    rates.sort_by(f64::total_cmp);
    rates.dedup();
    let mut corners = CutCorners::new(skeleton, motion, keys);
    let tolerance = NEAR * corners.extent();
    let mut best = (f64::INFINITY, least);
    for rate in rates {
        let distance = corners.distance(rate);
        if distance <= tolerance {
            return Some(rate);
        }
        if distance < best.0 {
            best = (distance, rate);
        }
    }
    Some(best.1)
}

/// Measures by how much even frames cut the corners that a motion has at its keys.
struct CutCorners<'a> {
    skeleton: &'a Skeleton,
    motion: &'a Motion,
    keys: &'a [f64],
    /// Joints that even-rate formats leave out.
    off_body: Vec<bool>,
    /// The poses at the key, at the frame before and at the frame after.
    at: FullPose,
    before: FullPose,
    after: FullPose,
    wanted: Vec<DAffine3>,
    found: Vec<DAffine3>,
}

impl<'a> CutCorners<'a> {
    fn new(skeleton: &'a Skeleton, motion: &'a Motion, keys: &'a [f64]) -> Self {
        let pose = FullPose::rest(skeleton);
        Self {
            skeleton,
            motion,
            keys,
            off_body: off_body(skeleton),
            at: pose.clone(),
            before: pose.clone(),
            after: pose,
            wanted: Vec::new(),
            found: Vec::new(),
        }
    }

    /// The longest edge of a box around the joints in the first frame.
    fn extent(&mut self) -> f64 {
        self.at.mix(self.motion, self.motion.locate(0.0));
        world(self.skeleton, &self.at, &mut self.wanted);
        let joints = self.wanted.iter().zip(&self.off_body).filter(|(_, off_body)| !**off_body);
        let places = joints.map(|(joint, _)| joint.translation);
        let (low, high) =
            places.fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(low, high), at| (low.min(at), high.max(at)));
        (high - low).max_element().max(0.0)
    }

    /// The greatest distance, at any key, of a joint from where it is interpolated between frames of this rate.
    fn distance(&mut self, rate: f64) -> f64 {
        let last = (self.motion.duration() * rate + SAME).floor();
        let mut greatest = 0.0_f64;
        for (index, key) in self.keys.iter().enumerate() {
            let frame = key * rate;
            // No rate shows both ends of a jump.
            let is_near = |other: Option<&f64>| other.is_some_and(|other| (other - key).abs() * MOST < 1.0 - SAME);
            let is_jump =
                is_near(self.keys.get(index + 1)) || is_near(index.checked_sub(1).and_then(|at| self.keys.get(at)));
            if is_jump || (frame - frame.round()).abs() < SAME || frame > last {
                continue;
            }
            self.at.mix(self.motion, self.motion.locate(*key));
            let sampling = Sampling::Rate(rate);
            self.before.sample(self.motion, sampling, frame.floor() as usize);
            self.after.sample(self.motion, sampling, frame.floor() as usize + 1);
            mix(&mut self.before, &self.after, frame.fract());
            world(self.skeleton, &self.at, &mut self.wanted);
            world(self.skeleton, &self.before, &mut self.found);
            let joints = self.wanted.iter().zip(&self.found).zip(&self.off_body).filter(|(_, off_body)| !**off_body);
            let distances = joints.map(|((wanted, found), _)| wanted.translation.distance(found.translation));
            greatest = distances.fold(greatest, f64::max);
        }
        greatest
    }
}

/// Moves a pose by a fraction of the way to another one.
fn mix(pose: &mut FullPose, to: &FullPose, t: f64) {
    for (own, to) in pose.rotations.iter_mut().zip(&to.rotations) {
        *own = slerp(*own, *to, t);
    }
    for (own, to) in pose.translations.iter_mut().zip(&to.translations) {
        *own = own.lerp(*to, t);
    }
}
