//! The parts of a map one by one, to show them and to mend them.

use std::fmt;

use super::tree::Tree;
use super::{BodyMap, SideMap};
use crate::body::Side;
use crate::model::Skeleton;

/// A part of the body that one joint stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Part {
    /// Where the legs fork.
    Hips,
    /// Where the arms fork.
    Chest,
    /// The lowest joint of the neck.
    Neck,
    /// Between neck and skull.
    Head,
    /// Between spine and upper arm.
    Clavicle(Side),
    /// Where the upper arm begins.
    Arm(Side),
    /// The elbow.
    Fore(Side),
    /// The wrist.
    Hand(Side),
    /// Where the thigh begins.
    Thigh(Side),
    /// The knee.
    Shin(Side),
    /// The ankle.
    Foot(Side),
    /// The ball of the foot.
    Ball(Side),
}

impl Part {
    /// The part's name without its side: `hips`, `chest`, `neck`, `head`, `clavicle`, `arm`, `fore`, `hand`, `thigh`, `shin`, `foot` or
    /// `ball`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hips => "hips",
            Self::Chest => "chest",
            Self::Neck => "neck",
            Self::Head => "head",
            Self::Clavicle(_) => "clavicle",
            Self::Arm(_) => "arm",
            Self::Fore(_) => "fore",
            Self::Hand(_) => "hand",
            Self::Thigh(_) => "thigh",
            Self::Shin(_) => "shin",
            Self::Foot(_) => "foot",
            Self::Ball(_) => "ball",
        }
    }

    /// The side that it is on.
    pub fn side(self) -> Side {
        match self {
            Self::Hips | Self::Chest | Self::Neck | Self::Head => Side::Middle,
            Self::Clavicle(side)
            | Self::Arm(side)
            | Self::Fore(side)
            | Self::Hand(side)
            | Self::Thigh(side)
            | Self::Shin(side)
            | Self::Foot(side)
            | Self::Ball(side) => side,
        }
    }

    /// All parts: the trunk from the hips up, then the left and the right side.
    pub fn all() -> impl Iterator<Item = Self> {
        let sides = [Side::Left, Side::Right].into_iter().flat_map(|side| OF_SIDE.map(|part| part(side)));
        [Self::Hips, Self::Chest, Self::Neck, Self::Head].into_iter().chain(sides)
    }
}

/// The parts of one side.
const OF_SIDE: [PartOfSide; 8] =
    [Part::Clavicle, Part::Arm, Part::Fore, Part::Hand, Part::Thigh, Part::Shin, Part::Foot, Part::Ball];

impl BodyMap {
    /// Every part that has a joint, with the joint, in the order of [`Part::all`].
    pub fn parts(&self) -> Vec<(Part, usize)> {
        Part::all().filter_map(|part| Some((part, self.joint(part)?))).collect()
    }

    /// The joint of a part.
    pub fn joint(&self, part: Part) -> Option<usize> {
        let [left, right] = &self.sides;
        let of = |side| if side == Side::Right { right } else { left };
        match part {
            Part::Hips => Some(self.hips),
            Part::Chest => Some(self.chest),
            Part::Neck => self.neck(),
            Part::Head => Some(self.head),
            Part::Clavicle(side) => of(side).clavicle,
            Part::Arm(side) => Some(of(side).arm),
            Part::Fore(side) => Some(of(side).fore),
            Part::Hand(side) => Some(of(side).hand),
            Part::Thigh(side) => Some(of(side).thigh),
            Part::Shin(side) => Some(of(side).shin),
            Part::Foot(side) => Some(of(side).foot),
            Part::Ball(side) => of(side).ball,
        }
    }

    /// Gives a part another joint, and lets spine and neck follow. A neck cannot be chosen: it is between chest and head. Ignored for
    /// joints that the skeleton does not have.
    pub fn mend(&mut self, skeleton: &Skeleton, part: Part, joint: usize) {
        if joint >= skeleton.len() {
            return;
        }
        match part {
            Part::Hips => self.hips = joint,
            Part::Chest => self.chest = joint,
            Part::Neck => {}
            Part::Head => self.head = joint,
            Part::Clavicle(side) => self.side_mut(side).clavicle = Some(joint),
            Part::Arm(side) => self.side_mut(side).arm = joint,
            Part::Fore(side) => self.side_mut(side).fore = joint,
            Part::Hand(side) => self.side_mut(side).hand = joint,
            Part::Thigh(side) => self.side_mut(side).thigh = joint,
            Part::Shin(side) => self.side_mut(side).shin = joint,
            Part::Foot(side) => self.side_mut(side).foot = joint,
            Part::Ball(side) => self.side_mut(side).ball = Some(joint),
        }
        if matches!(part, Part::Hips | Part::Chest | Part::Head) {
            let (fork, spine, necks) = trunk(&Tree::new(skeleton, &[]), self.hips, self.chest, self.head);
            self.root = fork.filter(|fork| *fork != self.hips);
            (self.spine, self.necks) = (spine, necks);
        }
    }

