//! Joints, their tree and their rest pose.

use glam::{Affine3A, Quat, Vec3, Vec4};

use super::{BuildError, FARTHEST, is_placeable, is_placeable_matrix};
use crate::error::Limits;

/// The parent index of a root.
pub const NO_PARENT: u16 = u16::MAX;

/// The kind of a skeleton's node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum JointKind {
    /// Moves, and carries its children.
    Joint,
    /// Marks the end of a chain's last bone. Drawn, never animated.
    EndSite,
    /// A point of interest that rides on its parent. Drawn without a bone.
    Site,
    /// Carries its children but is no part of the figure. Not drawn.
    Frame,
}

/// Suffix of the extra joint that carries an Acclaim bone's translation. The fixed joint at the tip of the bone above has the
/// bone's own name.
pub const MOVED: &str = "_moved";

impl JointKind {
    /// Name for programs: `joint`, `end_site`, `site`, `frame`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Joint => "joint",
            Self::EndSite => "end_site",
            Self::Site => "site",
            Self::Frame => "frame",
        }
    }

    /// Whether it only marks a point: an end site or a site.
    pub fn is_point(self) -> bool {
        matches!(self, Self::EndSite | Self::Site)
    }
}

/// Scales and static transforms of joints. Three lists, one entry a joint:
///
/// `world[i] = world[parent] * frames[i] * T * R * axes[i] * S * inverse(axes[i])`
///
/// (column vectors; `T`, `R` and `S` are the pose's offset, rotation and scale). Other skeletons pay one branch a pose.
///
/// An HAnim joint turns about its centre and is drawn there, so its frame is placed at its centre: in the frame of a parent
/// with centre `p`, `T(t) T(c) R S T(-c)` becomes `T(t + c - p) R S`, an ordinary offset and rotation as long as nothing is
/// scaled and no other transform lies between.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Scaling {
    /// Static transform between the parent's frame and this joint's offset.
    pub frames: Vec<Affine3A>,
    /// Orientation of the scale axes: unit quaternions.
    pub axes: Vec<Quat>,
    /// Scales in the rest pose.
    pub rest_scales: Vec<Vec3>,
}

/// Names, tree and rest pose of a figure. Flat arrays, one entry a joint, in file order, parents before children
/// (`parents[i] < i`). Several roots are allowed.
///
/// Only [`SkeletonBuilder`] makes one and enforces these rules.
#[derive(Debug, Clone, PartialEq)]
pub struct Skeleton {
    names: Vec<Box<str>>,
    parents: Vec<u16>,
    rest_translations: Vec<Vec3>,
    rest_rotations: Vec<Quat>,
    kinds: Vec<JointKind>,
    scaling: Option<Box<Scaling>>,
    weights: Vec<f32>,
    links: Vec<[u16; 2]>,
}

impl Skeleton {
    /// Number of joints, end sites included; at least 1.
    pub fn len(&self) -> usize {
        self.parents.len()
    }

    /// Never true: a skeleton has at least one joint.
    pub fn is_empty(&self) -> bool {
        self.parents.is_empty()
    }

    /// Names as the file spells them. They may repeat: address joints by index.
    pub fn names(&self) -> &[Box<str>] {
        &self.names
    }

    /// The name of `joint`, empty for an index out of range.
    pub fn name(&self, joint: usize) -> &str {
        self.names.get(joint).map_or("", |name| name)
    }

