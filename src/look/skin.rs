//! Skinning: the motion of a skin with its skeleton.

use std::ops::Range;

use glam::{Affine3A, Mat3A, Vec3, Vec3A};
use marey_kernels::instances::{HIGHLIGHTED, LEFT_PATTERN, RIGHT_PATTERN};

use super::instances::{FigureLook, IS_SKIN, OPACITY, SkinJoint, TINTED, TRANSLUCENT};
use crate::body::{Side, Tie};
use crate::model::{Bind, Bounds, JointKind, NO_PARENT, Skeleton, Skin, SkinCorner};
use crate::pose::Pose;

/// Most corners sampled for a bounding box.
const MAX_MEASURED: usize = 1 << 16;

/// The matrix of a bind, skin space to file space. `world`: the matrices of the joints.
fn of_joint(bind: &Bind, world: &[Affine3A]) -> Affine3A {
    // A bind without a joint does not move.
    world.get(usize::from(bind.joint)).map_or(bind.matrix, |world| *world * bind.matrix)
}

/// A skin's binds and coverage, measured once per clip.
#[derive(Debug, Clone)]
pub struct SkinPose {
    binds: Vec<Bind>,
    /// The segments cover more than every second joint: they are the body, not a hat.
    segments_whole: bool,
    /// The rest of the skin covers more than every second joint.
    skin_whole: bool,
}

impl SkinPose {
    /// Measures the skin. A skin without binds gets binds at the rest pose.
    pub fn new(skin: &Skin, skeleton: &Skeleton) -> Self {
        let rest = Pose::rest(skeleton);
        let binds = if skin.binds().is_empty() { binds_at_rest(skeleton, &rest) } else { skin.binds().to_vec() };
        let (segments, others) = skin.triangles().split_at_checked(skin.segments()).unwrap_or_default();
        Self {
            segments_whole: covers(skin, segments, &binds, skeleton, &rest),
            skin_whole: skin.generated().is_some() || covers(skin, others, &binds, skeleton, &rest),
            binds,
        }
    }

    /// The visible triangles, and whether they hide the bones.
    pub fn shown(&self, skin: &Skin, look: &FigureLook) -> (Range<u32>, bool) {
        let (segments, all) = (skin.segments() as u32, skin.triangles().len() as u32);
        let range = if look.segments { 0 } else { segments }..if look.skin { all } else { segments };
        let whole = (look.segments && self.segments_whole) || (look.skin && self.skin_whole);
        (range, whole && !look.bones)
    }

    /// The matrices of all binds in a pose, as if each turned with its joint: skin space to file space. [`BodyTurns`](super::BodyTurns)
    /// corrects those of a generated body.
    pub fn matrices(&self, pose: &Pose) -> Vec<Affine3A> {
        self.binds.iter().map(|bind| of_joint(bind, &pose.world)).collect()
    }

    /// A corner's position in a pose, file space: computed as on the GPU, by the formula of [`SkinCorner`]. `matrices`: those of the same
    /// pose.
    #[inline(never)]
    pub fn place(skin: &Skin, corner: &SkinCorner, matrices: &[Affine3A], pose: &Pose) -> Vec3 {
        let matrix = |bind: usize| matrices.get(bind).copied().unwrap_or(Affine3A::IDENTITY);
        if corner.is_rigid() {
            return matrix(corner.first as usize).transform_point3(corner.position);
        }
        let (influences, morphs) = skin.influences_of(corner);
        let mut at = Vec3::ZERO;
        for [weight, .., bind] in influences {
            at += *weight * matrix(*bind as usize).transform_point3(corner.position);
        }
        for [x, y, z, morph] in morphs {
            let Some(morph) = skin.morphs().get(*morph as usize) else { continue };
            let weight = pose.weights.get(usize::from(morph.weight)).copied().unwrap_or(0.0);
            at += weight * matrix(usize::from(morph.bind)).transform_vector3(Vec3::new(*x, *y, *z));
        }
        at
    }

    /// The skin's bounding box in a pose, file space; a large skin is sampled evenly. Corners on joints [off the
    /// body](Tie::Nothing), such as a ball's, count as at the first joint.
    pub fn bounds(&self, skin: &Skin, pose: &Pose, ties: &[Tie]) -> Bounds {
        let stride = skin.corners().len().div_ceil(MAX_MEASURED).max(1);
        let mut bounds = Bounds::EMPTY;
        let matrices = self.matrices(pose);
        for corner in skin.corners().iter().step_by(stride) {
            let first = pose.world.first().filter(|_| self.is_off_body(corner, ties));
            bounds.include(
                first.map_or_else(|| Self::place(skin, corner, &matrices, pose), |first| first.translation.into()),
            );
        }
        bounds
    }

