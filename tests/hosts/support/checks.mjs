/** What has to be so on every site. */
import assert from 'node:assert/strict';
import { framesLater, until } from '../../browser/support/browser.mjs';
import { collectGarbage } from '../../browser/support/devtools.mjs';
import { moves } from './visits.mjs';

/** @typedef {import('./visits.mjs').Visited} Visited */

/** The page of that name is there, and the one before it gone. @param {Page} page @param {string} name */
const arrived = (page, name) => page.getByRole('heading', { level: 1, name: new RegExp(`^${name}`) }).first().waitFor();

/** The colours that a player has now. @param {Player} player */
export const shade = (player) => player.run((element) => {
  const probe = element.shadowRoot?.querySelector('.probe');
  // The stage is drawn by the same rule: theme.js reads this colour.
  return probe && getComputedStyle(probe).color === 'rgb(0, 0, 0)' ? 'dark' : 'light';
});

/** Two lanes read for a whole page. */
const MOST_WORKERS = 2;

/**
 * The player has the site's colours, and takes the others when a reader switches. The site is light at first.
 * @param {Player} player @param {() => Promise<void>} change what a reader does
 */
export async function followsColours(player, change) {
  for (const wanted of ['light', 'dark', 'light']) {
    await until(`it is ${wanted}`, async () => {
      if (await shade(player) !== wanted) return false;
      // A corner of the stage.
      const [red, green, blue] = (await player.picture()).at(6, 6);
      return ((red + green + blue) / 3 / 255 > 0.5) === (wanted === 'light');
    });
    await change();
  }
}

/** The page with two players: the one whose motion has its skeleton beside it plays. @param {Visited} visited */
async function marchMoves({ page, player }) {
  await arrived(page, 'March');
  await moves(player('marey-player:not(#second)'), /^march/);
}

/** The page with one player: it plays. @param {Visited} visited */
export async function walkMoves({ page, player }) {
  await arrived(page, 'Walk');
  await moves(player(), /^walk/);
}

/**
 * @typedef {object} Ways of a reader
 * @property {(name: string) => Promise<unknown>} go to the page of that name, Walk or March
 * @property {() => Promise<unknown>} [home] to the one without a player
 * @property {boolean} stays the site changes the page without loading it anew
 * @property {boolean} [keeps] and keeps the pages that it leaves
 */

/** All pages, back and forth, and then the one with two players. @param {Visited} visited @param {Ways} ways */
export async function everyPage(visited, ways) {
  await backAndForth(visited, ways);
  assert.ok(visited.workers() > 0, 'a worker reads');
  await ways.go('March');
  await marchMoves(visited);
  await moves(visited.player('#second'), /^walk/);
}

/**
 * From a page without a player to one that has it, to one with two, and home, three times. Nothing stays behind.
 * @param {Visited} visited @param {Ways} ways
 */
async function backAndForth(visited, { go, home = () => go('Home'), stays, keeps }) {
  const { page, player, server, check } = visited;
  await page.evaluate(() => { /** @type {any} */ (globalThis).met = []; });
  const meet = () => page.evaluate(() => {
    // A site that loads each page anew has forgotten the others.
    const met = /** @type {any} */ (globalThis).met ??= [];
    for (const element of document.querySelectorAll('marey-player')) met.push(new WeakRef(element));
  });
  for (let round = 0; round < 3; round += 1) {
    await go('Walk');
    await walkMoves(visited);
    await player().run((element) => { void element.play(); });
    await meet();
    await go('March');
    await marchMoves(visited);
    await meet();
    await home();
    await arrived(page, 'Motion');
    await until('there is no player', async () => await page.locator('marey-player').count() === 0);
    check();
  }
  await until('nothing asks for pictures any more', async () => {
    const called = () => page.evaluate(() => /** @type {any} */ (globalThis).animationFrames.called);
    const before = await called();
    await framesLater(page, 36);
    return await called() === before;
  });
  if (!stays) return;
  assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).met.length), 9, 'the page was loaded once');
  if (!keeps) {
    await until('the players that were left are collected', async () => {
      await collectGarbage(page);
      return page.evaluate(() => /** @type {any} */ (globalThis).met.every((/** @type {WeakRef<Element>} */ each) => !each.deref()));
    });
  }
  // Bundlers give it another name; it is the first one.
  const [first, ...others] = server.requests.filter((path) => path.endsWith('.wasm'));
  assert.ok(first && !others.includes(first), `the module is fetched once: ${[first, ...others]}`);
  assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).tally.counts.devices), 1, 'one device serves them all');
  assert.ok(page.workers().length <= MOST_WORKERS, `${page.workers().length} workers`);
}
