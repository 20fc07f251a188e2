/** How much a clip moves, how far its figure travels, and the moment that tells most about it: where the pose differs most from that at its beginning, often a rest pose, and from its mean pose. */

/** @typedef {import('../types.d.ts').WasmStage} WasmStage */

/** The part of the clip that is searched: clips often begin and end in a rest pose. */
const [FROM, TO] = [0.2, 0.8];
const MOMENTS = 24;
/** Most joints that are compared. */
const MOST_JOINTS = 24;
/** The path is measured in so many steps a second, but not in more than so many. */
const [STEPS_A_SECOND, MOST_STEPS] = [20, 2000];
/** The first three numbers that `carriers` returns are the height and the facing; the places of the carrier follow. */
const BEFORE_PLACES = 2;

/**
 * The joints that are compared: the ends of chains, or some of all if there are too few.
 * @param {{ parent: number, endSite: boolean }[]} joints @returns {number[]}
 */
function compared(joints) {
  const parents = new Set(joints.map(({ parent }) => parent));
  const all = joints.map((_, index) => index);
  const ends = all.filter((index) => !parents.has(index));
  const some = ends.length > 3 ? ends : all;
  const step = Math.max(1, some.length / MOST_JOINTS);
  return Array.from({ length: Math.min(some.length, MOST_JOINTS) }, (_, index) => some[Math.floor(index * step)]);
}

/**
 * The most telling moment, seconds, and how far the compared joints are from their mean places (root mean square, as a share of the figure's height). A joint is described by its distance from the vertical through the joint that carries the figure, and
 * by its height over that joint, so that turning and walking on do not count.
 * @param {WasmStage} stage @param {{ parent: number, endSite: boolean }[]} joints @param {number} duration seconds
 */
export function tells(stage, joints, duration) {
  if (!(duration > 0)) return { moment: 0, movement: 0 };
  const searched = Array.from({ length: MOMENTS }, (_, index) => duration * (FROM + ((TO - FROM) * index) / (MOMENTS - 1)));
  const moments = Float64Array.of(0, ...searched);
  const carriers = stage.carriers(moments);
  const height = carriers[0];
  const roots = carriers.subarray(BEFORE_PLACES);
  /** For each joint two numbers a moment. @type {number[][]} */
  const shapes = [];
  for (const joint of compared(joints)) {
    const places = stage.path(joint, moments);
    const [across, up] = [new Array(moments.length), new Array(moments.length)];
    for (let at = 0; at < moments.length; at += 1) {
      const [x, y, z] = [0, 1, 2].map((axis) => places[at * 3 + axis] - roots[at * 3 + axis]);
      across[at] = Math.hypot(x, z);
      up[at] = y;
    }
    shapes.push(across, up);
  }
  return { moment: searched[farthest(shapes)], movement: height > 0 ? spread(shapes) / height : 0 };
}

/** The length of the figure's path along the floor, metres. @param {WasmStage} stage @param {number} duration seconds */
export function travelOf(stage, duration) {
  if (!(duration > 0)) return 0;
  const count = Math.min(MOST_STEPS, Math.max(2, Math.ceil(duration * STEPS_A_SECOND)));
  const places = stage
    .carriers(Float64Array.from({ length: count }, (_, index) => (duration * index) / (count - 1)))
    .subarray(BEFORE_PLACES);
  let travel = 0;
  for (let at = 3; at + 2 < places.length; at += 3) travel += Math.hypot(places[at] - places[at - 3], places[at + 2] - places[at - 1]);
  return Number.isFinite(travel) ? travel : 0;
}

/**
 * The index at which all rows together are farthest from their first values and from their means; the first values themselves do not count.
 * @param {number[][]} rows of one length; each begins with the value at the clip's beginning
 */
export function farthest(rows) {
  const distances = new Array(Math.max(1, (rows[0]?.length ?? 0) - 1)).fill(0);
  for (const [first, ...values] of rows) {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    values.forEach((value, at) => {
      distances[at] += (value - first) ** 2 + (value - mean) ** 2;
    });
  }
  return distances.reduce((best, distance, at) => (distance > distances[best] ? at : best), 0);
}

/** The root mean square distance of joints from their mean places. @param {number[][]} rows two for each joint, each with the value at the clip's beginning first */
export function spread(rows) {
  const squares = rows.map(([, ...values]) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  });
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / Math.max(1, rows.length / 2));
}
