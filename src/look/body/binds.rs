//! The binds of a body: its joints, and between them helpers that take a part of a joint's swing or twist, so that no limb collapses
//! where it bends and none is wrung where it twists.

use glam::{Affine3A, Mat3A, Vec3};

use super::bind_pose::{BindPose, SIGNS, arm_ways, leg_way};
use super::person::Person;
use crate::body::SideMap;
use crate::checked::Checked;
use crate::compact::sorting::sort_and_thin;
use crate::model::{Bind, Turn};
use crate::pose::{frame, rotation_of};

/// The binds of one side.
#[derive(Clone, Default)]
pub(super) struct SideBinds {
    /// The clavicle, or the chest in its place.
    pub(super) clavicle: u16,
    /// Half of the shoulder's swing, its whole swing, and with half of its twist.
    pub(super) half_shoulder: u16,
    pub(super) swung_arm: u16,
    pub(super) mid_arm: u16,
    pub(super) arm: u16,
    pub(super) half_elbow: u16,
    /// The forearm with none, a third, two thirds and all of the twist to the hand.
    pub(super) forearm: [u16; 4],
    pub(super) half_wrist: u16,
    pub(super) hand: u16,
    pub(super) half_hip: u16,
    pub(super) swung_thigh: u16,
    pub(super) mid_thigh: u16,
    pub(super) thigh: u16,
    pub(super) half_knee: u16,
    /// The shin without its twist.
    pub(super) swung_shin: u16,
    pub(super) shin: u16,
    pub(super) half_ankle: u16,
    pub(super) foot: u16,
    /// The toes, or the foot in their place.
    pub(super) toe: u16,
    /// The joints of each finger.
    pub(super) fingers: [Vec<u16>; 5],
}

/// All binds by their parts, and what the model needs of them.
pub(super) struct BodyBinds {
    pub(super) spine: Vec<u16>,
    pub(super) chest: u16,
    /// Between chest and head.
    pub(super) half_neck: u16,
    pub(super) head: u16,
    pub(super) sides: [SideBinds; 2],
    /// The joint of each bind.
    joints: Vec<usize>,
    /// The turns of the last binds.
    turns: Vec<Turn>,
}

struct BindMaker<'a> {
    person: &'a Person<'a>,
    bind: &'a BindPose,
    joints: Vec<usize>,
    turns: Vec<Turn>,
}

impl BindMaker<'_> {
    fn push(&mut self, joint: usize, turn: Option<Turn>) -> u16 {
        self.joints.push(joint);
        self.turns.extend(turn);
        (self.joints.len() - 1) as u16
    }

    /// A bind of a joint. `turn`: how it turns in a clip of positions.
    fn joint(&mut self, joint: usize, turn: impl FnOnce(&Self) -> Turn) -> u16 {
        let turn = self.person.is_of_positions.then(|| turn(self));
        self.push(joint, turn)
    }

    fn between(&mut self, joint: usize, [from, to]: [u16; 2], axis: Vec3, [swing, twist]: [f32; 2]) -> u16 {
        self.push(joint, Some(Turn::Between { from, to, axis, swing, twist }))
    }

    /// The bone from one joint to another in the bind pose. `as_base`: for a bone without length.
    fn aimed(&self, base: u16, from: usize, to: usize) -> Turn {
        let along = self.bind.way(from, to).try_normalize();
        let bone = if along.is_some() { [from, to] } else { [from, from] };
        Turn::Aimed { base, bone: bone.map(|joint| joint as u16), along: along.unwrap_or(Vec3::Y) }
    }

    fn spanned(&self, joint: usize, up: [[usize; 2]; 2], left: [usize; 2]) -> Turn {
        let reference = &self.person.reference;
        let middle = |[a, b]: [usize; 2]| (reference.place(a) + reference.place(b)) / 2.0;
        let [low, high] = up;
        let now = frame(middle(high) - middle(low), reference.way(left.at(1), left.at(0)));
        // The reference pose is `back^-1` from the bind pose.
        let inverse = (now.inverse() * self.bind.back.at(joint).inverse()).normalize();
        Turn::Spanned {
            up: up.map(|pair| pair.map(|joint| joint as u16)),
            left: left.map(|joint| joint as u16),
            inverse,
        }
    }
}

