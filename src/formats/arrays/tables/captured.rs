//! Joints of skeletons that are captured or generated, and of a robot.

use super::{NONE, Table};

/// LAFAN1.
pub(in crate::formats::arrays) static LAFAN1: Table = Table {
    name: "lafan1",
    title: "LAFAN1",
    names: "Hips LeftUpLeg LeftLeg LeftFoot LeftToe RightUpLeg RightLeg RightFoot RightToe Spine Spine1 Spine2 \
            Neck Head LeftShoulder LeftArm LeftForeArm LeftHand RightShoulder RightArm RightForeArm RightHand",
    parents: &[NONE, 0, 1, 2, 3, 0, 5, 6, 7, 0, 9, 10, 11, 12, 11, 14, 15, 16, 11, 18, 19, 20],
    lengths: &[
        0, 962, 4288, 4305, 1301, 962, 4288, 4305, 1301, 806, 1204, 1301, 1953, 880, 1300, 1714, 3255, 2555, 1300,
        1714, 3255, 2555,
    ],
    metres: None,
    rate: Some(30.0),
};

/// SOMA of Kimodo without fingers.
pub(in crate::formats::arrays) static SOMA30: Table = Table {
    name: "soma30",
    title: "SOMA, 30 joints",
    names: "Hips Spine1 Spine2 Chest Neck1 Neck2 Head Jaw LeftEye RightEye LeftShoulder LeftArm LeftForeArm \
            LeftHand LeftHandThumbEnd LeftHandMiddleEnd RightShoulder RightArm RightForeArm RightHand \
            RightHandThumbEnd RightHandMiddleEnd LeftLeg LeftShin LeftFoot LeftToeBase RightLeg RightShin \
            RightFoot RightToeBase",
    parents: &[
        NONE, 0, 1, 2, 3, 4, 5, 6, 6, 6, 3, 10, 11, 12, 13, 13, 3, 16, 17, 18, 19, 19, 0, 22, 23, 24, 0, 26, 27, 28,
    ],
    lengths: &[
        0, 500, 713, 759, 2632, 805, 643, 313, 984, 981, 2385, 1590, 2874, 2709, 1357, 1901, 2380, 1603, 2874, 2713,
        1356, 1900, 1337, 4323, 4230, 1417, 1329, 4337, 4226, 1422,
    ],
    metres: Some(1.0),
    rate: Some(30.0),
};

/// SOMA of Kimodo.
pub(in crate::formats::arrays) static SOMA77: Table = Table {
    name: "soma77",
    title: "SOMA",
    names: "Hips Spine1 Spine2 Chest Neck1 Neck2 Head HeadEnd Jaw LeftEye RightEye LeftShoulder LeftArm \
            LeftForeArm LeftHand LeftHandThumb1 LeftHandThumb2 LeftHandThumb3 LeftHandThumbEnd LeftHandIndex1 \
            LeftHandIndex2 LeftHandIndex3 LeftHandIndex4 LeftHandIndexEnd LeftHandMiddle1 LeftHandMiddle2 \
            LeftHandMiddle3 LeftHandMiddle4 LeftHandMiddleEnd LeftHandRing1 LeftHandRing2 LeftHandRing3 \
            LeftHandRing4 LeftHandRingEnd LeftHandPinky1 LeftHandPinky2 LeftHandPinky3 LeftHandPinky4 \
            LeftHandPinkyEnd RightShoulder RightArm RightForeArm RightHand RightHandThumb1 RightHandThumb2 \
            RightHandThumb3 RightHandThumbEnd RightHandIndex1 RightHandIndex2 RightHandIndex3 RightHandIndex4 \
            RightHandIndexEnd RightHandMiddle1 RightHandMiddle2 RightHandMiddle3 RightHandMiddle4 \
            RightHandMiddleEnd RightHandRing1 RightHandRing2 RightHandRing3 RightHandRing4 RightHandRingEnd \
            RightHandPinky1 RightHandPinky2 RightHandPinky3 RightHandPinky4 RightHandPinkyEnd LeftLeg LeftShin \
            LeftFoot LeftToeBase LeftToeEnd RightLeg RightShin RightFoot RightToeBase RightToeEnd",
    parents: &[
        NONE, 0, 1, 2, 3, 4, 5, 6, 6, 6, 6, 3, 11, 12, 13, 14, 15, 16, 17, 14, 19, 20, 21, 22, 14, 24, 25, 26, 27, 14,
        29, 30, 31, 32, 14, 34, 35, 36, 37, 3, 39, 40, 41, 42, 43, 44, 45, 42, 47, 48, 49, 50, 42, 52, 53, 54, 55, 42,
        57, 58, 59, 60, 42, 62, 63, 64, 65, 0, 67, 68, 69, 70, 0, 72, 73, 74, 75,
    ],
    lengths: &[
        0, 806, 1204, 1301, 1953, 403, 481, 1700, 316, 1147, 1147, 1300, 1714, 3255, 2555, 255, 218, 403, 524, 335,
        667, 322, 224, 204, 301, 701, 352, 253, 224, 309, 625, 322, 243, 204, 347, 530, 253, 184, 165, 1300, 1714,
        3255, 2555, 255, 218, 403, 524, 335, 667, 322, 224, 204, 301, 701, 352, 253, 224, 309, 625, 322, 243, 204, 347,
        530, 253, 184, 165, 962, 4288, 4305, 1301, 707, 962, 4288, 4305, 1301, 707,
    ],
    metres: Some(1.0),
    rate: Some(30.0),
};

/// The robot Unitree G1, as Kimodo has it.
pub(in crate::formats::arrays) static G1: Table = Table {
    name: "g1_34",
    title: "Unitree G1",
    names: "pelvis_skel left_hip_pitch_skel left_hip_roll_skel left_hip_yaw_skel left_knee_skel \
            left_ankle_pitch_skel left_ankle_roll_skel left_toe_base right_hip_pitch_skel right_hip_roll_skel \
            right_hip_yaw_skel right_knee_skel right_ankle_pitch_skel right_ankle_roll_skel right_toe_base \
            waist_yaw_skel waist_roll_skel waist_pitch_skel left_shoulder_pitch_skel left_shoulder_roll_skel \
            left_shoulder_yaw_skel left_elbow_skel left_wrist_roll_skel left_wrist_pitch_skel \
            left_wrist_yaw_skel left_hand_roll_skel right_shoulder_pitch_skel right_shoulder_roll_skel \
            right_shoulder_yaw_skel right_elbow_skel right_wrist_roll_skel right_wrist_pitch_skel \
            right_wrist_yaw_skel right_hand_roll_skel",
    parents: &[
        NONE, 0, 1, 2, 3, 4, 5, 6, 0, 8, 9, 10, 11, 12, 13, 0, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 17, 26, 27, 28,
        29, 30, 31, 32,
    ],
    lengths: &[
        0, 1212, 603, 1266, 1939, 3000, 176, 1443, 1212, 603, 1266, 1939, 3000, 176, 1443, 0, 442, 0, 2673, 404, 1034,
        821, 1005, 380, 460, 1000, 2673, 404, 1034, 821, 1005, 380, 460, 1000,
    ],
    metres: Some(1.0),
    rate: Some(30.0),
};
