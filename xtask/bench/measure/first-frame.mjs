/** From the start of the navigation to the first picture of the figure, in a fresh browser each time. */
import { until, withPage } from '../chromium.mjs';

/** @typedef {import('../run.mjs').Setup} Setup */

/** Waits for the GPU, as the peer's page does: a picture that is only asked for is not yet a picture. */
function observe() {
  const { submit } = GPUQueue.prototype;
  /** @type {any} */
  let queue;
  GPUQueue.prototype.submit = function remember(...args) {
    queue = this;
    return submit.apply(this, args);
  };
  addEventListener('ready', async () => {
    await queue.onSubmittedWorkDone();
    /** @type {any} */ (window).firstFrame = performance.now();
  }, { capture: true, once: true });
}

/** @param {string} address @param {(() => void)} [before] @returns {Promise<number>} */
const measure = (address, before) => withPage(async (page) => {
  if (before) await page.addInitScript(before);
  await page.goto(address);
  await until(page, 'window.firstFrame');
  return page.evaluate('window.firstFrame');
});

/** @param {Setup} setup */
export async function firstFrame({ origin, clips, quick }) {
  const clip = encodeURIComponent(`${origin}/clips/${clips.small}`);
  const ours = [];
  const three = [];
  for (let run = 0; run < (quick ? 3 : 10); run += 1) {
    ours.push(await measure(`${origin}/dist/index.html?url=${clip}`, observe));
    three.push(await measure(`${origin}/site/three-viewer.html?url=${clip}`));
  }
  return { ours, three };
}
