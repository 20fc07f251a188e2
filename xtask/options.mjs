/** What the comments of `www/player/base/options.js` say of each option, for declarations and the reference. */
import { readFileSync } from 'node:fs';
import { BESIDE, CLIP_ROWS, ROWS } from '../www/player/base/options.js';

const source = readFileSync(new URL('../www/player/base/options.js', import.meta.url), 'utf8');

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

/** The own comments of parameters that are no options, or mean more in a link. @type {[name: string, comment: string][]} */
const OWN = Array.from(
  readFileSync(new URL('../www/link-parameters.d.ts', import.meta.url), 'utf8').matchAll(/^ {2}\/\*\* (.*) \*\/\n {2}(\w+): string;$/gm),
  ([, comment, name]) => [name, comment],
);

/** What each parameter of a link means. @type {Map<string, string>} */
export const LINK_PARAMETERS = new Map(OWN);
/** @param {string} name @param {string} comment */
const add = (name, comment) => LINK_PARAMETERS.has(name) || LINK_PARAMETERS.set(name, comment);
for (const { name, attribute, source, link, kept } of ROWS)
  if ((source && name !== 'src') || link || kept)
    add(attribute, `${COMMENTS.get(name)}${BESIDE.includes(attribute) ? ' Repeated, of each `url` in order.' : ''}`);
for (const { name, beside } of CLIP_ROWS) if (beside) add(beside, `Of each clip beside the first, in order. ${CLIP_COMMENTS.get(name)}`);
