/** What the comments of `www/options.js` say of each option, for declarations and the reference. */
import { readFileSync } from 'node:fs';
import { CLIP_ROWS, ROWS } from '../www/options.js';

const source = readFileSync(new URL('../www/options.js', import.meta.url), 'utf8');

/** The comments of a table's rows, by the names of their properties. @param {string} table @param {typeof ROWS} rows */
function commentsOf(table, rows) {
  const from = source.indexOf(`export const ${table} = {`);
  const text = source.slice(from, source.indexOf('\n};', from));
  const comments = new Map(
    Array.from(text.matchAll(/^ {2}\/\*\*((?:(?!\*\/)[^])*)\*\/\n {2}(\w+): /gm), ([, comment, name]) => [
      name,
      comment
        .replace(/^\s*\* ?/gm, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    ]),
  );
  for (const { name } of rows) if (!comments.get(name)) throw new Error(`${table} has no comment on ${name}`);
  return comments;
}

export const COMMENTS = commentsOf('OPTIONS', ROWS);
export const CLIP_COMMENTS = commentsOf('CLIP_OPTIONS', CLIP_ROWS);
