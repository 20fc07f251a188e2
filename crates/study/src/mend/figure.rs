//! The figure that a motion moves: where its joints are, and which of them are legs.

use std::ops::Range;

use glam::{DQuat, DVec3};

use super::sample::{log, one_hemisphere};
use super::tracks::MotionTracks;
use crate::runs::quantile;
use marey::body::{Bearings, BodyMap, Subject};
use marey::checked::Checked;
use marey::model::{Clip, Motion, Skeleton};

/// The length of thigh and shin of a person of 1.75 m, metres.
const LEG: f64 = 0.8606;

/// The joints of a leg.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Leg {
    pub(super) thigh: usize,
    pub(super) shin: usize,
    pub(super) foot: usize,
    /// The ball of the foot, if there is one.
    pub(super) ball: Option<usize>,
}

impl Leg {
    /// The points that rest on the ground: the ankle, then the ball.
    pub(super) fn points(&self) -> impl Iterator<Item = usize> {
        std::iter::once(self.foot).chain(self.ball)
    }
}

/// The joint that carries the figure: its tracks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Carrier {
    pub(super) joint: usize,
    /// Index of its rotations, if it has any.
    pub(super) turn: Option<usize>,
    /// Index of its position channels.
    pub(super) place: usize,
}

/// A figure in its file's space.
#[derive(Debug)]
pub(super) struct ScaledFigure<'a> {
    pub(super) skeleton: &'a Skeleton,
    /// Up.
    pub(super) up: DVec3,
    /// Metres a unit; a person counts as one of 1.75 m.
    pub(super) metres: f64,
    /// Both legs of a person.
    pub(super) legs: Option<[Leg; 2]>,
    pub(super) carrier: Option<Carrier>,
    /// Index of the tracks of each joint.
    turns: Vec<Option<usize>>,
    places: Vec<Option<usize>>,
    /// The transform between each joint and its parent.
    frames: Vec<Frame>,
    /// The scale of each joint's space in the file's.
    scales: Vec<f64>,
}

/// A static transform above a joint. Scales along axes count as their mean.
#[derive(Debug, Clone, Copy, Default)]
struct Frame {
    turn: DQuat,
    place: DVec3,
    scale: f64,
    /// Whether the transform changes nothing.
    is_plain: bool,
}

/// Frames that are posed at once: as many as stay in the processor's cache.
const AT_ONCE: usize = 64;

/// The joints of a frame, or of a few: file space. All frames of a joint stand together, then those of the next.
#[derive(Debug, Clone, Default)]
pub(super) struct WorldPoses {
    count: usize,
    pub(super) turns: Vec<DQuat>,
    pub(super) places: Vec<DVec3>,
}

impl WorldPoses {
    /// The rotations of a joint in the frames that were posed.
    fn turns_of(&self, joint: usize) -> &[DQuat] {
        self.turns.get(joint * self.count..(joint + 1) * self.count).unwrap_or_default()
    }

    /// The places of a joint in the frames that were posed.
    pub(super) fn places_of(&self, joint: usize) -> &[DVec3] {
        self.places.get(joint * self.count..(joint + 1) * self.count).unwrap_or_default()
    }
}

/// A joint in all frames: file space.
#[derive(Debug, Clone, Default)]
pub(super) struct Course {
    pub(super) turns: Vec<DQuat>,
    pub(super) places: Vec<DVec3>,
}

