/** Ordered dithering with Bayer's 8 by 8 pattern, fixed to the picture, so that still parts do not flicker. */

/** @typedef {[red: number, green: number, blue: number]} Colour */

const SIDE = 8;
/** Number of mixtures of two colours. */
const LEVELS = SIDE * SIDE;
/** Weight of the pattern's variance relative to the colour error. */
const NOISE = 0.1;
/** The Bayer matrix by rows: interleaves the bits of x ^ y and y, lowest bit first (Bayer, 1973). */
const MATRIX = Uint8Array.from({ length: LEVELS }, (_, at) => {
  const [x, y] = [at % SIDE, Math.floor(at / SIDE)];
  let level = 0;
  for (let bit = 1; bit < SIDE; bit *= 2) level = 4 * level + 2 * Number(((x ^ y) & bit) > 0) + Number((y & bit) > 0);
  return level;
});

/**
 * @param {Colour[]} table at most 256 colours @param {number} width of the pictures, pixels
 * @returns {(pixels: Uint8ClampedArray) => Uint8Array<ArrayBuffer>} maps RGBA pixels to indices into the table; ignores alpha
 */
export function ditherer(table, width) {
  /** The two colours that mix best to `word`, and the mixing level, packed into a number. @param {number} word */
  const bestMix = (word) => {
    const colour = [0, 8, 16].map((shift) => (word >> shift) & 255);
    const off = table.map((each) => colour.map((value, part) => value - each[part]));
    const dot = (/** @type {number[]} */ a, /** @type {number[]} */ b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    const distances = off.map((each) => dot(each, each));
    const near = distances.indexOf(Math.min(...distances));
    let [far, share, least] = [near, 0, Infinity];
    for (const [index, [r, g, b]] of off.entries()) {
      // From the nearest colour to this one.
      const way = [off[near][0] - r, off[near][1] - g, off[near][2] - b];
      const length = dot(way, way);
      const at = length && Math.min(1, Math.max(0, dot(way, off[near]) / length));
      // The colour error, plus a share of the pattern's contrast.
      const cost = distances[near] - 2 * at * dot(way, off[near]) + at * at * length + NOISE * length * at * (1 - at);
      if (cost < least) [far, share, least] = [index, at, cost];
    }
    // Order each pair, so that its pattern does not depend on which colour is nearer.
    const level = Math.round(LEVELS * share);
    return near < far ? near | (far << 8) | (level << 16) : far | (near << 8) | ((LEVELS - level) << 16);
  };
  /** Cache by colour, since pictures have few colours. @type {Map<number, number>} */
  const cache = new Map();

  return (pixels) => {
    const words = new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.length / 4);
    const indices = new Uint8Array(words.length);
    for (let at = 0; at < words.length; at += 1) {
      const word = words[at] & 0xffffff;
      let pair = cache.get(word);
      if (pair === undefined) cache.set(word, (pair = bestMix(word)));
      const level = MATRIX[((at % width) % SIDE) + SIDE * (Math.floor(at / width) % SIDE)];
      indices[at] = level < pair >> 16 ? (pair >> 8) & 255 : pair & 255;
    }
    return indices;
  };
}
