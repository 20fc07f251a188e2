//! A figure in body space: Y up, and so large that its legs are as long as those of a person of 1.80 m. Two figures in body space
//! have equal legs, so that a motion of one needs no scale to become one of the other.

use std::ops::Deref;

use glam::{Affine3A, Quat, Vec3};

use super::math::rotation;
use marey::body::{Bearings, BodyMap, NoMap, ReferencePose, SideMap, ranked, turn_up};
use marey::checked::Checked;
use marey::model::{Clip, Motion, Skeleton};
use marey::pose::{Pose, sample_frame, sample_slots, world_matrices};

/// Length of a leg from hip to ankle in body space: metres.
pub(super) const LEG: f32 = 0.885;

/// Length of an arm from shoulder to wrist as a share of the leg's.
const ARM: f32 = 0.63;

/// A bone shorter than this has no direction: 0.1 mm.
pub(super) const SHORTEST: f32 = 1e-4;

/// Whose bones count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bones {
    /// Those of the motion, which may move joints apart.
    OfMotion,
    /// Those of the rest pose: a target keeps them.
    OfRest,
}

/// A figure in body space.
pub(super) struct RetargetRig<'a> {
    pub(super) skeleton: &'a Skeleton,
    pub(super) motion: &'a Motion,
    body: RigBody,
}

impl Deref for RetargetRig<'_> {
    type Target = RigBody;

    fn deref(&self) -> &RigBody {
        &self.body
    }
}

/// How a figure's skeleton is understood.
#[derive(Debug, Clone)]
pub(super) struct RigBody {
    pub(super) map: BodyMap,
    /// From file space to body space.
    pub(super) to_body: Affine3A,
    /// Body metres per unit of the file.
    pub(super) scale: f32,
    /// The joint that carries the figure: it has position channels, or it is the root.
    pub(super) carrier: usize,
    /// The ankle and all below it, for each side.
    pub(super) foot_points: [Vec<usize>; 2],
    /// The joint that the hand points to, for each side: a finger, or what is farthest from the wrist.
    pub(super) knuckles: [Option<usize>; 2],
    /// The first child of each joint of a finger.
    pub(super) first_children: Vec<Option<usize>>,
    /// How much the lengths of the bones of arms and legs change in the motion: a share.
    pub(super) stretch: f32,
}

/// A figure whose parts are known, and whose size is not yet.
pub(super) struct FoundFigure<'a> {
    skeleton: &'a Skeleton,
    motion: &'a Motion,
    bearings: Bearings,
    poses: Vec<Vec<Vec3>>,
    pub(super) map: BodyMap,
}

impl<'a> FoundFigure<'a> {
    /// Finds the parts of the figure of a behaviour. Without a map, the names are searched for one.
    pub(super) fn new(clip: &'a Clip, behaviour: usize, map: Option<BodyMap>) -> Result<Self, NoMap> {
        let motion = &clip.behaviours.get(behaviour).ok_or(NoMap::NoMotion)?.motion;
        if motion.frame_count() == 0 {
            return Err(NoMap::NoMotion);
        }
        let skeleton = &*clip.skeleton;
        let bearings = Bearings::new(skeleton, motion, clip.source.up);
        let poses = bearings.frame_poses(skeleton, motion);
        let map = match map {
            Some(map) if map.fits(skeleton) => map,
            Some(_) => return Err(NoMap::OtherSkeleton),
            None => BodyMap::partial(skeleton, &poses, bearings.up.vector())?,
        };
        Ok(Self { skeleton, motion, bearings, poses, map })
    }
}

/// Some joints of a figure, with all their ancestors, in the skeleton's order; and the slots of its motion that rotate them.
#[derive(Debug, Clone, Default)]
pub(super) struct Few {
    pub(super) joints: Vec<usize>,
    slots: Vec<usize>,
}

/// Bones of one limb as pairs of joints.
fn bones(side: &SideMap) -> [[usize; 2]; 4] {
    [[side.thigh, side.shin], [side.shin, side.foot], [side.arm, side.fore], [side.fore, side.hand]]
}

/// How much the lengths of limbs' bones change over some poses: the greatest difference as a share of the length.
fn stretch(poses: &[Vec<Vec3>], map: &BodyMap) -> f32 {
    let mut most = 0.0_f32;
    for [from, to] in map.sides.iter().flat_map(bones) {
        let length = |pose: &Vec<Vec3>| Some(pose.get(from)?.distance(*pose.get(to)?));
        let lengths = || poses.iter().filter_map(length);
        let (least, greatest) = (lengths().fold(f32::INFINITY, f32::min), lengths().fold(0.0, f32::max));
        if least > 0.0 && greatest > least {
            most = most.max((greatest - least) / greatest);
        }
    }
    most
}