impl<'a> ScaledFigure<'a> {
    /// The figure of a motion of a clip that moves as `tracks`.
    pub(super) fn new(clip: &'a Clip, motion: &Motion, subject: &Subject<'_>, tracks: &MotionTracks) -> Self {
        let skeleton = &*clip.skeleton;
        let slots = |joints: Vec<usize>| {
            let mut slots = vec![None; skeleton.len()];
            joints.into_iter().enumerate().for_each(|(slot, joint)| slots.put(joint, Some(slot)));
            slots
        };
        let turns = slots(tracks.turns.iter().map(|track| track.joint).collect());
        let places = slots(tracks.places.iter().map(|track| track.joint).collect());
        let frames: Vec<Frame> = (0..skeleton.len()).map(|joint| frame(skeleton, joint)).collect();
        let mut scales: Vec<f64> = Vec::new();
        for (joint, frame) in frames.iter().enumerate() {
            let above = skeleton.parent(joint).map_or(1.0, |parent| scales.at(parent));
            scales.push(above * frame.scale * own_scale(skeleton, joint));
        }
        let mut figure = Self {
            skeleton,
            up: subject.up().vector().as_dvec3(),
            metres: subject.metres_per_unit(),
            legs: None,
            carrier: None,
            turns,
            places,
            frames,
            scales,
        };
        figure.find_carrier(subject.survey.carrier);
        figure.find_legs(clip, motion, tracks);
        figure
    }

    fn find_carrier(&mut self, surveyed: usize) {
        let roots = (0..self.skeleton.len()).filter(|joint| self.skeleton.parent(*joint).is_none());
        let mut joints = std::iter::once(surveyed).chain(roots);
        self.carrier = joints.find_map(|joint| {
            let place = self.places.get(joint).copied().flatten()?;
            Some(Carrier { joint, turn: self.turns.at(joint), place })
        });
    }

    fn find_legs(&mut self, clip: &Clip, motion: &Motion, tracks: &MotionTracks) {
        let bearings = Bearings::new(self.skeleton, motion, clip.source.up);
        let poses = bearings.frame_poses(self.skeleton, motion);
        let Ok(map) = BodyMap::partial(self.skeleton, &poses, bearings.up.vector()) else { return };
        if !map.sides.iter().all(|side| side.has_leg()) {
            return;
        }
        let legs = [&map.sides[0], &map.sides[1]].map(|side| Leg {
            thigh: side.thigh,
            shin: side.shin,
            foot: side.foot,
            ball: side.ball,
        });
        let mut lengths = Vec::new();
        let mut world = WorldPoses::default();
        for frame in (0..tracks.frames()).step_by((tracks.frames() / 64).max(1)) {
            self.pose(tracks, frame, &mut world);
            let place = |joint: usize| world.places.at(joint);
            lengths.extend(
                legs.map(|leg| place(leg.thigh).distance(place(leg.shin)) + place(leg.shin).distance(place(leg.foot))),
            );
        }
        let length = quantile(&mut lengths, 0.5);
        if length > 0.0 {
            (self.metres, self.legs) = (LEG / length, Some(legs));
        }
    }

    /// Poses all joints in a frame.
    pub(super) fn pose(&self, tracks: &MotionTracks, frame: usize, world: &mut WorldPoses) {
        self.pose_those(tracks, frame..frame + 1, None, world);
    }

    /// Poses all joints in consecutive frames.
    pub(super) fn pose_frames(&self, tracks: &MotionTracks, frames: Range<usize>, world: &mut WorldPoses) {
        self.pose_those(tracks, frames, None, world);
    }

    /// Poses the joints that are needed, if these are named: with each joint those above it.
    fn pose_those(&self, tracks: &MotionTracks, frames: Range<usize>, needed: Option<&[bool]>, world: &mut WorldPoses) {
        let count = frames.len();
        world.count = count;
        world.turns.clear();
        world.places.clear();
        let rest = self.skeleton.rest_rotations().iter().zip(self.skeleton.rest_translations());
        for (joint, (rest_turn, rest_place)) in rest.enumerate() {
            if needed.is_some_and(|needed| !needed.at(joint)) {
                world.turns.resize((joint + 1) * count, DQuat::IDENTITY);
                world.places.resize((joint + 1) * count, DVec3::ZERO);
                continue;
            }
            let (rest_turn, rest_place) = (rest_turn.as_dquat(), rest_place.as_dvec3());
            let turns = self.turns.at(joint).and_then(|slot| tracks.turns.get(slot));
            let turns = turns.map(|track| track.values.get(frames.clone()).unwrap_or_default());
            let places = self.places.at(joint).and_then(|slot| Some((tracks.places.get(slot)?, tracks.bases.at(slot))));
            let places = places.map(|(track, base)| (track.values.get(frames.clone()).unwrap_or_default(), base));
            for index in 0..count {
                let turn = turns.map_or(rest_turn, |values| values.at(index));
                let place = places.map_or(rest_place, |(values, base)| values.at(index) + base);
                let (above_turn, above_place, above_scale) = self.above_at(world, joint, index);
                world.turns.push((above_turn * turn).normalize());
                world.places.push(above_place + above_turn * (place * above_scale));
            }
        }
    }

