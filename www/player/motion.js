/** One place that knows whether the reader wants less motion. */

/** @type {MediaQueryList | undefined} */
let query;

const media = () => (query ??= globalThis.matchMedia?.('(prefers-reduced-motion: reduce)'));

export const reducedMotion = {
  get now() { return media()?.matches ?? false; },

  /**
   * Tells at once, and again on every change, for as long as the element lives.
   * @param {HTMLElement} element
   * @param {(reduced: boolean) => void} listener
   */
  watch(element, listener) {
    const alive = new WeakRef(element);
    const changed = () => {
      if (alive.deref()) listener(this.now);
      else media()?.removeEventListener('change', changed);
    };
    media()?.addEventListener('change', changed);
    changed();
  },
};