/// Distance of two joints: the median over the poses.
fn distance(poses: &[Vec<Vec3>], a: usize, b: usize) -> f32 {
    let all: Vec<f32> = poses.iter().filter_map(|pose| Some(pose.get(a)?.distance(*pose.get(b)?))).collect();
    ranked(&all, all.len() / 2)
}

/// The length of a leg, or of an arm where both figures have no legs in common: the mean of both sides, or that of the only one.
fn limb_length(poses: &[Vec<Vec3>], map: &BodyMap) -> f32 {
    let along = |[a, b, c]: [usize; 3]| distance(poses, a, b) + distance(poses, b, c);
    let mean = |lengths: Vec<f32>| lengths.iter().sum::<f32>() / lengths.len() as f32;
    let sides = || map.sides.iter();
    if sides().any(SideMap::has_leg) {
        let legs = sides().filter(|side| side.has_leg());
        mean(legs.map(|side| along([side.thigh, side.shin, side.foot])).collect())
    } else {
        let arms = sides().filter(|side| side.has_arm());
        mean(arms.map(|side| along([side.arm, side.fore, side.hand])).collect()) / ARM
    }
}

impl<'a> RetargetRig<'a> {
    /// A figure whose map has the parts that both figures have.
    pub(super) fn new(found: FoundFigure<'a>, bones: Bones) -> Result<Self, NoMap> {
        let FoundFigure { skeleton, motion, bearings, poses, map } = found;
        let all = match bones {
            Bones::OfMotion => &poses,
            Bones::OfRest => &vec![skeleton.rest_positions()],
        };
        let leg = limb_length(all, &map);
        let scale = LEG / leg;
        if !(leg > 0.0 && scale.is_finite() && scale > 0.0) {
            return Err(NoMap::RestIsNoBody);
        }
        let turn = turn_up(bearings.up);
        let to_body = Affine3A::from_mat3(turn * scale);
        let foot_points = [0, 1].map(|side: usize| {
            // Without a leg, the lowest joint of the body is what touches the ground.
            let Some(foot) = map.sides.get(side).filter(|side| side.has_leg()).map(|side| side.foot) else {
                return (0..skeleton.len()).collect();
            };
            let mut points = skeleton.all_below(foot);
            points.push(foot);
            points
        });
        let children = skeleton.children_of_each();
        let knuckles = [0, 1].map(|side| {
            map.sides.get(side).and_then(|side| {
                // Middle, ring, index.
                let finger = [2, 3, 1].into_iter().find_map(|finger| side.fingers.get(finger)?.first().copied());
                let far = |joint: &usize| distance(all, side.hand, *joint);
                let farthest = || children.get(side.hand)?.iter().copied().max_by(|a, b| far(a).total_cmp(&far(b)));
                finger.or_else(farthest)
            })
        });
        let first_children = children.iter().map(|children| children.first().copied()).collect();
        let carrier = carrier(skeleton, &map, bearings.carrier);
        let stretch = stretch(&poses, &map);
        let body = RigBody { map, to_body, scale, carrier, foot_points, knuckles, first_children, stretch };
        Ok(Self { skeleton, motion, body })
    }

    /// A rig of another behaviour, or of another part of a clip, whose skeleton has been understood.
    pub(super) fn with(clip: &'a Clip, behaviour: usize, body: &RigBody) -> Result<Self, NoMap> {
        let motion = &clip.behaviours.get(behaviour).ok_or(NoMap::NoMotion)?.motion;
        if body.first_children.len() != clip.skeleton.len() {
            return Err(NoMap::OtherSkeleton);
        }
        Ok(Self { skeleton: &clip.skeleton, motion, body: body.clone() })
    }

    pub(super) fn body(&self) -> &RigBody {
        &self.body
    }

    /// Writes the world matrices of a frame in body space.
    pub(super) fn pose(&self, frame: usize, pose: &mut Pose) {
        sample_frame(self.motion, frame, pose);
        world_matrices(self.skeleton, self.to_body, pose);
    }

