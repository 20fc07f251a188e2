/** Joints by their names, and their names for people. */

/** @typedef {import('../../types.d.ts').JointInfo} JointInfo */

/**
 * The joints with these names, as the file has them or in words. A text between commas that is no name is several, with spaces between them.
 * @param {JointInfo[]} joints @param {string[]} names @returns {number[]} indices
 */
export function named(joints, names) {
  const find = (/** @type {string} */ name) => {
    const exact = joints.findIndex((joint) => joint.name === name);
    const lower = name.toLowerCase();
    return exact >= 0 ? exact : joints.findIndex((joint) => joint.name.toLowerCase() === lower || joint.label === lower);
  };
  const found = names.flatMap((name) => {
    const whole = find(name);
    return whole >= 0 ? [whole] : name.split(/\s+/).map(find);
  });
  return [...new Set(found.filter((joint) => joint >= 0))];
}

/** A joint's name for people. @param {JointInfo} joint */
export const titleOf = ({ label, name }) => (label ? label[0].toUpperCase() + label.slice(1) : name);
