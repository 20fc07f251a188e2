/** Pictures as numbers: a reader for the PNGs that Chromium writes, and what can be said about the figure in them. */
import { inflateSync } from 'node:zlib';

/** @typedef {{ width: number, height: number, at: (x: number, y: number) => [number, number, number], data: Uint8Array }} Picture 3 bytes a pixel */
/** @typedef {{ left: number, top: number, right: number, bottom: number }} Box */

/**
 * Eight bits a channel, RGB or RGBA, not interlaced: all that a screenshot is. Alpha is dropped.
 * @param {Buffer} png
 * @returns {Picture}
 */
export function readPng(png) {
  if (png.readUInt32BE(0) !== 0x89504e47) throw new Error('not a PNG');
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const channels = { 2: 3, 6: 4 }[png[25]];
  if (png[24] !== 8 || !channels || png[28] !== 0) throw new Error('a PNG of another kind');
  /** @type {Buffer[]} */
  const parts = [];
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  const raw = inflateSync(Buffer.concat(parts));
  const stride = width * channels;
  const lines = new Uint8Array(height * stride);
  for (let y = 0; y < height; y += 1) unfilter(raw, y, stride, channels, lines);
  const data = new Uint8Array(width * height * 3);
  for (let i = 0, from = 0, to = 0; i < width * height; i += 1, from += channels, to += 3) {
    data[to] = lines[from];
    data[to + 1] = lines[from + 1];
    data[to + 2] = lines[from + 2];
  }
  return { width, height, data, at: (x, y) => { const i = (y * width + x) * 3; return [data[i], data[i + 1], data[i + 2]]; } };
}

/**
 * @param {Uint8Array} raw each line led by its filter
 * @param {number} y
 * @param {number} stride
 * @param {number} step bytes a pixel
 * @param {Uint8Array} out
 */
function unfilter(raw, y, stride, step, out) {
  const filter = raw[y * (stride + 1)];
  const from = y * (stride + 1) + 1;
  const to = y * stride;
  for (let x = 0; x < stride; x += 1) {
    const left = x >= step ? out[to + x - step] : 0;
    const up = y > 0 ? out[to + x - stride] : 0;
    const corner = x >= step && y > 0 ? out[to + x - stride - step] : 0;
    out[to + x] = raw[from + x] + [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter];
  }
}

/** @param {number} left @param {number} up @param {number} corner */
function paeth(left, up, corner) {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
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
