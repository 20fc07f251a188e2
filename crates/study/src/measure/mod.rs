//! The numbers of a motion, frame by frame: distances, angles, heights, speeds and accelerations of its joints, height and speed of its
//! centre of mass, its steps, and how its feet stand on the ground and slide.
//!
//! ```
//! # let text = b"HIERARCHY ROOT Hips { OFFSET 0 90 0 CHANNELS 3 Xposition Yposition Zposition
//! #   JOINT Head { OFFSET 0 60 0 CHANNELS 1 Zrotation End Site { OFFSET 0 20 0 } } }
//! #   MOTION Frames: 2 Frame Time: 0.5\n0 90 0 0\n30 90 0 0";
//! # let clip = marey::formats::parse("walk.bvh", text, marey::Limits::default())?;
//! use marey::body::Subject;
//! use marey_study::measure::{Measure, joint_called, measure};
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

mod centre;
mod places;
mod rates;
mod steps;

use glam::{DQuat, DVec3};
use marey::checked::Checked;
use marey::compact::sorting::sort_by_key;

use marey::body::Subject;
use marey::body::{self, ContactOptions, Contacts, Side, Stance, foot_joints, key_of_name, side_of_name};
use marey::model::Skeleton;

pub use centre::{BodySegment, MassPoint, mass_points};
pub(crate) use places::usual_direction;
pub(crate) use rates::angle;
pub use steps::{Gait, Step, gait, steps};
pub(crate) use steps::{LEAST_SWING, Stride, feet, strides};

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
    /// Of a joint, the length of its acceleration in metres a second squared: the change of velocity from the way to this frame to the
    /// way from it. None in the first and the last frame.
    Acceleration(usize),
    /// How fast a joint turns relative to its parent, degrees a second: the angle of the rotation from the frame before to the frame
    /// after, at both ends from one frame to the next. At most 180 degrees in that time.
    AngularSpeed(usize),
    /// Height of the centre of mass by [`mass_points`] over the floor, metres as [`Height`](Self::Height).
    CentreHeight,
    /// Speed of the centre of mass by [`mass_points`], metres a second as [`Speed`](Self::Speed).
    CentreSpeed,
    /// [`Step::length`] of the last step, metres. None before the first.
    StepLength,
    /// [`Step::width`] of the last step, metres. None before the first.
    StepWidth,
    /// [`Step::cadence`] of the last step, steps a minute. None before the first.
    Cadence,
    /// Whether the foot of an ankle stands on the ground: 1 or 0. [`stances`](marey::body::stances) says when it does.
    Planted(usize),
    /// How fast the foot of an ankle slides while it stands on the ground, millimetres a second: the horizontal speed of its joint
    /// that moves least, because a foot that rolls over its toes or heel does not slide. None while the foot is not on the ground.
    Slide(usize),
}

impl Measure {
    /// `distance`, `angle`, `angular speed`, `step length` and so on.
    pub fn name(self) -> &'static str {
        match self {
            Self::Distance(..) => "distance",
            Self::Angle(..) => "angle",
            Self::Vertical(..) => "vertical",
            Self::Height(_) => "height",
            Self::Speed(_) => "speed",
            Self::Acceleration(_) => "acceleration",
            Self::AngularSpeed(_) => "angular speed",
            Self::CentreHeight => "centre of mass height",
            Self::CentreSpeed => "centre of mass speed",
            Self::StepLength => "step length",
            Self::StepWidth => "step width",
            Self::Cadence => "cadence",
            Self::Planted(_) => "planted",
            Self::Slide(_) => "slide",
        }
    }

    /// `m`, `deg`, `m/s`, `m/s2`, `deg/s`, `mm/s`, `steps/min`, or nothing for what is or is not.
    pub fn unit(self) -> &'static str {
        match self {
            Self::Distance(..) | Self::Height(_) | Self::CentreHeight | Self::StepLength | Self::StepWidth => "m",
            Self::Angle(..) | Self::Vertical(..) => "deg",
            Self::Speed(_) | Self::CentreSpeed => "m/s",
            Self::Acceleration(_) => "m/s2",
            Self::AngularSpeed(_) => "deg/s",
            Self::Cadence => "steps/min",
            Self::Planted(_) => "",
            Self::Slide(_) => "mm/s",
        }
    }

    /// Its joints, in order; none for those of the whole body.
    pub fn joints(self) -> Vec<usize> {
        match self {
            Self::Distance(a, b) | Self::Vertical(a, b) => vec![a, b],
            Self::Angle(a, b, c) => vec![a, b, c],
            Self::Height(a)
            | Self::Speed(a)
            | Self::Acceleration(a)
            | Self::AngularSpeed(a)
            | Self::Planted(a)
            | Self::Slide(a) => vec![a],
            Self::CentreHeight | Self::CentreSpeed | Self::StepLength | Self::StepWidth | Self::Cadence => Vec::new(),
        }
    }

    /// Whether its values depend on the unit of lengths.
    pub fn has_lengths(self) -> bool {
        !matches!(self, Self::Angle(..) | Self::Vertical(..) | Self::AngularSpeed(_) | Self::Cadence | Self::Planted(_))
    }

    fn needs_stances(self) -> bool {
        matches!(self, Self::StepLength | Self::StepWidth | Self::Cadence | Self::Planted(_) | Self::Slide(_))
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
    measure_with(subject, measures, &ContactOptions::default())
}

