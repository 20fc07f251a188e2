/** The cycles of a report, in plain objects, and where a moment is in them. */

/** @typedef {import('../../types.d.ts').GaitReport} GaitReport */
/** A cycle: seconds of its touch-down, its lift-off and the next touch-down, the turn in degrees, whether it is in the curves and has a flight, and the numbers of the table's rows, NaN without one. @typedef {{ side: number, from: number, liftOff: number, to: number, turn: number, shown: boolean, flies: boolean, numbers: number[] }} Cycle */

/** Numbers of a cycle before those of the table. */
const OWN = 7;

/** @param {GaitReport} report @returns {Cycle[]} */
export function cyclesOf({ cycles, table }) {
  const size = OWN + table.length;
  return Array.from({ length: cycles.length / size }, (_, index) => {
    const [side, from, liftOff, to, turn, shown, flies, ...numbers] = cycles.subarray(index * size, (index + 1) * size);
    return { side, from, liftOff, to, turn, shown: shown === 1, flies: flies === 1, numbers };
  });
}

/** The cycle of a side at a moment; null between its cycles. @param {Cycle[]} cycles @param {number} side @param {number} time */
export const cycleAt = (cycles, side, time) => cycles.find((each) => each.side === side && each.from <= time && time <= each.to) ?? null;

/** How much of a side's cycle is over at a moment, percent; NaN between its cycles. @param {Cycle[]} cycles @param {number} side @param {number} time */
export function percentAt(cycles, side, time) {
  const cycle = cycleAt(cycles, side, time);
  return cycle ? (100 * (time - cycle.from)) / (cycle.to - cycle.from) : NaN;
}

/** The moment of a percent of a side's cycle: of the one at a time, else of the nearest; NaN if the side has none. @param {Cycle[]} cycles @param {number} side @param {number} percent @param {number} time */
export function momentOf(cycles, side, percent, time) {
  const away = (/** @type {Cycle} */ { from, to }) => Math.max(from - time, time - to, 0);
  const [nearest] = cycles.filter((each) => each.side === side).sort((a, b) => away(a) - away(b));
  return nearest ? nearest.from + (percent / 100) * (nearest.to - nearest.from) : NaN;
}

/** A value of 101 from 0 to 100 %. @param {ArrayLike<number>} values @param {number} percent */
export function at(values, percent) {
  const place = Math.max(0, Math.min(values.length - 1, (percent / 100) * (values.length - 1)));
  const before = Math.min(values.length - 2, Math.floor(place));
  return values[before] + (values[before + 1] - values[before]) * (place - before);
}
