/** What a player makes of its clip, and what Share saves of it. */
import { readFile } from 'node:fs/promises';

/** @typedef {'toBlob' | 'picture' | 'filmstrip' | 'film'} Way */

/** @param {Player} player @param {Way} way @param {object} [options] */
export async function made(player, way, options) {
  // As a string: a list of a million numbers takes seconds on its way here.
  const url = await player.run(async (element, [name, how]) => {
    const reader = new FileReader();
    reader.readAsDataURL(await element[name](how));
    await new Promise((resolve) => { reader.onload = resolve; });
    return String(reader.result);
  }, /** @type {const} */ ([way, options]));
  return { type: url.slice('data:'.length, url.indexOf(';base64,')), bytes: Buffer.from(url.slice(url.indexOf(',') + 1), 'base64') };
}

/** Of which type it is, or by what name it is refused. @param {Player} player @param {Way} way @param {object} [options] */
export const outcome = (player, way, options) => player.run(
  (element, [name, how]) => element[name](how).then(({ type }) => type, (/** @type {Error} */ error) => error.name), /** @type {const} */ ([way, options]));

/** Opens a part of the share panel. @param {Player} player @param {'picture' | 'filmstrip' | 'film'} part */
export async function shares(player, part) {
  await player.button('Share').click();
  await player.find(`[data-section="${part}"] summary`).click();
  await player.find(`[data-section="${part}"] .push`).first().waitFor();
}

/** What a button saves. @param {Player} player @param {string} button */
export async function saved(player, button) {
  const coming = player.page.waitForEvent('download');
  await player.button(button).click();
  const download = await coming;
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}
