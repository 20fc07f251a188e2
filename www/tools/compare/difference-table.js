/** The difference as a table: the mean of each joint, and the value at each of some moments. */
import { h, setAttr } from '../../player/base/dom.js';
import { clock } from '../../player/words/format.js';
import { valueAt } from './columns.js';
import { V, distance } from './strings.js';

/** @typedef {import('./state.js').CompareState} CompareState */

/** Most rows of moments: each second, or more seldom. */
const MOST = 30;

export class DifferenceTable {
  /** @param {CompareState} state read when the table opens */
  constructor(state) {
    this.state = state;
    this.opener = h(
      'button',
      {
        type: 'button',
        class: 'table-opener',
        'aria-expanded': 'false',
        title: V.table,
        onclick: () => this.#show(Boolean(this.card.hidden)),
      },
      V.tableShort,
    );
    this.card = h('div', {
      class: 'table-card menu',
      role: 'group',
      tabindex: '0',
      'aria-label': V.table,
      hidden: true,
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
    });
    this.root = h(
      'div',
      {
        class: 'table-of-difference',
        onfocusout: (/** @type {FocusEvent} */ { relatedTarget }) => {
          if (relatedTarget && !this.root.contains(/** @type {Node} */ (relatedTarget))) this.#show(false);
        },
      },
      this.opener,
      this.card,
    );
  }

  /** @param {boolean} on */
  #show(on) {
    this.card.hidden = !on;
    setAttr(this.opener, 'aria-expanded', String(on));
    if (!on) return;
    this.update();
    this.card.focus({ preventScroll: true });
  }

  /** Call when the difference has changed. */
  update() {
    if (this.card.hidden) return;
    const { compared, kind, pairs } = this.state.difference;
    const measure = compared?.measures[kind];
    this.card.replaceChildren();
    if (!compared || !measure) return;
    const joints = pairs.map((name, pair) => /** @type {const} */ ([name, measure.joints[pair] ?? 0])).sort((a, b) => b[1] - a[1]);
    const { times } = compared;
    const [from, to] = [times[0], times[times.length - 1]];
    const step = Math.max(1, Math.ceil((to - from) / MOST));
    const moments = Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step);
    this.card.append(
      table(
        V.jointColumn,
        joints.map(([name, mean]) => [name, distance(mean)]),
      ),
      table(
        V.time,
        moments.map((time) => [`${clock(time, to)}`, distance(valueAt(times, measure.values, time))]),
      ),
    );
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    this.#show(false);
    this.opener.focus();
  }
}

/** @param {string} title of the first column @param {[name: string, value: string][]} rows */
function table(title, rows) {
  return h(
    'table',
    {},
    h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, title), h('th', { scope: 'col' }, V.difference))),
    h('tbody', {}, ...rows.map(([name, value]) => h('tr', {}, h('th', { scope: 'row' }, name), h('td', {}, value)))),
  );
}
