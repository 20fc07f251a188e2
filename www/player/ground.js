/** Fetched with `theme="auto"` where the page declares no colour scheme: then what is behind a player tells whether it is dark. */

/** @typedef {(scheme: 'dark' | 'light') => void} Tell */

/** Players that have gone are not kept. @type {Set<WeakRef<HTMLElement>>} */
const players = new Set();
/** @type {WeakMap<HTMLElement, Tell>} */
const tellers = new WeakMap();
/** @type {OffscreenCanvasRenderingContext2D | null} */
let brush;

/** From now on `tell` is told, and told again when the page changes. @param {HTMLElement} element @param {Tell} tell */
export function follow(element, tell) {
  if (!brush) {
    brush = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    // A switch of the theme is a class or an attribute up there, which may be followed by a transition or another style sheet.
    const observer = new MutationObserver(look);
    for (const each of [document.documentElement, document.body]) observer.observe(each, { attributes: true });
    document.addEventListener('transitionend', look);
    document.addEventListener('load', look, true);
  }
  if (!tellers.has(element)) players.add(new WeakRef(element));
  tellers.set(element, tell);
  tell(behind(element));
}

function look() {
  for (const player of players) {
    const element = player.deref();
    if (!element) players.delete(player);
    else if (element.isConnected) tellers.get(element)?.(behind(element));
  }
}

/** @param {HTMLElement} element @returns {'dark' | 'light'} */
function behind(element) {
  /** @type {Element | null | undefined} */
  let at = element;
  while ((at = at.parentElement ?? /** @type {ShadowRoot} */ (at.getRootNode()).host)) {
    const [red, green, blue, opacity] = painted(getComputedStyle(at).backgroundColor);
    if (opacity > 127) return 0.3 * red + 0.6 * green + 0.1 * blue < 128 ? 'dark' : 'light';
  }
  return 'light';
}

/** Colours are written in many ways; painted they are bytes. @param {string} colour */
function painted(colour) {
  if (!brush) return [0, 0, 0, 0];
  brush.clearRect(0, 0, 1, 1);
  brush.fillStyle = colour;
  brush.fillRect(0, 0, 1, 1);
  return brush.getImageData(0, 0, 1, 1).data;
}
