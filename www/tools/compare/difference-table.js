/** The difference as a table: mean and maximum by each measure, the mean of each joint, and the values at some moments; saved as CSV. */
import { h, setAttr } from '../../player/base/dom.js';
import { clock } from '../../player/words/format.js';
import { valueAt } from './columns.js';
import { V, distance } from './strings.js';

/** @typedef {import('./state.js').CompareState} CompareState */

/** Most rows of moments: each second, or more seldom. */
const MOST = 30;
export const KINDS = /** @type {const} */ (['mpjpe', 'rootRelative', 'paMpjpe']);

export class DifferenceTable {
  /** @param {CompareState} state read when the table opens @param {Pick<import('./state.js').CompareCallbacks, 'saveTable'>} call */
  constructor(state, { saveTable }) {
    this.state = state;
    const save = (/** @type {'moments' | 'joints'} */ what) =>
      h('button', { type: 'button', class: 'push', onclick: () => saveTable(what) }, V.saves[what]);
    this.saves = h('div', { class: 'saves' }, save('moments'), save('joints'));
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
    if (!compared) {
      this.card.replaceChildren();
      return;
    }
    const { measures, times } = compared;
    const joints = [...pairs.keys()].sort((a, b) => measures[kind].joints[b] - measures[kind].joints[a]);
    const [from, to] = [times[0], times[times.length - 1]];
    const step = Math.max(1, Math.ceil((to - from) / MOST));
    const moments = Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step);
    const names = KINDS.map((each) => V.names[each]);
    const all = (/** @type {(measure: import('../../types.d.ts').ComparedMeasure) => number} */ of) =>
      measures.map((measure) => distance(of(measure)));
    this.card.replaceChildren(
      h(
        'div',
        {},
        table(
          ['', ...names],
          [
            [V.meanRow, ...all(({ mean }) => mean)],
            [V.maximumRow, ...all(({ worst }) => worst)],
            [V.maximumAt, ...measures.map(({ when }) => V.seconds(when))],
          ],
        ),
        this.saves,
      ),
      table(
        [V.jointColumn, ...names],
        joints.map((pair) => [pairs[pair], ...all((measure) => measure.joints[pair])]),
      ),
      table(
        [V.time, ...names],
        moments.map((time) => [clock(time, to), ...all(({ values }) => valueAt(times, values, time))]),
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

/** @param {string[]} titles of the columns @param {string[][]} rows each with its name */
function table(titles, rows) {
  return h(
    'table',
    {},
    h('thead', {}, h('tr', {}, ...titles.map((title) => h(title ? 'th' : 'td', title ? { scope: 'col' } : {}, title)))),
    h(
      'tbody',
      {},
      ...rows.map(([name, ...values]) => h('tr', {}, h('th', { scope: 'row' }, name), ...values.map((value) => h('td', {}, value)))),
    ),
  );
}
