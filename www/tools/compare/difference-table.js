/** The difference as a table: mean and maximum by each measure, the mean of each joint, and the values at some moments; saved as CSV. */
import { h } from '../../player/base/dom.js';
import { clock } from '../../player/words/format.js';
import { valueAt } from './columns.js';
import { V, distance } from './strings.js';

/** @typedef {import('./state.js').CompareState} CompareState */

/** Most rows of moments: each second, or more seldom. */
const MOST = 30;
export const KINDS = /** @type {const} */ (['mpjpe', 'rootRelative', 'paMpjpe']);

export class DifferenceTable {
  /** @param {CompareState} state read when the table is written @param {Pick<import('./state.js').CompareCallbacks, 'saveTable'>} call */
  constructor(state, { saveTable }) {
    this.state = state;
    const save = (/** @type {'moments' | 'joints'} */ what) =>
      h('button', { type: 'button', class: 'push', onclick: () => saveTable(what) }, V.saves[what]);
    this.saves = h('div', { class: 'saves' }, save('moments'), save('joints'));
    this.root = h('div', { class: 'dock-table table-of-difference', role: 'group', tabindex: '0', 'aria-label': V.table });
  }

  /** Call when the difference has changed. */
  update() {
    const { compared, kind, pairs } = this.state.difference;
    if (!compared) {
      this.root.replaceChildren();
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
    this.root.replaceChildren(
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
