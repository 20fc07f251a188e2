//! Which way the soles of the feet face: by how the feet stand on the ground.

use glam::{Quat, Vec3};

use super::person::Person;
use crate::body::ranked;
use crate::compact::maths::{sin_cos, turn};
use crate::compact::sorting::sort_by;
use crate::pose::{Branches, Pose, rotation_of, sample_frame};

/// A foot rests that is slower, metres a second of a person of 1.75 m.
const SLOW: f32 = 0.25;
/// It is on the ground if it is no higher than this above its usual lowest place, metres of a person of 1.75 m.
const LOW: f32 = 0.05;
/// So many moments of contact tell how a sole stands.
const ENOUGH: usize = 8;
/// And they have to agree: the least length of the mean of their directions.
const AGREE: f32 = 0.97;
/// Most frames that are looked at.
const MOST_FRAMES: usize = 80;
/// The sole of a rest pose is turned from the vertical by no more than 30 degrees: the cosine.
const NEAR_REST: f32 = 0.866;
/// A standing foot's line from ankle to ball falls by this much where nothing tells, radians; and its bounds.
const USUAL_PITCH: f32 = 0.436;
pub(super) const OTHER_PITCH: f32 = 0.471;
pub(super) const PITCHES: [f32; 2] = [-0.14, 0.873];
/// The pitches of both feet differ by no more, radians.
pub(super) const ALIKE: f32 = 0.209;

/// What the moments tell at which one foot stands.
#[derive(Default)]
pub(super) struct FootStanding {
    /// Up in the foot's own frame, in each moment.
    ups: Vec<Vec3>,
    /// How much the line from ankle to toe falls, as a sine.
    falls: Vec<f32>,
    /// Heights of the ankle.
    ankles: Vec<f32>,
}

impl FootStanding {
    /// Looks at both feet in some frames. `k`: the person's size in that of one of 1.75 m.
    pub(super) fn of_feet(person: &Person<'_>, k: f32) -> [Self; 2] {
        let frames = person.motion.frame_count();
        if frames < 10 {
            return Default::default();
        }
        let step = frames.div_ceil(MOST_FRAMES);
        let (mut now, mut next) = (Pose::rest(person.skeleton), Pose::rest(person.skeleton));
        // The ankle, and the ball or the ankle again.
        let joints = [0, 1].map(|index: usize| {
            let ankle = person.map.sides.get(index).map_or(0, |side| side.foot);
            let ball = person.balls.get(index).copied().flatten();
            [ankle, ball.unwrap_or(ankle), person.toe(index).unwrap_or(ankle)]
        });
        let mut legs = Branches::to(person.skeleton, joints.into_iter().flatten());
        let mut seen: [Vec<Seen>; 2] = Default::default();
        for frame in (0..frames - 1).step_by(step) {
            let seconds = person.motion.frame_start(frame + 1) - person.motion.frame_start(frame);
            for (frame, pose) in [(frame, &mut now), (frame + 1, &mut next)] {
                sample_frame(person.motion, frame, pose);
                legs.world_matrices(person.upright, pose);
            }
            for ([ankle, ball, toe], list) in joints.into_iter().zip(&mut seen) {
                let speed = |joint: usize| now.place(joint).distance(next.place(joint)) / (seconds as f32).max(1e-6);
                let turn = now.world.get(ankle).map_or(Quat::IDENTITY, rotation_of);
                let way = (now.place(toe) - now.place(ankle)).normalize_or_zero();
                list.push(Seen {
                    heights: [ankle, ball].map(|joint| now.place(joint).y),
                    speed: speed(ankle).max(speed(ball)),
                    up: turn.inverse() * Vec3::Y,
                    fall: -way.y,
                });
            }
        }
        seen.map(|list| {
            let floor = |joint: usize| {
                let mut heights: Vec<f32> = list.iter().filter_map(|one| one.heights.get(joint).copied()).collect();
                sort_by(&mut heights, f32::total_cmp);
                heights.get(heights.len() / 20).copied().unwrap_or(0.0) + LOW * k
            };
            let [ankle, ball] = [floor(0), floor(1)];
            let stands = |one: &&Seen| {
                let [a, b] = one.heights;
                one.speed < SLOW * k && a < ankle && b < ball
            };
            let standing: Vec<&Seen> = list.iter().filter(stands).collect();
            Self {
                ups: standing.iter().map(|one| one.up).collect(),
                falls: standing.iter().map(|one| one.fall).collect(),
                ankles: standing.iter().filter_map(|one| one.heights.first().copied()).collect(),
            }
        })
    }

    /// The height of the ankles over the floor while both feet stand, metres: the mean of the feet that do so often.
    pub(super) fn ankle(feet: &[Self; 2], floor: f32) -> Option<f32> {
        let own = feet.iter().filter(|foot| foot.ankles.len() >= ENOUGH);
        let heights: Vec<f32> = own.map(|foot| ranked(&foot.ankles, foot.ankles.len() / 2) - floor).collect();
        (!heights.is_empty()).then(|| heights.iter().sum::<f32>() / heights.len() as f32)
    }

    /// The median of up in the foot's own frame, if the moments agree.
    fn up(&self) -> Option<Vec3> {
        let mean: Vec3 = self.ups.iter().sum::<Vec3>() / self.ups.len().max(1) as f32;
        if self.ups.len() < ENOUGH || mean.length() <= AGREE {
            return None;
        }
        let median = |part: fn(&Vec3) -> f32| {
            let mut values: Vec<f32> = self.ups.iter().map(part).collect();
            sort_by(&mut values, f32::total_cmp);
            let middle = values.len() / 2;
            let at = |index: usize| values.get(index).copied().unwrap_or(0.0);
            if values.len() % 2 == 1 { at(middle) } else { (at(middle) + at(middle - 1)) / 2.0 }
        };
        Vec3::new(median(|v| v.x), median(|v| v.y), median(|v| v.z)).try_normalize()
    }

    /// The sole's direction away from the ground, in the reference pose. `rest`: up of the whole body there; `shin`: from the ankle to the
    /// knee; `forward`: from the ankle to the toe, if there is one.
    pub(super) fn sole(&self, person: &Person<'_>, foot: usize, rest: Vec3, shin: Vec3, forward: Option<Vec3>) -> Vec3 {
        let at_rest = person.reference.at_rest;
        if !person.is_of_positions {
            let by_contacts = self.up().map(|up| person.reference.turn(foot) * up);
            if let Some(up) = by_contacts.filter(|up| !at_rest || up.dot(rest) > NEAR_REST) {
                return up;
            }
            if at_rest {
                return rest;
            }
        }
        // The shin, made square to the foot.
        let shin = shin.normalize_or(rest);
        let Some(forward) = forward.and_then(Vec3::try_normalize) else { return shin };
        let square = (shin - forward * shin.dot(forward)).normalize_or(rest);
        let fall = if person.is_of_positions && self.falls.len() >= ENOUGH {
            ranked(&self.falls, self.falls.len() / 2).clamp(-0.99, 0.99)
        } else {
            sin_cos(USUAL_PITCH).0
        };
        square * (1.0 - fall * fall).sqrt() - forward * fall
    }
}

struct Seen {
    /// Of ankle and ball.
    heights: [f32; 2],
    speed: f32,
    up: Vec3,
    fall: f32,
}

/// A rotation about a direction, radians.
pub(super) fn about(axis: Vec3, angle: f32) -> Quat {
    turn(axis.as_dvec3().normalize_or_zero(), angle.into()).as_quat().normalize()
}
