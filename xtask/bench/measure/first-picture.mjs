/**
 * From the start of the navigation to the first picture of a clip, in a new, idle browser each time, in turns: Marey's page, that of another
 * build if one is given, and the peer. Up to the submit the time is Marey's, the rest is the machine's: for each renderer a page that only
 * draws is measured, too.
 */
import { until, withPage } from '../chromium.mjs';

/** @typedef {import('../run.mjs').Setup} Setup */
/** @typedef {import('../server.mjs').Server} Server */
/** @typedef {{ path: string, start: number, end: number }} Request milliseconds since the navigation */
/** @typedef {{ submit: number, done: number }} Times submit: of the first picture with the clip; done: it is drawn */
/** @typedef {Times & { stage?: Times, requests: Request[] }} Load stage: of the stage's own renderer, where another one draws first */

const RENDERERS = /** @type {const} */ (['webgpu', 'webgl', 'canvas']);

/**
 * Waits until the picture is drawn, as the other pages do. Where Canvas 2D draws first, the first picture of the renderer in the address
 * (by default WebGPU) is measured, too.
 */
function observe() {
  const wanted = new URLSearchParams(location.search).get('renderer') ?? 'webgpu';
  const { submit } = GPUQueue.prototype;
  /** @type {GPUQueue} */
  let queue;
  let submitted = 0;
  GPUQueue.prototype.submit = function remember(...args) {
    queue = this;
    submitted = performance.now();
    return submit.apply(this, args);
  };
  const frame = () =>
    new Promise((resolve) => {
      requestAnimationFrame(resolve);
    });
  // The event of a clip's first picture: an empty stage may have been drawn before.
  addEventListener(
    'ready',
    async ({ target }) => {
      const player = /** @type {import('../../../www/player/element/element.js').MareyPlayer} */ (target);
      const drawn = performance.now();
      const before = player.drawCount;
      const drawsItself = () => player.currentRenderer === wanted;
      const times = async (/** @type {number} */ at) => {
        if (player.currentRenderer === 'webgpu') {
          const by = submitted;
          await queue.onSubmittedWorkDone();
          return { submit: by, done: performance.now() };
        }
        // Reading back waits until the picture is drawn.
        const canvas = /** @type {HTMLCanvasElement} */ (player.shadowRoot?.querySelector('canvas'));
        const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
        context?.drawImage(canvas, 0, 0);
        context?.getImageData(0, 0, 1, 1);
        return { submit: at, done: performance.now() };
      };
      const already = drawsItself();
      const first = await times(drawn);
      if (already) {
        Object.assign(window, { firstPicture: { ...first, stage: first } });
        return;
      }
      for (const last = submitted; !drawsItself() || (wanted === 'webgpu' ? submitted === last : player.drawCount === before);)
        await frame();
      Object.assign(window, { firstPicture: { ...first, stage: await times(performance.now()) } });
    },
    { capture: true, once: true },
  );
}

/**
 * @param {Server} server
 * @param {string} path
 * @param {() => void} [before]
 * @returns {Promise<Load>}
 */
const load = (server, path, before) =>
  withPage(
    async (page) => {
      if (before) await page.addInitScript(before);
      server.asked.length = 0;
      await page.goto(`${server.origin}${path}`);
      await until(page, 'window.firstPicture');
      const { origin, ...times } = /** @type {Times & { origin: number, stage?: Times }} */ (
        await page.evaluate('({ ...window.firstPicture, origin: performance.timeOrigin })')
      );
      const requests = server.asked.map(({ path: asked, start, end }) => ({ path: asked, start: start - origin, end: end - origin }));
      return { ...times, requests: requests.filter(({ start }) => start <= times.done) };
    },
    { settled: true },
  );

/** @param {Setup} setup */
export async function firstPicture({ server, slowServer, folders, clips, quick }) {
  const clip = `?url=${encodeURIComponent(`/clips/${clips.small}`)}`;
  const builds = folders.against ? ['dist', 'against'] : ['dist'];
  /** @type {Record<string, Load[]>} */
  const loads = {};
  const measure = async (/** @type {string} */ name, /** @type {Parameters<typeof load>} */ ...args) => {
    (loads[name] ??= []).push(await load(...args));
  };
  for (let run = 0; run < (quick ? 3 : 10); run += 1) {
    for (const build of builds) {
      await measure(build, server, `/${build}/index.html${clip}`, observe);
      await measure(`${build}Slow`, slowServer, `/${build}/index.html${clip}`, observe);
    }
    for (const renderer of RENDERERS) {
      await measure(renderer, server, `/dist/index.html${clip}&renderer=${renderer}`, observe);
      await measure(`${renderer}Floor`, server, `/site/floor.html?renderer=${renderer}`);
    }
    await measure('three', server, `/site/three-viewer.html${clip}`);
    await measure('threeSlow', slowServer, `/site/three-viewer.html${clip}`);
  }
  for (const name of ['againstSlow', 'distSlow']) if (loads[name]) waterfall(name, loads[name]);
  return Object.fromEntries(
    Object.entries(loads).map(([name, list]) => [
      name,
      {
        submit: list.map(({ submit }) => submit),
        done: list.map(({ done }) => done),
        rest: list.map(({ stage, ...first }) => (stage ?? first).done - (stage ?? first).submit),
        stage: list.map(({ done, stage }) => stage?.done ?? done),
        requests: median(list).requests,
      },
    ]),
  );
}

/** The median load. @param {Load[]} loads */
const median = (loads) => [...loads].sort((a, b) => a.submit - b.submit)[loads.length >> 1];

/** Prints the requests of the median load. @param {string} name @param {Load[]} loads */
function waterfall(name, loads) {
  const { submit, done, requests } = median(loads);
  console.log(`  ${name}: the load in the middle, milliseconds since the navigation`);
  for (const { path, start, end } of requests) console.log(`    ${start.toFixed(0).padStart(6)} ${end.toFixed(0).padStart(6)}  ${path}`);
  console.log(`    ${submit.toFixed(0).padStart(6)} ${done.toFixed(0).padStart(6)}  the picture: submitted, drawn`);
}