    /// Whether a corner is rigidly bound to a joint off the body.
    fn is_off_body(&self, corner: &SkinCorner, ties: &[Tie]) -> bool {
        let bind = self.binds.get(corner.first as usize).filter(|_| corner.is_rigid());
        bind.is_some_and(|bind| ties.get(usize::from(bind.joint)) == Some(&Tie::Nothing))
    }

    /// Positions of these triangles' corners in a pose, file space, except corners off the body. A shared corner comes once per
    /// triangle.
    pub fn corners_of<'a>(
        &'a self,
        triangles: Range<u32>,
        skin: &'a Skin,
        pose: &'a Pose,
        ties: &'a [Tie],
    ) -> impl Iterator<Item = Vec3> + 'a {
        let triangles = skin.triangles().get(triangles.start as usize..triangles.end as usize).unwrap_or_default();
        let corners = triangles.as_flattened().iter().filter_map(|&corner| skin.corners().get(corner as usize));
        let matrices = self.matrices(pose);
        let corners = corners.filter(|corner| !self.is_off_body(corner, ties));
        corners.map(move |corner| Self::place(skin, corner, &matrices, pose))
    }

    /// Writes binds and morphs of a pose and pads the last row. `place` transforms file space to stage space.
    pub fn write(
        &self,
        skin: &Skin,
        pose: &Pose,
        place: &Affine3A,
        sides: &[Side],
        look: &FigureLook,
        out: &mut Vec<SkinJoint>,
    ) {
        out.clear();
        let opacity = u32::from(look.palette.opacity);
        let whole = IS_SKIN
            | if look.palette.tinted { TINTED } else { 0 }
            // The bones inside show through.
            | if look.bones { TRANSLUCENT | (opacity / 2 * OPACITY) } else { opacity * OPACITY };
        for bind in &self.binds {
            let joint = usize::from(bind.joint);
            let Affine3A { matrix3, translation } = *place * of_joint(bind, &pose.world);
            let rows = matrix3.transpose();
            let row = |axis: Vec3A, at: f32| [axis.x, axis.y, axis.z, at];
            let [left, right, middle] = look.palette.skin;
            let (colour, pattern) = match sides.get(joint).copied().unwrap_or_default() {
                Side::Left => (left, LEFT_PATTERN),
                Side::Right => (right, RIGHT_PATTERN),
                Side::Middle => (middle, 0),
            };
            let style = whole
                | if look.patterns { pattern } else { 0 }
                | if look.highlighted == Some(joint) { HIGHLIGHTED } else { 0 };
            out.push(SkinJoint {
                rows: [
                    row(rows.x_axis, translation.x),
                    row(rows.y_axis, translation.y),
                    row(rows.z_axis, translation.z),
                ],
                colour,
                style: style as f32,
            });
        }
        for morph in skin.morphs() {
            let weight = pose.weights.get(usize::from(morph.weight)).copied().unwrap_or(0.0);
            let rows = [[weight, f32::from(morph.bind), 0.0, 0.0], [0.0; 4], [0.0; 4]];
            out.push(SkinJoint { rows, ..SkinJoint::default() });
        }
        out.resize(out.len().next_multiple_of(SkinJoint::ROW), SkinJoint::default());
    }
}

/// One bind per joint: the inverse of its world matrix at rest.
fn binds_at_rest(skeleton: &Skeleton, rest: &Pose) -> Vec<Bind> {
    // The matrices are rigid unless the skeleton has scales. A scale of 0 has no inverse.
    let scaled = skeleton.scaling().is_some();
    let inverse = |world: &Affine3A| {
        if scaled {
            let inverse = world.inverse();
            return if inverse.is_finite() { inverse } else { Affine3A::IDENTITY };
        }
        let matrix3: Mat3A = world.matrix3.transpose();
        Affine3A { matrix3, translation: -(matrix3 * world.translation) }
    };
    (0..NO_PARENT).zip(&rest.world).map(|(joint, world)| Bind { joint, matrix: inverse(world) }).collect()
}