    /// Some joints, which are all that a pass over the motion needs to pose.
    pub(super) fn few(&self, ends: impl Iterator<Item = usize>) -> Few {
        let mut wanted = vec![false; self.skeleton.len()];
        for end in ends {
            let mut joint = Some(end);
            while let Some(slot) = joint.and_then(|joint| wanted.get_mut(joint)).filter(|slot| !**slot) {
                *slot = true;
                joint = joint.and_then(|joint| self.skeleton.parent(joint));
            }
        }
        let is_wanted = |joint: usize| wanted.get(joint) == Some(&true);
        let rotated = self.motion.rotations().joints().iter().enumerate();
        Few {
            joints: (0..wanted.len()).filter(|joint| is_wanted(*joint)).collect(),
            slots: rotated.filter(|(_, joint)| is_wanted(usize::from(**joint))).map(|(slot, _)| slot).collect(),
        }
    }

    /// As [`pose`](Self::pose), for some joints: the others keep what they have. Skeletons with scales are posed as a whole.
    pub(super) fn pose_few(&self, frame: usize, few: &Few, pose: &mut Pose) {
        if self.skeleton.scaling().is_some() {
            return self.pose(frame, pose);
        }
        sample_slots(self.motion, frame, &few.slots, pose);
        for &joint in &few.joints {
            let above = self.skeleton.parent(joint).map_or(self.to_body, |parent| pose.world.at(parent));
            let own = Affine3A::from_rotation_translation(pose.rotations.at(joint), pose.translations.at(joint));
            pose.world.put(joint, above * own);
        }
    }

    /// The pose from which the figure's rotations are counted.
    pub(super) fn reference(&self) -> Option<ReferencePose> {
        ReferencePose::choose(&self.map, &self.rest(), self.motion.frame_count(), |frame, pose| self.pose(frame, pose))
    }

    /// Places and rotations in that pose.
    pub(super) fn stance_of(&self, reference: ReferencePose) -> ReferenceStance {
        let mut pose = self.rest();
        if let Some(frame) = reference.frame {
            self.pose(frame, &mut pose);
        }
        ReferenceStance::of(&pose)
    }

    /// The rest pose with world matrices in body space.
    pub(super) fn rest(&self) -> Pose {
        let mut pose = Pose::rest(self.skeleton);
        world_matrices(self.skeleton, self.to_body, &mut pose);
        pose
    }

    /// Seconds between frames.
    pub(super) fn frame_time(&self) -> f32 {
        self.motion.frame_time() as f32
    }
}

/// The joint of `wanted` if it carries legs and spine, else the topmost joint that does.
fn carrier(skeleton: &Skeleton, map: &BodyMap, wanted: usize) -> usize {
    let fork = map.root.unwrap_or(map.hips);
    let above: Vec<usize> = skeleton.up_from(fork).filter(|joint| skeleton.is_joint(*joint)).collect();
    if above.contains(&wanted) { wanted } else { above.last().copied().unwrap_or(fork) }
}

/// The place of a joint in a pose.
pub(super) fn place(pose: &Pose, joint: usize) -> Vec3 {
    pose.world.get(joint).map_or(Vec3::ZERO, |world| world.translation.into())
}

/// Places and world rotations of all joints in a reference pose.
#[derive(Debug, Clone)]
pub(super) struct ReferenceStance {
    pub(super) places: Vec<Vec3>,
    pub(super) turns: Vec<Quat>,
    /// Local rotations.
    pub(super) local: Vec<Quat>,
}

impl ReferenceStance {
    pub(super) fn of(pose: &Pose) -> Self {
        Self {
            places: pose.world.iter().map(|world| world.translation.into()).collect(),
            turns: pose.world.iter().map(rotation).collect(),
            local: pose.rotations.clone(),
        }
    }

    pub(super) fn place(&self, joint: usize) -> Vec3 {
        self.places.at(joint)
    }

    pub(super) fn turn(&self, joint: usize) -> Quat {
        self.turns.at(joint)
    }

    /// From one joint to another.
    pub(super) fn bone(&self, from: usize, to: usize) -> Vec3 {
        self.place(to) - self.place(from)
    }

    /// The middle of both hip joints.
    pub(super) fn mid_hips(&self, map: &BodyMap) -> Vec3 {
        let [l, r] = &map.sides;
        (self.place(l.thigh) + self.place(r.thigh)) / 2.0
    }

    /// The middle of both shoulders.
    pub(super) fn mid_shoulders(&self, map: &BodyMap) -> Vec3 {
        let [l, r] = &map.sides;
        (self.place(l.arm) + self.place(r.arm)) / 2.0
    }
}
