//! The joints of the clip: the points with their sticks, or the joint centres of a person.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::centres::{Centre, centres};
use super::labels::Subjects;
use super::recording::{Recording, extent};
use super::rigid;
use super::sets::{MarkerSet, SETS};
use crate::checked::Checked;
use crate::compact::sorting::sort_by;
use crate::formats::reading::wording::Count;

/// Sticks by which a set is recognised.
const LEAST_STICKS: usize = 4;

/// A joint of the clip.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct MarkerJoint {
    pub(super) name: String,
    /// Its index among the joints, below this one's.
    pub(super) parent: Option<usize>,
    /// The points in whose middle it is.
    pub(super) points: Vec<usize>,
}

/// The joints of a recording, parents first.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct MarkerFigure {
    pub(super) joints: Vec<MarkerJoint>,
    /// Sticks between joints.
    pub(super) links: Vec<[usize; 2]>,
    /// Headings and texts for people.
    pub(super) notes: Vec<(String, String)>,
    /// The extent of a whole person in the file's unit; `None` if the points are no person's.
    pub(super) person: Option<f32>,
}

impl MarkerFigure {
    /// The points of a recording, or with `joint_centres` the person that they tell, if they tell one.
    pub(super) fn new(recording: &Recording, joint_centres: bool) -> Self {
        let subjects = Subjects::new(&recording.labels);
        let centres = centres(&subjects);
        let (set, sticks) = known_sticks(&subjects);
        let mut is_joined = vec![false; recording.labels.len()];
        sticks.iter().flatten().for_each(|point| is_joined.put(*point, true));
        let person = set.filter(|set| set.is_person);
        let person = person.map(|_| extent(&recording.sampled(), |point| is_joined.at(point)));
        let mut figure = if joint_centres && !centres.is_empty() {
            Self::of_centres(&centres)
        } else {
            let mut all = sticks.clone();
            all.extend(rigid::sticks(recording, &sticks));
            let mut figure = Self::of_points(&recording.labels, &all);
            figure.note_sticks(set, sticks.len(), all.len() - sticks.len());
            if !centres.is_empty() {
                let text = format!(
                    "{} of a person; `--joint-centres` reads them in place of the points",
                    Count(centres.len(), "joint")
                );
                figure.notes.push(("Joint centres".into(), text));
            }
            figure
        };
        figure.person = person;
        figure.number_names();
        figure
    }

    /// Numbers joints of one name, all of them, because a name is how people and programs ask for a joint.
    fn number_names(&mut self) {
        let mut order: Vec<usize> = (0..self.joints.len()).collect();
        sort_by(&mut order, |a, b| {
            let key = |joint: usize| self.joints.get(joint).map(|joint| (&joint.name, joint.points.first()));
            key(*a).cmp(&key(*b))
        });
        let same = |a: &usize, b: &usize| {
            let name = |joint: usize| self.joints.get(joint).map(|joint| &joint.name);
            name(*a) == name(*b)
        };
        let runs: Vec<Vec<usize>> = order.chunk_by(same).filter(|run| run.len() > 1).map(<[usize]>::to_vec).collect();
        for run in runs {
            for (number, joint) in run.into_iter().enumerate() {
                self.joints.change(joint, |joint| joint.name = format!("{}_{}", joint.name, number + 1));
            }
        }
    }

    fn note_sticks(&mut self, set: Option<&MarkerSet>, known: usize, rigid: usize) {
        let mut texts = Vec::new();
        texts.extend(set.map(|set| format!("{}, {}", set.title, Count(known, "stick"))));
        if rigid > 0 {
            texts.push(format!("{} where distances stay", Count(rigid, "stick")));
        }
        if !texts.is_empty() {
            self.notes.push(("Markers".into(), texts.join("\n")));
        }
    }

    fn of_centres(centres: &[Centre]) -> Self {
        let parents: Vec<Option<usize>> = centres.iter().map(|centre| centre.parent).collect();
        let joints = in_order(&parents, |joint| {
            centres.get(joint).map(|centre| (centre.name.clone(), centre.points.clone())).unwrap_or_default()
        });
        let title = format!("{} in the middle of points", Count(centres.len(), "joint"));
        Self { joints, notes: vec![("Joint centres".into(), title)], ..Self::default() }
    }

