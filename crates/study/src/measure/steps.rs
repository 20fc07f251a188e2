//! Steps of walking.

use glam::DVec3;

use marey::body::Subject;
use marey::body::{self, Contact, ContactOptions, Contacts, Side, Stance, ball_of, side_of_name};
use marey::checked::Checked;
use marey::compact::sorting::sort_by;

use super::places::usual;

/// A step: a foot comes down after the other foot did, which came down after this foot.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Step {
    /// When the foot comes down, seconds in the motion's time.
    pub time: f64,
    /// The ankle.
    pub joint: usize,
    /// From the other foot to this one along the stride, metres. Negative if the foot stays behind the other one.
    pub length: f64,
    /// How far the foot stands to its own side of the other one, square to the stride, metres. Negative where the legs cross.
    pub width: f64,
    /// Steps a minute: 60 divided by the seconds since the other foot came down.
    pub cadence: f64,
    /// The other foot's ankle.
    pub other: usize,
    /// When the other foot and when this foot is in the middle of its stance, seconds: the step is the way between these two places.
    pub stood: [f64; 2],
}

/// When the feet of a motion are on the ground, and the steps that they make.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Gait {
    /// In order of time.
    pub stances: Vec<Stance>,
    /// In order of time.
    pub steps: Vec<Step>,
}

/// The [`stances`](marey::body::stances) and the [`steps`] of a motion. Both are empty if the body has no legs that are recognised.
pub fn gait(subject: &Subject<'_>, contacts: &ContactOptions) -> Gait {
    let contacts = body::contacts(subject.skeleton(), subject.motion(), &subject.survey, contacts);
    let steps = steps_of(subject, &contacts);
    Gait { stances: contacts.stances().collect(), steps }
}

/// Between the touch-downs of both feet, seconds.
const SECONDS: std::ops::RangeInclusive<f64> = 0.2..=2.0;
/// A foot that makes a step is in the air for so many seconds, and for this share of the other foot's stance until then.
pub(crate) const LEAST_SWING: f64 = 0.08;
const IN_THE_AIR: f64 = 0.15;
/// Shorter strides have no direction, statures: the body turns on the spot or shifts its weight.
const SHORTEST_STRIDE: f64 = 0.1 / 1.75;
/// Moments a second at which the place of a standing foot is looked at.
const RATE: f64 = 60.0;
/// Most moments of a stance at which it is looked at.
const MOST: f64 = 6_000.0;

/// The steps of a motion, in order of time. Empty if the body has no legs that are recognised.
///
/// A stride is the way of one foot from a stance to its next, and the other foot's stance between them divides it: the step length is
/// the part of the stride after the other foot, the step width their distance square to the stride. So both hold on curves, too: F.
/// Huxham, J. Gong, R. Baker, R. Iansek and M. Morris, "Defining spatial parameters for non-linear walking", Gait and Posture 23,
/// 2006. Lengths are measured at the ball of the foot, widths at the ankle in the middle of the stance, because feet point outwards.
/// A step needs exactly one touch-down of the other foot since the foot's own last, 0.2 to 2 s before, and a foot in the air: so jumps
/// on both feet are none. On a treadmill places are those on the belt.
pub fn steps(subject: &Subject<'_>, contacts: &ContactOptions) -> Vec<Step> {
    gait(subject, contacts).steps
}

/// A contact, and where the foot stands on the floor, metres.
struct Stand {
    contact: Contact,
    ball: DVec3,
    ankle: DVec3,
}

pub(super) fn steps_of(subject: &Subject<'_>, contacts: &Contacts) -> Vec<Step> {
    let strides = strides(subject, contacts, feet(subject));
    let mut all: Vec<Step> = strides.into_iter().flatten().filter_map(|stride| Some(stride.step?.0)).collect();
    sort_by(&mut all, |a, b| a.time.total_cmp(&b.time));
    all
}

/// The way of a foot from a stance to its next one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stride {
    pub(crate) before: Contact,
    pub(crate) now: Contact,
    /// Metres.
    pub(crate) length: f64,
    /// Whether it is long enough to have a direction.
    pub(crate) has_direction: bool,
    /// The step that ends it, and the stance of the other foot from which it is made.
    pub(crate) step: Option<(Step, Contact)>,
}

/// The ways of both feet from each stance to the next one, in order of time. `feet`: the left and the right ankle.
pub(crate) fn strides(subject: &Subject<'_>, contacts: &Contacts, feet: [Option<usize>; 2]) -> [Vec<Stride>; 2] {
    let stands = stands(subject, contacts);
    let shortest = SHORTEST_STRIDE * f64::from(subject.survey.tall()) * subject.metres_per_unit();
    let [left, right] = feet;
    [(left, right, 1.0), (right, left, -1.0)].map(|(own, other, side)| {
        let of = |joint: Option<usize>| {
            stands.iter().filter(move |stand| Some(stand.contact.stance.joint) == joint).collect::<Vec<_>>()
        };
        let (own, others) = (of(own), of(other));
        let pairs = own.windows(2).filter_map(|pair| <&[_; 2]>::try_from(pair).ok());
        pairs
            .map(|[before, now]| {
                let length = (now.ball - before.ball).length();
                let step = step(before, &others, now, side, shortest);
                Stride { before: before.contact, now: now.contact, length, has_direction: length >= shortest, step }
            })
            .collect()
    })
}

