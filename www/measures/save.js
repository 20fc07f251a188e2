/** Measures as a table. Fetched when they are copied or saved. */
import { fileName, save as download } from '../share/downloads.js';
import { number, quoted, table } from '../share/table.js';

/** @typedef {import('./index.js').Measures} Measures */

/** A row for each frame of the window, a column for each measure, as `marey measure` writes them. @param {Measures} all @param {[number, number]} window seconds */
export function csv({ session, times }, [from, to]) {
  const { measures } = session.state;
  const near = 1e-6;
  const titles = measures.map(({ kind, names, unit }) => quoted(`${kind} ${names.join(' ')} [${unit}]`));
  const frames = [...times.keys()].filter((frame) => times[frame] >= from - near && times[frame] <= to + near);
  const rows = frames.map((frame) => [String(frame), number(times[frame]), ...measures.map(({ series: { rows: values } }) => number(values[frame]))]);
  return table([['frame', 'time', ...titles], ...rows]);
}

/** @param {Measures} all @param {[number, number]} window */
export const save = (all, window) => download(new Blob([csv(all, window)], { type: 'text/csv' }), fileName(all.session.info?.name ?? '', 'measures', 'text/csv'));
