/** How fast a foot slides, as `marey measure --slide` has it. */

/** The ankle and all joints below it. @param {import('../../types.d.ts').JointInfo[]} joints @param {number} ankle @returns {number[]} */
export function footOf(joints, ankle) {
  const foot = new Set([ankle]);
  // Parents come before their children.
  joints.forEach(({ parent }, joint) => {
    if (foot.has(parent)) foot.add(joint);
  });
  return [...foot].sort((a, b) => a - b);
}

/**
 * The horizontal speed of the joint that moves least, millimetres a second.
 * @param {ArrayLike<number>[]} before x, y, z of each joint of the foot @param {ArrayLike<number>[]} after @param {number} seconds from one to the other
 */
export const slideOf = (before, after, seconds) =>
  seconds > 0
    ? (1000 * Math.min(...before.map((point, index) => Math.hypot(after[index][0] - point[0], after[index][2] - point[2])))) / seconds
    : NaN;
