/** What the page shows beside its player: the list of clips, and the card on the stage. */
import { until } from './browser.mjs';

/** Waits until the list reads so. @param {Player} player @param {string[]} lines */
export async function listReads(player, ...lines) {
  let last = '';
  await until(`the list is ${lines.join(', ')}`, async () => {
    last = JSON.stringify(await player.list());
    return last === JSON.stringify(lines);
  }).catch((error) => {
    throw new Error(`${error.message}: ${last}`);
  });
}

/** The text of the card on the stage. @param {Player} player */
export const card = async (player) => (await player.text('.card')).replace(/\s+/g, ' ');
