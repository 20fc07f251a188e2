/** What the page says beside its player: the list of clips, and the card on the stage. */
import { until } from './browser.mjs';

/** The list settles as this. @param {Player} player @param {string[]} lines */
export async function lists(player, ...lines) {
  let last = '';
  await until(`the list is ${lines.join(', ')}`, async () => {
    last = JSON.stringify(await player.list());
    return last === JSON.stringify(lines);
  }).catch((error) => { throw new Error(`${error.message}: ${last}`); });
}

/** What the card on the stage says. @param {Player} player */
export const card = async (player) => (await player.text('.card')).replace(/\s+/g, ' ');
