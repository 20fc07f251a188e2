//! Heads and hands, drawn as ellipsoids instead of bones.

use glam::{Affine3A, Mat3A, Vec3, Vec3A};
use marey_kernels::instances::{BoneInstance, ROUND};

use crate::body::{Side, Survey, facing};
use crate::checked::Checked;
use crate::model::{JointKind, Skeleton};
use crate::pose::Pose;

/// Shares of a person's height: chin to crown, head joint to crown, eyes or brows to crown, half the width of a hand.
const HEAD: f32 = 0.12;
const CROWN: f32 = 0.08;
const FOREHEAD: f32 = 0.04;
const HALF_HAND: f32 = 0.022;
/// Longest bone of a hand, as a share of height. A longer bone is an object held in the hand.
const LONGEST_HAND: f32 = 0.14;
/// Half the width of a head, and at most of a hand, as shares of their length.
pub(super) const HALF_HEAD: f32 = 0.36;
const HAND_WIDTH: f32 = 0.38;
/// The square root of the share by which a hand is thinner than wide; see `BoneInstance::press`.
const FLATTENING: f32 = 0.74;

/// A head or a hand.
#[derive(Debug, Clone, Copy)]
pub(super) struct Solid {
    /// The joint that turns the solid, which begins there or before it.
    pub(super) from: usize,
    /// The joint at the tip; `None`: use `tip`.
    pub(super) to: Option<usize>,
    /// Position of the tip in the space of `from`, file units.
    pub(super) tip: Vec3,
    /// Shortest length, metres. A solid whose tip is nearer begins before its joint.
    pub(super) shortest: f32,
    /// Half the width as a share of the length.
    width: f32,
    /// Upper bound of half the width, metres.
    widest: f32,
    /// Direction of the width in the space of `from`; zero: round.
    wide: Vec3A,
}

impl Solid {
    /// The head, if it has a crown joint or the figure's height predicts the crown, and how far it reaches from its joint, in that joint's
    /// space. `pose`: any, and the rest pose; `metres`: per file unit.
    pub(super) fn head(
        skeleton: &Skeleton,
        [pose, rest]: [&Pose; 2],
        survey: &Survey,
        sides: &[Side],
        metres: f32,
    ) -> Option<(Self, f32)> {
        let tall = survey.parts.stature.map(|stature| stature.length);
        let from = survey.parts.skull?;
        // Without a neck it may not be a head.
        skeleton.parent(from)?;
        let shortest = HEAD * tall.unwrap_or(0.0);
        // Up in the head points away from the neck at rest. Some rest poses are unnatural, and heads would lie beside their necks in
        // motion; then the first frame decides.
        let [now, at_rest] = [pose, rest].map(|pose| upward(skeleton, pose, from, shortest));
        let up = if now.dot(at_rest) < 0.5 { now } else { at_rest };
        // Joints above may scale the head, as in FBX of Blender: from here on lengths are those of its own space.
        let scale = rest.world.get(from).map_or(1.0, |world| (world.matrix3 * Vec3A::from(up)).length());
        let scale = if scale > 0.0 { scale } else { 1.0 };
        let (tall, least) = (tall.map(|tall| tall / scale), shortest / scale);
        let offset = |joint: usize| pose.translations.at(joint);
        let along = |joint: &usize| offset(*joint).dot(up);
        let in_it = |joint: &usize| {
            skeleton.parent(*joint) == Some(from) && skeleton.kinds().get(*joint) != Some(&JointKind::Frame)
        };
        let is_crown = |joint: &usize| {
            let length = offset(*joint).length();
            sides.get(*joint) == Some(&Side::Middle)
                && length > 0.2 * least
                && along(joint) >= 0.5 * length * up.length()
        };
        let inside = || (from + 1..skeleton.len()).filter(in_it);
        let to = inside().filter(is_crown).max_by(|a, b| along(a).total_cmp(&along(b)));
        let tip = match (to, tall) {
            (Some(crown), _) => offset(crown),
            (None, Some(tall)) if up != Vec3::ZERO => {
                let brow = inside().map(|joint| along(&joint)).filter(|brow| *brow < least).fold(0.0, f32::max);
                up * (CROWN * tall).max(brow + FOREHEAD * tall)
            }
            _ => return None,
        };
        let shortest = shortest * metres;
        let head = Self { from, to, tip, shortest, width: HALF_HEAD, widest: f32::MAX, wide: Vec3A::ZERO };
        Some((head, tip.length().max(least)))
    }