    /// The space that a joint's own values are in, in a world of one frame: of its parent, and what stands between.
    pub(super) fn above(&self, world: &WorldPoses, joint: usize) -> (DQuat, DVec3, f64) {
        self.above_at(world, joint, 0)
    }

    /// The space that a joint's own values are in, in one of the world's frames.
    fn above_at(&self, world: &WorldPoses, joint: usize, index: usize) -> (DQuat, DVec3, f64) {
        let (turn, place, scale) = match self.skeleton.parent(joint) {
            Some(parent) => {
                let at = parent * world.count + index;
                (world.turns.at(at), world.places.at(at), self.scales.at(parent))
            }
            None => (DQuat::IDENTITY, DVec3::ZERO, 1.0),
        };
        let own = self.frames.at(joint);
        if own.is_plain {
            return (turn, place, scale);
        }
        (turn * own.turn, place + turn * (own.place * scale), scale * own.scale)
    }

    /// Index of a joint's rotations.
    pub(super) fn turn_slot(&self, joint: usize) -> Option<usize> {
        self.turns.get(joint).copied().flatten()
    }

    /// Which joints are among these, or above one of them.
    fn needed(&self, joints: &[usize]) -> Vec<bool> {
        let mut needed = vec![false; self.skeleton.len()];
        for joint in joints {
            needed.put(*joint, true);
            self.skeleton.up_from(*joint).for_each(|above| needed.put(above, true));
        }
        needed
    }

    /// These joints in all frames.
    pub(super) fn courses(&self, tracks: &MotionTracks, joints: &[usize]) -> Vec<Course> {
        let mut courses = vec![Course::default(); joints.len()];
        let mut world = WorldPoses::default();
        let needed = self.needed(joints);
        for frames in stretches(tracks.frames()) {
            self.pose_those(tracks, frames, Some(&needed), &mut world);
            for (course, joint) in courses.iter_mut().zip(joints) {
                course.turns.extend_from_slice(world.turns_of(*joint));
                course.places.extend_from_slice(world.places_of(*joint));
            }
        }
        courses
    }

    /// The height of a point: file units.
    pub(super) fn height(&self, point: DVec3) -> f64 {
        point.dot(self.up)
    }

    /// A vector without its part along up.
    pub(super) fn flat(&self, vector: DVec3) -> DVec3 {
        vector - self.up * vector.dot(self.up)
    }

    /// The turn about up that is nearest to a rotation.
    pub(super) fn heading(&self, turn: DQuat) -> DQuat {
        let along = DVec3::new(turn.x, turn.y, turn.z).dot(self.up);
        let axis = self.up * along;
        let found = DQuat::from_xyzw(axis.x, axis.y, axis.z, turn.w);
        if found.length_squared() > 1e-12 { found.normalize() } else { DQuat::IDENTITY }
    }

    /// The angle about up from one heading to another, radians.
    pub(super) fn yaw(&self, from: DQuat, to: DQuat) -> f64 {
        log(to * from.conjugate()).dot(self.up)
    }

