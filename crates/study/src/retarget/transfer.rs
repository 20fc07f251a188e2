//! Plays a motion on another figure.

use std::fmt;
use std::sync::Arc;

use glam::{Affine3A, Vec3};

use super::align::{Alignments, StandingFigure, ball};
use super::goals::{GoalMaker, Goals, Heights};
use super::humanoid::HumanoidPair;
use super::notes::{Facts, Note, notes};
use super::options::{Feet, Options};
use super::rig::{Bones, FoundFigure, ReferenceStance, RetargetRig, RigBody};
use super::solver::Solver;
use super::tracks::FeetTracks;
use super::turns::{Joint, Planner, TurnRule, stance_of, still_joints};
use marey::Limits;
use marey::body::{BodyMap, NoMap, SideMap};
use marey::checked::Checked;
use marey::model::{Behaviour, BuildError, Channels, Clip, JointKind, Motion, MotionBuilder, PositionMode, Time};

/// How the motions of one figure become those of another: what both skeletons are, and how each joint turns. It is made from a
/// motion, and holds for all other motions of the same figure, or for the frames that follow: see [`Retarget::further`].
#[derive(Debug, Clone)]
pub struct Plan {
    /// The maps of both figures. The bodies have only the parts that both have.
    maps: [BodyMap; 2],
    source: RigBody,
    target: RigBody,
    joints: Vec<Joint>,
    rotated: Vec<u16>,
    /// The balls of both figures' feet; the ankle of a foot without one.
    pub(super) balls: [[usize; 2]; 2],
    /// From body space to the local translation of the joint that carries the target.
    to_carrier: Affine3A,
    feet: Feet,
    references: [Option<usize>; 2],
    upright: [bool; 2],
    /// The direction of the legs in the reference pose, in the space of the target's hips.
    down: Vec3,
    /// Height of the source's ground.
    ground: f32,
    heights: Heights,
    /// Both are humanoids of VRM: they turn by its own rule.
    humanoids: Option<HumanoidPair>,
}

/// A motion on another figure. Frames are made one by one, and without allocation.
pub struct Retarget<'a> {
    pub(super) source: RetargetRig<'a>,
    pub(super) target: RetargetRig<'a>,
    source_clip: &'a Clip,
    target_clip: &'a Clip,
    behaviour: usize,
    pub(super) tracks: FeetTracks,
    pub(super) plan: Plan,
    goals: Goals,
    solver: Solver,
}