    fn side_mut(&mut self, side: Side) -> &mut SideMap {
        let [left, right] = &mut self.sides;
        if side == Side::Right { right } else { left }
    }
}

/// Why a map that a person made is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unpaired {
    /// The part that has no joint, or one that is not below the part before it in its limb.
    pub part: Part,
}

impl fmt::Display for Unpaired {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no joint is named for the {}, in a limb whose joints are below each other", self.part)
    }
}

impl std::error::Error for Unpaired {}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = match self.side() {
            Side::Left => "left ",
            Side::Right => "right ",
            Side::Middle => "",
        };
        write!(f, "{side}{}", self.name())
    }
}

/// Makes the part of a side.
type PartOfSide = fn(Side) -> Part;

/// The joints of a leg and of an arm, from the trunk outwards. A person has all of them.
const LIMBS: [[PartOfSide; 3]; 2] = [[Part::Thigh, Part::Shin, Part::Foot], [Part::Arm, Part::Fore, Part::Hand]];

impl BodyMap {
    /// A map that a person made, for a skeleton whose names say nothing: the joints of some parts. Those of arms and legs are needed.
    /// Hips and chest are where the legs and the arms fork, and the head is the chest, unless others are named.
    ///
    /// # Errors
    /// [`Unpaired`] with the first part that is missing.
    pub fn of_parts(skeleton: &Skeleton, parts: &[(Part, usize)]) -> Result<Self, Unpaired> {
        let named = |part: Part| {
            let found = parts.iter().rev().find(|(one, joint)| *one == part && *joint < skeleton.len());
            found.map(|(_, joint)| *joint)
        };
        let mut sides = [SideMap::default(), SideMap::default()];
        for (own, side) in sides.iter_mut().zip([Side::Left, Side::Right]) {
            let mut joints = [[0; 3]; 2];
            for (limb, joints) in LIMBS.iter().zip(&mut joints) {
                let mut above = None;
                for (part, slot) in limb.iter().zip(joints) {
                    let joint = named(part(side)).ok_or(Unpaired { part: part(side) })?;
                    let is_below = |above: usize| {
                        joint != above && skeleton.fork(joint, above).is_some_and(|fork| fork.0 == above)
                    };
                    if !above.is_none_or(is_below) {
                        return Err(Unpaired { part: part(side) });
                    }
                    above = Some(joint);
                    *slot = joint;
                }
            }
            let [[thigh, shin, foot], [arm, fore, hand]] = joints;
            let (clavicle, ball) = (named(Part::Clavicle(side)), named(Part::Ball(side)));
            *own = SideMap { clavicle, arm, fore, hand, thigh, shin, foot, ball, fingers: Default::default() };
        }
        let [l, r] = &sides;
        let fork = |a: usize, b: usize| {
            let (fork, ..) = skeleton.fork(a, b)?;
            // A limb that begins at the fork cannot be turned alone.
            Some(fork).filter(|fork| *fork != a && *fork != b)
        };
        let hips = named(Part::Hips).or_else(|| fork(l.thigh, r.thigh)).ok_or(Unpaired { part: Part::Hips })?;
        let chest = named(Part::Chest).or_else(|| fork(l.arm, r.arm)).ok_or(Unpaired { part: Part::Chest })?;
        let head = named(Part::Head).unwrap_or(chest);
        let (fork, spine, necks) = trunk(&Tree::new(skeleton, &[]), hips, chest, head);
        let fork = fork.ok_or(Unpaired { part: Part::Chest })?;
        let root = Some(fork).filter(|fork| *fork != hips);
        Ok(Self { root, hips, spine, chest, necks, head, sides, guessed: Vec::new() })
    }
}

/// The joint at which legs and spine fork, the joints from it up to the chest, and those between chest and head.
pub(super) fn trunk(
    tree: &Tree<'_>,
    hips: usize,
    chest: usize,
    head: usize,
) -> (Option<usize>, Vec<usize>, Vec<usize>) {
    let joints = |fork: Option<(usize, usize, usize)>, end: usize| -> Vec<usize> {
        let Some((fork, ..)) = fork else { return Vec::new() };
        tree.chain(fork, end).into_iter().filter(|joint| tree.is_joint(*joint)).collect()
    };
    let fork = tree.skeleton.fork(hips, chest);
    let mut necks = joints(tree.skeleton.fork(head, chest), head);
    necks.retain(|joint| *joint != head);
    (fork.map(|(fork, ..)| fork), joints(fork, chest), necks)
}