    /// The part of a hand that ends at a joint. `tall`: the figure's height, file units; `rest`: the rest pose.
    pub(super) fn hand(
        skeleton: &Skeleton,
        rest: &Pose,
        survey: &Survey,
        to: usize,
        tall: f32,
        metres: f32,
    ) -> Option<Self> {
        let from = skeleton.parent(to)?;
        let tip = *rest.translations.get(to)?;
        let points: Vec<Vec3> = rest.world.iter().map(|world| world.translation.into()).collect();
        // At rest thumbs point forwards, whether arms hang or are spread with palms down.
        let wide = facing(skeleton, &points, survey.up.vector()).unwrap_or_default();
        let wide = rest.world.get(from)?.matrix3.transpose() * Vec3A::from(wide);
        let widest = HALF_HAND * tall * metres;
        let length = rest.place(to).distance(rest.place(from));
        (length < LONGEST_HAND * tall).then_some(Self {
            from,
            to: Some(to),
            tip,
            shortest: 0.0,
            width: HAND_WIDTH,
            widest,
            wide,
        })
    }

    /// The instance without its colour. `None` if it has no length.
    pub(super) fn instance(&self, pose: &Pose, place: &Affine3A) -> Option<BoneInstance> {
        let turn = *place * *pose.world.get(self.from)?;
        let tip = match self.to {
            Some(to) => place.transform_point3a(pose.world.get(to)?.translation),
            None => turn.transform_point3a(self.tip.into()),
        };
        let way = tip - turn.translation;
        let axis = way.try_normalize()?;
        let length = way.length().max(self.shortest);
        let radius = (self.width * length).min(self.widest);
        let flat = axis.cross(turn.matrix3 * self.wide).normalize_or_zero() * (FLATTENING * f32::from(i8::MAX));
        let [x, y, z] = flat.to_array().map(|part| part as i8);
        Some(BoneInstance {
            start: (tip - axis * (length - radius)).to_array(),
            start_radius: radius,
            end: (tip - axis * radius).to_array(),
            end_radius: radius,
            press: [x, y, z, 0],
            style: ROUND,
            joint: self.from as u32,
            ..BoneInstance::default()
        })
    }
}

/// Unit vector from the neck to the head, in the head's space, or zero. Since a neck may lean, it starts at the first joint a
/// head's length below.
fn upward(skeleton: &Skeleton, pose: &Pose, head: usize, length: f32) -> Vec3 {
    let at = |joint: usize| pose.world.get(joint).map_or(Vec3A::ZERO, |world| world.translation);
    let mut below = skeleton.parent(head).unwrap_or(head);
    while let Some(next) = skeleton.parent(below).filter(|_| at(below).distance(at(head)) < length) {
        below = next;
    }
    let turn = pose.world.get(head).map_or(Mat3A::IDENTITY, |world| world.matrix3.transpose());
    Vec3::from(turn * (at(head) - at(below))).normalize_or_zero()
}

#[cfg(test)]
mod tests {
    use glam::Quat;

    use super::*;
    use crate::body::survey;
    use crate::error::Limits;
    use crate::look::{Body, FigureLook, Instances, Theme};
    use crate::model::{Axis, Motion, Scaling, SkeletonBuilder};

    /// Further joints of a person: name, parent, kind, offset.
    type More<'a> = &'a [(&'a str, &'a str, JointKind, Vec3)];

