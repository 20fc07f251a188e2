/** Resets the page that a row of tests shares. */
import { until } from './browser.mjs';

/** Removes all opened clips, so that the first sample plays again. Skins stay known for the whole visit. @param {import('./scenes.mjs').Scene} scene */
export async function fresh({ player }) {
  await until('the list is empty', () =>
    player.run((element) => {
      const press = (/** @type {ParentNode | null} */ root, /** @type {string} */ selector) => {
        const button = [...(root?.querySelectorAll(selector) ?? [])].find((each) => each.checkVisibility());
        if (button instanceof HTMLElement) button.click();
        return !button;
      };
      press(element.shadowRoot, '.panel [aria-label="Close"]');
      // The list may be folded, and is not there at once.
      press(element, '[data-mode="list"][data-folded] .folder');
      if (element.querySelector('[data-mode="list"][data-folded] .folder')?.checkVisibility()) return false;
      if (!press(element, '.library .drop-out')) return false;
      // The page does not ask for the sample again where it stayed beside a refused file.
      if (element.error) press(element, '.welcome .pick');
      return !element.error;
    }),
  );
  await player.run((element) => {
    element.playbackRate = 1;
    element.play().catch(() => {});
  });
  await player.loaded('Dance');
}
