//! Events, steps and cycles of a walk.

use glam::DVec3;
use marey::body::{BodyMap, Contact, Contacts, Side, Subject, SubjectPose, contacts};
use marey::compact::sorting::sort_by;

use super::GaitOptions;
use super::statistic::Statistic;
use super::vectors::median;
use crate::measure::{LEAST_SWING, Step, Stride, feet, strides};

/// The two things that a foot does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventKind {
    /// It comes down on the ground.
    TouchDown,
    /// It leaves the ground.
    LiftOff,
}

/// A foot comes down or leaves the ground.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct GaitEvent {
    /// Seconds in the motion's time; a moment between frames.
    pub time: f64,
    /// Whose foot.
    pub side: Side,
    /// Which of both.
    pub kind: EventKind,
}

/// From a touch-down of a foot to its next.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Cycle {
    /// Left or right.
    pub side: Side,
    /// The touch-down with which it begins, seconds.
    pub from: f64,
    /// The lift-off, seconds.
    pub lift_off: f64,
    /// The touch-down with which it ends, seconds.
    pub to: f64,
    /// The way of the foot, metres; on a treadmill that on the belt.
    pub stride: f64,
    /// The numbers that need the other foot.
    pub step: Option<CycleStep>,
    /// The foot against the way that the person goes, degrees, toes inwards positive: mean of 15 to 50 % of the stance. `None` without angles.
    pub toeing: Option<f64>,
    /// How far the pelvis turns from begin to end, degrees, without sign.
    pub turn: f64,
}

/// The step that ends a cycle, and when the other foot was on the ground.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct CycleStep {
    /// [`Step::length`], metres.
    pub length: f64,
    /// [`Step::width`], metres.
    pub width: f64,
    /// The touch-down of the other foot, seconds.
    pub other_down: f64,
    /// The lift-off of the other foot soon after the cycle's begin, seconds, if the motion shows one.
    pub other_off: Option<f64>,
}

impl Cycle {
    /// Cycles that turn by more are in the table, not in the curves: degrees.
    pub const TURNING: f64 = 30.0;

    /// Seconds.
    pub fn seconds(&self) -> f64 {
        self.to - self.from
    }

    /// The lift-off in percent of the cycle: the share of the stance.
    pub fn stance(&self) -> f64 {
        100.0 * (self.lift_off - self.from) / self.seconds()
    }

    /// Whether it turns too much to be in the curves.
    pub fn is_turning(&self) -> bool {
        self.turn > Self::TURNING
    }

    /// Whether both feet are in the air before the other foot comes down: running.
    pub fn has_flight(&self) -> bool {
        self.step.is_some_and(|step| self.lift_off < step.other_down)
    }
}

/// Why ways from touch-down to touch-down are no cycles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct CyclesLeftOut {
    /// Between them there was no step: the foot did not swing, the other one came down not once, or the way was too short.
    pub no_step: usize,
    /// The foot stood on the ground for less than a fifth of them.
    pub short_stance: usize,
    /// They took less than 0.4 or more than 4 seconds, or differed by more than 30 % from the usual time.
    pub odd_time: usize,
}

/// When feet come down and leave the ground, and what they make of it.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Walk {
    /// The ankles of the left and the right foot, as far as they are known.
    pub ankles: [Option<usize>; 2],
    /// In order of time.
    pub events: Vec<GaitEvent>,
    /// In order of time. None where only one foot is known.
    pub steps: Vec<Step>,
    /// In order of their begin. Those that turn are among them.
    pub cycles: Vec<Cycle>,
    /// The number of cycles that are left out.
    pub left_out: CyclesLeftOut,
    /// The speed of the treadmill on which the person walks, or walks as if on one: metres a second. 0 for a person who walks through the room.
    pub belt: f64,
    /// In words, that frames [lack values](crate::missing) of the joints that are measured. Empty if none does.
    pub lacking: String,
}

impl Walk {
    /// The cycles of a side.
    pub fn of(&self, side: Side) -> impl Iterator<Item = &Cycle> {
        self.cycles.iter().filter(move |cycle| cycle.side == side)
    }

