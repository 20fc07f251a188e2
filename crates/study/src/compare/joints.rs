//! Pairs the joints that two figures have in common.

use std::collections::{HashMap, HashSet, VecDeque};

use super::refusal::CompareError;
use glam::DVec3;
use marey::body::{Landmark, Side, Subject, SubjectPose, Tie, compared_names, landmarks, poses_at};
use marey::compact::sorting::sort_by_key;

/// Why two joints are a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PairedBy {
    /// Their names, without namespace and punctuation, on the same side of the body.
    Name,
    /// Their place in the body: a [`Landmark`].
    Landmark,
}

/// Two joints to compare: indices into the skeletons of both clips.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JointPair {
    /// The joint of the reference.
    pub a: usize,
    /// The joint of the other clip.
    pub b: usize,
    /// Why they are a pair.
    pub by: PairedBy,
}

/// The joints that two clips have in common.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommonJoints {
    /// At least one, in the order of the reference's joints. No joint is in two of them.
    pub pairs: Vec<JointPair>,
    /// Index of the pair that root-relative positions are relative to.
    pub root: usize,
}

impl CommonJoints {
    /// The positions of the pairs' joints in each of both motions, in the order of the pairs.
    pub(super) fn places<'a>(&self, a: &'a Subject<'a>, b: &'a Subject<'a>) -> [Places<'a>; 2] {
        let joints = |of: fn(&JointPair) -> usize| self.pairs.iter().map(of).collect();
        [
            Places { pose: a.pose(), joints: joints(|pair| pair.a) },
            Places { pose: b.pose(), joints: joints(|pair| pair.b) },
        ]
    }
}

/// Pairs the joints of two figures: those with the same name, and those at the same [landmark](marey::body::landmarks) of the body
/// whose names differ.
///
/// Joints that only have their name in common are no pair: `LeftShoulder` is a collar bone in one file and an upper arm in
/// another. So a pair by name is refused if one of both is at a landmark, and the other clip has another joint there. Skeletons
/// with the same names are not examined. Of joints with the same name, the first are a pair, then the second.
///
/// End sites, sites and other points are left out, and joints off the body ([`Tie::Nothing`]). The root is the pair at the
/// reference's hips, else at the other clip's hips, else the joint that carries the reference; without these, the topmost pair.
///
/// # Errors
/// [`CompareError::NoCommonJoints`]
pub fn common_joints(a: &Subject<'_>, b: &Subject<'_>) -> Result<CommonJoints, CompareError> {
    let (of_a, of_b) = (Candidates::new(a), Candidates::new(b));
    let same_names = of_a.names_of_all() == of_b.names_of_all();
    let mut by_name: HashMap<&(Side, String), VecDeque<usize>> = HashMap::new();
    for (joint, name) in of_b.named() {
        by_name.entry(name).or_default().push_back(joint);
    }
    let mut pairs = Vec::new();
    let mut taken: [HashSet<usize>; 2] = Default::default();
    for (joint, name) in of_a.named() {
        let Some(others) = by_name.get_mut(name) else { continue };
        let Some(&other) = others.front() else { continue };
        if same_names || !apart(joint, other, &of_a, &of_b) {
            others.pop_front();
            taken[0].insert(joint);
            taken[1].insert(other);
            pairs.push(JointPair { a: joint, b: other, by: PairedBy::Name });
        }
    }
    for (&landmark, &joint) in &of_a.at {
        if let Some(&other) = of_b.at.get(&landmark)
            && !taken[0].contains(&joint)
            && !taken[1].contains(&other)
        {
            pairs.push(JointPair { a: joint, b: other, by: PairedBy::Landmark });
        }
    }
    sort_by_key(&mut pairs, |pair| pair.a);
    let root = root(a, &pairs, &of_a, &of_b).ok_or(CompareError::NoCommonJoints)?;
    Ok(CommonJoints { pairs, root })
}

/// The joints of a figure that may be compared.
struct Candidates {
    /// The compared name of each joint; `None` for what is no joint, or off the body.
    names: Vec<Option<(Side, String)>>,
    /// The joint at each landmark, and the landmark of each joint there.
    at: HashMap<Landmark, usize>,
    landmark_of: HashMap<usize, Landmark>,
}

impl Candidates {
    fn new(subject: &Subject<'_>) -> Self {
        let skeleton = subject.skeleton();
        let compared = |joint: usize| skeleton.is_joint(joint) && subject.survey.ties.get(joint) != Some(&Tie::Nothing);
        let mut names = compared_names(skeleton);
        names.iter_mut().enumerate().filter(|(joint, _)| !compared(*joint)).for_each(|(_, name)| *name = None);
        // In some files only the motion has the lengths of bones.
        let poses = poses_at(skeleton, subject.motion(), &[0.0]);
        let points = poses.first().map_or(&[][..], Vec::as_slice);
        let found = landmarks(skeleton, &subject.survey.parts, points);
        let found = found.into_iter().filter(|(_, joint)| compared(*joint));
        let at: HashMap<Landmark, usize> = found.collect();
        let landmark_of = at.iter().map(|(landmark, joint)| (*joint, *landmark)).collect();
        Self { names, at, landmark_of }
    }

    fn named(&self) -> impl Iterator<Item = (usize, &(Side, String))> {
        self.names.iter().enumerate().filter_map(|(joint, name)| Some((joint, name.as_ref()?)))
    }

    fn names_of_all(&self) -> HashSet<&(Side, String)> {
        self.named().map(|(_, name)| name).collect()
    }
}

/// Whether one of two joints is at a landmark for which the other figure has another joint.
fn apart(a: usize, b: usize, of_a: &Candidates, of_b: &Candidates) -> bool {
    let elsewhere = |joint: usize, own: &Candidates, other: usize, others: &Candidates| {
        let landmark = own.landmark_of.get(&joint);
        landmark.and_then(|landmark| others.at.get(landmark)).is_some_and(|there| *there != other)
    };
    elsewhere(a, of_a, b, of_b) || elsewhere(b, of_b, a, of_a)
}

fn root(a: &Subject<'_>, pairs: &[JointPair], of_a: &Candidates, of_b: &Candidates) -> Option<usize> {
    let hips = |candidates: &Candidates| candidates.at.get(&Landmark::Hips).copied();
    let (hips_of_a, hips_of_b) = (hips(of_a), hips(of_b));
    let pair = |is_root: &dyn Fn(&JointPair) -> bool| pairs.iter().position(is_root);
    pair(&|pair| Some(pair.a) == hips_of_a)
        .or_else(|| pair(&|pair| Some(pair.b) == hips_of_b))
        .or_else(|| pair(&|pair| pair.a == a.survey.carrier))
        .or_else(|| {
            let depths = pairs.iter().map(|pair| a.skeleton().up_from(pair.a).count()).enumerate();
            depths.min_by_key(|(index, depth)| (*depth, *index)).map(|(index, _)| index)
        })
}

/// The common joints of one of both motions, at one moment after the other.
pub(super) struct Places<'a> {
    pose: SubjectPose<'a>,
    joints: Vec<usize>,
}

impl Places<'_> {
    /// The joints' positions at a moment (seconds), in their order: metres, +Y up. Replaces what `points` holds.
    pub(super) fn move_to(&mut self, seconds: f64, points: &mut Vec<DVec3>) {
        self.pose.move_to(seconds);
        points.clear();
        points.extend(self.joints.iter().map(|joint| self.pose.place(*joint)));
    }
}
