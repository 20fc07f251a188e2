/** Checks for every site. */
import assert from 'node:assert/strict';
import { framesLater, until } from '../../browser/support/browser.mjs';
import { collectGarbage } from '../../browser/support/devtools.mjs';
import { moves } from './visits.mjs';

/** @typedef {import('./visits.mjs').Visited} Visited */

/** Waits for the page of that name. @param {Page} page @param {string} name */
const arrived = (page, name) =>
  page
    .getByRole('heading', { level: 1, name: new RegExp(`^${name}`) })
    .first()
    .waitFor();

/** The player's current theme. @param {Player} player */
export const shade = (player) =>
  player.run((element) => {
    const probe = element.shadowRoot?.querySelector('.probe');
    // theme.js reads the same colour for the stage.
    return probe && getComputedStyle(probe).color === 'rgb(0, 0, 0)' ? 'dark' : 'light';
  });

const MOST_WORKERS = 2;

/** The player has the site's colours and follows its switch. The site is light at first. @param {Player} player @param {() => Promise<void>} change presses the switch */
export async function followsColours(player, change) {
  for (const wanted of ['light', 'dark', 'light']) {
    await until(`it is ${wanted}`, async () => {
      if ((await shade(player)) !== wanted) return false;
      const [red, green, blue] = (await player.picture()).at(6, 6);
      return (red + green + blue) / 3 / 255 > 0.5 === (wanted === 'light');
    });
    await change();
  }
}

/** On the page with two players, the motion with its skeleton beside it plays. @param {Visited} visited */
async function marchMoves({ page, player }) {
  await arrived(page, 'March');
  await moves(player('marey-player:not(#second)'), /^march/);
}

/** On the page with one player, it plays. @param {Visited} visited */
export async function walkMoves({ page, player }) {
  await arrived(page, 'Walk');
  await moves(player(), /^walk/);
}

/**
 * @typedef {object} Ways how a reader moves
 * @property {(name: string) => Promise<unknown>} go to the page of that name, Walk or March
 * @property {() => Promise<unknown>} [home] to the page without a player
 * @property {boolean} stays the site changes pages without loading
 * @property {boolean} [keeps] and keeps the documents of the pages it left
 */

/** Visits all pages, back and forth, and the one with two players last. @param {Visited} visited @param {Ways} ways */
export async function everyPage(visited, ways) {
  await backAndForth(visited, ways);
  assert.ok(visited.workers() > 0, 'files are read by a worker');
  await ways.go('March');
  await marchMoves(visited);
  await moves(visited.player('#second'), /^walk/);
}

/** From the page without a player to one player, to two, and home, three times: nothing may stay behind. @param {Visited} visited @param {Ways} ways */
async function backAndForth(visited, { go, home = () => go('Home'), stays, keeps }) {
  const { page, player, server, check } = visited;
  await page.evaluate(() => {
    /** @type {any} */ (globalThis).met = [];
  });
  const meet = () =>
    page.evaluate(() => {
      // A site that loads every page starts a new list.
      const here = /** @type {{ met?: WeakRef<Element>[] }} */ (globalThis);
      const met = (here.met ??= []);
      for (const element of document.querySelectorAll('marey-player')) met.push(new WeakRef(element));
    });
  for (let round = 0; round < 3; round += 1) {
    await go('Walk');
    await walkMoves(visited);
    await player().run((element) => {
      void element.play();
    });
    await meet();
    await go('March');
    await marchMoves(visited);
    await meet();
    await home();
    await arrived(page, 'Motion');
    await until('there is no player', async () => (await page.locator('marey-player').count()) === 0);
    check();
  }
  await until('nothing asks for pictures any more', async () => {
    const called = () => page.evaluate(() => /** @type {any} */ (globalThis).animationFrames.called);
    const before = await called();
    await framesLater(page, 36);
    return (await called()) === before;
  });
  if (!stays) return;
  assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).met.length), 9, 'the page was loaded once');
  if (!keeps) {
    await until('the players that were left are collected', async () => {
      await collectGarbage(page);
      return page.evaluate(() => /** @type {any} */ (globalThis).met.every((/** @type {WeakRef<Element>} */ each) => !each.deref()));
    });
  }
  // Bundlers rename it; it is the first one.
  const [first, ...others] = server.requests.filter((path) => path.endsWith('.wasm'));
  assert.ok(first && !others.includes(first), `the module is fetched once: ${[first, ...others]}`);
  assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).tally.counts.devices), 1, 'all players share one device');
  assert.ok(page.workers().length <= MOST_WORKERS, `${page.workers().length} workers`);
}
