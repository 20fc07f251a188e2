//! From a time to world matrices: [`sample`] fills the local pose, [`world_matrices`] multiplies it down the tree.
//!
//! Both write into the caller's [`Pose`], so playing allocates nothing.

mod bounds;
mod branches;
mod directions;
mod kinematics;
mod of_clip;
mod reach;

pub use bounds::{FRAMES_A_BOX, boxes, boxes_of};
pub(crate) use branches::Branches;
pub use directions::{arc, frame, rotation_of};
pub use kinematics::{Transform, down_the_tree, world_transforms};
pub use marey_kernels::mixing::mix_rotations;
pub use marey_kernels::places::{PlaceScratch, PlacedFrame, world_places};
#[doc(hidden)]
pub use reach::reach;

use glam::{Affine3A, Mat3A, Quat, Vec3, Vec3A};
use marey_kernels::mixing::mix_frames;

use crate::checked::Checked;
use crate::model::{FARTHEST, Motion, Scaling, Skeleton, Track};

/// How to sample between two frames.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Interpolation {
    /// The frame at or before the time, as captured.
    Nearest,
    /// Translations along straight lines, rotations along the shortest arc at constant speed.
    #[default]
    Linear,
}

/// One figure's joints at one time. One entry a joint in each list except `weights`, in the skeleton's order.
#[derive(Debug, Clone, PartialEq)]
pub struct Pose {
    /// Local translations: parent space, file units.
    pub translations: Vec<Vec3>,
    /// Local rotations: parent space, unit quaternions.
    pub rotations: Vec<Quat>,
    /// Local scales, in skeletons that have [any](Skeleton::scaling); empty otherwise.
    pub scales: Vec<Vec3>,
    /// Strengths of the skin's morphs, in the order of [`Skeleton::weights`].
    pub weights: Vec<f32>,
    /// World matrices from the last call of [`world_matrices`].
    pub world: Vec<Affine3A>,
}

impl Pose {
    /// The rest pose of `skeleton`, its world matrices included.
    pub fn rest(skeleton: &Skeleton) -> Self {
        let mut pose = Self {
            translations: skeleton.rest_translations().to_vec(),
            rotations: skeleton.rest_rotations().to_vec(),
            scales: rest_scales(skeleton).to_vec(),
            weights: skeleton.weights().to_vec(),
            world: vec![Affine3A::IDENTITY; skeleton.len()],
        };
        world_matrices(skeleton, Affine3A::IDENTITY, &mut pose);
        pose
    }

    /// The place of one of the skeleton's joints, where its world matrix puts it: file space, unless [`world_matrices`] had another root.
    pub fn place(&self, joint: usize) -> Vec3 {
        self.world.at(joint).translation.into()
    }

    /// Resets to the rest pose, except the world matrices.
    pub fn reset(&mut self, skeleton: &Skeleton) {
        self.translations.clone_from_slice(skeleton.rest_translations());
        self.rotations.clone_from_slice(skeleton.rest_rotations());
        self.scales.clone_from_slice(rest_scales(skeleton));
        self.weights.clone_from_slice(skeleton.weights());
    }
}

fn rest_scales(skeleton: &Skeleton) -> &[Vec3] {
    skeleton.scaling().map_or(&[], |scaling| &scaling.rest_scales)
}

/// Writes the local pose at `seconds`, clamped to the first and last frame (NaN is the first). Joints that `motion` does not move
/// keep their values in `pose`: the rest pose, unless the caller changed it.
pub fn sample(motion: &Motion, seconds: f64, interpolation: Interpolation, pose: &mut Pose) {
    let span = motion.locate(seconds);
    if interpolation == Interpolation::Nearest || span.fraction == 0.0 {
        sample_frame(motion, span.from, pose);
        return;
    }
    let (from, to, t) = (span.from, span.to, span.fraction);
    let rotations = motion.rotations();
    if to < motion.whole_frames() {
        mix_frames(rotations.joints(), rotations.row(from), rotations.row(to), t, &mut pose.rotations);
    } else {
        mix_packed(motion, from, to, t, &mut pose.rotations);
    }
    mix_rows(motion.translations(), from, to, &mut pose.translations, |a, b| a.lerp(b, t));
    mix_rows(motion.scales(), from, to, &mut pose.scales, |a, b| a.lerp(b, t));
    mix_rows(motion.weights(), from, to, &mut pose.weights, |a, b| a + (b - a) * t);
    add_bases(motion, &mut pose.translations);
}

