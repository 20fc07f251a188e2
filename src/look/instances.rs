//! The instances a renderer draws: one per bone, joint, head or hand, and the skin's matrices.

use std::ops::Range;

use glam::{Affine3A, Vec3};
use marey_kernels::instances::{
    self, BoneInstance, BonePart, END_SITE, InstanceLook, LEFT_PATTERN, OFF_BODY, RIGHT_PATTERN,
};

use super::solids::{HALF_HEAD, Solid};
use super::theme::Palette;
use crate::body::{BoneOf, Side, Survey, Tie, hand_bones, sides};
use crate::checked::Checked;
use crate::model::{Bounds, JointKind, Skeleton};
use crate::pose::Pose;

/// The instances of one frame.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Instances {
    /// Tapered solids from joint to joint.
    pub bones: Vec<BoneInstance>,
    /// Spheres.
    pub joints: Vec<BoneInstance>,
    /// Ellipsoids: heads and hands.
    pub solids: Vec<BoneInstance>,
    /// Spheres beside the figure: they cast no shadow and cannot be picked.
    pub marks: Vec<BoneInstance>,
    /// Binds and morphs of the shown skin, padded to rows of 256; empty without one.
    pub skin: Vec<SkinJoint>,
    /// The visible triangles of the skin.
    pub skin_triangles: Range<u32>,
    /// Bones and joints are not drawn: they only cast the shadow and answer queries of positions.
    pub hidden: bool,
}

/// Shape and style of each joint's bone and ball, measured once per clip.
#[derive(Debug, Clone, Default)]
pub struct Body {
    parts: Vec<BonePart>,
    solids: Vec<Solid>,
    sides: Vec<Side>,
    /// Joints that a stick joins beside the tree.
    links: Vec<[u16; 2]>,
}

/// Half the width of a finger, as a share of the figure's height.
const FINGER: f32 = 0.0045;

impl Body {
    /// Measures the bones of `pose` (world matrices in file space). `metres`: per file unit.
    pub fn new(skeleton: &Skeleton, pose: &Pose, survey: &Survey, metres: f32) -> Self {
        let (sides, height) = (sides(skeleton), survey.height);
        let length = |joint: usize| Some(pose.place(joint).distance(pose.place(skeleton.parent(joint)?)));
        // The shortest bone at each joint: fingers get small knuckles.
        let mut shortest = vec![f32::INFINITY; skeleton.len()];
        for joint in 0..skeleton.len() {
            if let (Some(parent), Some(length)) = (skeleton.parent(joint), length(joint))
                && length > 1e-3 * height
                && skeleton.kinds().get(joint) != Some(&JointKind::Site)
            {
                for at in [joint, parent] {
                    shortest.change(at, |shortest| *shortest = shortest.min(length));
                }
            }
        }
        let height = if height > 0.0 { height } else { 1.0 / metres.max(f32::MIN_POSITIVE) };
        let parts = (0..skeleton.len()).map(|joint| {
            let kind = skeleton.kinds().get(joint).copied().unwrap_or(JointKind::Joint);
            let end = kind.is_point();
            // A frame is not a body part, so no bone begins or ends there; a site has no bone.
            let from = skeleton.parent(joint).filter(|parent| skeleton.kinds().get(*parent) != Some(&JointKind::Frame));
            let tie = survey.ties.get(joint).copied().unwrap_or(Tie::Bone);
            let bone = tie == Tie::Bone && matches!(kind, JointKind::Joint | JointKind::EndSite);
            let off_body = tie == Tie::Nothing;
            let knuckle = |joint: usize| Some(shortest.at(joint)).filter(|near: &f32| near.is_finite());
            // An end site may coincide with its joint.
            let near = knuckle(joint).or_else(|| knuckle(skeleton.parent(joint)?)).unwrap_or(f32::INFINITY);
            let length = length(joint).unwrap_or(0.0);
            let thick = (0.13 * length + 0.002 * height).max(0.003 * height).min(0.03 * height);
            let ball = (0.0155 * height).min(0.26 * near).max(0.0035 * height);
            let ball = if near.is_infinite() { 0.02 * height } else { ball };
            BonePart {
                from: from.filter(|_| bone).and_then(|parent| u16::try_from(parent).ok()),
                start_radius: thick * metres,
                end_radius: thick * 0.42 * metres,
                ball_radius: match kind {
                    JointKind::Joint => ball,
                    JointKind::EndSite => ball * 0.7,
                    JointKind::Site => (ball * 0.7).min(0.006 * height),
                    JointKind::Frame => 0.0,
                } * metres,
                side: sides.at(joint) as u8,
                site: kind == JointKind::Site,
                covered: off_body,
                style: if end { END_SITE } else { 0 } | if off_body { OFF_BODY } else { 0 },
            }
        });
        let links = skeleton.links().to_vec();
        let mut body = Self { parts: parts.collect(), solids: Vec::new(), sides, links };
        body.solids(skeleton, pose, survey, metres);
        body
    }

