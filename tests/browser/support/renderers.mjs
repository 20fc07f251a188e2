/** A page on which WebGPU and Canvas2D draw the same moments of the same clips, from the sources as they are. */
import { readFileSync, readdirSync } from 'node:fs';
import { asset } from './server.mjs';

/** @typedef {import('./two-renderers.js').Moment} Moment */
/** @typedef {{ width: number, height: number, data: Uint8Array }} Rgba */
/** @typedef {{ drew: boolean, table: { [field: string]: number }, webgpu: Rgba, canvas: Rgba }} Shown */

const ROOT = new URL('../../../', import.meta.url);
const PAGE = 'tests/browser/support/two-renderers.js';

/**
 * Opens it. Returns what shows a moment there.
 * @param {import('playwright-core').Page} page
 * @param {import('./server.mjs').Server} server
 */
export async function renderers(page, server) {
  const sources = readdirSync(new URL('www/render/', ROOT)).map((name) => `www/render/${name}`);
  for (const path of [PAGE, 'www/player/settings.js', ...sources]) server.put(`/${path}`, { body: readFileSync(new URL(path, ROOT)), type: 'text/javascript', csp: null });
  await page.goto(server.put('/renderers.html', { body: '<!doctype html><title>Two renderers</title><body>', type: 'text/html', csp: null }));
  const [web, ...readers] = ['marey_web', 'marey_mocap', 'marey_hanim'].map((name) => ['.js', '.wasm'].map((extension) => server.url(asset(name + extension))));
  await page.evaluate(async ([path, urls]) => {
    const { bench } = await import(path);
    /** @type {any} */ (globalThis).bench = await bench(urls);
  }, /** @type {const} */ ([`/${PAGE}`, { web, readers }]));

  /** @param {Moment} moment @returns {Promise<Shown>} */
  return async (moment) => {
    const { drew, table, width, height, both } = await page.evaluate((what) => {
      const { bench } = /** @type {any} */ (globalThis);
      const drawn = bench.show(what);
      const pixels = bench.pixels();
      const text = pixels.both.map((/** @type {Uint8ClampedArray} */ bytes) => {
        let letters = '';
        for (let at = 0; at < bytes.length; at += 8192) letters += String.fromCharCode(...bytes.subarray(at, at + 8192));
        return btoa(letters);
      });
      return { ...pixels, drew: drawn, table: bench.table(), both: text };
    }, moment);
    const [webgpu, canvas] = both.map((/** @type {string} */ text) => ({ width, height, data: Buffer.from(text, 'base64') }));
    return { drew, table, webgpu, canvas };
  };
}

/** Which pixels the figure covers where the page shows through: all else is at most half opaque. @param {Rgba} picture */
export const covered = ({ data }) => Uint8Array.from({ length: data.length / 4 }, (_, i) => Number(data[4 * i + 3] > 240));

/** How many pixels only one of two figures covers, as a share of those that the first one does. @param {Uint8Array} one @param {Uint8Array} other */
export function apart(one, other) {
  const area = one.reduce((sum, each) => sum + each, 0);
  return { area, share: one.reduce((sum, each, i) => sum + Number(each !== other[i]), 0) / area };
}
