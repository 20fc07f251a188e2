/** Fetched with `theme="auto"` where the page declares no colour scheme: then what is behind a player tells whether it is dark. */

/** Players that have gone are not kept. @type {Set<WeakRef<HTMLElement>>} */
const players = new Set();
/** What has the player's own scheme in it. @type {WeakMap<HTMLElement, HTMLElement>} */
const roots = new WeakMap();
/** @type {OffscreenCanvasRenderingContext2D | null} */
let brush;

/** From now on a player is as dark as what is behind it. @param {HTMLElement} element @param {HTMLElement} root */
export function follow(element, root) {
  if (!brush) {
    brush = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    // A switch of the theme is a class or an attribute up there, which may be followed by a transition or another style sheet.
    const observer = new MutationObserver(look);
    for (const each of [document.documentElement, document.body]) observer.observe(each, { attributes: true });
    document.addEventListener('transitionend', look);
    document.addEventListener('load', look, true);
  }
  if (!roots.has(element)) players.add(new WeakRef(element));
  roots.set(element, root);
  show(element);
}

/** @param {HTMLElement} element */
function show(element) {
  const root = roots.get(element);
  if (!root || !element.isConnected || element.getAttribute('theme') !== 'auto') return;
  const declared = getComputedStyle(element).colorScheme !== 'normal';
  // What is light looks as nobody has said anything.
  root.dataset.theme = !declared && isDark(element) ? 'dark' : 'auto';
}

function look() {
  for (const player of players) {
    const element = player.deref();
    if (!element) players.delete(player);
    else show(element);
  }
}

/** @param {HTMLElement} element */
function isDark(element) {
  /** @type {Element | null | undefined} */
  let at = element;
  while ((at = at.parentElement ?? /** @type {ShadowRoot} */ (at.getRootNode()).host)) {
    const [red, green, blue, opacity] = painted(getComputedStyle(at).backgroundColor);
    if (opacity > 127) return 0.3 * red + 0.6 * green + 0.1 * blue < 128;
  }
  return false;
}

/** Colours are written in many ways; painted they are bytes. @param {string} colour */
function painted(colour) {
  if (!brush) return [0, 0, 0, 0];
  brush.clearRect(0, 0, 1, 1);
  brush.fillStyle = colour;
  brush.fillRect(0, 0, 1, 1);
  return brush.getImageData(0, 0, 1, 1).data;
}
