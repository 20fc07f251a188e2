// of: player, render, controls, actors, sync, compare, curves, ghosts, marks, measures, moments, retarget, trails
/** Our own docs in a browser: built by `cargo xtask docs --base /a/b/`, in the folder that MAREY_DOCS_SITE names. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../browser/support/browser.mjs';
import { Player } from '../browser/support/player.mjs';
import { visit } from './support/visits.mjs';

const SITE = process.env.MAREY_DOCS_SITE;
const BASE = '/a/b/';
const skip = SITE ? false : 'MAREY_DOCS_SITE is not set';

/** Fails unless a player draws its clip, and moves if it should. @param {Page} page @param {string} clip */
async function moves(page, clip) {
  const player = new Player(page, `marey-player[src$="${clip}"]`);
  await until(`${clip} is drawn on ${page.url()}`, async () => {
    // Repeated: a page that has just opened may still scroll to its top.
    await player.root.scrollIntoViewIfNeeded();
    return player.run((element) => element.drawCount > 0 && element.clips.length > 0);
  });
  const from = await player.run((element) => {
    void element.play();
    return element.drawCount;
  });
  await until(`${clip} moves`, () => player.run((element, count) => element.drawCount > count + 3 && element.currentTime > 0, from));
  await player.run((element) => element.pause());
}

/** Fails unless the gallery of the samples shows a card with a picture for each. @param {Page} page */
async function showsGallery(page) {
  const gallery = page.frameLocator('iframe.gallery');
  await gallery.locator('.wall-card').first().waitFor();
  await until(
    'pictures of the cards',
    async () =>
      (await gallery
        .locator('.wall-card img')
        .evaluateAll((all) => all.filter((each) => /** @type {HTMLImageElement} */ (each).naturalWidth > 0).length)) > 5,
  );
}

/** Visits the docs from the first page on. @param {Parameters<typeof visit>[3]} how @param {(page: Page, root: string) => Promise<void>} body */
const read = (how, body) =>
  visit(
    { folder: String(SITE), base: BASE },
    '',
    async ({ page, server, workers, missing }) => {
      await body(page, server.url());
      // Bundlers often lose the worker's script; the page then reads files by itself.
      assert.ok(workers() > 0, 'files are read by a worker');
      assert.deepEqual(missing, []);
      // Chromium's message that its GPU is software.
    },
    { ...how, allow: [/software/i] },
  );

test('readers go back and forth through the docs, and the players draw and play', { skip }, () =>
  read({ size: [1280, 800] }, async (page) => {
    await moves(page, 'dance.bvh');
    const path = () => new URL(page.url()).pathname;
    // Shows at the end that the document was never reloaded.
    await page.evaluate(() => {
      /** @type {any} */ (globalThis).here = true;
    });
    const shown = (/** @type {string} */ target, /** @type {string} */ title) =>
      until(
        `${target} is shown`,
        async () => path() === BASE + target && (await page.locator('h1').first().textContent())?.includes(title),
      );
    for (const [name, target, title, clip] of [
      ['Guide', 'guide/play.html', 'Drop and play', 'walk.bvh'],
      ['Samples', 'gallery.html', 'Samples', ''],
      ['Formats', 'formats.html', 'Formats', 'stroll.anim'],
    ]) {
      await page.getByRole('link', { name, exact: true }).first().click();
      await shown(target, title);
      await (clip ? moves(page, clip) : showsGallery(page));
    }
    for (const [target, title, clip] of [
      ['gallery.html', 'Samples', ''],
      ['guide/play.html', 'Drop and play', 'walk.bvh'],
      ['', 'Marey', 'dance.bvh'],
    ]) {
      await page.goBack();
      await shown(target, title);
      await (clip ? moves(page, clip) : showsGallery(page));
    }
    assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).here), true);
  }),
);

/** Runs before the page's own scripts: measures layout shifts of the text and the players. VitePress moves its own bar. */
function watchShifts() {
  const scope = /** @type {any} */ (globalThis);
  scope.shifted = 0;
  new PerformanceObserver((list) => {
    for (const { value, sources } of /** @type {any[]} */ (list.getEntries()))
      if (sources.some((/** @type {{ node: Node | null }} */ { node }) => node?.parentElement?.closest('.VPDoc'))) scope.shifted += value;
  }).observe({ type: 'layout-shift', buffered: true });
}

test('players follow the site\u2019s colour switch, and nothing shifts when they load', { skip }, () =>
  read({ size: [1280, 800], scheme: 'light', scripts: [watchShifts] }, async (page, root) => {
    await page.goto(`${root}guide/play.html`);
    await moves(page, 'walk.bvh');
    assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).shifted), 0);
    const player = new Player(page, '.clip marey-player');
    const ground = () =>
      player.run(({ shadowRoot }) => getComputedStyle(/** @type {Element} */ (shadowRoot?.querySelector('.root'))).backgroundImage);
    const drawn = () => player.run((element) => element.drawCount);
    const [light, before] = [await ground(), await drawn()];
    await page.locator('.VPNavBarAppearance .VPSwitchAppearance').click();
    await until('the player is dark', async () => (await ground()) !== light);
    // The clip is paused: only another theme is a reason to draw.
    await until('its stage is drawn anew', async () => (await drawn()) > before);
  }),
);

test('links of the players lead to the page beside the docs', { skip }, () =>
  read({ size: [1280, 800] }, async (page, root) => {
    await page.goto(`${root}play/#url=../samples/jump.bvh&paused=1`);
    await until('the page plays the linked clip', async () => /jump/.test((await new Player(page).state()).name));
  }),
);
