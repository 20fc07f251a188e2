/** The QR code of a link, small in the panel and large over the stage for the camera of a phone. */
import { encode } from 'uqr';
import { h, svg } from '../player/dom.js';
import { button } from '../controls/button.js';
import { C } from '../controls/strings.js';
import { X } from './strings.js';

/** Modules of white around it, as the standard wants. */
const QUIET = 4;
/** Pixels of a module that phones read. */
const LEAST_PX = 3;
/** Larger than this on the whole it is no easier to read, pixels. */
const WIDE_PX = 480;
const MARGIN_PX = 24;

/**
 * A drawing of one unit a module.
 * @param {string} text
 */
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

/**
 * Large, with whole pixels for each module, where the panel leaves room; over everything where it leaves none.
 * @param {import('../controls/controls.js').Controls} ui
 * @param {string} text
 */
export function showLarge(ui, text) {
  const { root, size } = drawing(text);
  const whole = ui.root.getBoundingClientRect();
  const panel = ui.panels.root?.getBoundingClientRect();
  const beside = panel ? Math.max(panel.left - whole.left, whole.right - panel.right) : 0;
  const room = beside > LEAST_PX * size + MARGIN_PX ? beside : whole.width;
  const each = Math.max(LEAST_PX, Math.floor(Math.min(WIDE_PX, room - 2 * MARGIN_PX, whole.height - 2 * MARGIN_PX) / size));
  root.setAttribute('width', String(size * each));
  root.setAttribute('height', String(size * each));
  const shown = h('dialog', { class: 'large-qr', 'aria-label': X.link.qr, onclose: () => shown.remove(),
    // Esc closes the code, and not the panel under it. A click anywhere closes it, too.
    onkeydown: (/** @type {KeyboardEvent} */ event) => event.stopPropagation(), onclick: () => shown.close() },
  button('close', C.close, () => shown.close()), root);
  if (room === beside && panel) {
    const leftward = panel.left - whole.left === beside;
    shown.style.setProperty('--from', `${leftward ? whole.left : panel.right}px`);
    shown.style.setProperty('--to', `${innerWidth - (leftward ? panel.left : whole.right)}px`);
  }
  ui.root.append(shown);
  shown.showModal();
}
