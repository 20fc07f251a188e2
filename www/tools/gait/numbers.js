/** The table of a gait report: beside the plots in few columns, and as the table of the dock with all of them and with each cycle. */
import { h } from '../../player/base/dom.js';
import { cyclesOf } from './cycles.js';
import { V } from './strings.js';

/** @typedef {import('../../types.d.ts').GaitReport} GaitReport */
/** @typedef {import('../../types.d.ts').GaitStatistic} GaitStatistic */

/** The rows that have a value. @param {GaitReport} report */
export const rowsOf = ({ table }) => table.filter(({ left, right }) => left.n || right.n);

/** @param {string} unit */
const unitOf = (unit) => V.units[/** @type {'deg'} */ (unit)] ?? unit;
/** @param {number | undefined} value @param {string} unit */
const number = (value, unit) => (value === undefined || value !== value ? V.nothing : V.value(value, unit));
/** @param {GaitStatistic} of @param {string} unit */
const withSd = ({ mean, sd }, unit) => (sd === undefined ? number(mean, unit) : V.withSd(number(mean, unit), V.value(sd, unit)));
/** @param {number | undefined} percent */
const differs = (percent) => (percent === undefined ? V.nothing : V.differs(percent));

/** @param {import('../../types.d.ts').GaitRow} row */
const named = ({ number: name, unit }) => h('th', { scope: 'row' }, V.capital(name), h('small', {}, unitOf(unit)));
/** @param {string} text @param {string} [kind] */
const head = (text, kind) => h('th', { scope: 'col', class: kind }, text);
const cell = (/** @type {string} */ text) => h('td', {}, text);

/** The means of both sides with their deviations. @param {GaitReport} report */
export function fewNumbers(report) {
  const cycles = cyclesOf(report);
  const sides = report.feet.flatMap((known, side) => (known ? [side] : []));
  const both = sides.length > 1;
  const of = (/** @type {number} */ side) =>
    h(
      'th',
      { scope: 'col', class: `side-${side}` },
      V.sides[side],
      h('small', {}, V.cyclesOf(cycles.filter((cycle) => cycle.side === side).length)),
    );
  return h(
    'table',
    { class: 'few-numbers' },
    h('thead', {}, h('tr', {}, head(V.columns.number), ...sides.map(of), both && head(V.columns.difference))),
    h(
      'tbody',
      {},
      ...rowsOf(report).map((row) =>
        h(
          'tr',
          {},
          named(row),
          ...sides.map((side) => cell(withSd(side ? row.right : row.left, row.unit))),
          both && cell(differs(row.difference)),
        ),
      ),
    ),
  );
}

/** All columns of all numbers, and all cycles; a press goes to the begin of a cycle. @param {GaitReport} report @param {(time: number) => void} seek */
export function allNumbers(report, seek) {
  const rows = rowsOf(report);
  const columns = [0, 1].flatMap((side) => [head(V.sides[side], `side-${side}`), head(V.columns.sd), head(V.columns.n)]);
  const side = (/** @type {GaitStatistic} */ { mean, sd, n }, /** @type {string} */ unit) => [
    cell(number(mean, unit)),
    cell(number(sd, unit)),
    cell(String(n)),
  ];
  const { cycleColumns: C } = V;
  const titles = report.table.map(({ number: name, unit }) => `${V.capital(name)} ${unitOf(unit)}`);
  return [
    h(
      'table',
      {},
      h('thead', {}, h('tr', {}, head(V.columns.number), ...columns, head(V.columns.difference))),
      h(
        'tbody',
        {},
        ...rows.map((row) =>
          h('tr', {}, named(row), ...side(row.left, row.unit), ...side(row.right, row.unit), cell(differs(row.difference))),
        ),
      ),
    ),
    h(
      'table',
      {},
      h('thead', {}, h('tr', {}, head(C.begins), head(C.foot), ...titles.map((title) => head(title)), head(C.turn), head(C.curves))),
      h(
        'tbody',
        {},
        ...cyclesOf(report).map((cycle) =>
          h(
            'tr',
            {},
            h('th', { scope: 'row' }, h('button', { type: 'button', onclick: () => seek(cycle.from) }, V.seconds(cycle.from))),
            cell(V.sides[cycle.side]),
            ...cycle.numbers.map((value, index) => cell(number(value, report.table[index].unit))),
            cell(V.degrees(cycle.turn)),
            cell(V.inCurves[Number(cycle.shown)]),
          ),
        ),
      ),
    ),
  ];
}