    /// The first joint with exactly this name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|own| **own == *name)
    }

    /// Index of each joint's parent, [`NO_PARENT`] for roots; always less than the joint's own index.
    pub fn parents(&self) -> &[u16] {
        &self.parents
    }

    /// The parent of each joint, `None` for roots.
    pub fn parent_of_each(&self) -> impl Iterator<Item = Option<usize>> {
        (0..self.len()).map(|joint| self.parent(joint))
    }

    /// Offset from the parent in the rest pose: parent space, the file's axes and units.
    pub fn rest_translations(&self) -> &[Vec3] {
        &self.rest_translations
    }

    /// Rotation in the rest pose: unit quaternions, parent space.
    pub fn rest_rotations(&self) -> &[Quat] {
        &self.rest_rotations
    }

    /// The kind of each joint.
    pub fn kinds(&self) -> &[JointKind] {
        &self.kinds
    }

    /// Whether `joint` is of the kind that moves, [`JointKind::Joint`]: no end site, site or frame, and no index out of range.
    pub fn is_joint(&self, joint: usize) -> bool {
        self.kinds.get(joint) == Some(&JointKind::Joint)
    }

    /// Scales and static transforms, if the skeleton has any.
    pub fn scaling(&self) -> Option<&Scaling> {
        self.scaling.as_deref()
    }

    /// Rest weight of each morph of the skin.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// Pairs of joints that a stick joins beside the tree: markers of motion capture, whose sticks close rings.
    pub fn links(&self) -> &[[u16; 2]] {
        &self.links
    }

    /// The parent of `joint`, `None` for a root or an index out of range.
    pub fn parent(&self, joint: usize) -> Option<usize> {
        self.parents.get(joint).copied().filter(|&p| p != NO_PARENT).map(usize::from)
    }
}

/// A finite quaternion at unit length; `None` for zero.
fn unit(rotation: Quat) -> Option<Quat> {
    if rotation.length_squared().is_normal() {
        return Some(rotation.normalize());
    }
    // The square of the length is outside the range of `f32`.
    let largest = Vec4::from(rotation).abs().max_element();
    (largest > 0.0).then(|| Quat::from_vec4(Vec4::from(rotation) / largest).normalize())
}

/// Builds a [`Skeleton`].
#[derive(Debug, Clone)]
pub struct SkeletonBuilder {
    skeleton: Skeleton,
    depths: Vec<u32>,
    max_joints: usize,
    max_depth: usize,
}

impl SkeletonBuilder {
    /// An empty skeleton with these limits.
    pub fn new(limits: &Limits) -> Self {
        Self {
            skeleton: Skeleton {
                names: Vec::new(),
                parents: Vec::new(),
                rest_translations: Vec::new(),
                rest_rotations: Vec::new(),
                kinds: Vec::new(),
                scaling: None,
                weights: Vec::new(),
                links: Vec::new(),
            },
            depths: Vec::new(),
            max_joints: limits.joints.min(usize::from(NO_PARENT)),
            max_depth: limits.depth,
        }
    }

    /// Adds a joint below `parent`, an index that an earlier call returned, or as a root. Returns the joint's index.
    pub fn add(
        &mut self,
        name: &str,
        parent: Option<u16>,
        kind: JointKind,
        rest_translation: Vec3,
        rest_rotation: Quat,
    ) -> Result<u16, BuildError> {
        let index = self.skeleton.len();
        if index >= self.max_joints {
            return Err(BuildError::TooManyJoints);
        }
        if !is_placeable(rest_translation) || !rest_rotation.is_finite() {
            return Err(BuildError::NotFinite);
        }
        let depth = match parent {
            None => 1,
            Some(parent) => self.depths.get(usize::from(parent)).ok_or(BuildError::UnknownParent)? + 1,
        };
        // The limit is for joints: an end site or site may hang on the deepest one.
        if depth as usize > self.max_depth.saturating_add(usize::from(kind.is_point())) {
            return Err(BuildError::TooDeep);
        }
        let id = u16::try_from(index).map_err(|_| BuildError::TooManyJoints)?;
        let skeleton = &mut self.skeleton;
        skeleton.names.push(name.into());
        skeleton.parents.push(parent.unwrap_or(NO_PARENT));
        skeleton.rest_translations.push(rest_translation);
        // A zero quaternion has no direction: use the identity.
        skeleton.rest_rotations.push(unit(rest_rotation).unwrap_or(Quat::IDENTITY));
        skeleton.kinds.push(kind);
        self.depths.push(depth);
        Ok(id)
    }