impl BodyBinds {
    pub(super) fn new(person: &Person<'_>, bind: &BindPose) -> Self {
        let map = person.map;
        let mut maker = BindMaker { person, bind, joints: Vec::new(), turns: Vec::new() };
        let [l, r] = &map.sides;
        let (hips, shoulders) = ([l.thigh, r.thigh], [l.arm, r.arm]);
        // Binds of joints come first, because only the last binds have turns: a clip of positions has turns for all.
        let pelvis = maker.joint(map.hips, |maker| maker.spanned(map.hips, [hips, shoulders], hips));
        let mut spine = vec![pelvis];
        let mut chest = pelvis;
        if map.chest != map.hips {
            chest = maker.joint(map.chest, |maker| maker.spanned(map.chest, [hips, shoulders], shoulders));
            let inner = person.spine.len().saturating_sub(2);
            for (index, joint) in person.spine.iter().enumerate().skip(1).take(inner) {
                let share = index as f32 / (inner + 1) as f32;
                let turn = Turn::Between { from: pelvis, to: chest, axis: Vec3::Y, swing: share, twist: share };
                spine.push(maker.joint(*joint, |_| turn));
            }
            spine.push(chest);
        }
        let neck = map.neck().unwrap_or(map.head);
        let neck_turn = |maker: &BindMaker<'_>| maker.aimed(chest, neck, map.head);
        let head = if person.is_of_positions && map.neck().is_some() {
            let neck = maker.joint(neck, neck_turn);
            let half = Turn::Between { from: chest, to: neck, axis: Vec3::Y, swing: 0.5, twist: 0.5 };
            maker.joint(map.head, |_| half)
        } else {
            maker.joint(map.head, |maker| maker.aimed(chest, map.head, map.head))
        };
        let mut sides: [SideBinds; 2] = Default::default();
        for (index, (own, side)) in sides.iter_mut().zip(&map.sides).enumerate() {
            add_joints(&mut maker, own, (index, side), [pelvis, chest]);
        }
        for ((own, side), sign) in sides.iter_mut().zip(&map.sides).zip(SIGNS) {
            add_helpers(&mut maker, own, side, sign, pelvis);
        }
        let half_neck = maker.between(neck, [chest, head], Vec3::Y, [0.5, 0.5]);
        let BindMaker { joints, turns, .. } = maker;
        Self { spine, chest, half_neck, head, sides, joints, turns }
    }

    pub(super) fn len(&self) -> usize {
        self.joints.len()
    }

    /// The binds and turns of the model: from the skin's space to the joints. The skin's space has the file's axes and unit. Binds that only tell
    /// where joints are come before the others; their number is returned, too.
    pub(super) fn into_parts(self, person: &Person<'_>, bind: &BindPose) -> (Vec<Bind>, Vec<Turn>, u16) {
        let axes = rotation_of(&person.upright);
        let to_file = axes.inverse();
        let factor = person.metres_per_unit.recip();
        let mut joints = self.joints;
        let mut places: Vec<usize> = self.turns.iter().flat_map(Turn::joints).map(usize::from).collect();
        sort_and_thin(&mut places);
        places.retain(|joint| !joints.contains(joint));
        let first = places.len();
        joints.splice(0..0, places);
        let plain = joints.len() - self.turns.len();
        let made = joints.iter().enumerate().map(|(index, joint)| {
            let at = Affine3A::from_translation(to_file * bind.place(*joint) * -factor);
            let matrix = if index < plain { to_joint(person, bind, *joint) * at } else { at };
            Bind { joint: *joint as u16, matrix }
        });
        let binds = made.collect();
        let direction = |vector: &mut Vec3| *vector = (to_file * *vector).normalize_or(Vec3::Y);
        let mut turns = self.turns;
        for turn in &mut turns {
            turn.shift(first as u16);
            match turn {
                Turn::Between { axis, .. } => direction(axis),
                Turn::Aimed { along, .. } => direction(along),
                // Upright frames are `axes * frame`: from the file's, through the bind pose, and back.
                Turn::Spanned { inverse, .. } => *inverse = (*inverse * axes).normalize(),
                Turn::Hinged { along: [first, second], hinge, .. } => {
                    [first, second, hinge].into_iter().for_each(direction)
                }
            }
        }
        (binds, turns, first as u16)
    }
}

/// The linear part of a joint's bind: from the skin's space, where the bind pose is the identity, to the joint's frame in the file.
fn to_joint(person: &Person<'_>, bind: &BindPose, joint: usize) -> Affine3A {
    let world = person.reference.pose.world.get(joint).copied().unwrap_or(Affine3A::IDENTITY);
    let axes = rotation_of(&person.upright);
    // The world matrix in file units and axes.
    let linear = Mat3A::from_quat(axes.inverse()) * world.matrix3 * person.metres_per_unit.recip();
    let inverse = linear.inverse();
    let turned = Mat3A::from_quat((axes.inverse() * bind.back.at(joint).inverse() * axes).normalize());
    let matrix3 = if inverse.is_finite() { inverse * turned } else { Mat3A::IDENTITY };
    Affine3A { matrix3, translation: Vec3::ZERO.into() }
}

