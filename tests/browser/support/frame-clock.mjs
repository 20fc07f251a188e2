/** A clock that tests hold. */

/** Runs in a page before its own scripts: from one drawn picture to the next a sixtieth of a second passes, however long the machine takes. */
export function steadyFrames() {
  const { requestAnimationFrame: ask } = globalThis;
  const start = performance.now();
  const drawn = () => /** @type {any} */ (document.querySelector('marey-player'))?.drawCount ?? 0;
  globalThis.requestAnimationFrame = (callback) => ask.call(globalThis, () => callback(start + (drawn() * 1000) / 60));
}
