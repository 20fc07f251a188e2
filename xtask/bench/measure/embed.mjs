/** The cost of players for the page that embeds them: one below the fold, one in sight, twelve in sight, sixty that come and go. */
import { readFile } from 'node:fs/promises';
import { until, withPage } from '../chromium.mjs';

/** @typedef {import('../run.mjs').Setup} Setup */
/** @typedef {import('playwright-core').Page} Page */

const WATCHED_MS = 4000;
/** By then a browser has released memory. */
const LEFT_MS = 3000;
/** By then a software GPU has drawn everything. */
const SETTLED_MS = 8000;

const STYLE =
  'body { margin: 0 } marey-player, marey-player:not(:defined) { display: block; width: 300px; height: 200px; aspect-ratio: auto } main { display: grid; grid-template-columns: repeat(4, 300px) }';

/** Puts players on the page. @param {Page} page @param {{ origin: string, clip: string, count: number, above?: number, renderer?: string }} what above: pixels of page before them */
async function put(page, { origin, clip, count, above = 0, renderer = 'auto' }) {
  await page.goto(`${origin}/site/blank.html`);
  await page.evaluate(
    ({ style, number, src, far, by }) => {
      const cost = { shift: 0, longest: 0 };
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          if (!(/** @type {any} */ (entry).hadRecentInput)) cost.shift += /** @type {any} */ (entry).value;
      }).observe({ type: 'layout-shift', buffered: true });
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) cost.longest = Math.max(cost.longest, duration);
      }).observe({ type: 'longtask', buffered: true });
      Object.assign(window, { cost });
      document.head.append(Object.assign(document.createElement('style'), { textContent: style }));
      const main = document.createElement('main');
      main.style.paddingTop = `${far}px`;
      for (let index = 0; index < number; index += 1) {
        const player = document.createElement('marey-player');
        for (const [name, value] of Object.entries({ src, controls: '', autoplay: '', loop: '', renderer: by }))
          player.setAttribute(name, value);
        main.append(player);
      }
      document.body.append(main, Object.assign(document.createElement('p'), { textContent: 'What comes after the players.' }));
    },
    { style: STYLE, number: count, src: clip, far: above, by: renderer },
  );
  await page.addScriptTag({ type: 'module', url: `${origin}/dist/marey-player.js` });
}

/** Pictures a second of the slowest player in sight. @param {Page} page */
async function rate(page) {
  const draws = () =>
    page.evaluate(() => [...document.querySelectorAll('marey-player')].map((player) => /** @type {any} */ (player).drawCount));
  const before = await draws();
  const start = performance.now();
  await page.waitForTimeout(WATCHED_MS);
  const after = await draws();
  return Math.min(...after.map((count, index) => count - before[index])) / ((performance.now() - start) / 1000);
}

/** Bytes of the GPU process's memory; null where the system does not tell. @param {import('playwright-core').Browser} browser */
async function gpuMemory(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const gpu = processInfo.find(({ type }) => type === 'GPU');
  const text = await readFile(`/proc/${gpu?.id}/status`, 'utf8').catch(() => '');
  const kilobytes = ['RssAnon', 'RssShmem'].map((name) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? NaN));
  return (kilobytes[0] + kilobytes[1]) * 1024;
}

/** Pictures of all players, and the browser's milliseconds of processor time, while all are paused. @param {Page} page @param {import('playwright-core').Browser} browser */
async function atRest(page, browser) {
  await page.evaluate(() => {
    for (const player of document.querySelectorAll('marey-player')) /** @type {any} */ (player).pause();
  });
  await page.waitForTimeout(SETTLED_MS);
  const session = await browser.newBrowserCDPSession();
  const look = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const draws = await page.evaluate(() =>
      [...document.querySelectorAll('marey-player')].reduce((sum, player) => sum + /** @type {any} */ (player).drawCount, 0),
    );
    return {
      draws,
      time: processInfo.filter(({ type }) => type === 'renderer' || type === 'GPU').reduce((sum, { cpuTime }) => sum + cpuTime * 1000, 0),
    };
  };
  const before = await look();
  await page.waitForTimeout(WATCHED_MS);
  const after = await look();
  await session.detach();
  return { draws: after.draws - before.draws, load: (after.time - before.time) / WATCHED_MS };
}

/** @param {Setup} setup */
export async function embed({ origin, clips }) {
  const clip = `${origin}/clips/${clips.small}`;

  const below = await withPage(async (page) => {
    /** @type {string[]} */
    const asked = [];
    page.on('request', (request) => asked.push(request.url()));
    await put(page, { origin, clip, count: 1, above: 6000 });
    await page.waitForTimeout(WATCHED_MS);
    return asked.filter((url) => !/blank\.html/.test(url)).length;
  });

  const alone = await withPage(async (page) => {
    await put(page, { origin, clip, count: 1 });
    await until(page, "document.querySelector('marey-player').drawCount > 5");
    await page.waitForTimeout(WATCHED_MS);
    return page.evaluate(() => /** @type {any} */ (window).cost);
  });

  /** @type {Record<string, { one: number, twelve: number }>} */
  const rates = {};
  for (const renderer of ['webgpu', 'webgl', 'canvas']) {
    rates[renderer] = { one: 0, twelve: 0 };
    for (const [name, count] of /** @type {const} */ ([
      ['one', 1],
      ['twelve', 12],
    ])) {
      rates[renderer][name] = await withPage(async (page) => {
        await put(page, { origin, clip, count, renderer });
        await until(page, "[...document.querySelectorAll('marey-player')].every((player) => player.drawCount > 5)");
        await page.waitForTimeout(1000);
        return rate(page);
      });
    }
  }

  const sixty = await withPage(async (page, browser) => {
    await put(page, { origin, clip, count: 1 });
    await until(page, "document.querySelector('marey-player').drawCount > 5");
    const one = await gpuMemory(browser);
    await put(page, { origin, clip, count: 60 });
    for (const part of [0, 0.25, 0.5, 0.75, 1]) {
      await page.evaluate((to) => scrollTo(0, to * document.body.scrollHeight), part);
      await until(
        page,
        "[...document.querySelectorAll('marey-player')].every((player) => { const { top, bottom } = player.getBoundingClientRect(); return bottom < 0 || top > innerHeight || player.drawCount > 2; })",
      );
    }
    const all = await gpuMemory(browser);
    const rest = await atRest(page, browser);
    await page.evaluate(() => document.querySelector('main')?.replaceChildren());
    const session = await page.context().newCDPSession(page);
    await session.send('HeapProfiler.collectGarbage');
    await page.waitForTimeout(LEFT_MS);
    return { one, all, rest, gone: await gpuMemory(browser) };
  });

  return { below, alone, rates, sixty };
}
