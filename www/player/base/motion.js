/** Whether the visitor prefers reduced motion. */

/** @type {MediaQueryList | undefined} */
let query;

const media = () => (query ??= globalThis.matchMedia?.('(prefers-reduced-motion: reduce)'));

export const reducedMotion = {
  get now() {
    return media()?.matches ?? false;
  },

  /** Calls the listener at once and at every change. @param {(reduced: boolean) => void} listener @returns {() => void} removes it */
  watch(listener) {
    const changed = () => listener(this.now);
    media()?.addEventListener('change', changed);
    changed();
    return () => media()?.removeEventListener('change', changed);
  },
};
