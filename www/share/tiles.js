/** Large pictures are drawn in tiles: GPUs have limits, and a tile needs little memory. */
import { UNIFORM_BYTES } from '../render/frame.js';
import { MAX_PIXELS } from './fitting.js';

/** @typedef {{ x: number, y: number, width: number, height: number, from: [x: number, y: number], size: [width: number, height: number] }} Tile pixels: what is drawn, and the part of the picture, within that, which is kept */
/** @typedef {{ tile: Tile, width: number, height: number, ratio: number }} Crop of a picture of this size; ratio: its pixels per CSS pixel */

/** A larger side is drawn in tiles: every GPU draws so many pixels. */
const AT_ONCE = 4096;
/** The usual side of a tile, pixels. */
const SIDE = 1920;
/** What is drawn around each tile and not kept, pixels: soft light is computed for some points and blended between them. */
const MARGIN = 64;
/** Places in the uniforms (`common.wgsl`), in floats. */
const INVERSE = 16;
const RATIO = 39;
const TILE = 88;

/** The tiles of a picture, left to right and top to bottom; none if it can be drawn at once. @param {number} width pixels @param {number} height @param {number} [side] of a tile @returns {Tile[]} */
export function tilesOf(width, height, side) {
  if (!side && Math.max(width, height) <= AT_ONCE && width * height <= MAX_PIXELS) return [];
  const [columns, rows] = [width, height].map((length) => parts(length, side ?? SIDE));
  return rows.flatMap((row) =>
    columns.map((column) => ({
      x: column.drawn,
      y: row.drawn,
      width: column.length,
      height: row.length,
      from: /** @type {[number, number]} */ ([column.from, row.from]),
      size: /** @type {[number, number]} */ ([column.size, row.size]),
    })),
  );
}

/** All parts of a side are drawn equally long. @param {number} whole @param {number} most */
function parts(whole, most) {
  const count = Math.ceil(whole / most);
  const step = Math.ceil(whole / count);
  const length = Math.min(whole, step + 2 * MARGIN);
  return Array.from({ length: count }, (_, index) => {
    const from = index * step;
    return { from, size: Math.min(step, whole - from), drawn: Math.max(0, Math.min(whole - length, from - MARGIN)), length };
  });
}

/** Makes a stage's frame show only a tile, until the stage's next step. @param {import('../types.d.ts').PlainFrame} frame @param {Crop} crop */
export function crop(frame, { tile, width, height, ratio }) {
  const { words, table } = frame.read();
  const uniforms = frame.floats(table.uniformsAt, UNIFORM_BYTES / 4);
  // Width and height are the first words.
  words.set([tile.width, tile.height]);
  const [wide, high] = [tile.width / width, tile.height / height];
  const [x, y] = [(2 * tile.x + tile.width) / width - 1, 1 - (2 * tile.y + tile.height) / height];
  for (let column = 0; column < 16; column += 4) {
    uniforms[column] = (uniforms[column] - x * uniforms[column + 3]) / wide;
    uniforms[column + 1] = (uniforms[column + 1] - y * uniforms[column + 3]) / high;
  }
  for (let row = INVERSE; row < INVERSE + 4; row += 1) {
    uniforms[row + 12] += x * uniforms[row] + y * uniforms[row + 4];
    uniforms[row] *= wide;
    uniforms[row + 4] *= high;
  }
  uniforms[RATIO] = ratio;
  uniforms.set([wide, high, x, y], TILE);
}
