/** The line and the numbers at a moment: at the playhead, and at the pointer. */
import { h, setText } from '../../player/base/dom.js';
import { yOf } from './axes.js';
import { placeAt, valueAt } from '../../actors/series.js';
import { V } from './strings.js';

/** @typedef {import('./draw.js').Line} Line */

/** Beyond this share of the width the numbers stand to the left of their line. */
const TURN = 0.8;
/** More numbers at once are a table, not a reading. */
const MOST = 9;
const DIGITS = { deg: 1, m: 3, 'm/s': 2, 'deg/s': 0, 'm/s2': 1, 'steps/min': 0 };

/** A value with its unit. @param {import('../../actors/series.js').Series} series @param {number} value */
export const reading = ({ unit }, value) => (value === value ? V.number(value, DIGITS[unit], V.units[unit]) : '\u2013');

export class Readout {
  #line = h('span', { class: 'upright' });
  #head = h('div', { class: 'when' });
  #list = h('dl');
  #box = h('div', { class: 'readout' }, this.#head, this.#list);
  #dots = h('div', { class: 'dots' });
  root = h('div', { class: 'reading', 'aria-hidden': 'true', hidden: true }, this.#line, this.#dots, this.#box);
  /** @type {{ line: Line, value: HTMLElement, dot: HTMLElement }[]} */
  #rows = [];

  /** @param {string} kind a class */
  constructor(kind) {
    this.root.classList.add(kind);
  }

  /** Shows these lines. @param {Line[]} lines @param {(line: Line) => string} nameOf what is beside a letter */
  fill(lines, nameOf) {
    this.#rows = lines.slice(0, MOST).map((line) => ({ line, value: h('dd'), dot: h('span', { class: 'spot' }) }));
    this.#list.replaceChildren(
      ...this.#rows.flatMap(({ line, value }) => {
        const name = h('dt', {}, line.curve.series.letter, h('bdi', {}, line.curve.series.title ? '' : nameOf(line)));
        name.style.setProperty('color', line.colour);
        return [name, value];
      }),
    );
    this.#dots.replaceChildren(
      ...this.#rows.map(({ line, dot }) => {
        dot.style.setProperty('background', line.colour);
        return dot;
      }),
    );
  }

  /**
   * @param {number} x CSS pixels; NaN: nowhere @param {number} seconds @param {{ width: number, times: import('../../actors/series.js').Times }} area
   * @param {boolean} numbers writes the numbers, too @param {string} [when] above them
   */
  show(x, seconds, { width, times }, numbers, when = '') {
    const visible = x >= -0.5 && x <= width + 0.5;
    this.root.hidden = !visible;
    if (!visible) return;
    this.root.style.setProperty('transform', `translateX(${x.toFixed(1)}px)`);
    this.#box.hidden = !this.#rows.length;
    this.#box.toggleAttribute('data-left', x > TURN * width);
    const place = placeAt(times, seconds);
    for (const {
      line: {
        curve: { series },
        axis,
      },
      value,
      dot,
    } of this.#rows) {
      const now = valueAt(series, place);
      const y = yOf(axis, now);
      const seen = y >= axis.top - 1 && y <= axis.bottom + 1;
      dot.style.setProperty('transform', seen ? `translateY(${y.toFixed(1)}px)` : 'scale(0)');
      if (numbers) setText(value, reading(series, now));
    }
    if (numbers) setText(this.#head, when);
  }

  hide() {
    this.root.hidden = true;
  }
}