    /// Replaces the bones of heads and hands by ellipsoids, and makes fingers slender.
    fn solids(&mut self, skeleton: &Skeleton, pose: &Pose, survey: &Survey, metres: f32) {
        let tall = survey.parts.stature.map_or(survey.height, |stature| stature.length);
        let rest = Pose::rest(skeleton);
        if let Some((head, reach)) = Solid::head(skeleton, [pose, &rest], survey, &self.sides, metres) {
            for joint in head.from + 1..self.parts.len() {
                let Some(part) = self.parts.get_mut(joint) else { break };
                let parent = skeleton.parent(joint);
                let near = pose.translations.get(joint).is_some_and(|offset| offset.length() <= reach);
                // A crown joint, or a head without a crown, may have an end site anywhere.
                let topmost = part.style & END_SITE != 0 && parent == Some(head.to.unwrap_or(head.from));
                part.covered |= Some(joint) == head.to || topmost;
                // Eyes and jaw lie within the head.
                if topmost || (near && parent == Some(head.from)) {
                    part.from = None;
                }
            }
            self.solids.push(head);
        }
        let Some(arms) = survey.parts.arms else { return };
        for (joint, bone) in hand_bones(skeleton, arms.ends).into_iter().enumerate() {
            let Some(part) = self.parts.get_mut(joint) else { break };
            match bone {
                BoneOf::Limb => {}
                BoneOf::Finger => {
                    part.start_radius = part.start_radius.min(FINGER * tall * metres);
                    part.end_radius = 0.75 * part.start_radius;
                }
                BoneOf::Hand => {
                    if let Some(hand) = Solid::hand(skeleton, &rest, survey, joint, tall, metres) {
                        part.from = None;
                        part.covered = part.style & END_SITE != 0;
                        self.solids.push(hand);
                    }
                }
            }
        }
    }

    /// How far the head reaches beyond the joints, metres: a margin for their bounding box.
    pub fn margin(&self) -> Bounds {
        let head = self.solids.iter().find(|solid| solid.shortest > 0.0);
        let above = head.filter(|head| head.to.is_none()).map_or(0.0, |head| head.shortest);
        let aside = head.map_or(0.0, |head| HALF_HEAD * head.shortest);
        Bounds { min: Vec3::new(-aside, 0.0, -aside), max: Vec3::new(aside, above, aside) }
    }

    /// The side of each joint.
    pub fn sides(&self) -> &[Side] {
        &self.sides
    }

    /// Writes the instances of a pose. `place` transforms file space to stage space.
    pub fn write(&self, pose: &Pose, place: &Affine3A, look: &FigureLook, out: &mut Instances) {
        self.write_seen(pose, place, look, &[], out);
    }

    /// [`write`](Self::write), with the opacity of each joint, as [`Clip::visibility`](crate::model::Clip::visibility) has them; those beyond
    /// its end are opaque.
    pub fn write_seen(&self, pose: &Pose, place: &Affine3A, look: &FigureLook, seen: &[u8], out: &mut Instances) {
        let [left, right] = if look.patterns { [LEFT_PATTERN, RIGHT_PATTERN] } else { [0, 0] };
        let Palette { left: on_left, right: on_right, middle, opacity, .. } = look.palette;
        let colour = |[r, g, b]: [u8; 3]| [r, g, b, opacity];
        // Ordered like `Side`, by which parts index it.
        let sides = [(colour(on_left), left), (colour(on_right), right), (colour(middle), 0)];
        let shown = InstanceLook { sides, sites: look.sites, highlighted: look.highlighted };
        instances::write(&self.parts, &pose.world, place, &shown, seen, &mut out.joints, &mut out.bones);
        for link in &self.links {
            let [start, end] = link.map(|joint| out.joints.get(usize::from(joint)));
            if let (Some(start), Some(end)) = (start, end)
                && start.colour[3].min(end.colour[3]) > 0
            {
                let radius = 0.4 * end.start_radius;
                let style = end.style & (LEFT_PATTERN | RIGHT_PATTERN);
                let (start_radius, end_radius) = (radius, radius);
                out.bones.push(BoneInstance { end: end.start, start_radius, end_radius, style, ..*start });
            }
        }
        out.solids.clear();
        for solid in &self.solids {
            if seen.get(solid.from) != Some(&0)
                && let Some(instance) = solid.instance(pose, place)
            {
                let side = self.parts.get(solid.from).map_or(Side::Middle as u8, |part| part.side);
                let (colour, style) = shown.of(side, solid.from);
                out.solids.push(BoneInstance {
                    colour,
                    style: instance.style | style,
                    joint: solid.from as u32,
                    ..instance
                });
            }
        }
    }
}

