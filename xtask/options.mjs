/**
 * The comments of `www/player/base/options.js` on each option, for declarations and the reference. Tags behind the words tell
 * more of an attribute: `@takes` what it takes, `@value` one of its words and what that means, `@unset` what its absence means, where no
 * value means the same.
 */
import { readFileSync } from 'node:fs';
import { BESIDE, CLIP_ROWS, ROWS } from '../www/player/base/options.js';

const source = readFileSync(new URL('../www/player/base/options.js', import.meta.url), 'utf8');

/** The comments of a table's rows, by the names of their properties: the words, and the text of each tag. @param {string} table @param {typeof ROWS} rows */
function commentsOf(table, rows) {
  const from = source.indexOf(`export const ${table} = {`);
  const text = source.slice(from, source.indexOf('\n};', from));
  const comments = new Map(
    Array.from(text.matchAll(/^ {2}\/\*\*((?:(?!\*\/)[^])*)\*\/\n {2}(\w+): /gm), ([, comment, name]) => [
      name,
      comment.split(/^\s*\* @/m).map((part) =>
        part
          .replace(/^\s*\* ?/gm, ' ')
          .replace(/\s+/g, ' ')
          .trim(),
      ),
    ]),
  );
  for (const { name } of rows) if (!comments.get(name)?.[0]) throw new Error(`${table} has no comment on ${name}`);
  return comments;
}

/** @param {Map<string, string[]>} comments */
const wordsOf = (comments) => new Map(Array.from(comments, ([name, [words]]) => [name, words]));
const OF_PLAYER = commentsOf('OPTIONS', ROWS);
export const COMMENTS = wordsOf(OF_PLAYER);
export const CLIP_COMMENTS = wordsOf(commentsOf('CLIP_OPTIONS', CLIP_ROWS));

/** What kinds of options take, and what their absence means. @type {Record<string, Partial<Taught>>} */
const KINDS = {
  boolean: { takes: 'nothing: it is on when it is there', unset: 'off' },
  address: { takes: 'an address, relative to the page' },
};

/** @typedef {{ takes: string, values: [word: string, meaning: string][], unset?: string }} Taught */

/** What an attribute takes; `values` are its words, the default first. @param {typeof ROWS[number]} row @returns {Taught} */
function taught({ name, kind }) {
  /** @type {Taught} */
  const told = { takes: '', values: [], ...KINDS[kind] };
  for (const text of OF_PLAYER.get(name)?.slice(1) ?? []) {
    const [, tag, said, word] = /^(takes|value|unset) ((\S+).*)$/.exec(text) ?? [];
    if (tag === 'value') told.values.push([word, said.slice(word.length + 1)]);
    else if (tag === 'takes' || tag === 'unset') told[tag] = said;
    else throw new Error(`the comment on ${name} has an unknown tag: @${text}`);
  }
  return told;
}

/** The attributes that show something, an empty one the usual. */
export const SHOWN = ROWS.filter(({ read }) => read('off') === null && ![null, ''].includes(/** @type {any} */ (read('on')))).map(
  ({ attribute }) => attribute,
);

/** What the reference teaches of each attribute. */
export const TAUGHT = new Map(ROWS.map((row) => [row.attribute, taught(row)]));

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