    /// Whether it is a walk: at least two cycles of each foot that is known.
    pub fn is_regular(&self) -> bool {
        let known = [Side::Left, Side::Right].into_iter().zip(self.ankles).filter(|(_, ankle)| ankle.is_some());
        let mut known = known.map(|(side, _)| self.of(side).count()).peekable();
        known.peek().is_some() && known.all(|count| count >= 2)
    }

    /// Adds the toeing of each foot: how far it points inwards at these times, degrees, left and right.
    pub(super) fn find_toeing(&mut self, times: &[f64], [left, right]: &[Vec<f64>; 2]) {
        for cycle in &mut self.cycles {
            let degrees = if cycle.side == Side::Left { left } else { right };
            let moment = |share: f64| cycle.from + share * (cycle.lift_off - cycle.from);
            let flat = moment(FLAT.start)..=moment(FLAT.end);
            let standing = times.iter().zip(degrees).filter(|(time, _)| flat.contains(time));
            let mean = Statistic::new(&standing.map(|(_, degrees)| *degrees).collect::<Vec<_>>()).mean;
            cycle.toeing = mean.map(|mean| mean - 360.0 * (mean / 360.0).round());
        }
    }

    /// Whether it looks like a run in slow motion: most cycles have a flight, at fewer than 100 steps a minute.
    pub fn is_slow_motion(&self) -> bool {
        let (count, seconds) = (self.cycles.len() as f64, self.cycles.iter().map(Cycle::seconds).sum::<f64>());
        let flights = self.cycles.iter().filter(|cycle| cycle.has_flight()).count() as f64;
        count > 0.0 && flights > 0.5 * count && 120.0 * count / seconds < 100.0
    }
}

/// The part of the stance in which the foot is flat, shares.
const FLAT: std::ops::Range<f64> = 0.15..0.5;
/// A step takes 0.2 to 2 seconds, and a cycle two steps.
const SECONDS: std::ops::RangeInclusive<f64> = 0.4..=4.0;
/// The foot stands for this share of a cycle at least.
const LEAST_STANCE: f64 = 0.2;
/// A cycle takes at most so much more or less than the usual one, a share.
const ODD: f64 = 0.3;
/// The other foot leaves so soon before a touch-down, as a share of the cycle, that it may have left at that moment.
const AT_ONCE: f64 = 0.02;

/// Finds events, steps and cycles. All are empty if the body has no legs that are recognised.
pub fn walk(subject: &Subject<'_>, options: &GaitOptions) -> Walk {
    walk_of(subject, &contacts_of(subject, options), feet_of(subject, BodyMap::of_subject(subject).ok().as_ref()))
}

/// The contacts of a subject's feet.
pub(super) fn contacts_of(subject: &Subject<'_>, options: &GaitOptions) -> Contacts {
    contacts(subject.skeleton(), subject.motion(), &subject.survey, &options.contacts)
}

/// The left and the right ankle: by the map, which knows mirrored names, or else by their names.
pub(super) fn feet_of(subject: &Subject<'_>, map: Option<&BodyMap>) -> [Option<usize>; 2] {
    let by_name = feet(subject);
    let by_map = map.map(|map| map.sides.each_ref().map(|side| Some(side.foot).filter(|_| side.has_leg())));
    by_map.filter(|[left, right]| by_name == [*right, *left]).unwrap_or(by_name)
}

