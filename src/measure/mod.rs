//! The numbers of a motion, frame by frame: distances, angles, heights and speeds of its joints, and when its feet are on the ground.
//!
//! ```
//! # let text = b"HIERARCHY ROOT Hips { OFFSET 0 90 0 CHANNELS 3 Xposition Yposition Zposition
//! #   JOINT Head { OFFSET 0 60 0 CHANNELS 1 Zrotation End Site { OFFSET 0 20 0 } } }
//! #   MOTION Frames: 2 Frame Time: 0.5\n0 90 0 0\n30 90 0 0";
//! # let clip = marey::formats::parse("walk.bvh", text, marey::Limits::default())?;
//! use marey::compare::Subject;
//! use marey::measure::{Measure, joint_called, measure};
//!
//! let (hips, head) = (joint_called(&clip.skeleton, "hips").unwrap(), joint_called(&clip.skeleton, "Head").unwrap());
//! let subject = Subject::new(&clip, 0)?.with_space(0.01, marey::model::Axis::Y);
//! let measures = [Measure::Distance(hips, head), Measure::Speed(hips)];
//! let rows = measure(&subject, &measures);
//! assert_eq!(rows.times, [0.0, 0.5]);
//! assert!((rows.values[0][0] - 0.6).abs() < 1e-6, "metres");
//! assert!((rows.values[1][0] - 0.6).abs() < 1e-6, "metres a second");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use glam::DVec3;

use crate::body::key_of_name;
use crate::compare::{Places, Subject};
use crate::model::Skeleton;

/// A number that a motion has in each frame. Joints are their indices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Measure {
    /// Between two joints, metres.
    Distance(usize, usize),
    /// At the second joint, between the directions to the first and to the third: degrees, 180 where they are in line.
    Angle(usize, usize, usize),
    /// Between the direction from the first joint to the second and the vertical: degrees, 0 where the second is above.
    Vertical(usize, usize),
    /// Of a joint over the floor, where the feet stand or else the body's lowest joint: metres.
    Height(usize),
    /// Of a joint, metres a second: from the frame before to the frame after, at both ends from one frame to the next.
    Speed(usize),
}

impl Measure {
    /// `distance`, `angle`, `vertical`, `height` or `speed`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Distance(..) => "distance",
            Self::Angle(..) => "angle",
            Self::Vertical(..) => "vertical",
            Self::Height(_) => "height",
            Self::Speed(_) => "speed",
        }
    }

    /// `m`, `deg` or `m/s`.
    pub fn unit(self) -> &'static str {
        match self {
            Self::Distance(..) | Self::Height(_) => "m",
            Self::Angle(..) | Self::Vertical(..) => "deg",
            Self::Speed(_) => "m/s",
        }
    }

    /// Its joints, in order.
    pub fn joints(self) -> Vec<usize> {
        match self {
            Self::Distance(a, b) | Self::Vertical(a, b) => vec![a, b],
            Self::Angle(a, b, c) => vec![a, b, c],
            Self::Height(a) | Self::Speed(a) => vec![a],
        }
    }
}

/// The values of measures in all frames of a motion.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Measured {
    /// Seconds of each frame.
    pub times: Vec<f64>,
    /// For each measure, its value in each frame; NaN where there is none, such as an angle without directions.
    pub values: Vec<Vec<f64>>,
}

/// Measures all frames of a motion. Joints that do not exist are at the origin.
pub fn measure(subject: &Subject<'_>, measures: &[Measure]) -> Measured {
    let motion = subject.motion();
    let times: Vec<f64> = (0..motion.frame_count()).map(|frame| motion.frame_start(frame)).collect();
    let joints: Vec<usize> = measures.iter().flat_map(|measure| measure.joints()).collect();
    let mut places = Places::new(subject, joints);
    let floor = f64::from(subject.survey.floor(None)) * subject.metres_per_unit();
    let mut values: Vec<Vec<f64>> = measures.iter().map(|_| Vec::with_capacity(times.len())).collect();
    // The way of each joint whose speed is measured.
    let mut ways: Vec<Vec<DVec3>> = vec![Vec::new(); measures.len()];
    let mut points = Vec::new();
    for time in &times {
        places.at(*time, &mut points);
        let mut rest = points.as_slice();
        for ((measure, values), way) in measures.iter().zip(&mut values).zip(&mut ways) {
            let (own, others) = rest.split_at_checked(measure.joints().len()).unwrap_or_default();
            rest = others;
            match (measure, own) {
                (Measure::Distance(..), [a, b]) => values.push(a.distance(*b)),
                (Measure::Angle(..), [a, b, c]) => values.push(angle(*a - *b, *c - *b)),
                (Measure::Vertical(..), [a, b]) => values.push(angle(*b - *a, DVec3::Y)),
                (Measure::Height(_), [a]) => values.push(a.y - floor),
                (Measure::Speed(_), [a]) => way.push(*a),
                _ => values.push(f64::NAN),
            }
        }
    }
    for (values, way) in values.iter_mut().zip(&ways) {
        if !way.is_empty() {
            *values = speeds(way, &times);
        }
    }
    Measured { times, values }
}

/// Between two directions, degrees; NaN for a direction without length. By the arc tangent, which is exact for small angles, too.
fn angle(a: DVec3, b: DVec3) -> f64 {
    if a == DVec3::ZERO || b == DVec3::ZERO {
        return f64::NAN;
    }
    a.cross(b).length().atan2(a.dot(b)).to_degrees()
}

/// Speeds by central differences.
fn speeds(way: &[DVec3], times: &[f64]) -> Vec<f64> {
    let last = way.len().saturating_sub(1);
    let at = |frame: usize| way.get(frame).copied().zip(times.get(frame).copied());
    let speed = |frame: usize| {
        let ((a, from), (b, to)) = at(frame.saturating_sub(1)).zip(at((frame + 1).min(last)))?;
        Some(if to > from { a.distance(b) / (to - from) } else { 0.0 })
    };
    (0..way.len()).map(|frame| speed(frame).unwrap_or(f64::NAN)).collect()
}

/// The joint of this name: as the file spells it, or else regardless of case, separators and a prefix such as `mixamorig:`. Of several
/// the first.
pub fn joint_called(skeleton: &Skeleton, name: &str) -> Option<usize> {
    let names = skeleton.names();
    let exactly = names.iter().position(|own| **own == *name);
    let key = key_of_name(name);
    exactly.or_else(|| names.iter().position(|own| key_of_name(own) == key))
}
