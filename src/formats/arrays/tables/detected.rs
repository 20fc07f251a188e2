//! Joints that are found in pictures, or by depth cameras.

use super::{NONE, Table};

/// Human3.6M, 17 of 32 joints.
pub(in crate::formats::arrays) static H36M: Table = Table {
    name: "h36m",
    title: "Human3.6M",
    names: "hip right_hip right_knee right_ankle left_hip left_knee left_ankle spine thorax neck head \
            left_shoulder left_elbow left_wrist right_shoulder right_elbow right_wrist",
    parents: &[NONE, 0, 1, 2, 0, 4, 5, 0, 7, 8, 9, 8, 11, 12, 8, 14, 15],
    lengths: &[0, 962, 4288, 4305, 962, 4288, 4305, 1404, 3204, 2338, 1703, 1926, 3255, 2555, 1926, 3255, 2555],
    metres: None,
    rate: Some(50.0),
};

/// COCO keypoints.
pub(in crate::formats::arrays) static COCO: Table = Table {
    name: "coco",
    title: "COCO",
    names: "nose left_eye right_eye left_ear right_ear left_shoulder right_shoulder left_elbow right_elbow \
            left_wrist right_wrist left_hip right_hip left_knee right_knee left_ankle right_ankle",
    parents: &[NONE, 0, 0, 1, 2, 0, 0, 5, 6, 7, 8, 5, 6, 11, 12, 13, 14],
    lengths: &[0, 505, 505, 973, 973, 3026, 3026, 3255, 3255, 2555, 2555, 5157, 5157, 4288, 4288, 4305, 4305],
    metres: None,
    rate: None,
};

/// NTU RGB+D (Kinect v2).
pub(in crate::formats::arrays) static NTU: Table = Table {
    name: "ntu",
    title: "NTU RGB+D",
    names: "base_spine mid_spine neck head left_shoulder left_elbow left_wrist left_hand right_shoulder \
            right_elbow right_wrist right_hand left_hip left_knee left_ankle left_foot right_hip right_knee \
            right_ankle right_foot spine_shoulder left_hand_tip left_thumb right_hand_tip right_thumb",
    parents: &[NONE, 0, 20, 2, 20, 4, 5, 6, 20, 8, 9, 10, 0, 12, 13, 14, 0, 16, 17, 18, 1, 7, 7, 11, 11],
    lengths: &[
        0, 1703, 455, 880, 1937, 3255, 2555, 850, 1937, 3255, 2555, 850, 881, 4288, 4305, 1301, 881, 4288, 4305, 1301,
        3400, 1050, 680, 1050, 680,
    ],
    metres: None,
    rate: Some(30.0),
};

/// OpenPose BODY_25.
pub(in crate::formats::arrays) static OPENPOSE_BODY25: Table = Table {
    name: "body25",
    title: "OpenPose BODY_25",
    names: "Nose Neck RShoulder RElbow RWrist LShoulder LElbow LWrist MidHip RHip RKnee RAnkle LHip LKnee LAnkle \
            REye LEye REar LEar LBigToe LSmallToe LHeel RBigToe RSmallToe RHeel",
    parents: &[1, 8, 1, 2, 3, 1, 5, 6, NONE, 8, 9, 10, 8, 12, 13, 0, 0, 15, 16, 14, 19, 14, 11, 22, 11],
    lengths: &[
        2117, 5102, 1937, 3255, 2555, 1937, 3255, 2555, 0, 881, 4288, 4305, 881, 4288, 4305, 505, 505, 973, 973, 1829,
        728, 781, 1829, 728, 781,
    ],
    metres: None,
    rate: None,
};

