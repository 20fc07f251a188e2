//! Where the target's feet go: the balls of its feet where the source's are, and a pelvis low enough that its legs reach.

use glam::Vec3;

use super::legs::{Leg, reach};
use super::map::{BodyMap, SideMap};
use super::math::median;
use super::options::Feet;
use super::rig::{LEG, Rig};
use super::solver::{Solver, Wanted};
use super::tracks::{FootTrack, LOW, Tracks, runs};
use super::turns::{Joint, Turn};
use crate::compact::maths::sin_cos;

/// The pelvis is lowered for at most this share of a leg.
const DEEPEST: f32 = 0.15;
/// Half the time over which lowering the pelvis, and the offset of a foot in the air, are smoothed: seconds.
const SMOOTH: f32 = 0.1;
/// The time in which a foot eases in and out of where it stands still: seconds.
const EASE: f32 = 0.12;
/// The pelvis is lowered until no leg is longer than this share of its greatest length, unless it is so already. A leg's reach is soft from
/// 0.99 on: at 0.9995 feet missed their goals by 3 mm, at 0.995 by less than 1.
const STRETCHED: f32 = 0.995;
/// Fewer frames with contacts say nothing.
const FEW: usize = 5;

/// Heights that are the same in all frames: body metres.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Heights {
    /// Moves the whole figure up.
    pub(super) lift: f32,
    /// Moves the goal of each ankle up.
    raises: [f32; 2],
}

/// What is known before the frames are made.
#[derive(Debug, Clone, Default)]
pub(super) struct Goals {
    pub(super) heights: Heights,
    /// Lowers the pelvis, frame by frame.
    drops: Vec<f32>,
    /// Where the ankles go, frame by frame, for each side. Empty if feet are free.
    ankles: [Vec<Vec3>; 2],
    legs: [Leg; 2],
    /// From the right to the left hip in the space of the hips.
    left: Vec3,
}

impl Goals {
    /// Puts both feet where they belong in a frame.
    pub(super) fn plant(&self, solver: &mut Solver, target: &Rig<'_>, frame: usize) {
        solver.shift(Vec3::NEG_Y * self.drops.get(frame).copied().unwrap_or(0.0));
        let left = solver.turn(target.map.hips) * self.left;
        for (leg, ankles) in self.legs.iter().zip(&self.ankles) {
            if let Some(goal) = ankles.get(frame) {
                reach(solver, leg, *goal, left);
            }
        }
    }
}

/// A foot of the target in a frame, before it is moved: body space.
#[derive(Debug, Clone, Copy)]
struct Foot {
    hip: Vec3,
    ankle: Vec3,
    /// From the ankle to the ball.
    ball: Vec3,
    /// From the ankle to the lowest point: height.
    low: f32,
    /// Greatest length of the leg, and its length now.
    reach: f32,
}

/// Makes the goals of a motion.
pub(super) struct GoalMaker<'a, 'b> {
    pub(super) source: &'b Rig<'a>,
    pub(super) target: &'b Rig<'a>,
    pub(super) joints: &'b [Joint],
    pub(super) tracks: &'b Tracks,
    pub(super) balls: [[usize; 2]; 2],
}

impl GoalMaker<'_, '_> {
    /// `known` are the heights of another part of the motion.
    pub(super) fn goals(&mut self, solver: &mut Solver, feet: Feet, known: Option<Heights>) -> Goals {
        let map = &self.target.map;
        let mut seen: [Vec<Foot>; 2] = Default::default();
        let mut left = Vec3::ZERO;
        let legs = map.sides.iter().any(SideMap::has_leg).then(|| self.legs());
        let mut lowest = Vec::new();
        for frame in 0..self.source.motion.frame_count() {
            solver.align(self.source, map, self.joints, frame, legs.as_ref());
            if legs.is_none() {
                lowest.push(solver.places.iter().map(|place| place.y).fold(f32::INFINITY, f32::min));
            }
            if frame == 0 {
                left = self.left(solver, map);
            }
            for (side, seen) in seen.iter_mut().enumerate() {
                seen.extend(self.foot(solver, side));
            }
        }
        let frame_time = self.source.frame_time();
        let mut ankles: [Vec<Vec3>; 2] = Default::default();
        let mut raises = known.map(|heights| heights.raises).unwrap_or_default();
        for (((seen, track), goals), raise) in seen.iter().zip(&self.tracks.feet).zip(&mut ankles).zip(&mut raises) {
            if known.is_none() {
                *raise = self.raise(seen, track);
            }
            *goals = ankles_of(seen, track, feet, frame_time, *raise);
            level(goals, seen, track, self.tracks.ground, frame_time);
        }
        let lift = match known {
            Some(heights) => heights.lift,
            // Without legs, the lowest joint is what touches the ground.
            None if legs.is_none() => -median(lowest),
            None => self.lift(&seen, &ankles),
        };
        let drops = drops(&seen, &ankles, lift, frame_time);
        let mut legs: [Leg; 2] = Default::default();
        for (leg, side) in legs.iter_mut().zip(&map.sides) {
            *leg = Leg {
                thigh: side.thigh,
                shin: side.shin,
                foot: side.foot,
                between: [self.between(side.thigh, side.shin), self.between(side.shin, side.foot)],
            };
        }
        Goals { heights: Heights { lift, raises }, drops, ankles, legs, left }
    }

