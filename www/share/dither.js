/**
 * Ordered dithering: a colour between two of a table is shown by both of them in turn, in a pattern that is fixed to the picture, so that
 * what stands still does not flicker from frame to frame. The pattern is Bayer's, 8 by 8 pixels.
 */

/** @typedef {[red: number, green: number, blue: number]} Colour */

const SIDE = 8;
/** How many levels there are between two colours. */
const LEVELS = SIDE * SIDE;
/** How much the variance of a pattern counts against a colour that is missed. */
const NOISE = 0.1;
/** The matrix, row by row: the bits of x ^ y and of y in turn, the lowest of them first (Bayer, 1973). */
const MATRIX = Uint8Array.from({ length: LEVELS }, (_, at) => {
  const [x, y] = [at % SIDE, Math.floor(at / SIDE)];
  let level = 0;
  for (let bit = 1; bit < SIDE; bit *= 2) level = 4 * level + 2 * Number(((x ^ y) & bit) > 0) + Number((y & bit) > 0);
  return level;
});

/**
 * @param {Colour[]} table at most 256 colours
 * @param {number} width of the pictures, pixels
 * @returns {(pixels: Uint8ClampedArray) => Uint8Array<ArrayBuffer>} for each pixel of four bytes the index of its colour; alpha counts for nothing
 */
export function ditherer(table, width) {
  /**
   * Two colours whose mixture is nearest to one, and how many levels it is from the first to the second.
   * @param {number} word
   */
  const between = (word) => {
    const colour = [0, 8, 16].map((shift) => (word >> shift) & 255);
    const off = table.map((each) => colour.map((value, part) => value - each[part]));
    const dot = (/** @type {number[]} */ a, /** @type {number[]} */ b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    const distances = off.map((each) => dot(each, each));
    const near = distances.indexOf(Math.min(...distances));
    let [far, share, least] = [near, 0, Infinity];
    for (const [index, [r, g, b]] of off.entries()) {
      // From the nearest one to this one.
      const way = [off[near][0] - r, off[near][1] - g, off[near][2] - b];
      const length = dot(way, way);
      const at = length && Math.min(1, Math.max(0, dot(way, off[near]) / length));
      // What is missed, and some of how much the pattern stands out.
      const cost = distances[near] - 2 * at * dot(way, off[near]) + at * at * length + NOISE * length * at * (1 - at);
      if (cost < least) [far, share, least] = [index, at, cost];
    }
    // The same pair gets the same pattern, whichever of the two is nearer.
    const level = Math.round(LEVELS * share);
    return near < far ? near | (far << 8) | (level << 16) : far | (near << 8) | ((LEVELS - level) << 16);
  };
  /** By colour, since pictures have few. @type {Map<number, number>} */
  const known = new Map();

  return (pixels) => {
    const words = new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.length / 4);
    const indices = new Uint8Array(words.length);
    for (let at = 0; at < words.length; at += 1) {
      const word = words[at] & 0xffffff;
      let pair = known.get(word);
      if (pair === undefined) known.set(word, pair = between(word));
      const level = MATRIX[(at % width) % SIDE + SIDE * (Math.floor(at / width) % SIDE)];
      indices[at] = level < pair >> 16 ? (pair >> 8) & 255 : pair & 255;
    }
    return indices;
  };
}