impl<'a> Retarget<'a> {
    /// Prepares to play a behaviour of `source` on the skeleton of `target`. The target's own motion only helps to understand its
    /// skeleton: a rest pose with all bones along one axis is no body, and a frame of the motion takes its place.
    ///
    /// # Errors
    /// [`NoMap`] if one of both is no person, or cannot be posed like one, or if a map of the options is of another skeleton.
    pub fn new(source: &'a Clip, behaviour: usize, target: &'a Clip, options: &Options) -> Result<Self, RetargetError> {
        let of_source = RetargetError::Source;
        let of_target = RetargetError::Target;
        let (source_clip, target_clip) = (source, target);
        let mut source = FoundFigure::new(source, behaviour, options.source_map.clone()).map_err(of_source)?;
        let mut target = FoundFigure::new(target, 0, options.target_map.clone()).map_err(of_target)?;
        let maps = [source.map.clone(), target.map.clone()];
        let [own, other] = &maps;
        if !(source.map.keep_common(other) && target.map.keep_common(own)) {
            return Err(RetargetError::Target(NoMap::NothingInCommon));
        }
        let source = RetargetRig::new(source, Bones::OfMotion).map_err(of_source)?;
        let target = RetargetRig::new(target, Bones::OfRest).map_err(of_target)?;
        let from = source.reference().ok_or(RetargetError::Source(NoMap::RestIsNoBody))?;
        let onto = target.reference().ok_or(RetargetError::Target(NoMap::RestIsNoBody))?;
        let (from_stance, onto_stance) = (source.stance_of(from), target.stance_of(onto));
        let animated = animated(&target);
        let rest = ReferenceStance::of(&target.rest());
        let mut joints = still_joints(target.skeleton, &rest, &onto_stance, &animated);
        let own_offsets = stance_of(&joints);
        let mut source_figure =
            StandingFigure { rig: &source, stance: &from_stance, at_rest: from.frame.is_none(), standing: [None; 2] };
        let mut target_figure =
            StandingFigure { rig: &target, stance: &own_offsets, at_rest: onto.frame.is_none(), standing: [None; 2] };
        let balls = [&source_figure, &target_figure].map(|figure| {
            [0, 1].map(|side| {
                let foot = figure.rig.map.sides.get(side).map_or(0, |side| side.foot);
                ball(figure, side).unwrap_or(foot)
            })
        });
        let [of_source, of_target] = balls;
        let tracks = FeetTracks::of(&source, of_source, None, usize::MAX);
        source_figure.standing = standing(&source_figure, &tracks, of_source);
        let own = FeetTracks::of(&target, of_target, None, ENOUGH);
        target_figure.standing = standing(&target_figure, &own, of_target);
        let alignments = Alignments::new(&source_figure, &target_figure);
        Planner { source: &source_figure, target: &target_figure, joints: &mut joints }.plan(&alignments);
        let rotated = (0..joints.len()).filter(|joint| animated.get(*joint) == Some(&true));
        let rotated = rotated.filter_map(|joint| u16::try_from(joint).ok()).collect();
        let plan = Plan {
            maps,
            source: source.body().clone(),
            target: target.body().clone(),
            joints,
            rotated,
            balls,
            to_carrier: to_carrier(&target),
            feet: options.feet,
            references: [from.frame, onto.frame],
            upright: [from.is_body, onto.is_body],
            down: own_offsets.turn(target.map.hips).inverse() * down(&own_offsets, &target.map),
            ground: tracks.ground,
            heights: Heights::default(),
            humanoids: HumanoidPair::of(source_clip, target_clip, options.feet),
        };
        let mut made = Self::planned(source, target, [source_clip, target_clip], behaviour, tracks, plan, None);
        made.plan.heights = made.goals.heights;
        Ok(made)
    }

    /// Prepares to play another part of a motion, such as the frames that have arrived since, or another motion of the same figure, on the
    /// same target. The figures are understood as in the plan, so that only their feet's ways are followed.
    ///
    /// # Errors
    /// [`NoMap::NoMotion`] if the source has no such behaviour, and [`NoMap::OtherSkeleton`] if one of the figures is not the plan's.
    pub fn further(plan: &Plan, source: &'a Clip, behaviour: usize, target: &'a Clip) -> Result<Self, RetargetError> {
        let clips = [source, target];
        let source = RetargetRig::with(source, behaviour, &plan.source).map_err(RetargetError::Source)?;
        let target = RetargetRig::with(target, 0, &plan.target).map_err(RetargetError::Target)?;
        let [of_source, _] = plan.balls;
        let tracks = FeetTracks::of(&source, of_source, Some(plan.ground), usize::MAX);
        Ok(Self::planned(source, target, clips, behaviour, tracks, plan.clone(), Some(plan.heights)))
    }

