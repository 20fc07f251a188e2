//! When feet come down on the ground.

mod belt;
mod ground;
mod track;

use glam::Vec3;

use self::track::FootPath;
#[doc(hidden)]
pub use self::track::{ends_of_runs, percentile, runs, slopes};
use super::poses::paths_at;
use super::{Survey, names};
use crate::model::{Motion, Skeleton, Time};
use crate::setters;

/// Most moments a second that are looked at.
const RATE: f64 = 125.0;
/// Most moments a second where keys are interpolated.
const RATE_OF_KEYS: f64 = 60.0;
/// In fewer frames a second no step can be told.
const SLOWEST_RATE: f64 = 15.0;
/// Most moments.
const MOST: usize = 60_000;

/// When a foot counts as standing on the ground. In statures, so that the defaults fit a body of any size in any unit:
/// [`Survey::tall`] is a stature in the file's unit.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct ContactOptions {
    /// A foot rests that is slower than this: statures a second. By default slower than 0.3 of its fast speed, which 95 of 100 moments do
    /// not exceed, and never faster than 0.6: a walking person's foot swings at more than twice that.
    pub speed: Option<f32>,
    /// A foot on the ground is at most this far above its lowest usual place: statures; 0.045 by default.
    pub height: f32,
}

impl Default for ContactOptions {
    fn default() -> Self {
        Self { speed: None, height: 0.045 }
    }
}

impl ContactOptions {
    /// The fastest that a foot may be that rests, where no speed is given: statures a second.
    pub const FASTEST_REST: f32 = 0.6;
}

setters!(ContactOptions { height: f32 } optional { speed: f32 });

/// A foot comes down on the ground.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TouchDown {
    /// Seconds in the motion's time.
    pub time: f64,
    /// The ankle.
    pub joint: usize,
}

/// A foot stands on the ground.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stance {
    /// The ankle.
    pub joint: usize,
    /// Seconds in the motion's time.
    pub from: f64,
    /// The last moment on the ground, seconds.
    pub to: f64,
}

/// When each foot stands on the ground, in order of time. Empty if the body has no legs that are recognised.
///
/// A foot is on the ground while its ankle, heel or ball rests and none is high; on slopes and stairs also while the other foot swings.
/// Heights count from where the foot is lowest in a tenth of the moments. It comes down when its speed falls below 0.16 of the swing's
/// peak, and leaves when it rises over 0.36 of the next: against the force plates of 8 trials (74 events) such touch-downs are 3 ms
/// early and vary by 28 ms, lift-offs 1 ms early and 17 ms. Who walks in place walks on a belt, whose speed is that of the resting feet.
pub fn stances(skeleton: &Skeleton, motion: &Motion, survey: &Survey) -> Vec<Stance> {
    contacts(skeleton, motion, survey, &ContactOptions::default()).stances().collect()
}

/// The touch-downs of both feet, in order of time. Empty if the body has no legs that are recognised. A foot that stands on the ground
/// from the start does not come down. [`stances`] says what is on the ground.
pub fn touch_downs(skeleton: &Skeleton, motion: &Motion, survey: &Survey) -> Vec<TouchDown> {
    let contacts = contacts(skeleton, motion, survey, &ContactOptions::default());
    let coming = contacts.list.iter().filter(|contact| contact.comes).map(|contact| contact.stance);
    coming.map(|Stance { joint, from, .. }| TouchDown { time: from, joint }).collect()
}

/// A foot on the ground, and whether the motion shows it coming and leaving: at the ends of a motion it does not.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Contact {
    /// When, and which foot.
    pub stance: Stance,
    /// Whether the motion shows it coming.
    pub comes: bool,
    /// Whether the motion shows it leaving.
    pub leaves: bool,
}

/// The contacts of a motion's feet.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Contacts {
    /// In order of time.
    pub list: Vec<Contact>,
    /// How the ground moves under a body that walks in place, file units a second: zero but on a treadmill and the like.
    pub ground: Vec3,
}

impl Contacts {
    /// When each foot stands on the ground, in order of time.
    pub fn stances(&self) -> impl Iterator<Item = Stance> {
        self.list.iter().map(|contact| contact.stance)
    }
}

