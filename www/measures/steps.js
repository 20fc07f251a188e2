/** The steps that feet on the ground make, as `marey measure --steps` has them. */

/** A place on the floor. @typedef {[x: number, z: number]} Spot */
/** A step: seconds, metres, steps a minute, and the places of the other foot and of this one. @typedef {{ time: number, length: number, width: number, cadence: number, from: Spot, to: Spot }} Step */

/** Shorter strides have no direction, metres. */
const SHORTEST_STRIDE = 0.1;

/**
 * A stride is the way of a foot from a stance to its next, and the other foot's stance between them divides it: the step's length is the part after
 * the other foot, its width the other foot's distance from the stride (Huxham and others, Gait and Posture 23, 2006).
 * @param {import('../types.d.ts').StandingFoot[]} feet
 * @param {(ankle: number, moments: Float64Array) => ArrayLike<number>} path x, y, z of an ankle at these seconds, metres @returns {Step[]} in order of time
 */
export function stepsOf(feet, path) {
  const stances = feet
    .flatMap(({ ankle, spans }) => {
      const count = spans.length / 2;
      // In the middle of its stance a foot is flat.
      const places = path(
        ankle,
        Float64Array.from({ length: count }, (_, index) => (spans[2 * index] + spans[2 * index + 1]) / 2),
      );
      return Array.from({ length: count }, (_, index) => ({
        ankle,
        from: spans[2 * index],
        x: places[3 * index],
        z: places[3 * index + 2],
      }));
    })
    .sort((a, b) => a.from - b.from);
  return stances.slice(2).flatMap((now, index) => {
    const [before, other] = [stances[index], stances[index + 1]];
    const [alongX, alongZ] = [now.x - before.x, now.z - before.z];
    const stride = Math.hypot(alongX, alongZ);
    const seconds = now.from - other.from;
    if (before.ankle !== now.ankle || other.ankle === now.ankle || !(seconds > 0) || !(stride >= SHORTEST_STRIDE)) return [];
    const [x, z] = [now.x - other.x, now.z - other.z];
    return {
      time: now.from,
      length: (x * alongX + z * alongZ) / stride,
      width: Math.abs(x * alongZ - z * alongX) / stride,
      cadence: 60 / seconds,
      from: [other.x, other.z],
      to: [now.x, now.z],
    };
  });
}
