/** The text of the attribute `measures`: which measures are shown. */

/** @typedef {'distance' | 'angle' | 'vertical' | 'height' | 'mass' | 'steps'} Kind */
/** A measure of joints, by their names; `mass` and `steps` are of the whole body. @typedef {{ kind: Kind, joints: string[] }} Request */

/** How many joints each kind has, in the order of the buttons. @type {Record<Kind, number>} */
export const COUNTS = { distance: 2, angle: 3, vertical: 2, height: 1, mass: 0, steps: 0 };

/** @param {Request} request */
export const keyOf = ({ kind, joints }) => (joints.length ? `${kind}:${joints.join(',')}` : kind);

/** What the joint at the end of a shin is called. */
const ANKLE = /foot|ankle|talocrural/i;

/** Hip, knee and ankle of each leg whose ankle is told by its name. @param {import('../../types.d.ts').JointInfo[]} joints @returns {{ side: 'left' | 'right', of: number[] }[]} */
export const kneesOf = (joints) =>
  /** @type {const} */ (['left', 'right']).flatMap((side) => {
    const ankle = joints.findIndex((joint) => joint.side === side && !joint.endSite && ANKLE.test(joint.label || joint.name));
    const knee = joints[ankle]?.parent ?? -1;
    const hip = joints[knee]?.parent ?? -1;
    return joints[hip]?.side === side ? [{ side, of: [hip, knee, ankle] }] : [];
  });

/**
 * Reads `angle:LeftUpLeg,LeftLeg,LeftFoot; height:Head; mass`: a kind, a colon, and names of joints with commas between them; a word alone for the whole body.
 * @param {string} text @returns {{ requests: Request[], wrong: string[] }} wrong: what is no measure
 */
export function parseMeasures(text) {
  /** @type {Request[]} */
  const requests = [];
  /** @type {string[]} */
  const wrong = [];
  for (const part of text
    .split(';')
    .map((each) => each.trim())
    .filter(Boolean)) {
    const [, word = '', names] = /^(\w+)\s*(?::(.*))?$/.exec(part) ?? [];
    const kind = /** @type {Kind} */ (word.toLowerCase());
    const joints = names?.split(',').map((name) => name.trim()) ?? [];
    if (
      Object.hasOwn(COUNTS, kind) &&
      joints.length === COUNTS[kind] &&
      joints.every(Boolean) &&
      !(kind === 'angle' && new Set(joints).size < 3)
    )
      requests.push({ kind, joints });
    else wrong.push(part);
  }
  return { requests, wrong };
}