    fn planned(
        source: RetargetRig<'a>,
        target: RetargetRig<'a>,
        [source_clip, target_clip]: [&'a Clip; 2],
        behaviour: usize,
        tracks: FeetTracks,
        plan: Plan,
        known: Option<Heights>,
    ) -> Self {
        let mut solver = Solver::new(&source, &plan.joints);
        let (joints, balls, down) = (&plan.joints, plan.balls, plan.down);
        let mut make = GoalMaker { source: &source, target: &target, joints, tracks: &tracks, balls, down };
        let goals = make.goals(&mut solver, plan.feet, known);
        Self { source, target, source_clip, target_clip, behaviour, tracks, plan, goals, solver }
    }

    /// How both figures were understood.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Which joints of both figures are which parts of the body: the source's map, then the target's.
    pub fn maps(&self) -> [&BodyMap; 2] {
        self.plan.maps.each_ref()
    }

    /// Number of the fifteen [main joints](BodyMap::main_joints) that both figures have.
    pub fn main_joint_count(&self) -> usize {
        let limbs = |side: &SideMap| 3 * (usize::from(side.has_arm()) + usize::from(side.has_leg()));
        let map = &self.target.map;
        2 + usize::from(map.has_head() && self.source.map.has_head()) + map.sides.iter().map(limbs).sum::<usize>()
    }

    /// Remarks about this pair of figures.
    pub fn notes(&self) -> Vec<Note> {
        let has_legs = self.target.map.sides.iter().any(SideMap::has_leg);
        let stands = self.tracks.feet.iter().any(|foot| foot.stands.contains(&true));
        let [source, target] = self.plan.references;
        let [of_source, of_target] = self.plan.upright;
        notes(&Facts {
            maps: self.maps(),
            floats: has_legs && !stands,
            references: [(source, of_source), (target, of_target)],
            stretch: self.source.stretch,
            alone: self.alone().len(),
        })
    }

    /// The target's joints without a partner, by their indices. They keep their rotation of the reference pose.
    pub fn alone(&self) -> Vec<u16> {
        let is_still = |joint: &u16| {
            self.plan.joints.get(usize::from(*joint)).is_some_and(|joint| matches!(joint.turn, TurnRule::Still))
        };
        self.plan.rotated.iter().copied().filter(is_still).collect()
    }

    /// The frames of both motions that served as reference poses; `None` for a rest pose.
    pub fn references(&self) -> [Option<usize>; 2] {
        self.plan.references
    }

    /// Whether the reference poses show upright bodies. If not, they are the best frames that were found.
    pub fn upright(&self) -> [bool; 2] {
        self.plan.upright
    }

    /// Length of the target's legs as a share of the source's, both in the units of their files; of the arms if both have no legs in common.
    pub fn scale(&self) -> f32 {
        self.source.scale / self.target.scale
    }

    /// Number of frames: that of the source.
    pub fn frame_count(&self) -> usize {
        self.source.motion.frame_count()
    }

    /// Poses the target as in a frame of the source.
    fn solve(&mut self, frame: usize) {
        let Self { source, target, plan, goals, solver, .. } = self;
        solver.align(source, &target.map, &plan.joints, frame, None);
        solver.shift(Vec3::Y * goals.heights.lift);
        if plan.feet != Feet::Free {
            goals.plant(solver, frame);
        }
    }

    /// Writes a frame of the target: a local rotation for each of its joints that move ([`rotated`](Self::rotated)), and returns the local
    /// translation of the joint that carries it, in the units of its file.
    pub fn frame(&mut self, frame: usize, rotations: &mut [glam::Quat]) -> Vec3 {
        self.solve(frame);
        for (&joint, slot) in self.plan.rotated.iter().zip(rotations) {
            let index = usize::from(joint);
            let Some(joint) = self.plan.joints.get(index) else { continue };
            *slot = match joint.turn {
                TurnRule::Still => joint.local,
                _ => {
                    let above = joint.parent.map_or(glam::Quat::IDENTITY, |parent| self.solver.turn(parent));
                    ((above * joint.before).inverse() * self.solver.turn(index)).normalize()
                }
            };
        }
        self.plan.to_carrier.transform_point3(self.solver.place(self.target.carrier))
    }

    /// The target's joints that move, in the order in which [`frame`](Self::frame) writes them.
    pub fn rotated(&self) -> &[u16] {
        &self.plan.rotated
    }

    /// The joint that carries the target.
    pub fn carrier(&self) -> usize {
        self.target.carrier
    }

    /// The whole motion as a clip of the target's skeleton, with its skin and its rotation orders. It has the source's name, frame count and
    /// times.
    ///
    /// # Errors
    /// [`BuildError::TooManyFrames`] if the target has so many joints that the motion would be larger than the limits allow.
    pub fn clip(&mut self) -> Result<Clip, BuildError> {
        let motion = self.motion()?;
        let (from, onto) = (self.source_clip, self.target_clip);
        let name = from.behaviours.get(self.behaviour).map_or_else(String::new, |behaviour| behaviour.name.clone());
        let mut source = onto.source.clone();
        source.position_mode = None;
        source.rate_stated = from.source.rate_stated;
        source.channels = source.rotation_channels(onto.skeleton.len());
        let behaviours = vec![Behaviour { name, motion }];
        let mut clip = Clip::new(from.name.clone(), Arc::clone(&onto.skeleton), behaviours, source);
        clip.masses.clone_from(&onto.masses);
        clip.skin.clone_from(&onto.skin);
        clip.about.clone_from(&onto.about);
        clip.about.marks.clear();
        clip.about.marks_dropped = 0;
        Ok(clip)
    }

    /// All frames as a motion of the target's skeleton, with the source's times.
    ///
    /// # Errors
    /// As [`clip`](Self::clip).
    pub fn motion(&mut self) -> Result<Motion, BuildError> {
        if let Some(humanoids) = &self.plan.humanoids {
            return humanoids.motion(self.source.skeleton, self.source.motion, self.target.skeleton);
        }
        let carrier = u16::try_from(self.target.carrier).map_err(|_| BuildError::UnknownJoint)?;
        let channels =
            Channels { rotated: self.plan.rotated.clone(), translated: vec![carrier], ..Channels::default() };
        let limits = Limits::default();
        let mut frames = MotionBuilder::new(self.target.skeleton, channels, PositionMode::Replace, &limits)?;
        frames.reserve(self.frame_count());
        for frame in 0..self.frame_count() {
            frames.push_row(|row| {
                let at = self.frame(frame, row.rotations);
                row.translations.iter_mut().for_each(|slot| *slot = at);
            })?;
        }
        let mut motion = frames.finish()?;
        match self.source.motion.time() {
            Time::Uniform { frame_time } => motion.set_frame_time(*frame_time),
            time @ Time::Keys(_) => motion.set_time(time.clone())?,
        }
        Ok(motion)
    }
}

/// Why a motion is not put on another figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum RetargetError {
    /// The figure of the motion cannot be understood.
    Source(NoMap),
    /// The figure that it is put on cannot be understood.
    Target(NoMap),
}