/// The binds of a side's joints.
fn add_joints(
    maker: &mut BindMaker<'_>,
    own: &mut SideBinds,
    (index, side): (usize, &SideMap),
    [hips, chest]: [u16; 2],
) {
    let sign = SIGNS.at(index);
    own.clavicle = match side.clavicle {
        Some(clavicle) => maker.joint(clavicle, |maker| maker.aimed(chest, clavicle, side.arm)),
        None => chest,
    };
    let hinged = |base: u16, limb: [usize; 3], along: [Vec3; 2], hinge: Vec3, is_second: bool| Turn::Hinged {
        base,
        limb: limb.map(|joint| joint as u16),
        along,
        hinge: hinge.normalize(),
        is_second,
    };
    let (arm, ways) = ([side.arm, side.fore, side.hand], arm_ways(sign));
    let elbow = ways.at(0).cross(Vec3::Z);
    own.arm = maker.joint(side.arm, |_| hinged(chest, arm, ways, elbow, false));
    let fore = maker.joint(side.fore, |_| hinged(chest, arm, ways, elbow, true));
    own.forearm = [fore; 4];
    own.hand = maker.joint(side.hand, |maker| hand_turn(maker, side, fore));
    let (leg, ways) = ([side.thigh, side.shin, side.foot], [leg_way(sign); 2]);
    own.thigh = maker.joint(side.thigh, |_| hinged(hips, leg, ways, Vec3::X, false));
    own.shin = maker.joint(side.shin, |_| hinged(hips, leg, ways, Vec3::X, true));
    let toe = maker.person.toe(index).unwrap_or(side.foot);
    let shin = own.shin;
    own.foot = maker.joint(side.foot, |maker| maker.aimed(shin, side.foot, toe));
    let foot = own.foot;
    // An end site moves with its joint, and formats bind skins to joints alone.
    let is_joint = |joint: &usize| maker.person.skeleton.is_joint(*joint);
    own.toe = match maker.person.balls.at(index).filter(is_joint) {
        Some(ball) => maker.joint(ball, |maker| maker.aimed(foot, ball, ball)),
        None => foot,
    };
    for (binds, joints) in own.fingers.iter_mut().zip(&side.fingers) {
        let mut above = own.hand;
        for (at, joint) in joints.iter().enumerate() {
            let next = joints.get(at + 1).copied().or_else(|| maker.person.children(*joint).next()).unwrap_or(*joint);
            if maker.person.skeleton.is_joint(*joint) {
                above = maker.joint(*joint, |maker| maker.aimed(above, *joint, next));
            }
            binds.push(above);
        }
    }
}

/// How the hand turns in a clip of positions: by its knuckles, else with the forearm.
fn hand_turn(maker: &BindMaker<'_>, side: &SideMap, fore: u16) -> Turn {
    let [_, fingers @ ..] = &side.fingers;
    let knuckles: Vec<usize> = fingers.iter().filter_map(|finger| finger.first().copied()).collect();
    if let (Some(first), Some(last), true) = (knuckles.first(), knuckles.last(), knuckles.len() >= 3) {
        return maker.spanned(side.hand, [[side.hand; 2], [*first, *last]], [*first, *last]);
    }
    let tip = maker.person.children(side.hand).next().unwrap_or(side.hand);
    maker.aimed(fore, side.hand, tip)
}

/// The helpers of a side.
fn add_helpers(maker: &mut BindMaker<'_>, own: &mut SideBinds, side: &SideMap, sign: f32, hips: u16) {
    let [upper, lower] = arm_ways(sign);
    let fore = own.forearm.at(0);
    let shoulder = [own.clavicle, own.arm];
    own.half_shoulder = maker.between(side.arm, shoulder, upper, [0.5, 0.0]);
    own.swung_arm = maker.between(side.arm, shoulder, upper, [1.0, 0.0]);
    own.mid_arm = maker.between(side.arm, shoulder, upper, [1.0, 0.5]);
    own.half_elbow = maker.between(side.fore, [own.arm, fore], lower, [0.5, 0.0]);
    let swung = maker.between(side.fore, [own.arm, fore], lower, [1.0, 0.0]);
    let twisted =
        [1.0 / 3.0, 2.0 / 3.0, 1.0].map(|share| maker.between(side.fore, [swung, own.hand], lower, [0.0, share]));
    let [first, second, third] = twisted;
    own.forearm = [swung, first, second, third];
    // All of the twist, so that it agrees with the forearm's end.
    own.half_wrist = maker.between(side.hand, [fore, own.hand], lower, [0.5, 1.0]);
    let along = leg_way(sign);
    own.half_hip = maker.between(side.thigh, [hips, own.thigh], along, [0.5, 0.0]);
    own.swung_thigh = maker.between(side.thigh, [hips, own.thigh], along, [1.0, 0.0]);
    own.mid_thigh = maker.between(side.thigh, [hips, own.thigh], along, [1.0, 0.5]);
    own.half_knee = maker.between(side.shin, [own.thigh, own.shin], along, [0.5, 0.0]);
    own.swung_shin = maker.between(side.shin, [own.thigh, own.shin], along, [1.0, 0.0]);
    own.half_ankle = maker.between(side.foot, [own.shin, own.foot], along, [0.5, 0.5]);
}
