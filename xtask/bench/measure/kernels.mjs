/** Parsing and posing in wasm beside the digit loop and three.js, on the same bytes in the same page. */
import { until, withPage } from '../chromium.mjs';

/** @typedef {import('../run.mjs').Setup} Setup */

/**
 * Calls the page's functions in turns, and returns the milliseconds of each.
 * @param {import('playwright-core').Page} page
 * @param {string[]} names
 * @param {number} repeats
 * @returns {Promise<Record<string, number[]>>}
 */
const inTurns = (page, names, repeats) =>
  page.evaluate(async ([list, count]) => {
    const { kernels } = /** @type {any} */ (window);
    /** @type {Record<string, number[]>} */
    const times = Object.fromEntries(list.map((name) => [name, []]));
    for (let turn = 0; turn < count; turn += 1) {
      for (const name of list) {
        const result = kernels[name]();
        times[name].push(typeof result === 'number' ? result : result.time);
        // Lets the engine optimise, as between the chunks of a file.
        await new Promise((resolve) => {
          setTimeout(resolve, 5);
        });
      }
    }
    return times;
  }, /** @type {const} */ ([names, repeats]));

/** @param {Setup} setup */
export async function kernels({ origin, clips, quick }) {
  return withPage(async (page) => {
    await page.goto(`${origin}/site/kernels.html`);
    await until(page, 'window.kernelsReady');
    const load = (/** @type {string} */ name, /** @type {boolean} */ asText) =>
      page.evaluate(
        ([url, text]) => /** @type {any} */ (window).kernels.load(url, text),
        /** @type {const} */ ([`${origin}/clips/${name}`, asText]),
      );

    const bytes = await load(clips.middle, true);
    const parse = { bytes, ...(await inTurns(page, ['digits', 'parse', 'three'], quick ? 5 : 15)) };
    /** @type {object | null} */
    let large = null;
    if (!quick) large = { bytes: await load(clips.large, false), ...(await inTurns(page, ['digits', 'parse'], 3)) };

    const loadAmc = (/** @type {string} */ name) =>
      page.evaluate((url) => /** @type {any} */ (window).kernels.loadAmc(url), `${origin}/clips/${name}`);
    const amc = { bytes: await loadAmc(clips.amc), ...(await inTurns(page, ['amcDigits', 'parseAmc'], quick ? 5 : 15)) };
    /** @type {object | null} */
    let largeAmc = null;
    if (!quick) largeAmc = { bytes: await loadAmc(clips.largeAmc), ...(await inTurns(page, ['amcDigits', 'parseAmc'], 3)) };

    const onto = await page.evaluate((url) => /** @type {any} */ (window).kernels.loadRetarget(url), `${origin}/clips/${clips.middle}`);
    const retarget = { ...onto, ...(await inTurns(page, ['poseAll', 'retarget'], quick ? 5 : 15)) };

    await load(clips.small, true);
    await page.evaluate(() => /** @type {any} */ (window).kernels.body());
    await inTurns(page, ['made', 'bodyPosed'], 10);
    const body = await inTurns(page, ['made', 'bodyPosed'], quick ? 10 : 30);
    const figures = 1000;
    const joints = await page.evaluate((count) => /** @type {any} */ (window).kernels.crowd(count), figures);
    await page.evaluate((count) => /** @type {any} */ (window).kernels.threeCrowd(count), figures);
    await inTurns(page, ['pose', 'write'], 10);
    const pose = {
      figures,
      joints,
      ...(await inTurns(page, ['pose', 'write'], quick ? 20 : 60)),
      ...(await inTurns(page, ['threePose'], quick ? 5 : 20)),
    };
    return { parse, large, amc, largeAmc, retarget, body, pose };
  });
}