/// MediaPipe Pose landmarks.
pub(in crate::formats::arrays) static MEDIAPIPE: Table = Table {
    name: "mediapipe",
    title: "MediaPipe Pose",
    names: "nose left_eye_inner left_eye left_eye_outer right_eye_inner right_eye right_eye_outer left_ear \
            right_ear mouth_left mouth_right left_shoulder right_shoulder left_elbow right_elbow left_wrist \
            right_wrist left_pinky right_pinky left_index right_index left_thumb right_thumb left_hip right_hip \
            left_knee right_knee left_ankle right_ankle left_heel right_heel left_foot_index right_foot_index",
    parents: &[
        NONE, 0, 1, 2, 0, 4, 5, 3, 6, 0, 0, 0, 0, 11, 12, 13, 14, 15, 16, 15, 16, 15, 16, 11, 12, 23, 24, 25, 26, 27,
        28, 29, 30,
    ],
    lengths: &[
        0, 412, 130, 164, 412, 130, 164, 832, 832, 534, 534, 3026, 3026, 3255, 3255, 2555, 2555, 1108, 1108, 1306,
        1306, 872, 872, 5157, 5157, 4288, 4288, 4305, 4305, 781, 781, 2400, 2400,
    ],
    metres: None,
    rate: Some(30.0),
};

/// Key points of SAM 3D Body. Fingers run from the tip to the palm.
pub(in crate::formats::arrays) static MHR70: Table = Table {
    name: "mhr70",
    title: "MHR, 70 points",
    names: "nose left_eye right_eye left_ear right_ear left_shoulder right_shoulder left_elbow right_elbow \
            left_hip right_hip left_knee right_knee left_ankle right_ankle left_big_toe_tip left_small_toe_tip \
            left_heel right_big_toe_tip right_small_toe_tip right_heel right_thumb_tip right_thumb_first_joint \
            right_thumb_second_joint right_thumb_third_joint right_index_tip right_index_first_joint \
            right_index_second_joint right_index_third_joint right_middle_tip right_middle_first_joint \
            right_middle_second_joint right_middle_third_joint right_ring_tip right_ring_first_joint \
            right_ring_second_joint right_ring_third_joint right_pinky_tip right_pinky_first_joint \
            right_pinky_second_joint right_pinky_third_joint right_wrist left_thumb_tip left_thumb_first_joint \
            left_thumb_second_joint left_thumb_third_joint left_index_tip left_index_first_joint \
            left_index_second_joint left_index_third_joint left_middle_tip left_middle_first_joint \
            left_middle_second_joint left_middle_third_joint left_ring_tip left_ring_first_joint \
            left_ring_second_joint left_ring_third_joint left_pinky_tip left_pinky_first_joint \
            left_pinky_second_joint left_pinky_third_joint left_wrist left_olecranon right_olecranon \
            left_cubital_fossa right_cubital_fossa left_acromion right_acromion neck",
    parents: &[
        69, 0, 0, 1, 2, 69, 69, 5, 6, 69, 69, 9, 10, 11, 12, 13, 13, 13, 14, 14, 14, 22, 23, 24, 41, 26, 27, 28, 41,
        30, 31, 32, 41, 34, 35, 36, 41, 38, 39, 40, 41, 8, 43, 44, 45, 62, 47, 48, 49, 62, 51, 52, 53, 62, 55, 56, 57,
        62, 59, 60, 61, 62, 7, 7, 8, 7, 8, 5, 6, NONE,
    ],
    lengths: &[
        2117, 505, 505, 973, 973, 1937, 1937, 3255, 3255, 5275, 5275, 4288, 4288, 4305, 4305, 1829, 1665, 781, 1829,
        1665, 781, 229, 296, 403, 472, 204, 224, 322, 996, 224, 253, 352, 1002, 204, 243, 322, 932, 165, 184, 253, 873,
        2555, 229, 296, 403, 472, 204, 224, 322, 996, 224, 253, 352, 1002, 204, 243, 322, 932, 165, 184, 253, 873,
        2555, 350, 350, 300, 300, 500, 500, 0,
    ],
    metres: None,
    rate: None,
};

