/** What has to be so on every site. */
import assert from 'node:assert/strict';
import { framesLater, until } from '../../browser/support/browser.mjs';
import { Player } from '../../browser/support/player.mjs';
import { moves } from './visits.mjs';

/** @typedef {import('playwright-core').Page} Page */
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

/** How bright a corner of the stage is, from 0 to 1. @param {Player} player */
async function brightness(player) {
  const { at } = await player.picture();
  const [red, green, blue] = at(6, 6);
  return (red + green + blue) / 3 / 255;
}

/**
 * The player has the site's colours, and takes the others when a reader switches. The site is light at first.
 * @param {Player} player @param {() => Promise<void>} change what a reader does
 */
export async function followsColours(player, change) {
  for (const wanted of ['light', 'dark', 'light']) {
    await until(`it is ${wanted}`, async () => await shade(player) === wanted && (await brightness(player) > 0.5) === (wanted === 'light'));
    await change();
  }
}

/** A page with a motion that has its skeleton beside it, and another one. @param {Visited} visited */
async function severalOnAPage({ page, player }) {
  await arrived(page, 'March');
  await moves(player('marey-player:not(#second)'), /^march/);
  await moves(player('#second'), /^walk/);
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
  await severalOnAPage(visited);
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
    await arrived(page, 'March');
    await moves(player('marey-player:not(#second)'), /^march/);
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
    const session = await page.context().newCDPSession(page);
    await until('the players that were left are collected', async () => {
      await session.send('HeapProfiler.collectGarbage');
      return page.evaluate(() => /** @type {any} */ (globalThis).met.every((/** @type {WeakRef<Element>} */ each) => !each.deref()));
    });
    await session.detach();
  }
  // Bundlers give it another name; it is the first one.
  const [first, ...others] = server.asked.filter((path) => path.endsWith('.wasm'));
  assert.ok(first && !others.includes(first), `the module is fetched once: ${[first, ...others]}`);
  const { counts } = await page.evaluate(() => ({ counts: /** @type {any} */ (globalThis).tally.counts }));
  assert.equal(counts.devices, 1, 'one device serves them all');
  assert.ok(page.workers().length <= MOST_WORKERS, `${page.workers().length} workers`);
}