    /// A root for each point, and links for the sticks: in a tree rings would not close, and a point would move with others.
    fn of_points(labels: &[String], sticks: &[[usize; 2]]) -> Self {
        let joint =
            |(point, label): (usize, &String)| MarkerJoint { name: label.clone(), parent: None, points: vec![point] };
        Self { joints: labels.iter().enumerate().map(joint).collect(), links: sticks.to_vec(), ..Self::default() }
    }
}

/// The set with most sticks, and the sticks of all sets.
fn known_sticks(subjects: &Subjects<'_>) -> (Option<&'static MarkerSet>, Vec<[usize; 2]>) {
    let (mut best, mut all) = (None, Vec::<[usize; 2]>::new());
    for set in &SETS {
        let sticks: Vec<[usize; 2]> = subjects.iter().flat_map(|subject| set.sticks(subject)).collect();
        if sticks.len() >= LEAST_STICKS && best.is_none_or(|(most, _)| sticks.len() > most) {
            best = Some((sticks.len(), set));
        }
        for stick in sticks {
            let [a, b] = stick;
            if !all.contains(&stick) && !all.contains(&[b, a]) {
                all.push(stick);
            }
        }
    }
    (best.map(|(_, set)| set), all)
}

/// The joints with parents first, and otherwise in their own order. `of` has the name and the points of each.
fn in_order(parents: &[Option<usize>], of: impl Fn(usize) -> (String, Vec<usize>)) -> Vec<MarkerJoint> {
    let mut children = vec![Vec::new(); parents.len()];
    let mut ready = BinaryHeap::new();
    for (joint, parent) in parents.iter().enumerate() {
        match parent {
            Some(parent) => children.change(*parent, |children: &mut Vec<_>| children.push(joint)),
            None => ready.push(Reverse(joint)),
        }
    }
    let (mut joints, mut places) = (Vec::with_capacity(parents.len()), vec![0; parents.len()]);
    while let Some(Reverse(joint)) = ready.pop() {
        places.put(joint, joints.len());
        let parent = parents.at(joint).map(|parent| places.at(parent));
        let (name, points) = of(joint);
        joints.push(MarkerJoint { name, parent, points });
        ready.extend(children.get(joint).into_iter().flatten().copied().map(Reverse));
    }
    joints
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::super::recording::recording;
    use super::*;

    fn shape(labels: &[&str], joint_centres: bool) -> (Vec<String>, Vec<String>) {
        let places = (0..labels.len()).map(|point| Vec3::new(point as f32, 1.0, 0.0)).collect();
        let MarkerFigure { joints, links, .. } = MarkerFigure::new(&recording(labels, places), joint_centres);
        let name = |joint: usize| joints[joint].name.clone();
        let line = |joint: &MarkerJoint| format!("{}<{}", joint.name, joint.parent.map_or("-".into(), name));
        (joints.iter().map(line).collect(), links.iter().map(|[a, b]| format!("{}-{}", name(*a), name(*b))).collect())
    }

    #[test]
    fn points_are_roots_and_sticks_are_links() {
        let (joints, links) = shape(&["LFHD", "RFHD", "LBHD", "RBHD", "loose"], false);
        assert_eq!(joints, ["LFHD<-", "RFHD<-", "LBHD<-", "RBHD<-", "loose<-"]);
        assert_eq!(links, ["LFHD-RFHD", "RFHD-RBHD", "RBHD-LBHD", "LBHD-LFHD"]);
    }

    #[test]
    fn points_of_one_name_are_numbered_in_the_order_of_the_file() {
        assert_eq!(shape(&["RTHI", "a", "RTHI"], false).0, ["RTHI_1<-", "a<-", "RTHI_2<-"]);
    }

    #[test]
    fn joint_centres_are_read_only_if_that_is_asked_and_possible() {
        let labels = ["LHJC", "RHJC", "LKJC", "RKJC", "LAJC", "RAJC"];
        assert_eq!(shape(&labels, false).0[0], "LHJC<-");
        assert_eq!(shape(&labels, true).0[0], "pelvis<-");
        let person = shape(&labels, true).0;
        assert_eq!(person[1..3], ["left_hip<pelvis", "right_hip<pelvis"], "parents first");
        assert_eq!(shape(&labels[..5], true).0[0], "LHJC<-", "there is no person");
    }
}