/// Joints of the Momentum Human Rig, as SAM 3D Body has them.
pub(in crate::formats::arrays) static MHR127: Table = Table {
    name: "mhr127",
    title: "MHR",
    names: "body_world root l_upleg l_lowleg l_foot l_talocrural l_subtalar l_transversetarsal l_ball \
            l_lowleg_twist1_proc l_lowleg_twist2_proc l_lowleg_twist3_proc l_lowleg_twist4_proc \
            l_upleg_twist0_proc l_upleg_twist1_proc l_upleg_twist2_proc l_upleg_twist3_proc l_upleg_twist4_proc \
            r_upleg r_lowleg r_foot r_talocrural r_subtalar r_transversetarsal r_ball r_lowleg_twist1_proc \
            r_lowleg_twist2_proc r_lowleg_twist3_proc r_lowleg_twist4_proc r_upleg_twist0_proc \
            r_upleg_twist1_proc r_upleg_twist2_proc r_upleg_twist3_proc r_upleg_twist4_proc c_spine0 c_spine1 \
            c_spine2 c_spine3 r_clavicle r_uparm r_lowarm r_wrist_twist r_wrist r_pinky0 r_pinky1 r_pinky2 \
            r_pinky3 r_pinky_null r_ring1 r_ring2 r_ring3 r_ring_null r_middle1 r_middle2 r_middle3 \
            r_middle_null r_index1 r_index2 r_index3 r_index_null r_thumb0 r_thumb1 r_thumb2 r_thumb3 \
            r_thumb_null r_lowarm_twist1_proc r_lowarm_twist2_proc r_lowarm_twist3_proc r_lowarm_twist4_proc \
            r_uparm_twist0_proc r_uparm_twist1_proc r_uparm_twist2_proc r_uparm_twist3_proc r_uparm_twist4_proc \
            l_clavicle l_uparm l_lowarm l_wrist_twist l_wrist l_pinky0 l_pinky1 l_pinky2 l_pinky3 l_pinky_null \
            l_ring1 l_ring2 l_ring3 l_ring_null l_middle1 l_middle2 l_middle3 l_middle_null l_index1 l_index2 \
            l_index3 l_index_null l_thumb0 l_thumb1 l_thumb2 l_thumb3 l_thumb_null l_lowarm_twist1_proc \
            l_lowarm_twist2_proc l_lowarm_twist3_proc l_lowarm_twist4_proc l_uparm_twist0_proc \
            l_uparm_twist1_proc l_uparm_twist2_proc l_uparm_twist3_proc l_uparm_twist4_proc c_neck \
            c_neck_twist1_proc c_neck_twist0_proc c_head c_jaw c_teeth c_jaw_null c_tongue0 c_tongue1 c_tongue2 \
            c_tongue3 c_tongue4 r_eye r_eye_null l_eye l_eye_null c_head_null",
    parents: &[
        NONE, 0, 1, 2, 3, 4, 5, 6, 7, 3, 3, 3, 3, 2, 2, 2, 2, 2, 1, 18, 19, 20, 21, 22, 23, 19, 19, 19, 19, 18, 18, 18,
        18, 18, 1, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 42, 48, 49, 50, 42, 52, 53, 54, 42, 56, 57, 58,
        42, 60, 61, 62, 63, 40, 40, 40, 40, 39, 39, 39, 39, 39, 37, 74, 75, 76, 77, 78, 79, 80, 81, 82, 78, 84, 85, 86,
        78, 88, 89, 90, 78, 92, 93, 94, 78, 96, 97, 98, 99, 76, 76, 76, 76, 75, 75, 75, 75, 75, 37, 110, 110, 110, 113,
        114, 114, 114, 117, 118, 119, 120, 113, 122, 113, 124, 113,
    ],
    lengths: &[
        0, 0, 962, 4288, 4305, 0, 781, 1703, 0, 1056, 1868, 2680, 3493, 243, 1052, 1861, 2670, 3479, 962, 4288, 4305,
        0, 781, 1703, 0, 1056, 1868, 2680, 3493, 243, 1052, 1861, 2670, 3479, 806, 0, 1204, 1301, 1300, 1714, 3255,
        2555, 0, 347, 530, 253, 184, 165, 932, 322, 243, 204, 1002, 352, 253, 224, 996, 322, 224, 204, 255, 218, 403,
        296, 229, 627, 1109, 1591, 2073, 184, 798, 1413, 2027, 2641, 1300, 1714, 3255, 2555, 0, 347, 530, 253, 184,
        165, 932, 322, 243, 204, 1002, 352, 253, 224, 996, 322, 224, 204, 255, 218, 403, 296, 229, 627, 1109, 1591,
        2073, 184, 798, 1413, 2027, 2641, 1953, 403, 0, 880, 316, 539, 539, 539, 0, 0, 0, 0, 1147, 0, 1147, 0, 1700,
    ],
    metres: None,
    rate: None,
};

