//! Where the target's feet go: the balls of standing feet where the source's are, and in the air where the legs point as the source's.

use glam::Vec3;

use super::bends::{Bend, Reach, bends};
use super::feet::{SeenFoot, limbs};
use super::leaps::calm;
use super::legs::{Leg, reach};
use super::math::{arc, median};
use super::options::Feet;
use super::pelvis::{drops, follow};
use super::rig::{RetargetRig, place};
use super::smooth::{bound, faded, half_window, near_contacts, smoothed, window};
use super::solver::{Solver, Wanted};
use super::tracks::{FeetTracks, FootTrack, LOW};
use super::turns::{Joint, TurnRule};
use marey::body::{BodyMap, SideMap, runs};
use marey::checked::Checked;

/// Half the time over which the offset of a foot in the air is smoothed: seconds.
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
    /// Moves the whole figure, frame by frame. Empty if feet are free.
    pelvis: Vec<Vec3>,
    /// How the legs bend, frame by frame, for each side.
    bends: [Vec<Option<Bend>>; 2],
    legs: [Leg; 2],
}

impl Goals {
    /// Puts both feet where they belong in a frame.
    pub(super) fn plant(&self, solver: &mut Solver, frame: usize) {
        solver.shift(self.pelvis.get(frame).copied().unwrap_or_default());
        for (leg, bends) in self.legs.iter().zip(&self.bends) {
            if let Some(Some(bend)) = bends.get(frame) {
                reach(solver, leg, bend);
            }
        }
    }
}

/// Makes the goals of a motion.
pub(super) struct GoalMaker<'a, 'b> {
    pub(super) source: &'b RetargetRig<'a>,
    pub(super) target: &'b RetargetRig<'a>,
    pub(super) joints: &'b [Joint],
    pub(super) tracks: &'b FeetTracks,
    pub(super) balls: [[usize; 2]; 2],
    /// The direction of the legs in the reference pose, in the space of the target's hips.
    pub(super) down: Vec3,
}

