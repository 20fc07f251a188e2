//! Known skeletons of arrays: the order, names, parents and usual lengths of their joints, and what is usual for their files.
//!
//! The lengths are those of one neutral body of this project, in whose proportions all people are nearly alike; those of SOMA and G1
//! are of their own figures. The orders come from the code that writes the files.

mod captured;
mod detected;
mod smpl;

use crate::checked::Checked;
pub(super) use captured::{G1, LAFAN1, SOMA30, SOMA77};
pub(super) use detected::{
    COCO, COCO_WHOLEBODY, H36M, H36M32, HALPE26, HALPE136, HAND21, KINECT32, MEDIAPIPE, MHR70, MHR127, NTU,
    OPENPOSE_18, OPENPOSE_BODY25,
};
pub(super) use smpl::{HUMANML3D, KIT, MANO16, MANO21, SMPL, SMPLH, SMPLX};

/// A joint's parent that is none.
const NONE: u8 = u8::MAX;

/// A known order of joints.
#[derive(Debug)]
pub(super) struct Table {
    /// The name by which it is chosen.
    pub(super) name: &'static str,
    /// Its name for people.
    pub(super) title: &'static str,
    /// The names of the joints, with spaces between them.
    names: &'static str,
    /// The parent of each joint. A parent may come after its joint.
    parents: &'static [u8],
    /// The distance of each joint from its parent, in tenths of a millimetre.
    lengths: &'static [u16],
    /// Metres per unit, where all files have the same.
    pub(super) metres: Option<f64>,
    /// The usual frames a second.
    pub(super) rate: Option<f64>,
}

impl Table {
    /// The parent of a joint; `None` for a root.
    pub(super) fn parent(&self, joint: usize) -> Option<usize> {
        self.parents.get(joint).filter(|parent| **parent != NONE).map(|parent| usize::from(*parent))
    }

    pub(super) fn len(&self) -> usize {
        self.parents.len()
    }

    /// The distance of a joint from its parent in metres.
    pub(super) fn bone(&self, joint: usize) -> f64 {
        f64::from(self.lengths.at(joint)) / 10_000.0
    }

    /// The names of the joints.
    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> {
        self.names.split(' ')
    }

    /// For each joint the one on the other side of the body; the joint itself in the middle.
    pub(super) fn mirror(&self) -> Vec<usize> {
        let names: Vec<&str> = self.names().collect();
        let other = |(joint, name): (usize, &&str)| {
            let other = other_side(name)?;
            Some(names.iter().position(|each| **each == other).unwrap_or(joint))
        };
        names.iter().enumerate().map(|named| other(named).unwrap_or(named.0)).collect()
    }

    /// Whether it is a hand, which has no left and right.
    pub(super) fn is_hand(&self) -> bool {
        matches!(self.name, "hand21" | "mano21" | "mano16")
    }
}

/// The name with left for right, and right for left; `None` for joints in the middle.
fn other_side(name: &str) -> Option<String> {
    const WORDS: [(&str, &str); 4] = [("left", "right"), ("right", "left"), ("Left", "Right"), ("Right", "Left")];
    const STARTS: [(&str, &str); 4] = [("l_", "r_"), ("r_", "l_"), ("L", "R"), ("R", "L")];
    let word = WORDS.iter().find(|(word, _)| name.contains(word));
    let swapped = word.map(|(word, other)| name.replacen(word, other, 1));
    swapped.or_else(|| STARTS.iter().find_map(|(start, other)| Some(format!("{other}{}", name.strip_prefix(start)?))))
}

/// All tables. Of tables that fit equally well the first one is used.
pub(super) static TABLES: [&Table; 25] = [
    &HUMANML3D,
    &LAFAN1,
    &KIT,
    &H36M,
    &COCO,
    &SMPL,
    &NTU,
    &OPENPOSE_BODY25,
    &MEDIAPIPE,
    &SMPLH,
    &SMPLX,
    &SOMA30,
    &SOMA77,
    &G1,
    &MHR70,
    &MHR127,
    &COCO_WHOLEBODY,
    &HALPE26,
    &HALPE136,
    &HAND21,
    &MANO21,
    &MANO16,
    &OPENPOSE_18,
    &H36M32,
    &KINECT32,
];

/// The table of this name.
pub(super) fn called(name: &str) -> Option<&'static Table> {
    TABLES.into_iter().find(|table| table.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_can_be_chosen() {
        let all = TABLES.map(|table| (table.name, table.title, table.len()));
        assert_eq!(all, crate::formats::reading::TABLES);
    }

    #[test]
    fn each_joint_has_a_name_and_a_way_to_the_only_root() {
        for table in TABLES {
            assert_eq!(table.names().count(), table.len(), "{}", table.title);
            assert_eq!(table.lengths.len(), table.len(), "{}", table.title);
            let roots = (0..table.len()).filter(|joint| table.parent(*joint).is_none()).count();
            assert_eq!(roots, 1, "{}", table.title);
            for joint in 0..table.len() {
                let way = std::iter::successors(Some(joint), |joint| table.parent(*joint));
                assert!(way.take(table.len() + 1).count() <= table.len(), "{}: a circle at {joint}", table.title);
            }
        }
    }

    #[test]
    fn sides_mirror_each_other_and_are_equally_long() {
        for table in TABLES {
            let mirror = table.mirror();
            let sided = (0..table.len()).filter(|joint| mirror[*joint] != *joint).count();
            assert_eq!(sided == 0, table.is_hand(), "{}", table.title);
            for joint in 0..table.len() {
                assert_eq!(mirror[mirror[joint]], joint, "{}", table.title);
                let (own, other) = (table.bone(joint), table.bone(mirror[joint]));
                assert!((own - other).abs() < 0.012, "{}: {joint} has {own} and {other}", table.title);
            }
        }
    }
}