/// Writes the local pose of one frame exactly as stored; past the end, that of the last frame.
pub fn sample_frame(motion: &Motion, frame: usize, pose: &mut Pose) {
    let frame = frame.min(motion.frame_count().saturating_sub(1));
    if frame < motion.whole_frames() {
        copy_row(motion.rotations(), frame, &mut pose.rotations);
    } else {
        for (slot, &joint) in motion.rotations().joints().iter().enumerate() {
            if let Some(turn) = motion.rotation(frame, slot) {
                pose.rotations.put(usize::from(joint), turn);
            }
        }
    }
    copy_row(motion.translations(), frame, &mut pose.translations);
    copy_row(motion.scales(), frame, &mut pose.scales);
    copy_row(motion.weights(), frame, &mut pose.weights);
    add_bases(motion, &mut pose.translations);
}

/// As [`sample_frame`], but only rotations of these slots of the motion's track are set: the others stay as they are.
#[doc(hidden)]
pub fn sample_slots(motion: &Motion, frame: usize, slots: &[usize], pose: &mut Pose) {
    let frame = frame.min(motion.frame_count().saturating_sub(1));
    for &slot in slots {
        if let Some(turn) = motion.rotation(frame, slot) {
            pose.rotations.put(usize::from(motion.rotations().joints().at(slot)), turn);
        }
    }
    copy_row(motion.translations(), frame, &mut pose.translations);
    add_bases(motion, &mut pose.translations);
}

fn mix_rows<T: Copy>(track: &Track<T>, from: usize, to: usize, pose: &mut [T], mix: impl Fn(T, T) -> T) {
    for ((&joint, &a), &b) in track.joints().iter().zip(track.row(from)).zip(track.row(to)) {
        pose.put(usize::from(joint), mix(a, b));
    }
}

fn copy_row<T: Copy>(track: &Track<T>, frame: usize, pose: &mut [T]) {
    for (&joint, &value) in track.joints().iter().zip(track.row(frame)) {
        pose.put(usize::from(joint), value);
    }
}

/// Mixes the rotations of two frames, of which at least one is packed.
fn mix_packed(motion: &Motion, from: usize, to: usize, t: f32, pose: &mut [Quat]) {
    for (slot, &joint) in motion.rotations().joints().iter().enumerate() {
        if let (Some(a), Some(b)) = (motion.rotation(from, slot), motion.rotation(to, slot)) {
            pose.put(usize::from(joint), mix_rotations(a, b, t));
        }
    }
}

/// Adds the bases to the position channels' values, giving local translations.
fn add_bases(motion: &Motion, translations: &mut [Vec3]) {
    // Without frames no values were written.
    let bases = if motion.frame_count() == 0 { &[] } else { motion.translation_bases() };
    for (&joint, &base) in motion.translations().joints().iter().zip(bases) {
        translations.change(usize::from(joint), |at| *at += base);
    }
}

/// World matrices of `pose`: `world[i] = world[parent] * T * R` (column vectors: first the joint's rotation, then its offset, then
/// the parent's world matrix). `root` is the parent matrix of the roots; the identity keeps the file's axes and units.
///
/// Parents precede children, so one forward pass is enough. Skeletons with scales use the formula of [`Scaling`].
pub fn world_matrices(skeleton: &Skeleton, root: Affine3A, pose: &mut Pose) {
    if let Some(scaling) = skeleton.scaling() {
        return scaled_matrices(skeleton, scaling, root, pose);
    }
    let Pose { translations, rotations, world, .. } = pose;
    marey_kernels::world::world_matrices(skeleton.parents(), root, translations, rotations, world);
}

fn scaled_matrices(skeleton: &Skeleton, scaling: &Scaling, root: Affine3A, pose: &mut Pose) {
    let Pose { translations, rotations, scales, world, .. } = pose;
    let own = translations.iter().zip(rotations.iter()).zip(scales.iter());
    let locals = scaling.frames.iter().zip(&scaling.axes).zip(own);
    down_the_tree(skeleton.parent_of_each(), locals, world, |above, ((frame, axes), ((offset, rotation), scale))| {
        let turned = above.unwrap_or(root) * *frame * Affine3A::from_rotation_translation(*rotation, *offset);
        let grown = turned.stretched(Mat3A::from_quat(*axes), *scale);
        // Animated scales multiply down the tree without bound: clamp to the placeable range.
        let [x, y, z, at] = [grown.matrix3.x_axis, grown.matrix3.y_axis, grown.matrix3.z_axis, grown.translation]
            .map(|column| column.clamp(Vec3A::splat(-FARTHEST), Vec3A::splat(FARTHEST)));
        Affine3A::from_cols(x, y, z, at)
    });
}

