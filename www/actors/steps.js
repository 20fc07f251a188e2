/** The steps that the module of comparing finds, and where they are in the picture. */

/** A place on the floor. @typedef {[x: number, z: number]} Spot */
/** A step: seconds, metres, steps a minute, and the places of the other foot and of this one. @typedef {{ time: number, length: number, width: number, cadence: number, from: Spot, to: Spot }} Step */

/** Numbers of a step: when, length, width, cadence, and an ankle and a moment of the other foot and of this one. */
const NUMBERS = 8;

/**
 * @param {Float64Array} found `steps` of the module @param {(ankle: number, moments: Float64Array) => ArrayLike<number>} path x, y, z of an ankle
 *   at these seconds, metres @returns {Step[]} in order of time
 */
export function stepsOf(found, path) {
  const count = Math.floor(found.length / NUMBERS);
  /** All places of a foot are asked for at once. @type {Map<number, Map<number, Spot>>} */
  const places = new Map();
  for (let index = 0; index < count; index += 1)
    for (const end of [4, 6]) {
      const [ankle, moment] = found.subarray(NUMBERS * index + end);
      const own = places.get(ankle) ?? new Map();
      places.set(ankle, own.set(moment, [NaN, NaN]));
    }
  for (const [ankle, own] of places) {
    const way = path(ankle, Float64Array.from(own.keys()));
    [...own.keys()].forEach((moment, index) => own.set(moment, [way[3 * index], way[3 * index + 2]]));
  }
  return Array.from({ length: count }, (_, index) => {
    const [time, length, width, cadence, other, then, ankle, now] = found.subarray(NUMBERS * index);
    const spot = (/** @type {number} */ joint, /** @type {number} */ moment) => places.get(joint)?.get(moment) ?? [NaN, NaN];
    return { time, length, width, cadence, from: spot(other, then), to: spot(ankle, now) };
  });
}