    /// The joints of both legs and feet, and those of the source that they turn with.
    fn legs(&self) -> Wanted {
        let [own_balls, balls] = self.balls;
        let of = |side: &SideMap| [side.thigh, side.shin, side.foot];
        let ends = self.target.foot_points.iter().flatten().copied().chain(balls).chain([self.target.map.hips]);
        let target = self.target.few(ends.chain(self.target.map.sides.iter().flat_map(of)));
        let turned = target.joints.iter().filter_map(|joint| self.joints.get(*joint)).flat_map(|joint| {
            let likes = match joint.turn {
                Turn::Still => [None, None],
                Turn::Like { joint, .. } => [Some(joint), None],
                Turn::Between { joints: [a, b], .. } => [Some(a), Some(b)],
            };
            let swung = joint.swing.map(|swing| [swing.from, swing.to]);
            likes.into_iter().flatten().chain(swung.into_iter().flatten())
        });
        let source = self.source.few(turned.chain(self.source.map.sides.iter().flat_map(of)).chain(own_balls));
        Wanted { source, target }
    }

    fn left(&self, solver: &Solver, map: &BodyMap) -> Vec3 {
        let [l, r] = &map.sides;
        let across = solver.place(l.thigh) - solver.place(r.thigh);
        solver.turn(map.hips).inverse() * across.normalize_or(Vec3::X)
    }

    fn between(&self, top: usize, end: usize) -> Vec<usize> {
        let mut joints = Vec::new();
        let mut joint = self.target.skeleton.parent(end);
        while let Some(one) = joint.filter(|one| *one != top) {
            joints.push(one);
            joint = self.target.skeleton.parent(one);
        }
        joints
    }

    fn foot(&self, solver: &Solver, side: usize) -> Option<Foot> {
        let own = self.target.map.sides.get(side).filter(|side| side.has_leg())?;
        let [_, balls] = self.balls;
        let (hip, knee, ankle) = (solver.place(own.thigh), solver.place(own.shin), solver.place(own.foot));
        let points = self.target.foot_points.get(side)?;
        let low = points.iter().map(|point| solver.place(*point).y).fold(f32::INFINITY, f32::min);
        Some(Foot {
            hip,
            ankle,
            ball: solver.place(*balls.get(side)?) - ankle,
            low: low - ankle.y,
            reach: (STRETCHED * (hip.distance(knee) + knee.distance(ankle))).max(hip.distance(ankle)),
        })
    }

    /// How much higher the balls of the target's feet are above the ground than the source's: what they are above their soles.
    fn raise(&self, seen: &[Foot], track: &FootTrack) -> f32 {
        let enough = track.stands.iter().filter(|stands| **stands).count() > FEW;
        let standing = |index: usize| !enough || track.stands.get(index) == Some(&true);
        let soles = |heights: &mut dyn Iterator<Item = f32>| {
            median(heights.enumerate().filter(|(index, _)| standing(*index)).map(|(_, height)| height).collect())
        };
        let source_sole = soles(&mut track.ball.iter().zip(&track.low).map(|(ball, low)| ball.y - low));
        let target_sole = soles(&mut seen.iter().map(|foot| foot.ball.y - foot.low));
        target_sole - source_sole - self.tracks.ground
    }

