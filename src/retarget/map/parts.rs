//! The parts of a map one by one, to show them and to mend them.

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
const OF_SIDE: [fn(Side) -> Part; 8] =
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