impl GoalMaker<'_, '_> {
    /// `known` are the heights of another part of the motion.
    pub(super) fn goals(&mut self, solver: &mut Solver, feet: Feet, known: Option<Heights>) -> Goals {
        let map = &self.target.map;
        let mut seen: [Vec<SeenFoot>; 2] = Default::default();
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
                seen.extend(self.foot(solver, side, left));
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
            None if legs.is_none() => -median(&lowest),
            None => self.lift(&seen, &ankles),
        };
        let heights = Heights { lift, raises };
        if feet == Feet::Free {
            return Goals { heights, ..Goals::default() };
        }
        let (pelvis, bends) = self.bends(&seen, ankles, lift);
        let legs = map.sides.each_ref().map(|side| Leg {
            thigh: side.thigh,
            shin: side.shin,
            foot: side.foot,
            between: [self.between(side.thigh, side.shin), self.between(side.shin, side.foot)],
        });
        Goals { heights, pelvis, bends, legs }
    }

    /// How the whole figure is moved beside `lift`, and how its legs bend. `ankles` are the goals of feet that stand.
    fn bends(
        &self,
        seen: &[Vec<SeenFoot>; 2],
        mut ankles: [Vec<Vec3>; 2],
        lift: f32,
    ) -> (Vec<Vec3>, [Vec<Option<Bend>>; 2]) {
        let frame_time = self.source.frame_time();
        let stands = self.tracks.feet.each_ref().map(|track| &track.stands[..]);
        let weights = stands.map(|stands| near_contacts(stands, half_window(EASE, frame_time, stands.len())));
        let mut pelvis = follow(seen, &ankles, &weights, lift, frame_time);
        let drops = drops(seen, &ankles, &weights, &pelvis, lift, frame_time);
        for (pelvis, drop) in pelvis.iter_mut().zip(drops) {
            pelvis.y -= drop;
        }
        let moved: Vec<Vec3> = pelvis.iter().map(|pelvis| *pelvis + Vec3::Y * lift).collect();
        let mut bent: [Vec<Option<Bend>>; 2] = Default::default();
        let sides = seen.iter().zip(&self.tracks.feet).zip(&weights);
        for ((slot, goals), ((seen, track), weights)) in bent.iter_mut().zip(&mut ankles).zip(sides) {
            fly(goals, seen, &track.stands, &moved, frame_time);
            keep_above(goals, seen, track, self.tracks.ground);
            let frames = seen.iter().zip(&moved).zip(goals.iter().zip(weights));
            let reaches = frames.map(|((foot, moved), (goal, stands))| Reach {
                hip: foot.hip + *moved,
                goal: *goal,
                stands: *stands,
            });
            let reaches: Vec<Reach> = reaches.collect();
            *slot = bends(&limbs(seen), &reaches, half_window(SMOOTH, frame_time, seen.len()));
            calm(slot, seen, &reaches);
        }
        (pelvis, bent)
    }

    /// The joints of both legs and feet, and those of the source that they turn with.
    fn legs(&self) -> Wanted {
        let [own_balls, balls] = self.balls;
        let of = |side: &SideMap| [side.thigh, side.shin, side.foot];
        let ends = self.target.foot_points.iter().flatten().copied().chain(balls).chain([self.target.map.hips]);
        let target = self.target.few(ends.chain(self.target.map.sides.iter().flat_map(of)));
        let turned = target.joints.iter().filter_map(|joint| self.joints.get(*joint)).flat_map(|joint| {
            let likes = match joint.turn {
                TurnRule::Still => [None, None],
                TurnRule::Like { joint, .. } => [Some(joint), None],
                TurnRule::Between { joints: [a, b], .. } => [Some(a), Some(b)],
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

    fn foot(&self, solver: &Solver, side: usize, left: Vec3) -> Option<SeenFoot> {
        let own = self.target.map.sides.get(side).filter(|side| side.has_leg())?;
        let [_, balls] = self.balls;
        let (hip, knee, ankle) = (solver.place(own.thigh), solver.place(own.shin), solver.place(own.foot));
        let points = self.target.foot_points.get(side)?;
        let low = points.iter().map(|point| solver.place(*point).y).fold(f32::INFINITY, f32::min);
        let left = solver.turn(self.target.map.hips) * left;
        let down = solver.turn(self.target.map.hips) * self.down;
        let own_side = self.source.map.sides.get(side)?;
        Some(SeenFoot {
            hip,
            knee,
            ankle,
            own: [own_side.shin, own_side.foot].map(|joint| place(&solver.source, joint)),
            forwards: arc(down, ankle - hip) * down.cross(left),
            thigh: solver.turn(own.thigh),
            ball: solver.place(*balls.get(side)?) - ankle,
            low: low - ankle.y,
            reach: (STRETCHED * (hip.distance(knee) + knee.distance(ankle))).max(hip.distance(ankle)),
        })
    }

    /// How much higher the balls of the target's feet are above the ground than the source's: what they are above their soles.
    fn raise(&self, seen: &[SeenFoot], track: &FootTrack) -> f32 {
        let enough = track.stands.iter().filter(|stands| **stands).count() > FEW;
        let standing = |index: usize| !enough || track.stands.get(index) == Some(&true);
        let soles = |heights: &mut dyn Iterator<Item = f32>| {
            median(
                &heights
                    .enumerate()
                    .filter(|(index, _)| standing(*index))
                    .map(|(_, height)| height)
                    .collect::<Vec<_>>(),
            )
        };
        let source_sole = soles(&mut track.ball.iter().zip(&track.low).map(|(ball, low)| ball.y - low));
        let target_sole = soles(&mut seen.iter().map(|foot| foot.ball.y - foot.low));
        target_sole - source_sole - self.tracks.ground
    }

    /// The median height of the goals over the ankles in the frames with contacts: what all of them have in common is no matter of knees.
    fn lift(&self, seen: &[Vec<SeenFoot>; 2], ankles: &[Vec<Vec3>; 2]) -> f32 {
        let mut all = Vec::new();
        let mut standing = Vec::new();
        for ((seen, ankles), track) in seen.iter().zip(ankles).zip(&self.tracks.feet) {
            for ((foot, goal), stands) in seen.iter().zip(ankles).zip(&track.stands) {
                let gap = goal.y - foot.ankle.y;
                all.push(gap);
                standing.extend(stands.then_some(gap));
            }
        }
        median(if standing.len() > FEW { &standing } else { &all })
    }
}

/// The positions of the ankle in all frames: where a foot stands its ball is where the source's is, and `raise` higher.
fn ankles_of(seen: &[SeenFoot], track: &FootTrack, feet: Feet, frame_time: f32, raise: f32) -> Vec<Vec3> {
    let shifts = if feet == Feet::Still { still(track, frame_time) } else { Vec::new() };
    let goals = track.ball.iter().zip(seen).enumerate().map(|(index, (ball, foot))| {
        let shift = shifts.get(index).copied().unwrap_or_default();
        *ball - foot.ball + shift + Vec3::Y * raise
    });
    goals.collect()
}

/// In the air legs point as the source's, so that nothing leaps. Beside contacts an ankle is beside where its leg takes it by what it is
/// there when the foot stands before and after, and by something between both on the way; far from contacts by nothing. `pelvis` is how
/// the whole figure is moved in each frame.
fn fly(goals: &mut [Vec3], seen: &[SeenFoot], stands: &[bool], pelvis: &[Vec3], frame_time: f32) {
    let free: Vec<Vec3> = seen.iter().zip(pelvis).map(|(foot, moved)| foot.ankle + *moved).collect();
    let mut beside: Vec<Vec3> = goals.iter().zip(&free).map(|(goal, free)| *goal - *free).collect();
    let whole = beside.len();
    let (near, far) = (NEAR_CONTACT / frame_time, FAR_FROM_CONTACT / frame_time);
    let mut fill = |from: Option<usize>, to: Option<usize>| {
        let ends = match (from, to) {
            (Some(from), Some(to)) => [beside.at(from), beside.at(to)],
            (Some(one), None) | (None, Some(one)) => [beside.at(one); 2],
            (None, None) => [Vec3::ZERO; 2],
        };
        let first = from.map_or(0, |from| from + 1);
        let count = to.unwrap_or(whole).saturating_sub(first);
        for (step, slot) in beside.iter_mut().skip(first).take(count).enumerate() {
            let share = (step + 1) as f32 / (count + 1) as f32;
            let after = from.map_or(f32::INFINITY, |_| (step + 1) as f32);
            let away = after.min(to.map_or(f32::INFINITY, |_| (count - step) as f32));
            let rest = 1.0 - ((away - near) / (far - near).max(1.0)).clamp(0.0, 1.0);
            *slot = ends[0].lerp(ends[1], share) * (rest * rest * (3.0 - 2.0 * rest));
        }
    };
    let mut landed: Option<usize> = None;
    for contact in runs(stands) {
        fill(landed, Some(contact.start));
        landed = Some(contact.end - 1);
    }
    fill(landed, None);
    for ((goal, free), beside) in goals.iter_mut().zip(free).zip(calmed(&beside, stands, frame_time)) {
        *goal = free + beside;
    }
}

/// Raises feet that would be deeper in the ground than the source's. A foot begins to rise some frames before.
fn keep_above(goals: &mut [Vec3], seen: &[SeenFoot], track: &FootTrack, ground: f32) {
    let deep = goals.iter().zip(seen).zip(&track.low).map(|((goal, foot), low)| {
        let own = (low - ground).min(0.0);
        (own - SUNK - goal.y - foot.low).max(0.0)
    });
    let deep: Vec<f32> = deep.collect();
    let raised = bound(&deep, &vec![RISE_STEP; deep.len()], 1.0);
    goals.iter_mut().zip(raised).for_each(|(goal, raised)| goal.y += raised);
}

/// A foot may be so deep in the ground where the source's is above, and rises by at most so much from one frame to the next: body metres.
const SUNK: f32 = 0.04;
const RISE_STEP: f32 = 0.002;

/// How far from a contact a foot in the air is where it stands, and from how far on its leg points as the source's alone: seconds.
const NEAR_CONTACT: f32 = 0.2;
const FAR_FROM_CONTACT: f32 = 0.5;

/// Standing feet are raised or lowered by at most so much: more would bend knees for what is no rolling. Body metres.
const MOST_LEVELLED: f32 = 0.02;

/// Raises or lowers standing feet so that their lowest points are as high over the ground as the source's: where a foot rolls over toes that
/// are longer than the source's, the ball is higher than there. The correction is smoothed over [`SMOOTH`], since the lowest point jumps from
/// heel to toe, and fades beside the contacts.
fn level(goals: &mut [Vec3], seen: &[SeenFoot], track: &FootTrack, ground: f32, frame_time: f32) {
    let weights = near_contacts(&track.stands, half_window(EASE, frame_time, goals.len()));
    let own = track.low.iter().map(|low| low - ground);
    let gaps = goals.iter().zip(seen).zip(own).zip(&weights);
    // A source whose feet are in the floor says nothing about how feet roll.
    let gap =
        |own: f32, goal: f32| if own.abs() < LOW { (own - goal).clamp(-MOST_LEVELLED, MOST_LEVELLED) } else { 0.0 };
    let gaps: Vec<f32> = gaps.map(|(((goal, foot), own), weight)| gap(own, goal.y + foot.low) * weight).collect();
    let raised = smoothed(&gaps, half_window(SMOOTH, frame_time, goals.len()));
    goals.iter_mut().zip(raised).for_each(|(goal, raised)| goal.y += raised);
}

/// The offset between both ankles turns with the foot, so that noise in the foot's rotation would shake the leg: where the foot is in the
/// air the offset is smoothed over [`SMOOTH`]. While it stands the offset stays, and it eases from one to the other.
fn calmed(between: &[Vec3], stands: &[bool], frame_time: f32) -> Vec<Vec3> {
    let half = half_window(SMOOTH, frame_time, between.len());
    let window = window(half);
    let last = between.len().saturating_sub(1);
    let at = |step: usize| between.at(step.saturating_sub(half).min(last));
    let smooth =
        |index: usize| window.iter().enumerate().map(|(step, weight)| at(index + step) * *weight).sum::<Vec3>();
    let weights = near_contacts(stands, half_window(EASE, frame_time, between.len()));
    let frames = between.iter().zip(weights).enumerate();
    frames.map(|(index, (exact, weight))| smooth(index).lerp(*exact, weight)).collect()
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
            shifts.change(contact.start - step, |slot| *slot += first * faded(step, steps));
        }
        let steps = ease.min(after - contact.end);
        for step in 1..steps {
            shifts.change(contact.end - 1 + step, |slot| *slot += last * faded(step, steps));
        }
    }
    shifts
}
