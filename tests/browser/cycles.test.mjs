// of: player, page, marey_web
/**
 * Forty clips (two hundred in a deep run) one after the other on one page: what the page holds does not grow after the first twenty. The
 * heap excludes the engine's own code, which grows by a tenth because the browser compiles hot functions.
 */
import assert from 'node:assert/strict';
import { DEEP, onlyDeep } from '../support/deep.mjs';
import { amc, asf, obj } from './support/acclaim.mjs';
import { long, stick } from './support/clips.mjs';
import { EVEN_PIECES, WORKER_MEMORIES, footprint, countObjects } from './support/footprint.mjs';
import { x3d } from './support/hanim.mjs';
import { scenes } from './support/scenes.mjs';
import { anim, skel } from './support/sims.mjs';

const files = {
  '/stick.bvh': stick(),
  '/long.bvh': long(3e5),
  '/figure.x3d': x3d(),
  '/marcher.amc': amc(),
  '/marcher.asf': asf({ masses: true, skins: ['marcher.obj'] }),
  '/marcher.obj': obj(),
  '/bad.bvh': 'HIERARCHY ROOT a { OFFSET x',
};
const { scene, server } = await scenes({ gpu: 'webgpu', own: true, server: { append: WORKER_MEMORIES + EVEN_PIECES }, files });
for (const [path, text] of [
  ['/wave.anim', anim()],
  ['/adult.skel', skel()],
])
  server.put(path, { body: Buffer.from(text, 'latin1') });

const CLIPS = [
  { src: '/walker.bvh' },
  { src: '/marcher.amc', skeleton: '/marcher.asf', skin: '/marcher.obj' },
  { src: '/stick.bvh' },
  { src: '/figure.x3d' },
  { src: '/bad.bvh' },
  { src: '/long.bvh' },
  { src: '/wave.anim', skeleton: '/adult.skel' },
  { src: '/walker.bvh' },
  { src: '/figure.x3d' },
  { src: '/long.bvh' },
];

/** The allowed growth after the first twenty. */
const FLAT = /** @type {const} */ ({ heap: 1.03, bytes: 1.05, nodes: 1.05, listeners: 1.05 });
/** Wasm memory never shrinks, and its fragmentation decides whether the long clip needs half a megabyte more. Two leaked clips exceed this. */
const GAPS = 768 * 1024;
/** Of wasm memory, which grows by at least one. */
const PAGE = 64 * 1024;
/** GPU objects that wait for the garbage collector. */
const FEW = 4;

const rounds = DEEP ? 20 : 4;
for (const renderer of /** @type {const} */ (['webgpu', 'webgl', 'canvas'])) {
  const path = server.page(`/cycles-${renderer}.html`, `<marey-player controls renderer="${renderer}"></marey-player>`);
  scene(
    `${rounds * CLIPS.length} clips by ${renderer}: memory, heap and GPU objects do not grow`,
    { path, scripts: [countObjects], size: [480, 320], skip: onlyDeep },
    async ({ page, player }) => {
      await page.evaluate(() => customElements.whenDefined('marey-player'));
      const round = () =>
        player.run(async (element, clips) => {
          for (const { src, skeleton, skin } of clips) {
            const over = new Promise((resolve) => {
              for (const event of ['cliploaded', 'error']) element.addEventListener(event, () => resolve(undefined), { once: true });
            });
            for (const [name, value] of Object.entries({ skeleton, skin, src })) {
              if (value) element.setAttribute(name, value);
              else element.removeAttribute(name);
            }
            await over;
            if (element.error) continue;
            element.play();
            const { drawCount } = element;
            while (element.drawCount < drawCount + 2)
              await new Promise((resolve) => {
                requestAnimationFrame(resolve);
              });
          }
          element.pause();
        }, /** @type {{ src: string, skeleton?: string, skin?: string }[]} */ (CLIPS));
      /** @type {import('./support/footprint.mjs').Footprint[]} */
      const held = [];
      for (let n = 1; n <= rounds; n += 1) {
        await round();
        if (n === 2 || n === rounds || n === 11) held.push(await footprint(page));
      }
      if (process.env.MAREY_FOOTPRINT) console.table(held);
      isFlat(held);
      assert.equal(await player.drawnWith(), renderer);
    },
  );
}

/** Fails if anything grew since the first measurement. @param {import('./support/footprint.mjs').Footprint[]} held */
function isFlat([first, ...later]) {
  for (const now of later) {
    const dump = JSON.stringify({ first, now });
    assert.ok(now.wasm <= first.wasm + GAPS, `wasm: ${dump}`);
    for (const what of /** @type {(keyof typeof FLAT)[]} */ (Object.keys(FLAT)))
      assert.ok(now[what] <= first[what] * FLAT[what], `${what}: ${dump}`);
    for (const what of /** @type {const} */ (['buffers', 'textures', 'webgl']))
      assert.ok(now[what] <= first[what] + FEW, `${what}: ${dump}`);
    for (const what of /** @type {const} */ (['devices', 'contexts', 'elements'])) assert.equal(now[what], first[what], `${what}: ${dump}`);
  }
}

/** @type {[name: string, sheets: Record<string, string>][]} */
const DROPS = [
  ['stick', { 'stick.bvh': stick() }],
  ['marcher', { 'marcher.amc': amc(), 'marcher.asf': asf() }],
  ['figure', { 'figure.x3d': x3d() }],
];
scene(
  'a hundred clips dropped on the page and removed again: memory, heap and elements do not grow',
  { gpu: 'none', scripts: [countObjects], skip: onlyDeep, loads: 'Dance' },
  async ({ page, player }) => {
    const round = (/** @type {number} */ n) =>
      player.run(
        async (element, { name, sheets }) => {
          /** @param {() => unknown} ask */
          const until = async (ask) => {
            while (!ask())
              await new Promise((resolve) => {
                requestAnimationFrame(resolve);
              });
          };
          const shows = (/** @type {string} */ clip) => until(() => element.clips[0]?.name === clip && element.readyState === 4);
          const dataTransfer = new DataTransfer();
          for (const [file, text] of Object.entries(sheets))
            dataTransfer.items.add(new File([Uint8Array.from(text, (letter) => letter.charCodeAt(0))], file));
          element.shadowRoot
            ?.querySelector('.stage')
            ?.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true, composed: true }));
          await shows(name);
          const out = () => [...element.querySelectorAll('.library .drop-out')].find((each) => each.checkVisibility());
          await until(out);
          await until(() => {
            const button = out();
            if (button instanceof HTMLElement) button.click();
            return !button;
          });
          await shows('Dance');
        },
        { name: DROPS[n % DROPS.length][0], sheets: DROPS[n % DROPS.length][1] },
      );
    /** @type {import('./support/footprint.mjs').Footprint[]} */
    const held = [];
    for (let n = 1; n <= 100; n += 1) {
      await round(n);
      // The same clip was dropped last in both of these rounds.
      if (n === 19 || n === 61 || n === 100) held.push(await footprint(page));
    }
    if (process.env.MAREY_FOOTPRINT) console.table(held);
    // A clip that is dropped while the last one is being read takes more memory once, which stays. A leak goes on.
    const growth = Math.min(held[1].wasm - held[0].wasm, held[2].wasm - held[1].wasm);
    assert.ok(growth <= PAGE, `wasm: ${JSON.stringify(held)}`);
    isFlat(held.map((now) => ({ ...now, wasm: 0 })));
  },
);
