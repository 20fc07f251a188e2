/** What tests do through the DevTools protocol. */

/** @template R @param {Page} page @param {(tools: import('playwright-core').CDPSession) => Promise<R>} use */
export async function withTools(page, use) {
  const tools = await page.context().newCDPSession(page);
  const answer = await use(tools);
  await tools.detach();
  return answer;
}

/** @param {Page} page */
export const collectGarbage = (page) => withTools(page, (tools) => tools.send('HeapProfiler.collectGarbage'));

/** Ends the GPU process. Chromium remembers that: after a second time it refuses the GPU to the page. @param {import('playwright-core').Browser} browser */
export async function endGpuProcess(browser) {
  const session = await browser.newBrowserCDPSession();
  await session.send('Browser.crashGpuProcess').catch(() => {});
  await session.detach();
}

/** @typedef {{ x: number, y: number }} Place */

/** Moves a finger. The events carry their times, so it is as fast on a busy machine. @param {Page} page @param {Place} from @param {Place} to */
export const swipe = (page, from, to, seconds = 0.12) =>
  withTools(page, async (tools) => {
    const begun = Date.now() / 1000;
    const touch = (/** @type {'touchStart' | 'touchMove' | 'touchEnd'} */ type, /** @type {number} */ part) =>
      tools.send('Input.dispatchTouchEvent', {
        type,
        timestamp: begun + part * seconds,
        touchPoints: type === 'touchEnd' ? [] : [{ x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y) }],
      });
    await touch('touchStart', 0);
    for (const part of [0.2, 0.4, 0.6, 0.8, 1]) await touch('touchMove', part);
    await touch('touchEnd', 1);
  });
