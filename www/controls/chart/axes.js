/** The scales of curves: a band for units that share the height, with a range and lines at round numbers. */

/** @typedef {import('../../actors/series.js').Unit} Unit */
/** @typedef {[least: number, most: number]} Range */
/**
 * The scale of a unit: what it ranges over, and where that is.
 * @typedef {object} Axis
 * @property {Unit} unit
 * @property {'left' | 'right'} side of its numbers
 * @property {Range} range
 * @property {number} top CSS pixels
 * @property {number} bottom
 * @property {number[]} lines the values of its lines
 */

/** Steps of degrees; all others are 1, 2 or 5 by powers of ten. */
const DEGREES = [1, 2, 5, 10, 15, 30, 45, 90, 180, 360, 720, 1800, 3600];
/** The least distance of lines, CSS pixels. */
const APART = 30;
/** A curve's range is no smaller than this, so that noise does not look like a motion. */
const LEAST = { deg: 4, m: 0.05, 'm/s': 0.2, 'deg/s': 10, 'm/s2': 1, 'steps/min': 10 };
/** Room above and below a curve, as a share of its range. */
const ROOM = 0.08;
/** From this height on each unit has a band of its own. */
const BANDS_PX = 240;
/** Between bands. */
const GAP = 10;

/** @param {Range} range of the values @param {Unit} unit @returns {Range} with room around it */
export function padded([least, most], unit) {
  if (!(least <= most)) return [0, LEAST[unit]];
  const room = Math.max(ROOM * (most - least), (LEAST[unit] - (most - least)) / 2);
  // Speeds and heights keep their zero: nothing is below it.
  return [unit !== 'deg' && least >= 0 && least < room ? -0.02 * (most + room) : least - room, most + room];
}

/** The step between lines. @param {number} span of the range @param {number} height CSS pixels @param {Unit} unit */
export function stepOf(span, height, unit) {
  const least = (span * APART) / Math.max(1, height);
  if (unit === 'deg') {
    const step = DEGREES.find((each) => each >= least);
    if (step && least > 0.5) return step;
  }
  const power = 10 ** Math.floor(Math.log10(least || 1));
  return ([1, 2, 5].find((each) => each * power >= least) ?? 10) * power;
}

/** The round values in a range. @param {Range} range @param {number} step */
export function linesOf([least, most], step) {
  const first = Math.ceil(least / step - 1e-9);
  return Array.from({ length: Math.max(0, Math.floor(most / step + 1e-9) - first + 1) }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  );
}

/**
 * The scales of these units, in order: two share a band, at its left and right side, unless there is room for a band each.
 * @param {{ unit: Unit, range: Range }[]} units @param {number} top CSS pixels @param {number} bottom @returns {Axis[]}
 */
export function axesFor(units, top, bottom) {
  const each = bottom - top >= BANDS_PX ? 1 : 2;
  const bands = Math.ceil(units.length / each) || 1;
  const height = (bottom - top - (bands - 1) * GAP) / bands;
  return units.map(({ unit, range }, index) => {
    const band = Math.floor(index / each);
    const begin = top + band * (height + GAP);
    return {
      unit,
      range,
      side: index % each ? 'right' : 'left',
      top: begin,
      bottom: begin + height,
      lines: linesOf(range, stepOf(range[1] - range[0], height, unit)),
    };
  });
}

/** Where a value is, CSS pixels. @param {Axis} axis @param {number} value */
export const yOf = ({ range: [least, most], top, bottom }, value) => bottom - ((value - least) / (most - least)) * (bottom - top);

/** Moves letters apart that would cover each other, keeping their order. @param {number[]} places @param {number} apart @param {number} top @param {number} bottom @returns {number[]} */
export function spread(places, apart, top, bottom) {
  const order = places.map((_, index) => index).sort((a, b) => places[a] - places[b]);
  const out = [...places];
  // Down from the top, then up from the bottom.
  order.forEach((index, at) => {
    out[index] = Math.max(out[index], at ? out[order[at - 1]] + apart : top);
  });
  order.reverse().forEach((index, at) => {
    out[index] = Math.min(out[index], at ? out[order[at - 1]] - apart : bottom);
  });
  return out;
}
