/** A clock that advances by frames. */

/** Runs in a page before its own scripts: each drawn frame advances the clock by a sixtieth of a second, however long the machine takes. */
export function steadyFrames() {
  const { requestAnimationFrame: ask } = globalThis;
  const start = performance.now();
  const drawn = () => /** @type {any} */ (document.querySelector('marey-player'))?.drawCount ?? 0;
  globalThis.requestAnimationFrame = (callback) => ask.call(globalThis, () => callback(start + (drawn() * 1000) / 60));
}