#[cfg(test)]
mod tests {
    use std::f32::consts::{FRAC_PI_2, PI};

    use super::*;
    use crate::error::Limits;
    use crate::model::{Channels, JointKind, MotionBuilder, PositionMode, SkeletonBuilder, Time};

    /// Three joints in a row, each 1 above its parent.
    fn arm() -> Skeleton {
        let mut b = SkeletonBuilder::new(&Limits::default());
        let mut parent = None;
        for offset in [Vec3::ZERO, Vec3::Y, Vec3::Y] {
            parent = Some(b.add("j", parent, JointKind::Joint, offset, Quat::IDENTITY).unwrap());
        }
        b.finish().unwrap()
    }

    fn near(a: impl Into<Vec3>, b: [f32; 3]) {
        let (a, b) = (a.into(), Vec3::from(b));
        assert!(a.distance(b) < 1e-6, "{a} is not {b}");
    }

    #[test]
    fn the_rest_pose_follows_the_offsets() {
        let pose = Pose::rest(&arm());
        near(pose.world[2].translation, [0.0, 2.0, 0.0]);
    }

    #[test]
    fn a_parents_rotation_moves_its_children() {
        let skeleton = arm();
        let mut pose = Pose::rest(&skeleton);
        pose.rotations[0] = Quat::from_rotation_z(FRAC_PI_2);
        pose.rotations[1] = Quat::from_rotation_z(-FRAC_PI_2);
        world_matrices(&skeleton, Affine3A::IDENTITY, &mut pose);
        near(pose.world[1].translation, [-1.0, 0.0, 0.0]);
        near(pose.world[2].translation, [-1.0, 1.0, 0.0]);
        world_matrices(&skeleton, Affine3A::from_scale(Vec3::splat(2.0)), &mut pose);
        near(pose.world[2].translation, [-2.0, 2.0, 0.0]);
    }

    /// A root stretched by 2 along the diagonal of x and y, a frame that turns a quarter about z and scales by 3, and a child.
    fn stretched() -> Skeleton {
        let mut b = SkeletonBuilder::new(&Limits::default());
        let root = b.add("root", None, JointKind::Joint, Vec3::X, Quat::IDENTITY).unwrap();
        b.add("tip", Some(root), JointKind::Joint, Vec3::Y, Quat::IDENTITY).unwrap();
        b.set_scaling(Scaling {
            frames: vec![
                Affine3A::IDENTITY,
                Affine3A::from_scale_rotation_translation(Vec3::splat(3.0), Quat::from_rotation_z(FRAC_PI_2), Vec3::X),
            ],
            axes: vec![Quat::from_rotation_z(PI / 4.0), Quat::IDENTITY],
            rest_scales: vec![Vec3::new(2.0, 1.0, 1.0), Vec3::ONE],
        })
        .unwrap();
        b.set_weights(vec![0.25, 0.0]).unwrap();
        b.finish().unwrap()
    }

    #[test]
    fn scales_stretch_along_their_axes_and_frames_come_between() {
        let skeleton = stretched();
        let mut pose = Pose::rest(&skeleton);
        near(pose.world[0].translation, [1.0, 0.0, 0.0]);
        // The tip is at (1, 0, 0) + 3 * (-1, 0, 0) = (-2, 0, 0) of the root, whose diagonal part (-1, -1) doubles.
        near(pose.world[1].translation, [1.0 - 3.0, -1.0, 0.0]);
        pose.scales[0] = Vec3::ONE;
        world_matrices(&skeleton, Affine3A::IDENTITY, &mut pose);
        near(pose.world[1].translation, [-1.0, 0.0, 0.0]);
        pose.reset(&skeleton);
        assert_eq!(pose.scales[0], Vec3::new(2.0, 1.0, 1.0));
    }

    #[test]
    fn a_motion_moves_scales_and_weights() {
        let skeleton = stretched();
        let channels = Channels { scaled: vec![0], weighted: vec![1], ..Channels::default() };
        let mut b = MotionBuilder::new(&skeleton, channels, PositionMode::Replace, &Limits::default()).unwrap();
        for x in [1.0, 3.0] {
            b.push_row(|row| {
                row.scales[0] = Vec3::new(x, 1.0, 1.0);
                row.weights[0] = x;
            })
            .unwrap();
        }
        b.set_frame_time(1.0);
        let motion = b.finish().unwrap();
        let mut pose = Pose::rest(&skeleton);
        sample(&motion, 0.5, Interpolation::Linear, &mut pose);
        world_matrices(&skeleton, Affine3A::IDENTITY, &mut pose);
        near(pose.world[1].translation, [-2.0, -1.0, 0.0]);
        assert_eq!(pose.weights, [0.25, 2.0], "the first one is not moved");
        sample_frame(&motion, 9, &mut pose);
        assert_eq!((pose.scales[0].x, pose.weights[1]), (3.0, 3.0));
    }

