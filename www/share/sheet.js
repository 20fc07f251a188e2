/** On phones the panel is a sheet: dragging its header, or tapping its grip, makes it taller or shorter, or closes it. */
import { h } from '../player/base/dom.js';
import { Sheet } from '../controls/sheet.js';
import { X } from './strings.js';

/** Thresholds as shares of the player's height; the sheet rests at three quarters or at full height. */
const THRESHOLDS = { close: 0.55, open: 0.82, full: 0.88 };

/** @param {import('../controls/controls.js').Controls} ui */
export function asSheet(ui) {
  const { root } = ui.panels;
  const head = root?.querySelector('header');
  if (!root || !head) return;
  const grip = h('button', { type: 'button', class: 'grip', 'aria-label': X.tall, 'aria-expanded': 'false' });
  const moved = () => {
    grip.ariaExpanded = String(sheet.expanded);
    ui.insets.measure();
  };
  const sheet = new Sheet(root, [head], THRESHOLDS, { close: () => ui.panels.close(), moved });
  head.addEventListener('click', (event) => {
    if (sheet.moved && event.detail) return;
    if (/** @type {Element} */ (event.target).closest('button:not(.grip)') || !grip.offsetHeight) return;
    sheet.expanded = !sheet.expanded;
    moved();
  });
  // Reframe the figure once the sheet has come to rest.
  root.addEventListener('transitionend', (event) => {
    if (event.target === root) ui.insets.measure();
  });
  head.prepend(grip);
}