/// Display settings of a figure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FigureLook {
    /// Colours by side.
    pub palette: Palette,
    /// Distinguish left and right also by pattern.
    pub patterns: bool,
    /// The highlighted joint.
    pub highlighted: Option<usize>,
    /// Show the clip's skin.
    pub skin: bool,
    /// Show the skin's segments.
    pub segments: bool,
    /// Show sites.
    pub sites: bool,
    /// Show the bones inside the skin.
    pub bones: bool,
}

/// One bind or morph of a posed skin in GPU layout: 64 bytes, four texels of a float texture. All binds come first, then all
/// morphs, then zeros up to the end of the row.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default, bytemuck::Pod, bytemuck::Zeroable)]
pub struct SkinJoint {
    /// Bind: the three rows of the matrix from skin space to stage space. Morph: weight and bind index in the first row.
    pub rows: [[f32; 4]; 3],
    /// sRGB, from 0 to 1.
    pub colour: [f32; 3],
    /// The bits of [`BoneInstance::style`], [`IS_SKIN`], [`TRANSLUCENT`] and [`TINTED`], and the opacity times [`OPACITY`]; as a float.
    pub style: f32,
}

impl SkinJoint {
    /// Entries per texture row.
    pub const ROW: usize = 256;
}

/// A bit of [`SkinJoint::style`]: a skin, whose patterns follow the position.
pub const IS_SKIN: u32 = 16;
/// A bit of [`SkinJoint::style`]: the bones inside show through.
pub const TRANSLUCENT: u32 = 32;
/// A bit of [`SkinJoint::style`]: the skin shows the joints' colours in place of its own.
pub const TINTED: u32 = 256;
/// The unit of the opacity in [`SkinJoint::style`], which is from 0 to 255.
pub const OPACITY: u32 = 512;

#[cfg(test)]
mod tests {
    use glam::Quat;
    use marey_kernels::instances::{HIGHLIGHTED, ROUND};

    use super::*;
    use crate::body::survey;
    use crate::error::Limits;
    use crate::model::{Axis, Motion, SkeletonBuilder};

    fn surveyed(skeleton: &Skeleton) -> Survey {
        survey(skeleton, &Motion::rest(), Some(Axis::Y))
    }

    #[test]
    fn bones_run_from_parent_to_child_and_loose_joints_have_none() {
        let mut b = SkeletonBuilder::new(&Limits::default());
        let mut add = |parent, kind, offset| b.add("LeftX", parent, kind, offset, Quat::IDENTITY).unwrap();
        let root = add(None, JointKind::Joint, Vec3::ZERO);
        let hips = add(Some(root), JointKind::Joint, Vec3::Y * 90.0);
        let tip = add(Some(hips), JointKind::EndSite, Vec3::Y * 10.0);
        add(Some(tip), JointKind::EndSite, Vec3::ZERO);
        let skeleton = b.finish().unwrap();
        let pose = Pose::rest(&skeleton);
        let survey =
            Survey { ties: vec![Tie::Bone, Tie::Loose, Tie::Bone, Tie::Bone], height: 100.0, ..surveyed(&skeleton) };
        let body = Body::new(&skeleton, &pose, &survey, 0.01);
        let palette = Palette {
            left: [1, 2, 3],
            right: [4, 5, 6],
            middle: [7, 8, 9],
            skin: [[0.5; 3]; 3],
            tinted: false,
            opacity: 255,
        };
        let look = FigureLook {
            palette,
            patterns: true,
            highlighted: Some(1),
            skin: true,
            segments: true,
            sites: true,
            bones: false,
        };
        let mut out = Instances::default();
        body.write(&pose, &Affine3A::from_scale(Vec3::splat(0.01)), &look, &mut out);
        assert_eq!(out.joints.len(), 4);
        assert_eq!(out.bones.len(), 1, "no bone to the loose hips, none of length 0");
        let bone = out.bones[0];
        assert_eq!((bone.joint, bone.colour), (1, [1, 2, 3, 255]));
        assert!((bone.start[1] - 0.9).abs() < 1e-6 && (bone.end[1] - 1.0).abs() < 1e-6);
        assert_eq!(bone.style, LEFT_PATTERN | HIGHLIGHTED);
        assert!(bone.start_radius > bone.end_radius && bone.start_radius < 0.05);
        assert_eq!(out.joints[2].style, LEFT_PATTERN | END_SITE | ROUND);
        assert_eq!(size_of::<BoneInstance>(), 48);
    }

