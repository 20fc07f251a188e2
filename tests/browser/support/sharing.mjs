/** The share panel, as a test handles it. */
import { until } from './browser.mjs';

/** Opens it. @param {Player} player */
export async function opensSharing(player) {
  await player.button('Share').click();
  await player.button('Copy link').waitFor();
}

/** Closes whatever panel is open, and takes back what was chosen of the clip and the view. @param {Player} player @param {number} [at] the second where it rests then */
export async function closesSharing(player, at = 0) {
  await player.closesPanel();
  await player.run((element) => { element.loopRange = null; element.cameraState = 'home'; });
  await player.holdAt(at);
}

/** A file without an address comes on the stage. @param {Player} player @param {string} name @param {string} text */
export async function gets(player, name, text) {
  await player.run((element, file) => { element.srcObject = new File([file.text], `${file.name}.bvh`); }, { name, text });
  return player.loaded(name);
}

/** The motion is in the link, and at every stop of the slider it is known how long that is. @param {Player} player */
export const packed = (player) => until('the motion is packed', async () => await player.button('Copy link').isEnabled()
  && await player.find('.stops [data-busy], .quality[data-busy]').count() === 0);

/** @param {Player} player */
export const linkIn = (player) => player.root.getByRole('textbox', { name: 'Link', exact: true, includeHidden: true }).inputValue();

/** What the link names. @param {Player} player @returns {Promise<Record<string, string>>} */
export const valuesIn = async (player) => Object.fromEntries(new URLSearchParams(new URL(await linkIn(player)).hash.slice(1)));

/** What is on the clipboard. @param {Player} player */
export const copied = ({ page }) => page.evaluate(() => navigator.clipboard.readText());

/** One of the foldable parts: picture, filmstrip, film or motion. @param {Player} player @param {string} name */
export const folds = (player, name) => player.find(`[data-section="${name}"] summary`).click();