/// Whether these triangles cover more than every second joint. A joint is covered by a corner half a bone's length away
/// that follows it. Balls that only mark joints cover just the joints at the ends of chains.
fn covers(skin: &Skin, triangles: &[[u32; 3]], binds: &[Bind], skeleton: &Skeleton, rest: &Pose) -> bool {
    let at = |joint: usize| rest.world.get(joint).map_or(Vec3A::ZERO, |world| world.translation);
    // Half the longest bone that starts at each uncovered joint.
    let mut uncovered: Vec<Option<f32>> =
        skeleton.kinds().iter().map(|&kind| (kind == JointKind::Joint).then_some(0.0)).collect();
    for (joint, kind) in skeleton.kinds().iter().enumerate() {
        if let Some(parent) = skeleton.parent(joint).filter(|_| *kind != JointKind::Site)
            && let Some(Some(half)) = uncovered.get_mut(parent)
        {
            *half = half.max(0.5 * at(joint).distance(at(parent)));
        }
    }
    let count = |joints: &[Option<f32>]| joints.iter().flatten().count();
    let all = count(&uncovered);
    let mut cover = |bind: usize, corner: &SkinCorner| {
        if let Some(bind) = binds.get(bind)
            && let Some(slot) = uncovered.get_mut(usize::from(bind.joint))
            && let Some(half) = *slot
        {
            let reach = of_joint(bind, &rest.world).transform_point3(corner.position);
            if at(bind.joint.into()).distance(reach.into()) >= half {
                *slot = None;
            }
        }
    };
    for corner in triangles.as_flattened().iter().filter_map(|&corner| skin.corners().get(corner as usize)) {
        if corner.is_rigid() {
            cover(corner.first as usize, corner);
        }
        skin.influences_of(corner).0.iter().for_each(|[.., bind]| cover(*bind as usize, corner));
    }
    !triangles.is_empty() && 2 * count(&uncovered) < all
}

#[cfg(test)]
mod tests {
    use glam::Quat;

    use super::*;
    use crate::error::Limits;
    use crate::look::Palette;
    use crate::model::{Morph, Scaling, SkeletonBuilder, SkinParts};
    use crate::pose::world_matrices;

    fn look() -> FigureLook {
        let palette =
            Palette { left: [0; 3], right: [0; 3], middle: [0; 3], skin: [[0.5; 3]; 3], tinted: false, opacity: 255 };
        FigureLook {
            palette,
            patterns: false,
            highlighted: None,
            skin: true,
            segments: true,
            sites: true,
            bones: false,
        }
    }

