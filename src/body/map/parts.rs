//! The parts of a map one by one, to show them and to mend them.

use std::fmt;

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
        self.name_and_side().0
    }

    /// The side that it is on.
    pub fn side(self) -> Side {
        self.name_and_side().1
    }

    fn name_and_side(self) -> (&'static str, Side) {
        match self {
            Self::Hips => ("hips", Side::Middle),
            Self::Chest => ("chest", Side::Middle),
            Self::Neck => ("neck", Side::Middle),
            Self::Head => ("head", Side::Middle),
            Self::Clavicle(side) => ("clavicle", side),
            Self::Arm(side) => ("arm", side),
            Self::Fore(side) => ("fore", side),
            Self::Hand(side) => ("hand", side),
            Self::Thigh(side) => ("thigh", side),
            Self::Shin(side) => ("shin", side),
            Self::Foot(side) => ("foot", side),
            Self::Ball(side) => ("ball", side),
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
            Part::Head => Some(self.head).filter(|_| self.has_head()),
            Part::Clavicle(side) => of(side).clavicle,
            Part::Ball(side) => of(side).ball,
            Part::Arm(side) | Part::Fore(side) | Part::Hand(side) if !of(side).has_arm() => None,
            Part::Thigh(side) | Part::Shin(side) | Part::Foot(side) if !of(side).has_leg() => None,
            Part::Arm(side) => Some(of(side).arm),
            Part::Fore(side) => Some(of(side).fore),
            Part::Hand(side) => Some(of(side).hand),
            Part::Thigh(side) => Some(of(side).thigh),
            Part::Shin(side) => Some(of(side).shin),
            Part::Foot(side) => Some(of(side).foot),
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
            self.join(skeleton);
        }
    }

    /// [Mends](Self::mend) several parts. A limb that is missing is added if all three of its joints are named; else its joints are ignored.
    pub fn mend_all(&mut self, skeleton: &Skeleton, parts: &[(Part, usize)]) {
        let named = |part: Part| parts.iter().any(|(one, _)| *one == part);
        let whole = |limb: &[PartOfSide; 3], side: Side| limb.iter().all(|part| named(part(side)));
        let before = self.clone();
        for &(part, joint) in parts {
            let of_limb = LIMBS.iter().find(|limb| limb.iter().any(|one| one(part.side()) == part));
            let is_there = before.joint(part).is_some();
            if of_limb.is_none_or(|limb| is_there || whole(limb, part.side())) {
                self.mend(skeleton, part, joint);
            }
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

/// The joints of a leg and of an arm, from the trunk outwards.
const LIMBS: [[PartOfSide; 3]; 2] = [[Part::Thigh, Part::Shin, Part::Foot], [Part::Arm, Part::Fore, Part::Hand]];

impl BodyMap {
    /// A map that a person made, for a skeleton whose names say nothing: the joints of some parts. Both legs or both arms are needed, and
    /// of each limb that is named all three joints. Hips and chest are where the legs and the arms fork, and there is no head, unless
    /// others are named.
    ///
    /// # Errors
    /// [`Unpaired`] with the first part that is missing.
    pub fn of_parts(skeleton: &Skeleton, parts: &[(Part, usize)]) -> Result<Self, Unpaired> {
        let named = |part: Part| {
            let found = parts.iter().rev().find(|(one, joint)| *one == part && *joint < skeleton.len());
            found.map(|(_, joint)| *joint)
        };
        let limb = |limb: &[PartOfSide; 3], side: Side| -> Result<Option<[usize; 3]>, Unpaired> {
            if limb.iter().all(|part| named(part(side)).is_none()) {
                return Ok(None);
            }
            let mut joints = [0; 3];
            let mut above = None;
            for (part, slot) in limb.iter().zip(&mut joints) {
                let fits =
                    |joint: &usize| above.is_none_or(|above| *joint != above && skeleton.is_within(*joint, above));
                *slot = named(part(side)).filter(fits).ok_or(Unpaired { part: part(side) })?;
                above = Some(*slot);
            }
            Ok(Some(joints))
        };
        let [leg, arm] = &LIMBS;
        let legs = [limb(leg, Side::Left)?, limb(leg, Side::Right)?];
        let arms = [limb(arm, Side::Left)?, limb(arm, Side::Right)?];
        let is_pair = |limbs: [Option<[usize; 3]>; 2]| limbs.iter().all(Option::is_some);
        if !is_pair(legs) && !is_pair(arms) {
            let side = |limbs: [Option<[usize; 3]>; 2]| if limbs[0].is_some() { Side::Right } else { Side::Left };
            let has_an_arm = arms.iter().any(Option::is_some) && legs.iter().all(Option::is_none);
            let part = if has_an_arm { Part::Arm(side(arms)) } else { Part::Thigh(side(legs)) };
            return Err(Unpaired { part });
        }
        let fork = |limbs: [Option<[usize; 3]>; 2]| {
            let [[a, ..], [b, ..]] = [limbs[0]?, limbs[1]?];
            let (fork, ..) = skeleton.fork(a, b)?;
            // A limb that begins at the fork cannot be turned alone.
            Some(fork).filter(|fork| *fork != a && *fork != b)
        };
        let top =
            |of: usize| skeleton.up_from(of).skip(1).filter(|above| skeleton.is_joint(*above)).last().unwrap_or(of);
        let (by_legs, by_arms) = (fork(legs), fork(arms));
        let hips = named(Part::Hips).or(by_legs);
        let hips = hips.or_else(|| (!is_pair(legs)).then(|| by_arms.map(top)).flatten());
        let hips = hips.ok_or(Unpaired { part: Part::Hips })?;
        let chest = named(Part::Chest).or(by_arms);
        let chest = chest.or_else(|| (!is_pair(arms)).then_some(hips)).ok_or(Unpaired { part: Part::Chest })?;
        let head = named(Part::Head).unwrap_or(chest);
        let side = |side: Side, leg: Option<[usize; 3]>, arm: Option<[usize; 3]>| {
            let mut own = SideMap::bare(hips, chest);
            if let Some([thigh, shin, foot]) = leg {
                (own.thigh, own.shin, own.foot, own.ball) = (thigh, shin, foot, named(Part::Ball(side)));
            }
            if let Some([arm, fore, hand]) = arm {
                (own.arm, own.fore, own.hand, own.clavicle) = (arm, fore, hand, named(Part::Clavicle(side)));
            }
            own
        };
        let sides = [side(Side::Left, legs[0], arms[0]), side(Side::Right, legs[1], arms[1])];
        Self::joined(skeleton, [hips, chest, head], sides).ok_or(Unpaired { part: Part::Chest })
    }
}
