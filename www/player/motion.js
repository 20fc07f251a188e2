/** One place that knows whether the reader wants less motion. */

/** @type {MediaQueryList | undefined} */
let query;

const media = () => (query ??= globalThis.matchMedia?.('(prefers-reduced-motion: reduce)'));

export const reducedMotion = {
  get now() { return media()?.matches ?? false; },

  /**
   * Tells at once, and again on every change.
   * @param {(reduced: boolean) => void} listener
   * @returns {() => void} ends it
   */
  watch(listener) {
    const changed = () => listener(this.now);
    media()?.addEventListener('change', changed);
    changed();
    return () => media()?.removeEventListener('change', changed);
  },
};
