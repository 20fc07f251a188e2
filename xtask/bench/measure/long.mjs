/** A long clip on the page: the time to show a moment, and the cost of opening one clip after another. */
import { join } from 'node:path';
import { drop, until, watchRenderer, withPage } from '../chromium.mjs';

/** @typedef {import('../run.mjs').Setup} Setup */
/** @typedef {import('playwright-core').Page} Page */

const SEEKS = 60;
const CLIPS = 10;

function observe() {
  const seen = { dropped: 0, whole: 0 };
  Object.assign(window, { seen });
  addEventListener(
    'drop',
    () => {
      seen.dropped = performance.now();
      seen.whole = 0;
    },
    true,
  );
  addEventListener(
    'cliploaded',
    () => {
      if (seen.dropped && !seen.whole) seen.whole = performance.now();
    },
    true,
  );
}

/** @param {Page} page @param {string} origin */
async function begin(page, origin) {
  await page.addInitScript(observe);
  await page.goto(`${origin}/dist/`);
  await until(page, "document.querySelector('marey-player').drawCount > 5");
  await page.waitForTimeout(1500);
}

/** Animation frames until a moment is drawn; random moments, each in a task of its own, as while scrubbing. @param {Setup} setup */
async function scrub({ origin, folders, file }) {
  return withPage(async (page) => {
    await begin(page, origin);
    await drop(page, join(folders.clips, file));
    await until(page, 'window.seen.whole');
    await page.waitForTimeout(1000);
    return page.evaluate(async (often) => {
      const player = /** @type {any} */ (document.querySelector('marey-player'));
      player.pause();
      const frame = () =>
        new Promise((resolve) => {
          requestAnimationFrame(resolve);
        });
      for (let i = 0; i < 30; i += 1) await frame();
      /** @type {{ frames: number, wrong: number }} */
      const told = { frames: 0, wrong: 0 };
      for (let i = 1; i <= often; i += 1) {
        await frame();
        await new Promise((resolve) => {
          setTimeout(resolve);
        });
        const before = player.drawCount;
        const wanted = Math.floor(((i * 0.6180339887) % 1) * player.frameCount);
        player.seekToFrame(wanted);
        let frames = 0;
        while (player.drawCount === before && frames < 100) {
          await frame();
          frames += 1;
        }
        told.frames = Math.max(told.frames, frames);
        if (player.currentFrame !== wanted) told.wrong += 1;
      }
      return told;
    }, SEEKS);
  });
}

/** Opens the same file ten times: milliseconds until each is whole, and bytes of growth. @param {Setup} setup */
async function oneAfterAnother({ origin, folders, clips }) {
  return withPage(async (page, browser) => {
    await begin(page, origin);
    const renderer = await watchRenderer(page, browser);
    const times = [];
    const held = [];
    for (let clip = 0; clip < CLIPS; clip += 1) {
      const session = await drop(page, join(folders.clips, clips.middle));
      await until(page, 'window.seen.whole');
      times.push(/** @type {number} */ (await page.evaluate('window.seen.whole - window.seen.dropped')));
      await page.waitForTimeout(500);
      await session.send('HeapProfiler.collectGarbage');
      await session.detach();
      await page.waitForTimeout(500);
      held.push((await renderer?.growth())?.now ?? null);
    }
    await renderer?.stop();
    return { times, held };
  });
}

/** @param {Setup} setup */
export const long = async (setup) => ({ scrub: await scrub(setup), clips: await oneAfterAnother(setup) });
