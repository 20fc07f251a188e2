/** The share panel. */
import { until } from './browser.mjs';

/** @param {Player} player */
export async function openSharing(player) {
  await player.button('Share').click();
  await player.button('Copy link').waitFor();
}

/** Closes the open panel and resets what was chosen of clip and view. @param {Player} player @param {number} [at] the second to rest at */
export async function closeSharing(player, at = 0) {
  await player.closesPanel();
  await player.run((element) => {
    element.loopRange = null;
    element.cameraState = 'home';
  });
  await player.holdAt(at);
}

/** Opens a file that has no address. @param {Player} player @param {string} name @param {string} text */
export async function openFile(player, name, text) {
  await player.run(
    (element, file) => {
      element.srcObject = new File([file.text], `${file.name}.bvh`);
    },
    { name, text },
  );
  return player.loaded(name);
}

/** Waits until the motion is in the link and every stop of the slider shows a length. @param {Player} player */
export const packed = (player) =>
  until(
    'the motion is packed',
    async () =>
      (await player.button('Copy link').isEnabled()) && (await player.find('.stops [data-busy], .quality[data-busy]').count()) === 0,
  );

/** @param {Player} player */
export const linkIn = (player) => player.root.getByRole('textbox', { name: 'Link', exact: true, includeHidden: true }).inputValue();

/** The parameters of the link. @param {Player} player @returns {Promise<Record<string, string>>} */
export const valuesIn = async (player) => Object.fromEntries(new URLSearchParams(new URL(await linkIn(player)).hash.slice(1)));

/** @param {Player} player */
export const copied = ({ page }) => page.evaluate(() => navigator.clipboard.readText());

/** Unfolds a section: picture, filmstrip, film or motion. @param {Player} player @param {string} name */
export const unfold = (player, name) => player.find(`[data-section="${name}"] summary`).click();