    /// Gives every joint a scale and a static transform. Call it after the last [`add`](Self::add).
    pub fn set_scaling(&mut self, scaling: Scaling) -> Result<(), BuildError> {
        let count = self.skeleton.len();
        if [scaling.frames.len(), scaling.axes.len(), scaling.rest_scales.len()] != [count; 3] {
            return Err(BuildError::WrongLength);
        }
        let placeable = scaling.frames.iter().all(is_placeable_matrix)
            && scaling.axes.iter().all(|axes| axes.is_finite())
            && scaling.rest_scales.iter().all(|scale| is_placeable(*scale));
        let axes: Option<Vec<Quat>> = scaling.axes.iter().copied().map(unit).collect();
        let Some(axes) = axes.filter(|_| placeable) else { return Err(BuildError::NotFinite) };
        self.skeleton.scaling = Some(Box::new(Scaling { axes, ..scaling }));
        Ok(())
    }

    /// Sets the rest weights of the skin's morphs, at most 65,535.
    pub fn set_weights(&mut self, weights: Vec<f32>) -> Result<(), BuildError> {
        if !weights.iter().all(|weight| weight.abs() <= FARTHEST) {
            return Err(BuildError::NotFinite);
        }
        if weights.len() > usize::from(NO_PARENT) {
            return Err(BuildError::TooManyJoints);
        }
        self.skeleton.weights = weights;
        Ok(())
    }

    /// Joins two joints by a stick beside the tree. [`BuildError::UnknownJoint`] if one of them has not been added.
    pub fn link(&mut self, joints: [u16; 2]) -> Result<(), BuildError> {
        if joints.iter().any(|joint| usize::from(*joint) >= self.skeleton.len()) {
            return Err(BuildError::UnknownJoint);
        }
        self.skeleton.links.push(joints);
        Ok(())
    }

    /// Number of joints so far.
    pub fn len(&self) -> usize {
        self.skeleton.len()
    }

    /// The parent of `joint`, `None` for a root or an index out of range.
    pub fn parent(&self, joint: usize) -> Option<usize> {
        self.skeleton.parent(joint)
    }

    /// Whether no joint was added yet.
    pub fn is_empty(&self) -> bool {
        self.skeleton.is_empty()
    }

