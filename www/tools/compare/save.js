/** The difference as a table of comma-separated values. Fetched when it is saved. */
import { fileName, fileOf, save as download } from '../../share/downloads.js';
import { T, partOf } from '../../share/table-part.js';
import { number, quoted, table } from '../../share/table.js';
import { KINDS } from './difference-table.js';
import { V } from './strings.js';

/**
 * Saves the differences of all joints together at each moment of the loop range, else of the window; or the mean of each joint. Millimetres.
 * @param {import('../../player/session/session.js').Session} session @param {import('./state.js').CompareState} state
 * @param {[number, number]} window of the timeline, seconds @param {'moments' | 'joints'} what
 */
export function save(session, { difference: { compared, pairs } }, window, what) {
  if (!compared) return;
  const { measures, times } = compared;
  const { span, words } = what === 'joints' ? { span: [-Infinity, Infinity], words: T.whole } : partOf(session, window);
  const titles = KINDS.map((kind) => `${V.names[kind]} [mm]`);
  const rows =
    what === 'joints'
      ? pairs.map((name, pair) => [quoted(name), ...measures.map(({ joints }) => number(joints[pair]))])
      : Array.from(times, (time, index) => ({ time, row: [number(time), ...measures.map(({ values }) => number(values[index]))] }))
          .filter(({ time }) => time >= span[0] - 1e-6 && time <= span[1] + 1e-6)
          .map(({ row }) => row);
  const name = fileName(session.info?.name ?? '', `difference-${what}`, 'text/csv');
  const made = table([[what === 'joints' ? 'joint' : 'time', ...titles], ...rows]);
  download(session, [fileOf(made, name, 'text/csv')], T.saved(name, words));
}
