/** Draws the films of the samples (`www/page/film.js`) with the player, for `sample-films.mjs` and its test. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EDGE, RATE } from '../../../www/page/film.js';
import { SAMPLES } from '../../../www/page/samples.js';
import { Player } from './player.mjs';
import { DIST } from './server.mjs';
import { openPanel } from './hands.mjs';

/** Themes, and the endings of their files. */
export const THEMES = /** @type {const} */ ([
  ['dark', '.webp'],
  ['light', '-light.webp'],
]);

/** @typedef {typeof SAMPLES[number][0]} Name */
/** @typedef {{ time: number, camera: string }} Moment */
/** @typedef {[left: number, top: number, side: number]} Square */

/** One cycle of the walk, in which its path turns by 60 degrees. The camera turns with it, near the home view, where the shadow falls behind. */
const WALK = { seconds: 64 / 60, first: 0.3, yaw: -30, turn: 60 };

/**
 * The part of a sample that its film shows. Its ends look alike, so that the film loops without a jump.
 * @typedef {object} Part
 * @property {number} from seconds
 * @property {number} seconds length
 * @property {number} [first] seconds after `from` at which the film begins: its first frame is shown at rest
 * @property {number} [yaw] the camera's angle to the home view at `from`, degrees
 * @property {number} [turn] degrees by which the camera turns
 */

/** @type {Record<Name, Part>} */
const PARTS = {
  dance: { from: 2.05, seconds: 4.5, first: 3.1 },
  jump: { from: 0.48, seconds: 2.67, first: 1.1 },
  march: { from: 0, seconds: 1, first: 0.8 },
  walk: { from: 0.7, ...WALK },
  wave: { from: 1.62, seconds: 2 / 1.55 },
  stroll: { from: 6.4 - WALK.seconds, ...WALK },
  human: { from: 0, seconds: 2, turn: 360 },
};

/** The files of a sample. @param {Name} name @returns {readonly string[]} */
const files = (name) => (SAMPLES.find(([key]) => key === name) ?? []).slice(1);

/** The name of a film's file, without the ending. @param {Name} name */
export const stem = (name) => files(name)[0].replace(/\..*/, '');

/** The SHA-256 of the files of a sample. @param {Name} name @returns {Promise<Record<string, string>>} */
export async function sums(name) {
  const sum = async (/** @type {string} */ file) => [
    file,
    createHash('sha256')
      .update(await readFile(join(DIST, 'samples', file)))
      .digest('hex'),
  ];
  return Object.fromEntries(await Promise.all(files(name).map(sum)));
}

/** Width and height of the player, CSS pixels. A frame is a square of its picture. */
const SIDE = 300;

/**
 * Opens a page with a sample, and lists the moments of its film.
 * @param {import('playwright-core').Page} page @param {import('./server.mjs').Server} server @param {Name} name
 */
export async function onStage(page, server, name) {
  const [src, skeleton, skin] = files(name);
  // Markers of sites are too small for such pictures, and only a panel hides them.
  const hidden = name === 'human';
  const attributes = Object.entries({ src, skeleton, skin })
    .map(([role, file]) => file && `${role}="/samples/${file}"`)
    .filter(Boolean);
  server.page(
    `/film-${name}.html`,
    `<marey-player ${attributes.join(' ')} in-place loading="eager" ${hidden ? 'controls ' : ''}width="${SIDE}" height="${SIDE}"></marey-player>`,
  );
  await page.goto(`${server.origin}/film-${name}.html`);
  const player = new Player(page);
  const [home, ...view] = (await player.loaded()).camera.split(',');
  if (hidden) {
    await openPanel(player, 'Settings');
    await player.root.getByRole('switch', { name: 'Sites' }).click();
  }
  const { from, seconds, first = 0, yaw = 0, turn = 0 } = PARTS[name];
  const count = Math.round(seconds * RATE);
  const moments = Array.from({ length: count }, (_, at) => {
    const share = (at / count + first / seconds) % 1;
    return { time: from + seconds * share, camera: [Number(home) + yaw + turn * share, ...view].join() };
  });
  return { player, moments };
}

/** The square that every frame shows, CSS pixels: the figure at all moments, with a margin for its shadow. @param {Player} player @param {Moment[]} moments @returns {Promise<Square>} */
export const framing = (player, moments) =>
  player.run(
    async (element, { all, size }) => {
      /** Margin as a fraction of the figure's size. */
      const ROOM = 0.11;
      const context = /** @type {CanvasRenderingContext2D} */ (
        Object.assign(document.createElement('canvas'), { width: size, height: size }).getContext('2d')
      );
      for (const moment of all) {
        const picture = await element.picture({ ...moment, width: size, height: size, background: false, grid: false, shadow: false });
        context.drawImage(await createImageBitmap(picture), 0, 0);
      }
      const { data } = context.getImageData(0, 0, size, size);
      let [left, top, right, bottom] = [size, size, 0, 0];
      for (let at = 0; at < size * size; at += 1) {
        if (data[4 * at + 3] < 128) continue;
        const [x, y] = [at % size, Math.floor(at / size)];
        [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x + 1), Math.max(bottom, y + 1)];
      }
      const side = Math.round(Math.max(right - left, bottom - top) * (1 + 2 * ROOM));
      return [Math.round((left + right - side) / 2), Math.round((top + bottom - side) / 2), side];
    },
    { all: moments, size: SIDE },
  );

/**
 * Draws frames below each other, on a transparent background.
 * @param {Player} player @param {Moment[]} moments @param {Square} square
 * @param {{ theme: 'dark' | 'light', type: string, quality?: number }} how
 */
export async function strip(player, moments, square, how) {
  const made = await player.run(
    async (element, { all, size, edge, square: [left, top, side], theme, type, quality }) => {
      /** Pixels drawn for each pixel of a frame, in both directions. */
      const SAMPLES = 3;
      const sheet = (/** @type {number} */ height) => {
        const canvas = Object.assign(document.createElement('canvas'), { width: edge, height });
        const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
        context.imageSmoothingQuality = 'high';
        return { canvas, context };
      };
      const { canvas, context } = sheet(edge * all.length);
      for (const [at, moment] of all.entries()) {
        const picture = await element.picture({
          ...moment,
          theme,
          width: size,
          height: size,
          scale: (SAMPLES * edge) / side,
          background: false,
          grid: false,
        });
        const bitmap = await createImageBitmap(picture);
        const ratio = bitmap.width / size;
        // A separate canvas clips the picture to its frame.
        const frame = sheet(edge);
        frame.context.drawImage(bitmap, left * ratio, top * ratio, side * ratio, side * ratio, 0, 0, edge, edge);
        context.drawImage(frame.canvas, 0, at * edge);
      }
      // WebP stores alpha without loss. Rounding it halves the bytes; shadows need finer steps than edges.
      const pixels = context.getImageData(0, 0, edge, canvas.height);
      for (let at = 3; at < pixels.data.length; at += 4) {
        const alpha = pixels.data[at] / 255;
        pixels.data[at] = 255 * (alpha < 0.45 ? Math.round(alpha * 24) / 24 : 0.4 + Math.round((alpha - 0.4) / 0.2) * 0.2);
      }
      context.putImageData(pixels, 0, 0);
      return canvas.toDataURL(type, quality).split(',')[1];
    },
    { all: moments, size: SIDE, edge: EDGE, square, ...how },
  );
  return Buffer.from(made, 'base64');
}