pub(super) fn walk_of(subject: &Subject<'_>, contacts: &Contacts, ankles: [Option<usize>; 2]) -> Walk {
    let sides = [Side::Left, Side::Right];
    let side_of = |joint: usize| {
        let mut feet = sides.into_iter().zip(ankles);
        feet.find(|(_, ankle)| *ankle == Some(joint)).map(|(side, _)| side)
    };
    let mut walk = Walk { ankles, ..Walk::default() };
    for Contact { stance, comes, leaves } in &contacts.list {
        let Some(side) = side_of(stance.joint) else { continue };
        let ends = [(*comes, stance.from, EventKind::TouchDown), (*leaves, stance.to, EventKind::LiftOff)];
        let seen = ends.into_iter().filter(|(is_seen, ..)| *is_seen);
        walk.events.extend(seen.map(|(_, time, kind)| GaitEvent { time, side, kind }));
    }
    sort_by(&mut walk.events, |a, b| a.time.total_cmp(&b.time));
    let mut hips = Hips::new(subject);
    for (side, strides) in sides.into_iter().zip(strides(subject, contacts, ankles)) {
        for stride in strides {
            walk.steps.extend(stride.step.map(|(step, _)| step));
            match cycle(&stride, side, contacts, ankles, &mut hips) {
                Ok(cycle) => walk.cycles.push(cycle),
                Err(reason) => *reason(&mut walk.left_out) += 1,
            }
        }
    }
    sort_by(&mut walk.steps, |a, b| a.time.total_cmp(&b.time));
    sort_by(&mut walk.cycles, |a, b| a.from.total_cmp(&b.from));
    if let Some(usual) = median(walk.cycles.iter().map(Cycle::seconds).collect()) {
        let count = walk.cycles.len();
        walk.cycles.retain(|cycle| (cycle.seconds() / usual - 1.0).abs() <= ODD);
        walk.left_out.odd_time += count - walk.cycles.len();
    }
    walk.belt = subject.upright(contacts.ground.as_dvec3()).length();
    walk
}

/// The counter of a reason why a stride is no cycle.
type Counter = fn(&mut CyclesLeftOut) -> &mut usize;

/// The cycle that a stride makes.
fn cycle(
    stride: &Stride,
    side: Side,
    contacts: &Contacts,
    ankles: [Option<usize>; 2],
    hips: &mut Hips<'_>,
) -> Result<Cycle, Counter> {
    let (before, now) = (stride.before, stride.now);
    let (from, lift_off, to) = (before.stance.from, before.stance.to, now.stance.from);
    let is_whole = before.comes && before.leaves && now.comes;
    // Of a person of whom one foot is known, no step is.
    let is_step = match ankles {
        [Some(_), Some(_)] => stride.step.is_some(),
        _ => stride.has_direction && to - lift_off >= LEAST_SWING,
    };
    if !is_whole || !is_step {
        return Err(|out| &mut out.no_step);
    }
    let seconds = to - from;
    if !SECONDS.contains(&seconds) {
        return Err(|out| &mut out.odd_time);
    }
    if lift_off - from < LEAST_STANCE * seconds {
        return Err(|out| &mut out.short_stance);
    }
    let step = stride.step.map(|(step, other)| {
        let soon = AT_ONCE * seconds;
        let leaving =
            contacts.list.iter().filter(|contact| contact.stance.joint == other.stance.joint && contact.leaves);
        let mut leaving = leaving.map(|contact| contact.stance);
        let off = leaving.find(|own| own.from < from + soon && (from - soon..lift_off).contains(&own.to));
        let other_off = off.map(|stance| stance.to);
        CycleStep { length: step.length, width: step.width, other_down: other.stance.from, other_off }
    });
    let turn = crate::measure::angle(hips.across(from), hips.across(to));
    let turn = if turn.is_nan() { 0.0 } else { turn };
    Ok(Cycle { side, from, lift_off, to, stride: stride.length, step, toeing: None, turn })
}

/// Where the hips are.
struct Hips<'a> {
    pose: SubjectPose<'a>,
    tops: [usize; 2],
}

impl<'a> Hips<'a> {
    fn new(subject: &'a Subject<'_>) -> Self {
        Self { pose: subject.exact_pose(), tops: subject.survey.parts.legs.map_or([0; 2], |legs| legs.tops) }
    }

    /// Horizontally from one hip joint to the other at a moment.
    fn across(&mut self, seconds: f64) -> DVec3 {
        let [a, b] = self.tops;
        self.pose.move_to(seconds);
        let way = self.pose.place(b) - self.pose.place(a);
        DVec3::new(way.x, 0.0, way.z)
    }
}
