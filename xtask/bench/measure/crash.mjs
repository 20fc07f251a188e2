/** Ends the browser's GPU process while a clip plays: the time until a picture, and until the former renderer draws again. */
import { until, withPage } from '../chromium.mjs';

/** @typedef {import('../run.mjs').Setup} Setup */

/** Runs in the page: notes when the renderer is lost, when the next picture is drawn, and when the renderer is back. */
function observe() {
  const player = /** @type {import('../../../www/player/element/element.js').MareyPlayer} */ (document.querySelector('marey-player'));
  const before = player.currentRenderer;
  const told = { lost: 0, picture: 0, back: 0 };
  Object.assign(window, { crash: told });
  let draws = player.drawCount;
  const look = () => {
    const [now, rung] = [performance.now(), player.currentRenderer];
    if (!told.lost && rung !== before) told.lost = now;
    else if (told.lost && !told.picture && player.drawCount > draws) told.picture = now;
    if (told.picture && !told.back && rung === before) told.back = now;
    draws = player.drawCount;
    if (!told.back) setTimeout(look, 5);
  };
  look();
}

/** @param {Setup} setup */
export async function crash({ origin, clips, quick }) {
  /** @type {{ picture: number[], back: number[] }} milliseconds since the loss */
  const times = { picture: [], back: [] };
  for (let run = 0; run < (quick ? 1 : 5); run += 1) {
    await withPage(
      async (page, browser) => {
        await page.goto(`${origin}/dist/index.html?url=${encodeURIComponent(`${origin}/clips/${clips.small}`)}`);
        await until(
          page,
          "document.querySelector('marey-player').currentRenderer === 'webgpu' && document.querySelector('marey-player').drawCount > 20",
        );
        await page.evaluate(observe);
        const session = await browser.newBrowserCDPSession();
        // The process may end before its answer.
        await session.send('Browser.crashGpuProcess').catch(() => {});
        await until(page, 'window.crash.back');
        const told = await page.evaluate('window.crash');
        const { lost, picture: drawn, back: best } = /** @type {{ lost: number, picture: number, back: number }} */ (told);
        times.picture.push(drawn - lost);
        times.back.push(best - lost);
      },
      { settled: true },
    );
  }
  return times;
}