    fn turning() -> Motion {
        let skeleton = arm();
        let channels = Channels { rotated: vec![1], translated: vec![0], ..Channels::default() };
        let mut b = MotionBuilder::new(&skeleton, channels, PositionMode::Replace, &Limits::default()).unwrap();
        for (angle, x) in [(0.0, 0.0), (FRAC_PI_2, 4.0), (-FRAC_PI_2, 4.0)] {
            b.push_row(|row| {
                row.rotations[0] = Quat::from_rotation_z(angle);
                row.translations[0].x = x;
            })
            .unwrap();
        }
        b.set_frame_time(1.0);
        b.finish().unwrap()
    }

    #[test]
    fn linear_interpolates_and_nearest_holds_the_previous_frame() {
        let (skeleton, motion) = (arm(), turning());
        let mut pose = Pose::rest(&skeleton);
        sample(&motion, 0.5, Interpolation::Linear, &mut pose);
        near(pose.translations[0], [2.0, 0.0, 0.0]);
        assert!(pose.rotations[1].angle_between(Quat::from_rotation_z(PI / 4.0)) < 1e-3);
        sample(&motion, 0.9, Interpolation::Nearest, &mut pose);
        near(pose.translations[0], [0.0, 0.0, 0.0]);
        sample(&motion, 99.0, Interpolation::Linear, &mut pose);
        near(pose.translations[0], [4.0, 0.0, 0.0]);
    }

    #[test]
    fn moments_that_are_no_numbers_are_clamped_to_the_ends() {
        let (skeleton, even) = (arm(), turning());
        let mut keyed = even.clone();
        keyed.set_time(Time::Keys(vec![0.0, 1.0, 2.5])).unwrap();
        let posed = |motion: &Motion, seconds: f64, interpolation: Interpolation| {
            let mut pose = Pose::rest(&skeleton);
            sample(motion, seconds, interpolation, &mut pose);
            pose
        };
        let frame = |motion: &Motion, frame: usize| {
            let mut pose = Pose::rest(&skeleton);
            sample_frame(motion, frame, &mut pose);
            pose
        };
        for motion in [&even, &keyed] {
            for interpolation in [Interpolation::Linear, Interpolation::Nearest] {
                for (seconds, at) in [(f64::NAN, 0), (f64::NEG_INFINITY, 0), (f64::INFINITY, 2)] {
                    assert_eq!(posed(motion, seconds, interpolation), frame(motion, at), "{seconds} {interpolation:?}");
                }
            }
            assert_eq!(frame(motion, usize::MAX), frame(motion, 2));
        }
    }

    /// The angle between two unit quaternions, accurate for tiny angles, too (acos is not).
    fn angle(a: Quat, b: Quat) -> f64 {
        let difference: f64 =
            (0..4).map(|i| f64::from(a.to_array()[i]) - f64::from(b.to_array()[i])).map(|d| d * d).sum();
        let sum: f64 = (0..4).map(|i| f64::from(a.to_array()[i]) + f64::from(b.to_array()[i])).map(|d| d * d).sum();
        4.0 * difference.min(sum).sqrt().atan2(difference.max(sum).sqrt())
    }

    #[test]
    fn mixing_follows_the_shortest_arc_within_its_error_bound() {
        let axis = Vec3::new(0.3, -0.8, 0.52).normalize();
        let mut worst: f64 = 0.0;
        for step in 1..2000 {
            // Up to 3.1 rad apart, densest where the method changes.
            let apart = 3.1 * (step as f32 / 2000.0).powi(3);
            for t in [0.05, 0.2113, 0.5, 0.7887, 0.95] {
                let (a, b) = (Quat::from_axis_angle(axis, 0.4), Quat::from_axis_angle(axis, 0.4 + apart));
                let exact = Quat::from_axis_angle(axis, 0.4 + apart * t);
                worst = worst.max(angle(mix_rotations(a, b, t), exact)).max(angle(mix_rotations(a, -b, t), exact));
            }
        }
        assert!(worst < 3e-6, "{worst}");
    }
}
