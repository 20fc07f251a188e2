/**
 * A pair of functions: `on` adds a listener and returns its removal, `tell` calls all listeners.
 * @template {unknown[]} Args @typedef {[on: (listener: (...args: Args) => void) => () => void, tell: (...args: Args) => void]} Listeners
 */

/** Makes an empty list of listeners. @returns {Listeners<any[]>} */
export function listeners() {
  /** @type {Set<(...args: any[]) => void>} */
  const all = new Set();
  return [
    (listener) => {
      all.add(listener);
      return () => void all.delete(listener);
    },
    // Copied, since listeners may remove themselves while they are called.
    (...args) => {
      for (const listener of [...all]) listener(...args);
    },
  ];
}
