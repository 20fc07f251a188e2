/** Chooses the joints whose trails are drawn. */

/** @typedef {import('../../types.d.ts').JointInfo} JointInfo */
/**
 * @typedef {object} ChosenTrails
 * @property {string} key the names that they were chosen by
 * @property {Float64Array} times seconds at which the points are
 * @property {{ joint: number, points: Float32Array, speeds: Float32Array }[]} tracks for each joint x, y, z on the stage, and metres a second, at these times
 */

/** Seconds of a trail before and after the moment, where nothing else tells. */
const REACH = 0.8;
/** Trails without names. */
const USUAL = 3;
/** Ends of one side that stay nearer to each other than this are one limb (fingers): heights of the figure. */
const ONE_LIMB = 0.25;
/** Names of joints that are there only to end the last bone. */
const NAMED_END = /([_ ]end|nub|site)$/i;
/** What the ends of limbs are called, in place of their fingers and toes. */
const HAND_OR_FOOT = /^(left|right) (hand|foot)$/;

/** The ends of limbs: joints without children other than end sites; a hand or foot in place of its parts. @param {JointInfo[]} joints @returns {number[]} */
export function ends(joints) {
  const isEnd = (/** @type {JointInfo} */ { endSite, name }) => endSite || NAMED_END.test(name);
  const parents = new Set(joints.filter((joint) => !isEnd(joint)).map(({ parent }) => parent));
  const last = joints.flatMap((one, joint) => (isEnd(one) || parents.has(joint) ? [] : [joint]));
  return [
    ...new Set(
      last.map((joint) => {
        for (let above = joint; above >= 0; above = joints[above].parent) if (HAND_OR_FOOT.test(joints[above].label)) return above;
        return joint;
      }),
    ),
  ];
}

/**
 * The ends that travel farthest, at most one of each limb.
 * @param {JointInfo[]} joints @param {(joint: number) => ArrayLike<number>} pathOf x, y, z at the same moments for each joint
 * @param {number} height of the figure @returns {number[]} indices, in the skeleton's order
 */
export function farthest(joints, pathOf, height) {
  const all = ends(joints)
    .map((joint) => ({ joint, path: pathOf(joint) }))
    .map((end) => ({ ...end, way: lengthOf(end.path) }));
  /** @type {typeof all} */
  const chosen = [];
  for (const end of all.sort((a, b) => b.way - a.way)) {
    const { side } = joints[end.joint];
    const known = chosen.some((other) => joints[other.joint].side === side && apart(end.path, other.path) < ONE_LIMB * height);
    if (!known && end.way > 0 && chosen.length < USUAL) chosen.push(end);
  }
  return chosen.map(({ joint }) => joint).sort((a, b) => a - b);
}

/** @param {ArrayLike<number>} path */
function lengthOf(path) {
  let length = 0;
  for (let at = 3; at < path.length; at += 3)
    length += Math.hypot(path[at] - path[at - 3], path[at + 1] - path[at - 2], path[at + 2] - path[at - 1]);
  return length;
}

/** The mean distance of two paths. @param {ArrayLike<number>} one @param {ArrayLike<number>} other */
function apart(one, other) {
  let sum = 0;
  for (let at = 0; at < one.length; at += 3)
    sum += Math.hypot(one[at] - other[at], one[at + 1] - other[at + 1], one[at + 2] - other[at + 2]);
  return (3 * sum) / Math.max(3, one.length);
}

/** How many seconds of a trail are shown before and after the moment: by default as far as other tools show the figure. @param {import('../../player/session/session.js').Session} session */
export const reachOf = (session) => session.get('trailWindow') ?? (session.state.reach || REACH);

/** The trails that a player shows. @param {import('../../player/session/session.js').Session} session @returns {ChosenTrails['tracks']} */
export const tracksOf = ({ state }) => state.tools.trails?.tracks ?? [];