/// Where feet stand on the floor.
fn stands(subject: &Subject<'_>, contacts: &Contacts) -> Vec<Stand> {
    let mut pose = subject.exact_pose();
    let mut points = Vec::new();
    let ground = subject.upright(contacts.ground.as_dvec3());
    let mut on_floor = |seconds: f64, joint: usize| {
        pose.move_to(seconds);
        pose.places(&mut points);
        let place = points.at(joint) - ground * seconds;
        DVec3::new(place.x, 0.0, place.z)
    };
    let stand = |contact: &Contact| {
        let (ankle, from, to) = (contact.stance.joint, contact.stance.from, contact.stance.to);
        let ball = ball_of(subject.skeleton(), ankle);
        let count = ((to - from) * RATE).min(MOST) as usize + 1;
        let moment = |index: usize| from + (to - from) * index as f64 / count as f64;
        let balls: Vec<DVec3> = (0..=count).map(|index| on_floor(moment(index), ball)).collect();
        Stand { contact: *contact, ball: usual(&balls), ankle: on_floor((from + to) / 2.0, ankle) }
    };
    contacts.list.iter().map(stand).collect()
}

/// The left and the right ankle, as far as both or one of them are known.
pub(crate) fn feet(subject: &Subject<'_>) -> [Option<usize>; 2] {
    match *super::ankles(subject) {
        [left, right] => [Some(left), Some(right)],
        [only] if side_of_name(subject.skeleton().name(only)) == Side::Right => [None, Some(only)],
        [only] => [Some(only), None],
        _ => [None, None],
    }
}

/// `side`: 1 for the left foot, -1 for the right one. `shortest`: of a stride, metres. Also returns the other foot's stance.
fn step(before: &Stand, others: &[&Stand], now: &Stand, side: f64, shortest: f64) -> Option<(Step, Contact)> {
    let own = now.contact.stance;
    let last = before.contact.stance;
    let mut between = others.iter().filter(|other| {
        other.contact.comes && last.from < other.contact.stance.from && other.contact.stance.from < own.from
    });
    let other = between.next()?;
    if !now.contact.comes || between.next().is_some() {
        return None;
    }
    let stance = other.contact.stance;
    let seconds = own.from - stance.from;
    let until = own.from.min(stance.to);
    let in_the_air = (until - last.to.max(stance.from)).max(0.0);
    let stride = now.ball - before.ball;
    if !SECONDS.contains(&seconds)
        || in_the_air < LEAST_SWING.max(IN_THE_AIR * (until - stance.from))
        || stride.length() < shortest
    {
        return None;
    }
    let along = stride.normalize();
    // To the left of the way.
    let across = DVec3::Y.cross(along);
    let step = Step {
        time: own.from,
        joint: own.joint,
        length: (now.ball - other.ball).dot(along),
        width: side * (now.ankle - other.ankle).dot(across),
        cadence: 60.0 / seconds,
        other: stance.joint,
        stood: [stance, own].map(|stance| (stance.from + stance.to) / 2.0),
    };
    Some((step, other.contact))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A foot's stance from a moment on, at a place of the floor.
    fn foot(joint: usize, from: f64, x: f64, z: f64) -> Stand {
        let place = DVec3::new(x, 0.0, z);
        let contact = Contact { stance: Stance { joint, from, to: from + 0.6 }, comes: true, leaves: true };
        Stand { contact, ball: place, ankle: place }
    }

    #[test]
    fn a_stride_is_divided_by_the_other_foot() {
        let found =
            step(&foot(3, 0.0, 0.1, 0.0), &[&foot(7, 0.5, -0.1, 0.6)], &foot(3, 1.1, 0.1, 1.3), 1.0, 0.1).unwrap().0;
        let Step { time, joint, length, width, cadence, other, stood } = found;
        assert_eq!((time, joint, other), (1.1, 3, 7));
        assert!((stood[0] - 0.8).abs() < 1e-12 && (stood[1] - 1.4).abs() < 1e-12, "{found:?}");
        assert!(
            (length - 0.7).abs() < 1e-12 && (width - 0.2).abs() < 1e-12 && (cadence - 100.0).abs() < 1e-9,
            "{found:?}"
        );
    }

    #[test]
    fn legs_that_cross_have_a_width_below_zero() {
        let found =
            step(&foot(3, 0.0, -0.1, 0.0), &[&foot(7, 0.5, 0.1, 0.6)], &foot(3, 1.1, -0.1, 1.3), 1.0, 0.1).unwrap().0;
        assert!((found.width + 0.2).abs() < 1e-12, "{found:?}");
    }

    #[test]
    fn hops_and_shifts_of_weight_are_no_steps() {
        let (a, b) = (foot(3, 0.0, 0.1, 0.0), foot(7, 0.5, -0.1, 0.0));
        assert!(step(&a, &[], &foot(3, 0.8, 0.1, 1.0), 1.0, 0.1).is_none());
        assert!(step(&a, &[&b], &foot(3, 1.1, 0.15, 0.0), 1.0, 0.1).is_none());
        let again = foot(7, 0.9, -0.1, 0.1);
        assert!(step(&a, &[&b, &again], &foot(3, 1.3, 0.1, 1.0), 1.0, 0.1).is_none(), "the other foot came twice");
        let late = foot(3, 0.72, 0.1, 1.0);
        assert!(step(&a, &[&foot(7, 0.62, -0.1, 0.5)], &late, 1.0, 0.1).is_none(), "both feet at nearly one moment");
    }
}
