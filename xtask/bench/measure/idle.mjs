/** Counts animation frames and draws of idle players in two seconds: paused, and out of sight. */
import { until, withPage } from '../chromium.mjs';

/** @typedef {import('../run.mjs').Setup} Setup */

const WATCHED_MS = 2000;

function observe() {
  const counted = { frames: 0 };
  Object.assign(window, { counted });
  const ask = window.requestAnimationFrame;
  window.requestAnimationFrame = (callback) =>
    ask.call(window, (now) => {
      counted.frames += 1;
      callback(now);
    });
}

/** @param {import('playwright-core').Page} page */
async function count(page) {
  const look = () =>
    page.evaluate(() => ({
      frames: /** @type {any} */ (window).counted.frames,
      draws: /** @type {any} */ (document.querySelector('marey-player')).drawCount,
    }));
  const before = await look();
  await page.waitForTimeout(WATCHED_MS);
  const after = await look();
  return { frames: after.frames - before.frames, draws: after.draws - before.draws };
}

/** @param {Setup} setup */
export async function idle({ origin, clips }) {
  return withPage(async (page) => {
    await page.addInitScript(observe);
    await page.goto(`${origin}/dist/index.html?url=${encodeURIComponent(`${origin}/clips/${clips.small}`)}`);
    await until(page, "document.querySelector('marey-player').drawCount > 5");
    const playing = await count(page);
    await page.evaluate(() => {
      const player = /** @type {any} */ (document.querySelector('marey-player'));
      player.style.display = 'block';
      document.body.append(Object.assign(document.createElement('div'), { id: 'far' }));
      /** @type {any} */ (document.querySelector('#far')).style.height = '5000px';
      document.documentElement.style.overflow = document.body.style.overflow = 'auto';
      document.body.style.height = 'auto';
      document.querySelector('#far')?.scrollIntoView({ block: 'end' });
    });
    await page.waitForTimeout(1000);
    const hidden = await page.evaluate(
      () => /** @type {Element} */ (document.querySelector('marey-player')).getBoundingClientRect().bottom <= 0,
    );
    if (!hidden) throw new Error('the player is still in sight: this measure is blind');
    const offscreen = await count(page);
    await page.evaluate(() => scrollTo(0, 0));
    await page.waitForTimeout(300);
    await page.evaluate(() => /** @type {any} */ (document.querySelector('marey-player')).pause());
    // By then the controls are back, and transitions are over.
    await page.waitForTimeout(1500);
    const paused = await count(page);
    return { playing, offscreen, paused };
  });
}