    #[test]
    fn a_stick_joins_two_joints_that_are_both_seen() {
        let mut b = SkeletonBuilder::new(&Limits::default());
        let mut add = |name, offset| b.add(name, None, JointKind::Joint, offset, Quat::IDENTITY).unwrap();
        let ends = [add("C7", Vec3::Y), add("LSHO", Vec3::X)];
        b.link(ends).unwrap();
        let skeleton = b.finish().unwrap();
        let pose = Pose::rest(&skeleton);
        let body = Body::new(&skeleton, &pose, &surveyed(&skeleton), 1.0);
        let look = FigureLook {
            palette: crate::look::Theme::Light.palette(),
            patterns: true,
            highlighted: None,
            skin: true,
            segments: true,
            sites: true,
            bones: false,
        };
        let mut out = Instances::default();
        body.write(&pose, &Affine3A::IDENTITY, &look, &mut out);
        let [stick] = out.bones.as_slice() else { panic!("{:?}", out.bones) };
        assert_eq!((stick.start, stick.end, stick.style), ([0.0, 1.0, 0.0], [1.0, 0.0, 0.0], LEFT_PATTERN));
        assert!(stick.end_radius > 0.0 && stick.end_radius < out.joints[0].end_radius);
        for seen in [[0, 255], [255, 0]] {
            body.write_seen(&pose, &Affine3A::IDENTITY, &look, &seen, &mut out);
            assert!(out.bones.is_empty(), "{seen:?}");
        }
    }

    #[test]
    fn sites_have_no_bone_and_frames_are_not_drawn() {
        let mut b = SkeletonBuilder::new(&Limits::default());
        let mut add = |parent, kind, offset| b.add("x", parent, kind, offset, Quat::IDENTITY).unwrap();
        let frame = add(None, JointKind::Frame, Vec3::ZERO);
        let hips = add(Some(frame), JointKind::Joint, Vec3::Y * 90.0);
        add(Some(hips), JointKind::Site, Vec3::Z * 10.0);
        add(Some(hips), JointKind::Joint, Vec3::Y * 80.0);
        let skeleton = b.finish().unwrap();
        let pose = Pose::rest(&skeleton);
        let body = Body::new(&skeleton, &pose, &surveyed(&skeleton), 0.01);
        let palette = Palette {
            left: [1, 2, 3],
            right: [4, 5, 6],
            middle: [7, 8, 9],
            skin: [[0.5; 3]; 3],
            tinted: false,
            opacity: 255,
        };
        let look = FigureLook {
            palette,
            patterns: false,
            highlighted: None,
            skin: true,
            segments: true,
            sites: true,
            bones: false,
        };
        let mut out = Instances::default();
        body.write(&pose, &Affine3A::from_scale(Vec3::splat(0.01)), &look, &mut out);
        assert_eq!(out.bones.iter().map(|bone| bone.joint).collect::<Vec<_>>(), [1], "one bone, from the hips up");
        assert_eq!((out.joints[0].start_radius, out.joints[2].style), (0.0, END_SITE | ROUND));
        assert!(out.joints[2].start_radius < out.joints[1].start_radius);
        body.write(&pose, &Affine3A::IDENTITY, &FigureLook { sites: false, ..look }, &mut out);
        assert_eq!((out.joints[2].start_radius, out.joints[1].start_radius > 0.0), (0.0, true));
    }
}