    /// A person of 183 cm facing +Z with the head joint at 165 cm.
    fn person(more: More) -> Skeleton {
        let mut b = SkeletonBuilder::new(&Limits::default());
        let mut names: Vec<String> = Vec::new();
        let mut add = |name: &str, parent: &str, kind, offset| {
            let parent = names.iter().position(|other| other == parent).map(|index| index as u16);
            names.push(name.to_owned());
            b.add(name, parent, kind, offset, Quat::IDENTITY).unwrap();
        };
        add("Hips", "", JointKind::Joint, Vec3::Y * 90.0);
        add("Neck", "Hips", JointKind::Joint, Vec3::Y * 55.0);
        add("Head", "Neck", JointKind::Joint, Vec3::Y * 20.0);
        for (side, sign) in [("Left", 1.0), ("Right", -1.0)] {
            let mut limb = |name: &str, parent: &str, offset| {
                let parent =
                    if ["Hips", "Neck"].contains(&parent) { parent.to_owned() } else { format!("{side}{parent}") };
                add(&format!("{side}{name}"), &parent, JointKind::Joint, offset);
            };
            limb("UpLeg", "Hips", Vec3::X * 10.0 * sign);
            limb("Leg", "UpLeg", Vec3::Y * -45.0);
            limb("Foot", "Leg", Vec3::Y * -45.0);
            limb("Arm", "Neck", Vec3::X * 20.0 * sign);
            limb("ForeArm", "Arm", Vec3::X * 30.0 * sign);
            limb("Hand", "ForeArm", Vec3::X * 30.0 * sign);
        }
        for (name, parent, kind, offset) in more {
            add(name, parent, *kind, *offset);
        }
        b.finish().unwrap()
    }

    fn drawn(skeleton: &Skeleton, turn: impl Fn(&mut Pose)) -> (Body, Instances) {
        drawn_after(skeleton, |_| {}, turn)
    }

    /// A figure posed by `first` at the start and then also by `turn`.
    fn drawn_after(skeleton: &Skeleton, first: impl Fn(&mut Pose), turn: impl Fn(&mut Pose)) -> (Body, Instances) {
        let mut pose = Pose::rest(skeleton);
        first(&mut pose);
        crate::pose::world_matrices(skeleton, Affine3A::IDENTITY, &mut pose);
        let body = Body::new(skeleton, &pose, &survey(skeleton, &Motion::rest(), Some(Axis::Y)), 0.01);
        turn(&mut pose);
        crate::pose::world_matrices(skeleton, Affine3A::IDENTITY, &mut pose);
        let look = FigureLook {
            palette: Theme::Dark.palette(),
            patterns: false,
            highlighted: None,
            skin: true,
            segments: true,
            sites: true,
            bones: false,
        };
        let mut out = Instances::default();
        body.write(&pose, &Affine3A::from_scale(Vec3::splat(0.01)), &look, &mut out);
        (body, out)
    }

    fn bones_from(instances: &Instances, joint: usize) -> usize {
        instances.bones.iter().filter(|bone| bone.joint as usize == joint).count()
    }

    #[test]
    fn a_head_is_0_72_as_wide_as_high() {
        let crown = ("Top", "Head", JointKind::EndSite, Vec3::Y * 25.0);
        let eye = ("LeftEye", "Head", JointKind::Joint, Vec3::new(3.0, 10.0, 8.0));
        let skeleton = person(&[eye, crown]);
        let head = skeleton.find("Head").unwrap();
        let (body, out) = drawn(&skeleton, |_| {});
        let [solid] = out.solids[..] else { panic!("{:?}", out.solids) };
        let [chin, top] = solid.poles();
        assert!(chin.distance(Vec3::Y * 1.65) < 1e-5 && top.distance(Vec3::Y * 1.9) < 1e-5, "{chin} {top}");
        assert!((2.0 * solid.end_radius - 0.72 * 0.25).abs() < 1e-6);
        assert_eq!((solid.joint as usize, solid.style, solid.press), (head, ROUND, [0; 4]));
        assert_eq!(bones_from(&out, head), 0, "no spike to the crown, none to the eye");
        assert_eq!(out.joints[skeleton.find("Top").unwrap()].end_radius, 0.0, "nothing sticks out of the crown");
        assert!(out.joints[skeleton.find("LeftEye").unwrap()].end_radius > 0.0);
        assert!(body.margin().max.y == 0.0 && body.margin().max.x > 0.0);
        // The head turns with its joint.
        let (_, nodding) = drawn(&skeleton, |pose| pose.rotations[head] = Quat::from_rotation_x(1.0));
        let [_, top] = nodding.solids[0].poles();
        assert!(top.distance(Vec3::Y * 1.65 + Quat::from_rotation_x(1.0) * Vec3::Y * 0.25) < 1e-5, "{top}");
    }

