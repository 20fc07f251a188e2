/** Drops a large file on the page: the time until it moves, processor time and memory. The same in three.js. */
import { join } from 'node:path';
import { drop, until, watchRenderer, withPage } from '../chromium.mjs';

/** @typedef {import('../run.mjs').Setup} Setup */
/** @typedef {import('playwright-core').Page} Page */

const DRAWS = "document.querySelector('marey-player').drawCount > 5";

/** Notes times, and long tasks of the main thread. */
function observe() {
  /** @type {[number, number][]} */
  const tasks = [];
  const seen = { dropped: 0, introduced: 0, moving: 0, whole: 0, tasks };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) tasks.push([startTime, duration]);
  }).observe({ type: 'longtask' });
  /** @type {WeakRef<WebAssembly.Memory>[]} */
  const memories = [];
  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = async (/** @type {any} */ ...given) => {
    const made = /** @type {any} */ (await Reflect.apply(instantiate, WebAssembly, given));
    memories.push(new WeakRef(made.exports.memory));
    return made;
  };
  Object.assign(window, { wasmBytes: () => memories.reduce((sum, memory) => sum + (memory.deref()?.buffer.byteLength ?? 0), 0) });
  // Workers end a little later, so that their processor time can be read.
  const { terminate } = Worker.prototype;
  Worker.prototype.terminate = function later() {
    setTimeout(() => terminate.call(this), 300);
  };
  addEventListener(
    'drop',
    () => {
      seen.dropped = performance.now();
    },
    true,
  );
  // The player's events do not bubble, but can be captured.
  addEventListener(
    'loadedmetadata',
    ({ target }) => {
      if (!seen.dropped || seen.introduced) return;
      seen.introduced = performance.now();
      const player = /** @type {any} */ (target);
      const { currentTime, drawCount } = player;
      const look = () => {
        if (player.currentTime > currentTime && player.drawCount > drawCount) seen.moving = performance.now();
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    },
    true,
  );
  addEventListener(
    'cliploaded',
    () => {
      if (seen.dropped) seen.whole = performance.now();
    },
    true,
  );
}

/** @param {Setup} setup */
async function ours({ origin, folders, file }) {
  return withPage(async (page, browser) => {
    await page.addInitScript(observe);
    await page.goto(`${origin}/dist/`);
    await until(page, DRAWS);
    // By then the page has read its samples.
    await page.waitForTimeout(1500);
    const renderer = await watchRenderer(page, browser);
    const wasmBefore = await wasmMemory(page);
    const workersBefore = renderer?.workers() ?? new Map();
    const session = await drop(page, join(folders.clips, file));
    await until(page, 'window.seen.whole && window.seen.moving');
    await page.waitForTimeout(500);
    const seen = /** @type {ReturnType<typeof Object>} */ (await page.evaluate('window.seen'));
    const peak = (await renderer?.growth())?.peak ?? null;
    await session.send('HeapProfiler.collectGarbage');
    await page.waitForTimeout(1500);
    const kept = (await renderer?.growth())?.now ?? null;
    await renderer?.stop();
    const after = renderer?.workers() ?? new Map();
    const workers = [...after].map(([task, time]) => time - (workersBefore.get(task) ?? 0));
    return {
      introduced: seen.introduced - seen.dropped,
      playing: seen.moving - seen.dropped,
      whole: seen.whole - seen.dropped,
      worker: renderer ? Math.max(0, ...workers) : null,
      longestTask: longest(seen.tasks, seen.dropped),
      kept,
      peak,
      wasm: (await wasmMemory(page)) - wasmBefore,
    };
  });
}

/** Bytes of the page's wasm memory. @param {Page} page @returns {Promise<number>} */
const wasmMemory = (page) => page.evaluate('wasmBytes()');

/** @param {Setup} setup */
async function three({ origin, folders, file }) {
  return withPage(async (page, browser) => {
    await page.addInitScript(observe);
    await page.goto(`${origin}/site/three-viewer.html`);
    await page.waitForTimeout(1500);
    const renderer = await watchRenderer(page, browser);
    const session = await drop(page, join(folders.clips, file));
    await until(page, 'window.moving');
    await page.waitForTimeout(500);
    const seen = /** @type {ReturnType<typeof Object>} */ (await page.evaluate('({ ...window.seen, moving: window.moving })'));
    const peak = (await renderer?.growth())?.peak ?? null;
    await session.send('HeapProfiler.collectGarbage');
    await page.waitForTimeout(1500);
    const kept = (await renderer?.growth())?.now ?? null;
    await renderer?.stop();
    return { playing: seen.moving - seen.dropped, longestTask: longest(seen.tasks, seen.dropped), kept, peak };
  });
}

/** @param {[number, number][]} tasks @param {number} from */
const longest = (tasks, from) =>
  Math.max(0, ...tasks.filter(([start, duration]) => start + duration > from).map(([, duration]) => duration));

/** @param {Setup} setup */
export async function drops(setup) {
  const runs = [];
  for (let run = 0; run < (setup.quick ? 1 : 3); run += 1) runs.push(await ours(setup));
  return { ours: runs, three: await three(setup) };
}