    /// The finished skeleton.
    pub fn finish(self) -> Result<Skeleton, BuildError> {
        if self.skeleton.is_empty() { Err(BuildError::NoJoints) } else { Ok(self.skeleton) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn builder(joints: usize, depth: usize) -> SkeletonBuilder {
        SkeletonBuilder::new(&Limits { joints, depth, ..Limits::default() })
    }

    fn add(builder: &mut SkeletonBuilder, parent: Option<u16>) -> Result<u16, BuildError> {
        builder.add("j", parent, JointKind::Joint, Vec3::ZERO, Quat::IDENTITY)
    }

    #[test]
    fn a_parent_must_come_first() {
        let mut b = builder(10, 10);
        assert_eq!(add(&mut b, Some(0)), Err(BuildError::UnknownParent));
        assert_eq!(add(&mut b, None), Ok(0));
        assert_eq!(add(&mut b, Some(0)), Ok(1));
        assert_eq!(add(&mut b, Some(2)), Err(BuildError::UnknownParent));
        let skeleton = b.finish().unwrap();
        assert_eq!(skeleton.parents(), [NO_PARENT, 0]);
        assert_eq!((skeleton.find("j"), skeleton.find("J")), (Some(0), None));
    }

    #[test]
    fn scales_are_one_a_joint_and_finite() {
        let mut b = builder(10, 10);
        add(&mut b, None).unwrap();
        add(&mut b, None).unwrap();
        let one = Scaling {
            frames: vec![Affine3A::IDENTITY; 2],
            axes: vec![Quat::IDENTITY; 2],
            rest_scales: vec![Vec3::ONE; 2],
        };
        let short = Scaling { axes: vec![Quat::IDENTITY], ..one.clone() };
        assert_eq!(b.set_scaling(short), Err(BuildError::WrongLength));
        let infinite = Scaling { rest_scales: vec![Vec3::INFINITY; 2], ..one.clone() };
        assert_eq!(b.set_scaling(infinite), Err(BuildError::NotFinite));
        b.set_scaling(one.clone()).unwrap();
        assert_eq!(b.finish().unwrap().scaling(), Some(&one));
    }

    #[test]
    fn rest_rotations_and_axes_of_any_length_become_unit_quaternions() {
        let wanted = Quat::from_xyzw(0.0, 0.5_f32.sqrt(), 0.0, -0.5_f32.sqrt());
        for length in [f32::MAX, 1e30, 1.0, 1e-19, 1e-22, 1e-38, 1e-44] {
            let long = Quat::from_xyzw(0.0, length, 0.0, -length);
            let mut b = builder(10, 10);
            b.add("j", None, JointKind::Joint, Vec3::ZERO, long).unwrap();
            let (frames, rest_scales) = (vec![Affine3A::IDENTITY], vec![Vec3::ONE]);
            b.set_scaling(Scaling { frames, axes: vec![long], rest_scales }).unwrap();
            let skeleton = b.finish().unwrap();
            for found in [skeleton.rest_rotations()[0], skeleton.scaling().unwrap().axes[0]] {
                assert!(found.abs_diff_eq(wanted, 1e-6), "{length}: {found}");
            }
        }
        let mut b = builder(10, 10);
        b.add("j", None, JointKind::Joint, Vec3::ZERO, Quat::from_xyzw(0.0, 0.0, 0.0, 0.0)).unwrap();
        assert_eq!(b.finish().unwrap().rest_rotations(), [Quat::IDENTITY]);
    }

    #[test]
    fn weights_are_finite_and_no_more_than_indices_reach() {
        let mut b = builder(10, 10);
        add(&mut b, None).unwrap();
        assert_eq!(b.set_weights(vec![f32::NAN]), Err(BuildError::NotFinite));
        assert_eq!(b.set_weights(vec![0.0; 1 << 16]), Err(BuildError::TooManyJoints));
        b.set_weights(vec![0.5, 1.0]).unwrap();
        assert_eq!(b.finish().unwrap().weights(), [0.5, 1.0]);
    }

    #[test]
    fn links_join_joints_that_are_there() {
        let mut b = builder(10, 10);
        add(&mut b, None).unwrap();
        add(&mut b, None).unwrap();
        assert_eq!((b.link([0, 1]), b.link([1, 2])), (Ok(()), Err(BuildError::UnknownJoint)));
        assert_eq!(b.finish().unwrap().links(), [[0, 1]]);
    }

    #[test]
    fn joints_and_depth_are_limited() {
        let mut b = builder(2, 10);
        add(&mut b, None).unwrap();
        add(&mut b, None).unwrap();
        assert_eq!(add(&mut b, None), Err(BuildError::TooManyJoints));
        let mut b = builder(10, 2);
        add(&mut b, None).unwrap();
        add(&mut b, Some(0)).unwrap();
        assert_eq!(add(&mut b, Some(1)), Err(BuildError::TooDeep));
        let end = b.add("end", Some(1), JointKind::EndSite, Vec3::Y, Quat::IDENTITY);
        assert_eq!(end, Ok(2));
        assert_eq!(add(&mut b, Some(2)), Err(BuildError::TooDeep));
    }

    #[test]
    fn infinite_values_and_empty_skeletons_are_refused() {
        let mut b = builder(2, 2);
        for coordinate in [f32::NAN, f32::NEG_INFINITY, 1.1e12] {
            let refused = b.add("j", None, JointKind::Joint, Vec3::new(0.0, coordinate, 0.0), Quat::IDENTITY);
            assert_eq!(refused, Err(BuildError::NotFinite));
        }
        assert_eq!(b.finish(), Err(BuildError::NoJoints));
    }
}
