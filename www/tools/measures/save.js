/** Measures as a table. Fetched when they are copied or saved. */
import { fileName, fileOf, save as download } from '../../share/downloads.js';
import { T, partOf } from '../../share/table-part.js';
import { columnOf, number, quoted, table } from '../../share/table.js';

/** @typedef {import('./index.js').Measures} Measures */

/** A row for each frame of a part, a column for each measure, as `marey measure` writes them. @param {Measures} all @param {[number, number]} part seconds */
function csv({ shown, times }, [from, to]) {
  const near = 1e-6;
  const series = shown.flatMap((measure) => measure.series);
  const titles = series.map(({ key, unit }) => quoted(`${columnOf(key)} [${unit}]`));
  const frames = [...times.keys()].filter((frame) => times[frame] >= from - near && times[frame] <= to + near);
  const rows = frames.map((frame) => [
    String(frame),
    number(times[frame]),
    ...series.map(({ rows: values, offset, stride }) => number(values[offset + frame * stride])),
  ]);
  return table([['frame', 'time', ...titles], ...rows]);
}

/** @param {Measures} all @param {[number, number]} window of the timeline, seconds */
export async function copy(all, window) {
  const { span, words } = partOf(all.session, window);
  await navigator.clipboard.writeText(csv(all, span));
  all.session.say(T.copied(words));
}

/** @param {Measures} all @param {[number, number]} window of the timeline, seconds */
export function save(all, window) {
  const { span, words } = partOf(all.session, window);
  const name = fileName(all.session.info?.name ?? '', 'measures', 'text/csv');
  download(all.session, [fileOf(csv(all, span), name, 'text/csv')], T.saved(name, words));
}
