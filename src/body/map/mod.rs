//! The map of a skeleton: which joint is which part of a person's body.
//!
//! The ends (feet, hands, head) are found by their names, and the joints between them by the structure of the tree, so that few words
//! suffice. A skeleton whose names say nothing is refused: shape alone finds the right joints in 4 of 107 skeletons.

mod exchanged;
mod finder;
mod limbs;
mod parts;
mod refusal;

use glam::Vec3;

pub use self::parts::{Part, Unpaired};
pub use self::refusal::NoMap;
use crate::body::poses::frame_poses_from;
use crate::body::tree::{ALL, Tree};
use crate::body::{Bearings, Subject};
use crate::model::{Clip, Skeleton};

/// A finger of a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Finger {
    /// The thumb.
    Thumb,
    /// The index finger.
    Index,
    /// The middle finger.
    Middle,
    /// The ring finger.
    Ring,
    /// The little finger.
    Little,
}

impl Finger {
    /// All fingers, from the thumb.
    pub const ALL: [Self; 5] = [Self::Thumb, Self::Index, Self::Middle, Self::Ring, Self::Little];
}

/// The arm and the leg of one side: indices of joints. The three joints of an arm that is missing are the chest, and those of a leg the hips.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SideMap {
    /// The joint between spine and upper arm, if there is one.
    pub clavicle: Option<usize>,
    /// Where the upper arm begins.
    pub arm: usize,
    /// The elbow, where the forearm begins.
    pub fore: usize,
    /// The wrist.
    pub hand: usize,
    /// The hip, where the thigh begins.
    pub thigh: usize,
    /// The knee, where the shin begins.
    pub shin: usize,
    /// The ankle.
    pub foot: usize,
    /// The ball of the foot, or the farthest point of the foot from the ankle.
    pub ball: Option<usize>,
    /// The joints of each finger of [`Finger::ALL`], from the wrist outwards.
    pub fingers: [Vec<usize>; 5],
}

impl SideMap {
    /// Whether there is an arm.
    pub fn has_arm(&self) -> bool {
        self.arm != self.fore || self.fore != self.hand
    }

    /// Whether there is a leg.
    pub fn has_leg(&self) -> bool {
        self.thigh != self.shin || self.shin != self.foot
    }

    /// A side without limbs.
    fn bare(hips: usize, chest: usize) -> Self {
        let mut side = Self::default();
        side.drop_leg(hips);
        side.drop_arm(chest);
        side
    }

    fn drop_leg(&mut self, hips: usize) {
        (self.thigh, self.shin, self.foot, self.ball) = (hips, hips, hips, None);
    }

    fn drop_arm(&mut self, chest: usize) {
        (self.arm, self.fore, self.hand) = (chest, chest, chest);
        (self.clavicle, self.fingers) = (None, Default::default());
    }

    /// Which of both limbs is missing, the leg first.
    fn lack(&self) -> Option<NoMap> {
        let (leg, arm) = (self.has_leg(), self.has_arm());
        (!leg).then_some(NoMap::NoFeet).or((!arm).then_some(NoMap::NoHands))
    }
}

/// Which joints of a skeleton are which parts of a person's body: indices of joints. The head is the chest if it is missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BodyMap {
    /// The joint above the hips that also carries the spine, where legs and spine fork above the joint of the hips.
    pub root: Option<usize>,
    /// The joint at which the legs fork.
    pub hips: usize,
    /// The joints between the hips (not among them) and the chest, which is the last one. Empty if arms and legs fork at one joint.
    pub spine: Vec<usize>,
    /// The joint at which the arms fork.
    pub chest: usize,
    /// The joints between the chest and the head, without both.
    pub necks: Vec<usize>,
    /// The joint between neck and skull.
    pub head: usize,
    /// The body's left side, then its right one.
    pub sides: [SideMap; 2],
    /// Parts that were found by shape instead of a name, for people to check: `head`, `sides`, `knee`, `elbow`; and `exchanged` where left
    /// and right were exchanged, because the names, or the body, are mirrored: the left side was to the right of where the toes point.
    pub guessed: Vec<&'static str>,
}

/// Maps a skeleton by poses and the up axis.
type Mapping = fn(&Skeleton, &[Vec<Vec3>], Vec3) -> Result<BodyMap, NoMap>;

impl BodyMap {
    /// Maps a skeleton. `poses` are positions of all joints in some poses, at least one; `up` is the direction that is up, in the same
    /// space.
    ///
    /// # Errors
    /// [`NoMap`] if the skeleton is no person, or its names do not say where the parts of the body are.
    pub fn new(skeleton: &Skeleton, poses: &[Vec<Vec3>], up: Vec3) -> Result<Self, NoMap> {
        finder::find(&Tree::new(skeleton, poses, &ALL), up, true)
    }

