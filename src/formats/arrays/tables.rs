//! Known skeletons of arrays: the order, names and parents of their joints, and what is usual for their files.

/// A joint's parent that is none.
const NONE: i8 = -1;

/// A known order of joints.
#[derive(Debug)]
pub(super) struct Table {
    /// The name by which it is chosen.
    pub(super) name: &'static str,
    /// Its name for people.
    pub(super) title: &'static str,
    pub(super) names: &'static [&'static str],
    /// The parent of each joint. A parent may come after its joint.
    pub(super) parents: &'static [i8],
    /// Metres per unit, where all files have the same.
    pub(super) metres: Option<f64>,
    /// The usual frames a second.
    pub(super) rate: Option<f64>,
    /// Whether bones keep their lengths. They do not in poses that were estimated from pictures.
    pub(super) is_rigid: bool,
}

impl Table {
    /// The parent of a joint; `None` for a root.
    pub(super) fn parent(&self, joint: usize) -> Option<usize> {
        self.parents.get(joint).and_then(|parent| usize::try_from(*parent).ok())
    }

    pub(super) fn len(&self) -> usize {
        self.parents.len()
    }
}

/// HumanML3D (SMPL body without hands).
pub(super) static HUMANML3D: Table = Table {
    name: "humanml3d",
    title: "HumanML3D",
    names: &[
        "pelvis",
        "left_hip",
        "right_hip",
        "spine1",
        "left_knee",
        "right_knee",
        "spine2",
        "left_ankle",
        "right_ankle",
        "spine3",
        "left_foot",
        "right_foot",
        "neck",
        "left_collar",
        "right_collar",
        "head",
        "left_shoulder",
        "right_shoulder",
        "left_elbow",
        "right_elbow",
        "left_wrist",
        "right_wrist",
    ],
    parents: &[NONE, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 12, 13, 14, 16, 17, 18, 19],
    metres: None,
    rate: Some(20.0),
    is_rigid: true,
};

/// LAFAN1.
pub(super) static LAFAN1: Table = Table {
    name: "lafan1",
    title: "LAFAN1",
    names: &[
        "Hips",
        "LeftUpLeg",
        "LeftLeg",
        "LeftFoot",
        "LeftToe",
        "RightUpLeg",
        "RightLeg",
        "RightFoot",
        "RightToe",
        "Spine",
        "Spine1",
        "Spine2",
        "Neck",
        "Head",
        "LeftShoulder",
        "LeftArm",
        "LeftForeArm",
        "LeftHand",
        "RightShoulder",
        "RightArm",
        "RightForeArm",
        "RightHand",
    ],
    parents: &[NONE, 0, 1, 2, 3, 0, 5, 6, 7, 0, 9, 10, 11, 12, 11, 14, 15, 16, 11, 18, 19, 20],
    metres: None,
    rate: Some(30.0),
    is_rigid: true,
};

/// KIT-ML (MMM), as HumanML3D processes it.
pub(super) static KIT: Table = Table {
    name: "kit",
    title: "KIT-ML",
    names: &[
        "root", "BP", "BT", "BLN", "BUN", "LS", "LE", "LW", "RS", "RE", "RW", "LH", "LK", "LA", "LMrot", "LF", "RH",
        "RK", "RA", "RMrot", "RF",
    ],
    parents: &[NONE, 0, 1, 2, 3, 3, 5, 6, 3, 8, 9, 0, 11, 12, 13, 14, 0, 16, 17, 18, 19],
    metres: Some(0.001_562_5),
    rate: Some(12.5),
    is_rigid: true,
};

/// Human3.6M, 17 of 32 joints.
pub(super) static H36M: Table = Table {
    name: "h36m",
    title: "Human3.6M",
    names: &[
        "hip",
        "right_hip",
        "right_knee",
        "right_ankle",
        "left_hip",
        "left_knee",
        "left_ankle",
        "spine",
        "thorax",
        "neck",
        "head",
        "left_shoulder",
        "left_elbow",
        "left_wrist",
        "right_shoulder",
        "right_elbow",
        "right_wrist",
    ],
    parents: &[NONE, 0, 1, 2, 0, 4, 5, 0, 7, 8, 9, 8, 11, 12, 8, 14, 15],
    metres: None,
    rate: Some(50.0),
    is_rigid: true,
};

