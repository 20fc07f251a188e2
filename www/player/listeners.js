/**
 * How to begin to listen, which gives what ends it, and how to tell all who do.
 * @template {unknown[]} Told
 * @typedef {[on: (listener: (...told: Told) => void) => () => void, tell: (...told: Told) => void]} Listeners
 */

/** Those who want to hear of something. @returns {Listeners<any[]>} */
export function listeners() {
  /** @type {Set<(...told: any[]) => void>} */
  const all = new Set();
  return [
    (listener) => {
      all.add(listener);
      return () => void all.delete(listener);
    },
    // Some end while they are told.
    (...told) => { for (const listener of [...all]) listener(...told); },
  ];
}