    /// The same figure with smaller numbers below a root that scales them.
    fn below_a_scale(figure: &Skeleton, scale: f32) -> Skeleton {
        let mut b = SkeletonBuilder::new(&Limits::default());
        let mut rest_scales = vec![Vec3::ONE; figure.len()];
        rest_scales[0] = Vec3::splat(scale);
        for joint in 0..figure.len() {
            let parent = figure.parent(joint).map(|parent| parent as u16);
            let offset = figure.rest_translations()[joint] / if joint > 0 { scale } else { 1.0 };
            b.add(figure.name(joint), parent, figure.kinds()[joint], offset, Quat::IDENTITY).unwrap();
        }
        let (frames, axes) = (vec![Affine3A::IDENTITY; figure.len()], vec![Quat::IDENTITY; figure.len()]);
        b.set_scaling(Scaling { frames, axes, rest_scales }).unwrap();
        b.finish().unwrap()
    }

    #[test]
    fn heads_and_hands_are_as_large_below_a_scale() {
        let hand = |name, parent| (name, parent, JointKind::EndSite, Vec3::X * 18.0);
        let figure =
            person(&[hand("LeftEnd", "LeftHand"), ("LeftEye", "Head", JointKind::Joint, Vec3::new(3.0, 10.0, 8.0))]);
        let (_, plain) = drawn(&figure, |_| {});
        assert_eq!(plain.solids.len(), 2);
        for scale in [100.0, 0.01] {
            let (_, scaled) = drawn(&below_a_scale(&figure, scale), |_| {});
            assert_eq!(scaled.bones.len(), plain.bones.len());
            assert_eq!(scaled.solids.len(), 2);
            for (a, b) in plain.solids.iter().zip(&scaled.solids) {
                let off = Vec3::from(a.end).distance(b.end.into()).max((a.end_radius - b.end_radius).abs());
                assert!(off < 1e-4, "{scale}: {off}");
            }
        }
    }

    #[test]
    fn without_a_crown_the_body_decides_the_heads_size() {
        let tall = 90.0 / 0.491;
        let (body, out) = drawn(&person(&[]), |_| {});
        let [chin, top] = out.solids[0].poles();
        assert!((top.y - 1.65 - 0.0008 * tall).abs() < 1e-4 && (top.y - chin.y - 0.0012 * tall).abs() < 1e-4);
        assert!(body.margin().max.y >= top.y - 1.65);
        // A short head bone, as in CMU's skeletons: the head ends at the crown and begins at the neck.
        let short = person(&[("Top", "Head", JointKind::EndSite, Vec3::Y * 11.0)]);
        let [chin, top] = drawn(&short, |_| {}).1.solids[0].poles();
        assert!((top.y - 1.76).abs() < 1e-5 && (top.y - chin.y - 0.0012 * tall).abs() < 1e-4);
        // A figure that is not a person gets no head: the bone stays.
        let mut b = SkeletonBuilder::new(&Limits::default());
        let mut parent = None;
        for (name, up) in [("Base", 0.0), ("Neck", 10.0), ("Head", 10.0)] {
            parent = Some(b.add(name, parent, JointKind::Joint, Vec3::Y * up, Quat::IDENTITY).unwrap());
        }
        let (_, out) = drawn(&b.finish().unwrap(), |_| {});
        assert_eq!((out.solids.len(), out.bones.len()), (0, 2));
    }