/// The [`stances`] of both feet with thresholds of one's own, whether each begins and ends within the motion, and how the ground moves.
pub fn contacts(skeleton: &Skeleton, motion: &Motion, survey: &Survey, options: &ContactOptions) -> Contacts {
    let Some(legs) = survey.parts.legs else { return Contacts::default() };
    let Some(steps) = moments(motion) else { return Contacts::default() };
    let moments: Vec<f64> = (0..=steps).map(|step| motion.duration() * step as f64 / steps as f64).collect();
    let between = motion.duration() / steps as f64;
    let (up, tall) = (survey.up.vector(), survey.tall());
    let ankles = legs.each_end();
    let feet: Vec<Foot> = ankles.iter().map(|ankle| Foot::new(skeleton, *ankle)).collect();
    let joints: Vec<usize> = feet.iter().flat_map(|foot| foot.joints.iter().copied()).chain(legs.tops).collect();
    let mut paths = paths_at(skeleton, motion, &moments, &joints).into_iter();
    let mut next = |count: usize| -> Vec<Vec<Vec3>> {
        paths.by_ref().take(count).map(|path| path.into_iter().map(|place| place / tall).collect()).collect()
    };
    let tracks: Vec<FootPath> =
        feet.iter().map(|foot| FootPath::new(&next(foot.joints.len()), foot.has_heel, up, between)).collect();
    let tops = next(2);
    let hips: Vec<Vec3> = match tops.as_slice() {
        [left, right] => left.iter().zip(right).map(|(left, right)| (*left + *right) / 2.0).collect(),
        _ => Vec::new(),
    };
    let ground = belt::belt(&tracks, &hips, up, between);
    let found = ground::contacts(&tracks, ground, between, options);
    let time = |step: f64| step * between;
    let mut list = Vec::new();
    for (joint, contacts) in ankles.iter().zip(found) {
        for found in contacts {
            let stance = Stance { joint: *joint, from: time(found.from), to: time(found.to) };
            let at = list.partition_point(|other: &Contact| other.stance.from <= stance.from);
            list.insert(at, Contact { stance, comes: found.comes, leaves: found.leaves });
        }
    }
    Contacts { list, ground: ground * tall }
}

/// The number of steps in which a motion is looked at: from frame to frame where they are even, up to [`RATE`] of them a second. `None`
/// where there are too few.
fn moments(motion: &Motion) -> Option<usize> {
    let (frames, seconds) = (motion.frame_count().saturating_sub(1), motion.duration());
    let steps = match motion.time() {
        Time::Uniform { frame_time } if frame_time.recip() < SLOWEST_RATE => 0,
        Time::Uniform { .. } => frames.min((seconds * RATE) as usize),
        // Between keys a motion is interpolated.
        Time::Keys(_) => (seconds * RATE_OF_KEYS) as usize,
    };
    (steps >= 2).then_some(steps.min(MOST))
}

/// The joints of a foot that tell whether it rests.
struct Foot {
    /// The ankle, the heel where there is one, and the ball.
    joints: Vec<usize>,
    has_heel: bool,
}

impl Foot {
    fn new(skeleton: &Skeleton, ankle: usize) -> Self {
        let below = skeleton.all_below(ankle);
        let holds = |joint: usize, words| names::holds_any(&names::english_key(skeleton.name(joint)), words);
        let called = |words| below.iter().find(|joint| skeleton.is_joint(**joint) && holds(**joint, words));
        let heel = called("heel calcane");
        let first = || below.iter().find(|joint| skeleton.parent(**joint) == Some(ankle) && Some(*joint) != heel);
        let ball = called(names::BALL).filter(|ball| Some(*ball) != heel).or_else(first);
        let joints = [Some(&ankle), heel, ball].into_iter().flatten().copied().collect();
        Self { joints, has_heel: heel.is_some() }
    }
}

/// The ball of the foot below an ankle, or the ankle where the foot has no other joint.
pub fn ball_of(skeleton: &Skeleton, ankle: usize) -> usize {
    Foot::new(skeleton, ankle).joints.last().copied().unwrap_or(ankle)
}

/// The ankle and all joints below it; only the joint itself where it is no ankle of these legs.
pub fn foot_joints(skeleton: &Skeleton, survey: &Survey, ankle: usize) -> Vec<usize> {
    let is_ankle = survey.parts.legs.is_some_and(|legs| legs.ends.contains(&ankle));
    let own = Some(ankle).filter(|ankle| *ankle < skeleton.len());
    let below = is_ankle.then(|| skeleton.all_below(ankle));
    own.into_iter().chain(below.into_iter().flatten()).collect()
}
