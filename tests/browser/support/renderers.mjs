/** Pages without a player, with stages drawn by WebGPU and by a renderer other than wgpu at the same moments. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DIST, asset } from './server.mjs';

/** @typedef {import('./stages.js').Moment} Moment */
/** @typedef {import('./pixels.mjs').Rgba} Rgba */
/** @typedef {{ width: number, height: number, text: string }} Sent a picture as a page sends it */

const ROOT = new URL('../../../', import.meta.url);
const PAGE = 'tests/browser/support/stages.js';

/** A page that offers `stages.js` as `globalThis.stages`. @param {import('./server.mjs').Server} server */
export function stagePage(server) {
  const parts = ['marey_web', 'marey_gpu', 'marey_mocap', 'marey_hanim'];
  const built = [...parts.map((part) => `${part}.wasm`), ...[...parts, 'webgl', 'canvas', 'canvas-skin'].map((script) => `${script}.js`)];
  for (const name of built)
    server.put(`/${name}`, {
      body: readFileSync(join(DIST, asset(name))),
      type: name.endsWith('.js') ? 'text/javascript' : 'application/wasm',
    });
  const player = ['recovery/report', 'base/settings', 'base/options', 'base/values', 'words/format', 'words/words'];
  for (const path of [PAGE, 'www/render/frame.js', 'www/render/webgpu.js', ...player.map((name) => `www/player/${name}.js`)])
    server.put(`/${path}`, { body: readFileSync(new URL(path, ROOT)), type: 'text/javascript' });
  return server.page('/stages.html', '', { csp: null, head: `<script type="module" src="/${PAGE}"></script>` });
}

/** @param {Sent} sent @returns {Rgba} */
export const received = ({ width, height, text }) => ({ width, height, data: Buffer.from(text, 'base64') });

/** A moment drawn by both, and the tables of its frame and of its skins. @param {Page} page @param {'canvas' | 'webgl'} lower @param {Moment} moment */
export async function drawn(page, lower, moment) {
  const [webgpu, { table, skins, ...other }] = await page.evaluate(async ([name, what]) => {
    const { stages } = /** @type {any} */ (globalThis);
    return [await stages.picture('webgpu', what), await stages.picture(name, what)];
  }, /** @type {const} */ ([lower, moment]));
  return { table, skins, webgpu: received(webgpu), other: received(other) };
}

/** The pixels that the figure covers on a transparent stage: everything else is at most half opaque. @param {Rgba} picture */
export const covered = ({ data }) => Uint8Array.from({ length: data.length / 4 }, (_, i) => Number(data[4 * i + 3] > 240));

/** The pixels that only one of two figures covers, as a share of those of the first. @param {Uint8Array} one @param {Uint8Array} other */
export function apart(one, other) {
  const area = one.reduce((sum, each) => sum + each, 0);
  return { area, share: one.reduce((sum, each, i) => sum + Number(each !== other[i]), 0) / area };
}