    #[test]
    fn a_skin_on_scaled_joints_keeps_its_place_at_rest() {
        let mut b = SkeletonBuilder::new(&Limits::default());
        b.add("root", None, JointKind::Joint, Vec3::Y, Quat::from_rotation_z(0.5)).unwrap();
        let scaling = Scaling {
            frames: vec![Affine3A::from_scale(Vec3::splat(0.02))],
            axes: vec![Quat::from_rotation_x(0.3)],
            rest_scales: vec![Vec3::new(1.0, 2.0, 1.0)],
        };
        b.set_scaling(scaling).unwrap();
        let skeleton = b.finish().unwrap();
        let corners = vec![SkinCorner::rigid(Vec3::X, Vec3::Z, 0)];
        let parts = SkinParts { corners, triangles: vec![[0, 0, 0]], ..SkinParts::default() };
        let skin = Skin::new("a", parts, &skeleton).unwrap();
        let mut out = Vec::new();
        let pose = Pose::rest(&skeleton);
        let skin_pose = SkinPose::new(&skin, &skeleton);
        skin_pose.write(&skin, &pose, &Affine3A::IDENTITY, &[Side::Middle], &look(), &mut out);
        let expected = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]];
        let off = out[0].rows.as_flattened().iter().zip(expected.as_flattened());
        assert!(off.clone().all(|(a, b): (&f32, &f32)| (a - b).abs() < 1e-5), "{:?}", out[0].rows);
    }

    /// A shoulder at 0, an elbow 1 above it, and a corner 2 above: bound to the elbow by a half, to no joint by a quarter, and
    /// pushed sideways by a morph of the elbow.
    fn arm() -> (Skeleton, Skin) {
        let mut b = SkeletonBuilder::new(&Limits::default());
        let shoulder = b.add("shoulder", None, JointKind::Joint, Vec3::ZERO, Quat::IDENTITY).unwrap();
        b.add("elbow", Some(shoulder), JointKind::Joint, Vec3::Y, Quat::IDENTITY).unwrap();
        b.set_weights(vec![0.5]).unwrap();
        let skeleton = b.finish().unwrap();
        let bind = |joint, up: f32| Bind { joint, matrix: Affine3A::from_translation(-up * Vec3::Y) };
        let corner = SkinCorner { influences: 3, morphs: 1, ..SkinCorner::rigid(2.0 * Vec3::Y, Vec3::Z, 0) };
        let parts = SkinParts {
            binds: vec![bind(0, 0.0), bind(1, 1.0), bind(NO_PARENT, 0.0)],
            morphs: vec![Morph { bind: 1, weight: 0 }],
            influences: vec![[0.25, 0.0, 0.0, 0.0], [0.5, 0.0, 0.0, 1.0], [0.25, 0.0, 0.0, 2.0], [0.0, 0.0, 0.2, 0.0]],
            corners: vec![corner],
            triangles: vec![[0; 3]; 2],
            segments: 1,
            ..SkinParts::default()
        };
        let skin = Skin::new("arm", parts, &skeleton).unwrap();
        (skeleton, skin)
    }

    #[test]
    fn several_joints_and_morphs_move_a_corner() {
        let (skeleton, skin) = arm();
        let skin_pose = SkinPose::new(&skin, &skeleton);
        let mut pose = Pose::rest(&skeleton);
        let at = |pose: &Pose| SkinPose::place(&skin, &skin.corners()[0], &skin_pose.matrices(pose), pose);
        // At rest all binds agree, and half of the morph's 0.2 applies.
        assert!(at(&pose).distance(Vec3::new(0.0, 2.0, 0.1)) < 1e-6);
        // The elbow bends to the right: its share goes from (0, 2, 0) to (1, 1, 0); the morph keeps its direction.
        pose.rotations[1] = Quat::from_rotation_z(-std::f32::consts::FRAC_PI_2);
        pose.weights[0] = 1.0;
        world_matrices(&skeleton, Affine3A::IDENTITY, &mut pose);
        assert!(at(&pose).distance(Vec3::new(0.5, 1.5, 0.2)) < 1e-6, "{}", at(&pose));
        assert!(skin_pose.bounds(&skin, &pose, &[]).max.distance(at(&pose)) < 1e-6);
        let mut out = Vec::new();
        skin_pose.write(&skin, &pose, &Affine3A::IDENTITY, &[Side::Middle; 2], &look(), &mut out);
        assert_eq!(
            (out.len(), out[3].rows[0]),
            (SkinJoint::ROW, [1.0, 1.0, 0.0, 0.0]),
            "a morph lies behind three binds"
        );
        let expected = [0.0, 1.0, 0.0, -1.0];
        assert!(out[1].rows[0].iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6), "{:?}", out[1].rows);
    }

    #[test]
    fn balls_at_the_joints_hide_no_bones() {
        let mut b = SkeletonBuilder::new(&Limits::default());
        let mut parent = None;
        for _ in 0..3 {
            parent = Some(b.add("joint", parent, JointKind::Joint, Vec3::Y, Quat::IDENTITY).unwrap());
        }
        let skeleton = b.finish().unwrap();
        let hidden = |radius: f32| {
            let corners = [0, 1, 2].map(|bind| SkinCorner::rigid(radius * Vec3::X, Vec3::X, bind)).to_vec();
            let binds = [0, 1, 2].map(|joint| Bind { joint, matrix: Affine3A::IDENTITY }).to_vec();
            let parts = SkinParts { binds, corners, triangles: vec![[0, 1, 2]], ..SkinParts::default() };
            let skin = Skin::new("balls", parts, &skeleton).unwrap();
            SkinPose::new(&skin, &skeleton).shown(&skin, &look()).1
        };
        assert_eq!([0.2, 0.6].map(hidden), [false, true]);
    }

    #[test]
    fn a_shape_on_one_of_two_joints_does_not_hide_the_bones_of_the_other() {
        let mut b = SkeletonBuilder::new(&Limits::default());
        let root = b.add("root", None, JointKind::Joint, Vec3::ZERO, Quat::IDENTITY).unwrap();
        let knee = b.add("knee", Some(root), JointKind::Joint, Vec3::Y, Quat::IDENTITY).unwrap();
        b.add("tip", Some(knee), JointKind::EndSite, Vec3::Y, Quat::IDENTITY).unwrap();
        let skeleton = b.finish().unwrap();
        let hidden = |joints: &[u32]| {
            let corners = joints.iter().map(|joint| SkinCorner::rigid(2.0 * Vec3::X, Vec3::X, *joint)).collect();
            let binds = [0, 1].map(|joint| Bind { joint, matrix: Affine3A::IDENTITY }).to_vec();
            let triangles = vec![[0, 0, joints.len() as u32 - 1]];
            let parts = SkinParts { binds, corners, triangles, segments: 1, ..SkinParts::default() };
            let skin = Skin::new("", parts, &skeleton).unwrap();
            SkinPose::new(&skin, &skeleton).shown(&skin, &look()).1
        };
        assert_eq!((hidden(&[0]), hidden(&[1]), hidden(&[0, 1])), (false, false, true));
    }

    #[test]
    fn segments_and_skin_can_be_shown_or_hidden() {
        let (skeleton, skin) = arm();
        let skin_pose = SkinPose::new(&skin, &skeleton);
        let shown =
            |segments, skin_on, bones| skin_pose.shown(&skin, &FigureLook { segments, skin: skin_on, bones, ..look() });
        assert_eq!(shown(true, true, false), (0..2, true));
        assert_eq!(shown(true, false, false), (0..1, true));
        assert_eq!(shown(false, true, true), (1..2, false));
        assert_eq!(shown(false, false, false), (1..1, false));
    }
}
