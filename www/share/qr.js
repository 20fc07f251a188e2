/** QR codes of links: small in the panel, and large over the stage for a phone's camera. */
import { encode } from 'uqr';
import { h, svg } from '../player/base/dom.js';
import { button } from '../controls/button.js';
import { C } from '../controls/strings.js';
import { X } from './strings.js';

/** Quiet zone in modules, as the standard requires. */
const QUIET = 4;
/** Smallest module that phones can read, pixels. */
const MIN_PX = 3;
/** Largest useful size of the whole code, pixels. */
const MAX_PX = 480;
const MARGIN_PX = 24;

/** Draws a code with one unit per module. @param {string} text */
export function drawing(text) {
  const { data, size } = encode(text, { ecc: 'L', border: QUIET });
  const rows = data.map((row, y) => {
    let path = '';
    for (let x = 0; x < size; x += 1) {
      if (!row[x]) continue;
      const from = x;
      while (row[x + 1]) x += 1;
      path += `M${from} ${y}h${x - from + 1}v1h-${x - from + 1}z`;
    }
    return path;
  });
  const root = svg('svg', { viewBox: `0 0 ${size} ${size}`, 'shape-rendering': 'crispEdges', 'aria-hidden': 'true' });
  root.append(svg('path', { d: rows.join(''), fill: '#000' }));
  return { root, size };
}

/** Shows the code large, beside the panel if it fits there. @param {import('../controls/controls.js').Controls} ui @param {string} text */
export function showLarge(ui, text) {
  const { root, size } = drawing(text);
  const whole = ui.root.getBoundingClientRect();
  const panel = ui.panels.root?.getBoundingClientRect();
  const beside = panel ? Math.max(panel.left - whole.left, whole.right - panel.right) : 0;
  const room = beside > MIN_PX * size + MARGIN_PX ? beside : whole.width;
  const each = Math.max(MIN_PX, Math.floor(Math.min(MAX_PX, room - 2 * MARGIN_PX, whole.height - 2 * MARGIN_PX) / size));
  root.setAttribute('width', String(size * each));
  root.setAttribute('height', String(size * each));
  const shown = h(
    'dialog',
    {
      class: 'large-qr',
      'aria-label': X.link.qr,
      onclose: () => shown.remove(),
      // Escape must close only the code, not the panel below. A click anywhere also closes it.
      onkeydown: (/** @type {KeyboardEvent} */ event) => event.stopPropagation(),
      onclick: () => shown.close(),
    },
    button('close', C.close, () => shown.close()),
    root,
  );
  if (room === beside && panel) {
    const leftward = panel.left - whole.left === beside;
    shown.style.setProperty('--from', `${leftward ? whole.left : panel.right}px`);
    shown.style.setProperty('--to', `${innerWidth - (leftward ? panel.left : whole.right)}px`);
  }
  ui.root.append(shown);
  shown.showModal();
}
