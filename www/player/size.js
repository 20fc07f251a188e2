/** The size of a box in CSS pixels, and how many device pixels one of them has. */

/** @typedef {{ width: number, height: number, ratio: number }} Size */

const MAX_RATIO = 2;

/**
 * @param {HTMLElement} box
 * @param {(size: Size) => void} changed
 * @returns {() => void} ends it
 */
export function watchSize(box, changed) {
  let size = { width: 0, height: 0, ratio: 1 };
  const sizes = new ResizeObserver(([entry]) => {
    const { width, height } = entry.contentRect;
    const pixels = entry.devicePixelContentBoxSize?.[0]?.inlineSize;
    size = { width, height, ratio: ratioOf(pixels && width ? pixels / width : undefined) };
    changed(size);
  });
  // Not every engine knows the exact box; the fallback multiplies.
  try { sizes.observe(box, { box: 'device-pixel-content-box' }); } catch { sizes.observe(box); }

  // A window moved to another screen changes the ratio, not always the size.
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
  // The exact box differs from the ratio by a rounded pixel. Where it differs by more, it is not to be believed.
  const ratio = exact && Math.abs(exact / devicePixelRatio - 1) < 0.02 ? exact : devicePixelRatio;
  return Math.min(MAX_RATIO, ratio);
}
