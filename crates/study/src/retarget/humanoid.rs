//! The motion of a humanoid of VRM on another one: both files state which joint is which bone, and how bones are to be turned.

use glam::{Affine3A, Quat, Vec3};

use super::options::Feet;
use marey::Limits;
use marey::body::Humanoid;
use marey::checked::Checked;
use marey::model::{BuildError, Channels, Clip, Motion, MotionBuilder, PositionMode, Skeleton};
use marey::pose::{Pose, rotation_of, sample_frame, world_matrices};

/// A bone that both humanoids have.
#[derive(Debug, Clone, Copy)]
struct BonePair {
    source: usize,
    target: usize,
    /// The world rotations of the source's parent and of the source's bone, at rest; the second one inverted.
    from: [Quat; 2],
    /// Those of the target: the first one inverted.
    onto: [Quat; 2],
}

/// Two humanoids with bones in common.
///
/// The specification of VRMC_vrm_animation-1.0 ("How to transform and retarget") has the rule: with `W` and `P` the world rotations at rest of a bone and
/// its parent in the motion, `W'` and `P'` those in the figure, the local rotation `q` becomes `P'^-1 (P q W^-1) W'`. The hips go where those of the motion
/// are in the world, times the ratio of the heights of the hips at rest. Bones that the motion lacks stay at rest.
#[derive(Debug, Clone)]
pub(super) struct HumanoidPair {
    bones: Vec<BonePair>,
    hips: [usize; 2],
    scale: f32,
    /// From the world to the frame of the target's hips' parent.
    to_parent: Affine3A,
    /// Whether one of them faces -Z, as figures of VRM 0 do, and the other +Z.
    faces_back: bool,
}

/// A figure with its bones, at rest.
struct Resting<'a> {
    skeleton: &'a Skeleton,
    bones: Humanoid,
    rest: Pose,
}

impl<'a> Resting<'a> {
    fn of(clip: &'a Clip) -> Option<Self> {
        let (skeleton, bones) = (&*clip.skeleton, Humanoid::stated(clip)?);
        let mut rest = Pose::rest(skeleton);
        world_matrices(skeleton, Affine3A::IDENTITY, &mut rest);
        Some(Self { skeleton, bones, rest })
    }

    fn world(&self, joint: Option<usize>) -> Affine3A {
        joint.and_then(|joint| self.rest.world.get(joint)).copied().unwrap_or(Affine3A::IDENTITY)
    }

    fn turn(&self, joint: Option<usize>) -> Quat {
        rotation_of(&self.world(joint))
    }

    fn faces_back(&self) -> bool {
        self.bones.faces_back(|joint| self.rest.place(joint).x.into())
    }
}

impl HumanoidPair {
    /// The bones that both clips have; `None` unless both are humanoids of VRM. Legs that are to follow the ground are not turned by this rule.
    pub(super) fn of(source: &Clip, target: &Clip, feet: Feet) -> Option<Self> {
        if feet == Feet::Still {
            return None;
        }
        let (source, target) = (Resting::of(source)?, Resting::of(target)?);
        let hips = [source.bones.joint("hips")?, target.bones.joint("hips")?];
        let mut bones = Vec::new();
        for (bone, joint) in source.bones.bones() {
            let Some(onto) = target.bones.joint(bone) else { continue };
            let [above, above_onto] = [source.skeleton.parent(*joint), target.skeleton.parent(onto)];
            bones.push(BonePair {
                source: *joint,
                target: onto,
                from: [source.turn(above), source.turn(Some(*joint)).inverse()],
                onto: [target.turn(above_onto).inverse(), target.turn(Some(onto))],
            });
        }
        bones.sort_unstable_by_key(|bone| bone.target);
        let [height, height_onto] =
            [source.world(Some(hips.at(0))), target.world(Some(hips.at(1)))].map(|world| world.translation.y);
        let stands = |height: f32| height.is_finite() && height.abs() > 1e-3;
        let scale = if stands(height) && stands(height_onto) { height_onto / height } else { 1.0 };
        let to_parent = target.world(target.skeleton.parent(hips.at(1))).inverse();
        let faces_back = target.faces_back() != source.faces_back();
        to_parent.is_finite().then_some(Self { bones, hips, scale, to_parent, faces_back })
    }

    /// A motion of the source on the target's skeleton, with the same times.
    pub(super) fn motion(&self, source: &Skeleton, motion: &Motion, target: &Skeleton) -> Result<Motion, BuildError> {
        let [hips, onto] = self.hips;
        let channels = Channels {
            rotated: self.bones.iter().map(|bone| bone.target as u16).collect(),
            translated: vec![onto as u16],
            ..Channels::default()
        };
        let mut frames = MotionBuilder::new(target, channels, PositionMode::Replace, &Limits::default())?;
        frames.reserve(motion.frame_count());
        let mut pose = Pose::rest(source);
        for frame in 0..motion.frame_count() {
            sample_frame(motion, frame, &mut pose);
            world_matrices(source, Affine3A::IDENTITY, &mut pose);
            let at = pose.world.get(hips).map_or(Vec3::ZERO, |world| world.translation.into()) * self.scale;
            let at = self.turned(at);
            frames.push_row(|row| {
                for (slot, bone) in row.rotations.iter_mut().zip(&self.bones) {
                    let ([above, own], [above_onto, onto]) = (bone.from, bone.onto);
                    let mut turn = above * pose.rotations.at(bone.source) * own;
                    let axis = self.turned(Vec3::new(turn.x, turn.y, turn.z));
                    turn = Quat::from_xyzw(axis.x, axis.y, axis.z, turn.w);
                    *slot = (above_onto * turn * onto).normalize();
                }
                row.translations.iter_mut().for_each(|slot| *slot = self.to_parent.transform_point3(at));
            })?;
        }
        let mut made = frames.finish()?;
        made.set_time(motion.time().clone())?;
        Ok(made)
    }

    /// A direction of the motion for a figure that looks the other way.
    fn turned(&self, vector: Vec3) -> Vec3 {
        if self.faces_back { vector * Vec3::new(-1.0, 1.0, -1.0) } else { vector }
    }
}
