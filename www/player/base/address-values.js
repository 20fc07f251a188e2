/** Reads addresses without the table of options: the page's head, which is a part of its HTML, needs this much. */

/** Most characters of a value, but for packed clips, which the codec limits. */
export const LONGEST = 4096;

/**
 * Query and fragment as one map; the fragment wins. Values of a repeated parameter are lines of one.
 * @param {{ search: string, hash: string }} location @param {ReadonlySet<string>} repeated the parameters that may be repeated @returns {Map<string, string>}
 */
export function valuesOf({ search, hash }, repeated) {
  const all = new Map();
  for (const text of [search, hash.replace(/^#/, '')]) {
    /** @type {Map<string, string>} */
    const given = new Map();
    for (const [name, value] of new URLSearchParams(text))
      given.set(name, repeated.has(name) && given.has(name) ? `${given.get(name)}\n${value}` : value);
    for (const [name, value] of given) all.set(name, value);
  }
  return all;
}