/// COCO-WholeBody: body, feet, face and hands.
pub(in crate::formats::arrays) static COCO_WHOLEBODY: Table = Table {
    name: "coco_wholebody",
    title: "COCO-WholeBody",
    names: "nose left_eye right_eye left_ear right_ear left_shoulder right_shoulder left_elbow right_elbow \
            left_wrist right_wrist left_hip right_hip left_knee right_knee left_ankle right_ankle left_big_toe \
            left_small_toe left_heel right_big_toe right_small_toe right_heel face0 face1 face2 face3 face4 \
            face5 face6 face7 face8 face9 face10 face11 face12 face13 face14 face15 face16 face17 face18 face19 \
            face20 face21 face22 face23 face24 face25 face26 face27 face28 face29 face30 face31 face32 face33 \
            face34 face35 face36 face37 face38 face39 face40 face41 face42 face43 face44 face45 face46 face47 \
            face48 face49 face50 face51 face52 face53 face54 face55 face56 face57 face58 face59 face60 face61 \
            face62 face63 face64 face65 face66 face67 left_hand_root left_thumb1 left_thumb2 left_thumb3 \
            left_thumb4 left_index1 left_index2 left_index3 left_index4 left_middle1 left_middle2 left_middle3 \
            left_middle4 left_ring1 left_ring2 left_ring3 left_ring4 left_pinky1 left_pinky2 left_pinky3 \
            left_pinky4 right_hand_root right_thumb1 right_thumb2 right_thumb3 right_thumb4 right_index1 \
            right_index2 right_index3 right_index4 right_middle1 right_middle2 right_middle3 right_middle4 \
            right_ring1 right_ring2 right_ring3 right_ring4 right_pinky1 right_pinky2 right_pinky3 right_pinky4",
    parents: &[
        NONE, 0, 0, 1, 2, 0, 0, 5, 6, 7, 8, 5, 6, 11, 12, 13, 14, 15, 15, 15, 16, 16, 16, 0, 23, 24, 25, 26, 27, 28,
        29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 0, 40, 41, 42, 43, 0, 45, 46, 47, 48, 0, 50, 51, 52, 0, 54, 55, 56, 57,
        0, 59, 60, 61, 62, 63, 0, 65, 66, 67, 68, 69, 0, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 0, 83, 84, 85, 86,
        87, 88, 89, 9, 91, 92, 93, 94, 91, 96, 97, 98, 91, 100, 101, 102, 91, 104, 105, 106, 91, 108, 109, 110, 10,
        112, 113, 114, 115, 112, 117, 118, 119, 112, 121, 122, 123, 112, 125, 126, 127, 112, 129, 130, 131,
    ],
    lengths: &[
        0, 505, 505, 973, 973, 3026, 3026, 3255, 3255, 2555, 2555, 5157, 5157, 4288, 4288, 4305, 4305, 1829, 1665, 781,
        1829, 1665, 781, 1073, 172, 167, 160, 151, 142, 133, 127, 123, 123, 127, 133, 142, 151, 160, 167, 172, 785,
        120, 120, 120, 120, 573, 120, 120, 120, 120, 300, 100, 100, 100, 156, 60, 60, 60, 60, 491, 74, 49, 64, 75, 52,
        523, 77, 55, 56, 77, 59, 550, 96, 117, 109, 78, 60, 88, 115, 114, 86, 59, 79, 570, 117, 94, 62, 71, 105, 118,
        102, 0, 472, 403, 296, 229, 996, 322, 224, 204, 1002, 352, 253, 224, 932, 322, 243, 204, 873, 253, 184, 165, 0,
        472, 403, 296, 229, 996, 322, 224, 204, 1002, 352, 253, 224, 932, 322, 243, 204, 873, 253, 184, 165,
    ],
    metres: None,
    rate: None,
};

/// Halpe-FullBody without face and hands.
pub(in crate::formats::arrays) static HALPE26: Table = Table {
    name: "halpe26",
    title: "Halpe, 26 points",
    names: "nose left_eye right_eye left_ear right_ear left_shoulder right_shoulder left_elbow right_elbow \
            left_wrist right_wrist left_hip right_hip left_knee right_knee left_ankle right_ankle head_top neck \
            hip left_big_toe right_big_toe left_small_toe right_small_toe left_heel right_heel",
    parents: &[17, 0, 0, 1, 2, 18, 18, 5, 6, 7, 8, 19, 19, 11, 12, 13, 14, 18, 19, NONE, 15, 16, 15, 16, 15, 16],
    lengths: &[
        1703, 505, 505, 973, 973, 1937, 1937, 3255, 3255, 2555, 2555, 881, 881, 4288, 4288, 4305, 4305, 3013, 5102, 0,
        1829, 1829, 1665, 1665, 781, 781,
    ],
    metres: None,
    rate: None,
};

