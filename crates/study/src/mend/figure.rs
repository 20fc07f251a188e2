//! The figure that a motion moves: where its joints are, and which of them are legs.

use glam::{DQuat, DVec3};

use super::runs::quantile;
use super::sample::{log, one_hemisphere};
use super::tracks::Tracks;
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
pub(super) struct Figure<'a> {
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
    /// The transform between each joint and its parent, and the joint's scale.
    frames: Vec<Frame>,
}

/// A static transform above a joint, and the scale of the joint's own space. Scales along axes count as their mean.
#[derive(Debug, Clone, Copy, Default)]
struct Frame {
    turn: DQuat,
    place: DVec3,
    scale: f64,
    own_scale: f64,
    /// Whether the transform changes nothing.
    is_plain: bool,
}

/// The joints of a frame: file space.
#[derive(Debug, Clone, Default)]
pub(super) struct World {
    pub(super) turns: Vec<DQuat>,
    pub(super) places: Vec<DVec3>,
    scales: Vec<f64>,
}

/// A joint in all frames: file space.
#[derive(Debug, Clone, Default)]
pub(super) struct Course {
    pub(super) turns: Vec<DQuat>,
    pub(super) places: Vec<DVec3>,
}

impl<'a> Figure<'a> {
    /// The figure of a motion of a clip that moves as `tracks`.
    pub(super) fn new(clip: &'a Clip, motion: &Motion, subject: &Subject<'_>, tracks: &Tracks) -> Self {
        let skeleton = &*clip.skeleton;
        let slots = |joints: Vec<usize>| {
            let mut slots = vec![None; skeleton.len()];
            joints.into_iter().enumerate().for_each(|(slot, joint)| slots.put(joint, Some(slot)));
            slots
        };
        let turns = slots(tracks.turns.iter().map(|track| track.joint).collect());
        let places = slots(tracks.places.iter().map(|track| track.joint).collect());
        let frames = (0..skeleton.len()).map(|joint| frame(skeleton, joint)).collect();
        let mut figure = Self {
            skeleton,
            up: subject.up().vector().as_dvec3(),
            metres: subject.metres_per_unit(),
            legs: None,
            carrier: None,
            turns,
            places,
            frames,
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

    fn find_legs(&mut self, clip: &Clip, motion: &Motion, tracks: &Tracks) {
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
        let mut world = World::default();
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

    /// Poses all joints.
    pub(super) fn pose(&self, tracks: &Tracks, frame: usize, world: &mut World) {
        self.pose_those(tracks, frame, None, world);
    }

    /// Poses the joints that are needed, if these are named: with each joint those above it.
    fn pose_those(&self, tracks: &Tracks, frame: usize, needed: Option<&[bool]>, world: &mut World) {
        world.turns.clear();
        world.places.clear();
        world.scales.clear();
        let rest = self.skeleton.rest_rotations().iter().zip(self.skeleton.rest_translations());
        for (joint, (rest_turn, rest_place)) in rest.enumerate() {
            if needed.is_some_and(|needed| !needed.at(joint)) {
                world.turns.push(DQuat::IDENTITY);
                world.places.push(DVec3::ZERO);
                world.scales.push(1.0);
                continue;
            }
            let turn = match self.turns.at(joint).and_then(|slot| tracks.turns.get(slot)) {
                Some(track) => track.values.at(frame),
                None => rest_turn.as_dquat(),
            };
            let place = self.local_place(tracks, joint, frame).unwrap_or(rest_place.as_dvec3());
            let (above_turn, above_place, above_scale) = self.above(world, joint);
            let own = self.frames.at(joint);
            world.turns.push((above_turn * turn).normalize());
            world.places.push(above_place + above_turn * (place * above_scale));
            world.scales.push(above_scale * own.own_scale);
        }
    }

    fn local_place(&self, tracks: &Tracks, joint: usize, frame: usize) -> Option<DVec3> {
        let slot = self.places.at(joint)?;
        Some(tracks.places.get(slot)?.values.at(frame) + tracks.bases.at(slot))
    }

    /// The space that a joint's own values are in: of its parent, and what stands between.
    pub(super) fn above(&self, world: &World, joint: usize) -> (DQuat, DVec3, f64) {
        let (turn, place, scale) = match self.skeleton.parent(joint) {
            Some(parent) => (world.turns.at(parent), world.places.at(parent), world.scales.at(parent)),
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
    pub(super) fn courses(&self, tracks: &Tracks, joints: &[usize]) -> Vec<Course> {
        let mut courses = vec![Course::default(); joints.len()];
        let mut world = World::default();
        let needed = self.needed(joints);
        for frame in 0..tracks.frames() {
            self.pose_those(tracks, frame, Some(&needed), &mut world);
            for (course, joint) in courses.iter_mut().zip(joints) {
                course.turns.push(world.turns.at(*joint));
                course.places.push(world.places.at(*joint));
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
    pub(super) fn carry(&self, tracks: &mut Tracks, by: impl Fn(usize) -> (DQuat, DVec3)) {
        let Some(carrier) = self.carrier else { return };
        let mut world = World::default();
        let needed = self.needed(&[carrier.joint]);
        for frame in 0..tracks.frames() {
            let (turn, shift) = by(frame);
            self.pose_those(tracks, frame, Some(&needed), &mut world);
            let place = turn * world.places.at(carrier.joint) + shift;
            self.put_carrier(tracks, frame, &world, turn * world.turns.at(carrier.joint), place);
        }
        self.unroll_carrier(tracks);
    }

    /// Gives neighbouring rotations of the carrier the same sign.
    fn unroll_carrier(&self, tracks: &mut Tracks) {
        let turn = self.carrier.and_then(|carrier| carrier.turn);
        if let Some(track) = turn.and_then(|slot| tracks.turns.get_mut(slot)) {
            one_hemisphere(&mut track.values);
        }
    }

    /// Puts the carrier in a frame at a world position, with a world rotation if it has rotations. `world` is the figure's pose in that frame.
    fn put_carrier(&self, tracks: &mut Tracks, frame: usize, world: &World, turn: DQuat, place: DVec3) {
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
    pub(super) fn place_carrier(&self, tracks: &mut Tracks, at: impl Fn(usize) -> (DQuat, DVec3)) {
        let Some(carrier) = self.carrier else { return };
        let mut world = World::default();
        let needed = self.needed(&[carrier.joint]);
        for frame in 0..tracks.frames() {
            self.pose_those(tracks, frame, Some(&needed), &mut world);
            let (turn, place) = at(frame);
            self.put_carrier(tracks, frame, &world, turn, place);
        }
        self.unroll_carrier(tracks);
    }

    /// The carrier in all frames.
    pub(super) fn carrier_course(&self, tracks: &Tracks) -> Option<Course> {
        self.courses(tracks, &[self.carrier?.joint]).pop()
    }
}

fn frame(skeleton: &Skeleton, joint: usize) -> Frame {
    let whole = Frame { turn: DQuat::IDENTITY, place: DVec3::ZERO, scale: 1.0, own_scale: 1.0, is_plain: true };
    let Some(scaling) = skeleton.scaling() else { return whole };
    let mean = |scale: DVec3| (scale.x.abs() + scale.y.abs() + scale.z.abs()) / 3.0;
    let above = scaling.frames.get(joint).map(|frame| frame.as_daffine3().to_scale_rotation_translation());
    let own = scaling.rest_scales.get(joint).map_or(1.0, |scale| mean(scale.as_dvec3()));
    let own_scale = if own > 0.0 { own } else { 1.0 };
    match above {
        Some((scale, turn, place)) if mean(scale) > 0.0 && turn.is_finite() => {
            Frame { turn, place, scale: mean(scale), own_scale, is_plain: false }
        }
        _ => Frame { own_scale, ..whole },
    }
}
