/** The pictures and films that a player makes, and what the share panel saves. */
import { readFile } from 'node:fs/promises';

/** @typedef {'toBlob' | 'picture' | 'filmstrip' | 'film'} Way */

/** @param {Player} player @param {Way} way @param {object} [options] */
export async function made(player, way, options) {
  // As a string: an array of a million numbers takes seconds to arrive here.
  const url = await player.run(async (element, [name, how]) => {
    const reader = new FileReader();
    reader.readAsDataURL(await element[name](how));
    await new Promise((resolve) => {
      reader.onload = resolve;
    });
    return String(reader.result);
  }, /** @type {const} */ ([way, options]));
  return { type: url.slice('data:'.length, url.indexOf(';base64,')), bytes: Buffer.from(url.slice(url.indexOf(',') + 1), 'base64') };
}

/** The type of the result, or the name of the error. @param {Player} player @param {Way} way @param {object} [options] */
export const outcome = (player, way, options) =>
  player.run(
    (element, [name, how]) =>
      element[name](how).then(
        ({ type }) => type,
        (/** @type {Error} */ error) => error.name,
      ),
    /** @type {const} */ ([way, options]),
  );

/** Opens a part of the share panel. @param {Player} player @param {'picture' | 'filmstrip' | 'film'} part */
export async function unfoldShare(player, part) {
  await player.button('Share').click();
  await player.find(`[data-section="${part}"] summary`).click();
  await player.find(`[data-section="${part}"] .push`).first().waitFor();
}

/** The download that a button starts. @param {Player} player @param {string} button */
export async function download(player, button) {
  const coming = player.page.waitForEvent('download');
  await player.button(button).click();
  const download = await coming;
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}