/// COCO keypoints.
pub(super) static COCO: Table = Table {
    name: "coco",
    title: "COCO",
    names: &[
        "nose",
        "left_eye",
        "right_eye",
        "left_ear",
        "right_ear",
        "left_shoulder",
        "right_shoulder",
        "left_elbow",
        "right_elbow",
        "left_wrist",
        "right_wrist",
        "left_hip",
        "right_hip",
        "left_knee",
        "right_knee",
        "left_ankle",
        "right_ankle",
    ],
    parents: &[NONE, 0, 0, 1, 2, 0, 0, 5, 6, 7, 8, 5, 6, 11, 12, 13, 14],
    metres: None,
    rate: None,
    is_rigid: false,
};

/// SMPL.
pub(super) static SMPL: Table = Table {
    name: "smpl",
    title: "SMPL",
    names: &[
        "pelvis",
        "left_hip",
        "right_hip",
        "spine1",
        "left_knee",
        "right_knee",
        "spine2",
        "left_ankle",
        "right_ankle",
        "spine3",
        "left_foot",
        "right_foot",
        "neck",
        "left_collar",
        "right_collar",
        "head",
        "left_shoulder",
        "right_shoulder",
        "left_elbow",
        "right_elbow",
        "left_wrist",
        "right_wrist",
        "left_hand",
        "right_hand",
    ],
    parents: &[NONE, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 12, 13, 14, 16, 17, 18, 19, 20, 21],
    metres: None,
    rate: None,
    is_rigid: true,
};

/// NTU RGB+D (Kinect v2).
pub(super) static NTU: Table = Table {
    name: "ntu",
    title: "NTU RGB+D",
    names: &[
        "base_spine",
        "mid_spine",
        "neck",
        "head",
        "left_shoulder",
        "left_elbow",
        "left_wrist",
        "left_hand",
        "right_shoulder",
        "right_elbow",
        "right_wrist",
        "right_hand",
        "left_hip",
        "left_knee",
        "left_ankle",
        "left_foot",
        "right_hip",
        "right_knee",
        "right_ankle",
        "right_foot",
        "spine_shoulder",
        "left_hand_tip",
        "left_thumb",
        "right_hand_tip",
        "right_thumb",
    ],
    parents: &[NONE, 0, 20, 2, 20, 4, 5, 6, 20, 8, 9, 10, 0, 12, 13, 14, 0, 16, 17, 18, 1, 7, 7, 11, 11],
    metres: None,
    rate: Some(30.0),
    is_rigid: false,
};

/// OpenPose BODY_25.
pub(super) static OPENPOSE_BODY25: Table = Table {
    name: "body25",
    title: "OpenPose BODY_25",
    names: &[
        "Nose",
        "Neck",
        "RShoulder",
        "RElbow",
        "RWrist",
        "LShoulder",
        "LElbow",
        "LWrist",
        "MidHip",
        "RHip",
        "RKnee",
        "RAnkle",
        "LHip",
        "LKnee",
        "LAnkle",
        "REye",
        "LEye",
        "REar",
        "LEar",
        "LBigToe",
        "LSmallToe",
        "LHeel",
        "RBigToe",
        "RSmallToe",
        "RHeel",
    ],
    parents: &[1, 8, 1, 2, 3, 1, 5, 6, NONE, 8, 9, 10, 8, 12, 13, 0, 0, 15, 16, 14, 19, 14, 11, 22, 11],
    metres: None,
    rate: None,
    is_rigid: false,
};

/// MediaPipe Pose landmarks.
pub(super) static MEDIAPIPE: Table = Table {
    name: "mediapipe",
    title: "MediaPipe Pose",
    names: &[
        "nose",
        "left_eye_inner",
        "left_eye",
        "left_eye_outer",
        "right_eye_inner",
        "right_eye",
        "right_eye_outer",
        "left_ear",
        "right_ear",
        "mouth_left",
        "mouth_right",
        "left_shoulder",
        "right_shoulder",
        "left_elbow",
        "right_elbow",
        "left_wrist",
        "right_wrist",
        "left_pinky",
        "right_pinky",
        "left_index",
        "right_index",
        "left_thumb",
        "right_thumb",
        "left_hip",
        "right_hip",
        "left_knee",
        "right_knee",
        "left_ankle",
        "right_ankle",
        "left_heel",
        "right_heel",
        "left_foot_index",
        "right_foot_index",
    ],
    parents: &[
        NONE, 0, 1, 2, 0, 4, 5, 3, 6, 0, 0, 0, 0, 11, 12, 13, 14, 15, 16, 15, 16, 15, 16, 11, 12, 23, 24, 25, 26, 27,
        28, 29, 30,
    ],
    metres: None,
    rate: Some(30.0),
    is_rigid: false,
};