/// Halpe-FullBody.
pub(in crate::formats::arrays) static HALPE136: Table = Table {
    name: "halpe136",
    title: "Halpe",
    names: "nose left_eye right_eye left_ear right_ear left_shoulder right_shoulder left_elbow right_elbow \
            left_wrist right_wrist left_hip right_hip left_knee right_knee left_ankle right_ankle head_top neck \
            hip left_big_toe right_big_toe left_small_toe right_small_toe left_heel right_heel face0 face1 face2 \
            face3 face4 face5 face6 face7 face8 face9 face10 face11 face12 face13 face14 face15 face16 face17 \
            face18 face19 face20 face21 face22 face23 face24 face25 face26 face27 face28 face29 face30 face31 \
            face32 face33 face34 face35 face36 face37 face38 face39 face40 face41 face42 face43 face44 face45 \
            face46 face47 face48 face49 face50 face51 face52 face53 face54 face55 face56 face57 face58 face59 \
            face60 face61 face62 face63 face64 face65 face66 face67 left_hand_root left_thumb1 left_thumb2 \
            left_thumb3 left_thumb4 left_index1 left_index2 left_index3 left_index4 left_middle1 left_middle2 \
            left_middle3 left_middle4 left_ring1 left_ring2 left_ring3 left_ring4 left_pinky1 left_pinky2 \
            left_pinky3 left_pinky4 right_hand_root right_thumb1 right_thumb2 right_thumb3 right_thumb4 \
            right_index1 right_index2 right_index3 right_index4 right_middle1 right_middle2 right_middle3 \
            right_middle4 right_ring1 right_ring2 right_ring3 right_ring4 right_pinky1 right_pinky2 right_pinky3 \
            right_pinky4",
    parents: &[
        17, 0, 0, 1, 2, 18, 18, 5, 6, 7, 8, 19, 19, 11, 12, 13, 14, 18, 19, NONE, 15, 16, 15, 16, 15, 16, 0, 26, 27,
        28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 0, 43, 44, 45, 46, 0, 48, 49, 50, 51, 0, 53, 54, 55, 0,
        57, 58, 59, 60, 0, 62, 63, 64, 65, 66, 0, 68, 69, 70, 71, 72, 0, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 0,
        86, 87, 88, 89, 90, 91, 92, 9, 94, 95, 96, 97, 94, 99, 100, 101, 94, 103, 104, 105, 94, 107, 108, 109, 94, 111,
        112, 113, 10, 115, 116, 117, 118, 115, 120, 121, 122, 115, 124, 125, 126, 115, 128, 129, 130, 115, 132, 133,
        134,
    ],
    lengths: &[
        1703, 505, 505, 973, 973, 1937, 1937, 3255, 3255, 2555, 2555, 881, 881, 4288, 4288, 4305, 4305, 3013, 5102, 0,
        1829, 1829, 1665, 1665, 781, 781, 1073, 172, 167, 160, 151, 142, 133, 127, 123, 123, 127, 133, 142, 151, 160,
        167, 172, 785, 120, 120, 120, 120, 573, 120, 120, 120, 120, 300, 100, 100, 100, 156, 60, 60, 60, 60, 491, 74,
        49, 64, 75, 52, 523, 77, 55, 56, 77, 59, 550, 96, 117, 109, 78, 60, 88, 115, 114, 86, 59, 79, 570, 117, 94, 62,
        71, 105, 118, 102, 0, 472, 403, 296, 229, 996, 322, 224, 204, 1002, 352, 253, 224, 932, 322, 243, 204, 873,
        253, 184, 165, 0, 472, 403, 296, 229, 996, 322, 224, 204, 1002, 352, 253, 224, 932, 322, 243, 204, 873, 253,
        184, 165,
    ],
    metres: None,
    rate: None,
};

