/** Marks as a table. Fetched when they are copied or saved. */
import { fileName, save as download } from '../share/downloads.js';

/** @typedef {import('./words.js').Mark} Mark */

/** A field of a table, as RFC 4180 has it. @param {string} text */
const quoted = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A row for each mark in order of time; an event has no end. @param {Mark[]} marks */
export const csv = (marks) => [['name', 'kind', 'from', 'to'], ...[...marks].sort((a, b) => a.from - b.from)
  .map(({ name, from, to }) => [quoted(name), to > from ? 'span' : 'event', String(from), to > from ? String(to) : ''])].map((row) => `${row.join(',')}\n`).join('');

/** @param {Mark[]} marks @param {string} name of the clip */
export const save = (marks, name) => download(new Blob([csv(marks)], { type: 'text/csv' }), fileName(name, 'marks', 'text/csv'));
