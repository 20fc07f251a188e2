/** Known orders of an array's joints. Written by `cargo xtask generate`. */

/** A value of `joints`, its name for people, and the number of joints. @type {[value: string, title: string, joints: number][]} */
export const TABLES = [
  ['humanml3d', 'HumanML3D', 22],
  ['lafan1', 'LAFAN1', 22],
  ['kit', 'KIT-ML', 21],
  ['h36m', 'Human3.6M', 17],
  ['coco', 'COCO', 17],
  ['smpl', 'SMPL', 24],
  ['ntu', 'NTU RGB+D', 25],
  ['body25', 'OpenPose BODY_25', 25],
  ['mediapipe', 'MediaPipe Pose', 33],
  ['smplh', 'SMPL-H', 52],
  ['smplx', 'SMPL-X', 55],
];
