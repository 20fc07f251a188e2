/** Visits a built site and fails at anything that a reader or an author would see go wrong. */
import assert from 'node:assert/strict';
import { open, sharedBrowser, until } from '../../browser/support/browser.mjs';
import { Player } from '../../browser/support/player.mjs';
import { portrait } from '../../browser/support/scenes.mjs';
import { serve } from '../../browser/support/server.mjs';

/**
 * @typedef {object} Visited
 * @property {Page} page
 * @property {Awaited<ReturnType<typeof serve>>} server
 * @property {(selector?: string) => Player} player
 * @property {() => number} workers how many have started so far
 * @property {string[]} missing the requests that failed
 * @property {() => void} check fails if anything went wrong since the last call
 */

/**
 * Serves a folder, opens one of its pages or one from the disk, and closes both afterwards.
 * @param {Parameters<typeof serve>[0] & { folder: string }} where @param {string} path below the base, or a whole address
 * @param {(visited: Visited) => Promise<void>} body @param {Omit<import('../../browser/support/browser.mjs').Visit, 'url'>} [how]
 */
export async function visit({ csp = '', ...where }, path, body, how = {}) {
  const server = await serve({ csp, ...where });
  // Chromium's message that its GPU is software.
  const { page, context, check } = await open(await sharedBrowser(), {
    warnings: true,
    ...how,
    allow: [/WebGPU is experimental/, ...(how.allow ?? [])],
  });
  let workers = 0;
  page.on('worker', () => {
    workers += 1;
  });
  /** @type {string[]} */
  const missing = [];
  page.on('response', (response) => {
    if (response.status() === 404) missing.push(response.url());
  });
  try {
    await page.goto(new URL(path, server.url()).href);
    await body({ page, server, player: (selector) => new Player(page, selector), workers: () => workers, missing, check });
    check();
  } catch (error) {
    await portrait(page, path);
    try {
      check();
    } catch (reported) {
      throw new AggregateError([error, reported], `${/** @type {Error} */ (error).message}\n${/** @type {Error} */ (reported).message}`);
    }
    throw error;
  } finally {
    await context.close();
    await server.close();
  }
}

/** Waits until its clip is loaded, drawn and moving. @param {Player} player @param {RegExp} name of the clip */
export async function moves(player, name) {
  await player.root.scrollIntoViewIfNeeded();
  await until(`${player.selector} shows ${name}`, async () => name.test((await player.state()).name));
  assert.match((await player.loaded()).name, name);
  await player.run((element) => {
    void element.play();
  });
  await player.plays();
  await player.run((element) => element.pause());
}

/** The widths of the images in a printed file. @param {Buffer} pdf */
export const imagesIn = (pdf) =>
  [...pdf.toString('latin1').matchAll(/\/Subtype \/Image\s+\/Width (\d+)/g)].map(([, width]) => Number(width));