impl fmt::Display for RetargetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::Source(reason) | Self::Target(reason)) = self;
        reason.fmt(f)
    }
}

impl std::error::Error for RetargetError {}

/// From the middle of the hips to that of the ankles.
fn down(stance: &ReferenceStance, map: &BodyMap) -> Vec3 {
    let ankles = map.sides.iter().map(|side| stance.place(side.foot)).sum::<Vec3>() / 2.0;
    (ankles - stance.mid_hips(map)).normalize_or(Vec3::NEG_Y)
}

/// Which joints may leave the rest pose: those below the carrier, with itself.
fn animated(rig: &RetargetRig<'_>) -> Vec<bool> {
    let kinds = rig.skeleton.kinds();
    let mut above = vec![false; kinds.len()];
    let mut joint = rig.skeleton.parent(rig.carrier);
    while let Some(one) = joint {
        above.put(one, true);
        joint = rig.skeleton.parent(one);
    }
    kinds.iter().zip(above).map(|(kind, above)| *kind == JointKind::Joint && !above).collect()
}

/// Sine of each foot's pitch while it stands: in the motion's contacts, else in the rest pose unless the foot hangs down.
fn standing(figure: &StandingFigure<'_, '_>, tracks: &FeetTracks, balls: [usize; 2]) -> [Option<f32>; 2] {
    let mut side = 0;
    balls.map(|ball| {
        let moving = tracks.standing_slope(side, figure.rig.frame_time());
        let foot = figure.rig.map.sides.get(side).map_or(0, |side| side.foot);
        side += 1;
        let rest = figure.stance.bone(foot, ball).normalize_or_zero().y;
        if foot == ball {
            return None;
        }
        moving.or_else(|| Some(rest).filter(|rest| figure.at_rest && (HANGING..RAISED).contains(rest)))
    })
}

/// The number of frames of the target's own motion that are read to find how its feet stand.
const ENOUGH: usize = 3000;
/// A foot that hangs down, or is raised, at rest says nothing about how it stands: sines.
const HANGING: f32 = -0.95;
const RAISED: f32 = 0.1;

/// From body space to the space in which the carrier's local translation is.
fn to_carrier(target: &RetargetRig<'_>) -> Affine3A {
    let rest = target.rest();
    let above = target.skeleton.parent(target.carrier).map_or(target.to_body, |above| rest.world.at(above));
    let frame = target.skeleton.scaling().and_then(|scaling| scaling.frames.get(target.carrier).copied());
    (above * frame.unwrap_or(Affine3A::IDENTITY)).inverse()
}
