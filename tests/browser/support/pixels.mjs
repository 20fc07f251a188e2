/** Pictures as numbers, and what can be said about the figure in them. */
import { PNG } from 'pngjs';

/** @typedef {{ width: number, height: number, at: (x: number, y: number) => [number, number, number], data: Uint8Array }} Picture 3 bytes a pixel */
/** @typedef {{ left: number, top: number, right: number, bottom: number }} Box */

/**
 * Alpha is dropped.
 * @param {Buffer} png
 * @returns {Picture}
 */
export function readPng(png) {
  const { width, height, data: rgba } = PNG.sync.read(png);
  const data = new Uint8Array(width * height * 3);
  for (let from = 0, to = 0; to < data.length; from += 4, to += 3) {
    data[to] = rgba[from];
    data[to + 1] = rgba[from + 1];
    data[to + 2] = rgba[from + 2];
  }
  return { width, height, data, at: (x, y) => { const i = (y * width + x) * 3; return [data[i], data[i + 1], data[i + 2]]; } };
}

/**
 * Which limb a pixel belongs to, by its hue: lit or in shade, teal stays teal. The stage itself is blue-grey or nearly
 * white, and is neither.
 * @param {number} r @param {number} g @param {number} b
 * @returns {'left' | 'right' | null}
 */
export function limb(r, g, b) {
  const most = Math.max(r, g, b);
  const least = Math.min(r, g, b);
  const range = most - least;
  if (most < 40 || range < 0.3 * most) return null;
  const sector = most === r ? (g - b) / range : most === g ? 2 + (b - r) / range : 4 + (r - g) / range;
  const hue = (sector * 60 + 360) % 360;
  if (hue > 155 && hue < 192) return 'left';
  return hue > 20 && hue < 50 ? 'right' : null;
}

/**
 * The coloured limbs in a picture of the bare stage.
 * @param {Picture} picture
 */
export function figureIn(picture) {
  const { width, height, data } = picture;
  const found = { left: 0, right: 0 };
  /** @type {Box} */
  const box = { left: width, top: height, right: 0, bottom: 0 };
  for (let y = 0, i = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, i += 3) {
      const side = limb(data[i], data[i + 1], data[i + 2]);
      if (!side) continue;
      found[side] += 1;
      if (x < box.left) box.left = x;
      if (x > box.right) box.right = x;
      if (y < box.top) box.top = y;
      if (y > box.bottom) box.bottom = y;
    }
  }
  return { ...found, pixels: found.left + found.right, box, height: Math.max(0, box.bottom - box.top), width: Math.max(0, box.right - box.left) };
}

/**
 * How many pixels differ by more than noise.
 * @param {Picture} before
 * @param {Picture} after
 */
export function difference(before, after) {
  if (before.width !== after.width || before.height !== after.height) throw new Error('pictures of two sizes');
  let count = 0;
  for (let i = 0; i < before.data.length; i += 3) {
    const most = Math.max(Math.abs(before.data[i] - after.data[i]), Math.abs(before.data[i + 1] - after.data[i + 1]),
      Math.abs(before.data[i + 2] - after.data[i + 2]));
    if (most > 12) count += 1;
  }
  return count;
}

/** Mean brightness, 0 to 255. @param {Picture} picture */
export function brightness(picture) {
  let sum = 0;
  for (const value of picture.data) sum += value;
  return sum / picture.data.length;
}
