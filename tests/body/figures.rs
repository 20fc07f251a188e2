//! People of our own to put bodies on.

use glam::{Affine3A, Quat, Vec3};
use marey::look::{BodyTurns, SkinPose};
use marey::model::{Channels, Clip, Format, JointKind, PositionMode, Skin};
use marey::pose::{Pose, world_matrices};
use support::moving::{built, tree};

/// A joint: name, parent, kind, offset in centimetres.
pub type Joint = (String, Option<u16>, JointKind, [f32; 3]);

/// How a person holds the arms at rest.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Arms {
    Out,
    Slanted,
    Hanging,
}

impl Arms {
    fn way(self, sign: f32) -> Vec3 {
        let way = match self {
            Self::Out => Vec3::X,
            Self::Slanted => Vec3::new(1.0, -1.0, 0.0),
            Self::Hanging => Vec3::new(0.1, -1.0, 0.0),
        };
        way.normalize() * Vec3::new(sign, 1.0, 1.0)
    }
}

/// The joints of a person who stands in a rest pose, with toes, clavicles and a neck.
pub fn person(arms: Arms, with_fingers: bool) -> Vec<Joint> {
    let mut joints: Vec<Joint> = Vec::new();
    let mut add = |name: &str, parent: Option<u16>, kind: JointKind, offset: Vec3| {
        joints.push((name.to_owned(), parent, kind, offset.to_array()));
        (joints.len() - 1) as u16
    };
    let (joint, end) = (JointKind::Joint, JointKind::EndSite);
    let hips = add("Hips", None, joint, Vec3::new(0.0, 95.0, 0.0));
    let spine = add("Spine", Some(hips), joint, Vec3::new(0.0, 12.0, -1.0));
    let chest = add("Chest", Some(spine), joint, Vec3::new(0.0, 14.0, -1.0));
    let neck = add("Neck", Some(chest), joint, Vec3::new(0.0, 24.0, -2.0));
    let head = add("Head", Some(neck), joint, Vec3::new(0.0, 9.0, 2.0));
    add("HeadEnd", Some(head), end, Vec3::new(0.0, 17.0, 0.0));
    for (side, sign) in [("Left", 1.0), ("Right", -1.0)] {
        let mirror = Vec3::new(sign, 1.0, 1.0);
        let way = arms.way(sign);
        let clavicle = add(&format!("{side}Shoulder"), Some(chest), joint, Vec3::new(3.0, 20.0, -1.0) * mirror);
        let arm = add(&format!("{side}Arm"), Some(clavicle), joint, Vec3::new(15.0, 1.0, -1.0) * mirror);
        let fore = add(&format!("{side}ForeArm"), Some(arm), joint, way * 28.0);
        let hand = add(&format!("{side}Hand"), Some(fore), joint, way * 25.0);
        if with_fingers {
            for (finger, z, thumb) in [
                ("Thumb", 3.0, true),
                ("Index", 3.0, false),
                ("Middle", 1.0, false),
                ("Ring", -1.0, false),
                ("Pinky", -3.0, false),
            ] {
                let start = if thumb { way * 3.0 + Vec3::Z * z } else { way * 9.0 + Vec3::Z * z };
                let step = if thumb { (way + Vec3::Z).normalize() * 3.5 } else { way * 3.0 };
                let first = add(&format!("{side}Hand{finger}1"), Some(hand), joint, start);
                let second = add(&format!("{side}Hand{finger}2"), Some(first), joint, step);
                let third = add(&format!("{side}Hand{finger}3"), Some(second), joint, step * 0.8);
                add("End Site", Some(third), end, step * 0.7);
            }
        } else {
            add("End Site", Some(hand), end, way * 17.0);
        }
        let thigh = add(&format!("{side}UpLeg"), Some(hips), joint, Vec3::new(9.5, -4.0, 0.0) * mirror);
        let shin = add(&format!("{side}Leg"), Some(thigh), joint, Vec3::new(0.0, -42.0, 1.0));
        let foot = add(&format!("{side}Foot"), Some(shin), joint, Vec3::new(0.0, -41.0, -2.0));
        let toe = add(&format!("{side}ToeBase"), Some(foot), joint, Vec3::new(0.0, -5.6, 14.0));
        add("End Site", Some(toe), end, Vec3::new(0.0, -1.4, 7.0));
    }
    joints
}

/// A person who stands still for some frames.
pub fn standing(joints: &[Joint]) -> Clip {
    let rotated = (0..joints.len()).filter(|index| joints[*index].2 == JointKind::Joint).map(|index| index as u16);
    let channels = Channels { rotated: rotated.collect(), translated: vec![0], ..Channels::default() };
    let hips = Vec3::from_array(joints[0].3);
    built("person", Format::Bvh, tree(joints), channels, PositionMode::Replace, 12, |frame, row| {
        row.rotations.fill(Quat::IDENTITY);
        row.translations[0] = hips + Vec3::X * 0.001 * frame;
    })
}

/// The pose of a clip's skeleton in which some joints are turned.
pub fn turned(clip: &Clip, turns: &[(&str, Quat)]) -> Pose {
    let mut pose = Pose::rest(&clip.skeleton);
    for (name, turn) in turns {
        let joint = clip.skeleton.find(name).unwrap();
        pose.rotations[joint] = *turn;
    }
    world_matrices(&clip.skeleton, Affine3A::IDENTITY, &mut pose);
    pose
}

/// The corners of a skin in a pose.
pub fn corners(clip: &Clip, skin: &Skin, pose: &Pose) -> Vec<Vec3> {
    let skin_pose = SkinPose::new(skin, &clip.skeleton);
    let mut matrices = skin_pose.matrices(pose);
    BodyTurns::new(skin).turn(&mut matrices);
    skin.corners().iter().map(|corner| SkinPose::place(skin, corner, &matrices, pose)).collect()
}

/// Where a joint is in the pose in which a body was built, in the skin's own space.
pub fn built_place(skin: &Skin, joint: usize) -> Option<Vec3> {
    let bind = skin.binds().iter().find(|bind| usize::from(bind.joint) == joint)?;
    // The bind takes the joint's place to the joint's origin.
    Some(bind.matrix.inverse().translation.into())
}