/// SMPL-H (AMASS).
pub(super) static SMPLH: Table = Table {
    name: "smplh",
    title: "SMPL-H",
    names: &[
        "pelvis",
        "left_hip",
        "right_hip",
        "spine1",
        "left_knee",
        "right_knee",
        "spine2",
        "left_ankle",
        "right_ankle",
        "spine3",
        "left_foot",
        "right_foot",
        "neck",
        "left_collar",
        "right_collar",
        "head",
        "left_shoulder",
        "right_shoulder",
        "left_elbow",
        "right_elbow",
        "left_wrist",
        "right_wrist",
        "left_index1",
        "left_index2",
        "left_index3",
        "left_middle1",
        "left_middle2",
        "left_middle3",
        "left_pinky1",
        "left_pinky2",
        "left_pinky3",
        "left_ring1",
        "left_ring2",
        "left_ring3",
        "left_thumb1",
        "left_thumb2",
        "left_thumb3",
        "right_index1",
        "right_index2",
        "right_index3",
        "right_middle1",
        "right_middle2",
        "right_middle3",
        "right_pinky1",
        "right_pinky2",
        "right_pinky3",
        "right_ring1",
        "right_ring2",
        "right_ring3",
        "right_thumb1",
        "right_thumb2",
        "right_thumb3",
    ],
    parents: &[
        NONE, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 12, 13, 14, 16, 17, 18, 19, 20, 22, 23, 20, 25, 26, 20, 28, 29,
        20, 31, 32, 20, 34, 35, 21, 37, 38, 21, 40, 41, 21, 43, 44, 21, 46, 47, 21, 49, 50,
    ],
    metres: None,
    rate: None,
    is_rigid: true,
};

/// SMPL-X (AMASS SMPL-X, GRAB, BEDLAM-like).
pub(super) static SMPLX: Table = Table {
    name: "smplx",
    title: "SMPL-X",
    names: &[
        "pelvis",
        "left_hip",
        "right_hip",
        "spine1",
        "left_knee",
        "right_knee",
        "spine2",
        "left_ankle",
        "right_ankle",
        "spine3",
        "left_foot",
        "right_foot",
        "neck",
        "left_collar",
        "right_collar",
        "head",
        "left_shoulder",
        "right_shoulder",
        "left_elbow",
        "right_elbow",
        "left_wrist",
        "right_wrist",
        "jaw",
        "left_eye",
        "right_eye",
        "left_index1",
        "left_index2",
        "left_index3",
        "left_middle1",
        "left_middle2",
        "left_middle3",
        "left_pinky1",
        "left_pinky2",
        "left_pinky3",
        "left_ring1",
        "left_ring2",
        "left_ring3",
        "left_thumb1",
        "left_thumb2",
        "left_thumb3",
        "right_index1",
        "right_index2",
        "right_index3",
        "right_middle1",
        "right_middle2",
        "right_middle3",
        "right_pinky1",
        "right_pinky2",
        "right_pinky3",
        "right_ring1",
        "right_ring2",
        "right_ring3",
        "right_thumb1",
        "right_thumb2",
        "right_thumb3",
    ],
    parents: &[
        NONE, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 12, 13, 14, 16, 17, 18, 19, 15, 15, 15, 20, 25, 26, 20, 28, 29,
        20, 31, 32, 20, 34, 35, 20, 37, 38, 21, 40, 41, 21, 43, 44, 21, 46, 47, 21, 49, 50, 21, 52, 53,
    ],
    metres: None,
    rate: None,
    is_rigid: true,
};

/// All tables. Of tables that fit equally well the first one is used.
pub(super) static TABLES: [&Table; 11] =
    [&HUMANML3D, &LAFAN1, &KIT, &H36M, &COCO, &SMPL, &NTU, &OPENPOSE_BODY25, &MEDIAPIPE, &SMPLH, &SMPLX];

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
        assert_eq!(all, crate::formats::array_options::TABLES);
    }

    #[test]
    fn each_joint_has_a_name_and_a_way_to_the_only_root() {
        for table in TABLES {
            assert_eq!(table.names.len(), table.len(), "{}", table.title);
            let roots = (0..table.len()).filter(|joint| table.parent(*joint).is_none()).count();
            assert_eq!(roots, 1, "{}", table.title);
            for joint in 0..table.len() {
                let way = std::iter::successors(Some(joint), |joint| table.parent(*joint));
                assert!(way.take(table.len() + 1).count() <= table.len(), "{}: a circle at {joint}", table.title);
            }
        }
    }
}