    /// The median height of the goals over the ankles in the frames with contacts: what all of them have in common is no matter of knees.
    fn lift(&self, seen: &[Vec<Foot>; 2], ankles: &[Vec<Vec3>; 2]) -> f32 {
        let mut all = Vec::new();
        let mut standing = Vec::new();
        for ((seen, ankles), track) in seen.iter().zip(ankles).zip(&self.tracks.feet) {
            for ((foot, goal), stands) in seen.iter().zip(ankles).zip(&track.stands) {
                let gap = goal.y - foot.ankle.y;
                all.push(gap);
                standing.extend(stands.then_some(gap));
            }
        }
        median(if standing.len() > FEW { standing } else { all })
    }
}

/// The positions of the ankle in all frames: the ball of the foot is where the source's is, and `raise` higher.
fn ankles_of(seen: &[Foot], track: &FootTrack, feet: Feet, frame_time: f32, raise: f32) -> Vec<Vec3> {
    let shifts = if feet == Feet::Still { still(track, frame_time) } else { Vec::new() };
    // How the ankle stands over the source's so that the balls of both are at one place.
    let own = track.ball.iter().zip(&track.ankle).map(|(ball, ankle)| *ball - *ankle);
    let between: Vec<Vec3> = own.zip(seen).map(|(own, foot)| own - foot.ball).collect();
    let between = calmed(&between, &track.stands, frame_time);
    let goals = track.ankle.iter().zip(between).enumerate().map(|(index, (ankle, between))| {
        let shift = shifts.get(index).copied().unwrap_or_default();
        *ankle + between + shift + Vec3::Y * raise
    });
    goals.collect()
}

/// Standing feet are raised or lowered by at most so much: more would bend knees for what is no rolling. Body metres.
const MOST_LEVELLED: f32 = 0.02;

/// Raises or lowers standing feet so that their lowest points are as high over the ground as the source's: where a foot rolls over toes that
/// are longer than the source's, the ball is higher than there. The correction is smoothed over [`SMOOTH`], since the lowest point jumps from
/// heel to toe, and fades beside the contacts.
fn level(goals: &mut [Vec3], seen: &[Foot], track: &FootTrack, ground: f32, frame_time: f32) {
    let weights = near_contacts(&track.stands, half_window(EASE, frame_time, goals.len()));
    let own = track.low.iter().map(|low| low - ground);
    let gaps = goals.iter().zip(seen).zip(own).zip(&weights);
    // A source whose feet are in the floor says nothing about how feet roll.
    let gap =
        |own: f32, goal: f32| if own.abs() < LOW { (own - goal).clamp(-MOST_LEVELLED, MOST_LEVELLED) } else { 0.0 };
    let gaps: Vec<f32> = gaps.map(|(((goal, foot), own), weight)| gap(own, goal.y + foot.low) * weight).collect();
    let half = half_window(SMOOTH, frame_time, goals.len());
    let window = window(half);
    for (index, goal) in goals.iter_mut().enumerate() {
        goal.y += around(&gaps, index, half).zip(&window).map(|(gap, weight)| gap * weight).sum::<f32>();
    }
}

/// For each frame how far the pelvis goes down, so that both legs reach their goals: a smoothed maximum.
fn drops(seen: &[Vec<Foot>; 2], ankles: &[Vec<Vec3>; 2], lift: f32, frame_time: f32) -> Vec<f32> {
    let count = seen.iter().map(Vec::len).max().unwrap_or(0);
    let mut needed = vec![0.0_f32; count];
    for (seen, ankles) in seen.iter().zip(ankles) {
        for ((needed, foot), goal) in needed.iter_mut().zip(seen).zip(ankles) {
            let hip = foot.hip + Vec3::Y * lift;
            let away = Vec3::new(hip.x - goal.x, 0.0, hip.z - goal.z).length();
            let high = (foot.reach * foot.reach - away * away).max(0.0).sqrt();
            if goal.y < hip.y {
                *needed = needed.max(hip.y - goal.y - high);
            }
        }
    }
    if needed.iter().all(|needed| *needed < ROUNDING) {
        return Vec::new();
    }
    let half = half_window(SMOOTH, frame_time, count);
    let highest: Vec<f32> = (0..count).map(|index| around(&needed, index, half).fold(0.0, f32::max)).collect();
    let window = window(half);
    let smooth = |index: usize| {
        let weighted = around(&highest, index, half).zip(&window).map(|(value, weight)| value * weight);
        weighted.sum::<f32>().min(DEEPEST * LEG)
    };
    (0..count).map(smooth).collect()
}

