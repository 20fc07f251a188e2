//! The moment of a motion that tells most about it, how lively it is, and how far the figure travels. The wall of the page follows the
//! same rules (`www/wall/telling.js`), so that a clip has the same picture and the same place in an order everywhere.

use glam::DVec2;

use super::Figure;
use super::choose::length;
use marey::checked::Checked;

/// The part of the motion that is searched: clips often begin and end in a rest pose.
const SEARCHED: (f64, f64) = (0.2, 0.8);
const MOMENTS: usize = 24;
/// Most joints that are compared.
const MOST_JOINTS: usize = 24;

/// The most telling moment of a motion, and how lively the motion is.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Telling {
    /// The moment (seconds) at which the pose differs most from that at the beginning, often a rest pose, and from the mean pose. It
    /// is between 20 and 80 % of the motion.
    pub moment: f64,
    /// How far joints are from their mean places: root mean square, as a share of the figure's height. 0 for a single pose.
    pub liveliness: f64,
}

impl Figure<'_> {
    /// The moment that tells most, and how lively the motion is between 20 and 80 % of its length.
    ///
    /// A joint is described by its distance from the vertical through the joint that carries the figure, and by its height over that
    /// joint, so that turning and walking on do not count.
    pub fn telling(&mut self) -> Telling {
        let duration = self.duration();
        // Also false for a duration that is no number.
        if !(duration > 0.0 && duration.is_finite()) {
            return Telling::default();
        }
        let share = |index: usize| SEARCHED.0 + (SEARCHED.1 - SEARCHED.0) * index as f64 / (MOMENTS - 1) as f64;
        let searched: Vec<f64> = (0..MOMENTS).map(|index| duration * share(index)).collect();
        let joints = self.compared_joints();
        let first = self.shape(0.0, &joints);
        let shapes: Vec<Vec<DVec2>> = searched.iter().map(|moment| self.shape(*moment, &joints)).collect();
        let mean = |joint: usize| {
            let sum: DVec2 = shapes.iter().filter_map(|shape| shape.get(joint)).sum();
            sum / shapes.len() as f64
        };
        let means: Vec<DVec2> = (0..joints.len()).map(mean).collect();
        let spread =
            |shape: &Vec<DVec2>| -> f64 { shape.iter().zip(&means).map(|(at, mean)| at.distance_squared(*mean)).sum() };
        let from_first = |shape: &Vec<DVec2>| -> f64 {
            shape.iter().zip(&first).map(|(at, first)| at.distance_squared(*first)).sum()
        };
        let (mut best, mut farthest) = (searched.first().copied().unwrap_or(0.0), f64::NEG_INFINITY);
        let mut sum = 0.0;
        for (moment, shape) in searched.iter().zip(&shapes) {
            let spread = spread(shape);
            sum += spread;
            let distance = spread + from_first(shape);
            if distance > farthest {
                (best, farthest) = (*moment, distance);
            }
        }
        let liveliness = (sum / (MOMENTS * joints.len()) as f64).sqrt() / self.height();
        Telling { moment: best, liveliness: if liveliness.is_finite() { liveliness } else { 0.0 } }
    }

    /// The length of the figure's path along the floor: metres.
    pub fn travel(&mut self) -> f64 {
        let path = self.path([0.0, self.duration()]);
        let travel = length(&path);
        if travel.is_finite() { travel } else { 0.0 }
    }

    /// Distance from the vertical through the carrier, and height over the carrier, of each joint: metres.
    fn shape(&mut self, moment: f64, joints: &[usize]) -> Vec<DVec2> {
        let carrier = self.carrier(moment);
        let places = self.joints(moment, joints).into_iter().map(Option::unwrap_or_default);
        places.map(|place| place - carrier).map(|way| DVec2::new(way.x.hypot(way.z), way.y)).collect()
    }

    /// The ends of chains, or some of all joints if there are too few.
    fn compared_joints(&self) -> Vec<usize> {
        let count = self.skeleton().len();
        let mut is_parent = vec![false; count];
        for parent in (0..count).filter_map(|joint| self.skeleton().parent(joint)) {
            is_parent.put(parent, true);
        }
        let ends: Vec<usize> = (0..count).filter(|joint| is_parent.get(*joint) == Some(&false)).collect();
        let some = if ends.len() > 3 { ends } else { (0..count).collect() };
        let step = (some.len() as f64 / MOST_JOINTS as f64).max(1.0);
        let nth = |index: usize| some.get((index as f64 * step) as usize).copied();
        (0..some.len().min(MOST_JOINTS)).filter_map(nth).collect()
    }
}
