/** The page's list of opened clips. */
import { until } from './browser.mjs';

export const WIDE = { size: [1280, 800] };

/** Chooses the last clip with this name and waits for it. @param {Player} player @param {string} name */
export async function pick(player, name) {
  await player.find('.library .pick').filter({ hasText: name }).last().click();
  return player.loaded(name);
}

/** Presses keys and waits for the clip. @param {Player} player @param {string} name @param {string[]} keys */
export async function pressFor(player, name, ...keys) {
  await player.press(...keys);
  return player.loaded(name);
}

/** Waits until the list has this many clips. @param {Player} player @param {number} count */
export const isCount = (player, count) => until(`${count} clips are listed`, async () => (await player.list()).length === count);

/** Whether the row of the current clip is in view. @param {Player} player */
export const isInView = (player) =>
  player.find('.library [data-current]').evaluate((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    const around = /** @type {Element} */ (row.closest('.scroll')).getBoundingClientRect();
    return top >= around.top - 1 && bottom <= around.bottom + 1;
  });