/// A right hand in the order of OpenPose, MediaPipe and FreiHAND: the thumb first.
pub(in crate::formats::arrays) static HAND21: Table = Table {
    name: "hand21",
    title: "hand of OpenPose",
    names: "right_hand_root right_thumb1 right_thumb2 right_thumb3 right_thumb4 right_index1 right_index2 \
            right_index3 right_index4 right_middle1 right_middle2 right_middle3 right_middle4 right_ring1 \
            right_ring2 right_ring3 right_ring4 right_pinky1 right_pinky2 right_pinky3 right_pinky4",
    parents: &[NONE, 0, 1, 2, 3, 0, 5, 6, 7, 0, 9, 10, 11, 0, 13, 14, 15, 0, 17, 18, 19],
    lengths: &[0, 472, 403, 296, 229, 996, 322, 224, 204, 1002, 352, 253, 224, 932, 322, 243, 204, 873, 253, 184, 165],
    metres: None,
    rate: None,
};

/// OpenPose with the 18 points of COCO and a neck.
pub(in crate::formats::arrays) static OPENPOSE_18: Table = Table {
    name: "openpose18",
    title: "OpenPose COCO",
    names: "Nose Neck RShoulder RElbow RWrist LShoulder LElbow LWrist RHip RKnee RAnkle LHip LKnee LAnkle REye \
            LEye REar LEar",
    parents: &[1, NONE, 1, 2, 3, 1, 5, 6, 1, 8, 9, 1, 11, 12, 0, 0, 14, 15],
    lengths: &[2117, 0, 1937, 3255, 2555, 1937, 3255, 2555, 5275, 4288, 4305, 5275, 4288, 4305, 505, 505, 973, 973],
    metres: None,
    rate: None,
};

/// Human3.6M, all 32 joints. Some are at one place.
pub(in crate::formats::arrays) static H36M32: Table = Table {
    name: "h36m32",
    title: "Human3.6M with all joints",
    names: "Hips RightUpLeg RightLeg RightFoot RightToeBase RightSite LeftUpLeg LeftLeg LeftFoot LeftToeBase \
            LeftSite Spine Spine1 Neck Head HeadSite LeftShoulder LeftArm LeftForeArm LeftHand LeftHandThumb \
            LeftThumbSite LeftWristEnd LeftWristSite RightShoulder RightArm RightForeArm RightHand \
            RightHandThumb RightThumbSite RightWristEnd RightWristSite",
    parents: &[
        NONE, 0, 1, 2, 3, 4, 0, 6, 7, 8, 9, 0, 11, 12, 13, 14, 12, 16, 17, 18, 19, 20, 19, 22, 12, 24, 25, 26, 27, 28,
        27, 30,
    ],
    lengths: &[
        0, 962, 4288, 4305, 1301, 707, 962, 4288, 4305, 1301, 707, 0, 1404, 3204, 1530, 1700, 3204, 1926, 3255, 2555,
        0, 872, 850, 0, 3204, 1926, 3255, 2555, 0, 872, 850, 0,
    ],
    metres: None,
    rate: Some(50.0),
};

/// Azure Kinect.
pub(in crate::formats::arrays) static KINECT32: Table = Table {
    name: "kinect32",
    title: "Azure Kinect",
    names: "pelvis spine_navel spine_chest neck left_clavicle left_shoulder left_elbow left_wrist left_hand \
            left_handtip left_thumb right_clavicle right_shoulder right_elbow right_wrist right_hand \
            right_handtip right_thumb left_hip left_knee left_ankle left_foot right_hip right_knee right_ankle \
            right_foot head nose left_eye left_ear right_eye right_ear",
    parents: &[
        NONE, 0, 1, 2, 2, 4, 5, 6, 7, 8, 7, 2, 11, 12, 13, 14, 15, 14, 0, 18, 19, 20, 0, 22, 23, 24, 3, 26, 26, 26, 26,
        26,
    ],
    lengths: &[
        0, 2010, 1301, 1953, 1300, 1714, 3255, 2555, 850, 1050, 872, 1300, 1714, 3255, 2555, 850, 1050, 872, 962, 4288,
        4305, 1301, 962, 4288, 4305, 1301, 880, 1170, 1147, 901, 1147, 901,
    ],
    metres: None,
    rate: Some(30.0),
};
