/** The list of one's own clips, as a test handles it. */
import { until } from './browser.mjs';

/** A page with room for the list. */
export const WIDE = { size: [1280, 800] };

/** Chooses the last clip whose row says so, and waits for it. @param {Player} player @param {string} name */
export async function picks(player, name) {
  await player.find('.library .pick').filter({ hasText: name }).last().click();
  return player.loaded(name);
}

/** Keys bring this clip. @param {Player} player @param {string} name @param {string[]} keys */
export async function leads(player, name, ...keys) {
  await player.press(...keys);
  return player.loaded(name);
}

/** So many clips are listed. @param {Player} player @param {number} count */
export const holds = (player, count) => until(`${count} clips are listed`, async () => (await player.list()).length === count);

/** The row of the clip that plays is in view. @param {Player} player */
export const isInView = (player) => player.find('.library [data-current]').evaluate((row) => {
  const { top, bottom } = row.getBoundingClientRect();
  const around = /** @type {Element} */ (row.closest('.scroll')).getBoundingClientRect();
  return top >= around.top - 1 && bottom <= around.bottom + 1;
});
