//! Joints of SMPL, its successors and its hands, and of data sets made from them.

use super::{NONE, Table};

/// HumanML3D (SMPL body without hands).
pub(in crate::formats::arrays) static HUMANML3D: Table = Table {
    name: "humanml3d",
    title: "HumanML3D",
    names: "pelvis left_hip right_hip spine1 left_knee right_knee spine2 left_ankle right_ankle spine3 left_foot \
            right_foot neck left_collar right_collar head left_shoulder right_shoulder left_elbow right_elbow \
            left_wrist right_wrist",
    parents: &[NONE, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 12, 13, 14, 16, 17, 18, 19],
    lengths: &[
        0, 962, 962, 806, 4288, 4288, 1204, 4305, 4305, 1301, 1301, 1301, 1953, 1300, 1300, 880, 1714, 1714, 3255,
        3255, 2555, 2555,
    ],
    metres: None,
    rate: Some(20.0),
};

/// KIT-ML (MMM), as HumanML3D processes it.
pub(in crate::formats::arrays) static KIT: Table = Table {
    name: "kit",
    title: "KIT-ML",
    names: "root BP BT BLN BUN LS LE LW RS RE RW LH LK LA LMrot LF RH RK RA RMrot RF",
    parents: &[NONE, 0, 1, 2, 3, 3, 5, 6, 3, 8, 9, 0, 11, 12, 13, 14, 0, 16, 17, 18, 19],
    lengths: &[
        0, 806, 2504, 1953, 880, 2022, 3255, 2555, 2022, 3255, 2555, 962, 4288, 4305, 781, 1703, 962, 4288, 4305, 781,
        1703,
    ],
    metres: Some(0.001_562_5),
    rate: Some(12.5),
};

/// SMPL.
pub(in crate::formats::arrays) static SMPL: Table = Table {
    name: "smpl",
    title: "SMPL",
    names: "pelvis left_hip right_hip spine1 left_knee right_knee spine2 left_ankle right_ankle spine3 left_foot \
            right_foot neck left_collar right_collar head left_shoulder right_shoulder left_elbow right_elbow \
            left_wrist right_wrist left_hand right_hand",
    parents: &[NONE, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 12, 13, 14, 16, 17, 18, 19, 20, 21],
    lengths: &[
        0, 962, 962, 806, 4288, 4288, 1204, 4305, 4305, 1301, 1301, 1301, 1953, 1300, 1300, 880, 1714, 1714, 3255,
        3255, 2555, 2555, 850, 850,
    ],
    metres: None,
    rate: None,
};

/// SMPL-H (AMASS).
pub(in crate::formats::arrays) static SMPLH: Table = Table {
    name: "smplh",
    title: "SMPL-H",
    names: "pelvis left_hip right_hip spine1 left_knee right_knee spine2 left_ankle right_ankle spine3 left_foot \
            right_foot neck left_collar right_collar head left_shoulder right_shoulder left_elbow right_elbow \
            left_wrist right_wrist left_index1 left_index2 left_index3 left_middle1 left_middle2 left_middle3 \
            left_pinky1 left_pinky2 left_pinky3 left_ring1 left_ring2 left_ring3 left_thumb1 left_thumb2 \
            left_thumb3 right_index1 right_index2 right_index3 right_middle1 right_middle2 right_middle3 \
            right_pinky1 right_pinky2 right_pinky3 right_ring1 right_ring2 right_ring3 right_thumb1 right_thumb2 \
            right_thumb3",
    parents: &[
        NONE, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 12, 13, 14, 16, 17, 18, 19, 20, 22, 23, 20, 25, 26, 20, 28, 29,
        20, 31, 32, 20, 34, 35, 21, 37, 38, 21, 40, 41, 21, 43, 44, 21, 46, 47, 21, 49, 50,
    ],
    lengths: &[
        0, 962, 962, 806, 4288, 4288, 1204, 4305, 4305, 1301, 1301, 1301, 1953, 1300, 1300, 880, 1714, 1714, 3255,
        3255, 2555, 2555, 996, 322, 224, 1002, 352, 253, 873, 253, 184, 932, 322, 243, 472, 403, 296, 996, 322, 224,
        1002, 352, 253, 873, 253, 184, 932, 322, 243, 472, 403, 296,
    ],
    metres: None,
    rate: None,
};

/// SMPL-X (AMASS SMPL-X, GRAB, BEDLAM-like).
pub(in crate::formats::arrays) static SMPLX: Table = Table {
    name: "smplx",
    title: "SMPL-X",
    names: "pelvis left_hip right_hip spine1 left_knee right_knee spine2 left_ankle right_ankle spine3 left_foot \
            right_foot neck left_collar right_collar head left_shoulder right_shoulder left_elbow right_elbow \
            left_wrist right_wrist jaw left_eye right_eye left_index1 left_index2 left_index3 left_middle1 \
            left_middle2 left_middle3 left_pinky1 left_pinky2 left_pinky3 left_ring1 left_ring2 left_ring3 \
            left_thumb1 left_thumb2 left_thumb3 right_index1 right_index2 right_index3 right_middle1 \
            right_middle2 right_middle3 right_pinky1 right_pinky2 right_pinky3 right_ring1 right_ring2 \
            right_ring3 right_thumb1 right_thumb2 right_thumb3",
    parents: &[
        NONE, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 12, 13, 14, 16, 17, 18, 19, 15, 15, 15, 20, 25, 26, 20, 28, 29,
        20, 31, 32, 20, 34, 35, 20, 37, 38, 21, 40, 41, 21, 43, 44, 21, 46, 47, 21, 49, 50, 21, 52, 53,
    ],
    lengths: &[
        0, 962, 962, 806, 4288, 4288, 1204, 4305, 4305, 1301, 1301, 1301, 1953, 1300, 1300, 880, 1714, 1714, 3255,
        3255, 2555, 2555, 316, 1147, 1147, 996, 322, 224, 1002, 352, 253, 873, 253, 184, 932, 322, 243, 472, 403, 296,
        996, 322, 224, 1002, 352, 253, 873, 253, 184, 932, 322, 243, 472, 403, 296,
    ],
    metres: None,
    rate: None,
};

/// MANO's hand with the tips of its fingers: the thumb last.
pub(in crate::formats::arrays) static MANO21: Table = Table {
    name: "mano21",
    title: "MANO with tips",
    names: "wrist index1 index2 index3 middle1 middle2 middle3 pinky1 pinky2 pinky3 ring1 ring2 ring3 thumb1 \
            thumb2 thumb3 thumb4 index4 middle4 ring4 pinky4",
    parents: &[NONE, 0, 1, 2, 0, 4, 5, 0, 7, 8, 0, 10, 11, 0, 13, 14, 15, 3, 6, 12, 9],
    lengths: &[0, 996, 322, 224, 1002, 352, 253, 873, 253, 184, 932, 322, 243, 472, 403, 296, 229, 204, 224, 204, 165],
    metres: None,
    rate: None,
};

/// MANO's hand.
pub(in crate::formats::arrays) static MANO16: Table = Table {
    name: "mano16",
    title: "MANO",
    names: "wrist index1 index2 index3 middle1 middle2 middle3 pinky1 pinky2 pinky3 ring1 ring2 ring3 thumb1 \
            thumb2 thumb3",
    parents: &[NONE, 0, 1, 2, 0, 4, 5, 0, 7, 8, 0, 10, 11, 0, 13, 14],
    lengths: &[0, 996, 322, 224, 1002, 352, 253, 873, 253, 184, 932, 322, 243, 472, 403, 296],
    metres: None,
    rate: None,
};