    #[test]
    fn a_head_is_upright_in_motion_despite_an_odd_rest_pose() {
        // Like skeletons whose bones all lie along one axis at rest: in motion the head's end site is before the face.
        let crown = ("Top", "Head", JointKind::EndSite, Vec3::Y * 22.0);
        let skeleton = person(&[crown]);
        let head = skeleton.find("Head").unwrap();
        let forwards = |pose: &mut Pose| pose.rotations[head] = Quat::from_rotation_x(std::f32::consts::FRAC_PI_2);
        let (_, out) = drawn_after(&skeleton, forwards, |_| {});
        let [chin, top] = out.solids[0].poles();
        assert!((top - chin).normalize().y > 0.999 && top.y > 1.75, "{chin} {top}");
        assert_eq!(bones_from(&out, head), 0, "no spike to where the crown would be");
        assert_eq!(out.joints[skeleton.find("Top").unwrap()].end_radius, 0.0, "and no ball");
        // A head that only looks down keeps the file's crown.
        let down = |pose: &mut Pose| pose.rotations[head] = Quat::from_rotation_x(0.8);
        let [chin, top] = drawn_after(&skeleton, down, |_| {}).1.solids[0].poles();
        assert!((top - chin).normalize().distance(Quat::from_rotation_x(0.8) * Vec3::Y) < 1e-5);
    }

    #[test]
    fn a_hand_of_one_bone_is_flat_and_parallel_to_its_palm() {
        let tip = ("Tip", "LeftHand", JointKind::EndSite, Vec3::X * 18.0);
        let skeleton = person(&[tip]);
        let [hand, arm] = ["LeftHand", "LeftForeArm"].map(|name| skeleton.find(name).unwrap());
        let (_, out) = drawn(&skeleton, |_| {});
        let solid = out.solids[1];
        let [wrist, fingertip] = solid.poles();
        assert!((wrist.x - 0.8).abs() < 1e-5 && (fingertip.x - 0.98).abs() < 1e-5, "{wrist} {fingertip}");
        assert_eq!((bones_from(&out, hand), solid.joint as usize), (0, hand));
        let [x, y, z] = [0, 1, 2].map(|axis| f32::from(solid.press[axis]) / 127.0);
        assert!(y.abs() > 0.7 && x == 0.0 && z == 0.0, "arms spread, palms are level: {:?}", solid.press);
        assert!(solid.end_radius < 0.06);
        let (_, turned) =
            drawn(&skeleton, |pose| pose.rotations[arm] = Quat::from_rotation_x(std::f32::consts::FRAC_PI_2));
        assert!(turned.solids[1].press[2].abs() > 89, "and turn with the arm: {:?}", turned.solids[1].press);
    }

    #[test]
    fn fingers_are_slender_and_held_objects_stay_bones() {
        let fingers: Vec<(String, String)> = ["Thumb", "Index", "Middle"]
            .iter()
            .flat_map(|name| {
                (1..=2)
                    .map(move |n| (format!("{name}{n}"), if n == 1 { "LeftHand".into() } else { format!("{name}1") }))
            })
            .collect();
        let more: Vec<_> =
            fingers.iter().map(|(a, b)| (&a[..], &b[..], JointKind::Joint, Vec3::new(8.0, 0.0, 2.0))).collect();
        let skeleton = person(&more);
        let (_, out) = drawn(&skeleton, |_| {});
        assert_eq!(out.solids.len(), 1, "the head alone");
        for name in ["LeftHand", "Index1"] {
            let from = skeleton.find(name).unwrap();
            for bone in out.bones.iter().filter(|bone| bone.joint as usize == from) {
                assert!(bone.start_radius < 0.009 && bone.end_radius > 0.7 * bone.start_radius, "{name}: {bone:?}");
            }
        }
        let sword = person(&[("Sword", "RightHand", JointKind::EndSite, Vec3::X * -90.0)]);
        let (_, out) = drawn(&sword, |_| {});
        assert_eq!((out.solids.len(), bones_from(&out, sword.find("RightHand").unwrap())), (1, 1));
    }
}
