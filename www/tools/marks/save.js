/** Marks as a table. Fetched when they are copied or saved. */
import { fileName, fileOf, save as download } from '../../share/downloads.js';
import { quoted, table } from '../../share/table.js';

/** @typedef {import('./words.js').Mark} Mark */

/** A row for each mark in order of time; an event has no end. @param {Mark[]} marks */
export const csv = (marks) =>
  table([
    ['name', 'kind', 'from', 'to'],
    ...[...marks]
      .sort((a, b) => a.from - b.from)
      .map(({ name, from, to }) => [quoted(name), to > from ? 'span' : 'event', String(from), to > from ? String(to) : '']),
  ]);

/** @param {import('../../player/session/session.js').Session} session @param {Mark[]} marks */
export const save = (session, marks) =>
  download(session, [fileOf(csv(marks), fileName(session.info?.name ?? '', 'marks', 'text/csv'), 'text/csv')]);
