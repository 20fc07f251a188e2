// of: player, controls, page, render
/** What a visitor's browser fetches for a link to one clip is what `cargo xtask size` counts. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { scenes, until } from './support/scenes.mjs';

const { scene } = await scenes({ loads: 'walk' });

const source = await readFile('xtask/src/size.rs', 'utf8');
/** A list of files in `size.rs`. @param {string} name */
const list = (name) => {
  const [, files = ''] = new RegExp(`const ${name}: \\[&str; \\d+\\] = \\[([^\\]]*)\\]`).exec(source) ?? [];
  return [...files.matchAll(/"([^"]+)"/g)].map(([, file]) => file);
};
/** Scripts that come where drawing is slow. */
const SLOW = ['pace.js'];

/** @type {[gpu: import('./support/browser.mjs').Gpu, lists: string[]][]} */
const RUNGS = [
  ['none', ['FIRST', 'CONTROLS', 'CONTEXT']],
  ['webgl', ['FIRST', 'CONTROLS', 'CONTEXT', 'WEBGL']],
  ['webgpu', ['FIRST', 'CONTROLS', 'WEBGPU']],
];
for (const [gpu, lists] of RUNGS)
  (gpu === 'none' ? scene : scene.deep)(
    `the first load of a link with ${gpu} is what is counted`,
    { path: null, gpu, loads: null, size: [1280, 800] },
    async ({ page, player, server }) => {
      /** @type {Set<string>} */
      const fetched = new Set();
      /** Those before the first picture. @type {string[] | undefined} */
      let first;
      page.on('request', (request) => {
        const file = new URL(request.url()).pathname.split('/').at(-1) ?? '';
        if (/\.(js|css|wasm)$/.test(file)) fetched.add(file.replace(/(-[0-9a-f]{8})?(\.real)?(?=\.\w+$)/, ''));
      });
      await page.exposeFunction('pictureIsThere', () => {
        first ??= [...fetched];
      });
      await page.addInitScript(() => document.addEventListener('ready', () => /** @type {any} */ (globalThis).pictureIsThere(), true));
      await page.goto(server.url('#url=samples/walk.bvh'));
      await player.loaded('walk');
      const expected = lists.flatMap(list).sort();
      await until('all is there', async () => expected.every((file) => fetched.has(file))).catch((error) => {
        throw new Error(`${error.message}: ${expected.filter((file) => !fetched.has(file))}`);
      });
      // The controls may be asked for before the page hears of the picture.
      const before = first?.filter((file) => file !== 'controls.js').sort();
      assert.deepEqual(before, list('FIRST').sort());
      assert.deepEqual([...fetched].filter((file) => !SLOW.includes(file)).sort(), expected);
    },
  );