    /// Moves the whole figure: the world position `p` of its carrier becomes `turn * p + shift` in each frame.
    pub(super) fn carry(&self, tracks: &mut MotionTracks, by: impl Fn(usize) -> (DQuat, DVec3)) {
        let Some(carrier) = self.carrier else { return };
        let mut world = WorldPoses::default();
        let needed = self.needed(&[carrier.joint]);
        for frame in 0..tracks.frames() {
            let (turn, shift) = by(frame);
            self.pose_those(tracks, frame..frame + 1, Some(&needed), &mut world);
            let place = turn * world.places.at(carrier.joint) + shift;
            self.put_carrier(tracks, frame, &world, turn * world.turns.at(carrier.joint), place);
        }
        self.unroll_carrier(tracks);
    }

    /// Gives neighbouring rotations of the carrier the same sign.
    fn unroll_carrier(&self, tracks: &mut MotionTracks) {
        let turn = self.carrier.and_then(|carrier| carrier.turn);
        if let Some(track) = turn.and_then(|slot| tracks.turns.get_mut(slot)) {
            one_hemisphere(&mut track.values);
        }
    }

    /// Puts the carrier in a frame at a world position, with a world rotation if it has rotations. `world` is the figure's pose in that frame.
    fn put_carrier(&self, tracks: &mut MotionTracks, frame: usize, world: &WorldPoses, turn: DQuat, place: DVec3) {
        let Some(carrier) = self.carrier else { return };
        let (above_turn, above_place, above_scale) = self.above(world, carrier.joint);
        let local = above_turn.conjugate() * (place - above_place) / above_scale - tracks.bases.at(carrier.place);
        if let Some(track) = tracks.places.get_mut(carrier.place) {
            track.values.put(frame, local);
        }
        if let Some(track) = carrier.turn.and_then(|slot| tracks.turns.get_mut(slot)) {
            let local = above_turn.conjugate() * turn;
            // The nearer sign.
            let nearer = if track.values.at(frame).dot(local) < 0.0 { -local } else { local };
            track.values.put(frame, nearer);
        }
    }

    /// Puts the carrier in each frame, at a world rotation and a world position.
    pub(super) fn place_carrier(&self, tracks: &mut MotionTracks, at: impl Fn(usize) -> (DQuat, DVec3)) {
        let Some(carrier) = self.carrier else { return };
        let mut world = WorldPoses::default();
        let needed = self.needed(&[carrier.joint]);
        for frame in 0..tracks.frames() {
            self.pose_those(tracks, frame..frame + 1, Some(&needed), &mut world);
            let (turn, place) = at(frame);
            self.put_carrier(tracks, frame, &world, turn, place);
        }
        self.unroll_carrier(tracks);
    }

    /// The carrier in all frames.
    pub(super) fn carrier_course(&self, tracks: &MotionTracks) -> Option<Course> {
        self.courses(tracks, &[self.carrier?.joint]).pop()
    }
}

/// All frames, as many as are posed at once.
pub(super) fn stretches(frames: usize) -> impl Iterator<Item = Range<usize>> {
    (0..frames).step_by(AT_ONCE).map(move |start| start..(start + AT_ONCE).min(frames))
}

fn mean_scale(scale: DVec3) -> f64 {
    (scale.x.abs() + scale.y.abs() + scale.z.abs()) / 3.0
}

/// The scale of a joint's space in that of its frame.
fn own_scale(skeleton: &Skeleton, joint: usize) -> f64 {
    let scale = skeleton.scaling().and_then(|scaling| scaling.rest_scales.get(joint));
    let own = scale.map_or(1.0, |scale| mean_scale(scale.as_dvec3()));
    if own > 0.0 { own } else { 1.0 }
}

fn frame(skeleton: &Skeleton, joint: usize) -> Frame {
    let whole = Frame { turn: DQuat::IDENTITY, place: DVec3::ZERO, scale: 1.0, is_plain: true };
    let above = skeleton.scaling().and_then(|scaling| scaling.frames.get(joint));
    match above.map(|frame| frame.as_daffine3().to_scale_rotation_translation()) {
        Some((scale, turn, place)) if mean_scale(scale) > 0.0 && turn.is_finite() => {
            Frame { turn, place, scale: mean_scale(scale), is_plain: false }
        }
        _ => whole,
    }
}
