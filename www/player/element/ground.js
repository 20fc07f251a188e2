/** For `theme="auto"` on pages that declare no colour scheme: the background behind a player tells whether it is dark. */
import { h } from '../base/dom.js';

/** Weak, so that removed players can be freed. @type {Set<WeakRef<HTMLElement>>} */
const players = new Set();
/** The root of each player, which has the player's own colour scheme. @type {WeakMap<HTMLElement, HTMLElement>} */
const roots = new WeakMap();
/** @type {CanvasRenderingContext2D | null} */
let context;

/** Makes a player follow the brightness of its background. @param {HTMLElement} element @param {HTMLElement} root */
export function follow(element, root) {
  if (!context) {
    context = h('canvas', { width: 1, height: 1 }).getContext('2d', { willReadFrequently: true });
    // Pages switch themes by a class or an attribute of these two; a transition or another style sheet may follow.
    const observer = new MutationObserver(updateAll);
    for (const each of [document.documentElement, document.body]) observer.observe(each, { attributes: true });
    document.addEventListener('transitionend', updateAll);
    document.addEventListener('load', updateAll, true);
  }
  if (!roots.has(element)) players.add(new WeakRef(element));
  roots.set(element, root);
  update(element);
}

/** @param {HTMLElement} element */
function update(element) {
  const root = roots.get(element);
  if (!root || !element.isConnected || element.getAttribute('theme') !== 'auto') return;
  const declared = getComputedStyle(element).colorScheme !== 'normal';
  // On a light background 'auto' gives the light scheme.
  root.dataset.theme = !declared && isDark(element) ? 'dark' : 'auto';
}

function updateAll() {
  for (const player of players) {
    const element = player.deref();
    if (!element) players.delete(player);
    else update(element);
  }
}

/** @param {HTMLElement} element */
function isDark(element) {
  /** @type {Element | null | undefined} */
  let ancestor = element;
  while ((ancestor = ancestor.parentElement ?? /** @type {ShadowRoot} */ (ancestor.getRootNode()).host)) {
    const [red, green, blue, opacity] = bytesOf(getComputedStyle(ancestor).backgroundColor);
    if (opacity > 127) return 0.3 * red + 0.6 * green + 0.1 * blue < 128;
  }
  return false;
}

/** Converts a CSS colour, whatever its notation, to bytes by painting it. @param {string} colour */
function bytesOf(colour) {
  if (!context) return [0, 0, 0, 0];
  context.clearRect(0, 0, 1, 1);
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  return context.getImageData(0, 0, 1, 1).data;
}
