/** Where a player is in time, as a test asks it. */
import assert from 'node:assert/strict';
import { until } from './browser.mjs';

/** @typedef {import('./player.mjs').Player} Player */

/** It is at a second, led there by keys. @param {Player} player @param {number} seconds @param {string[]} keys */
export async function isAt(player, seconds, ...keys) {
  await player.press(...keys);
  const { time } = await player.state();
  assert.ok(Math.abs(time - seconds) < 1e-3, `at ${time}, not at ${seconds}`);
}

/** It shows a frame, led there by keys. @param {Player} player @param {number} frame @param {string[]} keys */
export async function showsFrame(player, frame, ...keys) {
  await player.press(...keys);
  assert.equal((await player.state()).frame, frame);
}

/** @param {Player} player */
export const isPaused = (player) => until('it pauses', async () => (await player.state()).paused);
