/** On a phone the panel is a sheet. Its head is dragged up to all of the height, back, or away; a tap on the grip, or its key, does the same. */
import { h } from '../player/dom.js';
import { Sheet } from '../controls/sheet.js';
import { X } from './strings.js';

/** Shares of the player's height: it rests at three quarters, or at all of it. */
const RESTS = { close: 0.55, open: 0.82, full: 0.88 };

/** @param {import('../controls/controls.js').Controls} ui */
export function asSheet(ui) {
  const { root } = ui.panels;
  const head = root?.querySelector('header');
  if (!root || !head) return;
  const grip = h('button', { type: 'button', class: 'grip', 'aria-label': X.tall, 'aria-expanded': 'false' });
  const told = () => {
    grip.ariaExpanded = String(sheet.full);
    ui.insets.measure();
  };
  const sheet = new Sheet(root, [head], RESTS, { close: () => ui.panels.close(), moved: told });
  head.addEventListener('click', (event) => {
    if (sheet.moved && event.detail) return;
    if (/** @type {Element} */ (event.target).closest('button:not(.grip)') || !grip.offsetHeight) return;
    sheet.full = !sheet.full;
    told();
  });
  // The figure is framed in what is left when it has come to rest.
  root.addEventListener('transitionend', (event) => { if (event.target === root) ui.insets.measure(); });
  head.prepend(grip);
}
