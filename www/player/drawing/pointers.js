/** The pointers that are held down on a player. */

/** @param {Node} root of the player @returns {{ released: () => Promise<void>, end: () => void }} released: settles when no pointer is held down */
export function watchPointers(root) {
  let isDown = false;
  /** @type {(() => void)[]} */
  const waiting = [];
  const press = () => {
    isDown = true;
  };
  const release = () => {
    isDown = false;
    for (const settle of waiting.splice(0)) settle();
  };
  // The end of a press outside the window is not reported; the next movement tells.
  const move = (/** @type {PointerEvent} */ { buttons }) => {
    if (isDown && !buttons) release();
  };
  const events = new AbortController();
  const options = { capture: true, passive: true, signal: events.signal };
  root.addEventListener('pointerdown', press, options);
  addEventListener('pointerup', release, options);
  addEventListener('pointercancel', release, options);
  addEventListener('pointermove', move, options);
  return {
    released: () =>
      isDown
        ? new Promise((resolve) => {
            waiting.push(resolve);
          })
        : Promise.resolve(),
    end() {
      events.abort();
      release();
    },
  };
}
