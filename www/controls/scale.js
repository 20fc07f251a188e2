/** The scale: one edge of a grid square on the floor with its length, drawn where it is not covered. */
import { h, setAttr, setText } from '../player/base/dom.js';
import { C } from './strings.js';

export class Scale {
  #line = h('span', { class: 'edge' });
  #text = h('span');
  root = h('div', { class: 'scale fades', part: 'scale', 'aria-hidden': 'true', hidden: true }, this.#line, this.#text);

  /** @param {import('./controls.js').Controls} ui */
  constructor(ui) {
    this.ui = ui;
    const { session } = ui;
    for (const signal of /** @type {const} */ (['clip', 'time', 'view', 'size', 'setting'])) session.on(signal, () => this.#write());
    this.#write();
  }

  #write() {
    const {
      root,
      session,
      session: { info, host },
    } = this.ui;
    // Hidden controls are not updated; they catch up when they are shown again.
    if (root.dataset.idle !== undefined) return;
    const [x, y, endX, endY] = Array.from(info ? host.numbers('groundEdge') : [NaN]);
    // A length would be made up if nothing tells the scale.
    const known = info && (info.unit.from !== 'guess' || info.unit.confidence || session.get('unit'));
    const seen = known && x === x;
    setAttr(this.root, 'hidden', !seen);
    if (!seen) return;
    setText(this.#text, C.grid(host.number('gridSpacing')));
    const length = Math.hypot(endX - x, endY - y);
    this.#line.style.setProperty('width', `${length.toFixed(1)}px`);
    this.#line.style.setProperty(
      'transform',
      `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) rotate(${Math.atan2(endY - y, endX - x).toFixed(4)}rad)`,
    );
    this.#text.style.setProperty(
      'transform',
      `translate(${(Math.max(x, endX) + 8).toFixed(1)}px, ${(x > endX ? y : endY).toFixed(1)}px) translateY(-50%)`,
    );
  }
}
