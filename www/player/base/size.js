/** The size of a box in CSS pixels, and how many device pixels one of them has. */

/** @typedef {{ width: number, height: number, ratio: number }} Size */

const MAX_RATIO = 2;

/** @param {HTMLElement} box @param {(size: Size) => void} changed @returns {() => void} stops watching */
export function watchSize(box, changed) {
  let size = { width: 0, height: 0, ratio: 1 };
  const sizes = new ResizeObserver(([entry]) => {
    const { width, height } = entry.contentRect;
    const pixels = entry.devicePixelContentBoxSize?.[0]?.inlineSize;
    size = { width, height, ratio: ratioOf(pixels && width ? pixels / width : undefined) };
    changed(size);
  });
  // Engines without the exact box throw; `ratioOf` then falls back to the device pixel ratio.
  try {
    sizes.observe(box, { box: 'device-pixel-content-box' });
  } catch {
    sizes.observe(box);
  }

  // Moving the window to another screen may change the ratio without the size.
  /** @type {MediaQueryList} */
  let query;
  const moved = () => {
    query.removeEventListener('change', moved);
    size = { ...size, ratio: ratioOf(undefined) };
    changed(size);
    listen();
  };
  const listen = () => {
    query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    query.addEventListener('change', moved);
  };
  listen();
  return () => {
    sizes.disconnect();
    query.removeEventListener('change', moved);
  };
}

/** @param {number | undefined} exact */
function ratioOf(exact) {
  // The exact box differs from the ratio by a rounded pixel at most. A larger difference is an error.
  const ratio = exact && Math.abs(exact / devicePixelRatio - 1) < 0.02 ? exact : devicePixelRatio;
  return Math.min(MAX_RATIO, ratio);
}