    /// Maps the skeleton of a clip, by the poses of its first motion and the up axis that it states or that is guessed.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn of_clip(clip: &Clip) -> Result<Self, NoMap> {
        Self::of_first_motion(clip, Self::new)
    }

    /// As [`new`](Self::new), and a body may lack its legs, its arms, one of them, or its head: see [`SideMap`]. Both legs or both arms are
    /// needed.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn partial(skeleton: &Skeleton, poses: &[Vec<Vec3>], up: Vec3) -> Result<Self, NoMap> {
        finder::find(&Tree::new(skeleton, poses, &ALL), up, false)
    }

    /// As [`of_clip`](Self::of_clip), and a body may lack parts as in [`partial`](Self::partial).
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn partial_of_clip(clip: &Clip) -> Result<Self, NoMap> {
        Self::of_first_motion(clip, Self::partial)
    }

    /// As [`partial`](Self::partial), by the poses of a subject's motion.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn of_subject(subject: &Subject<'_>) -> Result<Self, NoMap> {
        Self::of_surveyed(subject, Self::partial)
    }

    /// As [`new`](Self::new), by the poses of a subject's motion: of a clip's first one the same as [`of_clip`](Self::of_clip), in less time.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn whole_of_subject(subject: &Subject<'_>) -> Result<Self, NoMap> {
        Self::of_surveyed(subject, Self::new)
    }

    fn of_surveyed(subject: &Subject<'_>, map: Mapping) -> Result<Self, NoMap> {
        let poses = frame_poses_from(subject.survey.first_frame, subject.skeleton(), subject.motion());
        map(subject.skeleton(), &poses, subject.up().vector())
    }

    fn of_first_motion(clip: &Clip, map: Mapping) -> Result<Self, NoMap> {
        let motion = &clip.behaviours.first().ok_or(NoMap::NoMotion)?.motion;
        let bearings = Bearings::new(&clip.skeleton, motion, clip.source.up);
        map(&clip.skeleton, &bearings.frame_poses(&clip.skeleton, motion), bearings.up.vector())
    }

    /// A map of these parts, with the joints between them. `None` if hips and chest are not of one figure.
    fn joined(skeleton: &Skeleton, [hips, chest, head]: [usize; 3], sides: [SideMap; 2]) -> Option<Self> {
        let (root, spine, necks, guessed) = (None, Vec::new(), Vec::new(), Vec::new());
        let mut map = Self { root, hips, spine, chest, necks, head, sides, guessed };
        map.join(skeleton).then_some(map)
    }

    /// Finds root, spine and neck for other hips, another chest or head. Returns whether hips and chest are of one figure.
    fn join(&mut self, skeleton: &Skeleton) -> bool {
        let between = |a: usize, end: usize| {
            let fork = skeleton.fork(a, end).map(|(fork, ..)| fork);
            let mut joints = fork.map_or_else(Vec::new, |fork| skeleton.chain(fork, end));
            joints.retain(|joint| skeleton.is_joint(*joint));
            (fork, joints)
        };
        let (fork, spine) = between(self.hips, self.chest);
        let (_, mut necks) = between(self.chest, self.head);
        necks.retain(|joint| *joint != self.head);
        self.root = fork.filter(|fork| *fork != self.hips);
        (self.spine, self.necks) = (spine, necks);
        fork.is_some()
    }

    /// Whether there is a head.
    pub fn has_head(&self) -> bool {
        self.head != self.chest
    }

    /// Takes away the limbs that another map lacks, and the head. Returns whether both legs or both arms are left.
    pub fn keep_common(&mut self, other: &Self) -> bool {
        let (hips, chest) = (self.hips, self.chest);
        for (own, other) in self.sides.iter_mut().zip(&other.sides) {
            if !own.has_arm() || !other.has_arm() {
                own.drop_arm(chest);
            }
            if !own.has_leg() || !other.has_leg() {
                own.drop_leg(hips);
            }
        }
        if !other.has_head() {
            (self.head, self.necks) = (chest, Vec::new());
        }
        have_a_pair(&self.sides)
    }

    /// The lowest joint of the neck.
    pub fn neck(&self) -> Option<usize> {
        self.necks.first().copied()
    }

    /// Whether a skeleton has all of its joints.
    pub fn fits(&self, skeleton: &Skeleton) -> bool {
        let fingers = self.sides.iter().flat_map(|side| &side.fingers).flatten();
        let of_sides = self.sides.iter().flat_map(|side| side.clavicle.iter().chain(&side.ball)).chain(fingers);
        let of_trunk = self.root.iter().chain(&self.spine).chain(&self.necks);
        of_trunk.chain(of_sides).chain(&self.main_joints()).all(|joint| *joint < skeleton.len())
    }

    /// The fifteen joints that every person has: hips, chest and head; then arm, fore, hand, thigh, shin and foot of each side.
    pub fn main_joints(&self) -> [usize; 15] {
        let [l, r] = &self.sides;
        [
            self.hips, self.chest, self.head, l.arm, l.fore, l.hand, l.thigh, l.shin, l.foot, r.arm, r.fore, r.hand,
            r.thigh, r.shin, r.foot,
        ]
    }
}

/// Whether both legs or both arms are there.
fn have_a_pair(sides: &[SideMap; 2]) -> bool {
    sides.iter().all(SideMap::has_leg) || sides.iter().all(SideMap::has_arm)
}
