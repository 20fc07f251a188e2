//! The numbers of a gait report: joint angles with the signs of clinics, when feet come down and leave the ground, gait cycles with their
//! mean curves, and the table of stride, cadence, stance and so on.
//!
//! All of it comes from joint centres and, where the file has them, from how joints turn; never from a joint's own axes. So it does not
//! depend on how a program placed them, nor on place, heading, unit and up axis.
//!
//! ```no_run
//! use marey::body::Subject;
//! use marey_study::gait::{GaitOptions, Number, analyse, curves, table};
//!
//! let clip = marey::read_file("walk.bvh")?;
//! let gait = analyse(&Subject::new(&clip, 0)?, &GaitOptions::default());
//! for row in table(&gait.walk) {
//!     println!("{}: {:?} {:?} {}", row.number.name(), row.left.mean, row.right.mean, row.number.unit());
//! }
//! if let Ok(angles) = &gait.angles {
//!     for curve in curves(angles, &gait.walk) {
//!         println!("{} {:?}: {:?}", curve.angle.name(), curve.side, curve.mean);
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod angle;
mod angles;
mod body;
mod chart;
mod curves;
mod files;
mod foot;
mod heading;
mod segments;
mod standing;
mod statistic;
mod table;
#[cfg(test)]
mod tests;
mod vectors;
mod walk;
mod words;

use crate::missing::{frames_without_values, lacking_in_words};
use marey::body::{BodyMap, ContactOptions, NoMap, Side, Subject};
use marey::setters;

use self::angles::Measured;
use self::body::BodyTracks;

pub use angle::{Angle, Trust};
pub use chart::{ChartOptions, chart};
pub use curves::{AngleCurve, POINTS, curves};
pub use files::{GaitCsv, GaitTable, gait_csv, gait_in_words, gait_json, side_name};
pub use statistic::Statistic;
pub use table::{Number, TableRow, table};
pub use walk::{Cycle, CycleStep, CyclesLeftOut, EventKind, GaitEvent, Walk, walk};
pub use words::{angles_in_words, walk_in_words};

/// How a gait is measured.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[non_exhaustive]
pub struct GaitOptions {
    /// The pose in which tilts, and angles that are not known otherwise, are zero.
    pub zero: Zero,
    /// When feet are on the ground.
    pub contacts: ContactOptions,
}

setters!(GaitOptions { zero: Zero, contacts: ContactOptions });

/// The pose in which pelvis, trunk and foot are taken to be upright.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Zero {
    /// The rest pose if a person stands in it, else the straightest frame if a person stands then, else none: tilts are zero in the mean.
    #[default]
    Usual,
    /// The rest pose.
    RestPose,
    /// The frame in which the person stands straightest.
    Straightest,
    /// This frame, counted from 0; the last one if there are fewer.
    Frame(usize),
}

/// The pose that was zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ZeroPose {
    /// The rest pose.
    RestPose,
    /// This frame, counted from 0.
    Frame(usize),
    /// Nobody stands in the rest pose or in any frame: tilts are zero in the mean.
    Mean,
}

/// The data that angles are made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// The file says how joints turn.
    Turns,
    /// The file has positions only, so that the rotations of limbs are not known.
    Positions,
}

/// An angle in each frame.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct AngleSeries {
    /// The angle.
    pub angle: Angle,
    /// The side of the body; [`Side::Middle`] for [central](Angle::is_central) angles, which have the signs of the right side.
    pub side: Side,
    /// Degrees, without jumps of 360; NaN where there is none.
    pub degrees: Vec<f64>,
}

/// An angle that the motion does not tell, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct MissingAngle {
    /// The angle.
    pub angle: Angle,
    /// The reason as a part of a sentence: `the file has positions only`.
    pub reason: &'static str,
}

/// The joint angles of a motion.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct JointAngles {
    /// Seconds of each value: the motion's frames, or 60 moments a second where the file has keys.
    pub times: Vec<f64>,
    /// In the order of [`Angle::ALL`], each left, then right.
    pub series: Vec<AngleSeries>,
    /// The angles that are known on neither side.
    pub missing: Vec<MissingAngle>,
    /// The pose that is zero.
    pub zero: ZeroPose,
    /// The data that they are made of.
    pub rule: Rule,
    /// Whether the hips' flexion counts from the vertical, because positions do not tell the tilt of the pelvis.
    pub is_hip_from_vertical: bool,
}

impl JointAngles {
    /// An angle at a moment, degrees: between two moments on a straight line. NaN where there is none.
    pub fn at(&self, series: &AngleSeries, seconds: f64) -> f64 {
        curves::value_at(&series.degrees, &self.times, seconds)
    }
}

/// Angles, and the walk.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct GaitAnalysis {
    /// The angles; the reason if the skeleton has no joints that are recognised.
    pub angles: Result<JointAngles, NoMap>,
    /// Events, steps and cycles. Its cycles have [`Cycle::toeing`] where there are angles.
    pub walk: Walk,
}

/// Says that frames lack values: of the joints of the person, or of any joint where there is none.
fn lacking(subject: &Subject<'_>, body: Option<&BodyTracks>) -> String {
    let lacks = match body {
        Some(body) => body.known.iter().map(|known| !known).collect(),
        None => frames_without_values(subject.clip(), subject.behaviour(), |_| true),
    };
    lacking_in_words(&lacks).unwrap_or_default()
}

/// Measures a gait. A motion without a walk has no cycles, but angles all the same.
pub fn analyse(subject: &Subject<'_>, options: &GaitOptions) -> GaitAnalysis {
    let map = BodyMap::of_subject(subject);
    let contacts = walk::contacts_of(subject, options);
    let mut walk = walk::walk_of(subject, &contacts, walk::feet_of(subject, map.as_ref().ok()));
    let belt = subject.upright(contacts.ground.as_dvec3());
    let body = map.and_then(|map| BodyTracks::new(subject, &map));
    walk.lacking = lacking(subject, body.as_ref().ok());
    let measured = body.map(|body| angles::measure(body, options.zero, belt));
    let angles = measured.map(|Measured { angles, toeing }| {
        walk.find_toeing(&angles.times, &toeing);
        angles
    });
    GaitAnalysis { angles, walk }
}
