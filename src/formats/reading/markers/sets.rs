//! Known marker sets. A set is a row of the table.

use super::labels::Subject;

/// A marker set: where its markers are joined by sticks.
#[derive(Debug)]
pub(super) struct MarkerSet {
    /// Its name for people.
    pub(super) title: &'static str,
    /// Whether its markers are on a whole person, whose size tells whether the unit can be right.
    pub(super) is_person: bool,
    /// Chains of markers with blanks between them. A chain's markers have `-` between them, and `/` between names of one marker, of which the first
    /// that is there counts; a marker that is not there is passed over. A chain with `*` stands for two, with `L` and `R` in its place, and one
    /// with `@` for `left` and `right`.
    chains: &'static str,
}

/// All sets. A point may belong to several; a file's set is the one with most sticks, the first of equals.
pub(super) static SETS: [MarkerSet; 7] = [
    // Vicon's full body, CMU's 41 markers, and sets of lower bodies that share the names.
    MarkerSet {
        title: "Plug-in Gait",
        is_person: true,
        chains: "LFHD-RFHD-RBHD-LBHD-LFHD C7-T10-STRN-CLAV-C7 C7-*SHO CLAV-*SHO-*UPA-*ELB-*FRA/*FRM-*WRA-*FIN \
                 *ELB-*WRB-*WRA LASI/LFWT-RASI/RFWT-RPSI/RBWT/SACR/VSAC-LPSI/LBWT/SACR/VSAC-LASI/LFWT \
                 *ASI/*FWT-*THI-*KNE-*TIB/*SHN/*SHA-*ANK-*HEE-*TOE-*ANK *TOE-*MT5-*HEE",
    },
    // Places that Plug-in Gait calculates: proximal ends (P) and origins (O) of segments.
    MarkerSet {
        title: "model outputs of Plug-in Gait",
        is_person: false,
        chains: "PELO-*FEP-*FEO-*TIO-*TOO PELO-TRXO-HEDO TRXO-*HUP/*CLO-*HUO-*RAO-*HNO",
    },
    MarkerSet {
        title: "Helen Hayes",
        is_person: true,
        chains: "R.ASIS-L.ASIS-V.Sacral-R.ASIS *.ASIS-*.Thigh.Upper-*.Knee.Lat-*.Shank.Upper-*.Heel-*.Toe.Tip-*.Toe.Lat-*.Heel \
                 Top.Head-*.Acromium Sternum-*.Acromium-*.Bicep-*.Elbow.Lat-*.Wrist.Lat",
    },
    MarkerSet {
        title: "Helen Hayes, short names",
        is_person: true,
        chains: "LHIP-RHIP-VSAC/SACR-LHIP *HIP-*THI-*KNE-*SHA-*ANK-*HEE-*TOE-*ANK LSHO-RSHO *SHO-*ELB-*WRI",
    },
    MarkerSet {
        title: "anatomical landmarks with joint centres",
        is_person: false,
        chains: "LHJC-RHJC *HJC-*KJC-*AJC *SJC-*EJC-*WJC *LFC-*MFC *LMAL-*MMAL *CAL-*MT1-*MT2-*CAL *AJC-*CAL",
    },
    MarkerSet {
        title: "joints of detectors",
        is_person: true,
        chains: "LHip-Hip/MidHip/CHip-RHip *Hip-*Knee-*Ankle-*BigToe-*SmallToe *Ankle-*Heel Hip/MidHip/CHip/*Hip-Neck-Head-Nose \
                 Neck-*Shoulder-*Elbow-*Wrist LShoulder-Neck-RShoulder Nose-*Eye-*Ear",
    },
    MarkerSet {
        title: "joints of MediaPipe",
        is_person: true,
        chains: "left_hip-right_hip left_shoulder-right_shoulder @_shoulder-@_hip-@_knee-@_ankle-@_heel-@_foot_index-@_ankle \
                 @_shoulder-@_elbow-@_wrist-@_pinky-@_index-@_wrist-@_thumb nose-@_eye-@_ear mouth_left-mouth_right",
    },
];

impl MarkerSet {
    /// The pairs of a subject's points that sticks of this set join, without repetitions.
    pub(super) fn sticks(&self, subject: &Subject<'_>) -> Vec<[usize; 2]> {
        let mut sticks: Vec<[usize; 2]> = Vec::new();
        for chain in self.chains.split(' ').flat_map(both_sides) {
            let markers = chain.split('-').filter_map(|marker| marker.split('/').find_map(|name| subject.find(name)));
            let mut last = None;
            for point in markers {
                if let Some(last) = last.replace(point).filter(|last| *last != point)
                    && !sticks.iter().any(|stick| *stick == [last, point] || *stick == [point, last])
                {
                    sticks.push([last, point]);
                }
            }
        }
        sticks
    }
}

/// A text for the left and for the right side, or as it is if it has no side.
pub(super) fn both_sides(text: &str) -> Vec<String> {
    if !text.contains(['*', '@']) {
        return vec![text.to_owned()];
    }
    [("L", "left"), ("R", "right")].map(|(letter, word)| text.replace('*', letter).replace('@', word)).to_vec()
}

#[cfg(test)]
mod tests {
    use super::super::labels::Subjects;
    use super::*;

    fn sticks(set: usize, labels: &[&str]) -> Vec<String> {
        let labels: Vec<String> = labels.iter().map(|label| (*label).to_owned()).collect();
        let subjects = Subjects::new(&labels);
        let found = subjects.iter().flat_map(|subject| SETS[set].sticks(subject));
        found.map(|[a, b]| format!("{}-{}", labels[a], labels[b])).collect()
    }

    #[test]
    fn rings_close_and_markers_that_are_not_there_are_passed_over() {
        let head = sticks(0, &["LFHD", "RFHD", "LBHD", "RBHD"]);
        assert_eq!(head, ["LFHD-RFHD", "RFHD-RBHD", "RBHD-LBHD", "LBHD-LFHD"]);
        assert_eq!(sticks(0, &["LASI", "LKNE", "LANK"]), ["LASI-LKNE", "LKNE-LANK"], "without a thigh");
        let pelvis = sticks(0, &["LASI", "RASI", "SACR"]);
        assert_eq!(pelvis, ["LASI-RASI", "RASI-SACR", "SACR-LASI"], "one marker in place of two");
        assert_eq!(sticks(0, &["LFWT", "RFWT"]), ["LFWT-RFWT"], "the other name");
    }

    #[test]
    fn subjects_are_not_joined_to_each_other() {
        let labels = ["A:LKNE", "B:LKNE", "A:LANK", "B:LANK"];
        assert_eq!(sticks(0, &labels), ["A:LKNE-A:LANK", "B:LKNE-B:LANK"]);
    }

    #[test]
    fn both_sides_have_the_same_chains() {
        for set in &SETS {
            for name in set.chains.split([' ', '-', '/']) {
                let sided = name.strip_prefix('L').is_some_and(|rest| set.chains.contains(&format!("R{rest}")));
                let is_left = name.starts_with("LF") || name.starts_with("LB") || name.starts_with("LA");
                assert!(sided || !is_left, "{}: {name} has no right side", set.title);
            }
        }
    }
}