/// The [`measure`]d values with other thresholds for feet on the ground.
pub fn measure_with(subject: &Subject<'_>, measures: &[Measure], contacts: &ContactOptions) -> Measured {
    let (skeleton, motion) = (subject.skeleton(), subject.motion());
    let times: Vec<f64> = (0..motion.frame_count()).map(|frame| motion.frame_start(frame)).collect();
    let contacts = if measures.iter().any(|one| one.needs_stances()) {
        body::contacts(skeleton, motion, &subject.survey, contacts)
    } else {
        Contacts::default()
    };
    let stances: Vec<Stance> = contacts.stances().collect();
    let has_steps =
        measures.iter().any(|one| matches!(one, Measure::StepLength | Measure::StepWidth | Measure::Cadence));
    let steps = if has_steps { steps::steps_of(subject, &contacts) } else { Vec::new() };
    let has_centre = measures.iter().any(|one| matches!(one, Measure::CentreHeight | Measure::CentreSpeed));
    let parts = if has_centre { mass_points(subject) } else { Vec::new() };
    let floor = f64::from(subject.survey.floor(None)) * subject.metres_per_unit();
    let mut rows: Vec<Row> = measures.iter().map(|one| Row::new(*one, subject)).collect();
    let mut pose = subject.exact_pose();
    let mut points = Vec::new();
    for time in &times {
        pose.move_to(*time);
        pose.places(&mut points);
        let at = |joint: usize| points.get(joint).copied().unwrap_or_default();
        for (measure, row) in measures.iter().zip(&mut rows) {
            match *measure {
                Measure::Distance(a, b) => row.values.push(at(a).distance(at(b))),
                Measure::Angle(a, b, c) => row.values.push(angle(at(a) - at(b), at(c) - at(b))),
                Measure::Vertical(a, b) => row.values.push(angle(at(b) - at(a), DVec3::Y)),
                Measure::Height(a) => row.values.push(at(a).y - floor),
                Measure::Speed(a) | Measure::Acceleration(a) => row.add(0, at(a)),
                Measure::AngularSpeed(a) => row.turns.push(pose.rotation(a)),
                Measure::CentreHeight => row.values.push(centre::centre(&parts, &points).y - floor),
                Measure::CentreSpeed => row.add(0, centre::centre(&parts, &points)),
                Measure::StepLength => row.values.push(last_step(&steps, *time, |step| step.length)),
                Measure::StepWidth => row.values.push(last_step(&steps, *time, |step| step.width)),
                Measure::Cadence => row.values.push(last_step(&steps, *time, |step| step.cadence)),
                Measure::Planted(a) => row.values.push(f64::from(u8::from(is_planted(&stances, a, *time)))),
                Measure::Slide(_) => {
                    for (index, joint) in row.foot.clone().into_iter().enumerate() {
                        row.add(index, at(joint));
                    }
                }
            }
        }
    }
    let values = measures.iter().zip(rows).map(|(measure, row)| match *measure {
        Measure::Speed(_) | Measure::CentreSpeed => rates::speeds(row.way(), &times),
        Measure::Acceleration(_) => rates::accelerations(row.way(), &times),
        Measure::AngularSpeed(_) => rates::angular_speeds(&row.turns, &times),
        Measure::Slide(ankle) => {
            let slides = rates::slides(&row.ways, &times);
            let planted = times.iter().map(|time| is_planted(&stances, ankle, *time));
            slides.into_iter().zip(planted).map(|(slide, on)| if on { slide } else { f64::NAN }).collect()
        }
        _ => row.values,
    });
    let values = values.collect();
    Measured { times, values }
}

/// The state of one measure while frames are read one after the other.
struct Row {
    values: Vec<f64>,
    /// The ways of one joint, or of the foot's.
    ways: Vec<Vec<DVec3>>,
    turns: Vec<DQuat>,
    foot: Vec<usize>,
}

impl Row {
    fn new(measure: Measure, subject: &Subject<'_>) -> Self {
        let foot = match measure {
            Measure::Slide(ankle) => foot_joints(subject.skeleton(), &subject.survey, ankle),
            _ => Vec::new(),
        };
        Self { values: Vec::new(), ways: vec![Vec::new(); foot.len().max(1)], turns: Vec::new(), foot }
    }

    fn add(&mut self, way: usize, point: DVec3) {
        self.ways.change(way, |way| way.push(point));
    }

    fn way(&self) -> &[DVec3] {
        self.ways.first().map_or(&[], Vec::as_slice)
    }
}

/// A number of the last step at a moment.
fn last_step(steps: &[Step], time: f64, number: fn(&Step) -> f64) -> f64 {
    steps.iter().rev().find(|step| step.time <= time + SAME).map_or(f64::NAN, number)
}

fn is_planted(stances: &[Stance], ankle: usize, time: f64) -> bool {
    stances.iter().any(|one| one.joint == ankle && (one.from - SAME..=one.to + SAME).contains(&time))
}

/// Moments that differ less are one, seconds: they are sums and products of frame times.
const SAME: f64 = 1e-9;

/// The ankles of the body's feet, the left one first. Empty if the body has no legs that are recognised.
pub fn ankles(subject: &Subject<'_>) -> Vec<usize> {
    let Some(legs) = subject.survey.parts.legs else { return Vec::new() };
    let mut ankles = legs.ends.to_vec();
    ankles.dedup();
    let names = subject.skeleton().names();
    sort_by_key(&mut ankles, |ankle| names.get(*ankle).is_some_and(|name| side_of_name(name) == Side::Right));
    ankles
}

/// The joint of this name: as the file spells it, or else regardless of case, separators and a prefix such as `mixamorig:`. Of several
/// the first.
pub fn joint_called(skeleton: &Skeleton, name: &str) -> Option<usize> {
    let names = skeleton.names();
    let exactly = names.iter().position(|own| **own == *name);
    let key = key_of_name(name);
    exactly.or_else(|| names.iter().position(|own| key_of_name(own) == key))
}