/// The values from `half` before an index to `half` behind it; the first and the last one go on for ever.
fn around(values: &[f32], index: usize, half: usize) -> impl Iterator<Item = f32> {
    let last = values.len().saturating_sub(1);
    let at = move |step: usize| values.get((index + step).saturating_sub(half).min(last)).copied().unwrap_or(0.0);
    (0..=2 * half).map(at)
}

/// Less is rounding: body metres.
const ROUNDING: f32 = 1e-6;

/// The offset between both ankles turns with the foot, so that noise in the foot's rotation would shake the leg: where the foot is in the
/// air the offset is smoothed over [`SMOOTH`]. While it stands the offset stays, and it eases from one to the other.
fn calmed(between: &[Vec3], stands: &[bool], frame_time: f32) -> Vec<Vec3> {
    let half = half_window(SMOOTH, frame_time, between.len());
    let window = window(half);
    let last = between.len().saturating_sub(1);
    let at = |step: usize| between.get(step.saturating_sub(half).min(last)).copied().unwrap_or_default();
    let smooth =
        |index: usize| window.iter().enumerate().map(|(step, weight)| at(index + step) * *weight).sum::<Vec3>();
    let weights = near_contacts(stands, half_window(EASE, frame_time, between.len()));
    let frames = between.iter().zip(weights).enumerate();
    frames.map(|(index, (exact, weight))| smooth(index).lerp(*exact, weight)).collect()
}

/// 1 in contacts, fading to 0 over some steps on both sides.
fn near_contacts(stands: &[bool], ease: usize) -> Vec<f32> {
    let mut weights = vec![0.0_f32; stands.len()];
    for contact in runs(stands) {
        let first = contact.start.saturating_sub(ease);
        let beyond = (contact.end + ease).min(stands.len());
        for (index, weight) in weights.iter_mut().enumerate().take(beyond).skip(first) {
            let away = contact.start.saturating_sub(index).max((index + 1).saturating_sub(contact.end));
            *weight = weight.max(faded(away, ease));
        }
    }
    weights
}

/// Frames on each side of a time window: at least one.
fn half_window(seconds: f32, frame_time: f32, frames: usize) -> usize {
    ((seconds / frame_time).round() as usize).clamp(1, frames.max(1))
}

/// The weights of a Hann window with so many steps on each side; their sum is 1.
fn window(half: usize) -> Vec<f32> {
    let weight = |step: usize| 0.5 - 0.5 * sin_cos(std::f32::consts::TAU * step as f32 / (2 * half + 2) as f32).1;
    let sum: f32 = (1..=2 * half + 1).map(weight).sum();
    (1..=2 * half + 1).map(|step| weight(step) / sum).collect()
}

/// For each frame how a foot is moved along the ground so that it stays in the middle of each contact. The shift at a contact's ends fades
/// out beside it, at most up to the next contact.
fn still(track: &FootTrack, frame_time: f32) -> Vec<Vec3> {
    let flat = Vec3::new(1.0, 0.0, 1.0);
    let mut shifts = vec![Vec3::ZERO; track.ball.len()];
    let contacts: Vec<_> = runs(&track.stands).collect();
    let ease = half_window(EASE, frame_time, track.ball.len());
    for (index, contact) in contacts.iter().enumerate() {
        let Some(balls) = track.ball.get(contact.clone()) else { continue };
        let mean = balls.iter().sum::<Vec3>() / balls.len().max(1) as f32;
        let shift = |ball: &Vec3| (mean - *ball) * flat;
        let (Some(first), Some(last)) = (balls.first().map(shift), balls.last().map(shift)) else { continue };
        for (slot, ball) in shifts.iter_mut().skip(contact.start).zip(balls) {
            *slot = shift(ball);
        }
        let before = index.checked_sub(1).and_then(|index| contacts.get(index)).map_or(0, |one| one.end);
        let after = contacts.get(index + 1).map_or(track.ball.len(), |one| one.start);
        let steps = ease.min(contact.start - before);
        for step in 1..steps {
            if let Some(slot) = shifts.get_mut(contact.start - step) {
                *slot += first * faded(step, steps);
            }
        }
        let steps = ease.min(after - contact.end);
        for step in 1..steps {
            if let Some(slot) = shifts.get_mut(contact.end - 1 + step) {
                *slot += last * faded(step, steps);
            }
        }
    }
    shifts
}

/// From 1 at step 0 to 0 at the last one, smoothly.
fn faded(step: usize, steps: usize) -> f32 {
    let rest = 1.0 - step as f32 / steps.max(1) as f32;
    rest * rest * (3.0 - 2.0 * rest)
}
